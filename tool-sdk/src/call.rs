//! [`ToolCall`]: what a host asks of a registry.

use std::borrow::Cow;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::context::{CallId, CallToken, Signal};
use crate::json::Tree;

/// The arguments of a call: the text as the model wrote it, or a tree.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// The raw text; the fast way, and the one that shows a model where its JSON is broken.
    Text(Cow<'a, str>),
    /// A tree that the host has already.
    Tree(Tree),
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arguments<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Value> for Arguments<'_> {
    fn from(tree: Value) -> Self {
        Self::Tree(tree.into())
    }
}

/// One call: a name and arguments, and who cancels it.
///
/// ```
/// use tool_sdk::ToolCall;
///
/// let call = ToolCall::new("read", r#"{"file_path": "Cargo.toml"}"#).id("call_1");
/// let cancel = call.signal().clone();
/// ```
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: Arguments<'a>,
    pub(crate) id: Option<CallId>,
    pub(crate) origin: Option<Box<Origin>>,
    pub(crate) signal: Signal,
}

/// Where a call that no model made itself comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    pub(crate) root: Option<CallId>,
    pub(crate) parent: Option<CallToken>,
}

impl<'a> ToolCall<'a> {
    /// A call of the tool of this name. Without an id it gets one of the registry's.
    pub fn new(name: impl Into<Cow<'a, str>>, arguments: impl Into<Arguments<'a>>) -> Self {
        Self { name: name.into(), arguments: arguments.into(), id: None, origin: None, signal: Signal::default() }
    }

    /// The id that the model gave.
    #[must_use]
    pub fn id(mut self, id: impl Into<CallId>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The call that a model made and that this one serves.
    #[must_use]
    pub fn root(mut self, root: impl Into<CallId>) -> Self {
        self.origin.get_or_insert_default().root = Some(root.into());
        self
    }

    /// The token of the call around this one; identity only.
    #[must_use]
    pub fn parent(mut self, parent: CallToken) -> Self {
        self.origin.get_or_insert_default().parent = Some(parent);
        self
    }

    /// The signal that cancels the call.
    #[must_use]
    pub fn cancelled_by(mut self, signal: CancellationToken) -> Self {
        self.signal = Signal::given(signal);
        self
    }

    /// The signal that cancels the call, made now if none was given.
    pub fn signal(&self) -> &CancellationToken {
        self.signal.get()
    }
}
