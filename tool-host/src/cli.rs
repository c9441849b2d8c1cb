//! What a person may type.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::duration;
use crate::pattern::Pattern;

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
    /// Call a tool and show what a model would read
    ///
    /// Exits with 0 for a value, 1 for a failed call, 2 for a wrong command line. Ctrl-C cancels the call and waits until
    /// nothing of it runs; a second one ends `toolbox` at once.
    Call(Call),
    /// Show the cards of a session log, without any of the tools, files or clocks that made it
    Replay(Replay),
}

#[derive(Args, Debug)]
pub(crate) struct Call {
    /// The tool
    pub(crate) tool: String,
    /// The arguments as a JSON object; `-` reads them from standard input
    #[arg(value_name = "JSON", default_value = "{}")]
    pub(crate) arguments: String,
    /// Show the whole outcome as JSON
    #[arg(long, conflicts_with_all = ["text", "card"])]
    pub(crate) json: bool,
    /// Show the text for the model, wherever the output goes
    #[arg(long, conflicts_with = "card")]
    pub(crate) text: bool,
    /// Show the card, wherever the output goes
    ///
    /// Without `--json`, `--text` and `--card` it is the card in a terminal, the text elsewhere.
    #[arg(long)]
    pub(crate) card: bool,
    /// Append the call to this session log
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) policy: Policy,
}

/// What holds for every call, whichever tool it is.
#[derive(Args, Debug)]
pub(crate) struct Policy {
    /// Stop the call after this long, like `30s`, `500ms` or `1m30s`
    ///
    /// It then fails with `TOOL_TIMEOUT`, and nothing of it is left running.
    #[arg(long, value_name = "DURATION", value_parser = duration::parse)]
    pub(crate) timeout: Option<Duration>,
    /// Ask in the terminal before every call that does more than read
    ///
    /// Without a terminal such a call fails with `APPROVAL_UNAVAILABLE`.
    #[arg(long)]
    pub(crate) ask: bool,
    /// Never call these, like `bash` or `bash:*sudo*`; may stand several times
    ///
    /// `TOOL` is every call of that tool, `TOOL:TEXT` every one with such a string in its arguments. Both are globs over the
    /// whole: `*` any text, `?` a character, `[ab]`, `{this,that}`. A denied call fails with `DENIED`, and nobody is asked
    /// about it. Texts are compared, not what they stand for: this confines nothing.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) deny: Vec<Pattern>,
}

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The session log
    pub(crate) file: PathBuf,
    /// Write one page that needs nothing else, instead of showing the cards here
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// Show one JSON object a line
    #[arg(long, conflicts_with = "html")]
    pub(crate) json: bool,
    /// Take calls without a result as still running, not as interrupted
    #[arg(long)]
    pub(crate) running: bool,
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
