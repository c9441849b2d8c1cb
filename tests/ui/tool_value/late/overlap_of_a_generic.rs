use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum OneOr<T> {
    One(T),
    Many(Vec<T>), // error
}

/// Count lists.
#[tool]
fn count(lists: OneOr<Vec<u32>>) -> usize {
    match lists {
        OneOr::One(_) => 1,
        OneOr::Many(lists) => lists.len(),
    }
}

fn main() {
    Registry::new().register(Count).unwrap().keep();
}
