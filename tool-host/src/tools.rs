//! Which tools there are.

use tool_fs::Workspace;
use tool_sdk::RegisterError;
use tool_sdk::prelude::*;
use tool_sdk::present::Presenters;

/// A registry with every tool, working in the directory of the process. It keeps no memory of what was read: one call is all that
/// is made.
pub(crate) fn registry() -> Result<Registry, RegisterError> {
    let registry = in_workspace(&Workspace::default())?;
    registry.register(tool_bash::Bash::default())?.keep();
    Ok(registry)
}

/// A registry with the tools on files.
pub(crate) fn in_workspace(workspace: &Workspace) -> Result<Registry, RegisterError> {
    let registry = Registry::new();
    registry.register(tool_fs::Read::new(workspace.clone()))?.keep();
    registry.register(tool_fs::ReadImage::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Write::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Edit::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Glob::new(workspace.clone()))?.keep();
    registry.register(tool_fs::Grep::new(workspace.clone()))?.keep();
    Ok(registry)
}

/// Who makes the cards of those tools; no tool is made for it.
pub(crate) fn presenters() -> Presenters {
    Presenters::of::<(
        tool_fs::Read,
        tool_fs::ReadImage,
        tool_fs::Write,
        tool_fs::Edit,
        tool_fs::Glob,
        tool_fs::Grep,
        tool_bash::Bash,
    )>()
}
