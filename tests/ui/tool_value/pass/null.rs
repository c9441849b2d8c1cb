//! `Option` and `Nullable` where they differ: a key that may be absent, a key whose value may be `null`.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
struct Found {
    maybe: Option<u32>,
    always: Nullable<u32>,
    items: Vec<Option<u32>>,
    nothing: (),
}

/// Find.
#[tool]
fn find(found: Found) -> Found {
    found
}

fn main() {
    let found = json!({"always": null, "items": [1, null], "nothing": null});
    let outcome = testing::block_on(testing::call(Find, json!({"found": found.clone()})));
    assert_eq!(outcome.value().map(|value| value.to_json()), Some(found));
    assert!(!testing::block_on(testing::call(Find, r#"{"found": {"items": [], "nothing": null}}"#)).is_ok());
}
