//! Why there is no prompt.

use std::fmt;

use super::order::UNLISTED;

/// Why there is no prompt: a mistake of a host or of a plugin's author, never a model's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PromptError {
    /// A section names a variable that there is not.
    Unknown {
        /// The section.
        section: String,
        /// The line of its text, counted from 1.
        line: usize,
        /// The variable.
        variable: String,
        /// The one that was probably meant.
        near: Option<String>,
    },
    /// A section names a variable that has no value now.
    Undefined {
        /// The section.
        section: String,
        /// The line of its text, counted from 1.
        line: usize,
        /// The variable.
        variable: String,
    },
    /// What stands between double braces is no name of a variable.
    Malformed {
        /// The section.
        section: String,
        /// The line of its text, counted from 1.
        line: usize,
        /// What stands there, its beginning if it is long.
        found: String,
    },
    /// No section could name this variable.
    IllegalVariable {
        /// The variable.
        variable: String,
    },
    /// The function of a section failed.
    Section {
        /// The section.
        section: String,
        /// Its words.
        reason: String,
    },
    /// Two sections are each the whole prompt.
    TwoComplete {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// The order of the tools does not say where those stand that it does not name, or says it twice, or names a tool twice.
    ToolOrder {
        /// What is there a wrong number of times: a tool, or [`UNLISTED`].
        name: String,
        /// How often.
        times: usize,
    },
    /// The order of the tools names some that the scope has not.
    UnknownTools {
        /// The names.
        names: Vec<String>,
        /// Those that it has, hidden ones included, by name.
        known: Vec<String>,
    },
    /// The agent was made without a scope, so it is not known what it sees.
    NoScope {
        /// The agent's session.
        session: String,
    },
}

impl fmt::Display for PromptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { section, line, variable, near } => {
                write!(f, "section `{section}`, line {line}: there is no variable `{variable}`")?;
                near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::Undefined { section, line, variable } => {
                write!(f, "section `{section}`, line {line}: variable `{variable}` has no value now")
            }
            Self::Malformed { section, line, found } => write!(
                f,
                "section `{section}`, line {line}: `{{{{{found}}}}}` names no variable; write `{{{{name}}}}`, or make the section \
                 `verbatim` if it is to hold braces"
            ),
            Self::IllegalVariable { variable } => {
                write!(f, "`{variable}` is no name of a variable: a letter or `_`, then letters, digits and `_ . -`")
            }
            Self::Section { section, reason } => write!(f, "section `{section}`: {reason}"),
            Self::TwoComplete { first, second } => {
                write!(f, "sections `{first}` and `{second}` are each the whole prompt: take one back")
            }
            Self::ToolOrder { name, times: 0 } => {
                write!(f, "the tool order has no `{name}`, which says where the tools stand that it does not name")
            }
            Self::ToolOrder { name, times } if name == UNLISTED => {
                write!(f, "the tool order has `{name}` {times} times: leave one")
            }
            Self::ToolOrder { name, times } => write!(f, "the tool order names `{name}` {times} times: leave one"),
            Self::UnknownTools { names, known } => {
                let known = if known.is_empty() { "(none)".to_owned() } else { known.join(", ") };
                write!(f, "the tool order names tools that the scope has not: {}; it has: {known}", names.join(", "))
            }
            Self::NoScope { session } => {
                write!(f, "the agent of session `{session}` has no scope: give it one, or assemble for the registry")
            }
        }
    }
}

impl std::error::Error for PromptError {}
