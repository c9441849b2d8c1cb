#![deny(unused_must_use)]

use tool_sdk::prelude::*;
use tool_sdk::GuardCall;

fn main() {
    let registry = Registry::new();
    registry.guard(|_: &GuardCall| None); // error
}
