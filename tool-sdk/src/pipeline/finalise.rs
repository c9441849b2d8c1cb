//! The frozen outcome (contract E4).

use super::attempt::Ended;
use super::contain::contained;
use crate::content::{Block, Content};
use crate::context::CallId;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::outcome::{Failure, Notes, Outcome, OutcomeInfo, ToolName};
use crate::schema::Ignored;

/// The outcome of a call that never reached a tool.
pub(crate) fn failed(call_id: CallId, name: ToolName, error: ToolError) -> Outcome {
    let failure = Failure::from(error);
    Outcome { call_id, name, content: failure.content(), result: Err(failure), notes: None }
}

/// The tool's last word on the content, also of failures.
#[inline]
pub(super) fn last_word(definition: &ToolDefinition, text: &str, call_id: &CallId, ended: &mut Ended) {
    if let Some(finalize) = definition.hooks.finalize {
        speak(finalize, text, call_id, ended);
    }
}

fn speak(finalize: fn(&str, Content, &OutcomeInfo<'_>) -> Content, text: &str, call_id: &CallId, ended: &mut Ended) {
    let failure = ended.result.as_ref().and_then(|result| result.as_ref().err());
    let info = OutcomeInfo { call_id, failure };
    let content = std::mem::replace(&mut ended.content, Content::empty());
    match contained(|| finalize(text, content, &info)) {
        Ok(content) => ended.content = content,
        Err(failure) => ended.fail(failure),
    }
}

/// Adds one block that names the keys that were ignored (decision D8).
#[cold]
pub(super) fn tell_ignored(notes: Option<&Notes>, ended: &mut Ended) {
    if let Some(ignored) = notes.and_then(ignored_text) {
        ended.content.push(Block::Text(ignored));
    }
}

/// Which keys, and what was probably meant.
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
