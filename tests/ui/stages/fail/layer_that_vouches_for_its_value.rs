use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Execution, Next};

fn main() {
    let registry = Registry::new();
    let layer = registry.around_execute(|call: AroundCall, _: Next| async move {
        let mut execution = Execution::value(1_u8);
        execution.vouched = Some(call.token()); // error
        execution
    });
    layer.keep();
}
