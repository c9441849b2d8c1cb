use tool_sdk::prelude::*;
use tool_sdk::{Execution, PreCall};

fn main() {
    let registry = Registry::new();
    registry.on_pre_execute(|_: PreCall| async { Execution::value(1_u8) }).keep(); // error
}
