//! The SDK is reached through another crate alone.

use facade::{RegisterError, Registry, ToolArgs, ToolContext, ToolResult, ToolValue, tool, tools};

mod kit {
    pub(crate) use facade::tool_sdk;
}

/// What to say.
#[derive(ToolArgs)]
#[tool(crate = facade::tool_sdk)]
pub struct SayArgs {
    #[arg(max_length = 80)]
    pub text: String,
}

/// What was said.
#[derive(ToolValue)]
#[tool(untagged, crate = facade::tool_sdk)]
pub enum Said {
    Text(String),
    Times { times: u32 },
}

pub struct Say;

/// Say something.
#[tool(crate = facade::tool_sdk)]
impl Say {
    fn execute(&self, args: SayArgs) -> Said {
        Said::Text(args.text)
    }
}

/// Listen.
#[tool(crate = crate::kit::tool_sdk)]
pub async fn listen(times: u32, cx: &ToolContext) -> ToolResult<Said> {
    cx.check_cancelled()?;
    Ok(Said::Times { times })
}

/// Both tools.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    registry.register_all(tools![Say, Listen])?.keep();
    Ok(())
}
