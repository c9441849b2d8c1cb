//! Constants in lower case, which a pattern of that name would be compared with instead of binding anything.

#![deny(warnings)]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

use tool_sdk::prelude::*;
use tool_sdk::testing;

const r: u32 = 1;
const out: u32 = 1;
const at: u32 = 1;
const f0: u32 = 1;
const f1: u32 = 1;
const a0: u32 = 1;
const args: u32 = 1;
const cx: u32 = 1;
const needs: u32 = 1;
const value: u32 = 1;
const verdict: u32 = 1;
const tag: u32 = 1;
const raw: u32 = 1;

type u8 = ();
type str = ();
type bool = ();

/// Add something.
#[tool(parallel_if = is_small, render_with = in_words)]
fn add(#[arg(default = r + out, max = 9)] first: u32, second: Option<u32>, State(third): State<u32>) -> u32 {
    first + second.unwrap_or(f0) + *third
}

fn is_small(call: &AddArgs) -> core::primitive::bool {
    call.first < 5
}

fn in_words(sum: &u32) -> String {
    format!("{sum} in all")
}

#[derive(ToolValue)]
#[tool(tag = "tag")]
enum Tagged {
    #[tool(render = "{one}")]
    One {
        one: u32,
    },
    Two(Inner),
    Three,
}

#[derive(ToolValue)]
struct Inner {
    inner: u32,
}

#[derive(ToolValue)]
#[tool(tag = "tag", content = "raw")]
enum Adjacent {
    One { one: u32 },
    Two(u32),
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Untagged {
    One { one: Mode },
    Two(#[arg(min = 1)] u32),
}

#[derive(ToolValue)]
enum Mode {
    Fast,
    Slow,
}

#[derive(ToolArgs)]
struct PickArgs {
    tagged: Tagged,
    adjacent: Adjacent,
    untagged: Untagged,
    #[arg(default)]
    number: u32,
}

struct Pick;

/// Pick something.
#[tool]
impl Pick {
    async fn execute(&self, picked: PickArgs, _context: &ToolContext) -> Tagged {
        picked.tagged
    }

    fn concurrency_safe(picked: &PickArgs) -> core::primitive::bool {
        picked.number > 0
    }
}

#[test]
fn tools_work() {
    let registry = Registry::new();
    registry.provide(1u32).unwrap();
    registry.register_all(tools![Add, Pick]).unwrap().keep();
    let text = |name, arguments| testing::block_on(registry.call(ToolCall::new(name, arguments))).text();
    assert_eq!(text("add", "{}"), "4 in all");
    let arguments =
        r#"{"tagged": {"tag": "One", "one": 7}, "adjacent": {"tag": "Two", "raw": 1}, "untagged": {"one": "Fast"}}"#;
    assert_eq!(text("pick", arguments), "7");
}
