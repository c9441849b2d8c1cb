//! The variant's name under one key, its data under another.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
#[tool(tag = "type", content = "value", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Cell {
    Empty,
    Text(String),
    Numbers(Vec<u32>),
    #[tool(render = "line {line_number}")]
    Place {
        line_number: u32,
        #[arg(min = 1)]
        column: Option<u32>,
    },
}

/// Give the cell back.
#[tool]
fn give(cell: Cell) -> Cell {
    cell
}

fn main() {
    let place = testing::block_on(testing::call(Give, r#"{"cell": {"type": "place", "value": {"lineNumber": 7}}}"#));
    assert_eq!(place.text(), "line 7");
    let cells = [
        json!({"type": "empty"}),
        json!({"type": "text", "value": "a"}),
        json!({"type": "numbers", "value": [1, 2]}),
        json!({"type": "place", "value": {"lineNumber": 3, "column": 1}}),
    ];
    for cell in cells {
        let outcome = testing::block_on(testing::call(Give, json!({"cell": cell.clone()})));
        assert_eq!(outcome.value().map(|value| value.to_json()), Some(cell));
    }
}
