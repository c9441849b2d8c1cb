//! [`PromptBuilder`] and the [`Prompt`] that it gives.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::error::PromptError;
use super::memory::Memory;
use super::order::ToolOrder;
use super::section::SectionContext;
use super::variables::{Variables, is_name};
use crate::agent::Agent;
use crate::json::quoted;
use crate::registry::{Registry, Scope, ToolSchema, View};

/// Makes prompts. A host makes one builder and asks it before each request; what did not change costs nothing.
///
/// See the [module](super) for an example and the rules.
#[derive(Default)]
pub struct PromptBuilder {
    order: ToolOrder,
    memory: Mutex<Memory>,
}

impl PromptBuilder {
    /// Tools by name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tools in this order. [`UNLISTED`](super::UNLISTED) stands once, for all that are not named, by name. A named tool that a
    /// restriction hides is left out.
    ///
    /// ```
    /// use tool_sdk::prompt::{PromptBuilder, UNLISTED};
    ///
    /// let builder = PromptBuilder::new().tool_order(["read", UNLISTED, "bash"])?;
    /// assert!(PromptBuilder::new().tool_order(["read"]).is_err());
    /// # let _ = builder;
    /// # Ok::<(), tool_sdk::prompt::PromptError>(())
    /// ```
    ///
    /// # Errors
    /// The marker is not there or there twice; a name is there twice. A name that nobody has registered is an error of
    /// [`assemble`](Self::assemble), because tools come and go.
    pub fn tool_order<S: Into<Box<str>>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self, PromptError> {
        self.order = ToolOrder::of(names)?;
        self.memory = Mutex::default();
        Ok(self)
    }

    /// What a model is told that works in this scope or for this agent. While nothing changes it is the same `Arc`, also when
    /// something changed that a model does not see, so a host tells by the pointer whether its request begins with other words.
    ///
    /// The builder remembers the last eight prompts of each scope that lives, for agents that share it and differ in their variables.
    ///
    /// # Errors
    /// See [`PromptError`]. Nothing is remembered of an assembly that failed.
    pub fn assemble(&self, viewer: &impl Viewer, variables: &Variables) -> Result<Arc<Prompt>, PromptError> {
        let view = viewer.viewing()?.0.view();
        if let Some(prompt) = self.memory().find(&view, variables) {
            return Ok(prompt);
        }
        // Functions of sections run here, so nothing is locked.
        let prompt = self.made(&view, variables)?;
        Ok(self.memory().keep(&view, variables, prompt))
    }

    fn made(&self, view: &View, variables: &Variables) -> Result<Prompt, PromptError> {
        if let Some(name) = variables.names().find(|name| !is_name(name)) {
            return Err(PromptError::IllegalVariable { variable: name.to_owned() });
        }
        let tools = self.order.arranged(view)?;
        let text = view.sections.text(&SectionContext { tools: &tools, variables })?;
        Ok(Prompt { text: text.into(), tools: tools.into(), tools_text: OnceLock::new() })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for PromptBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptBuilder").field("order", &self.order).finish_non_exhaustive()
    }
}

/// Everything that a model is told before it is asked. It is immutable; the same content has the same bytes.
#[derive(Debug)]
pub struct Prompt {
    text: Box<str>,
    tools: Box<[ToolSchema]>,
    tools_text: OnceLock<Box<str>>,
}

impl Prompt {
    /// The text of the sections.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tools in their order: names, descriptions and parameters, nothing else (contract R3).
    pub fn tools(&self) -> &[ToolSchema] {
        &self.tools
    }

    /// The tools as compact JSON, `[{"name", "description", "parameters"}, …]`. It is made when it is first asked for.
    pub fn tools_text(&self) -> &str {
        self.tools_text.get_or_init(|| {
            // Joined from texts that exist: no tree is copied.
            let tool = |tool: &ToolSchema| {
                let (name, description) = (quoted(tool.name()), quoted(tool.description()));
                format!(r#"{{"name":{name},"description":{description},"parameters":{}}}"#, tool.parameters_text())
            };
            let tools: Vec<String> = self.tools.iter().map(tool).collect();
            format!("[{}]", tools.join(",")).into()
        })
    }
}

impl PartialEq for Prompt {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.tools == other.tools
    }
}

impl Eq for Prompt {}

/// Who sees tools and sections: a [`Scope`], a [`Registry`], or an [`Agent`] that has a scope.
pub trait Viewer {
    /// What it sees. The name is one that no viewer has itself, so that importing the trait hides nothing.
    #[doc(hidden)]
    fn viewing(&self) -> Result<&Scope, PromptError>;
}

impl Viewer for Scope {
    fn viewing(&self) -> Result<&Scope, PromptError> {
        Ok(self)
    }
}

impl Viewer for Registry {
    fn viewing(&self) -> Result<&Scope, PromptError> {
        Ok(self)
    }
}

impl Viewer for Agent {
    fn viewing(&self) -> Result<&Scope, PromptError> {
        Agent::scope(self).ok_or_else(|| PromptError::NoScope { session: self.session().to_owned() })
    }
}
