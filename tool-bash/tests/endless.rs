//! A call that writes without end: alone in its process, so that the memory which is measured is that of the call.
#![cfg(target_os = "linux")]

mod support;

use std::time::Duration;

use support::{memory, run_on};
use tool_bash::{Cause, Command, Local};

// contract: X4
#[tokio::test]
async fn endless_output_takes_bounded_memory_and_is_told_in_full_length() {
    let seconds: u64 = std::env::var("SECONDS_OF_YES").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(2);
    let (local, before) = (Local::default(), memory("VmHWM"));
    let finished = run_on(&local, Command::new("yes", "/").timeout(Duration::from_secs(seconds))).await;
    let grown = memory("VmHWM").saturating_sub(before);
    let stream = finished.stdout;
    println!("measured peak growth {grown} bytes for {} bytes of output", stream.total);
    assert_eq!((finished.cause, stream.bytes.len()), (Some(Cause::TimedOut), 64_000));
    assert!(stream.total > 64 << 20 && stream.spill.is_none() && stream.is_truncated(), "{}", stream.total);
    assert!(grown < 64 << 20, "{grown} bytes");
}
