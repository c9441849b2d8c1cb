//! In which order a model is offered the tools.

use indexmap::IndexSet;

use super::error::PromptError;
use crate::registry::{ToolSchema, View};

/// Stands in a [tool order](super::PromptBuilder::tool_order) for the tools that it does not name. No tool can have this name.
pub const UNLISTED: &str = "<unlisted-tools>";

/// Names of tools and, once, [`UNLISTED`].
#[derive(Clone, Debug)]
pub(super) struct ToolOrder(IndexSet<Box<str>>);

impl Default for ToolOrder {
    /// All by name.
    fn default() -> Self {
        Self(IndexSet::from([UNLISTED.into()]))
    }
}

impl ToolOrder {
    pub(super) fn of<S: Into<Box<str>>>(names: impl IntoIterator<Item = S>) -> Result<Self, PromptError> {
        let names: Vec<Box<str>> = names.into_iter().map(Into::into).collect();
        let times = |name: &str| names.iter().filter(|other| ***other == *name).count();
        let wrong = std::iter::once(UNLISTED).chain(names.iter().map(|name| &**name)).find(|name| times(name) != 1);
        match wrong {
            Some(name) => Err(PromptError::ToolOrder { name: name.to_owned(), times: times(name) }),
            None => Ok(Self(names.into_iter().collect())),
        }
    }

    /// The visible tools in this order. What it names has to be there, though a restriction may hide it.
    pub(super) fn arranged(&self, view: &View) -> Result<Vec<ToolSchema>, PromptError> {
        let named = self.0.iter().filter(|name| &***name != UNLISTED);
        let unknown: Vec<String> = named.filter(|name| !view.knows(name)).map(|name| (**name).to_owned()).collect();
        if !unknown.is_empty() {
            return Err(PromptError::UnknownTools { names: unknown, known: known(view) });
        }
        let mut tools = view.schemas().to_vec();
        let rest = self.0.get_index_of(UNLISTED);
        let rank = |tool: &ToolSchema| self.0.get_index_of(tool.name()).or(rest);
        tools.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name().cmp(b.name())));
        Ok(tools)
    }
}

fn known(view: &View) -> Vec<String> {
    let mut known: Vec<String> = view.known_names().map(str::to_owned).collect();
    known.sort_unstable();
    known.dedup();
    known
}
