use tool_sdk::prelude::*;
use tool_sdk::{Decision, PreCall};

fn main() {
    let registry = Registry::new();
    let policy = registry.on_pre_execute(|call: PreCall| async move {
        call.arguments().as_object_mut(); // error
        Decision::allow()
    });
    policy.keep();
}
