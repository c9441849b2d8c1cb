use tool_sdk::prelude::*;

struct Add;

#[derive(ToolArgs)]
struct AddArgs {
    a: u32,
}

/// Add two numbers.
#[tool]
impl Add {
    fn execute(
        &self,
        args: AddArgs,
        b: u32, // error
    ) -> u32 {
        args.a + b
    }
}

fn main() {}
