//! Arguments, whose root is open and says nothing about it (contract S3).

use std::time::Duration;

use serde_json::Value;
use tool_sdk::{JsonMap, NoArgs, Nullable, ToolArgs, ToolValue};

use super::agree;

/// How matches are reported.
#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
enum OutputMode {
    Content,
    Files,
    Count,
}

/// Search file contents with a regular expression.
#[derive(ToolArgs)]
struct Grep {
    /// Regular expression to look for.
    #[arg(non_empty, examples = ["fn main", "TODO\\b"])]
    pattern: String,
    /// File or folder to search.
    path: Option<String>,
    #[arg(default = OutputMode::Content)]
    mode: OutputMode,
    /// Lines of context.
    #[arg(min = 0, max = 20, default = 0)]
    context: u32,
    #[arg(min = 1, max = 10_000, default = 250, alias = "head_limit")]
    limit: u32,
}
agree!(args grep: Grep, "context" = U32, "limit" = U32);

/// Arguments with objects in them, which are closed.
#[derive(ToolArgs)]
#[tool(rename_all = "camelCase", no_new, no_setters)]
struct Deploy {
    servers: Vec<Server>,
    #[arg(unit = "s", default = Duration::from_secs(5))]
    wait_time: Duration,
    note: Nullable<String>,
    #[arg(flatten)]
    place: Place,
}

#[derive(ToolValue)]
struct Server {
    host: String,
    #[arg(min = 1)]
    port: u16,
}

#[derive(ToolValue)]
struct Place {
    region: Option<String>,
}
agree!(args deploy: Deploy, "waitTime" = U64);

/// Arguments that keep what nobody declared.
#[derive(ToolArgs)]
struct Free {
    body: Value,
    #[arg(rest)]
    more: JsonMap,
}
agree!(args free: Free);

/// Arguments that contain themselves.
#[derive(ToolArgs)]
struct Plan {
    title: String,
    #[arg(default)]
    steps: Vec<Plan>,
}
agree!(args plan: Plan);

agree!(args no_arguments: NoArgs);
