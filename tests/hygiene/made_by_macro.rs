//! Tools that `macro_rules!` writes: names, types, literals and bodies come from elsewhere.

use tool_sdk::prelude::*;
use tool_sdk::testing;

macro_rules! arithmetic {
    ($($(#[$meta:meta])* $name:ident($left:ident, $right:ident: $type:ty, $least:expr) $body:expr;)*) => { $(
        $(#[$meta])*
        #[tool]
        fn $name(#[arg(min = $least)] $left: $type, $right: $type, rest: Option<$type>) -> $type {
            let rest = rest.unwrap_or_default();
            $body + rest
        }
    )* };
}

arithmetic! {
    /// Add two numbers.
    add(left, right: i64, 0) left + right;
    /// Multiply two numbers.
    multiply(a, b: i64, -5) a * b;
}

macro_rules! shouting {
    ($name:ident, $text:literal) => {
        #[doc = $text]
        #[doc = concat!("Its name is ", stringify!($name), ".")]
        #[tool(name = $text)]
        async fn $name(text: String) -> String {
            text.to_uppercase()
        }
    };
}

shouting!(shout, "shout_loudly");

#[test]
fn tools_work() {
    testing::block_on(async {
        assert_eq!(testing::call(Add, r#"{"left": 1, "right": 2, "rest": 3}"#).await.text(), "6");
        assert_eq!(testing::call(Multiply, r#"{"a": -5, "b": 2}"#).await.text(), "-10");
        assert!(!testing::call(Multiply, r#"{"a": -6, "b": 2}"#).await.is_ok());
        assert_eq!(testing::call(Shout, r#"{"text": "hey"}"#).await.text(), "HEY");
    });
    let tool = tool_sdk::ToolDefinition::of(Shout);
    assert_eq!((tool.name(), tool.description()), ("shout_loudly", "shout_loudly\nIts name is shout."));
}
