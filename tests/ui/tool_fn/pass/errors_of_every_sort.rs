//! What `?` takes in a body, and what a body may return beside `ToolResult`.

use std::fmt;

use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(Debug)]
struct Refusal;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refusal {}

/// Fail as asked.
#[tool]
fn fail(how: u32) -> ToolResult<u32> {
    match how {
        0 => Err("a text")?,
        1 => Err(String::from("a string"))?,
        2 => Err(Refusal)?,
        3 => Err(ToolError::new("MINE", "my own"))?,
        4 => Ok("x".parse::<u32>().code("NO_NUMBER")?),
        _ => Ok(how),
    }
}

/// Refuse.
#[tool]
fn refuse() -> Result<String, Refusal> {
    Err(Refusal)
}

fn main() {
    let code = |how: u32| {
        let outcome = testing::block_on(testing::call(Fail, format!(r#"{{"how": {how}}}"#)));
        outcome.error().map(|failure| failure.code().to_string())
    };
    let codes: Vec<_> = (0..6).map(code).collect();
    let expected = [Some("FAILED"), Some("FAILED"), Some("FAILED"), Some("MINE"), Some("NO_NUMBER"), None];
    assert_eq!(codes, expected.map(|code| code.map(str::to_owned)));
    assert_eq!(testing::block_on(testing::call(Refuse, "{}")).text(), "Error: refused");
}
