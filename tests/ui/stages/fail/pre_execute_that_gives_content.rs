use tool_sdk::prelude::*;
use tool_sdk::{PreCall, Verdict};

fn main() {
    let registry = Registry::new();
    registry.on_pre_execute(|_: PreCall| async { Verdict::content("nothing to see") }).keep(); // error
}
