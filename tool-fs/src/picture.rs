//! What image some bytes are (pure): told from the bytes alone, since a name can say anything.

use crate::encoding;

/// The kinds of images that models take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl Kind {
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => None,
        }
    }

    /// Whether the end of the image is there. A provider refuses one that is cut, and with it the whole conversation.
    fn is_whole(self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => ends_with_iend(bytes),
            Self::Jpeg => memchr::memmem::rfind(bytes, b"\xff\xd9").is_some_and(|at| at > 2),
            Self::Gif => bytes.iter().rev().find(|byte| **byte != 0) == Some(&b';'),
            Self::Webp => bytes[4..]
                .first_chunk()
                .is_some_and(|length| u32::from_le_bytes(*length) as usize <= bytes.len().saturating_sub(8)),
        }
    }
}

/// Goes through the chunks of a PNG to the last one.
fn ends_with_iend(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let Some((length, chunk)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        // The name, the data and the checksum.
        let Some(next) = length.checked_add(8).and_then(|whole| chunk.get(whole..)) else { return false };
        if chunk.starts_with(b"IEND") {
            return true;
        }
        rest = next;
    }
    false
}

/// An image that a model can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) kind: Kind,
    pub(crate) width: u64,
    pub(crate) height: u64,
}

impl Picture {
    /// # Errors
    /// Why the bytes are no such image, as the rest of a sentence about the file.
    pub(crate) fn of(bytes: &[u8]) -> Result<Self, String> {
        let kind = Kind::of(bytes).ok_or_else(|| what_instead(bytes))?;
        let cut = || format!("is a {} image that is cut off or broken. Get it again.", kind.media_type());
        let size = imagesize::blob_size(bytes).map_err(|_| cut())?;
        if !kind.is_whole(bytes) || size.width == 0 || size.height == 0 {
            return Err(cut());
        }
        Ok(Self { kind, width: size.width as u64, height: size.height as u64 })
    }
}

fn what_instead(bytes: &[u8]) -> String {
    let taken = "holds no PNG, JPEG, GIF or WebP image";
    if bytes.is_empty() {
        return format!("{taken}: it is empty.");
    }
    match encoding::sniff(&bytes[..bytes.len().min(encoding::HEAD)]) {
        Ok(_) if str::from_utf8(&bytes[..bytes.len().min(16)]).is_ok() => format!("{taken}: it is text. Use `read`."),
        _ => format!("{taken}, whatever its name says. Convert it to one of these."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One grey pixel.
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc\x98\x05\0\0\x82\0\x81w\xcdr\xb6\0\0\0\0IEND\xaeB`\x82";
    const GIF: &[u8] = b"GIF89a\x02\0\x03\0\0\0\0,\0\0\0\0\x02\0\x03\0\0\x02\x02\x84Q\0;";

    #[test]
    fn kind_and_size_come_from_the_bytes() {
        assert_eq!(Picture::of(PNG), Ok(Picture { kind: Kind::Png, width: 1, height: 1 }));
        assert_eq!(Picture::of(GIF), Ok(Picture { kind: Kind::Gif, width: 2, height: 3 }));
    }

    // field: F032
    #[test]
    fn an_image_that_is_cut_anywhere_is_none() {
        for image in [PNG, GIF] {
            for end in 0..image.len() {
                // The last bytes of a PNG are a checksum of nothing.
                assert!(Picture::of(&image[..end]).is_err(), "cut at {end}");
            }
        }
    }

    // field: F032
    #[test]
    fn what_is_no_image_is_named() {
        for (bytes, named) in [
            (&b"{\"error\":\"gone\"}"[..], "it is text"),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "it is text"),
            (b"", "it is empty"),
            (b"\0\0\x01\0\x01\0", "Convert it"),
            (b"BM\0\0\0\0", "Convert it"),
        ] {
            let why = Picture::of(bytes).expect_err("no image");
            assert!(why.contains(named), "{why}");
        }
    }
}
