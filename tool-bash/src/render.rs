//! What a model reads: the output, and on lines of their own what the output does not tell.
//!
//! ```text
//! compiling
//! [stderr]
//! error: no such file
//! [output truncated; full output: /tmp/tool-bash-x/stderr-y.txt]
//! [stopped 1 process that the command left running]
//! [sandbox: file access denied under workspace-write mode]
//! [if it is needed, ask with sandbox_permissions and justification]
//! [timed out after 1000ms]
//! [exit code: 2]
//! ```

use std::fmt::{self, Write as _};

use anstream::adapter::strip_str;
use tool_sdk::Nullable;

use crate::output::{BashOutput, Foreground, Stream};

/// The text of a value.
pub(crate) fn text(value: &BashOutput) -> String {
    let BashOutput::Foreground(value) = value;
    foreground(value)
}

/// The text of a command that was waited for.
pub(crate) fn foreground(value: &Foreground) -> String {
    let mut out = String::with_capacity(value.stdout.text.len() + value.stderr.text.len() + 200);
    write(&mut out, value).expect("a string takes all that is written");
    if out.ends_with('\n') {
        out.pop();
    }
    out
}

fn write(out: &mut String, value: &Foreground) -> fmt::Result {
    streams(out, &value.stdout, &value.stderr)?;
    if let Some(count) = value.stopped {
        begin_line(out);
        writeln!(out, "[stopped {} that the command left running]", processes(count))?;
    }
    if let Some(count) = value.left {
        begin_line(out);
        writeln!(out, "[{} could not be stopped]", processes(count))?;
    }
    if let Some(sandbox) = value.sandbox.as_ref().filter(|sandbox| sandbox.denied) {
        begin_line(out);
        writeln!(out, "[sandbox: file access denied under {} mode]", sandbox.mode)?;
        // What is denied under a mode can be asked for: see `widen.rs`.
        writeln!(out, "[if it is needed, ask with sandbox_permissions and justification]")?;
    }
    if value.timed_out {
        begin_line(out);
        writeln!(out, "[timed out after {}ms]", value.timeout_ms)?;
    }
    if let Some(line) = ending(&value.exit_code, &value.signal) {
        begin_line(out);
        out.push_str(&line);
    }
    Ok(())
}

/// The last line, which tells how the shell ended; none after an exit code of 0.
pub(crate) fn ending(exit_code: &Nullable<i32>, signal: &Nullable<String>) -> Option<String> {
    match (signal.as_option(), exit_code.as_option()) {
        (Some(signal), _) => Some(format!("[killed by signal: {signal}]")),
        (None, Some(code)) if *code != 0 => Some(format!("[exit code: {code}]")),
        _ => None,
    }
}

/// The two outputs, one after the other.
fn streams(out: &mut String, stdout: &Stream, stderr: &Stream) -> fmt::Result {
    if stdout.bytes == 0 && stderr.bytes == 0 {
        out.push_str("(no output)");
        return Ok(());
    }
    stream(out, stdout)?;
    if stderr.bytes > 0 {
        begin_line(out);
        out.push_str("[stderr]\n");
        stream(out, stderr)?;
    }
    Ok(())
}

/// Colours and other commands to a terminal say nothing to a model and cost as much as words.
fn stream(out: &mut String, stream: &Stream) -> fmt::Result {
    if let Some(head) = &stream.head {
        write!(out, "{}", strip_str(head))?;
        begin_line(out);
        let shown = head.len() as u64 + stream.text.len() as u64;
        writeln!(out, "[{} bytes left out here]", stream.bytes.saturating_sub(shown))?;
    }
    write!(out, "{}", strip_str(&stream.text))?;
    if stream.truncated {
        begin_line(out);
        let path = stream.spill_path.as_deref().unwrap_or("(unavailable)");
        writeln!(out, "[output truncated; full output: {path}]")?;
    }
    Ok(())
}

fn begin_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

fn processes(count: u32) -> String {
    format!("{count} process{}", if count == 1 { "" } else { "es" })
}
