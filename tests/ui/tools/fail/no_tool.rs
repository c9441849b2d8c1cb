use tool_sdk::prelude::*;

struct NoTool;

fn main() {
    let _ = tools![
        NoTool, // error
    ];
}
