use std::path::Path;

use serde_json::{Value, json};

use super::call::Call;

/// Not here is a file that is no text: it cannot be read, so it cannot be edited either.
pub(super) fn calls() -> Vec<Call> {
    let mut calls = successes();
    calls.extend(failures());
    calls
}

fn successes() -> Vec<Call> {
    let steps = json!([
        {"old_string": "one", "new_string": "1"},
        {"old_string": "two", "new_string": "2", "replace_all": true},
    ]);
    vec![
        one("one place", "a.txt", "one", "1"),
        edit("all places", &json!({"file_path": "a.txt", "old_string": "two", "new_string": "2", "replace_all": true})),
        edit("several changes", &json!({"file_path": "a.txt", "edits": steps})),
        one("a deletion", "a.txt", "one\n", ""),
    ]
}

fn failures() -> Vec<Call> {
    let steps = json!([{"old_string": "one", "new_string": "1"}, {"old_string": "none", "new_string": "0"}]);
    vec![
        edit("nothing to replace", &json!({"file_path": "a.txt"})),
        edit("nothing to put in its place", &json!({"file_path": "a.txt", "old_string": "one"})),
        one("no change", "a.txt", "one", "one"),
        edit("both ways", &json!({"file_path": "a.txt", "old_string": "one", "new_string": "1", "edits": steps})),
        one("no such text", "a.txt", "seven hundred", "700"),
        one("a text that is nearly there", "a.txt", "The  quick brown fox", "x"),
        one("a text with line numbers", "a.txt", "1: one", "1: 1"),
        one("a text that is there more than once", "a.txt", "two", "2"),
        edit("the second of several changes finds nothing", &json!({"file_path": "a.txt", "edits": steps})),
        edit("a file that was not read", &json!({"file_path": "other.txt", "old_string": "a", "new_string": "b"})),
        Call::new("no such file", "edit", &json!({"file_path": "b.txt", "old_string": "a", "new_string": "b"}))
            .files(files),
        Call::new("a folder", "edit", &json!({"file_path": "src", "old_string": "a", "new_string": "b"})).files(files),
    ]
}

fn one(what: &'static str, path: &str, old: &str, new: &str) -> Call {
    edit(what, &json!({"file_path": path, "old_string": old, "new_string": new}))
}

fn edit(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "edit", arguments).files(files).after("read", &json!({"file_path": "a.txt"}))
}

fn files(folder: &Path) {
    std::fs::create_dir(folder.join("src")).expect("the folder is made");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    write("a.txt", b"one\ntwo\nThe quick brown fox\ntwo\n");
    write("other.txt", b"a\n");
}
