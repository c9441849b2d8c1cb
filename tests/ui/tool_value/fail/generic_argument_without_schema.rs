use std::time::Instant;

use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(ToolValue)]
struct Events {
    page: Page<Instant>, // error
}

fn main() {}
