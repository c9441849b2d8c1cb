use std::time::Instant;

use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Event {
    at: Instant, // error
}

#[derive(ToolValue)]
struct Moment(Instant); // error

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Change {
    Made { at: Option<Instant> }, // error
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Either {
    Text(String),
    Time(Instant), // error
}

#[derive(ToolValue)]
#[tool(tag = "kind", content = "value")]
enum Adjacent {
    Time(Instant), // error
}

fn main() {}
