//! Which tools there are.

use tool_sdk::RegisterError;
use tool_sdk::prelude::*;

/// A registry with every tool, working in the directory of the process.
pub(crate) fn registry() -> Result<Registry, RegisterError> {
    let registry = Registry::new();
    registry.register(tool_fs::Read::default())?.keep();
    registry.register(tool_bash::Bash::default())?.keep();
    Ok(registry)
}
