//! The frozen outcome (contract E4).

use super::contain::contained;
use super::{render, value};
use crate::content::{Block, Content};
use crate::context::CallId;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::outcome::{Failure, Notes, Outcome, OutcomeInfo, ToolName};
use crate::schema::{Ignored, Violations};
use crate::value::CanonicalValue;

/// The outcome of a call that never reached a tool.
pub(super) fn failed(call_id: CallId, name: ToolName, error: ToolError) -> Outcome {
    let failure = Failure::from(error);
    Outcome { call_id, name, content: failure.content(), result: Err(failure), notes: None }
}

/// The last steps: the value is checked and rendered, the tool has its last word, and what was ignored is told.
pub(super) fn content(
    definition: &ToolDefinition,
    text: &str,
    call_id: &CallId,
    notes: Option<&Notes>,
    mut result: Result<CanonicalValue, Failure>,
) -> (Result<CanonicalValue, Failure>, Content) {
    let mut content = Content::empty();
    let refused = match &result {
        Ok(value) => checked_and_rendered(definition, text, value, &mut content).err(),
        Err(failure) => {
            content = failure.content();
            None
        }
    };
    if let Some(failure) = refused {
        content = failure.content();
        if let Ok(value) = std::mem::replace(&mut result, Err(failure)) {
            value.dispose();
        }
    }
    if definition.finalizes {
        (result, content) = last_word(definition, text, call_id, result, content);
    }
    if let Some(ignored) = notes.and_then(ignored_text) {
        content.push(Block::Text(ignored));
    }
    (result, content)
}

/// Two steps under one containment, which notes the one that is under way. The content is written in place: results that are
/// moved from call to call are what the fast path pays most for.
#[inline]
fn checked_and_rendered(
    definition: &ToolDefinition,
    text: &str,
    value: &CanonicalValue,
    content: &mut Content,
) -> Result<(), Failure> {
    let (mut rendering, mut violations) = (false, Violations::new());
    let outcome = contained(|| {
        violations = value::violations(definition, value);
        if violations.is_empty() {
            rendering = true;
            *content = render::content(definition, text, value);
        }
    });
    match outcome {
        Ok(()) if violations.is_empty() => Ok(()),
        Ok(()) => Err(value::invalid(definition, &violations).into()),
        Err(failure) if rendering => Err(render::panicked(&failure)),
        Err(failure) => Err(failure),
    }
}

fn last_word(
    definition: &ToolDefinition,
    text: &str,
    call_id: &CallId,
    result: Result<CanonicalValue, Failure>,
    content: Content,
) -> (Result<CanonicalValue, Failure>, Content) {
    let info = OutcomeInfo { call_id, failure: result.as_ref().err() };
    match contained(|| definition.runner.finalize(text, content, &info)) {
        Ok(content) => (result, content),
        Err(failure) => {
            let content = failure.content();
            (Err(failure), content)
        }
    }
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

