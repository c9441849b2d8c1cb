//! One call through the whole pipeline, from the model's JSON text to the text that the model reads, beside the bare work
//! that a careful author would write by hand with serde.

use std::hint::black_box;

use benches::grab::{ARGUMENTS, Grab, GrabNow, call};
use benches::{Allocator, Contender, count, figures_wanted, measured, profile};
use divan::Bencher;
use tool_sdk::CallId;
use tool_sdk::prelude::*;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() {
    if figures_wanted() {
        figures();
    } else {
        profile();
        divan::main();
    }
}

/// Prints what `cargo xtask bench dispatch` judges.
fn figures() {
    let registry = registry();
    let id = CallId::from("call_0123456789");
    assert_eq!(call(&registry, "grab", &id).text(), bare_pretty(ARGUMENTS), "both sides must do the same work");
    assert_eq!(call(&registry, "grab_now", &id).text(), bare_pretty(ARGUMENTS), "both sides must do the same work");

    let [asynchronous, synchronous, pretty, compact] = Contender::minima([
        Contender::new(|| call(&registry, "grab", &id)),
        Contender::new(|| call(&registry, "grab_now", &id)),
        Contender::new(|| bare_pretty(black_box(ARGUMENTS))),
        Contender::new(|| bare_compact(black_box(ARGUMENTS))),
    ]);
    measured("dispatch.async_ns", asynchronous);
    measured("dispatch.sync_ns", synchronous);
    measured("dispatch.bare_ns", pretty);
    measured("dispatch.bare_compact_ns", compact);
    measured("dispatch.async_ratio", asynchronous / pretty);
    measured("dispatch.sync_ratio", synchronous / pretty);
    measured("dispatch.async_ratio_to_compact", asynchronous / compact);
    measured("dispatch.sync_ratio_to_compact", synchronous / compact);
    measured("dispatch.async_allocations", count(|| call(&registry, "grab", &id)) as f64);
    measured("dispatch.sync_allocations", count(|| call(&registry, "grab_now", &id)) as f64);
    measured("dispatch.bare_allocations", count(|| bare_pretty(ARGUMENTS)) as f64);
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.register_all(tools![Grab, GrabNow]).expect("the names differ").keep();
    registry
}

#[derive(serde::Deserialize)]
struct BareArguments {
    path: String,
    offset: Option<u32>,
    limit: u32,
}

#[derive(serde::Serialize)]
struct BareValue {
    path: String,
    lines: u32,
}

fn bare(text: &str) -> BareValue {
    let arguments: BareArguments = serde_json::from_str(text).expect("the arguments fit");
    BareValue { path: arguments.path, lines: arguments.limit + arguments.offset.unwrap_or(0) }
}

/// The same work by hand, to the same text.
fn bare_pretty(text: &str) -> String {
    serde_json::to_string_pretty(&bare(text)).expect("a struct of text and number is JSON")
}

/// The same work by hand, to the shortest text.
fn bare_compact(text: &str) -> String {
    serde_json::to_string(&bare(text)).expect("a struct of text and number is JSON")
}

#[divan::bench]
fn async_tool(bencher: Bencher<'_, '_>) {
    let (registry, id) = (registry(), CallId::from("call_0123456789"));
    bencher.bench_local(|| call(&registry, "grab", &id));
}

#[divan::bench]
fn sync_tool(bencher: Bencher<'_, '_>) {
    let (registry, id) = (registry(), CallId::from("call_0123456789"));
    bencher.bench_local(|| call(&registry, "grab_now", &id));
}

#[divan::bench]
fn bare_to_pretty_text(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| bare_pretty(black_box(ARGUMENTS)));
}

#[divan::bench]
fn bare_to_compact_text(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| bare_compact(black_box(ARGUMENTS)));
}
