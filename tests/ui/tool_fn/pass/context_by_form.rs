//! A reference, a tuple-struct pattern and `#[cx]` ask the call, wherever they stand; nothing of them is in the schema.

use std::sync::Arc;

use tool_sdk::prelude::*;
use tool_sdk::{State as Shared, testing};

type Context<'a> = &'a ToolContext;

struct Db(&'static str);

/// Look something up.
#[tool]
async fn look_up(
    cx: &ToolContext,
    /// What to look up.
    key: String,
    Shared(db): Shared<Db>,
    #[cx] other: Context<'_>,
    #[cx] state: State<Db>,
    mut times: u32,
) -> String {
    times += 1;
    assert!(Arc::ptr_eq(&db, &state.0));
    assert_eq!(cx.call_id(), other.call_id());
    format!("{key} in {} {times}", db.0)
}

fn main() {
    assert!(!testing::parameters::<LookUpArgs>().contains("state"));
    let registry = Registry::new();
    registry.provide(Db("a database")).unwrap();
    registry.register(LookUp).unwrap().keep();
    let call = ToolCall::new("look_up", r#"{"key": "name", "times": 1}"#);
    assert_eq!(testing::block_on(registry.call(call)).text(), "name in a database 2");
}
