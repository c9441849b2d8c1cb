//! The tool `read_image`, called as a model calls it, on a real disk.
#![cfg(feature = "image-resize")]

mod support;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::json;
use support::{Folder, make_fifo};
use tool_fs::ReadImageOutput;

/// An image with a pattern that no encoder makes nothing of.
fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixel = |x: u32, y: u32| Rgb([(x * 7 + y) as u8, (x ^ y) as u8, (x * y / 3) as u8]);
    let image = DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, pixel));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("it is encoded");
    bytes.into_inner()
}

// contract: E7
#[tokio::test]
async fn an_image_is_shown_by_what_its_bytes_are() {
    for (format, media_type) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::Gif, "image/gif"),
        (ImageFormat::WebP, "image/webp"),
    ] {
        let bytes = picture(60, 40, format);
        let disk = Folder::with("shot.png", &bytes);
        let outcome = disk.call("read_image", json!({"file_path": "shot.png"})).await.to_json();
        assert_eq!(
            outcome["value"],
            json!({"path": disk.shown("shot.png"),
                "image": {"mediaType": media_type, "bytes": bytes.len(), "width": 60, "height": 40}})
        );
        let block = &outcome["content"][1];
        assert_eq!((&block["type"], &block["mimeType"]), (&json!("image"), &json!(media_type)));
        assert_eq!(block["data"].as_str().map(str::len), Some(bytes.len().div_ceil(3) * 4));
    }
}

// contract: T3
#[tokio::test]
async fn a_large_image_is_made_smaller_and_says_so() {
    for (format, media_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg")] {
        let disk = Folder::with("wide", picture(3_136, 100, format));
        let outcome = disk.call("read_image", json!({"file_path": "wide"})).await;
        let image = outcome.to_json()["value"]["image"].clone();
        assert_eq!(
            (&image["width"], &image["height"], &image["mediaType"]),
            (&json!(1_568), &json!(50), &json!(media_type))
        );
        assert_eq!(image["originalDimensions"], json!({"width": 3_136, "height": 100}));
        let text = outcome.text();
        assert!(text.contains("scaled down from 3136 × 100; multiply coordinates by 2.000"), "{text}");
    }
}

// field: F032
#[tokio::test]
async fn what_is_no_whole_image_gives_no_image_block() {
    let png = picture(60, 40, ImageFormat::Png);
    for (bytes, named) in [
        (b"{\"error\":\"gone\"}".to_vec(), "it is text. Use `read`"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), "it is text"),
        (Vec::new(), "it is empty"),
        (png[..20].to_vec(), "cut off"),
        (png[..png.len() - 20].to_vec(), "cut off"),
        (picture(60, 40, ImageFormat::Jpeg)[..400].to_vec(), "cut off"),
        (picture(60, 40, ImageFormat::WebP)[..400].to_vec(), "cut off"),
        (b"\0\x01binary".to_vec(), "Convert it"),
    ] {
        let disk = Folder::with("x.png", bytes);
        let outcome = disk.call("read_image", json!({"file_path": "x.png"})).await;
        let json = outcome.to_json();
        assert_eq!(
            (&json["error"]["code"], json["content"].as_array().map(Vec::len)),
            (&json!("FS_NOT_IMAGE"), Some(1))
        );
        assert!(outcome.text().contains(named), "{}", outcome.text());
    }
}

// contract: T3
#[tokio::test]
async fn what_costs_too_much_is_refused_at_once() {
    let disk = Folder::new();
    make_fifo(&disk.at("pipe.png"));
    assert_eq!(disk.failure("read_image", json!({"file_path": "pipe.png"})).await.0, "FS_NOT_REGULAR_FILE");
    std::fs::File::create(disk.at("huge.png")).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(disk.failure("read_image", json!({"file_path": "huge.png"})).await.0, "FS_TOO_LARGE");
    assert_eq!(disk.failure("read_image", json!({"file_path": "no.png"})).await.0, "FS_NOT_FOUND");
    // A header that promises more pixels than anybody decodes.
    let mut bomb = picture(60, 40, ImageFormat::Png);
    bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    disk.put("bomb.png", bomb);
    let (code, message) = disk.failure("read_image", json!({"file_path": "bomb.png"})).await;
    assert_eq!((code.as_str(), message.contains("65536 × 65536")), ("FS_NOT_IMAGE", true), "{message}");
}

// contract: E7
#[tokio::test]
async fn a_value_from_json_is_told_without_its_bytes() {
    let disk = Folder::with("a.gif", picture(2, 2, ImageFormat::Gif));
    let outcome = disk.call("read_image", json!({"file_path": "a.gif"})).await;
    let text = outcome.value().expect("a value").to_text();
    let again: ReadImageOutput = tool_sdk::args::decode_value(&text).expect("the same value");
    assert_eq!(again.image.media_type, "image/gif");
    assert!(!text.contains("base64"));
}
