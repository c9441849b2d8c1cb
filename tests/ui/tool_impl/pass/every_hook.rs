//! `execute` beside each hook, with the slice forms of what a hook is given.

use std::path::{Path, PathBuf};

use tool_sdk::prelude::*;
use tool_sdk::{Effect, OutcomeInfo, ToolDefinition, testing};

struct Edit {
    root: PathBuf,
}

#[derive(ToolArgs)]
struct EditArgs {
    path: String,
    fail: Option<bool>,
}

/// Replace one exact piece of text.
#[tool(name = "edit", effect = write, timeout = "30s", idempotent)]
impl Edit {
    async fn execute(&self, args: EditArgs, cx: &ToolContext) -> ToolResult<PathBuf> {
        cx.check_cancelled()?;
        if args.fail == Some(true) {
            return Err(ToolError::new("NOT_FOUND", "no such text"));
        }
        Ok(self.root.join(&args.path))
    }

    fn render(args: &EditArgs, value: &Path) -> String {
        format!("{} is {}", args.path, value.display())
    }

    fn concurrency_safe(args: &EditArgs) -> bool {
        args.path.starts_with("tmp")
    }

    fn finalize_content(args: Option<&EditArgs>, mut content: Content, info: &OutcomeInfo<'_>) -> Content {
        let about = args.map_or("nothing", |args| &args.path);
        content.push(tool_sdk::Block::Text(format!("{about} {}", info.is_ok())));
        content
    }
}

// A helper lives in a block of its own.
impl Edit {
    fn at(root: &str) -> Self {
        Self { root: root.into() }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let tool = ToolDefinition::of(Edit::at("/"));
    assert_eq!((tool.name(), tool.effect(), tool.is_idempotent()), ("edit", Some(Effect::Write), true));
    assert!(tool.is_concurrency_safe(r#"{"path": "tmp/a"}"#) && !tool.is_concurrency_safe(r#"{"path": "a"}"#));
    let text = async |arguments: &str| testing::call(Edit::at("/"), arguments).await.text();
    assert_eq!(text(r#"{"path": "a"}"#).await, "a is /a\na true");
    assert_eq!(text(r#"{"path": "a", "fail": true}"#).await, "Error: no such text\na false");
    assert!(text("{}").await.ends_with("nothing false"));
}
