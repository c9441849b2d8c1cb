//! The frozen outcome (contract E4).

use super::Ended;
use super::contain::contained;
use crate::content::Block;
use crate::context::CallId;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::outcome::{Failure, Notes, Outcome, OutcomeInfo, ToolName};
use crate::schema::Ignored;

/// The outcome of a call that never reached a tool.
pub(super) fn failed(call_id: CallId, name: ToolName, error: ToolError) -> Outcome {
    let failure = Failure::from(error);
    Outcome { call_id, name, content: failure.content(), result: Err(failure), notes: None }
}

/// The outcome of a call: the tool's last word on the content, and what was ignored.
pub(super) fn outcome(call_id: CallId, definition: &ToolDefinition, text: &str, ended: Ended) -> Outcome {
    let (mut content, mut result) = match ended.result {
        Ok((value, content)) => (content, Ok(value)),
        Err(failure) => (failure.content(), Err(failure)),
    };
    if definition.runner.finalizes() {
        let info = OutcomeInfo { call_id: &call_id, failure: result.as_ref().err() };
        match contained(|| definition.runner.finalize(text, content, &info)) {
            Ok(last) => content = last,
            Err(failure) => {
                content = failure.content();
                result = Err(failure);
            }
        }
    }
    if let Some(ignored) = ended.notes.as_deref().and_then(ignored_text) {
        content.push(Block::Text(ignored));
    }
    Outcome { call_id, name: definition.name.clone(), result, content, notes: ended.notes }
}

/// One block that names the ignored keys, and what was probably meant (decision D8).
fn ignored_text(notes: &Notes) -> Option<String> {
    if notes.ignored.is_empty() {
        return None;
    }
    let keys: Vec<String> = notes.ignored.iter().map(ignored_key).collect();
    Some(format!("Ignored unknown arguments: {}.", keys.join(", ")))
}

fn ignored_key(ignored: &Ignored) -> String {
    match &ignored.near {
        Some(near) => format!("{} (did you mean {near}?)", ignored.path),
        None => ignored.path.clone(),
    }
}

