//! What one scope holds itself, as it was registered. Everything has a number, by which its guard takes it back.

use std::any::{Any, TypeId};
use std::sync::Arc;

use indexmap::IndexMap;

use super::error::RegisterError;
use super::filter::Restriction;
use super::name::{PROGRAM_TOOL, check_name};
use super::observe::ChangeObserver;
use super::view::View;
use crate::context::States;
use crate::definition::{Parameters, ToolDefinition};
use crate::outcome::ToolName;
use crate::pipeline::Policy;
use crate::prompt::Section;
use crate::schema::{Schema, defaults_fit};

/// A thing with the number of its registration.
#[derive(Clone)]
pub(crate) struct Held<T> {
    pub(super) id: u64,
    pub(super) item: T,
}

/// The own things of one scope.
#[derive(Default)]
pub(crate) struct Layer {
    pub(super) tools: IndexMap<ToolName, Held<Arc<ToolDefinition>>>,
    pub(super) states: Vec<Held<(TypeId, Arc<dyn Any + Send + Sync>)>>,
    pub(super) restrictions: Vec<Held<Restriction>>,
    pub(super) sections: Vec<Held<Section>>,
    pub(super) policies: Vec<Held<Policy>>,
    pub(super) observers: Vec<Held<Arc<dyn ChangeObserver>>>,
}

impl Layer {
    /// The states that a tool of this layer finds.
    fn states(&self, inherited: Option<&View>) -> States {
        let mut states = inherited.map(|view| view.states.clone()).unwrap_or_default();
        for Held { item: (id, state), .. } in &self.states {
            states.put(*id, state.clone());
        }
        states
    }

    pub(super) fn add_state(
        &mut self,
        id: u64,
        (state, name): (TypeId, &'static str),
        value: Arc<dyn Any + Send + Sync>,
    ) -> Result<(), RegisterError> {
        if self.states.iter().any(|held| held.item.0 == state) {
            return Err(RegisterError::DuplicateState { state: name });
        }
        self.states.push(Held { id, item: (state, value) });
        Ok(())
    }

    /// Which of the needed states are not there.
    pub(super) fn missing(&self, needs: &crate::context::Needs, inherited: Option<&View>) -> Vec<&'static str> {
        if needs.is_empty() { Vec::new() } else { needs.missing(&self.states(inherited)) }
    }

    /// Checks everything that makes a tool unfit and adds it (contract R9).
    pub(super) fn add_tool(
        &mut self,
        id: u64,
        definition: Arc<ToolDefinition>,
        inherited: Option<&View>,
    ) -> Result<(), RegisterError> {
        check_name(definition.name())?;
        self.add_fit(id, definition, inherited)
    }

    /// The one tool that may have the reserved name.
    pub(super) fn add_program_tool(
        &mut self,
        id: u64,
        definition: Arc<ToolDefinition>,
        inherited: Option<&View>,
    ) -> Result<(), RegisterError> {
        if definition.name() != PROGRAM_TOOL {
            return Err(RegisterError::IllegalName { name: definition.name().to_owned() });
        }
        self.add_fit(id, definition, inherited)
    }

    /// Adds a tool whose name is as it should be, if the rest of it is too.
    fn add_fit(
        &mut self,
        id: u64,
        definition: Arc<ToolDefinition>,
        inherited: Option<&View>,
    ) -> Result<(), RegisterError> {
        let tool = || definition.name().to_owned();
        self.check_free(&definition)?;
        if !definition.narrowing.is_empty() {
            return Err(RegisterError::Narrowing { tool: tool(), violations: definition.narrowing.clone() });
        }
        if definition.description().trim().is_empty() {
            return Err(RegisterError::NoDescription { tool: tool() });
        }
        if definition.timeout().is_some_and(|timeout| timeout.is_zero()) {
            return Err(RegisterError::ZeroTimeout { tool: tool() });
        }
        let states = self.missing(&definition.needs, inherited);
        if !states.is_empty() {
            return Err(RegisterError::MissingState { tool: tool(), states });
        }
        if let Parameters::Enforced(schema) = &definition.parameters {
            check_said(schema, definition.name(), "parameter")?;
        }
        check_said(&definition.output, definition.name(), "output")?;
        self.tools.insert(definition.name.clone(), Held { id, item: definition });
        Ok(())
    }

    fn check_free(&self, definition: &ToolDefinition) -> Result<(), RegisterError> {
        match self.tools.get(definition.name()) {
            None => Ok(()),
            Some(taken) => Err(RegisterError::DuplicateName {
                name: definition.name().to_owned(),
                first: taken.item.origin.to_string(),
                second: definition.origin.to_string(),
            }),
        }
    }

    /// Adds a filter whose names are all known: a misspelt one would let through what it was to hide.
    pub(super) fn add_restriction(
        &mut self,
        id: u64,
        restriction: Restriction,
        inherited: Option<&View>,
    ) -> Result<(), RegisterError> {
        if restriction.is_void() {
            return Err(RegisterError::EmptyRestriction);
        }
        let known: Vec<&str> = inherited.map(View::names).unwrap_or_default();
        let unknown: Vec<String> =
            restriction.names().filter(|name| !known.contains(name)).map(str::to_owned).collect();
        if !unknown.is_empty() {
            let mut known: Vec<String> = known.into_iter().map(str::to_owned).collect();
            known.sort_unstable();
            return Err(RegisterError::UnknownTools { names: unknown, known });
        }
        self.restrictions.push(Held { id, item: restriction });
        Ok(())
    }

    /// Adds a section that can be told from the others and has a place among them.
    pub(super) fn add_section(&mut self, id: u64, section: Section) -> Result<(), RegisterError> {
        let name = || section.name().to_owned();
        if section.name().trim().is_empty() {
            return Err(RegisterError::UnfitSection { section: name(), reason: "has no name" });
        }
        if !section.order().is_finite() {
            return Err(RegisterError::UnfitSection {
                section: name(),
                reason: "has an order that is no finite number",
            });
        }
        if self.sections.iter().any(|held| held.item.name() == section.name()) {
            return Err(RegisterError::DuplicateSection { section: name() });
        }
        self.sections.push(Held { id, item: section });
        Ok(())
    }

    /// Takes out everything with these numbers.
    pub(super) fn take(&mut self, ids: &[u64]) -> Self {
        Self {
            tools: self.tools.extract_if(.., |_, held| ids.contains(&held.id)).collect(),
            states: take(&mut self.states, ids),
            restrictions: take(&mut self.restrictions, ids),
            policies: take(&mut self.policies, ids),
            observers: take(&mut self.observers, ids),
            sections: take(&mut self.sections, ids),
        }
    }

    /// Whether there is nothing in it that a change could be about.
    pub(super) fn is_empty(&self) -> bool {
        self.tools.is_empty()
            && self.states.is_empty()
            && self.restrictions.is_empty()
            && self.sections.is_empty()
            && self.policies.is_empty()
    }

    /// The names that a change of these things is about.
    pub(super) fn names(&self) -> Vec<String> {
        let tools = self.tools.keys().map(ToolName::as_str);
        let restricted = self.restrictions.iter().flat_map(|held| held.item.names());
        let sections = self.sections.iter().map(|held| held.item.name());
        tools.chain(restricted).chain(sections).map(str::to_owned).collect()
    }
}

fn take<T>(all: &mut Vec<Held<T>>, ids: &[u64]) -> Vec<Held<T>> {
    all.extract_if(.., |held| ids.contains(&held.id)).collect()
}

/// Defaults and examples have to fit their own schema (contract S8).
fn check_said(schema: &Schema, tool: &str, part: &'static str) -> Result<(), RegisterError> {
    let violations = defaults_fit(schema);
    if violations.is_empty() { Ok(()) } else { Err(RegisterError::Schema { tool: tool.to_owned(), part, violations }) }
}
