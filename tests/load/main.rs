//! 10,000 calls at once over 1,000 tools, while tools, scopes, owners and policies come and go. In a binary of its own, whose
//! allocator counts: nothing else may run meanwhile.

/// Tools, scopes and policies that come and go.
mod churn;
/// The tools and the calls.
mod crowd;

use peak_alloc::PeakAlloc;
use tool_sdk::Registry;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const TOOLS: usize = 1_000;
/// So many of the tools come and go while they are called.
const SWAPPED: usize = 100;
const CALLS: usize = 10_000;

/// What one call under way may take, with its task, its arguments, its outcome and its share of everything else.
const BYTES_PER_CALL: usize = 16 * 1024;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_time().build().expect("a runtime")
}

/// One crowd of calls with everything that goes on beside it.
fn round(runtime: &tokio::runtime::Runtime, registry: &Registry) {
    runtime.block_on(async {
        let churning = churn::start(registry);
        // Nothing is printed here: what a test prints is kept, and would count as live.
        crowd::call_all(registry).await;
        churn::end(churning).await;
    });
}

/// A host that does all this and goes away.
fn whole_host() {
    let (runtime, registry) = (runtime(), Registry::new());
    crowd::register(&registry);
    round(&runtime, &registry);
    assert_eq!(registry.schemas().len(), TOOLS - SWAPPED, "what came has gone");
}

// contract: E4, E15, R1, R4
#[test]
fn ten_thousand_calls_at_once_are_answered_once_each_and_leave_nothing() {
    // What the process keeps of its first host, it has once: names of threads, the table of callsites.
    whole_host();

    // A host that ends gives back every byte.
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    whole_host();
    let (after, peak) = (ALLOCATOR.current_usage(), ALLOCATOR.peak_usage());
    println!("a host: {before} bytes before, {after} after, {peak} at most");
    assert_eq!(after, before, "live bytes after a host that came and went");
    assert!(peak - before < CALLS * BYTES_PER_CALL, "{} bytes for {CALLS} calls at once", peak - before);

    // A host that goes on keeps what it has.
    let (runtime, registry) = (runtime(), Registry::new());
    crowd::register(&registry);
    round(&runtime, &registry);
    let mut live = Vec::new();
    for _ in 0..2 {
        round(&runtime, &registry);
        assert_eq!(registry.schemas().len(), TOOLS - SWAPPED);
        live.push(ALLOCATOR.current_usage());
    }
    println!("a host that goes on: {live:?}");
    let (least, most) = (live.iter().min().expect("rounds"), live.iter().max().expect("rounds"));
    assert!(most - least < CALLS, "less than a byte per call: {live:?}");
}
