//! Fields that may be absent in arguments and are there in values (contract S8, S9), and durations.

use std::time::Duration;

use tool_sdk::ToolValue;

use super::agree;

const LIMIT: u32 = 250;

/// How matches are reported.
#[derive(ToolValue, Default)]
#[tool(rename_all = "lowercase")]
enum Mode {
    #[default]
    Content,
    Files,
}

/// Defaults of every form.
#[derive(ToolValue)]
struct Defaults {
    #[arg(min = 1, max = 10_000, default = 250)]
    literal: u32,
    #[arg(min = 1, default = LIMIT)]
    constant: u32,
    #[arg(default = Mode::Files)]
    variant: Mode,
    #[arg(default)]
    bare: Mode,
    #[arg(default = "en", pattern = "^[a-z]{2}$")]
    text: String,
    #[arg(default = true)]
    truth: bool,
    #[arg(default = 0.5, max = 1.0)]
    ratio: f64,
    #[arg(default = vec!["a".to_owned()], unique_items)]
    list: Vec<String>,
    #[arg(default = -1)]
    negative: i64,
}
agree!(defaults: Defaults, "literal" = U32, "constant" = U32, "negative" = I64);

/// Default of a whole object, whose own fields have some.
#[derive(ToolValue, Default)]
struct Window {
    #[arg(default = 1)]
    offset: u8,
    #[arg(default)]
    limit: u8,
}

#[derive(ToolValue)]
struct Nested {
    #[arg(default)]
    window: Window,
    windows: Vec<Window>,
    #[arg(flatten)]
    own: Window,
}
agree!(nested_defaults: Nested);

/// Durations are whole numbers of a stated unit.
#[derive(ToolValue)]
struct Times {
    #[arg(unit = "ms")]
    wait: Duration,
    #[arg(unit = "s", min = 1, max = 600)]
    at_most: Duration,
    #[arg(unit = "ms")]
    maybe: Option<Duration>,
    #[arg(unit = "s", default = Duration::from_secs(30))]
    timeout: Duration,
}
agree!(durations: Times, "wait" = U64, "at_most" = U64, "maybe" = U64, "timeout" = U64);
