//! Why something does not register.

use std::fmt;

use crate::schema::Violations;

/// Why something does not register: always the author's or the host's mistake, never a model's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// The name is not `[A-Za-z0-9_-]{1,64}`.
    IllegalName {
        /// The name.
        name: String,
    },
    /// The name is that of the program tool.
    ReservedName {
        /// The name.
        name: String,
    },
    /// Another tool has the name.
    DuplicateName {
        /// The name.
        name: String,
        /// Where the tool that has it came from.
        first: String,
        /// Where the refused one came from.
        second: String,
    },
    /// The tool asks for state that nobody provided.
    MissingState {
        /// The tool.
        tool: String,
        /// The types.
        states: Vec<&'static str>,
    },
    /// State of this type is there already.
    DuplicateState {
        /// The type.
        state: &'static str,
    },
    /// A schema lies outside the enforced subset, or a default or example breaks the rules of its own field.
    Schema {
        /// The tool.
        tool: String,
        /// Which schema.
        part: &'static str,
        /// Every violation.
        violations: Violations,
    },
    /// A timeout of zero.
    ZeroTimeout {
        /// The tool.
        tool: String,
    },
    /// A tool without a description.
    NoDescription {
        /// The tool.
        tool: String,
    },
    /// A set without a tool.
    EmptySet,
    /// A restriction that restricts nothing.
    EmptyRestriction,
    /// A restriction names tools that the scope does not inherit.
    UnknownTools {
        /// The names.
        names: Vec<String>,
        /// What it inherits.
        known: Vec<String>,
    },
    /// A change observer did not agree; the registration was taken back.
    Objection {
        /// Its words.
        reason: String,
    },
    /// A plugin of this name is installed in the scope.
    DuplicatePlugin {
        /// The name.
        plugin: String,
    },
    /// A plugin needs services that nobody provides.
    MissingNeeds {
        /// The plugin.
        plugin: String,
        /// The types.
        states: Vec<&'static str>,
    },
    /// The owner is disposed and holds nothing any more.
    OwnerDisposed {
        /// Its name.
        owner: String,
    },
    /// What a plugin says hinders it.
    Plugin {
        /// Its words.
        reason: String,
    },
}

impl RegisterError {
    /// What hinders a plugin, from any error.
    pub fn plugin(reason: impl fmt::Display) -> Self {
        Self::Plugin { reason: reason.to_string() }
    }
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalName { name } => {
                write!(f, "`{name}` is no tool name: 1 to 64 of `A-Z a-z 0-9 _ -`")
            }
            Self::ReservedName { name } => write!(f, "the name `{name}` is reserved for the program tool"),
            Self::DuplicateName { name, first, second } => {
                write!(f, "two tools are named `{name}`: {first} is registered, {second} was refused")
            }
            Self::MissingState { tool, states } => {
                write!(f, "tool `{tool}` needs state that nobody provided: {}", states.join(", "))
            }
            Self::DuplicateState { state } => write!(f, "state `{state}` is provided already"),
            Self::Schema { tool, part, violations } => {
                write!(f, "tool `{tool}` has an unsupported {part} schema: {violations}")
            }
            Self::ZeroTimeout { tool } => write!(f, "tool `{tool}` has a timeout of zero"),
            Self::NoDescription { tool } => write!(f, "tool `{tool}` has no description"),
            Self::EmptySet => f.write_str("the set holds no tool"),
            Self::EmptyRestriction => f.write_str("the restriction names no tool, so it restricts nothing"),
            Self::UnknownTools { names, known } => {
                let known = if known.is_empty() { "(none)".to_owned() } else { known.join(", ") };
                write!(f, "the scope does not inherit {}; it inherits: {known}", names.join(", "))
            }
            Self::Objection { reason } => write!(f, "a change observer did not agree: {reason}"),
            Self::DuplicatePlugin { plugin } => write!(f, "plugin `{plugin}` is installed here already"),
            Self::MissingNeeds { plugin, states } => {
                write!(f, "plugin `{plugin}` needs what nobody provides: {}", states.join(", "))
            }
            Self::OwnerDisposed { owner } => write!(f, "owner `{owner}` is disposed"),
            Self::Plugin { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for RegisterError {}
