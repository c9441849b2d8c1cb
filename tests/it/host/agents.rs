use serde_json::json;
use tool_sdk::approve::{Approval, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, CallInfo, Decision, Deny, GuardCall, PreCall, Source};

use super::{Double, code, heard, names};

/// Say for whom this is.
#[tool]
fn who(cx: &ToolContext) -> Vec<Option<String>> {
    let agent = cx.agent();
    let cwd = cx.cwd().map(|cwd| cwd.display().to_string());
    vec![agent.map(|agent| agent.session().to_owned()), cwd]
}

// contract: E1, R7
#[tokio::test]
async fn an_agent_lives_in_its_scope_whoever_calls_for_it() {
    let (registry, heard) = heard();
    registry.register_all(tools![Double, Who]).unwrap().keep();
    let scope = registry.scope("scope").restrict(Deny::of(["double"])).unwrap();
    let say = heard.clone();
    scope.on_result(move |call: &CallInfo, _: &Outcome| say.say(call.name())).keep();
    let agent = Agent::builder("session-1").scope(&scope).cwd("/srv/project").build();
    let other = Agent::builder("session-2").build();
    assert_ne!(agent, other);
    assert_ne!(agent.id(), other.id());

    let outcome = registry.call(ToolCall::new("who", "").agent(&agent)).await;
    assert_eq!(outcome.value().unwrap().to_json(), json!(["session-1", "/srv/project"]));
    assert_eq!(code(&registry.call(ToolCall::new("double", r#"{"n": 1}"#).agent(&agent)).await), "UNKNOWN_TOOL");
    assert_eq!(heard.take(), ["who", "double"]);
    let outcome = registry.call(ToolCall::new("who", "").agent(&other)).await;
    assert_eq!(outcome.value().unwrap().to_json(), json!(["session-2", null]));
    assert_eq!(registry.call(ToolCall::new("who", "")).await.value().unwrap().to_json(), json!([null, null]));
    assert!(heard.take().is_empty(), "a scope hears neither other agents nor calls of nobody");

    assert_eq!(registry.schemas_for(&agent).len(), names(&scope).len());
    assert_eq!(registry.schemas_for(&other).len(), names(&registry).len());
}

// contract: P2, P6
#[tokio::test]
async fn each_agent_is_asked_about_its_own_calls() {
    let (registry, _) = heard();
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("") }).keep();
    let yes = Agent::builder("yes").approver(scripted([Approval::Allowed])).build();
    let no = Agent::builder("no").approver(scripted([Approval::Rejected])).build();
    assert_eq!(code(&registry.call(ToolCall::new("run", "").agent(&no)).await), "APPROVAL_REJECTED");
    assert_eq!(code(&registry.call(ToolCall::new("run", "").agent(&yes)).await), "");
    assert_eq!(
        code(&registry.call(ToolCall::new("run", "").agent(&yes)).await),
        "APPROVAL_UNAVAILABLE",
        "no answer is left"
    );
}

// contract: P1
#[tokio::test]
async fn a_policy_knows_the_agent() {
    let (registry, _) = heard();
    registry
        .guard(|call: &GuardCall| {
            let guest = call.agent().is_some_and(|agent| agent.session() == "guest");
            guest.then(|| "guests may look only".to_owned())
        })
        .keep();
    let guest = Agent::builder("guest").build();
    assert_eq!(code(&registry.call(ToolCall::new("run", "").agent(&guest)).await), "DENIED");
    assert!(registry.call(ToolCall::new("run", "")).await.is_ok());
}

// contract: E14
#[tokio::test]
async fn a_body_adds_context_to_its_agent_and_a_disposed_one_is_an_error_value() {
    /// Add a note.
    #[tool]
    fn note(cx: &ToolContext) -> ToolResult<bool> {
        let agent = cx.agent().ok_or("nobody to tell")?;
        agent.inject(Source::plugin("notes"), "remember the milk").code("AGENT_GONE")?;
        Ok(agent.is_idle())
    }
    let registry = Registry::new();
    registry.register(Note).unwrap().keep();
    let agent = Agent::builder("s").build();
    let turn = agent.begin_turn();
    assert_eq!(registry.call(ToolCall::new("note", "").agent(&agent)).await.text(), "false");
    let told: Vec<_> = turn.take_contexts().iter().map(tool_sdk::Context::to_json).collect();
    let expected = json!({
        "source": {"kind": "plugin", "plugin": "notes"},
        "content": [{"type": "text", "text": "remember the milk"}],
    });
    assert_eq!(told, [expected]);
    drop(turn);
    assert_eq!(registry.call(ToolCall::new("note", "").agent(&agent)).await.text(), "true");
    agent.dispose().await;
    assert!(agent.is_disposed() && agent.begin_turn().take_contexts().is_empty());
    assert_eq!(code(&registry.call(ToolCall::new("note", "").agent(&agent)).await), "AGENT_GONE");
    assert_eq!(code(&registry.call(ToolCall::new("note", "")).await), "FAILED");
}

// contract: E14
#[test]
fn an_agent_is_busy_as_long_as_one_of_its_turns_lives() {
    let agent = Agent::builder("s").build();
    let (first, second) = (agent.begin_turn(), agent.clone().begin_turn());
    drop(first);
    assert!(!agent.is_idle() && second.agent() == &agent);
    drop(second);
    assert!(agent.is_idle());
}

/// Nothing of a host's runs while the agent holds its lock.
// contract: E14
#[tokio::test]
async fn what_wakes_an_agent_may_use_it_when_it_goes() {
    let agent = Agent::builder("s").build();
    struct Last(Agent);
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(self.0.is_idle());
        }
    }
    let waker = || {
        let last = Last(agent.clone());
        move || assert!(last.0.is_idle())
    };
    drop(agent.on_wake(waker()));
    agent.on_wake(waker()).keep();
    agent.wake();
    agent.dispose().await;
}
