//! `toolbox`: list, inspect and call tools from a terminal.
//!
//! * `cli.rs` what a person may type
//! * `tools.rs` which tools there are
//! * `list.rs`, `schema.rs`, `call.rs`, `replay.rs` the commands, each ending in an exit code
//! * `policy.rs`, `pattern.rs`, `duration.rs` what `--timeout`, `--ask` and `--deny` put around a call
//! * `interrupt.rs` what Ctrl-C does
//! * `cards/` what a person sees of a call
//! * `print.rs` how the text reaches the terminal

mod call;
mod cards;
mod cli;
mod duration;
mod interrupt;
mod list;
mod pattern;
mod policy;
mod print;
mod replay;
mod schema;
mod tools;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Command};

/// How a command ended, as its exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// There is an answer.
    Success,
    /// A call failed, or its answer could not be written.
    Failure,
    /// The command line asks for something that does not exist. `clap` uses the same code.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => Self::SUCCESS,
            Exit::Failure => Self::FAILURE,
            Exit::Usage => Self::from(2),
        }
    }
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            return print::failure(&format_args!("the runtime does not start: {error}"), Exit::Failure).into();
        }
    };
    let exit = runtime.block_on(run(command));
    // Whoever was asked and did not answer leaves a thread that waits for a line: dropping the runtime would wait for it.
    runtime.shutdown_background();
    exit.into()
}

async fn run(command: Command) -> Exit {
    let registry = match tools::registry() {
        Ok(registry) => registry,
        Err(error) => return print::failure(&error, Exit::Failure),
    };
    match command {
        Command::List => list::run(&registry),
        Command::Schema { tool } => schema::run(&registry, tool.as_deref()),
        Command::Call(call) => call::run(&registry, call).await,
        Command::Replay(arguments) => replay::run(&tools::presenters(), &arguments),
    }
}
