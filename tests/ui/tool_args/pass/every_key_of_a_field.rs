//! Each key of `#[arg(…)]`, and the schema that they give.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

const LIMIT: u32 = 250;

#[derive(ToolArgs)]
struct SearchArgs {
    /// What to look for.
    #[arg(non_empty, max_length = 100, examples = ["fn main", "TODO\\b"])]
    pattern: String,
    #[arg(description = "Where to look.", default = "src", rename = "folder", alias = "dir", alias = "path")]
    root: PathBuf,
    #[arg(min = 1, max = 10_000, multiple_of = 5, default = LIMIT)]
    limit: u32,
    #[arg(exclusive_min = 0, exclusive_max = 1.5, default = 0.5)]
    weight: f64,
    #[arg(not_blank, min_length = 2, pattern = r"^\w+$")]
    word: Option<String>,
    #[arg(format = "date-time")]
    since: Option<String>,
    #[arg(min_items = 1, max_items = 3, unique_items)]
    kinds: Option<Vec<String>>,
    #[arg(non_empty)]
    names: Option<BTreeSet<String>>,
    #[arg(unit = "ms", default = Duration::from_secs(5))]
    timeout: Duration,
    #[arg(unit = "s")]
    pause: Option<Duration>,
    #[arg(default)]
    deep: bool,
    #[arg(flatten)]
    page: Page,
    #[arg(skip)]
    seen: u32,
    #[arg(skip, default = 7)]
    lucky: u32,
    #[arg(rest)]
    more: JsonMap,
}

#[derive(ToolValue)]
struct Page {
    #[arg(min = 0)]
    offset: Option<i64>,
}

struct Search;

/// Search.
#[tool]
impl Search {
    fn execute(&self, args: SearchArgs) -> String {
        let SearchArgs { root, limit, timeout, pause, page, seen, lucky, more, .. } = args;
        let more: Vec<_> = more.keys().cloned().collect();
        format!("{} {limit} {timeout:?} {pause:?} {:?} {seen} {lucky} {more:?}", root.display(), page.offset)
    }
}

fn main() {
    let schema: serde_json::Value = serde_json::from_str(&testing::parameters::<SearchArgs>()).unwrap();
    let at = |name: &str| schema["properties"][name].clone();
    assert_eq!(schema["required"], json!(["pattern"]));
    assert_eq!(at("pattern")["minLength"], 1);
    assert_eq!((&at("folder")["description"], &at("folder")["default"]), (&json!("Where to look."), &json!("src")));
    assert_eq!((&at("limit")["multipleOf"], &at("limit")["default"]), (&json!(5), &json!(250)));
    assert_eq!(at("weight")["exclusiveMaximum"], 1.5);
    assert_eq!(at("since")["format"], "date-time");
    assert_eq!((&at("kinds")["maxItems"], &at("kinds")["uniqueItems"]), (&json!(3), &json!(true)));
    assert_eq!(at("names")["minItems"], 1);
    assert_eq!(at("timeout")["default"], 5000);
    assert_eq!(at("offset")["type"], "integer");
    assert!(at("seen").is_null() && at("more").is_null() && at("root").is_null());

    let call = |arguments: &str| testing::block_on(testing::call(Search, arguments));
    let outcome = call(r#"{"pattern": "a", "dir": "lib", "pause": 2, "offset": 3}"#);
    assert_eq!(outcome.text(), "lib 250 5s Some(2s) Some(3) 0 7 []");
    let outcome = call(r#"{"pattern": "a", "limit": 5, "colour": 1}"#);
    assert_eq!(outcome.text(), r#"src 5 5s None None 0 7 ["colour"]"#);
    let outcome = call(r#"{"pattern": "", "limit": 3, "kinds": ["a", "a"], "since": "soon", "word": " "}"#);
    let message = outcome.text();
    for path in ["pattern", "limit", "kinds", "since", "word"] {
        assert!(message.contains(path), "{path} is not in {message}");
    }
}
