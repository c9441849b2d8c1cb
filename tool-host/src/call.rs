//! `toolbox call TOOL JSON`.

use std::io::{self, IsTerminal as _, Read as _};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tool_sdk::ErrorCode;
use tool_sdk::prelude::*;
use tool_sdk::present::Card;
use tool_sdk::session::SessionLog;

use crate::cards::draw;
use crate::cli::Call;
use crate::{Exit, interrupt, policy, print, replay, tools};

/// What the arguments are when they come through a pipe.
const STDIN: &str = "-";

/// More than this many bytes from a pipe are no arguments of a tool but a mistake.
const MOST_STDIN: u64 = 64 << 20;

/// Makes one call and shows its outcome.
pub(crate) async fn run(registry: &Registry, call: Call) -> Exit {
    let arguments = match call.arguments.as_str() {
        STDIN => match read_stdin() {
            Ok(text) => text,
            Err(error) => {
                return print::failure(
                    &format_args!("the arguments could not be read from standard input: {error}"),
                    Exit::Usage,
                );
            }
        },
        _ => call.arguments,
    };
    let log = match call.log.map(SessionLog::append_to).transpose() {
        Ok(log) => log,
        Err(error) => return print::failure(&replay::because(&error), Exit::Usage),
    };
    let shown = match (call.json, call.card || (!call.text && io::stdout().is_terminal())) {
        (true, _) => Shown::Json,
        (false, true) => Shown::Card,
        (false, false) => Shown::Text,
    };
    let agent = match policy::install(registry, call.policy) {
        Ok(agent) => agent,
        Err(unknown) => return print::failure(&unknown, Exit::Usage),
    };
    let attached = log.map(|log| registry.attach(log));
    let asked_for = match &agent {
        Some(agent) => ToolCall::new(&call.tool, &arguments).id(fresh_id()).agent(agent),
        None => ToolCall::new(&call.tool, &arguments).id(fresh_id()),
    };
    let signal = asked_for.signal().clone();
    if let Err(error) = interrupt::cancels(signal.clone()) {
        return print::failure(&format_args!("Ctrl-C cannot be listened for: {error}"), Exit::Failure);
    }
    let started = Instant::now();
    let outcome = registry.call(asked_for).await;
    let took = started.elapsed();
    drop(attached);
    // There is nothing left to cancel: from here on the first Ctrl-C ends the process.
    signal.cancel();
    if outcome.error().is_some_and(|failure| failure.code() == &ErrorCode::APPROVAL_UNAVAILABLE) {
        print::failure(
            &"`--ask` needs a person: standard input and standard error have to be a terminal",
            Exit::Failure,
        );
    }
    let exit = if outcome.is_ok() { Exit::Success } else { Exit::Failure };
    match shown {
        Shown::Json => print::answer(&format!("{:#}", outcome.to_json()), exit),
        Shown::Text => print::answer(&outcome.text(), exit),
        Shown::Card => print::answer(&draw(&card(&outcome, &arguments, took), print::paint()), exit),
    }
}

/// What is shown of an outcome.
enum Shown {
    Json,
    Text,
    Card,
}

/// One call a process: the time and the process tell it from the others of its log.
fn fresh_id() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("call_{}_{}", since.as_millis(), std::process::id())
}

fn card(outcome: &Outcome, arguments: &str, took: Duration) -> Card {
    let presenters = tools::presenters();
    let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let pending = Card::pending(&presenters, outcome.call_id().as_str(), outcome.name(), arguments);
    pending.finished(&presenters, arguments, &outcome.finished()).took(took)
}

fn read_stdin() -> io::Result<String> {
    let mut text = String::new();
    let read = io::stdin().lock().take(MOST_STDIN + 1).read_to_string(&mut text)?;
    if read as u64 > MOST_STDIN {
        return Err(io::Error::other(format!("there are more than {MOST_STDIN} bytes")));
    }
    Ok(text)
}
