//! The hooks of cards in every form that they may have.

use tool_sdk::prelude::*;
use tool_sdk::present::Presenters;

#[derive(ToolArgs)]
struct EditArgs {
    /// The file.
    path: String,
}

type Alias = Presented<u32>;

struct Edit<T> {
    _state: T,
}

/// Edit a file.
#[tool(name = "edit")]
impl<T: Clone> Edit<T> {
    fn execute(&self, args: EditArgs) -> String {
        args.path
    }

    fn presentation_meta(_: &EditArgs, value: &str) -> u32 {
        value.len() as u32
    }

    fn present_call(args: &EditArgs) -> Option<CallView> {
        (!args.path.is_empty()).then(|| CallView::generic(&*args.path))
    }

    fn present_result(_: &EditArgs, result: &Alias) -> ResultView {
        ResultView::generic().title(result.meta().map_or_else(String::new, u32::to_string))
    }
}

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    fn present_call(_: &tool_sdk::NoArgs) -> CallView {
        CallView::terminal("ping")
    }
}

fn main() {
    let presenters = Presenters::of::<(Edit<u8>, (Ping,))>();
    assert_eq!(presenters.names().collect::<Vec<_>>(), ["edit", "ping"]);
    assert_eq!(presenters.call("edit", r#"{"path":"a"}"#).title(), "a");
    assert_eq!(presenters.call("ping", ""), CallView::terminal("ping"));
    let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(Edit { _state: 0_u8 }, r#"{"path":"abc"}"#));
    assert_eq!(outcome.meta(), Some("3"));
}
