use std::future::pending;
use std::sync::{Arc, Mutex};

use tool_sdk::approve::{Approval, ApprovalRequest, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Decision, GuardCall, PreCall};

use super::decisions::tell_stages;
use super::{Double, code, heard};

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
