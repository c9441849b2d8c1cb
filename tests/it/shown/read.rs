use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};

use super::call::Call;

/// Not here are the failures whose words are the operating system's, and the one that no superuser ever gets: permission denied.
pub(super) fn calls() -> Vec<Call> {
    let mut calls = successes();
    calls.extend(failures());
    calls
}

fn read(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "read", arguments).files(files)
}

fn successes() -> Vec<Call> {
    vec![
        read("a whole file", &json!({"file_path": "src/main.rs"})),
        read("a window", &json!({"file_path": "long.txt", "offset": 9, "limit": 2})),
        read("the last window", &json!({"file_path": "long.txt", "offset": 119})),
        read("an empty file", &json!({"file_path": "empty"})),
        read("no newline at the end, broken bytes", &json!({"file_path": "broken.txt"})),
        read("UTF-16", &json!({"file_path": "utf-16.txt"})),
        read("a very long line", &json!({"file_path": "minified.js"})),
        read("more lines than one call gives", &json!({"file_path": "many.txt"})),
        read("more bytes than one call gives", &json!({"file_path": "wide.txt"})),
    ]
}

fn failures() -> Vec<Call> {
    vec![
        read("a blank path", &json!({"file_path": " "})),
        read("a path with a NUL", &json!({"file_path": "a\0b"})),
        read("too many lines", &json!({"file_path": "long.txt", "limit": 5_000})),
        read("no such file in a folder that there is", &json!({"file_path": "src/mian.rs"})),
        read("no such folder", &json!({"file_path": "lib/deep/main.rs"})),
        read("a link to nothing", &json!({"file_path": "dangling"})),
        read("a file where a folder is needed", &json!({"file_path": "src/main.rs/x"})),
        read("a folder", &json!({"file_path": "src"})),
        read("an empty folder", &json!({"file_path": "hollow"})),
        read("a device", &json!({"file_path": "/dev/null"})),
        read("a binary file", &json!({"file_path": "program"})),
        read("UTF-32", &json!({"file_path": "utf-32.txt"})),
        read("UTF-16 without a mark", &json!({"file_path": "unmarked.txt"})),
        read("past the end", &json!({"file_path": "long.txt", "offset": 200})),
        read("past the end of nothing", &json!({"file_path": "empty", "offset": 2})),
    ]
}

fn files(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    for name in ["src", "hollow"] {
        std::fs::create_dir(folder.join(name)).expect("the folder is made");
    }
    symlink("gone", folder.join("dangling")).expect("the link is made");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    write("src/main.rs", b"fn main() {\n    println!(\"hello\");\n}\n");
    write("long.txt", (1..=120).map(|n| format!("line {n}\n")).collect::<String>().as_bytes());
    write("empty", b"");
    write("broken.txt", b"fine\nbr\xffken");
    write("utf-16.txt", &[&[0xff, 0xfe][..], &utf_16("h\u{e9}\n")].concat());
    write("minified.js", format!("{}\n", "x".repeat(5_000)).as_bytes());
    write("many.txt", "x\n".repeat(2_500).as_bytes());
    write("wide.txt", format!("{}\n", "w".repeat(500)).repeat(200).as_bytes());
    write("program", b"\x7fELF\x02\x01\x01\0");
    write("utf-32.txt", b"\xff\xfe\0\0A\0\0\0");
    write("unmarked.txt", &utf_16("hello, hello\n"));
}
