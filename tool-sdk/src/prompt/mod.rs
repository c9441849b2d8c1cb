//! The system prompt: sections of text in a fixed order, and the tools in another.
//!
//! A plugin says what a model has to know beside the descriptions of its tools in a [`Section`], which it registers like a tool:
//! it is inherited by the scopes below, shadowed there by name, and gone with its guard or owner. A host makes one
//! [`PromptBuilder`] and asks it before each request for the [`Prompt`] of a scope or agent.
//!
//! ```
//! use tool_sdk::prelude::*;
//! use tool_sdk::prompt::{PromptBuilder, Section, Variables, band};
//!
//! /// Look at the weather.
//! #[tool]
//! fn look() -> String { "sunny".into() }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::new();
//! registry.section(Section::new("identity", band::IDENTITY, "You work in {{cwd}}."))?.keep();
//! registry.register(Look)?.keep();
//! let umbrella = registry.section(Section::new("look", band::HOST, "Look before you go out."))?;
//!
//! let builder = PromptBuilder::new();
//! let variables = Variables::new().set("cwd", "/srv/project");
//! let prompt = builder.assemble(&registry, &variables)?;
//! assert_eq!(prompt.text(), "You work in /srv/project.\n\nLook before you go out.");
//! assert_eq!(prompt.tools()[0].name(), "look");
//!
//! // What did not change is the same prompt, and was not made again.
//! assert!(std::sync::Arc::ptr_eq(&prompt, &builder.assemble(&registry, &variables)?));
//!
//! umbrella.dispose();
//! assert_eq!(builder.assemble(&registry, &variables)?.text(), "You work in /srv/project.");
//! # Ok(())
//! # }
//! ```
//!
//! # How the text is made
//!
//! * Sections stand in ascending [order](Section::new); of two with the same order the one that was registered first, in the
//!   farthest scope first. A section that shadows another stands where that one stood among its equals.
//! * `{{name}}` is replaced by the [variable](Variables) of that name; spaces inside of the braces do not count. A name that there
//!   is not, one without a value and anything else between the braces is an error. `{{` without a `}}` after it stays as it is,
//!   and a value is not looked through again.
//! * A section with nothing to say is left out. A blank line stands between two sections; line ends around a section are dropped.
//! * A [complete](Section::complete) section with something to say replaces all others, which are then not even made. Two of them
//!   are an error.
//!
//! # How the tools are ordered
//!
//! By name, unless the builder has an order of its own, see [`PromptBuilder::tool_order`]. The names of tools are ASCII (contract
//! R6), so that the order of bytes is that of code points and of UTF-16 code units: every client that sorts them gets the same.

pub mod band;
mod builder;
mod error;
mod interpolate;
mod memory;
mod order;
mod section;
mod sections;
mod variables;

pub use builder::{Prompt, PromptBuilder, Viewer};
pub use error::PromptError;
pub use order::UNLISTED;
pub use section::{Section, SectionContext, SectionText};
pub(crate) use sections::Sections;
pub use variables::Variables;
