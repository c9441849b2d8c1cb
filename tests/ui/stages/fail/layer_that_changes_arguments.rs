use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Next};

fn main() {
    let registry = Registry::new();
    let layer = registry.around_execute(|call: AroundCall, next: Next| async move {
        call.arguments()["path"] = "/tmp".into(); // error
        next.run().await
    });
    layer.keep();
}
