//! [`Section`]: a named piece of the prompt.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::error::PromptError;
use super::interpolate::interpolate;
use super::variables::Variables;
use crate::registry::ToolSchema;

/// A named piece of the prompt, for [`Scope::section`](crate::Scope::section) and [`Owner::section`](crate::Owner::section).
///
/// ```
/// use tool_sdk::prompt::{Section, band};
///
/// let fixed = Section::new("persona", band::PERSONA, "Answer briefly.");
/// let made = Section::from_fn("web", band::WEB, |cx| {
///     cx.sees("web_fetch").then_some("Fetch a page before you cite it.")
/// });
/// # let _ = (fixed, made);
/// ```
#[derive(Clone)]
pub struct Section {
    name: Arc<str>,
    order: f64,
    words: Words,
    complete: bool,
    verbatim: bool,
}

type Make = dyn Fn(&SectionContext<'_>) -> Result<Cow<'static, str>, String> + Send + Sync;

#[derive(Clone)]
enum Words {
    Fixed(Arc<str>),
    Made(Arc<Make>),
}

impl Section {
    /// A fixed text. The name is unique in a scope; the order is a finite number, see [`band`](super::band).
    pub fn new(name: impl Into<Arc<str>>, order: impl Into<f64>, text: impl Into<Arc<str>>) -> Self {
        Self::with(name.into(), order.into(), Words::Fixed(text.into()))
    }

    /// A text that depends on what the model sees. The function gives a string, nothing where there is nothing to say, or a
    /// `Result` of one; an error or a panic of it is the error of the assembly.
    ///
    /// It is a function of what it is shown, and is asked again when that changed. What changes otherwise, like the time, is for a
    /// [variable](Variables).
    pub fn from_fn<T: SectionText>(
        name: impl Into<Arc<str>>,
        order: impl Into<f64>,
        make: impl Fn(&SectionContext<'_>) -> T + Send + Sync + 'static,
    ) -> Self {
        Self::with(name.into(), order.into(), Words::Made(Arc::new(move |cx| make(cx).into_text())))
    }

    fn with(name: Arc<str>, order: f64, words: Words) -> Self {
        // Adding nothing turns the negative zero, which would stand before the other, into zero.
        Self { name, order: order + 0.0, words, complete: false, verbatim: false }
    }

    /// The text is the whole prompt: where it has something to say, no other section is there.
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.complete = true;
        self
    }

    /// The text is taken as it is, `{{` included: for text that was written elsewhere, like a file of the project.
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.verbatim = true;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its place among the others.
    pub fn order(&self) -> f64 {
        self.order
    }

    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// What it says, without line ends around it; nothing if that is nothing.
    pub(super) fn said(&self, cx: &SectionContext<'_>) -> Result<Option<String>, PromptError> {
        let text = match &self.words {
            Words::Fixed(text) => Cow::Borrowed(&**text),
            Words::Made(make) => self.made(&**make, cx)?,
        };
        let text = if self.verbatim { text.into_owned() } else { interpolate(&self.name, &text, cx.variables)? };
        let said = text.trim_matches(['\r', '\n']);
        Ok((!said.trim().is_empty()).then(|| said.to_owned()))
    }

    fn made(&self, make: &Make, cx: &SectionContext<'_>) -> Result<Cow<'static, str>, PromptError> {
        let made = catch_unwind(AssertUnwindSafe(|| make(cx)));
        let made = made.unwrap_or_else(|_| Err("its function panicked".to_owned()));
        made.map_err(|reason| PromptError::Section { section: self.name().to_owned(), reason })
    }
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Section").field("name", &self.name).field("order", &self.order).finish_non_exhaustive()
    }
}

/// What the function of a [section](Section::from_fn) is shown.
#[derive(Clone, Copy, Debug)]
pub struct SectionContext<'a> {
    pub(super) tools: &'a [ToolSchema],
    pub(super) variables: &'a Variables,
}

impl SectionContext<'_> {
    /// The tools that the model is offered, in their order.
    pub fn tools(&self) -> &[ToolSchema] {
        self.tools
    }

    /// Whether the model is offered a tool of this name.
    pub fn sees(&self, name: &str) -> bool {
        self.tools.iter().any(|tool| tool.name() == name)
    }

    /// The value of a variable; nothing if there is none.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.find(name).flatten()
    }
}

/// What the function of a [section](Section::from_fn) may give: `String`, `&'static str`, an `Option` or a `Result` of it.
pub trait SectionText {
    /// The text, empty for nothing.
    #[doc(hidden)]
    fn into_text(self) -> Result<Cow<'static, str>, String>;
}

impl SectionText for String {
    fn into_text(self) -> Result<Cow<'static, str>, String> {
        Ok(Cow::Owned(self))
    }
}

impl SectionText for &'static str {
    fn into_text(self) -> Result<Cow<'static, str>, String> {
        Ok(Cow::Borrowed(self))
    }
}

impl<T: SectionText> SectionText for Option<T> {
    fn into_text(self) -> Result<Cow<'static, str>, String> {
        self.map_or(Ok(Cow::Borrowed("")), T::into_text)
    }
}

impl<T: SectionText, E: fmt::Display> SectionText for Result<T, E> {
    fn into_text(self) -> Result<Cow<'static, str>, String> {
        self.map_err(|error| error.to_string()).and_then(T::into_text)
    }
}
