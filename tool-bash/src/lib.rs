//! The shell tool for language-model agents, on the public surface of [`tool_sdk`] alone.
//!
//! ```
//! use tool_bash::Bash;
//! use tool_sdk::prelude::*;
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let registry = Registry::new();
//! registry.register(Bash::new("/"))?.keep();
//!
//! let call = ToolCall::new("bash", r#"{"command":"echo $((6 * 7)); sleep 600 &","description":"Multiply two numbers"}"#);
//! let outcome = registry.call(call).await;
//! assert_eq!(outcome.text(), "42\n[stopped 1 process that the command left running]");
//! # Ok::<(), RegisterError>(())
//! # }).unwrap();
//! ```
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Bash`] | the tool |
//! | [`plugin`] | the tool with its section of the prompt |
//! | [`Executor`] | the seam beneath it: a command in, [`Finished`] out |
//! | [`Local`] | an executor: this machine, with the rights of the host |
//! | [`Confined`] | an executor: this machine, with changes to files kept within a policy |
//! | [`Environment`] | which variables of the host a command gets |
//! | [`Live`], [`Throttled`] | output while it is written |
//!
//! A call ends when its shell ends, has everything that the shell wrote, and leaves nothing running; how that is known is told at
//! [`Local`]. What can go wrong has a code, see [`code`].

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!("tool-bash works on Linux and macOS only: it relies on how these start and end processes");

mod args;
mod bash;
mod output;
mod plugin;
mod present;
mod progress;
mod render;
mod widen;

mod confined;
mod denial;
mod executor;
mod local;

mod capture;
mod environment;
mod feed;
mod live;
mod shell;
mod signal;
mod spill;
mod supervisor;
mod trouble;

pub use args::BashArgs;
pub use bash::{Bash, BashBuilder};
pub use capture::{Captured, Memory};
pub use confined::{Confined, Enforcement};
pub use environment::Environment;
pub use executor::{Cause, Command, End, Executor, Finished, Live, Output, Running, SandboxReport};
pub use live::Throttled;
pub use local::{Local, LocalBuilder};
pub use output::{BashOutput, Foreground, Sandbox, Stream};
pub use plugin::{BashPlugin, plugin};
pub use present::{BashMeta, Ending, Extent};
pub use trouble::{ShellError, code};
