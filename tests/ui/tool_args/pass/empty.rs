//! Arguments without fields.

use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolArgs)]
struct Braces {}

#[derive(ToolArgs)]
struct Unit;

#[derive(ToolValue)]
struct Done;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self, _args: Unit) -> Done {
        Done
    }
}

fn main() {
    assert_eq!(testing::parameters::<Braces>(), testing::parameters::<Unit>());
    let _ = (Braces::new(), Unit::new());
    assert_eq!(testing::block_on(testing::call(Ping, "null")).text(), "{}");
}
