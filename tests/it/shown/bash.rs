use serde_json::{Value, json};

use super::call::{Call, Cancel};

/// Not here is what tells the place of a file with a long output, which is another each time.
pub(super) fn calls() -> Vec<Call> {
    let run = |what, command: &str| bash(what, &json!({"command": command, "description": "Show what is told"}));
    vec![
        run("a command", "echo hello"),
        run("no output", "true"),
        run("both streams", "echo out; echo err >&2"),
        run("an exit code", "echo hello; exit 3"),
        run("a signal", "kill -TERM $$"),
        run("something left running", "sleep 100 >/dev/null 2>&1 & echo started"),
        bash("too late", &json!({"command": "sleep 100", "description": "Wait", "timeoutMs": 300})),
        bash("a blank command", &json!({"command": " ", "description": "Do nothing"})),
        bash("no description", &json!({"command": "true"})),
        bash("no such folder", &json!({"command": "true", "description": "Do nothing", "workdir": "gone"})),
        run("cancelled before it began", "true").cancel(Cancel::Before),
    ]
}

fn bash(what: &'static str, arguments: &Value) -> Call {
    Call::new(what, "bash", arguments)
}
