//! A call of the tool `bash` beside the bare process that does the same, and long output beside a pipe.
//!
//! Run as `cargo xtask bench bash`. The calls go through a registry, as a host makes them. The bare process is
//! `std::process::Command`, its output read. Both are made in turn, and the shortest time of each counts.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use benches::{figures_wanted, measured};
use tokio::runtime::Runtime;
use tool_bash::{Bash, Local};
use tool_sdk::prelude::*;

const CALLS: usize = 400;

/// How much memory the host of the second measurement has touched.
const LARGE_HOST: usize = 500 << 20;

const GIBIBYTE: u64 = 1 << 30;

fn main() {
    if !figures_wanted() {
        divan::main();
        return;
    }
    let runtime = runtime();
    measured("bash.true_ratio", true_ratio(&runtime, "bash"));
    let large = vec![1_u8; LARGE_HOST];
    measured("bash.true_ratio_large_host", true_ratio(&runtime, "bash_large"));
    black_box(large);
    measured("bash.long_output_ratio", long_output_ratio(&runtime));
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn registry() -> Registry {
    let registry = Registry::new();
    let local = Local::builder().spill(64 << 20, 1 << 30).build();
    registry.register(Bash::builder().cwd("/").executor(local).build()).expect("bash registers").keep();
    registry
}

fn call(runtime: &Runtime, registry: &Registry, command: &str) {
    let arguments = format!(r#"{{"command":"{command}","description":"Measure it","timeoutMs":600000}}"#);
    let outcome = runtime.block_on(registry.call(ToolCall::new("bash", arguments)));
    assert!(outcome.is_ok(), "{}", outcome.text());
}

fn bare(command: &str) {
    let output = Command::new("bash").args(["-c", command]).stdin(Stdio::null()).output().expect("bash runs");
    assert!(output.status.success());
}

fn time(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// The shortest time of a call, as a multiple of the shortest of the bare process.
fn true_ratio(runtime: &Runtime, name: &str) -> f64 {
    let registry = registry();
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..CALLS {
        ours = ours.min(time(|| call(runtime, &registry, "true")));
        theirs = theirs.min(time(|| bare("true")));
    }
    measured(&format!("{name}.true_us"), ours.as_secs_f64() * 1e6);
    measured(&format!("{name}.bare_us"), theirs.as_secs_f64() * 1e6);
    ours.as_secs_f64() / theirs.as_secs_f64()
}

/// The time for one gibibyte, as a multiple of that of a pipe to nowhere.
fn long_output_ratio(runtime: &Runtime) -> f64 {
    let registry = registry();
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        ours = ours.min(time(|| call(runtime, &registry, &format!("head -c {GIBIBYTE} /dev/zero"))));
        theirs = theirs.min(time(|| bare(&format!("head -c {GIBIBYTE} /dev/zero | cat > /dev/null"))));
    }
    measured("bash.long_output_s", ours.as_secs_f64());
    measured("bash.pipe_s", theirs.as_secs_f64());
    ours.as_secs_f64() / theirs.as_secs_f64()
}

#[divan::bench]
fn tool(bencher: divan::Bencher<'_, '_>) {
    let (runtime, registry) = (runtime(), registry());
    bencher.bench_local(|| call(&runtime, &registry, "true"));
}

#[divan::bench]
fn bare_process(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| bare("true"));
}
