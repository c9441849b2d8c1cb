use tool_sdk::prelude::*;
use tool_sdk::{Decision, GuardCall};

fn main() {
    let registry = Registry::new();
    registry.guard(|_: &GuardCall| Some(Decision::allow())).keep(); // error
}
