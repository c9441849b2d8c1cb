//! [`Presenters`]: who makes the cards of which tool.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{CallView, Finished, ResultView};
use crate::content::Content;

/// Makes the cards of one tool from the text of the arguments and what a session log keeps of the result, and from nothing else
/// (contract U2). `None` stands for the generic card.
pub trait Presenter: Send + Sync {
    /// The card of a pending call.
    fn call(&self, arguments: &str) -> Option<CallView>;

    /// The card of a call that has ended.
    fn result(&self, arguments: &str, result: &Finished<'_>) -> Option<ResultView>;
}

/// Presenters by the name of their tool. Asking for a card always gives one: an unknown tool, arguments that do not fit, meta of
/// another version, a presenter that panics and a card that makes no sense all end in the generic card (contract U4).
///
/// ```
/// use tool_sdk::present::Presenters;
///
/// let none = Presenters::new();
/// let card = none.call("deploy", r#"{"to":"staging"}"#);
/// assert_eq!(card.to_text(), r#"{"card":"generic","title":"deploy","rawInput":{"to":"staging"}}"#);
/// ```
#[derive(Clone, Default)]
pub struct Presenters {
    by_name: BTreeMap<Arc<str>, Arc<dyn Presenter>>,
}

impl Presenters {
    /// No presenter: every card is the generic one.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same set with one more; of two of one name the later one counts.
    #[must_use]
    pub fn with(mut self, name: impl Into<Arc<str>>, presenter: impl Presenter + 'static) -> Self {
        self.by_name.insert(name.into(), Arc::new(presenter));
        self
    }

    pub(crate) fn insert(&mut self, name: Arc<str>, presenter: Arc<dyn Presenter>) {
        self.by_name.insert(name, presenter);
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|name| &**name)
    }

    /// The card of a pending call of a tool with this text of arguments.
    pub fn call(&self, name: &str, arguments: &str) -> CallView {
        let arguments = normal(arguments);
        let view = self.asked(name, |presenter| presenter.call(arguments));
        view.filter(CallView::is_sound).unwrap_or_else(|| CallView::of_arguments(name, arguments))
    }

    /// The card of a call that has ended. A generic one without content of its own shows what the model read.
    pub fn result(&self, name: &str, arguments: &str, result: &Finished<'_>) -> ResultView {
        let view = self.asked(name, |presenter| presenter.result(normal(arguments), result));
        let view = view.filter(ResultView::is_sound).unwrap_or_else(ResultView::generic);
        match view {
            ResultView::Generic(mut view) => {
                view.content.get_or_insert_with(|| Content::clone(result.content()));
                ResultView::Generic(view)
            }
            view => view,
        }
    }

    /// Asks an author's code, which may panic: then it is as if there were none.
    fn asked<T>(&self, name: &str, ask: impl FnOnce(&dyn Presenter) -> Option<T>) -> Option<T> {
        let presenter = self.by_name.get(name)?;
        catch_unwind(AssertUnwindSafe(|| ask(&**presenter))).ok().flatten()
    }
}

/// A model that sends nothing sends an empty object (contract E16, decision D15).
fn normal(arguments: &str) -> &str {
    let text = arguments.trim_matches([' ', '\n', '\t', '\r']);
    if text.is_empty() || text == "null" { "{}" } else { arguments }
}

impl fmt::Debug for Presenters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
