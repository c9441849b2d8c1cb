use std::path::Path;

use tool_sdk::approve::{Approval, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Confinement};

/// Where the tools seem to work: what a model reads names this folder and not the one of the test.
pub(super) const FOLDER: &str = "/srv/project";

/// One call in a folder and a registry of its own.
pub(super) struct Call {
    pub(super) what: &'static str,
    tool: &'static str,
    /// As a model wrote them.
    pub(super) arguments: String,
    files: fn(&Path),
    host: fn(&Registry),
    confinement: fn(&Path) -> Confinement,
    /// Tool and arguments of a call that the model made before.
    before: Option<(&'static str, String)>,
    approval: Option<Approval>,
    cancel: Cancel,
}

/// When the caller does not want the answer any more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cancel {
    Never,
    Before,
    /// Once the body waits.
    Inside,
}

/// What a model gets.
pub(super) struct Answer {
    /// That of a failure.
    pub(super) code: Option<String>,
    pub(super) content: String,
}

impl Call {
    pub(super) fn new(what: &'static str, tool: &'static str, arguments: &impl ToString) -> Self {
        let (arguments, before, approval, cancel) = (arguments.to_string(), None, None, Cancel::Never);
        let confinement = |_: &Path| Confinement::full();
        Self { what, tool, arguments, files: |_| (), host: |_| (), confinement, before, approval, cancel }
    }

    /// What is in the folder.
    pub(super) fn files(mut self, files: fn(&Path)) -> Self {
        self.files = files;
        self
    }

    /// What a host has beside the shipped tools.
    pub(super) fn host(mut self, host: fn(&Registry)) -> Self {
        self.host = host;
        self
    }

    /// What may be changed in the folder.
    pub(super) fn confined(mut self, confinement: fn(&Path) -> Confinement) -> Self {
        self.confinement = confinement;
        self
    }

    /// What the model did before.
    pub(super) fn after(mut self, tool: &'static str, arguments: &impl ToString) -> Self {
        self.before = Some((tool, arguments.to_string()));
        self
    }

    /// What the person says who is asked.
    pub(super) fn approval(mut self, approval: Approval) -> Self {
        self.approval = Some(approval);
        self
    }

    pub(super) fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    pub(super) async fn answer(self) -> Answer {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let place = folder.path().canonicalize().expect("it has a path");
        (self.files)(&place);
        let registry = super::everything(&place, (self.confinement)(&place)).expect("the shipped tools register");
        (self.host)(&registry);
        let mut agent = Agent::builder("s1").scope(&registry);
        if let Some(approval) = self.approval {
            agent = agent.approver(scripted([approval]));
        }
        let agent = agent.build();
        if let Some((tool, arguments)) = self.before {
            let before = registry.call(ToolCall::new(tool, arguments).agent(&agent)).await;
            assert!(before.is_ok(), "{}", before.text());
        }
        let call = ToolCall::new(self.tool, self.arguments).id("c1").agent(&agent);
        let signal = call.signal().clone();
        if self.cancel == Cancel::Before {
            signal.cancel();
        }
        // The call is polled first, so that its body waits by the time the other one is.
        let later = async move {
            if self.cancel == Cancel::Inside {
                signal.cancel();
            }
        };
        let (outcome, ()) = tokio::join!(registry.call(call), later);
        let code = outcome.error().map(|failure| failure.code().to_string());
        let blocks: Vec<String> = outcome.content().blocks().iter().map(block).collect();
        let content = blocks.join("\n").replace(&place.display().to_string(), FOLDER);
        Answer { code, content }
    }
}

/// Texts as they are, of anything else what it is.
fn block(block: &tool_sdk::Block) -> String {
    match block {
        tool_sdk::Block::Text(text) => text.clone(),
        tool_sdk::Block::Image(image) => format!("[{}, {} bytes of base64]", image.mime_type(), image.data().len()),
        other => format!("[{other:?}]"),
    }
}
