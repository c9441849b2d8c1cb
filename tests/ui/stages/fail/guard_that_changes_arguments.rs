use tool_sdk::prelude::*;
use tool_sdk::GuardCall;

fn main() {
    let registry = Registry::new();
    let guard = registry.guard(|call: &GuardCall| {
        call.arguments()["path"] = "/tmp".into(); // error
        None
    });
    guard.keep();
}
