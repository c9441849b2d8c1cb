//! The tools as a plugin: what agents have seen, what they may change, and that it goes as it came.

mod support;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use support::Folder;
use tool_fs::Workspace;
use tool_sdk::approve::{Approval, ApprovalRequest};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Confinement, Next};

/// A folder with the plugin installed, in a workspace that `prepare` makes.
fn installed(prepare: impl FnOnce(Workspace) -> Workspace) -> (Folder, Registry) {
    let disk = Folder::new();
    let registry = Registry::new();
    registry.install(tool_fs::plugin(prepare(Workspace::new(&disk.root)))).expect("nothing is missing");
    (disk, registry)
}

async fn call(registry: &Registry, agent: &Agent, tool: &str, arguments: Value) -> Outcome {
    registry.call(ToolCall::new(tool, arguments.to_string()).agent(agent)).await
}

/// The code of a failure; `ok` otherwise.
fn code(outcome: &Outcome) -> String {
    outcome.error().map_or("ok".to_owned(), |failure| failure.code().to_string())
}

fn agent(session: &str) -> Agent {
    Agent::builder(session).build()
}

// contract: T4, P6
#[tokio::test]
async fn each_agent_overwrites_only_what_it_has_seen() {
    let (disk, registry) = installed(|workspace| workspace);
    disk.put("a.txt", "old");
    let (one, two) = (agent("s"), agent("s"));
    let write = || json!({"file_path": "a.txt", "content": "new"});
    let edit = || json!({"file_path": "./a.txt", "old_string": "old", "new_string": "new"});
    assert_eq!(code(&call(&registry, &one, "read", json!({"file_path": "a.txt"})).await), "ok");
    assert_eq!(code(&call(&registry, &two, "write", write()).await), "FS_NOT_OBSERVED");
    assert_eq!(code(&call(&registry, &two, "edit", edit()).await), "FS_NOT_OBSERVED");
    assert_eq!(code(&registry.call(ToolCall::new("write", write().to_string())).await), "FS_NOT_OBSERVED");
    assert_eq!(code(&call(&registry, &one, "edit", edit()).await), "ok");
    assert_eq!(code(&call(&registry, &one, "write", write()).await), "ok", "its own change is no news to it");

    disk.put("a.txt", "by somebody else");
    assert_eq!(code(&call(&registry, &one, "write", write()).await), "FS_STALE_VERSION");
    assert_eq!(disk.bytes("a.txt"), b"by somebody else");
    assert_eq!(code(&call(&registry, &two, "write", json!({"file_path": "new.txt", "content": ""})).await), "ok");
}

// contract: R1, R10, P6
#[tokio::test]
async fn it_is_undone_as_one_and_holds_in_its_scope_alone() {
    let disk = Folder::new();
    disk.put("a.txt", "old");
    let registry = Registry::new();
    let confined = Workspace::new(&disk.root).confined(Confinement::read_only());
    let scope = registry.scope("files");
    let owner = scope.install(tool_fs::plugin(confined)).expect("nothing is missing");
    assert!(registry.schemas().is_empty(), "it is in its scope alone");
    assert_eq!(scope.schemas().len(), 6);
    owner.dispose().await;
    assert!(scope.schemas().is_empty());

    // A tool without the plugin has no policy, in the same scope.
    scope.register(tool_fs::Write::new(&disk.root)).expect("its name is free").keep();
    let write = json!({"file_path": "a.txt", "content": "new"}).to_string();
    assert_eq!(code(&scope.call(ToolCall::new("write", write)).await), "ok");
}

// contract: X6, P2
#[tokio::test]
async fn more_is_asked_for_and_holds_for_one_call() {
    let (disk, registry) = installed(|workspace| workspace.confined(Confinement::read_only()));
    let asked = Arc::new(AtomicU32::new(0));
    let counted = asked.clone();
    let agent = Agent::builder("s")
        .approver(move |request: ApprovalRequest| {
            let number = counted.fetch_add(1, Ordering::Relaxed);
            assert_eq!(request.reason(), "danger-full-access for this call: the user wants it");
            std::future::ready(if number == 0 { Approval::Rejected } else { Approval::AllowedAlways })
        })
        .build();
    let wider = json!({"file_path": "a.txt", "content": "x", "sandbox_permissions": "danger-full-access", "justification": "the user wants it"});
    assert_eq!(code(&call(&registry, &agent, "write", wider.clone()).await), "APPROVAL_REJECTED");
    assert!(disk.names().is_empty());
    assert_eq!(code(&call(&registry, &agent, "write", wider.clone()).await), "ok");
    let mut edit = json!({"file_path": "a.txt", "old_string": "x", "new_string": "y"});
    assert_eq!(code(&call(&registry, &agent, "edit", edit.clone()).await), "FS_SANDBOX_DENIED", "one call, not more");
    for key in ["sandbox_permissions", "justification"] {
        edit[key] = wider[key].clone();
    }
    assert_eq!(code(&call(&registry, &agent, "edit", edit).await), "ok");
    assert_eq!((asked.load(Ordering::Relaxed), disk.bytes("a.txt")), (3, b"y".to_vec()));
    assert_eq!(code(&call(&registry, &Agent::builder("t").build(), "write", wider).await), "APPROVAL_UNAVAILABLE");
}

// contract: X6
#[tokio::test]
async fn an_approved_call_that_is_tried_again_is_still_approved() {
    let (disk, registry) = installed(|workspace| workspace.confined(Confinement::read_only()));
    registry
        .around_execute(|_: tool_sdk::AroundCall, next: Next| async move {
            let _ = next.run().await;
            next.run().await
        })
        .keep();
    let agent = Agent::builder("s").approver(|_: ApprovalRequest| std::future::ready(Approval::Allowed)).build();
    let wider = json!({"file_path": "a.txt", "content": "x", "sandbox_permissions": "danger-full-access", "justification": "why"});
    assert_eq!(code(&call(&registry, &agent, "write", wider).await), "ok");
    assert_eq!(disk.bytes("a.txt"), b"x");
}

// contract: S15, X6
#[test]
fn what_cannot_be_asked_for_is_not_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let roots = Confinement::workspace_write([folder.path()]).expect("it is there");
    let offered = |confinement: Confinement, is_plugin: bool| {
        let workspace = Workspace::new(folder.path()).confined(confinement);
        let registry = Registry::new();
        if is_plugin {
            registry.install(tool_fs::plugin(workspace)).expect("nothing is missing");
        } else {
            registry.register(tool_fs::Write::new(workspace)).expect("its name is free").keep();
        }
        let tool = registry.definition("write").expect("it is there").parameters();
        let properties = tool["properties"].as_object().expect("properties").clone();
        assert_eq!(properties.contains_key("sandbox_permissions"), properties.contains_key("justification"));
        properties.get("sandbox_permissions").map(|modes| modes["enum"].clone())
    };
    use tool_sdk::ConfinementMode::ReadOnly;
    let (more, all) = (json!(["danger-full-access"]), json!(["workspace-write", "danger-full-access"]));
    assert_eq!(offered(Confinement::full(), true), None);
    assert_eq!(offered(roots.clone(), false), None, "nobody is asked, so nothing is given");
    assert_eq!(offered(Confinement::read_only(), true), Some(more.clone()));
    assert_eq!(offered(roots.clone(), true), Some(more));
    assert_eq!(offered(roots.with_mode(ReadOnly), true), Some(all));
}

#[tokio::test]
async fn an_agent_works_in_its_own_directory() {
    let (disk, registry) = installed(|workspace| workspace);
    disk.put("in/a.txt", "here");
    let agent = Agent::builder("s").cwd(disk.at("in")).build();
    let read = call(&registry, &agent, "read", json!({"file_path": "a.txt"})).await;
    assert!(read.text().contains("1: here"), "{}", read.text());
    call(&registry, &agent, "write", json!({"file_path": "b.txt", "content": "new"})).await;
    assert_eq!(fs::read(disk.at("in/b.txt")).expect("it was written there"), b"new");
    let edit = json!({"file_path": "b.txt", "old_string": "new", "new_string": "newer"});
    assert_eq!(code(&call(&registry, &agent, "edit", edit).await), "ok");
    let glob = call(&registry, &agent, "glob", json!({"pattern": "a.*"})).await;
    assert_eq!(glob.text(), "a.txt", "told from where the agent is");
    let grep = call(&registry, &agent, "grep", json!({"pattern": "here"})).await;
    assert!(grep.text().contains("\na.txt\n"), "{}", grep.text());
    let image = call(&registry, &agent, "read_image", json!({"file_path": "a.txt"})).await;
    assert!(image.text().contains("in/a.txt"), "{}", image.text());
}
