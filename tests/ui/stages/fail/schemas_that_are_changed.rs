use tool_sdk::prelude::*;

fn main() {
    let registry = Registry::new();
    registry.schemas()[0].parameters()["type"] = "array".into(); // error
}
