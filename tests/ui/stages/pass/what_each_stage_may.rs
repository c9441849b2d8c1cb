use tool_sdk::prelude::*;
use tool_sdk::{
    AroundCall, CallInfo, Context, Decision, Execution, GuardCall, Next, PostCall, PreCall, Registration, Source, Verdict,
};

/// Double a number.
#[tool]
fn double(
    /// The number.
    n: u32,
) -> u32 {
    n * 2
}

fn context(text: &str) -> Context {
    Context { source: Source::plugin("p"), content: text.into() }
}

fn main() {
    let registry = Registry::new();
    registry.register(Double).unwrap().keep();
    let stages: Vec<Registration> = vec![
        registry.on_pre_execute(|call: PreCall| async move {
            match call.args::<DoubleArgs>() {
                Some(args) if args.n > 100 => Decision::deny("too large"),
                _ => Decision::allow(),
            }
        }),
        registry.guard(|call: &GuardCall| (call.arguments()["n"] == 13).then(|| "never 13".to_owned())),
        registry.around_execute(|call: AroundCall, next: Next| async move {
            let execution = next.run_with(call.signal().child_token()).await;
            if execution.is_ok() { execution } else { Execution::value(0_u32).with_context(context("it failed")) }
        }),
        registry.on_post_execute(|call: PostCall| async move {
            match call.value().and_then(|value| value.downcast_ref::<u32>()) {
                Some(8) => Verdict::value(9_u32).with_context(context("rounded")),
                Some(10) => Verdict::content("ten"),
                Some(12) => Verdict::block("no dozens"),
                _ => Verdict::accept(),
            }
        }),
        registry.on_result(|call: &CallInfo, outcome: &Outcome| assert_eq!(call.call_id(), outcome.call_id())),
    ];
    let text = |n: u32| tool_sdk::testing::block_on(registry.call(ToolCall::new("double", format!("{{\"n\": {n}}}")))).text();
    let texts: Vec<String> = [1, 4, 5, 6, 13, 101].map(text).into();
    assert_eq!(texts, ["2", "9", "ten", "no dozens", "Error: never 13", "Error: too large"]);
    drop(stages);
    assert_eq!(text(101), "202");
}
