use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct File {
    path: String,
}

#[derive(ToolValue)]
#[tool(open)]
struct Link {
    target: String,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Target {
    File(File),
    Link(Link),
    Any(JsonMap), // error
}

fn main() {}
