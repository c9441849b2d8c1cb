use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Page<T> {
    #[arg(min_items = 1)] // error
    items: T,
}

/// List names.
#[tool]
fn names() -> Page<String> {
    Page { items: "Ada".to_owned() }
}

fn main() {
    Registry::new().register(Names).unwrap().keep();
}
