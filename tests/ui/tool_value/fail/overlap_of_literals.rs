use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Fast {
    Quick,
    Rapid,
}

#[derive(ToolValue)]
enum Slow {
    Lazy,
    Quick,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Speed {
    Fast(Fast),
    Slow(Slow), // error
}

fn main() {}
