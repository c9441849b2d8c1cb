//! How a text reaches the terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use crate::Exit;
use crate::cards::Paint;

/// Writes `text` to standard output, ends it with a newline, and gives `exit` on.
///
/// A reader that closes the pipe because it has seen enough (`toolbox list | head -1`) is no failure of the command.
pub(crate) fn answer(text: &str, exit: Exit) -> Exit {
    match write(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            failure(&format_args!("the answer could not be written: {error}"), Exit::Failure)
        }
        _ => exit,
    }
}

/// Writes `problem` to standard error and gives `exit` on.
pub(crate) fn failure(problem: &dyn Display, exit: Exit) -> Exit {
    // When nobody listens on standard error either, the exit code is all that is left to say.
    let _ = writeln!(io::stderr(), "error: {problem}");
    exit
}

/// What cards are drawn on: colours on a terminal alone, and not where `NO_COLOR` or `TERM=dumb` forbids them.
pub(crate) fn paint() -> Paint {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let colour = io::stdout().is_terminal() && !is_set("NO_COLOR") && !dumb;
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = columns.or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()));
    // Beyond this a line is hard to read, whatever the terminal holds.
    Paint { colour, width: width.unwrap_or(100).min(140) }
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}
