//! `new` takes what is required, a setter each other field; both can be left out for the author's own.

use tool_sdk::prelude::*;

#[derive(ToolArgs, Debug, PartialEq, Clone)]
pub struct GrepArgs {
    pattern: String,
    path: Option<String>,
    #[arg(default = 250)]
    limit: u32,
    #[arg(default)]
    deep: bool,
}

#[derive(ToolArgs)]
#[tool(no_new, no_setters)]
struct Own {
    path: String,
    limit: Option<u32>,
}

impl Own {
    fn new(path: &str) -> Self {
        Self { path: path.to_owned(), limit: None }
    }

    fn limit(self) -> u32 {
        self.limit.unwrap_or(self.path.len() as u32)
    }
}

fn main() {
    let args = GrepArgs::new("TODO").path("src").limit(3);
    let same = GrepArgs { pattern: "TODO".to_owned(), path: Some("src".to_owned()), limit: 3, deep: false };
    assert_eq!(args, same);
    assert_eq!(Own::new("abc").limit(), 3);
}
