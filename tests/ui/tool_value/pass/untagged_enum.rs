//! Exactly one shape, where no JSON fits two.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
#[tool(untagged)]
enum Lines {
    One(u32),
    Range { from: u32, to: u32 },
    Last { last: u32 },
    Named(String),
    Many(Vec<Lines>),
    All(bool),
}

// The kinds of `bytes` differ, so the two objects do.
#[derive(ToolValue)]
#[tool(untagged)]
enum Size {
    Known { bytes: u64 },
    Guess { bytes: String },
    Tagged(Kind),
}

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Kind {
    Small,
    Large,
}

/// Give the lines back.
#[tool]
fn pick(lines: Lines, size: Option<Size>) -> Lines {
    drop(size);
    lines
}

fn main() {
    let lines = [
        json!(1),
        json!({"from": 1, "to": 2}),
        json!({"last": 3}),
        json!("all of them"),
        json!([1, {"from": 1, "to": 2}, ["x"]]),
        json!(true),
    ];
    for lines in lines {
        let arguments = json!({"lines": lines.clone(), "size": {"kind": "Small"}});
        let outcome = testing::block_on(testing::call(Pick, arguments));
        assert_eq!(outcome.value().map(|value| value.to_json()), Some(lines));
    }
    assert!(!testing::block_on(testing::call(Pick, r#"{"lines": {"from": 1, "last": 2}}"#)).is_ok());
}
