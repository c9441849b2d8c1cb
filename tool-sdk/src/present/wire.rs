//! How cards are written and read: objects member by member, in which a reader skips what it does not know.

use std::borrow::Cow;

use crate::content::{Block, Content, Image};
use crate::json::{Encoder, Fail, Peek, Reader};
use crate::schema::ToolValue;

/// The members of an object that is being written; what is absent or empty is left out.
pub(crate) struct Members<'a> {
    out: &'a mut Encoder,
    empty: &'a mut bool,
}

impl Members<'_> {
    /// Writes one object.
    pub(crate) fn object(out: &mut Encoder, write: impl FnOnce(&mut Members<'_>)) {
        out.nest('{', '}', |out, empty| write(&mut Members { out, empty }));
    }

    /// One object as compact text.
    pub(crate) fn to_text(write: impl FnOnce(&mut Members<'_>)) -> String {
        let mut out = Encoder::compact();
        Self::object(&mut out, write);
        out.finish()
    }

    /// A key, and whatever `value` writes.
    pub(crate) fn put(&mut self, key: &str, value: impl FnOnce(&mut Encoder)) {
        self.out.key(key, self.empty);
        value(self.out);
    }

    pub(crate) fn text(&mut self, key: &str, text: &str) {
        self.put(key, |out| out.string(text));
    }

    pub(crate) fn text_if(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    pub(crate) fn number(&mut self, key: &str, number: u64) {
        self.put(key, |out| out.unsigned(number));
    }

    pub(crate) fn number_if(&mut self, key: &str, number: Option<u64>) {
        if let Some(number) = number {
            self.number(key, number);
        }
    }

    pub(crate) fn boolean(&mut self, key: &str, value: bool) {
        self.put(key, |out| out.boolean(value));
    }

    pub(crate) fn list<T: ToolValue>(&mut self, key: &str, items: &[T]) {
        self.put(key, |out| out.array(items, T::encode));
    }

    pub(crate) fn list_if<T: ToolValue>(&mut self, key: &str, items: &[T]) {
        if !items.is_empty() {
            self.list(key, items);
        }
    }

    pub(crate) fn content(&mut self, key: &str, content: &Content) {
        self.put(key, |out| out.array(content.blocks(), block_into));
    }

    pub(crate) fn content_if(&mut self, key: &str, content: Option<&Content>) {
        if let Some(content) = content {
            self.content(key, content);
        }
    }
}

fn block_into(block: &Block, out: &mut Encoder) {
    Members::object(out, |put| match block {
        Block::Text(text) => {
            put.text("type", "text");
            put.text("text", text);
        }
        Block::Image(image) => {
            put.text("type", "image");
            put.text("mimeType", image.mime_type());
            put.text("data", image.data());
        }
    });
}

/// Reads an object, handing every key to `member`, which reads or skips its value.
pub(crate) fn members<'a>(
    reader: &mut Reader<'a>,
    mut member: impl FnMut(&str, &mut Reader<'a>) -> Result<(), Fail>,
) -> Result<(), Fail> {
    if !reader.begin_object()? {
        return Ok(());
    }
    loop {
        let key = reader.key()?;
        member(&key, reader)?;
        if !reader.next_key()? {
            return Ok(());
        }
    }
}

/// Reads an array, item by item.
pub(crate) fn each<'a, T>(
    reader: &mut Reader<'a>,
    mut item: impl FnMut(&mut Reader<'a>) -> Result<T, Fail>,
) -> Result<Vec<T>, Fail> {
    let mut items = Vec::new();
    if reader.begin_array()? {
        loop {
            items.push(item(reader)?);
            if !reader.next_item()? {
                break;
            }
        }
    }
    Ok(items)
}

/// Reads blocks of content. What is no block that this version knows is kept as its JSON text, so that nothing is hidden.
pub(crate) fn content(reader: &mut Reader<'_>) -> Result<Content, Fail> {
    let mut blocks = each(reader, block)?;
    Ok(if blocks.len() == 1 { blocks.remove(0).into() } else { blocks.into() })
}

fn block(reader: &mut Reader<'_>) -> Result<Block, Fail> {
    if reader.peek() != Peek::Object {
        return Ok(Block::Text(reader.skip()?.to_owned()));
    }
    let (mut kind, mut text, mut mime_type, mut data) = (None, None, None, None);
    let start = reader.position();
    members(reader, |key, reader| {
        let part = match key {
            "type" => &mut kind,
            "text" => &mut text,
            "mimeType" => &mut mime_type,
            "data" => &mut data,
            _ => return reader.skip().map(|_| ()),
        };
        *part = text_or_nothing(reader)?;
        Ok(())
    })?;
    Ok(match (kind.as_deref(), text, mime_type, data) {
        (Some("text"), Some(text), ..) => Block::Text(text.into_owned()),
        (Some("image"), _, Some(mime_type), Some(data)) => Block::Image(Image::new(mime_type, data)),
        _ => Block::Text(reader.slice(start, reader.position()).to_owned()),
    })
}

/// Reads a text; a value of another kind is as good as absent.
pub(crate) fn text_or_nothing<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Fail> {
    if reader.peek() == Peek::String { reader.string().map(Some) } else { reader.skip().map(|_| None) }
}
