//! What a person may type.

use clap::{Args, Parser, Subcommand};

/// List, inspect and call tools from a terminal
#[derive(Debug, Parser)]
#[command(name = "toolbox", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the tools, one a line: the name and the first sentence of the description
    List,
    /// Show the JSON Schema of the parameters of a tool, or all that a model is offered
    Schema {
        /// The tool; without it, name, description and parameters of every tool
        tool: Option<String>,
    },
    /// Call a tool and show what a model would read. Exits with 0 for a value, 1 for a failed call, 2 for a wrong
    /// command line
    Call(Call),
}

#[derive(Args, Debug)]
pub(crate) struct Call {
    /// The tool
    pub(crate) tool: String,
    /// The arguments as a JSON object; `-` reads them from standard input
    #[arg(value_name = "JSON", default_value = "{}")]
    pub(crate) arguments: String,
    /// Show the whole outcome as JSON
    #[arg(long, conflicts_with = "text")]
    pub(crate) json: bool,
    /// Show the text for the model, wherever the output goes
    #[arg(long)]
    pub(crate) text: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_dash_and_negative_looking_texts_are_arguments() {
        for text in ["-", r#"{"a":-1}"#] {
            let cli = Cli::try_parse_from(["toolbox", "call", "read", text, "--json"]).expect("a call");
            let Command::Call(call) = cli.command else { panic!("a call") };
            assert_eq!((call.arguments.as_str(), call.json), (text, true));
        }
    }
}
