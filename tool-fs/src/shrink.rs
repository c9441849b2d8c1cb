//! Making an image smaller (pure).

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use crate::picture::Kind;

/// How much memory a decoder may take: four bytes for each of the pixels that are taken, and some.
const MOST_MEMORY: u64 = 512 << 20;

const JPEG_QUALITY: u8 = 85;

/// The bytes of a smaller image, what they are, and its size.
#[derive(Debug)]
pub(crate) struct Shrunk {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: Kind,
    pub(crate) width: u64,
    pub(crate) height: u64,
}

/// Makes an image fit into a square of this edge and this many bytes. Of an animation the first frame is left.
///
/// # Errors
/// The image is broken; why.
pub(crate) fn shrink(bytes: &[u8], kind: Kind, edge: u32, most: usize) -> Result<Shrunk, String> {
    let image = decode(bytes).map_err(|error| error.to_string())?;
    let smaller = if image.width().max(image.height()) > edge {
        image.resize(edge, edge, image::imageops::FilterType::Triangle)
    } else {
        image
    };
    let (width, height) = (u64::from(smaller.width()), u64::from(smaller.height()));
    if kind != Kind::Jpeg {
        let mut png = Cursor::new(Vec::new());
        smaller.write_to(&mut png, ImageFormat::Png).map_err(|error| error.to_string())?;
        if png.get_ref().len() <= most {
            return Ok(Shrunk { bytes: png.into_inner(), kind: Kind::Png, width, height });
        }
    }
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY);
    smaller.to_rgb8().write_with_encoder(encoder).map_err(|error| error.to_string())?;
    Ok(Shrunk { bytes: jpeg, kind: Kind::Jpeg, width, height })
}

fn decode(bytes: &[u8]) -> image::ImageResult<DynamicImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // What a camera noted beside the pixels is lost with the old file, so it is done here.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}
