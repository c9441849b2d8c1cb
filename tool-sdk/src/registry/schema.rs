//! [`ToolSchema`]: what a model is offered of one tool, and nothing else (contract R3).

use std::sync::Arc;

use serde_json::{Value, json};

use crate::definition::ToolDefinition;
use crate::outcome::ToolName;

/// Name, description and parameters of one tool. Cloning shares them.
#[derive(Clone, Debug)]
pub struct ToolSchema(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    name: ToolName,
    description: Box<str>,
    parameters: Value,
    text: Box<str>,
}

impl ToolSchema {
    pub(crate) fn of(definition: &ToolDefinition) -> Self {
        let parameters = definition.parameters();
        let text = crate::json::to_text(&parameters).into();
        let (name, description) = (definition.name.clone(), definition.description().into());
        Self(Arc::new(Parts { name, description, parameters, text }))
    }

    /// The name that a model calls.
    pub fn name(&self) -> &str {
        self.0.name.as_str()
    }

    /// What a model is told.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// The parameter schema.
    pub fn parameters(&self) -> &Value {
        &self.0.parameters
    }

    /// The parameter schema as compact text: the same bytes each time.
    pub fn parameters_text(&self) -> &str {
        &self.0.text
    }

    /// `{"name", "description", "parameters"}`
    pub fn to_json(&self) -> Value {
        json!({"name": self.name(), "description": self.description(), "parameters": self.parameters()})
    }
}
