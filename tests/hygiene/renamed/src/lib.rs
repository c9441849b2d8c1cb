//! The dependency has another name, which `crate = …` says to each attribute.

use sdk::prelude::*;

/// A place in a file.
#[derive(ToolValue)]
#[tool(crate = sdk)]
pub struct Place {
    pub path: String,
    #[arg(min = 1)]
    pub line: Option<u32>,
}

/// Where to go.
#[derive(ToolArgs)]
#[tool(crate = ::sdk)]
pub struct GoArgs {
    #[arg(flatten)]
    pub place: Place,
    #[arg(unit = "ms", default = std::time::Duration::ZERO)]
    pub delay: std::time::Duration,
}

pub struct Go;

/// Go somewhere.
#[tool(crate = "sdk")]
impl Go {
    fn execute(&self, args: GoArgs, cx: &ToolContext) -> Place {
        let _ = cx.call_id();
        args.place
    }

    fn render(_args: &GoArgs, value: &Place) -> String {
        value.path.clone()
    }
}

/// Come back.
#[tool(crate = sdk, parallel)]
pub async fn come(#[arg(pattern = "^[a-z]+$")] from: String, cx: &ToolContext) -> ToolResult<String> {
    cx.check_cancelled()?;
    Ok(from)
}

/// Both tools.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    registry.register_all(tools![Go, Come])?.keep();
    Ok(())
}
