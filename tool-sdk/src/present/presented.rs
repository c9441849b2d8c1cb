//! What a presenter is given of a call that has ended.

use crate::content::Content;
use crate::schema::ToolValue;

/// The end of a call, as a session log keeps it: no canonical value, but what the model read, the code of a failure, and the meta
/// as JSON text.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    content: &'a Content,
    code: Option<&'a str>,
    failed: bool,
    meta: Option<&'a str>,
}

impl<'a> Finished<'a> {
    /// A success with this content.
    pub fn ok(content: &'a Content) -> Self {
        Self { content, code: None, failed: false, meta: None }
    }

    /// A failure with this content; old logs may know no code.
    pub fn failed(content: &'a Content, code: Option<&'a str>) -> Self {
        Self { content, code, failed: true, meta: None }
    }

    /// The meta as JSON text.
    #[must_use]
    pub fn meta(mut self, meta: Option<&'a str>) -> Self {
        self.meta = meta;
        self
    }

    /// What the model read.
    pub fn content(&self) -> &'a Content {
        self.content
    }

    /// The code of a failure.
    pub fn code(&self) -> Option<&'a str> {
        self.code
    }

    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.failed
    }

    /// The meta as JSON text.
    pub fn meta_text(&self) -> Option<&'a str> {
        self.meta
    }

    /// The same with the type of the meta: meta of another type is no meta (contract U4).
    pub fn typed<M: ToolValue>(&self) -> Presented<M> {
        Presented {
            content: self.content.clone(),
            code: self.code.map(str::to_owned),
            failed: self.failed,
            meta: self.meta.and_then(crate::args::decode_soft_value),
        }
    }
}

/// What `present_result` is given: what the model read, how the call ended, and the meta that `presentation_meta` made.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::present::{Finished, ResultView};
///
/// /// What the card needs.
/// #[derive(ToolValue)]
/// struct EditMeta { diffs: Vec<FileDiff> }
///
/// fn present_result(result: &Presented<EditMeta>) -> Option<ResultView> {
///     Some(ResultView::diff(result.meta()?.diffs.clone()))
/// }
///
/// let content = Content::text("edited");
/// let finished = Finished::ok(&content).meta(Some(r#"{"diffs":[{"path":"a","oldText":null,"newText":"b"}]}"#));
/// assert!(present_result(&finished.typed()).is_some());
/// let finished = finished.meta(Some(r#"{"diffs":5}"#));
/// assert!(present_result(&finished.typed()).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Presented<M> {
    content: Content,
    code: Option<String>,
    failed: bool,
    meta: Option<M>,
}

impl<M> Presented<M> {
    /// The meta; absent when the call failed before it was made, was made by a program (contract E12), or comes from a log of
    /// another version.
    pub fn meta(&self) -> Option<&M> {
        self.meta.as_ref()
    }

    /// What the model read.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The text of it.
    pub fn text(&self) -> String {
        self.content.to_text()
    }

    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.failed
    }

    /// The code of a failure.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }
}
