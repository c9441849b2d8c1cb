//! [`Outcome`]: the one frozen answer of a call.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::agent::Context;
use crate::content::Content;
use crate::context::CallId;
use crate::error::{ErrorCode, ErrorParts, Shown, ToolError};
use crate::present::Finished;
use crate::schema::{Ignored, Repair};
use crate::value::CanonicalValue;

/// The name of a tool, without a copy for tools of the program.
#[derive(Clone)]
pub struct ToolName(Name);

#[derive(Clone)]
enum Name {
    Static(&'static str),
    Shared(Arc<str>),
}

impl ToolName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Name::Static(name) => name,
            Name::Shared(name) => name,
        }
    }
}

impl PartialEq for ToolName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ToolName {}

/// As the text, so that a table of names can be asked with a `&str`.
impl Hash for ToolName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for ToolName {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<&'static str> for ToolName {
    fn from(name: &'static str) -> Self {
        Self(Name::Static(name))
    }
}

impl From<Arc<str>> for ToolName {
    fn from(name: Arc<str>) -> Self {
        Self(Name::Shared(name))
    }
}

impl From<Cow<'static, str>> for ToolName {
    fn from(name: Cow<'static, str>) -> Self {
        match name {
            Cow::Borrowed(name) => name.into(),
            Cow::Owned(name) => Arc::<str>::from(name).into(),
        }
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a call failed.
#[derive(Clone, Debug)]
pub struct Failure(Box<FailureParts>);

/// Behind a pointer: a result is moved from step to step, and most are successes.
#[derive(Clone, Debug)]
struct FailureParts {
    code: ErrorCode,
    message: String,
    paths: Vec<String>,
    detail: Option<String>,
    shown: Option<Box<Shown>>,
}

impl Failure {
    /// The code.
    pub fn code(&self) -> &ErrorCode {
        &self.0.code
    }

    /// What a model may read; its content says the same behind `Error: `, unless the error brought its own.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The arguments that it is about.
    pub fn paths(&self) -> &[String] {
        &self.0.paths
    }

    /// What an operator may know beyond that: causes, the words of a panic. No model reads it.
    pub fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }

    pub(crate) fn with_detail(code: ErrorCode, detail: String) -> Self {
        let message = code.default_text().to_owned();
        Self(Box::new(FailureParts { code, message, paths: Vec::new(), detail: Some(detail), shown: None }))
    }

    pub(crate) fn content(&self) -> Content {
        self.own_content().cloned().unwrap_or_else(|| Content::text(format!("Error: {}", self.message())))
    }

    /// The content that the error brought, if it did.
    pub(crate) fn own_content(&self) -> Option<&Content> {
        self.0.shown.as_ref()?.content.as_ref()
    }

    /// The meta that the error brought, which goes beside the outcome.
    pub(crate) fn take_meta(&mut self) -> Option<Box<str>> {
        self.0.shown.as_mut()?.meta.take()
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        let ErrorParts { code, message, paths, detail, shown } = error.into_parts();
        Self(Box::new(FailureParts { code, message, paths, detail, shown }))
    }
}

/// How a call ended, frozen (contract E4): a success has a value, a failure an error, and both have content for the model.
///
/// [`to_json`](Self::to_json) gives the wire form:
///
/// ```json
/// {"ok":true,"callId":"c1","name":"read","value":{},"content":[{"type":"text","text":"…"}]}
/// {"ok":false,"callId":"c1","name":"read","error":{"code":"INVALID_ARGS","message":"…","paths":["limit"]},"content":[{"type":"text","text":"Error: …"}]}
/// ```
#[derive(Clone, Debug)]
pub struct Outcome {
    pub(crate) call_id: CallId,
    pub(crate) name: ToolName,
    pub(crate) result: Result<CanonicalValue, Failure>,
    pub(crate) content: Content,
    pub(crate) notes: Option<Box<Notes>>,
}

/// What stands beside value and content; most calls have nothing to note.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) ignored: Vec<Ignored>,
    pub(crate) meta: Option<Box<str>>,
    pub(crate) contexts: Vec<Context>,
    pub(crate) concludes: bool,
}

/// Adds what the body said beside its value.
#[cold]
pub(crate) fn note_said(notes: &mut Option<Box<Notes>>, contexts: Vec<Context>, concludes: bool) {
    if !contexts.is_empty() || concludes {
        let notes = notes.get_or_insert_default();
        notes.contexts = contexts;
        notes.concludes = concludes;
    }
}

impl Outcome {
    /// The id of the call.
    pub fn call_id(&self) -> &CallId {
        &self.call_id
    }

    /// The tool that was asked for.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Whether there is a value.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// The canonical value of a success.
    pub fn value(&self) -> Option<&CanonicalValue> {
        self.result.as_ref().ok()
    }

    /// Why the call failed.
    pub fn error(&self) -> Option<&Failure> {
        self.result.as_ref().err()
    }

    /// What the model reads.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The text that the model reads.
    pub fn text(&self) -> String {
        self.content.to_text()
    }

    /// What was mended of the arguments (contract E17).
    pub fn repairs(&self) -> &[Repair] {
        self.notes.as_deref().map_or(&[], |notes| &notes.repairs)
    }

    /// Arguments that no parameter has the name of (decision D8).
    pub fn ignored(&self) -> &[Ignored] {
        self.notes.as_deref().map_or(&[], |notes| &notes.ignored)
    }

    /// What the card needs, as JSON text: made of the value, or brought by the error, of a call that a model asked for itself
    /// (contract E12).
    pub fn meta(&self) -> Option<&str> {
        self.notes.as_deref()?.meta.as_deref()
    }

    /// The end of the call as a presenter sees it: what a session log would keep of it.
    pub fn finished(&self) -> Finished<'_> {
        let finished = match self.error() {
            None => Finished::ok(self.content()),
            Some(failure) => Finished::failed(self.content(), Some(failure.code().as_str())),
        };
        finished.meta(self.meta())
    }

    /// What the model reads after the result, in order.
    pub fn contexts(&self) -> &[Context] {
        self.notes.as_deref().map_or(&[], |notes| &notes.contexts)
    }

    /// Whether this success ends the agent's turn.
    pub fn concludes_turn(&self) -> bool {
        self.is_ok() && self.notes.as_deref().is_some_and(|notes| notes.concludes)
    }

    /// The wire form.
    pub fn to_json(&self) -> Value {
        let mut out = json!({"ok": self.is_ok(), "callId": self.call_id.as_str(), "name": self.name()});
        match &self.result {
            Ok(value) => out["value"] = value.to_json(),
            Err(failure) => {
                out["error"] = json!({"code": failure.code().as_str(), "message": failure.message()});
                if !failure.paths().is_empty() {
                    out["error"]["paths"] = failure.paths().to_vec().into();
                }
            }
        }
        out["content"] = self.content.to_json();
        if let Some(meta) = self.meta() {
            out["meta"] = crate::json::parse(meta).unwrap_or_default();
        }
        if !self.contexts().is_empty() {
            out["contexts"] = self.contexts().iter().map(Context::to_json).collect();
        }
        if self.concludes_turn() {
            out["concludesTurn"] = true.into();
        }
        if !self.repairs().is_empty() {
            out["repairs"] = self.repairs().iter().map(Repair::to_json).collect();
        }
        if !self.ignored().is_empty() {
            out["ignored"] = self.ignored().iter().map(Ignored::to_json).collect();
        }
        out
    }
}

/// What `finalize_content` may know of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeInfo<'a> {
    pub(crate) call_id: &'a CallId,
    pub(crate) failure: Option<&'a Failure>,
}

impl OutcomeInfo<'_> {
    /// The id of the call.
    pub fn call_id(&self) -> &CallId {
        self.call_id
    }

    /// Whether the call has a value.
    pub fn is_ok(&self) -> bool {
        self.failure.is_none()
    }

    /// The code of a failure.
    pub fn code(&self) -> Option<&ErrorCode> {
        self.failure.map(Failure::code)
    }
}
