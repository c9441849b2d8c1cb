//! The system prompt: what a model is told before it is asked.

/// Which sections there are, for whom, and until when.
mod registering;
/// What sections say together.
mod text;
/// Tools in the prompt: which, and in which order.
mod tools;
/// What did not change is not made again.
mod unchanged;

use tool_sdk::Registry;
use tool_sdk::prompt::{PromptBuilder, PromptError, Section, Variables, Viewer};

/// The text of a prompt that is made in a builder of its own.
fn text(viewer: &impl Viewer, variables: &Variables) -> Result<String, PromptError> {
    PromptBuilder::new().assemble(viewer, variables).map(|prompt| prompt.text().to_owned())
}

/// A registry with sections for good.
fn with_sections(sections: impl IntoIterator<Item = Section>) -> Registry {
    let registry = Registry::new();
    for section in sections {
        registry.section(section).expect("the section registers").keep();
    }
    registry
}

/// The text of sections without variables.
fn said(sections: impl IntoIterator<Item = Section>) -> String {
    text(&with_sections(sections), &Variables::new()).expect("a prompt")
}
