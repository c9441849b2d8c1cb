use tool_sdk::prelude::*;

#[derive(ToolValue)]
union Bits { // error
    integer: u32,
    float: f32,
}

fn main() {}
