use tool_sdk::prelude::*;

/// Find files.
#[tool(call = generic(kind = Search, title = "Glob {pattren}"))] // error
fn glob(
    /// What to look for.
    pattern: String,
) -> Vec<String> {
    vec![pattern]
}

fn main() {}

// contract: U7
