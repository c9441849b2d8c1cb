//! The same function name in two modules gives two tools that do not meet.

use tool_sdk::prelude::*;
use tool_sdk::testing;

mod old {
    use tool_sdk::prelude::*;

    /// Read the old way.
    #[tool(name = "read_old")]
    pub fn read(path: String) -> String {
        format!("old {path}")
    }
}

mod new {
    use tool_sdk::prelude::*;

    /// Read the new way.
    #[tool]
    pub fn read(path: String, depth: Option<u32>) -> String {
        format!("new {path} {depth:?}")
    }
}

#[test]
fn tools_work() {
    let registry = Registry::new();
    registry.register_all(tools![old::Read, new::Read]).unwrap().keep();
    let text = |name| testing::block_on(registry.call(ToolCall::new(name, r#"{"path": "a"}"#))).text();
    assert_eq!((text("read_old").as_str(), text("read").as_str()), ("old a", "new a None"));
}
