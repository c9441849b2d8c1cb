//! The tools and what belongs with them, installed and undone as one.

use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, Decision, Owner, Plugin, PreCall, Widening};

use crate::approvals::Approvals;
use crate::args::{EditArgs, WriteArgs};
use crate::workspace::Workspace;
use crate::{Edit, Glob, Grep, Read, ReadImage, Write};

/// All tools of this crate in a workspace, with two policies. Registered alone, the tools have neither (decision D51).
///
/// * What an agent has not read, or what changed since it did, `write` and `edit` leave alone (contract T4). Each agent has a memory
///   of its own, which ends with the plugin or when 256 other agents have been at work since. Calls without an agent share one.
/// * In a [confined](Workspace::confined) workspace `write` and `edit` take `sandbox_permissions` and `justification`: the approver
///   of the agent is asked, and what is allowed holds for that one call (contract X6).
///
/// ```
/// use tool_sdk::Agent;
/// use tool_sdk::prelude::*;
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// # let folder = tempfile::tempdir().unwrap();
/// # let folder = folder.path();
/// std::fs::write(folder.join("a.txt"), "precious")?;
/// let registry = Registry::new();
/// let files = registry.install(tool_fs::plugin(folder))?;
/// let agent = Agent::builder("session-1").build();
/// let call = |tool, arguments| registry.call(ToolCall::new(tool, arguments).agent(&agent));
///
/// let write = r#"{"file_path":"a.txt","content":"mine"}"#;
/// assert_eq!(call("write", write).await.error().unwrap().code(), &tool_fs::code::NOT_OBSERVED);
/// call("read", r#"{"file_path":"a.txt"}"#).await;
/// assert!(call("write", write).await.is_ok());
///
/// files.dispose().await;
/// assert!(registry.schemas().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
pub fn plugin(workspace: impl Into<Workspace>) -> FileTools {
    FileTools { workspace: workspace.into() }
}

/// The plugin that [`plugin`] makes.
#[derive(Clone, Debug)]
pub struct FileTools {
    workspace: Workspace,
}

impl Plugin for FileTools {
    const NAME: &'static str = "files";

    fn install(self, owner: &Owner) -> Result<(), RegisterError> {
        let mut workspace = self.workspace.remembering();
        if workspace.confinement().is_confining() {
            let approvals = Approvals::default();
            ask_for_more(owner, &workspace, &approvals);
            workspace = workspace.widened_by(approvals);
        }
        owner.register_all(tools![
            Read::new(workspace.clone()),
            ReadImage::new(workspace.clone()),
            Write::new(workspace.clone()),
            Edit::new(workspace.clone()),
            Glob::new(workspace.clone()),
            Grep::new(workspace),
        ])
    }
}

/// Has a call approved that asks for more than the confinement gives, and remembers that until the call ends.
fn ask_for_more(owner: &Owner, workspace: &Workspace, approvals: &Approvals) {
    let (confinement, allowed) = (workspace.confinement().clone(), approvals.clone());
    owner.on_pre_execute(move |call: PreCall| {
        // What asks for nothing wider is refused by the tool, and nobody need be asked.
        let asked = widening(&call).filter(|asked| confinement.widened(asked).is_ok());
        let (token, allowed) = (call.token(), allowed.clone());
        let decision = asked.map_or_else(Decision::allow, |asked| {
            Decision::ask(format!("{} for this call: {}", asked.to, asked.justification)).on_answer(move |answer| {
                if answer.allows() {
                    allowed.add(token);
                }
            })
        });
        std::future::ready(decision)
    });
    let ended = approvals.clone();
    owner.on_result(move |call: &CallInfo, _: &Outcome| ended.end(call.token()));
}

/// What a call of one of our tools asks for beyond its confinement.
fn widening(call: &CallInfo) -> Option<Widening> {
    let (asked, justification) = match call.name() {
        "write" => call.args::<WriteArgs>().map(|args| (args.sandbox_permissions, args.justification))?,
        "edit" => call.args::<EditArgs>().map(|args| (args.sandbox_permissions, args.justification))?,
        _ => return None,
    };
    Widening::of(asked, justification.as_deref()).ok().flatten()
}
