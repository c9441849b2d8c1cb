use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, Observer, RegistryOptions};

use super::code;

/// Notes when what it stands for is dropped.
struct Dropped(Arc<AtomicBool>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Wait for ever, whatever is signalled.
#[tool(drop_on_cancel)]
async fn hang(State(dropped): State<Arc<AtomicBool>>) -> String {
    let _dropped = Dropped((*dropped).clone());
    std::future::pending().await
}

/// Wait for ever, but not longer than allowed.
#[tool(drop_on_cancel, timeout = "1s")]
async fn hang_shortly(State(dropped): State<Arc<AtomicBool>>) -> String {
    let _dropped = Dropped((*dropped).clone());
    std::future::pending().await
}

/// Ignore the signal for an hour.
#[tool]
async fn ignore() -> String {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    "at last".to_owned()
}

fn hanging() -> (Registry, Arc<AtomicBool>) {
    let (registry, dropped) = (Registry::new(), Arc::<AtomicBool>::default());
    registry.provide(dropped.clone()).unwrap();
    registry.register_all(tools![Hang, HangShortly]).unwrap().keep();
    (registry, dropped)
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_body_that_may_be_dropped_is_dropped_at_a_cancel() {
    let (registry, dropped) = hanging();
    let call = ToolCall::new("hang", "{}");
    let signal = call.signal().clone();
    let cancel = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!dropped.load(Ordering::Relaxed));
        signal.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.call(call), cancel);
    assert_eq!(code(&outcome), "ABORTED");
    assert!(dropped.load(Ordering::Relaxed), "nothing is left behind an answered call");
}

// contract: E11
#[tokio::test(start_paused = true)]
async fn a_body_that_may_be_dropped_is_dropped_at_its_deadline() {
    let (registry, dropped) = hanging();
    let outcome = registry.call(ToolCall::new("hang_shortly", "{}")).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT");
    assert!(dropped.load(Ordering::Relaxed));
}

#[derive(Clone, Default)]
struct Stuck(Arc<AtomicU32>);

impl Observer for Stuck {
    fn on_stuck(&self, call: &CallInfo) {
        assert_eq!(call.name(), "ignore");
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_body_that_ignores_its_cancel_is_reported_once_and_awaited() {
    let mut options = RegistryOptions::default();
    options.watchdog = Duration::from_secs(60);
    let registry = Registry::with_options(options);
    registry.register(Ignore).unwrap().keep();
    let stuck = Stuck::default();
    registry.observe(stuck.clone()).keep();
    let call = ToolCall::new("ignore", "{}");
    let signal = call.signal().clone();
    let watch = async {
        tokio::time::sleep(Duration::from_secs(30)).await;
        signal.cancel();
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert_eq!(stuck.0.load(Ordering::Relaxed), 0, "it may still come to rest");
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(stuck.0.load(Ordering::Relaxed), 1);
    };
    let (outcome, ()) = tokio::join!(registry.call(call), watch);
    assert_eq!(code(&outcome), "ABORTED");
    assert_eq!(stuck.0.load(Ordering::Relaxed), 1);
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_call_that_is_not_cancelled_is_nobody_s_business() {
    let registry = super::registry(Ignore);
    let stuck = Stuck::default();
    registry.observe(stuck.clone()).keep();
    assert_eq!(registry.call(ToolCall::new("ignore", "{}")).await.text(), "at last");
    assert_eq!(stuck.0.load(Ordering::Relaxed), 0);
}

// contract: E17
#[tokio::test]
async fn repair_can_be_switched_off_for_one_tool() {
    /// Double a number.
    #[tool(no_repair)]
    fn double(
        /// The number.
        n: u32,
    ) -> u32 {
        n * 2
    }
    assert_eq!(code(&super::call(Double, r#"{"n": "4"}"#).await), "INVALID_ARGS");
    assert_eq!(super::call(Double, r#"{"n": 4}"#).await.text(), "8");
}
