//! The shell tool for language-model agents, on the public surface of [`tool_sdk`] alone.

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!("tool-bash works on Linux and macOS only: it relies on how these start and end processes");

mod capture;
mod environment;
mod executor;
mod feed;
mod live;
mod local;
mod shell;
mod spill;
mod supervisor;
mod trouble;

pub use capture::{Captured, Memory};
pub use environment::Environment;
pub use executor::{Cause, Command, End, Executor, Finished, Live, Output, Running};
pub use live::Throttled;
pub use local::{Local, LocalBuilder};
pub use trouble::{ShellError, code};
