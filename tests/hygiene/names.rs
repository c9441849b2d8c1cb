//! Functions, modules, fields and parameters that are named like what an expansion writes.

#![deny(warnings)]
#![allow(dead_code, clippy::too_many_arguments)]

use tool_sdk::prelude::*;
use tool_sdk::testing;

fn r() -> u32 {
    1
}

fn out() -> u32 {
    1
}

fn f0() -> u32 {
    1
}

fn args() -> u32 {
    1
}

fn value() -> u32 {
    1
}

mod cx {}
mod tag {}
mod raw {}

struct Table;
struct Field;

/// Add them.
#[tool]
async fn add(
    args: u32,
    cx: u32,
    r: u32,
    out: u32,
    at: u32,
    f0: u32,
    context: &ToolContext,
    State(value): State<u32>,
) -> u32 {
    let _ = context;
    args + cx + r + out + at + f0 + *value
}

#[derive(ToolArgs)]
struct SumArgs {
    #[arg(default = value() + f0() + r() + out() + args(), max = 100)]
    value: u32,
    #[arg(default = value())]
    out: u32,
    #[arg(default)]
    f0: u32,
}

#[derive(ToolValue)]
#[tool(tag = "tag", content = "raw")]
enum Node {
    #[tool(render = "{r} {out} {at}")]
    Object {
        r: u32,
        out: u32,
        at: u32,
    },
    Value(u32),
    None,
}

struct Sum;

/// Sum them up.
#[tool]
impl Sum {
    fn execute(&self, cx: SumArgs, args: &ToolContext) -> Node {
        let _ = args;
        let SumArgs { value: r, out, f0: at } = cx;
        Node::Object { r, out, at }
    }

    fn concurrency_safe(value: &SumArgs) -> bool {
        value.out > 0
    }
}

#[test]
fn tools_work() {
    let registry = Registry::new();
    registry.provide(1u32).unwrap();
    registry.register_all(tools![Add, Sum]).unwrap().keep();
    let text = |name, arguments| testing::block_on(registry.call(ToolCall::new(name, arguments))).text();
    assert_eq!(text("add", r#"{"args": 1, "cx": 1, "r": 1, "out": 1, "at": 1, "f0": 1}"#), "7");
    assert_eq!(text("sum", "{}"), "5 1 0");
    let _ = SumArgs::new().value(1).out(2).f0(3);
}
