//! The supervisor as a program of its own, for hosts that load `tool-bash` as a part of a library: see
//! `LocalBuilder::supervisor`. The work is done before `main`, which only a person gets to see.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Something has to be named, or the linker would leave the crate out.
    let code = tool_bash::code::NOT_STARTED;
    eprintln!("{code}: this program is started by a host that runs commands, not by hand");
    ExitCode::from(2)
}
