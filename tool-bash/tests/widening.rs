//! A wider sandbox for one command: when it can be asked for, who is asked, and that it ends with the call.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tool_bash::{Bash, Confined, Local};
use tool_sdk::approve::{Approval, ApprovalRequest, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Confinement, ConfinementMode};

fn registry(folder: &Path, policy: Confinement) -> Registry {
    let registry = Registry::new();
    let executor = Confined::new(Local::default(), policy);
    registry.register(Bash::builder().cwd(folder).executor(executor).build()).expect("bash registers").keep();
    registry
}

/// Read-only, with a root that a wider call may write.
fn read_only(folder: &Path) -> Confinement {
    Confinement::workspace_write([folder]).expect("a policy").with_mode(ConfinementMode::ReadOnly)
}

fn arguments(command: &str, more: &Value) -> String {
    let mut arguments = json!({"command": command, "description": "Do what the test needs"});
    arguments.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    arguments.to_string()
}

fn asking(mode: &str) -> Value {
    json!({"sandbox_permissions": mode, "justification": "to build"})
}

/// The modes that may be asked for, whether the description speaks of it, and the property `justification`.
fn offered(tool: Bash) -> (Value, bool, bool) {
    let registry = Registry::new();
    registry.register(tool).expect("bash registers").keep();
    let schema = &registry.schemas()[0];
    let parameters = schema.parameters();
    let properties = &parameters["properties"];
    (
        properties["sandbox_permissions"]["enum"].clone(),
        schema.description().contains("sandbox"),
        properties["justification"].is_object(),
    )
}

// contract: X6, S15
#[test]
fn it_is_offered_where_the_executor_can_give_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let under =
        |policy: Confinement| offered(Bash::builder().executor(Confined::new(Local::default(), policy)).build());
    assert_eq!(offered(Bash::default()), (Value::Null, false, false));
    assert_eq!(under(Confinement::full()), (Value::Null, false, false));
    assert_eq!(under(read_only(folder.path())), (json!(["workspace-write", "danger-full-access"]), true, true));
    assert_eq!(under(Confinement::read_only()), (json!(["danger-full-access"]), true, true));
    let workspace = Confinement::workspace_write([folder.path()]).expect("a policy");
    assert_eq!(under(workspace), (json!(["danger-full-access"]), true, true));
}

// contract: X6, S15, S7
#[tokio::test]
async fn what_makes_no_sense_is_refused_and_nobody_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let never = |_: ApprovalRequest| async { panic!("nobody is asked") };
    let agent = Agent::builder("s").approver(never).build();
    let refused = [
        (json!({"justification": "to build"}), "justification` goes with `sandbox_permissions"),
        (json!({"sandbox_permissions": "danger-full-access"}), "needs a `justification`"),
        (json!({"sandbox_permissions": "danger-full-access", "justification": " "}), "justification: expected text"),
        (asking("read-only"), "sandbox_permissions: expected"),
        (asking("workspace-write"), "\"workspace-write\" is not accepted here: commands have that already"),
    ];
    let confined = registry(folder.path(), Confinement::workspace_write([folder.path()]).expect("a policy"));
    let open = Registry::new();
    open.register(Bash::new(folder.path())).expect("bash registers").keep();
    for (more, words) in refused {
        let outcome = confined.call(ToolCall::new("bash", arguments("touch ran", &more)).agent(&agent)).await;
        assert_eq!(outcome.error().expect("a failure").code(), &"INVALID_ARGS", "{more}");
        assert!(outcome.text().contains(words), "{}", outcome.text());
    }
    let call = ToolCall::new("bash", arguments("touch ran", &asking("danger-full-access"))).agent(&agent);
    let outcome = open.call(call).await;
    assert!(outcome.text().contains("not accepted here: commands are not confined"), "{}", outcome.text());
    assert!(!folder.path().join("ran").exists());
}

// contract: X6, P2
#[tokio::test]
async fn an_approval_widens_one_call_and_nothing_else_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(folder.path(), read_only(folder.path()));
    let call = |name: &str, more: &Value| {
        ToolCall::new("bash", arguments(&format!("echo x > {name}; [ -e {name} ] && echo made"), more))
    };
    let wide = asking("workspace-write");
    let answers = [
        (Approval::Rejected, "APPROVAL_REJECTED"),
        (Approval::Cancelled, "APPROVAL_CANCELLED"),
        (Approval::Unavailable, "APPROVAL_UNAVAILABLE"),
    ];
    for (answer, code) in answers {
        let agent = Agent::builder("s").approver(scripted([answer])).build();
        let outcome = registry.call(call("denied", &wide).agent(&agent)).await;
        assert_eq!(outcome.error().expect("a failure").code(), &code);
    }
    let silent = Agent::builder("s").build();
    for call in [call("denied", &wide), call("denied", &wide).agent(&silent)] {
        let outcome = registry.call(call).await;
        assert_eq!(outcome.error().expect("a failure").code(), &"APPROVAL_UNAVAILABLE");
        assert!(outcome.text().contains("run the command under workspace-write instead of read-only: to build"));
    }
    assert!(!folder.path().join("denied").exists());

    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let list = asked.clone();
    let agent = Agent::builder("s")
        .approver(move |request: ApprovalRequest| {
            let words = format!("{}: {} ({})", request.name(), request.reason(), request.arguments()["description"]);
            list.lock().expect("no test panics here").push(words);
            async { Approval::AllowedAlways }
        })
        .build();
    let outcome = registry.call(call("allowed", &wide).agent(&agent)).await;
    assert_eq!(outcome.text(), "made");
    assert_eq!(outcome.to_json()["value"]["sandbox"]["mode"], "workspace-write");
    // Allowed once is not allowed for ever, whatever the answer was.
    let outcome = registry.call(call("later", &json!({})).agent(&agent)).await;
    let told = "[sandbox: file access denied under read-only mode]\n\
                [if it is needed, ask with sandbox_permissions and justification]\n[exit code: 1]";
    assert!(outcome.text().ends_with(told), "{}", outcome.text());
    assert!(!folder.path().join("later").exists());
    let said =
        "bash: run the command under workspace-write instead of read-only: to build (\"Do what the test needs\")";
    assert_eq!(*asked.lock().expect("no test panics here"), [said]);
}

// contract: P2, E9
#[tokio::test]
async fn a_cancel_withdraws_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = registry(folder.path(), read_only(folder.path()));
    let signal = CancellationToken::new();
    let cancel = signal.clone();
    let never = move |_: ApprovalRequest| {
        cancel.cancel();
        std::future::pending::<Approval>()
    };
    let agent = Agent::builder("s").approver(never).build();
    let call = ToolCall::new("bash", arguments("touch ran", &asking("workspace-write")));
    let outcome = registry.call(call.agent(&agent).cancelled_by(signal)).await;
    assert_eq!(outcome.error().expect("a failure").code(), &"ABORTED");
    assert!(!folder.path().join("ran").exists());
}
