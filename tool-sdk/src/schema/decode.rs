//! Text straight into typed values, driven by the static tables.

use std::any::Any;
use std::borrow::Cow;

use super::shape::{SeenKey, Shape, kinds};
use super::table::{Field, Form, Object};
use super::tool_value::ToolValue;
use crate::json::{Direction, Encoder, Fail, Peek, Reader};

/// The place of the content of an adjacently tagged struct variant in the text.
#[derive(Clone, Copy, Debug)]
pub struct Raw {
    from: usize,
    to: usize,
}

/// Stands for the tag in the slots and parts of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Tag;

/// How far the reading of an object is.
#[derive(Default)]
struct Progress {
    /// Which of the first 64 fields were read.
    seen: u64,
    /// What few objects need, behind a pointer, so that the others do not pay for it.
    rare: Option<Box<Rare>>,
}

/// More fields than 64, and members of flattened and rest fields.
#[derive(Default)]
struct Rare {
    seen: Vec<u64>,
    gathered: Gathered,
}

impl Progress {
    /// Notes a field; false when it was noted before.
    #[inline]
    fn note(&mut self, index: usize) -> bool {
        let bit = 1 << (index % 64);
        let word = match index / 64 {
            0 => &mut self.seen,
            n => self.more(n - 1),
        };
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    #[inline]
    fn has(&self, index: usize) -> bool {
        let word = match (index / 64, &self.rare) {
            (0, _) => self.seen,
            (n, Some(rare)) => rare.seen.get(n - 1).copied().unwrap_or(0),
            (_, None) => 0,
        };
        word & (1 << (index % 64)) != 0
    }

    #[cold]
    fn more(&mut self, word: usize) -> &mut u64 {
        let seen = &mut self.rare.get_or_insert_default().seen;
        seen.resize(seen.len().max(word + 1), 0);
        &mut seen[word]
    }

    #[cold]
    fn gathered(&mut self) -> &mut Gathered {
        &mut self.rare.get_or_insert_default().gathered
    }
}

/// Members of flattened and rest fields, gathered as the text of an object per field.
#[derive(Default)]
struct Gathered(Vec<(usize, String)>);

impl Gathered {
    fn add(&mut self, field: usize, key: &str, value: &str) {
        let at = self.0.iter().position(|(f, _)| *f == field).unwrap_or_else(|| {
            self.0.push((field, String::from("{")));
            self.0.len() - 1
        });
        let text = &mut self.0[at].1;
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&crate::json::quoted(key));
        text.push(':');
        text.push_str(value);
    }

    fn take(&mut self, field: usize) -> String {
        let found = self.0.iter().position(|(f, _)| *f == field);
        let mut text = found.map_or_else(|| String::from("{"), |at| self.0.swap_remove(at).1);
        text.push('}');
        text
    }
}

impl Reader<'_> {
    /// Reads an object into the slots of its fields; absent optional fields get their absent value, a field with a default is
    /// left empty for its owner to fill.
    #[doc(hidden)]
    pub fn object(&mut self, table: &'static Object, slots: &mut [&mut dyn Any]) -> Result<(), Fail> {
        let mut progress = Progress::default();
        if self.begin_object()? {
            let mut guess = 0;
            loop {
                guess = self.member(table, slots, guess, &mut progress)?;
                if !self.next_key()? {
                    break;
                }
            }
        }
        for (i, field) in table.fields.iter().enumerate() {
            if !progress.has(i) {
                self.absent(field, i, &mut *slots[i], &mut progress)?;
            }
        }
        Ok(())
    }

    /// Reads one member; returns the field that the next key probably names, for keys usually come in declaration order.
    #[inline]
    fn member(
        &mut self,
        table: &'static Object,
        slots: &mut [&mut dyn Any],
        guess: usize,
        progress: &mut Progress,
    ) -> Result<usize, Fail> {
        let index = match table.fields.get(guess) {
            Some(field) if self.eat_prepared_key(field.key) => guess,
            _ => {
                let key = self.key()?;
                match table.fields.iter().position(|f| f.name == key && !f.gathers()) {
                    Some(index) => index,
                    None => {
                        self.undeclared(table, &key, progress)?;
                        return Ok(guess);
                    }
                }
            }
        };
        if !progress.note(index) {
            return Err(Fail);
        }
        self.declared(&table.fields[index], &mut *slots[index])?;
        Ok(index + 1)
    }

    #[inline]
    fn declared(&mut self, field: &'static Field, slot: &mut dyn Any) -> Result<(), Fail> {
        match field.form {
            Form::Plain => (field.ops.put)(slot, self, field.rules),
            Form::Tag(literal) => {
                if self.string()? == literal {
                    Ok(())
                } else {
                    Err(Fail)
                }
            }
            Form::Content(_) => {
                let text = self.skip()?;
                let to = self.position();
                if let Some(slot) = slot.downcast_mut::<Option<Raw>>() {
                    *slot = Some(Raw { from: to - text.len(), to });
                }
                Ok(())
            }
            // Their keys have other names, so nothing leads here.
            Form::Flatten(_) | Form::Rest => Err(Fail),
        }
    }

    #[cold]
    fn undeclared(&mut self, table: &'static Object, key: &str, progress: &mut Progress) -> Result<(), Fail> {
        if self.is_strict() && table.fields.iter().any(|field| field.aliases.contains(&key)) {
            // The careful way gives it its own name; here it would end among the keys that nothing declares.
            return Err(Fail);
        }
        let home = table.fields.iter().position(|field| match field.form {
            Form::Flatten(shape) => shape.find(key).is_some(),
            _ => false,
        });
        let home = home.or_else(|| table.fields.iter().position(|f| matches!(f.form, Form::Rest)));
        match home {
            Some(field) => {
                let value = self.skip()?;
                progress.gathered().add(field, key, value);
                Ok(())
            }
            None if table.open && !self.is_strict() => self.skip().map(|_| ()),
            None => Err(Fail),
        }
    }

    #[inline]
    fn absent(
        &mut self,
        field: &'static Field,
        index: usize,
        slot: &mut dyn Any,
        progress: &mut Progress,
    ) -> Result<(), Fail> {
        match field.form {
            Form::Plain => {
                if field.default.is_some() {
                    return if self.direction() == Direction::Input { Ok(()) } else { Err(Fail) };
                }
                let put_absent = field.ops.put_absent.ok_or(Fail)?;
                put_absent(slot);
                Ok(())
            }
            Form::Flatten(_) | Form::Rest => {
                let text = progress.gathered().take(index);
                let mut part = self.part(&text);
                (field.ops.put)(slot, &mut part, &[])
            }
            Form::Tag(_) | Form::Content(_) => Err(Fail),
        }
    }

    /// Reads a string that is one of `names`; returns which.
    #[doc(hidden)]
    pub fn variant(&mut self, names: &[&str]) -> Result<usize, Fail> {
        let text = self.string()?;
        names.iter().position(|name| *name == text).ok_or(Fail)
    }

    /// Finds the tag of the object that stands next, wherever in it, and returns which of `names` it is. Reads nothing.
    #[doc(hidden)]
    pub fn tag(&mut self, tag: &str, names: &[&str]) -> Result<usize, Fail> {
        self.look_ahead(|reader| {
            let mut more = reader.begin_object()?;
            while more {
                if reader.key()? == tag {
                    return reader.variant(names);
                }
                reader.skip()?;
                more = reader.next_key()?;
            }
            Err(Fail)
        })
    }

    /// Finds which of the shapes, no two of which overlap, the next value is of. Reads nothing.
    #[doc(hidden)]
    pub fn branch(&mut self, shapes: &[&Shape]) -> Result<usize, Fail> {
        let mut seen = SeenValue { kind: 0, text: None, keys: Vec::new() };
        self.look_ahead(|reader| {
            seen = reader.see()?;
            Ok(())
        })?;
        shapes.iter().position(|shape| seen.fits(shape)).ok_or(Fail)
    }

    /// Reads the content that [`Reader::object`] left in a slot.
    #[doc(hidden)]
    pub fn within<T>(
        &mut self,
        raw: Option<Raw>,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        let raw = raw.ok_or(Fail)?;
        let text = self.slice(raw.from, raw.to);
        read(&mut self.part(text))
    }

    /// What stands next, one level deep.
    fn see(&mut self) -> Result<SeenValue, Fail> {
        let (kind, text) = self.see_scalar()?;
        let mut keys = Vec::new();
        if kind == kinds::OBJECT {
            let mut more = self.begin_object()?;
            while more {
                let name = self.key()?.into_owned();
                let from = self.position();
                let (kind, text) = self.see_scalar()?;
                keys.push(SeenKey { name: Cow::Owned(name), kind, text });
                self.rewind(from);
                self.skip()?;
                more = self.next_key()?;
            }
        }
        Ok(SeenValue { kind, text, keys })
    }

    /// The kind of the next value; scalars are read over, containers are not entered.
    fn see_scalar(&mut self) -> Result<(u8, Option<Cow<'static, str>>), Fail> {
        Ok(match self.peek() {
            Peek::Null => (kinds::NULL, None),
            Peek::Boolean => (kinds::BOOLEAN, None),
            Peek::Array => (kinds::ARRAY, None),
            Peek::Object => (kinds::OBJECT, None),
            Peek::String => (kinds::STRING, Some(Cow::Owned(self.string()?.into_owned()))),
            Peek::Number if self.number()?.as_integer().is_some() => (kinds::INTEGER, None),
            Peek::Number => (kinds::NUMBER, None),
            Peek::Nothing => return Err(Fail),
        })
    }
}

/// A value, one level deep.
struct SeenValue {
    kind: u8,
    text: Option<Cow<'static, str>>,
    keys: Vec<SeenKey<'static>>,
}

impl SeenValue {
    fn fits(&self, shape: &Shape) -> bool {
        shape.kinds & self.kind != 0
            && match self.kind {
                kinds::STRING => {
                    shape.literals.is_empty()
                        || self.text.as_ref().is_some_and(|text| shape.literals.contains(&text.as_ref()))
                }
                kinds::OBJECT => shape.admits_keys(&self.keys),
                _ => true,
            }
    }
}

/// Writes a value, for defaults and delegating encoders.
pub fn write<T: ToolValue>(value: &T, out: &mut Encoder) {
    value.encode(out);
}
