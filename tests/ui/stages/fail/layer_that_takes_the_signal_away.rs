use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Next};

fn main() {
    let registry = Registry::new();
    let layer = registry.around_execute(|_: AroundCall, next: Next| async move {
        next.run_with(None).await // error
    });
    layer.keep();
}
