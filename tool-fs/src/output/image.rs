//! The value of the tool that shows an image.

use std::sync::Arc;

use tool_sdk::prelude::*;

/// The value of [`ReadImage`](crate::ReadImage).
///
/// As JSON: `{"path":"/srv/a.png","image":{"mediaType":"image/png","bytes":70,"width":1,"height":1}}`. The bytes of the image go to
/// the model and are no part of the JSON.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadImageOutput {
    /// Absolute path of the file, symbolic links as they are.
    pub path: String,
    /// The image as the model gets it.
    pub image: ImageInfo,
    /// The bytes in base64.
    #[arg(skip)]
    pub(crate) data: Arc<str>,
}

/// What an image is.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImageInfo {
    /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`, as its bytes say.
    pub media_type: String,
    /// How many bytes the model gets.
    pub bytes: u64,
    /// Width in pixels.
    pub width: u64,
    /// Height in pixels.
    pub height: u64,
    /// The size in the file; absent when it was not made smaller.
    pub original_dimensions: Option<ImageSize>,
}

/// A size in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
pub struct ImageSize {
    /// Width.
    pub width: u64,
    /// Height.
    pub height: u64,
}
