//! One tool of three arguments, called in process by ours, by rmcp and by rig, beside the bare work: the model's JSON text in,
//! the text that the model reads out. `cargo xtask bench peers` makes a crate of this file, runs it, and judges what it prints.

mod bare;
mod ours;
mod rig;
mod server;

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use benches::{Contender, measured};

const ARGUMENTS: &str = r#"{"path":"crates/tool-sdk/src/lib.rs","offset":10,"limit":250}"#;

/// How many tools there are where something looks one up: ours and rmcp's kept router.
const TOOLS: usize = 50;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime starts");
    let _entered = runtime.enter();
    let ours = ours::Side::new();
    let rig = rig::Side::new();
    let (kept, default) = (server::Kept::new(), server::Default::new());
    let text = bare::call(ARGUMENTS);
    for (name, told) in [
        ("ours", ours.call(ARGUMENTS)),
        ("rmcp, router kept", kept.call(ARGUMENTS)),
        ("rmcp, default", default.call(ARGUMENTS)),
        ("rig", rig.call(ARGUMENTS)),
    ] {
        assert_eq!(told, text, "{name} must do the same work");
    }

    let [bare, ours, kept, default, rig] = Contender::minima([
        Contender::new(|| bare::call(black_box(ARGUMENTS))),
        Contender::new(|| ours.outcome(black_box(ARGUMENTS))),
        Contender::new(|| kept.result(black_box(ARGUMENTS))),
        Contender::new(|| default.result(black_box(ARGUMENTS))),
        Contender::new(|| rig.call(black_box(ARGUMENTS))),
    ]);
    measured("peers.bare_ns", bare);
    measured("peers.ours_ns", ours);
    measured("peers.rmcp_kept_ns", kept);
    measured("peers.rmcp_default_ns", default);
    measured("peers.rig_ns", rig);
    measured("peers.bare", ours / bare);
    measured("peers.rmcp_kept", ours / kept);
    measured("peers.rmcp_default", ours / default);
    measured("peers.rig", ours / rig);
}

/// Drives a future whose body never waits; a runtime around it would be measured along with it.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a tool that waits for nothing is ready at once"),
    }
}

/// The body, the same on every side: the path goes into the value, beside this number.
fn lines(offset: Option<u32>, limit: u32) -> u32 {
    limit + offset.unwrap_or(0)
}
