//! Templates and functions on structs, and a function for every variant that has nothing of its own.

use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
#[tool(render = "{count} files in {type}, {modes}")]
struct Counted {
    count: u32,
    r#type: String,
    modes: Vec<bool>,
}

#[derive(ToolValue)]
#[tool(tag = "kind", render_with = show)]
enum Change {
    Made {
        path: String,
    },
    #[tool(render = "nothing")]
    Nothing,
}

fn show(change: &Change) -> String {
    match change {
        Change::Made { path } => format!("made {path}"),
        Change::Nothing => unreachable!("it renders itself"),
    }
}

/// Count.
#[tool]
fn count() -> Counted {
    Counted { count: 2, r#type: "src".to_owned(), modes: vec![true] }
}

/// Make something.
#[tool]
fn make(made: bool) -> Change {
    if made { Change::Made { path: "a".to_owned() } } else { Change::Nothing }
}

fn main() {
    testing::block_on(async {
        assert_eq!(testing::call(Count, "{}").await.text(), "2 files in src, [true]");
        assert_eq!(testing::call(Make, r#"{"made": true}"#).await.text(), "made a");
        assert_eq!(testing::call(Make, r#"{"made": false}"#).await.text(), "nothing");
    });
}
