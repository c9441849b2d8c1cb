//! An impl tool whose type, arguments and value come from `macro_rules!`.

use tool_sdk::prelude::*;
use tool_sdk::testing;

macro_rules! constant {
    ($tool:ident, $args:ty, $value:ty, $expr:expr) => {
        struct $tool;

        /// Give a constant.
        #[tool]
        impl $tool {
            fn execute(&self, _args: $args, _cx: &ToolContext) -> $value {
                $expr
            }

            fn render(_args: &$args, value: &$value) -> String {
                format!("it is {value}")
            }
        }
    };
}

constant!(Answer, tool_sdk::NoArgs, u64, 42);

fn main() {
    assert_eq!(testing::block_on(testing::call(Answer, "{}")).text(), "it is 42");
}
