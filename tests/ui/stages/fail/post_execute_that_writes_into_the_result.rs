use tool_sdk::prelude::*;
use tool_sdk::{Block, PostCall, Verdict};

fn main() {
    let registry = Registry::new();
    let policy = registry.on_post_execute(|call: PostCall| async move {
        call.content().push(Block::Text("and more".to_owned())); // error
        Verdict::accept()
    });
    policy.keep();
}
