//! How a text reaches the terminal.

use std::fmt::Display;
use std::io::{self, Write as _};

use crate::Exit;

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

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}
