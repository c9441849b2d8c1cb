//! Keywords as names: the model sees them without `r#`.

use tool_sdk::prelude::*;
use tool_sdk::testing;

/// Give the type back.
#[tool]
fn r#match(r#type: String, #[arg(default = 3)] r#loop: u32) -> String {
    format!("{} {}", r#type, r#loop)
}

fn main() {
    let outcome = testing::block_on(testing::call(Match, r#"{"type": "a"}"#));
    assert_eq!((outcome.name(), outcome.text().as_str()), ("match", "a 3"));
    let _ = MatchArgs::new("a").r#loop(2u32);
}
