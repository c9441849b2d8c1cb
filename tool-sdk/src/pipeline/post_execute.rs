//! Judges results before anybody sees them (contract P4).

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use super::contain;
use super::settled::Settled;
use crate::agent::Context;
use crate::call::CallInfo;
use crate::content::{Block, Content};
use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;
use crate::schema::ToolValue;
use crate::value::CanonicalValue;

/// Judges a result before anybody sees it: leaves it, replaces what the model reads or the value itself, or blocks it. A closure
/// that returns a future of a [`Verdict`], or of a `Result` of one, is one.
///
/// It sees successes and failures, also those of unknown tools, invalid arguments and denials (contract P7). Policies run in
/// order, those of outer scopes first, each on what the one before it left. An error or a panic is a failed call.
///
/// Replacing content is not redaction: programs and later policies still have the value. What must not be seen is replaced with
/// [`Verdict::value`] or blocked.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{PostCall, Verdict};
///
/// let registry = Registry::new();
/// registry
///     .on_post_execute(|call: PostCall| async move {
///         if call.content().to_text().contains("BEGIN PRIVATE KEY") {
///             return Verdict::block("the result holds a private key");
///         }
///         Verdict::accept()
///     })
///     .keep();
/// ```
pub trait PostExecute: Send + Sync + 'static {
    /// Judges.
    fn judge(&self, call: PostCall) -> Pin<Box<dyn Future<Output = Result<Verdict, ToolError>> + Send + '_>>;
}

impl<F, A> PostExecute for F
where
    F: Fn(PostCall) -> A + Send + Sync + 'static,
    A: Future<Output: IntoVerdict> + Send + 'static,
{
    fn judge(&self, call: PostCall) -> Pin<Box<dyn Future<Output = Result<Verdict, ToolError>> + Send + '_>> {
        let judged = self(call);
        Box::pin(async move { judged.await.into_verdict() })
    }
}

/// What a post-execute policy may return.
#[diagnostic::on_unimplemented(
    message = "a post-execute policy cannot judge with `{Self}`",
    label = "neither a `Verdict` nor a `Result` of one",
    note = "`Verdict::accept()`, `Verdict::content(…)`, `Verdict::value(…)`, `Verdict::block(…)`"
)]
pub trait IntoVerdict {
    /// The verdict.
    ///
    /// # Errors
    /// What kept the policy from judging.
    fn into_verdict(self) -> Result<Verdict, ToolError>;
}

impl IntoVerdict for Verdict {
    fn into_verdict(self) -> Result<Verdict, ToolError> {
        Ok(self)
    }
}

impl<E: Into<ToolError>> IntoVerdict for Result<Verdict, E> {
    fn into_verdict(self) -> Result<Verdict, ToolError> {
        self.map_err(Into::into)
    }
}

/// A call with its result so far.
#[derive(Clone)]
pub struct PostCall {
    call: Arc<CallInfo>,
    settled: Arc<Settled>,
}

impl PostCall {
    /// The value of a success.
    pub fn value(&self) -> Option<&CanonicalValue> {
        self.settled.result.as_ref().ok()
    }

    /// Why the call failed.
    pub fn error(&self) -> Option<&Failure> {
        self.settled.result.as_ref().err()
    }

    /// What the model would read.
    pub fn content(&self) -> &Content {
        &self.settled.content
    }
}

impl Deref for PostCall {
    type Target = CallInfo;

    fn deref(&self) -> &CallInfo {
        &self.call
    }
}

impl fmt::Debug for PostCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostCall").field("call", &self.call).field("is_ok", &self.settled.result.is_ok()).finish()
    }
}

/// What becomes of a result. Content and value are never replaced together.
#[derive(Debug)]
pub struct Verdict {
    act: Act,
    contexts: Vec<Context>,
}

#[derive(Debug)]
enum Act {
    Accept,
    Content(Content),
    Value(CanonicalValue),
    Block(Content),
}

impl Verdict {
    const fn new(act: Act) -> Self {
        Self { act, contexts: Vec::new() }
    }

    /// It stays as it is.
    pub const fn accept() -> Self {
        Self::new(Act::Accept)
    }

    /// The model reads this instead; value and meta stay. This is no redaction.
    pub fn content(content: impl Into<Content>) -> Self {
        Self::new(Act::Content(content.into()))
    }

    /// This becomes the value: it is read into the tool's output type, and rendered. A failure has no value to replace: that is
    /// a failed call.
    pub fn value(value: impl ToolValue) -> Self {
        Self::new(Act::Value(CanonicalValue::new(value)))
    }

    /// The result is withheld: the call fails with `BLOCKED`, and the model reads the feedback. What the tool wanted to tell
    /// beside its result is withheld too.
    pub fn block(feedback: impl Into<Content>) -> Self {
        Self::new(Act::Block(feedback.into()))
    }

    /// Adds a context, after those of the tool.
    #[must_use]
    pub fn with_context(mut self, context: Context) -> Self {
        self.contexts.push(context);
        self
    }
}

/// Lets all policies judge, each what the one before it left.
pub(super) async fn judge(policies: &[Arc<dyn PostExecute>], call: &Arc<CallInfo>, settled: Settled) -> Settled {
    if policies.is_empty() {
        return settled;
    }
    let mut settled = Arc::new(settled);
    for policy in policies {
        let post = PostCall { call: call.clone(), settled: settled.clone() };
        let judged = contain::polled(|| policy.judge(post)).await;
        let judged = judged.and_then(|judged| judged.map_err(Failure::from));
        match judged {
            Ok(Verdict { act: Act::Accept, contexts }) if contexts.is_empty() => {}
            judged => {
                let now = Arc::make_mut(&mut settled);
                if let Err(failure) = judged.and_then(|verdict| apply(verdict, call, now)) {
                    now.fail(failure);
                    break;
                }
            }
        }
    }
    Arc::unwrap_or_clone(settled)
}

fn apply(verdict: Verdict, call: &CallInfo, settled: &mut Settled) -> Result<(), Failure> {
    match verdict.act {
        Act::Accept => {}
        Act::Content(content) => settled.content = content,
        Act::Value(value) => replace(value, call, settled)?,
        Act::Block(feedback) => {
            settled.block(ToolError::new(ErrorCode::BLOCKED, message(&feedback)).into(), feedback);
        }
    }
    settled.contexts.extend(verdict.contexts);
    Ok(())
}

fn replace(value: CanonicalValue, call: &CallInfo, settled: &mut Settled) -> Result<(), Failure> {
    match &call.definition {
        Some(definition) if settled.result.is_ok() => {
            let (value, content) = super::value::adopted(definition, call.arguments_text(), value)?;
            settled.meta = super::meta::of(definition, call.arguments_text(), &value, !call.is_nested())?;
            settled.result = Ok(value);
            settled.content = content;
            Ok(())
        }
        _ => Err(ToolError::new(ErrorCode::FAILED, "a policy gave a value to a failed call").into()),
    }
}

/// The words of the feedback; a block that is no text is named.
fn message(feedback: &Content) -> String {
    let words: Vec<&str> = feedback
        .blocks()
        .iter()
        .map(|block| match block {
            Block::Text(text) => text.as_str(),
            Block::Image(_) => "[image content]",
        })
        .collect();
    let words = words.join("\n");
    if words.is_empty() { ErrorCode::BLOCKED.default_text().to_owned() } else { words }
}
