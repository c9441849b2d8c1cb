//! What a model reads: blocks of text and images.

use serde_json::{Value, json};

/// One block of model-facing content.
///
/// On the wire: `{"type":"text","text":"…"}` or `{"type":"image","mimeType":"image/png","data":"<base64>"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// Text.
    Text(String),
    /// An image.
    Image(Image),
}

/// An image for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image(Box<ImageParts>);

/// Behind a pointer, because nearly every block is text and should be no larger than that.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ImageParts {
    mime_type: String,
    data: String,
}

impl Image {
    /// An image of this media type (`image/png`), its bytes in base64.
    pub fn new(mime_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self(Box::new(ImageParts { mime_type: mime_type.into(), data: data.into() }))
    }

    /// The media type.
    pub fn mime_type(&self) -> &str {
        &self.0.mime_type
    }

    /// The bytes in base64.
    pub fn data(&self) -> &str {
        &self.0.data
    }
}

impl Block {
    /// The block in its wire form.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Image(image) => json!({"type": "image", "mimeType": image.mime_type(), "data": image.data()}),
        }
    }
}

/// What a model reads of a result: blocks in order.
///
/// A `render` may return anything that converts into this: a `String`, a `&str`, a [`Block`], blocks.
///
/// ```
/// use tool_sdk::Content;
///
/// let content: Content = "3 files".into();
/// assert_eq!(content.to_text(), "3 files");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content(Blocks);

/// Nearly every result is one block of text, which then needs no list.
#[derive(Clone, Debug)]
enum Blocks {
    One(Block),
    Many(Vec<Block>),
}

impl PartialEq for Blocks {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Blocks {}

impl Blocks {
    fn as_slice(&self) -> &[Block] {
        match self {
            Self::One(block) => std::slice::from_ref(block),
            Self::Many(blocks) => blocks,
        }
    }
}

impl Content {
    /// One block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self(Blocks::One(Block::Text(text.into())))
    }

    /// No block at all.
    pub const fn empty() -> Self {
        Self(Blocks::Many(Vec::new()))
    }

    /// The blocks in order.
    pub fn blocks(&self) -> &[Block] {
        self.0.as_slice()
    }

    /// Adds a block at the end.
    pub fn push(&mut self, block: Block) {
        if let Blocks::Many(blocks) = &mut self.0 {
            blocks.push(block);
            return;
        }
        let Blocks::One(first) = std::mem::replace(&mut self.0, Blocks::Many(Vec::new())) else { return };
        self.0 = Blocks::Many(vec![first, block]);
    }

    /// The text blocks, joined by line ends.
    pub fn to_text(&self) -> String {
        let texts = self.blocks().iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            Block::Image(_) => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The blocks in their wire form.
    pub fn to_json(&self) -> Value {
        self.blocks().iter().map(Block::to_json).collect()
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self(Blocks::One(block))
    }
}

impl From<Vec<Block>> for Content {
    fn from(blocks: Vec<Block>) -> Self {
        Self(Blocks::Many(blocks))
    }
}

impl FromIterator<Block> for Content {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Self {
        Self(Blocks::Many(blocks.into_iter().collect()))
    }
}
