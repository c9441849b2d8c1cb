use tool_sdk::prelude::*;
use tool_sdk::{Block, CallInfo};

fn main() {
    let registry = Registry::new();
    let observer = registry.on_result(|_: &CallInfo, outcome: &Outcome| {
        outcome.content().push(Block::Text("and more".to_owned())); // error
    });
    observer.keep();
}
