//! A tool with type parameters: each instance has the schema of its own types.

use tool_sdk::prelude::*;
use tool_sdk::{ToolDefinition, testing};

#[derive(ToolArgs)]
struct PutArgs<T> {
    value: T,
    #[arg(default)]
    many: Vec<T>,
}

struct Put<T> {
    start: T,
}

/// Put something away.
#[tool(name = "put")]
impl<T> Put<T>
where
    T: ToolValue + Clone,
{
    async fn execute(&self, args: PutArgs<T>) -> Vec<T> {
        [self.start.clone(), args.value].into_iter().chain(args.many).collect()
    }

    fn render(_args: &PutArgs<T>, value: &[T]) -> String {
        format!("{} things", value.len())
    }
}

fn main() {
    let texts = ToolDefinition::of(Put { start: String::new() });
    let numbers = ToolDefinition::of(Put { start: 1u8 });
    assert_eq!(texts.parameters()["properties"]["value"]["type"], "string");
    assert_eq!(numbers.parameters()["properties"]["value"]["maximum"], 255);
    let outcome = testing::block_on(testing::call(Put { start: 1u8 }, r#"{"value": 2, "many": [3]}"#));
    assert_eq!(outcome.text(), "3 things");
}
