use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum OneOr<T> {
    One(T),
    Many(Vec<T>), // error
}

/// List numbers.
#[tool]
fn numbers() -> OneOr<Vec<u32>> {
    OneOr::Many(Vec::new())
}

fn main() {
    Registry::new().register(Numbers).unwrap().keep();
}
