//! What a call costs among many tools and behind policies, beside the same call among few and behind none; and what listing costs.

use std::hint::black_box;

use benches::grab::{Grab, call};
use benches::{Allocator, Contender, count, figures_wanted, measured, profile};
use divan::Bencher;
use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, CallId, CallInfo, Decision, GuardCall, Next, PostCall, PreCall, RawTool, Verdict};

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

/// Prints what `cargo xtask bench registry` judges.
fn figures() {
    let id = CallId::from("call_0123456789");
    let (few, many, emptied, governed) = (registry(10), registry(10_000), emptied(), governed());
    for registry in [&few, &many, &emptied, &governed] {
        assert!(call(registry, "grab", &id).is_ok(), "every side must do the work");
    }
    let [among_few, among_many, behind_none, behind_three] = Contender::minima([
        Contender::new(|| call(&few, "grab", &id)),
        Contender::new(|| call(&many, "grab", &id)),
        Contender::new(|| call(&emptied, "grab", &id)),
        Contender::new(|| call(&governed, "grab", &id)),
    ]);
    measured("registry.plain_ns", among_few);
    measured("registry.among_10000_ns", among_many);
    measured("registry.three_hooks_ns", behind_three);
    measured("registry.size_ratio", among_many / among_few);
    measured("registry.empty_hooks_ratio", behind_none / among_few);
    measured("registry.three_hooks_ratio", behind_three / among_few);
    black_box(many.schemas());
    measured("registry.schemas_allocations", count(|| many.schemas()) as f64);
}

/// A registry of this many tools, the one that is called among them.
fn registry(tools: usize) -> Registry {
    let registry = Registry::new();
    for n in 1..tools {
        if n == tools / 2 {
            registry.register(Grab).expect("the name is free").keep();
        }
        let parameters = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
        let other = RawTool::new(format!("other_{n}"), "Do something else.", parameters, |args, _| async { Ok(args) });
        registry.register_raw(other).expect("the names differ").keep();
    }
    registry
}

/// A registry that had policies of each kind, and has none any more.
fn emptied() -> Registry {
    let registry = registry(10);
    drop(hooks(&registry));
    registry
}

/// A registry with three policies of each kind.
fn governed() -> Registry {
    let registry = registry(10);
    for _ in 0..3 {
        hooks(&registry).into_iter().for_each(tool_sdk::Registration::keep);
    }
    registry
}

/// One policy of each kind that does nothing.
fn hooks(registry: &Registry) -> Vec<tool_sdk::Registration> {
    vec![
        registry.on_pre_execute(|_: PreCall| async { Decision::allow() }),
        registry.guard(|_: &GuardCall| None),
        registry.around_execute(|_: AroundCall, next: Next| async move { next.run().await }),
        registry.on_post_execute(|_: PostCall| async { Verdict::accept() }),
        registry.on_result(|_: &CallInfo, _: &Outcome| ()),
    ]
}

#[divan::bench]
fn among_ten(bencher: Bencher<'_, '_>) {
    let (registry, id) = (registry(10), CallId::from("call_0123456789"));
    bencher.bench_local(|| call(&registry, "grab", &id));
}

#[divan::bench]
fn among_ten_thousand(bencher: Bencher<'_, '_>) {
    let (registry, id) = (registry(10_000), CallId::from("call_0123456789"));
    bencher.bench_local(|| call(&registry, "grab", &id));
}

#[divan::bench]
fn behind_three_hooks_of_each_kind(bencher: Bencher<'_, '_>) {
    let (registry, id) = (governed(), CallId::from("call_0123456789"));
    bencher.bench_local(|| call(&registry, "grab", &id));
}
