//! The immutable table that a call works on.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::RegistryOptions;
use super::error::RegisterError;
use super::name::check_name;
use crate::context::States;
use crate::definition::{Parameters, ToolDefinition};
use crate::outcome::ToolName;
use crate::schema::{Schema, defaults_fit};

/// All tools and states of a registry at one moment.
pub(crate) struct Table {
    pub(crate) options: RegistryOptions,
    pub(crate) states: States,
    tools: IndexMap<ToolName, Entry, BuildHasherDefault<Fnv>>,
    schemas: OnceLock<Arc<[ToolSchema]>>,
}

#[derive(Clone)]
struct Entry {
    id: u64,
    definition: Arc<ToolDefinition>,
}

impl Table {
    pub(super) fn new(options: RegistryOptions) -> Self {
        Self { options, states: States::default(), tools: IndexMap::default(), schemas: OnceLock::new() }
    }

    /// A copy to be edited.
    pub(super) fn edited(&self) -> Self {
        Self { options: self.options, states: self.states.clone(), tools: self.tools.clone(), schemas: OnceLock::new() }
    }

    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<ToolDefinition>> {
        self.tools.get(name).map(|entry| &entry.definition)
    }

    /// The place of a tool, for [`at`](Self::at).
    #[inline]
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.tools.get_index_of(name)
    }

    /// The tool at a place that [`place`](Self::place) gave.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> &ToolDefinition {
        &self.tools[place].definition
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.tools.keys().map(ToolName::as_str).collect()
    }

    pub(super) fn provide<T: Send + Sync + 'static>(&mut self, state: Arc<T>) -> Result<(), RegisterError> {
        if self.states.add(state) {
            Ok(())
        } else {
            Err(RegisterError::DuplicateState { state: std::any::type_name::<T>() })
        }
    }

    /// Checks everything that makes a tool unfit and adds it (contract R9).
    pub(super) fn insert(&mut self, id: u64, definition: ToolDefinition) -> Result<(), RegisterError> {
        let tool = || definition.name().to_owned();
        check_name(definition.name())?;
        if let Some(taken) = self.get(definition.name()) {
            return Err(RegisterError::DuplicateName {
                name: tool(),
                first: taken.origin.to_string(),
                second: definition.origin.to_string(),
            });
        }
        if !definition.narrowing.is_empty() {
            return Err(RegisterError::Narrowing { tool: tool(), violations: definition.narrowing });
        }
        if definition.description().trim().is_empty() {
            return Err(RegisterError::NoDescription { tool: tool() });
        }
        if definition.timeout().is_some_and(|timeout| timeout.is_zero()) {
            return Err(RegisterError::ZeroTimeout { tool: tool() });
        }
        let states = definition.needs.missing(&self.states);
        if !states.is_empty() {
            return Err(RegisterError::MissingState { tool: tool(), states });
        }
        if let Parameters::Enforced(schema) = &definition.parameters {
            check_said(schema, definition.name(), "parameter")?;
        }
        check_said(&definition.output, definition.name(), "output")?;
        self.tools.insert(definition.name.clone(), Entry { id, definition: Arc::new(definition) });
        Ok(())
    }

    pub(super) fn remove(&mut self, ids: &[u64]) {
        self.tools.retain(|_, entry| !ids.contains(&entry.id));
    }

    pub(super) fn schemas(&self) -> Arc<[ToolSchema]> {
        let made = || self.tools.values().map(|entry| ToolSchema::of(&entry.definition)).collect();
        self.schemas.get_or_init(made).clone()
    }
}

/// Defaults and examples have to fit their own schema (contract S8).
fn check_said(schema: &Schema, tool: &str, part: &'static str) -> Result<(), RegisterError> {
    let violations = defaults_fit(schema);
    if violations.is_empty() { Ok(()) } else { Err(RegisterError::Schema { tool: tool.to_owned(), part, violations }) }
}

/// What a model is offered of one tool, and nothing else.
#[derive(Clone, Debug)]
pub struct ToolSchema {
    name: ToolName,
    description: Arc<str>,
    parameters: Value,
    text: Arc<str>,
}

impl ToolSchema {
    fn of(definition: &ToolDefinition) -> Self {
        let parameters = definition.parameters();
        let text = crate::json::to_text(&parameters).into();
        Self { name: definition.name.clone(), description: definition.description().into(), parameters, text }
    }

    /// The name that a model calls.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// What a model is told.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The parameter schema.
    pub fn parameters(&self) -> &Value {
        &self.parameters
    }

    /// The parameter schema as compact text: the same bytes each time.
    pub fn parameters_text(&self) -> &str {
        &self.text
    }

    /// `{"name", "description", "parameters"}`
    pub fn to_json(&self) -> Value {
        json!({"name": self.name(), "description": self.description(), "parameters": self.parameters})
    }
}

/// FNV-1a. Tool names are short and come from the host, so nobody can choose them to collide.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
