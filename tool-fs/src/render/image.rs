//! What an image is, and the image itself.

use tool_sdk::{Block, Content, Image};

use crate::output::ReadImageOutput;

/// The text and, where its bytes are at hand, the image.
pub(crate) fn content(value: &ReadImageOutput) -> Content {
    let image = &value.image;
    let mut text = format!("{}: {}, {} × {}", value.path, image.media_type, image.width, image.height);
    text.push_str(&match &image.original_dimensions {
        Some(original) if image.width > 0 => {
            let factor = original.width as f64 / image.width as f64;
            let (width, height) = (original.width, original.height);
            format!(" (scaled down from {width} × {height}; multiply coordinates by {factor:.3} for those of the file)")
        }
        _ => format!(" ({} bytes)", image.bytes),
    });
    let text = Block::Text(text);
    if value.data.is_empty() {
        return text.into();
    }
    vec![text, Block::Image(Image::new(image.media_type.clone(), &*value.data))].into()
}
