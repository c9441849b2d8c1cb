use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Next};

fn main() {
    let registry = Registry::new();
    let layer = registry.around_execute(|mut call: AroundCall, next: Next| async move {
        call.name = "rm".into(); // error
        next.run().await
    });
    layer.keep();
}
