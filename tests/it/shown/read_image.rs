use std::path::Path;

use serde_json::{Value, json};

use super::call::Call;

pub(super) fn calls() -> Vec<Call> {
    let read_image = |what, arguments: &Value| Call::new(what, "read_image", arguments).files(files);
    vec![
        read_image("an image", &json!({"file_path": "pixel.gif"})),
        read_image("an image with the name of another kind", &json!({"file_path": "pixel.png"})),
        read_image("a blank path", &json!({"file_path": " "})),
        read_image("no such file", &json!({"file_path": "pixel.jpg"})),
        read_image("a folder", &json!({"file_path": "."})),
        read_image("a text", &json!({"file_path": "a.txt"})),
        read_image("an empty file", &json!({"file_path": "empty"})),
        read_image("a broken image", &json!({"file_path": "broken.png"})),
    ]
}

fn files(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    let pixel = include_bytes!("../support/pixel.gif");
    write("pixel.gif", pixel);
    write("pixel.png", pixel);
    write("a.txt", b"text\n");
    write("empty", b"");
    write("broken.png", b"\x89PNG\r\n\x1a\n");
}
