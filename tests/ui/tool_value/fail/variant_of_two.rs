use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Shape {
    Point,
    Circle(f64, f64), // error
}

fn main() {}
