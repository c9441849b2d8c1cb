//! An instance leaves a parameter out of its declaration, also where the tool is generic.

use tool_sdk::prelude::*;
use tool_sdk::testing;

trait Host: Send + Sync + 'static {
    const BACKGROUND: bool;
}

struct Small;
struct Large;

impl Host for Small {
    const BACKGROUND: bool = false;
}

impl Host for Large {
    const BACKGROUND: bool = true;
}

struct Run<H>(H);

#[derive(ToolArgs)]
struct RunArgs {
    #[arg(default = false)]
    background: bool,
}

/// Run something.
#[tool(name = "run")]
impl<H: Host> Run<H> {
    fn execute(&self, args: RunArgs) -> bool {
        args.background
    }

    fn narrow(&self, narrow: &mut tool_sdk::Narrow) {
        if !H::BACKGROUND {
            narrow.leave_out("background", "this host has no jobs");
        }
    }
}

fn main() {
    let text = |outcome: Outcome| outcome.text();
    let arguments = r#"{"background": true}"#;
    assert_eq!(text(testing::block_on(testing::call(Run(Large), arguments))), "true");
    assert!(text(testing::block_on(testing::call(Run(Small), arguments))).ends_with("this host has no jobs"));
}
