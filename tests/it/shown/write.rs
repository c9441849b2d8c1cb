use std::path::Path;

use serde_json::{Value, json};
use tool_sdk::Confinement;
use tool_sdk::approve::Approval;

use super::call::Call;

/// Not here is a read-only file, which a superuser may write.
pub(super) fn calls() -> Vec<Call> {
    let mut calls = vec![
        write("a new file", &json!({"file_path": "new.txt", "content": "hello\n"})),
        write("a new file in new folders", &json!({"file_path": "a/b/c.txt", "content": ""})),
        read_before("a file that there is", "old.txt", "new\n"),
        read_before("a file that begins with a byte order mark", "marked.txt", "new\n"),
        read_before("UTF-16", "utf-16.txt", "new\n"),
        read_before("a file with another name", "linked.txt", "new\n"),
        write("a file that was not read", &json!({"file_path": "old.txt", "content": "new"})),
        write("a blank path", &json!({"file_path": "", "content": "x"})),
        write("no content", &json!({"file_path": "new.txt"})),
        write("a folder", &json!({"file_path": "src", "content": "x"})),
        write("a file where a folder is needed", &json!({"file_path": "old.txt/x", "content": "x"})),
    ];
    calls.extend(confined());
    calls
}

/// What is told where the host lets only the folder `src` be written.
fn confined() -> Vec<Call> {
    let plain = json!({"file_path": "new.txt", "content": "x"});
    let wider = |mode| json!({"file_path": "new.txt", "content": "x", "sandbox_permissions": mode, "justification": "asked for by the user"});
    vec![
        write("outside of what may be written", &plain).confined(source_alone),
        write("nothing may be written", &plain).confined(|_| Confinement::read_only()),
        write("more, and the person allows it", &wider("danger-full-access"))
            .confined(source_alone)
            .approval(Approval::Allowed),
        write("more, and the person rejects it", &wider("danger-full-access"))
            .confined(source_alone)
            .approval(Approval::Rejected),
        write("more, and nobody can be asked", &wider("danger-full-access")).confined(source_alone),
        write("no more than there is", &wider("workspace-write")).confined(source_alone),
        write(
            "more without a reason",
            &json!({"file_path": "a", "content": "x", "sandbox_permissions": "danger-full-access"}),
        )
        .confined(source_alone),
    ]
}

fn source_alone(folder: &Path) -> Confinement {
    Confinement::workspace_write([folder.join("src")]).expect("the folder is there")
}

fn write(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "write", arguments).files(files)
}

fn read_before(what: &'static str, path: &str, content: &str) -> Call {
    write(what, &json!({"file_path": path, "content": content})).after("read", &json!({"file_path": path}))
}

fn files(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    std::fs::create_dir(folder.join("src")).expect("the folder is made");
    write("old.txt", b"old\n");
    write("marked.txt", b"\xef\xbb\xbfold\n");
    write("utf-16.txt", b"\xff\xfeo\0l\0d\0");
    write("linked.txt", b"old\n");
    std::fs::hard_link(folder.join("linked.txt"), folder.join("other.txt")).expect("the link is made");
}
