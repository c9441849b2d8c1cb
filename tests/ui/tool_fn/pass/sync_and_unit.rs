//! A synchronous body without arguments and without a value.

use std::sync::atomic::{AtomicU32, Ordering};

use tool_sdk::prelude::*;
use tool_sdk::testing;

static CALLS: AtomicU32 = AtomicU32::new(0);

/// Count this call.
#[tool]
fn count() {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

fn main() {
    let outcome = testing::block_on(testing::call(Count, ""));
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
    assert_eq!(testing::parameters::<CountArgs>(), r#"{"type":"object","properties":{}}"#);
}
