use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct File {
    name: String,
}

#[derive(ToolValue)]
struct Address {
    host: String,
}

// The objects differ below their first level, which is as deep as it is looked.
#[derive(ToolValue)]
#[tool(untagged)]
enum Source {
    Disk { from: File },
    Net { from: Address }, // error
}

fn main() {}
