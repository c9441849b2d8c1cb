use std::future::pending;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tool_sdk::approve::{Approval, ApprovalRequest, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, CallInfo, Decision, GuardCall, PostCall, PreCall, Scope, Verdict};

use super::{Double, DoubleArgs, Heard, code, heard, tell_results};

/// Everything behind the decision is heard.
fn tell_stages(scope: &Scope, heard: &Heard) {
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

// contract: P2, E5
#[tokio::test]
async fn only_an_approval_lets_a_call_run() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("it writes") }).keep();
    let agent = |answer| Agent::builder("s").approver(scripted([answer])).build();
    let nobody = "run needs an approval (it writes), and nobody can give one";
    let cases = [
        (Some(agent(Approval::Allowed)), "", "ran"),
        (Some(agent(Approval::AllowedAlways)), "", "ran"),
        (Some(agent(Approval::Rejected)), "APPROVAL_REJECTED", "the user rejected run"),
        (Some(agent(Approval::Cancelled)), "APPROVAL_CANCELLED", "the approval of run was cancelled"),
        (Some(agent(Approval::Unavailable)), "APPROVAL_UNAVAILABLE", nobody),
        (Some(Agent::builder("s").build()), "APPROVAL_UNAVAILABLE", nobody),
        (None, "APPROVAL_UNAVAILABLE", nobody),
    ];
    for (agent, expected, text) in cases {
        let call = ToolCall::new("run", "");
        let outcome = registry.call(agent.iter().fold(call, ToolCall::agent)).await;
        assert_eq!(code(&outcome), expected);
        if expected.is_empty() {
            assert_eq!((outcome.text().as_str(), heard.take().len()), (text, 4));
        } else {
            assert_eq!(outcome.text(), format!("Error: {text}"));
            assert_eq!(heard.take(), [format!("post {expected}"), format!("result {expected}")]);
        }
    }
}

// contract: P2, E6
#[tokio::test]
async fn an_approver_that_panics_is_nobody() {
    let (registry, _) = heard();
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("") }).keep();
    let falling = |_: ApprovalRequest| async { panic!("the approver falls") as Approval };
    let agent = Agent::builder("s").approver(falling).build();
    let outcome = registry.call(ToolCall::new("run", "").agent(&agent)).await;
    assert_eq!(code(&outcome), "APPROVAL_UNAVAILABLE");
    assert_eq!(outcome.text(), "Error: run needs an approval, and nobody can give one");
}

// contract: P2, E9
#[tokio::test]
async fn a_caller_who_cancels_while_somebody_is_asked_waits_for_no_answer() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    let say = heard.clone();
    let ask = move |_: PreCall| {
        let say = say.clone();
        async move { Decision::ask("").on_answer(move |answer| say.say(format!("{answer:?}"))) }
    };
    registry.on_pre_execute(ask).keep();
    let signal = Arc::new(Mutex::new(None));
    let trigger = {
        let (signal, heard) = (signal.clone(), heard.clone());
        move |request: ApprovalRequest| {
            heard.say(format!("asked {}", request.call_id()));
            *signal.lock().unwrap() = Some(request.signal().clone());
            pending()
        }
    };
    let agent = Agent::builder("s").approver(trigger).build();
    let call = registry.call(ToolCall::new("run", "").id("c1").agent(&agent));
    let cancel = async {
        while signal.lock().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        signal.lock().unwrap().take().unwrap().cancel();
    };
    let (outcome, ()) = tokio::join!(call, cancel);
    assert_eq!(code(&outcome), "ABORTED_BEFORE_DISPATCH");
    let expected = ["asked c1", "Cancelled", "post ABORTED_BEFORE_DISPATCH", "result ABORTED_BEFORE_DISPATCH"];
    assert_eq!(heard.take(), expected);
}

// contract: P2, E9
#[tokio::test]
async fn nobody_is_asked_about_a_call_that_is_cancelled_already() {
    let (registry, heard) = heard();
    let cancelling = |call: PreCall| async move {
        call.signal().cancel();
        Decision::ask("")
    };
    registry.on_pre_execute(cancelling).keep();
    let say = heard.clone();
    let asked = move |_: ApprovalRequest| {
        say.say("asked");
        std::future::ready(Approval::Allowed)
    };
    let agent = Agent::builder("s").approver(asked).build();
    let outcome = registry.call(ToolCall::new("run", "").agent(&agent)).await;
    assert_eq!((code(&outcome), heard.take().len()), ("ABORTED_BEFORE_DISPATCH", 0));
}

// contract: P2, E9
#[tokio::test]
async fn a_denial_stays_one_when_the_caller_cancels_meanwhile() {
    let (registry, heard) = heard();
    tell_stages(&registry, &heard);
    let cancelling = |call: PreCall| async move {
        call.signal().cancel();
        Decision::allow()
    };
    registry.on_pre_execute(cancelling).keep();
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "ABORTED_BEFORE_DISPATCH");
    let denying = registry.guard(|_: &GuardCall| Some("never".to_owned()));
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "DENIED");
    drop(denying);
    registry.on_pre_execute(|_: PreCall| async { Decision::deny("no") }).keep();
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "DENIED");
    assert!(!heard.take().contains(&"body".to_owned()));
}

// contract: P1, P2
#[tokio::test]
async fn what_is_asked_carries_the_call_and_its_answer_is_heard() {
    let (registry, heard) = heard();
    registry.register(Double).unwrap().keep();
    for reason in ["it costs", "", "it counts"] {
        let say = heard.clone();
        registry
            .on_pre_execute(move |_: PreCall| {
                let say = say.clone();
                async move { Decision::ask(reason).on_answer(move |answer| say.say(format!("{reason}: {answer:?}"))) }
            })
            .keep();
    }
    let say = heard.clone();
    let agent = Agent::builder("s")
        .approver(move |request: ApprovalRequest| {
            say.say(format!("{} {} {}", request.name(), request.arguments_text(), request.reason()));
            std::future::ready(Approval::AllowedAlways)
        })
        .build();
    let outcome = registry.call(ToolCall::new("double", r#"{"n": "4"}"#).agent(&agent)).await;
    assert_eq!(outcome.text(), "8");
    let expected = [
        r#"double {"n":4} it costs; it counts"#,
        "it costs: AllowedAlways",
        ": AllowedAlways",
        "it counts: AllowedAlways",
    ];
    assert_eq!(heard.take(), expected, "asked once, with the repaired arguments");
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
