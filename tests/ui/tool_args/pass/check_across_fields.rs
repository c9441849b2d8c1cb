//! A rule that spans fields is a plain function, with the path of what it is about.

use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolArgs)]
#[tool(check = ordered)]
struct RangeArgs {
    from: u32,
    to: u32,
}

fn ordered(args: &RangeArgs) -> Result<(), Invalid> {
    if args.from <= args.to { Ok(()) } else { Err(Invalid::at("to", "is at least `from`")) }
}

#[derive(ToolValue)]
#[tool(check = rules::even)]
struct Even {
    number: u32,
}

mod rules {
    pub(super) fn even(even: &super::Even) -> Result<(), &'static str> {
        if even.number % 2 == 0 { Ok(()) } else { Err("the number is even") }
    }
}

struct Width;

/// Measure a range.
#[tool]
impl Width {
    fn execute(&self, args: RangeArgs) -> Even {
        Even { number: args.to - args.from }
    }
}

fn main() {
    let call =
        |from: u32, to: u32| testing::block_on(testing::call(Width, format!(r#"{{"from": {from}, "to": {to}}}"#)));
    assert!(call(1, 3).is_ok());
    assert_eq!(call(3, 1).error().unwrap().paths(), ["to"]);
    assert_eq!(call(1, 2).error().unwrap().code().as_str(), "INVALID_TOOL_OUTPUT");
}
