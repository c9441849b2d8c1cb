//! The same function name in two modules gives two tools that do not meet.

use tool_sdk::prelude::*;
use tool_sdk::testing;

mod old {
    use tool_sdk::prelude::*;

    /// Read the old way.
    #[tool(name = "read_old")]
    pub(super) fn read(path: String) -> String {
        path + " as before"
    }
}

mod new {
    use tool_sdk::prelude::*;

    /// Read the new way.
    #[tool]
    pub(super) fn read(path: String, depth: Option<u32>) -> Vec<String> {
        vec![path; depth.unwrap_or(2) as usize]
    }
}

#[test]
fn tools_work() {
    let registry = Registry::new();
    registry.register_all(tools![old::Read, new::Read]).unwrap().keep();
    let text = |name| testing::block_on(registry.call(ToolCall::new(name, r#"{"path": "a"}"#))).text();
    assert_eq!(text("read_old"), "a as before");
    assert_eq!(text("read").matches('a').count(), 2);
}
