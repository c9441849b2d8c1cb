//! The tool `read_image`.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tool_sdk::prelude::*;

use crate::args::ReadImageArgs;
use crate::blocking::{self, Stop};
use crate::observe::Seen;
use crate::output::{ImageInfo, ReadImageOutput};
use crate::picture::Picture;
use crate::provider::DiskError;
use crate::read::read_some;
use crate::render;
use crate::trouble::{Doing, Trouble, What};
use crate::workspace::Workspace;

/// The largest file that is looked at.
const MOST_BYTES: u64 = 32 << 20;

/// What a model is given at most: larger images cost more and show no more, and providers refuse 5 MB of base64.
const MOST_EDGE: u64 = 1_568;
const MOST_SHOWN: usize = 3_750_000;

/// Images of more pixels are not decoded.
const MOST_PIXELS: u64 = 100_000_000;

const PIECE: usize = 1 << 20;

/// The tool `read_image`: shows an image to the model.
///
/// What the image is comes from its bytes, whatever the name of the file says. One that is larger than 1,568 pixels along an edge
/// or 3.75 MB is made smaller, which the value and the text tell; of an animation the first frame is left then. Without the
/// feature `image-resize` such an image is refused.
///
/// # Errors
/// * the bytes are no whole PNG, JPEG, GIF or WebP image → [`code::NOT_IMAGE`](crate::code::NOT_IMAGE)
/// * more than 32 MiB or 100 million pixels → [`code::TOO_LARGE`](crate::code::TOO_LARGE)
/// * no such file, no regular file, no right to read → as for [`Read`](crate::Read)
#[derive(Clone, Debug, Default)]
pub struct ReadImage {
    workspace: Workspace,
}

impl ReadImage {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Look at a PNG, JPEG, GIF or WebP image. Large ones are scaled down by themselves. Several may be read at once.
#[tool(name = "read_image", effect = read, idempotent, parallel)]
impl ReadImage {
    async fn execute(&self, args: ReadImageArgs, cx: &ToolContext) -> ToolResult<ReadImageOutput> {
        let workspace = self.workspace.of_call(cx);
        blocking::run(cx, move |stop| read_image(&workspace, &args, stop)).await
    }

    fn render(_: &ReadImageArgs, value: &ReadImageOutput) -> Content {
        render::image::content(value)
    }
}

fn read_image(workspace: &Workspace, args: &ReadImageArgs, stop: &Stop) -> Result<ReadImageOutput, Trouble> {
    let path = workspace.absolute(Doing::Reading, &args.file_path)?;
    let trouble = |what| Trouble::new(Doing::Reading, &path, what);
    let failed = |error| Trouble::of(Doing::Reading, workspace.disk(), &path, error);
    let mut file = workspace.disk().open(&path).map_err(failed)?;
    let mut bytes = Vec::new();
    let mut piece = vec![0; PIECE];
    loop {
        if file.stat.length.max(bytes.len() as u64) > MOST_BYTES {
            return Err(trouble(What::TooLarge { bytes: file.stat.length.max(bytes.len() as u64), most: MOST_BYTES }));
        }
        if stop.is_set() {
            return Err(trouble(What::Stopped));
        }
        match read_some(&mut *file.content, &mut piece).map_err(|error| failed(DiskError::Io(error)))? {
            0 => break,
            count => bytes.extend_from_slice(&piece[..count]),
        }
    }
    let picture = Picture::of(&bytes).map_err(|why| trouble(What::NotImage(why)))?;
    if let Some(seen) = workspace.seen() {
        seen.saw(workspace.real(Doing::Reading, &path)?, Seen::of(&file.stat, [&*bytes]));
    }
    let (image, data) = shown(bytes, picture).map_err(trouble)?;
    Ok(ReadImageOutput { path: path.display().to_string(), image, data: Arc::from(STANDARD.encode(data)) })
}

/// The image as the model gets it.
fn shown(bytes: Vec<u8>, picture: Picture) -> Result<(ImageInfo, Vec<u8>), What> {
    let Picture { kind, width, height } = picture;
    if bytes.len() <= MOST_SHOWN && width.max(height) <= MOST_EDGE {
        let media_type = kind.media_type().to_owned();
        let info = ImageInfo { media_type, bytes: bytes.len() as u64, width, height, original_dimensions: None };
        return Ok((info, bytes));
    }
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(What::NotImage(format!("has {width} × {height} pixels; at most {MOST_PIXELS} are taken.")));
    }
    smaller(&bytes, picture)
}

#[cfg(feature = "image-resize")]
fn smaller(bytes: &[u8], picture: Picture) -> Result<(ImageInfo, Vec<u8>), What> {
    let shrunk = crate::shrink::shrink(bytes, picture.kind, MOST_EDGE as u32, MOST_SHOWN)
        .map_err(|why| What::NotImage(format!("is a broken image: {why}.")))?;
    if shrunk.bytes.len() > MOST_SHOWN {
        return Err(What::TooLarge { bytes: shrunk.bytes.len() as u64, most: MOST_SHOWN as u64 });
    }
    let info = ImageInfo {
        media_type: shrunk.kind.media_type().to_owned(),
        bytes: shrunk.bytes.len() as u64,
        width: shrunk.width,
        height: shrunk.height,
        original_dimensions: Some(crate::output::ImageSize { width: picture.width, height: picture.height }),
    };
    Ok((info, shrunk.bytes))
}

#[cfg(not(feature = "image-resize"))]
fn smaller(bytes: &[u8], picture: Picture) -> Result<(ImageInfo, Vec<u8>), What> {
    let Picture { width, height, .. } = picture;
    if bytes.len() > MOST_SHOWN {
        return Err(What::TooLarge { bytes: bytes.len() as u64, most: MOST_SHOWN as u64 });
    }
    Err(What::NotImage(format!("has {width} × {height} pixels; make it {MOST_EDGE} along its longer edge.")))
}
