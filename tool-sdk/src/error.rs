//! [`ToolError`], and the one table of codes.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::contain::caught;
use crate::content::Content;
use crate::schema::ToolValue;

/// What a host may do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retry {
    /// The model should send something else.
    Corrected,
    /// The same call may work later, or with an approval.
    Later,
    /// The same call will fail again.
    Never,
    /// Nobody knows; effects are possible.
    Unknown,
}

/// The code of a failure: SCREAMING_SNAKE, one of the table below or a tool's own (contract E5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ErrorCode(Cow<'static, str>);

macro_rules! codes {
    ($($name:ident $retry:ident $text:literal),* $(,)?) => {
        impl ErrorCode {
            $(
                #[doc = concat!("`", stringify!($name), "`: ", $text, ".")]
                pub const $name: Self = Self(Cow::Borrowed(stringify!($name)));
            )*

            /// Every code of the SDK itself.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            fn row(&self) -> (Retry, &'static str) {
                match &*self.0 {
                    $(stringify!($name) => (Retry::$retry, $text),)*
                    _ => (Retry::Unknown, "the tool failed"),
                }
            }
        }
    };
}

codes! {
    INVALID_ARGS Corrected "invalid arguments",
    UNKNOWN_TOOL Corrected "unknown tool",
    DENIED Never "denied by policy",
    APPROVAL_REJECTED Never "the user rejected the call",
    APPROVAL_CANCELLED Later "the approval was cancelled",
    APPROVAL_UNAVAILABLE Later "nobody can approve the call",
    BLOCKED Never "the result was blocked by policy",
    INVALID_TOOL_OUTPUT Never "the tool returned invalid output",
    ABORTED_BEFORE_DISPATCH Later "tool call aborted before it started",
    ABORTED Unknown "tool call aborted, effects are possible",
    TOOL_TIMEOUT Unknown "tool call timed out",
    PANICKED Unknown "the tool failed unexpectedly",
    CODE_RUN_FAILED Corrected "the program failed",
    FAILED Unknown "the tool failed",
    TOOL_NOT_STARTED Later "the call was never started",
    TOOL_OUTCOME_UNKNOWN Unknown "the call was interrupted, its outcome is unknown",
}

impl ErrorCode {
    /// The code as it stands on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What a host may do; unknown for a tool's own codes.
    pub fn retry(&self) -> Retry {
        self.row().0
    }

    /// The message of an error that has none of its own.
    pub fn default_text(&self) -> &'static str {
        self.row().1
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&'static str> for ErrorCode {
    fn from(code: &'static str) -> Self {
        Self(Cow::Borrowed(code))
    }
}

impl From<String> for ErrorCode {
    fn from(code: String) -> Self {
        Self(Cow::Owned(code))
    }
}

impl PartialEq<str> for ErrorCode {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ErrorCode {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// A failed call, as a body returns it: a code, a message that a model may read, and what went wrong beneath it for an operator.
///
/// `?` turns any standard error, `anyhow::Error`, a `String` or a `&str` into one, with the code `FAILED` (decision D34). A code
/// comes from [`CodeExt::code`] or [`ToolError::new`].
///
/// ```
/// use tool_sdk::prelude::*;
///
/// fn size(path: &str) -> ToolResult<u64> {
///     Ok(std::fs::metadata(path).code("NOT_FOUND")?.len())
/// }
///
/// assert_eq!(size("no such file").unwrap_err().code(), &"NOT_FOUND");
/// ```
pub struct ToolError(Box<Repr>);

struct Repr {
    code: ErrorCode,
    message: String,
    paths: Vec<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
    shown: Option<Box<Shown>>,
}

/// What is shown of a failure beside its message: of few, so behind a pointer of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) content: Option<Content>,
    pub(crate) meta: Option<Box<str>>,
}

/// All of an error, for whoever makes something else of it.
pub(crate) struct ErrorParts {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    pub(crate) paths: Vec<String>,
    pub(crate) detail: Option<String>,
    pub(crate) shown: Option<Box<Shown>>,
}

/// What a body returns.
pub type ToolResult<T, E = ToolError> = Result<T, E>;

impl ToolError {
    /// An error with a code and a message for the model: what was wrong, where, what to send instead.
    pub fn new(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        let (code, message) = (code.into(), message.into());
        Self(Box::new(Repr { code, message, paths: Vec::new(), cause: None, shown: None }))
    }

    /// A code with the text of its row in the table.
    pub fn of(code: ErrorCode) -> Self {
        let text = code.default_text();
        Self::new(code, text)
    }

    /// `INVALID_ARGS` at a path, for what no keyword of the schema can say (contract S7).
    ///
    /// ```
    /// let error = tool_sdk::ToolError::invalid("servers[1].host", "no such host");
    /// assert_eq!(error.to_string(), "servers[1].host: no such host");
    /// ```
    pub fn invalid(path: impl Into<String>, message: impl fmt::Display) -> Self {
        let path = path.into();
        Self::new(ErrorCode::INVALID_ARGS, format!("{path}: {message}")).at(path)
    }

    /// Names an argument that the error is about.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.0.paths.push(path.into());
        self
    }

    pub(crate) fn at_all(mut self, paths: Vec<String>) -> Self {
        self.0.paths.extend(paths);
        self
    }

    /// Keeps what lies beneath, for the log and the trace; a model never reads it.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// Replaces the code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<ErrorCode>) -> Self {
        self.0.code = code.into();
        self
    }

    /// What a model reads of the failure instead of `Error: …` and the message, so begin with these: for a body that failed half-way
    /// and has something to show, like the output until then (contract X3).
    ///
    /// ```
    /// use tool_sdk::prelude::*;
    ///
    /// /// Count to three, and stop at two.
    /// #[tool]
    /// fn count() -> ToolResult<u32> {
    ///     let error = ToolError::new("STOPPED", "stopped half-way");
    ///     Err(error.with_content("Error: stopped half-way, after:\n1\n2").with_meta(&2_u32))
    /// }
    ///
    /// # tool_sdk::testing::block_on(async {
    /// let outcome = tool_sdk::testing::call(Count, "{}").await;
    /// assert_eq!(outcome.text(), "Error: stopped half-way, after:\n1\n2");
    /// assert_eq!(outcome.error().unwrap().message(), "stopped half-way");
    /// assert_eq!(outcome.meta(), Some("2"));
    /// # });
    /// ```
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.0.shown.get_or_insert_default().content = Some(content.into());
        self
    }

    /// What the card of the failure needs, of the type that the tool's `presentation_meta` makes; as there, it is kept for calls that
    /// a model asked for itself. Meta that breaks the rules of its type is left out, and the operator is told.
    #[must_use]
    pub fn with_meta(mut self, meta: &impl ToolValue) -> Self {
        match crate::value::checked_text(meta) {
            Ok(text) => self.0.shown.get_or_insert_default().meta = Some(text.into()),
            Err(violations) => {
                tracing::warn!(target: "tool_sdk", %violations, "the meta of a failure is invalid and left out");
            }
        }
        self
    }

    /// The code.
    pub fn code(&self) -> &ErrorCode {
        &self.0.code
    }

    /// What a model may read.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The arguments that it is about.
    pub fn paths(&self) -> &[String] {
        &self.0.paths
    }

    /// What lies beneath.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.0.cause.as_deref()
    }

    /// The error as a standard one. `ToolError` itself is none, so that `?` can take every standard error.
    pub fn into_std(self) -> Box<dyn Error + Send + Sync> {
        Box::new(StdError(self))
    }

    pub(crate) fn into_parts(self) -> ErrorParts {
        let Repr { code, message, paths, cause, shown } = *self.0;
        let detail = cause.as_deref().map(|cause| chain(cause, &message));
        ErrorParts { code, message, paths, detail, shown }
    }
}

/// An error that is its own source has no end.
const MAX_CAUSES: usize = 32;

/// An error and all beneath it, without the part that the message says already.
fn chain(error: &(dyn Error + 'static), message: &str) -> String {
    let mut parts = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next.filter(|_| parts.len() < MAX_CAUSES) {
        parts.push(caught(|| error.to_string()).unwrap_or_else(|_| "(an error that cannot be shown)".to_owned()));
        next = caught(|| error.source()).ok().flatten();
    }
    parts.retain(|part| part != message);
    parts.join(": ")
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ToolError");
        debug.field("code", &self.0.code.as_str()).field("message", &self.0.message);
        if !self.0.paths.is_empty() {
            debug.field("paths", &self.0.paths);
        }
        if let Some(cause) = &self.0.cause {
            debug.field("cause", cause);
        }
        debug.finish()
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for ToolError {
    fn from(error: E) -> Self {
        let cause = error.into();
        Self::new(ErrorCode::FAILED, cause.to_string()).because(cause)
    }
}

struct StdError(ToolError);

impl fmt::Display for StdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for StdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for StdError {
    /// What the message came from is not repeated; what lies beneath that is the source.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let cause = self.0.0.cause.as_deref()?;
        if cause.to_string() == self.0.0.message { cause.source() } else { Some(cause) }
    }
}

/// Gives the error of a result a code of the tool's own.
pub trait CodeExt<T> {
    /// The same result, its error with this code.
    ///
    /// # Errors
    /// The error of the result itself.
    fn code(self, code: impl Into<ErrorCode>) -> ToolResult<T>;
}

impl<T, E: Into<ToolError>> CodeExt<T> for Result<T, E> {
    fn code(self, code: impl Into<ErrorCode>) -> ToolResult<T> {
        self.map_err(|error| error.into().with_code(code))
    }
}
