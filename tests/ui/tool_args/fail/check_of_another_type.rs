use tool_sdk::prelude::*;

fn ordered(args: &u32) -> Result<(), Invalid> {
    let _ = args;
    Ok(())
}

#[derive(ToolArgs)]
#[tool(check = ordered)] // error
struct Args {
    low: u32,
    high: u32,
}

fn main() {}
