//! The cards of real calls of the shipped tools, made as a replay makes them: of arguments, content and meta.

use std::path::Path;

use serde_json::{Value, json};
use tool_sdk::Content;
use tool_sdk::prelude::*;
use tool_sdk::present::{Card, Finished};

use super::{PAINT, golden};
use crate::cards::draw;
use crate::tools;

/// Where the tools seem to work.
const FOLDER: &str = "/srv/app";

/// A call of a tool, and one that fails.
type Shown = (&'static str, Value, Value);

fn shown() -> Vec<Shown> {
    let gone = json!({"file_path": "gone.txt"});
    vec![
        ("read", json!({"file_path": "src/main.rs", "offset": 2, "limit": 3}), gone.clone()),
        ("read_image", json!({"file_path": "pixel.gif"}), gone),
        (
            "write",
            json!({"file_path": "src/main.rs", "content": "fn main() {\n    run();\n}\n"}),
            json!({"file_path": "src", "content": "lost\n"}),
        ),
        (
            "edit",
            json!({"file_path": "src/main.rs", "edits": [
                {"old_string": "TODO: greet", "new_string": "greets"},
                {"old_string": "\"hello\"", "new_string": "\"good morning\""},
            ]}),
            json!({"file_path": "src/main.rs", "old_string": "goodbye", "new_string": "so long"}),
        ),
        ("glob", json!({"pattern": "**/*.rs", "path": "src"}), json!({"pattern": "*", "path": "lib"})),
        ("grep", json!({"pattern": "TODO", "include": "*.rs", "limit": 2}), json!({"pattern": "f(x", "path": "src"})),
    ]
}

fn files(folder: &Path) {
    std::fs::create_dir(folder.join("src")).expect("the folder is made");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    write(
        "src/main.rs",
        b"fn main() {\n    // TODO: greet by name\n    println!(\"hello\");\n    // TODO: and leave\n}\n",
    );
    write("src/deep.rs", b"//! TODO: say what this is\n");
    write("pixel.gif", b"GIF89a\x01\0\x01\0\0\0\0;");
    // The one that changed last comes first, and these two changed at about the same time.
    let old = std::time::SystemTime::UNIX_EPOCH;
    std::fs::File::open(folder.join("src/deep.rs")).and_then(|file| file.set_modified(old)).expect("the time is set");
}

/// The card of a call in a folder of its own, pending and ended.
async fn cards(tool: &str, arguments: &Value) -> [Card; 2] {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path().canonicalize().expect("it has a path");
    files(&place);
    let registry = tools::in_workspace(&tool_fs::Workspace::new(&place)).expect("the tools register");
    let arguments = arguments.to_string();
    let outcome = registry.call(ToolCall::new(tool, &arguments)).await;

    let told = |text: &str| text.replace(&place.display().to_string(), FOLDER);
    let content = Content::from(
        outcome
            .content()
            .blocks()
            .iter()
            .map(|block| match block {
                tool_sdk::Block::Text(text) => tool_sdk::Block::Text(told(text)),
                other => other.clone(),
            })
            .collect::<Vec<_>>(),
    );
    let finished = match outcome.error() {
        None => Finished::ok(&content),
        Some(failure) => Finished::failed(&content, Some(failure.code().as_str())),
    };
    let presenters = tools::presenters();
    let pending = Card::pending(&presenters, "call_1", tool, &arguments);
    let meta = outcome.meta().map(told);
    [pending.clone(), pending.finished(&presenters, &arguments, &finished.meta(meta.as_deref())).took(12)]
}

// contract: U3, H4
#[tokio::test]
async fn of_shipped_tools() {
    for (tool, arguments, failing) in shown() {
        let ([pending, done], [_, failed]) = (cards(tool, &arguments).await, cards(tool, &failing).await);
        let states = [("pending", pending), ("done", done), ("failed", failed)];
        let drawn = states.each_ref().map(|(state, card)| format!("── {state} ──\n{}", draw(card, PAINT)));
        golden(&format!("shipped/{tool}.txt"), &drawn.join("\n"));
        let page = states.each_ref().map(|(_, card)| crate::cards::html::article(card));
        golden(&format!("shipped/{tool}.html"), &page.join("\n"));
        let json = states.each_ref().map(|(_, card)| {
            let tree = tool_sdk::json::parse(&card.to_text()).expect("a card is JSON");
            tool_sdk::json::to_pretty(&tree) + "\n"
        });
        golden(&format!("shipped/{tool}.json"), &json.concat());
    }
}
