use tool_sdk::prelude::*;
use tool_sdk::{PostCall, Verdict};

fn main() {
    let registry = Registry::new();
    let policy = registry.on_post_execute(|_: PostCall| async {
        Verdict::content("four").value(4_u8) // error
    });
    policy.keep();
}
