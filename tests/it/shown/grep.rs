use std::path::Path;

use serde_json::{Value, json};

use super::call::Call;

pub(super) fn calls() -> Vec<Call> {
    let mut calls = successes();
    calls.extend(failures());
    calls
}

fn grep(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "grep", arguments).files(files)
}

fn successes() -> Vec<Call> {
    vec![
        grep("lines", &json!({"pattern": "TODO"})),
        grep("lines with lines around", &json!({"pattern": "second", "context": 1})),
        grep("paths", &json!({"pattern": "TODO", "mode": "files"})),
        grep("counts", &json!({"pattern": "TODO", "mode": "count"})),
        grep("one kind of file", &json!({"pattern": "todo", "ignore_case": true, "include": "*.rs"})),
        grep("across lines", &json!({"pattern": "first\\n.*second", "multiline": true})),
        grep("a page", &json!({"pattern": "TODO", "limit": 1, "offset": 1})),
        grep("behind the last page", &json!({"pattern": "TODO", "offset": 9})),
        grep("a very long line", &json!({"pattern": "needle"})),
        grep("nothing", &json!({"pattern": "nowhere to be found"})),
        grep("only in what is ignored", &json!({"pattern": "generated"})),
        grep("a binary file", &json!({"pattern": "ELF", "path": "program"})),
        grep("version control", &json!({"pattern": "ref", "path": ".git"})),
    ]
}

fn failures() -> Vec<Call> {
    vec![
        grep("no pattern", &json!({"pattern": ""})),
        grep("a broken pattern", &json!({"pattern": "f(x"})),
        grep("an engine of another kind", &json!({"pattern": "(?<=a)b"})),
        grep("a broken glob", &json!({"pattern": "x", "include": "*.{rs"})),
        grep("two globs", &json!({"pattern": "x", "include": "*.rs,*.md"})),
        grep("no such type", &json!({"pattern": "x", "type": "rusty"})),
        grep("no such folder", &json!({"pattern": "x", "path": "lib"})),
        grep("a device", &json!({"pattern": "x", "path": "/dev/null"})),
    ]
}

fn files(folder: &Path) {
    for name in ["src", "target", ".git"] {
        std::fs::create_dir(folder.join(name)).expect("the folder is made");
    }
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    write(".gitignore", b"/target\n");
    write(".git/HEAD", b"ref: refs/heads/main\n");
    write("notes.md", b"first\nsecond TODO\nthird\n");
    write("src/main.rs", b"// TODO: one\nfn main() {}\n// TODO: two\n");
    write("src/wide.js", format!("{}needle{}\n", "x".repeat(3_000), "y".repeat(3_000)).as_bytes());
    write("target/out.txt", b"generated\n");
    write("program", b"\x7fELF\x02\x01\x01\0");
}
