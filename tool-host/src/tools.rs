//! Which tools there are.

use tool_sdk::RegisterError;
use tool_sdk::prelude::*;
use tool_sdk::present::Presenters;

/// A registry with every tool, working in the directory of the process.
pub(crate) fn registry() -> Result<Registry, RegisterError> {
    let registry = Registry::new();
    registry.register(tool_fs::Read::default())?.keep();
    Ok(registry)
}

/// Who makes the cards of those tools; no tool is made for it.
pub(crate) fn presenters() -> Presenters {
    Presenters::of::<(tool_fs::Read,)>()
}
