//! Typed values into text, driven by the static tables.

use std::any::Any;

use super::table::{Field, Form, Object};
use crate::content::Content;
use crate::json::{Direction, Encoder, Fail, Reader};

impl Encoder {
    /// The text as what a model reads.
    pub(crate) fn into_content(self) -> Content {
        Content::text(self.finish())
    }

    /// Writes an object from the parts of its fields; absent optional fields are left out.
    #[doc(hidden)]
    pub fn object(&mut self, table: &'static Object, parts: &[&dyn Any]) {
        self.nest('{', '}', |out, empty| out.members(table, parts, empty));
    }

    /// Writes an adjacently tagged variant whose content has fields.
    #[doc(hidden)]
    pub fn adjacent(&mut self, table: &'static Object, content: &'static Object, parts: &[&dyn Any]) {
        self.nest('{', '}', |out, empty| {
            for field in table.fields {
                out.prepared_key(field.key, empty);
                match field.form {
                    Form::Tag(literal) => out.string(literal),
                    _ => out.object(content, parts),
                }
            }
        });
    }

    #[inline]
    fn members(&mut self, table: &'static Object, parts: &[&dyn Any], empty: &mut bool) {
        for (field, part) in table.fields.iter().zip(parts) {
            match field.form {
                Form::Plain => {
                    if !(field.ops.is_absent.is_some_and(|is_absent| is_absent(*part))) {
                        self.prepared_key(field.key, empty);
                        (field.ops.encode)(*part, self);
                    }
                }
                Form::Tag(literal) => {
                    self.prepared_key(field.key, empty);
                    self.string(literal);
                }
                Form::Flatten(_) | Form::Rest => self.merge(empty, |out| (field.ops.encode)(*part, out)),
                Form::Content(_) => {}
            }
        }
    }
}

/// A piece of a render template.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Text that stands as it is.
    Text(&'static str),
    /// The field at this place of the table.
    Field(usize),
}

/// Fills a render template: strings as they are, an absent option as nothing, anything else as compact JSON.
pub fn template(table: &'static Object, parts: &[&dyn Any], pieces: &[Piece]) -> Content {
    let mut out = String::new();
    for piece in pieces {
        match *piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Field(i) => show(&table.fields[i], parts[i], &mut out),
        }
    }
    Content::text(out)
}

/// Goes by the JSON of the part: so no type needs code of its own for templates.
fn show(field: &Field, part: &dyn Any, out: &mut String) {
    if field.ops.is_absent.is_some_and(|is_absent| is_absent(part)) {
        return;
    }
    let mut json = Encoder::compact();
    (field.ops.encode)(part, &mut json);
    let json = json.finish();
    match Reader::new(&json, Direction::Output).string() {
        Ok(text) => out.push_str(&text),
        Err(Fail) => out.push_str(&json),
    }
}
