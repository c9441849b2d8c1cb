//! Types that hold themselves, directly and by way of each other.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
struct Node {
    name: String,
    #[arg(default)]
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Expression {
    Number(i64),
    Sum { sum: Vec<Term> },
}

#[derive(ToolValue)]
struct Term {
    sign: Option<bool>,
    of: Box<Expression>,
}

/// Give the tree back.
#[tool]
fn walk(node: Node, expression: Option<Expression>) -> Node {
    drop(expression);
    node
}

fn main() {
    let node = json!({"name": "a", "children": [{"name": "b", "children": []}], "next": {"name": "c", "children": []}});
    let arguments =
        json!({"node": node.clone(), "expression": {"sum": [{"of": 1}, {"sign": true, "of": {"sum": []}}]}});
    let outcome = testing::block_on(testing::call(Walk, arguments));
    assert_eq!(outcome.value().map(|value| value.to_json()), Some(node));
    assert!(testing::parameters::<WalkArgs>().contains("\"$ref\""));
}
