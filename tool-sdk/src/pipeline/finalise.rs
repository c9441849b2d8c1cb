//! The frozen outcome (contract E4).

use super::contain::contained;
use super::{render, value};
use crate::content::{Block, Content};
use crate::context::CallId;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::outcome::{Failure, Notes, Outcome, OutcomeInfo, ToolName};
use crate::schema::Ignored;
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
    let mut content = match &result {
        Err(failure) => failure.content(),
        Ok(value) => match checked_and_rendered(definition, text, value) {
            Ok(content) => content,
            Err(failure) => {
                let content = failure.content();
                if let Ok(refused) = std::mem::replace(&mut result, Err(failure)) {
                    refused.dispose();
                }
                content
            }
        },
    };
    if definition.runner.finalizes() {
        (result, content) = last_word(definition, text, call_id, result, content);
    }
    if let Some(ignored) = notes.and_then(ignored_text) {
        content.push(Block::Text(ignored));
    }
    (result, content)
}

/// Two steps under one containment, which notes the one that is under way.
#[inline]
fn checked_and_rendered(definition: &ToolDefinition, text: &str, value: &CanonicalValue) -> Result<Content, Failure> {
    let mut rendering = false;
    let outcome = contained(|| {
        let violations = value::violations(definition, value);
        if !violations.is_empty() {
            return Err(value::invalid(definition, &violations));
        }
        rendering = true;
        Ok(render::content(definition, text, value))
    });
    match outcome {
        Ok(Ok(content)) => Ok(content),
        Ok(Err(error)) => Err(error.into()),
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

