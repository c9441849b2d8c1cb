use serde_json::{Value, json};

use super::call::Call;

/// Not here is what was cut: the text names a file that has another name each time.
pub(super) fn calls() -> Vec<Call> {
    vec![
        bash("both outputs", &json!({"command": "echo out; echo err >&2", "description": "Write to both outputs"})),
        bash("nothing written", &json!({"command": "true", "description": "Do nothing"})),
        bash("a command that fails", &json!({"command": "echo out; exit 3", "description": "Fail with three"})),
        bash("a command that is killed", &json!({"command": "kill -KILL $$", "description": "Kill the shell"})),
        bash(
            "a command that takes too long",
            &json!({"command": "printf part; exec sleep 72.1", "description": "Wait for long", "timeoutMs": 1000}),
        ),
        bash("something left running", &json!({"command": "sleep 72.2 & echo up", "description": "Leave a child"})),
        bash("colours", &json!({"command": r"printf '\033[31mred\033[0m'", "description": "Write in red"})),
        bash("its directory", &json!({"command": "pwd", "description": "Print the directory", "workdir": "src/.."})),
        bash("blank arguments", &json!({"command": " ", "description": ""})),
        bash("a NUL", &json!({"command": "echo a\0b", "description": "Write a NUL"})),
        bash("no such directory", &json!({"command": "pwd", "description": "Print it", "workdir": "lib/deep"})),
        bash(
            "a wider sandbox where there is none",
            &json!({
                "command": "make install", "description": "Install it",
                "sandbox_permissions": "danger-full-access", "justification": "it goes to /usr/local",
            }),
        ),
    ]
}

fn bash(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "bash", arguments)
        .files(|folder| std::fs::create_dir(folder.join("src")).expect("the folder is made"))
}
