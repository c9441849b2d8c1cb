use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Page<T> {
    #[arg(min_items = 1)] // error
    items: T,
}

/// Count names.
#[tool]
fn count(page: Page<String>) -> usize {
    page.items.len()
}

fn main() {
    Registry::new().register(Count).unwrap().keep();
}
