use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tool_sdk::approve::{Approval, ApprovalRequest, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, CallInfo, Decision, GuardCall, PostCall, PreCall, Scope, Verdict};

use super::{Double, DoubleArgs, Heard, code, heard, tell_results};

/// Everything behind the decision is heard.
pub(super) fn tell_stages(scope: &Scope, heard: &Heard) {
    let say = heard.clone();
    scope
        .around_execute(move |_: tool_sdk::AroundCall, next: tool_sdk::Next| {
            say.say("around");
            async move { next.run().await }
        })
        .keep();
    let say = heard.clone();
    scope
        .on_post_execute(move |call: PostCall| {
            say.say(format!("post {}", call.error().map_or("", |error| error.code().as_str())));
            async { Verdict::accept() }
        })
        .keep();
    tell_results(scope, heard);
}

fn asked() -> Agent {
    Agent::builder("s").approver(scripted([Approval::Allowed])).build()
}

// contract: P1, E2, E5
#[tokio::test]
async fn a_denial_runs_nothing_and_is_judged() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    registry.on_pre_execute(|_: PreCall| async { Decision::deny("not on a Sunday") }).keep();
    registry.guard(|_: &GuardCall| panic!("a guard sees what is allowed")).keep();
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("DENIED", "Error: not on a Sunday"));
    assert_eq!(outcome.error().unwrap().message(), "not on a Sunday");
    assert_eq!(heard.take(), ["post DENIED", "result DENIED"]);
}

// contract: P1, E6
#[tokio::test]
async fn a_policy_that_fails_or_panics_is_a_failed_call_that_nobody_judges() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    let failing = registry.on_pre_execute(|call: PreCall| async move {
        let rules: Result<String, std::io::Error> = Err(std::io::Error::other(format!("no rules for {}", call.name())));
        rules.map(Decision::deny)
    });
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("FAILED", "Error: no rules for run"));
    assert_eq!(heard.take(), ["result FAILED"]);
    drop(failing);

    let falling = registry.on_pre_execute(|_: PreCall| async { panic!("a policy falls") as Decision });
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "PANICKED");
    drop(falling);
    let falling = registry.on_pre_execute(|_: PreCall| -> std::future::Ready<Decision> { panic!("before it waits") });
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "PANICKED");
    drop(falling);
    let falling = registry.guard(|_: &GuardCall| panic!("a guard falls"));
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!((code(&outcome), outcome.error().unwrap().detail()), ("PANICKED", Some("a guard falls")));
    drop(falling);
    assert_eq!(heard.take(), ["result PANICKED"; 3]);
    assert!(registry.call(ToolCall::new("run", "")).await.is_ok());
}

// contract: P3
#[tokio::test]
async fn no_allowance_and_no_approval_lifts_a_guard() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    let abstaining = registry.guard(|_: &GuardCall| None);
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("sure?") }).keep();
    registry.on_pre_execute(|_: PreCall| async { Decision::allow() }).keep();
    assert!(registry.call(ToolCall::new("run", "").agent(&asked())).await.is_ok());
    heard.take();
    let denying = registry.guard(|call: &GuardCall| (call.name() == "run").then(|| "never".to_owned()));
    let late = registry.guard(|_: &GuardCall| panic!("the first reason denies"));
    registry.on_pre_execute(|_: PreCall| async { Decision::allow() }).keep();
    let outcome = registry.call(ToolCall::new("run", "").agent(&asked())).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("DENIED", "Error: never"));
    assert_eq!(heard.take(), ["post DENIED", "result DENIED"]);
    drop((denying, late));
    assert!(registry.call(ToolCall::new("run", "").agent(&asked())).await.is_ok());
    drop(abstaining);
}

// contract: P3, R7
#[tokio::test]
async fn guards_run_from_the_outermost_scope_inwards_in_order() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    let below = scope.scope("below");
    for (who, name) in [(&below, "below"), (&*registry, "top 1"), (&scope, "scope"), (&*registry, "top 2")] {
        let heard = heard.clone();
        who.guard(move |_: &GuardCall| {
            heard.say(name);
            None
        })
        .keep();
    }
    below.call(ToolCall::new("run", "")).await;
    assert_eq!(heard.take(), ["top 1", "top 2", "scope", "below", "body"]);
    registry.call(ToolCall::new("run", "")).await;
    assert_eq!(heard.take(), ["top 1", "top 2", "body"], "a policy of a scope hears nothing from above it");
}

// contract: P6
#[tokio::test]
async fn a_policy_ends_with_its_guard() {
    let (registry, _) = heard();
    let scope = registry.scope("scope");
    let denied = scope.on_pre_execute(|_: PreCall| async { Decision::deny("closed") });
    assert_eq!(code(&scope.call(ToolCall::new("run", "")).await), "DENIED");
    assert!(registry.call(ToolCall::new("run", "")).await.is_ok(), "a policy belongs to its scope");
    drop(denied);
    assert!(scope.call(ToolCall::new("run", "")).await.is_ok());
}

/// What one policy decides.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Allow,
    Ask,
    Deny,
}

fn wishes() -> impl Strategy<Value = Vec<(Wish, bool)>> {
    let wish = prop_oneof![Just(Wish::Allow), Just(Wish::Ask), Just(Wish::Deny)];
    proptest::collection::vec((wish, any::<bool>()), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Whatever the order and the scope of the policies: a denial denies, a wish to ask is asked, once.
    // contract: P1
    #[test]
    fn decisions_only_get_stricter(wishes in wishes(), approves in any::<bool>()) {
        let (registry, heard) = heard();
        let scope = registry.scope("scope");
        for (wish, inner) in &wishes {
            let place = if *inner { &scope } else { &*registry };
            let wish = *wish;
            let policy = move |_: PreCall| async move {
                match wish {
                    Wish::Allow => Decision::allow(),
                    Wish::Ask => Decision::ask("sure?"),
                    Wish::Deny => Decision::deny("no"),
                }
            };
            place.on_pre_execute(policy).keep();
        }
        let say = heard.clone();
        let agent = Agent::builder("s").scope(&scope).approver(move |_: ApprovalRequest| {
            say.say("asked");
            std::future::ready(if approves { Approval::Allowed } else { Approval::Rejected })
        }).build();
        let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new("run", "").agent(&agent)));
        let any = |wish| wishes.iter().any(|(other, _)| *other == wish);
        let (expected, said): (&str, &[&str]) = match (any(Wish::Deny), any(Wish::Ask), approves) {
            (true, _, _) => ("DENIED", &[]),
            (_, true, false) => ("APPROVAL_REJECTED", &["asked"]),
            (_, true, true) => ("", &["asked", "body"]),
            _ => ("", &["body"]),
        };
        prop_assert_eq!(code(&outcome), expected);
        prop_assert_eq!(heard.take(), said);
    }
}

// contract: E1
#[tokio::test]
async fn a_policy_sees_the_call_that_the_body_gets() {
    let (registry, heard) = heard();
    registry.register(Double).unwrap().keep();
    let say = heard.clone();
    registry
        .on_pre_execute(move |call: PreCall| {
            let args: DoubleArgs = call.args().unwrap();
            say.say(format!("{} {} {}", args.n, call.arguments(), call.raw_arguments()));
            assert!(std::ptr::eq(call.arguments(), call.arguments()), "there is one tree");
            assert_eq!((call.effect(), call.is_nested()), (None, false));
            async { Decision::allow() }
        })
        .keep();
    let tokens = Arc::new(Mutex::new(Vec::new()));
    let kept = tokens.clone();
    registry.on_result(move |call: &CallInfo, _: &Outcome| kept.lock().unwrap().push(call.token())).keep();
    for _ in 0..2 {
        assert_eq!(registry.call(ToolCall::new("double", r#" {"n": "4"} "#).id("same")).await.text(), "8");
    }
    assert_eq!(heard.take(), [r#"4 {"n":4}  {"n": "4"} "#; 2]);
    let tokens = tokens.lock().unwrap();
    assert_ne!(tokens[0], tokens[1], "each call has a token of its own, whatever its id");
}
