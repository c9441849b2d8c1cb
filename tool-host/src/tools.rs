//! Which tools there are.

use tool_fs::Workspace;
use tool_sdk::RegisterError;
use tool_sdk::prelude::*;
use tool_sdk::present::Presenters;

/// A registry with every tool, working in the directory of the process.
pub(crate) fn registry() -> Result<Registry, RegisterError> {
    let registry = Registry::new();
    let workspace = Workspace::default();
    registry.register(tool_fs::Read::new(workspace.clone()))?.keep();
    registry.register(tool_fs::ReadImage::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Write::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Edit::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Glob::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Grep::new(workspace))?.keep();
    registry.register(tool_bash::Bash::default())?.keep();
    Ok(registry)
}

/// Who makes the cards of those tools; no tool is made for it.
pub(crate) fn presenters() -> Presenters {
    Presenters::of::<(tool_fs::Read, tool_bash::Bash)>()
}
