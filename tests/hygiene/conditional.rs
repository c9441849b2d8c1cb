//! `#[cfg]` on a parameter, on a tool, and on both forms of one parameter.

#![allow(unexpected_cfgs)]

use tool_sdk::prelude::*;
use tool_sdk::testing;

/// Say hello.
#[tool]
fn greet(
    name: String,
    #[cfg(never)]
    #[arg(min = 1)]
    times: u32,
    #[cfg(never)] cx: &Missing,
    #[cfg(not(never))] title: Option<String>,
    #[cfg(never)] title: Missing,
) -> String {
    title.unwrap_or_default() + &*("hello, ".to_owned() + &name)
}

/// Nothing of this tool is there.
#[cfg(never)]
#[tool]
fn absent(missing: Missing) {}

/// Nor of this one, whose attribute is the outer of the two.
#[tool]
#[cfg(never)]
fn absent(missing: Missing) {}

#[test]
fn tools_work() {
    let properties =
        r#"{"type":"object","properties":{"name":{"type":"string"},"title":{"type":"string"}},"required":["name"]}"#;
    assert_eq!(testing::parameters::<GreetArgs>(), properties);
    let _ = GreetArgs::new("Ada").title("Countess ");
    assert_eq!(testing::block_on(testing::call(Greet, r#"{"name": "Ada"}"#)).text(), "hello, Ada");
}
