//! The names of types decide nothing: aliases and renamed imports of them work.

use std::option::Option as Maybe;

use tool_sdk::ToolResult as Answer;
use tool_sdk::prelude::{ToolContext as Call, tool};
use tool_sdk::testing;

type Name = String;
type Limit = Maybe<u32>;
type Lines = Answer<Vec<Name>>;

/// Split a name.
#[tool]
async fn split(name: Name, #[arg(min = 1)] limit: Limit, also: Maybe<Name>, _cx: &Call) -> Lines {
    let parts = name.split(' ').map(str::to_owned).chain(also);
    Ok(parts.take(limit.unwrap_or(9) as usize).collect())
}

fn main() {
    assert!(testing::parameters::<SplitArgs>().ends_with(r#""required":["name"]}"#));
    let outcome = testing::block_on(testing::call(Split, r#"{"name": "a b c", "limit": 2}"#));
    assert_eq!(outcome.value().unwrap().to_json(), serde_json::json!(["a", "b"]));
    // Constructors go by what is written: an option under another name is one of the values of `new`.
    let _ = SplitArgs::new("a", Some(1), None);
}
