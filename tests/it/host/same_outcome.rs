use std::time::Duration;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::{
    AroundCall, CallInfo, Decision, GuardCall, Next, PostCall, PreCall, RawTool, RegistryOptions, Scope, Verdict,
};

use super::Double;

/// End in every way.
struct End;

#[derive(ToolArgs)]
struct EndArgs {
    /// How.
    #[arg(non_empty, alias = "way")]
    how: String,
    /// How many.
    #[arg(min = 1, max = 9, default = 2)]
    count: u8,
    /// What.
    items: Option<Vec<u32>>,
}

/// End in a chosen way.
#[tool]
impl End {
    async fn execute(&self, args: EndArgs, cx: &ToolContext) -> ToolResult<f64> {
        tokio::task::yield_now().await;
        match args.how.as_str() {
            "fail" => Err("as asked")?,
            "coded" => Err(ToolError::new("OWN", "as asked").at("how").because("deep down"))?,
            "panic" => panic!("as asked"),
            "nan" => Ok(f64::NAN),
            "cancel" => {
                cx.signal().cancel();
                Ok(1.0)
            }
            "tell" => {
                cx.defer_context("told");
                cx.conclude_turn();
                Ok(2.0)
            }
            _ => Ok(f64::from(args.count) + args.items.into_iter().flatten().map(f64::from).sum::<f64>()),
        }
    }

    fn render(args: &EndArgs, value: &f64) -> String {
        assert!(args.how != "render", "as asked");
        format!("{} of {}", value, args.how)
    }
}

/// Wait for ever, or until told.
#[tool(timeout = "5ms")]
async fn linger(cx: &ToolContext) -> u8 {
    cx.signal().cancelled().await;
    1
}

/// Block.
#[tool(blocking)]
fn block(
    /// How long, in ms.
    ms: u64,
) -> u64 {
    std::thread::sleep(Duration::from_millis(ms));
    ms
}

fn registry(options: RegistryOptions) -> Registry {
    let registry = Registry::with_options(options);
    registry.register_all(tools![Double, End, Linger, Block]).unwrap().keep();
    let raw = || RawTool::new("raw", "Give back.", json!({"type": "object"}), |args, _| std::future::ready(Ok(args)));
    registry.register_raw(raw()).unwrap().keep();
    registry
}

/// A policy of every kind that does nothing.
fn govern(scope: &Scope) {
    scope.on_pre_execute(|_: PreCall| async { Decision::allow() }).keep();
    scope.guard(|_: &GuardCall| None).keep();
    scope.around_execute(|_: AroundCall, next: Next| async move { next.run().await }).keep();
    scope.on_post_execute(|_: PostCall| async { Verdict::accept() }).keep();
    scope.on_result(|_: &CallInfo, _: &Outcome| ()).keep();
}

/// Calls that end in every way.
fn calls() -> Vec<(&'static str, String)> {
    let mut calls = Vec::new();
    for how in ["fail", "coded", "panic", "nan", "cancel", "tell", "render", "well", ""] {
        calls.push(("end", json!({"how": how}).to_string()));
    }
    let texts = [
        "",
        "{}",
        "null",
        "[]",
        "{",
        r#"{"how": "x""#,
        r#"{"how": "x", "count": "3"}"#,
        r#"{"how": "x", "count": 0}"#,
        r#"{"how": "x", "items": "[1, 2]"}"#,
        r#"{"how": "x", "items": [1, -2, "3"]}"#,
        r#"{"way": "x"}"#,
        r#"{"how": "x", "way": "y"}"#,
        r#"{"how": "x", "count": null, "hwo": 1}"#,
        r#""{\"how\": \"x\"}""#,
        r#"{"how": "x", "how": "y"}"#,
        "{\"how\": \"\\ud800\"}",
        r#"{"how": "x", "count": 1e400}"#,
        "\u{feff}{}",
    ];
    calls.extend(texts.map(|text| ("end", text.to_owned())));
    calls.push(("end", format!("{{\"how\": \"x\", \"more\": {}{}}}", "[".repeat(600), "]".repeat(600))));
    calls.extend(["", "{\"a\": 1, \"a\": 2}", "{\"a\": [1, {\"b\": -0.0}]}", "7"].map(|text| ("raw", text.to_owned())));
    calls.extend([("linger", String::new()), ("block", r#"{"ms": 1}"#.to_owned()), ("nothing", "{".to_owned())]);
    calls.extend([("double", r#"{"n": 4294967295}"#.to_owned()), ("double", r#"{"n": 4294967296}"#.to_owned())]);
    calls
}

/// The wire form and what an operator reads.
async fn ended(scope: &Scope, call: ToolCall<'_>) -> (Value, Option<String>) {
    let outcome = scope.call(call.id("c1")).await;
    (outcome.to_json(), outcome.error().and_then(|failure| failure.detail()).map(str::to_owned))
}

/// Without policies a call goes a shorter way through the code, to the same outcome.
// contract: E4, E5, E11, E16, E17, C4
#[tokio::test]
async fn policies_that_do_nothing_change_nothing() {
    let (mut lenient, mut strict) = (RegistryOptions::default(), RegistryOptions::default());
    lenient.repair = true;
    strict.repair = false;
    strict.limits.depth = 3;
    for options in [lenient, strict] {
        let registry = registry(options);
        let governed = registry.scope("governed");
        govern(&governed);
        for (name, arguments) in calls() {
            let plain = ended(&registry, ToolCall::new(name, &arguments)).await;
            let other = ended(&governed, ToolCall::new(name, &arguments)).await;
            assert_eq!(plain, other, "{name} {arguments:.100}");
            let tree = serde_json::from_str::<Value>(&arguments);
            let Ok(tree) = tree else { continue };
            let plain = ended(&registry, ToolCall::new(name, tree.clone())).await;
            let other = ended(&governed, ToolCall::new(name, tree)).await;
            assert_eq!(plain, other, "the tree of {name} {arguments:.100}");
        }
    }
}
