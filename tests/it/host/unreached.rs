use serde_json::{Value, json};
use tool_sdk::approve::{Approval, ApprovalRequest};
use tool_sdk::prelude::*;
use tool_sdk::{
    Agent, AroundCall, CallInfo, Decision, Execution, GuardCall, Next, Observer, PostCall, PreCall, Verdict,
};

use super::{Double, Heard, code, heard};

/// Says which stages a call reaches.
struct Stages(Heard);

impl Observer for Stages {
    fn on_call(&self, call: &CallInfo) {
        self.0.say(format!("call {}", call.raw_arguments()));
    }

    fn on_start(&self, _: &CallInfo) {
        self.0.say("start");
    }

    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        assert_eq!(call.call_id(), outcome.call_id());
        self.0.say(format!("result {}", code(outcome)));
    }
}

/// A registry in which every stage says that it was reached, and an agent whose approver does too.
fn staged() -> (Registry, Heard, Agent) {
    let (registry, heard) = heard();
    registry.register(Double).unwrap().keep();
    registry.observe(Stages(heard.clone())).keep();
    let say = heard.clone();
    registry
        .on_pre_execute(move |_: PreCall| {
            say.say("pre");
            std::future::ready(Decision::ask(""))
        })
        .keep();
    let say = heard.clone();
    registry
        .guard(move |_: &GuardCall| {
            say.say("guard");
            None
        })
        .keep();
    let say = heard.clone();
    registry
        .around_execute(move |_: AroundCall, next: Next| {
            say.say("around");
            async move { next.run().await as Execution }
        })
        .keep();
    let say = heard.clone();
    registry
        .on_post_execute(move |call: PostCall| {
            say.say(format!("post {}", call.error().map_or("", |error| error.code().as_str())));
            std::future::ready(Verdict::accept())
        })
        .keep();
    let say = heard.clone();
    let approver = move |_: ApprovalRequest| {
        say.say("ask");
        std::future::ready(Approval::Allowed)
    };
    (registry, heard, Agent::builder("s").approver(approver).build())
}

// contract: E2
#[tokio::test]
async fn the_stages_follow_each_other() {
    let (registry, heard, agent) = staged();
    assert!(registry.call(ToolCall::new("run", "").agent(&agent)).await.is_ok());
    assert_eq!(heard.take(), ["call ", "pre", "ask", "guard", "around", "start", "body", "post ", "result "]);
}

// contract: P7, E15, E16, E5
#[tokio::test]
async fn unknown_tools_and_invalid_arguments_reach_nobody_who_decides() {
    let (registry, heard, agent) = staged();
    let deep = (0..600).fold(Value::Null, |inner, _| json!([inner]));
    let cases: [(ToolCall<'_>, &str, &str); 6] = [
        (ToolCall::new("nothing", "{}"), "{}", "UNKNOWN_TOOL"),
        (ToolCall::new("nothing", "{"), "{", "UNKNOWN_TOOL"),
        (ToolCall::new("double", "{"), "{", "INVALID_ARGS"),
        (ToolCall::new("double", r#"{"n": "many"}"#), r#"{"n": "many"}"#, "INVALID_ARGS"),
        (ToolCall::new("double", ""), "", "INVALID_ARGS"),
        (ToolCall::new("double", json!({"n": deep})), "", "INVALID_ARGS"),
    ];
    for (call, raw, expected) in cases {
        let outcome = registry.call(call.id("c7").agent(&agent)).await;
        assert_eq!((code(&outcome), outcome.call_id().as_str()), (expected, "c7"));
        assert_eq!(heard.take(), [format!("call {raw}"), format!("post {expected}"), format!("result {expected}")]);
    }
}

// contract: P7
#[tokio::test]
async fn what_arguments_a_broken_call_has_is_told_without_a_lie() {
    let (registry, _, _) = staged();
    registry
        .on_result(|call: &CallInfo, _: &Outcome| {
            assert_eq!(*call.arguments(), Value::Null);
            assert!(call.args::<super::DoubleArgs>().is_none());
        })
        .keep();
    assert_eq!(code(&registry.call(ToolCall::new("double", "{\"n\": 1")).await), "INVALID_ARGS");
}

// contract: E9, E2
#[tokio::test]
async fn a_call_that_was_cancelled_before_it_came_is_looked_at_and_told_once() {
    let (registry, heard, agent) = staged();
    let cancelled = |name: &'static str, arguments: &'static str| {
        let call = ToolCall::new(name, arguments).agent(&agent);
        call.signal().cancel();
        registry.call(call)
    };
    let outcome = cancelled("double", r#"{"n": "4"}"#).await;
    assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(outcome.repairs().len(), 1, "its arguments are still looked at");
    assert_eq!(heard.take(), [r#"call {"n": "4"}"#, "result ABORTED_BEFORE_DISPATCH"]);
    assert_eq!(code(&cancelled("double", "{").await), "INVALID_ARGS", "what is wrong with them is said first");
    assert_eq!(code(&cancelled("nothing", "").await), "UNKNOWN_TOOL");
    assert_eq!(heard.take().len(), 6);
}

// contract: P6, P7
#[tokio::test]
async fn a_tool_hidden_from_a_scope_is_unknown_there_also_to_its_policies() {
    let (registry, heard, _) = staged();
    let scope = registry.scope("scope").restrict(tool_sdk::Deny::of(["run"])).unwrap();
    let agent = Agent::builder("s").scope(&scope).build();
    assert_eq!(code(&registry.call(ToolCall::new("run", "").agent(&agent)).await), "UNKNOWN_TOOL");
    assert_eq!(heard.take(), ["call ", "post UNKNOWN_TOOL", "result UNKNOWN_TOOL"]);
}

// contract: C1
#[test]
fn a_call_overlaps_others_only_when_its_arguments_say_so() {
    /// Look.
    #[tool(parallel)]
    fn look(
        /// At what.
        n: u32,
    ) -> u32 {
        n
    }
    /// Touch.
    #[tool(parallel_if = is_even)]
    fn touch(
        /// What.
        n: u32,
    ) -> u32 {
        n
    }
    fn is_even(args: &TouchArgs) -> bool {
        assert!(args.n != 13, "the classifier falls");
        args.n.is_multiple_of(2)
    }
    let registry = Registry::new();
    registry.register_all(tools![Look, Touch, Double]).unwrap().keep();
    let safe = |name: &str, arguments: &str| {
        registry.definition(name).is_some_and(|definition| definition.is_concurrency_safe(arguments))
    };
    assert!(safe("look", r#"{"n": 1}"#) && safe("touch", r#"{"n": 2}"#));
    assert!(!safe("touch", r#"{"n": 1}"#), "the classifier says no");
    assert!(!safe("double", r#"{"n": 1}"#), "nothing said means exclusive");
    assert!(!safe("nothing", "{}"), "an unknown tool");
    for invalid in ["", "{", r#"{"n": -1}"#, r#"{"n": "many"}"#] {
        assert!(!safe("look", invalid) && !safe("touch", invalid), "{invalid}");
    }
    assert!(!safe("touch", r#"{"n": 13}"#), "a classifier that panics");
}
