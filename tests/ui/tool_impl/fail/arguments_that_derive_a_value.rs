use tool_sdk::prelude::*;

struct Greet;

#[derive(ToolValue)]
struct GreetArgs {
    name: String,
}

/// Say hello.
#[tool]
impl Greet {
    fn execute(
        &self,
        args: GreetArgs, // error
    ) -> String {
        format!("hello, {}", args.name)
    }
}

fn main() {}
