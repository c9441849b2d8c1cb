//! `toolbox call TOOL JSON`.

use std::io::{self, Read as _};

use tool_sdk::prelude::*;

use crate::cli::Call;
use crate::{Exit, print};

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
    let outcome = registry.call(ToolCall::new(call.tool, arguments)).await;
    let exit = if outcome.is_ok() { Exit::Success } else { Exit::Failure };
    if call.json {
        print::answer(&format!("{:#}", outcome.to_json()), exit)
    } else {
        print::answer(&outcome.text(), exit)
    }
}

fn read_stdin() -> io::Result<String> {
    let mut text = String::new();
    let read = io::stdin().lock().take(MOST_STDIN + 1).read_to_string(&mut text)?;
    if read as u64 > MOST_STDIN {
        return Err(io::Error::other(format!("there are more than {MOST_STDIN} bytes")));
    }
    Ok(text)
}
