use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Decision, Next};

fn main() {
    let registry = Registry::new();
    registry.around_execute(|_: AroundCall, _: Next| async { Decision::deny("too late") }).keep(); // error
}
