//! Type parameters with and without bounds, defaults and `where`, in each form of type.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
struct Page<T, M = u32>
where
    M: Clone,
{
    items: Vec<T>,
    next: Option<M>,
}

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Loaded<T: Clone> {
    Done { value: T },
    Pending,
}

#[derive(ToolValue)]
#[tool(tag = "kind", content = "of")]
enum Adjacent<T> {
    Some(T),
    Pair { left: T, right: T },
    Nothing,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum OneOr<T> {
    One(T),
    Many(Vec<T>),
}

#[derive(ToolValue)]
struct Row<T, const N: usize> {
    cells: [T; N],
}

#[derive(ToolArgs)]
struct LoadArgs<T> {
    wanted: OneOr<T>,
    row: Option<Row<T, 2>>,
}

struct Load;

/// Load something.
#[tool]
impl Load {
    fn execute(&self, args: LoadArgs<String>) -> Page<Loaded<Nothing>> {
        let _ = args;
        Page { items: vec![Loaded::Pending], next: Some(3) }
    }
}

#[derive(ToolValue, Clone)]
struct Nothing;

fn main() {
    let outcome = testing::block_on(testing::call(Load, r#"{"wanted": ["a"], "row": {"cells": ["a", "b"]}}"#));
    assert_eq!(outcome.value().unwrap().to_json(), json!({"items": [{"kind": "Pending"}], "next": 3}));
    assert!(!testing::block_on(testing::call(Load, r#"{"wanted": "a", "row": {"cells": ["a"]}}"#)).is_ok());
    let _ = Adjacent::Pair { left: 1u8, right: 2 };
}
