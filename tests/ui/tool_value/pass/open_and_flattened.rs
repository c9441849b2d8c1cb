//! Objects that take other keys, and objects whose fields are those of a part.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
#[tool(open)]
struct Extra {
    known: String,
    #[arg(rest)]
    more: JsonMap,
}

#[derive(ToolValue)]
#[tool(open)]
struct Loose {
    known: Option<u32>,
}

#[derive(ToolValue)]
struct Position {
    line: u32,
    column: Option<u32>,
}

#[derive(ToolValue)]
#[tool(rename_all = "camelCase")]
struct Match {
    file_path: String,
    #[arg(flatten)]
    position: Position,
}

/// Find.
#[tool]
fn find(extra: Extra, loose: Option<Loose>, #[arg(flatten)] position: Position) -> Match {
    drop(loose);
    Match { file_path: format!("{} {}", extra.known, extra.more.len()), position }
}

fn main() {
    let arguments = json!({"extra": {"known": "a", "b": 1, "c": [2]}, "loose": {"x": 1}, "line": 4});
    let outcome = testing::block_on(testing::call(Find, arguments));
    assert_eq!(outcome.value().unwrap().to_json(), json!({"filePath": "a 2", "line": 4}));
}
