use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, Verdict};

fn main() {
    let registry = Registry::new();
    registry.on_result(|_: &CallInfo, _: &Outcome| Verdict::block("no")).keep(); // error
}
