//! There is no prelude at all: no `Option`, no `Some`, no `Send`, no `vec!`.

#![no_implicit_prelude]

use ::std::option::Option;
use ::std::string::String;

/// What to find.
#[derive(::tool_sdk::ToolArgs)]
#[tool(check = anything)]
pub struct FindArgs {
    #[arg(non_empty, alias = "p", examples = ["x"], default = "a")]
    pub pattern: String,
    #[arg(min = 0, multiple_of = 5, default = 5)]
    pub limit: u32,
    pub path: Option<String>,
    #[arg(skip)]
    pub seen: u32,
}

fn anything(args: &FindArgs) -> ::std::result::Result<(), ::tool_sdk::Invalid> {
    let _ = args;
    ::std::result::Result::Ok(())
}

/// How.
#[derive(::tool_sdk::ToolValue)]
pub enum Mode {
    Fast,
    Slow,
}

/// What was found.
#[derive(::tool_sdk::ToolValue)]
#[tool(tag = "kind")]
pub enum Found {
    #[tool(render = "at {at}")]
    One {
        at: String,
    },
    Many(Page<String>),
    Nothing,
}

/// Some of many.
#[derive(::tool_sdk::ToolValue)]
pub struct Page<T> {
    pub items: ::std::vec::Vec<T>,
    pub either: Option<Either<T>>,
    pub cell: Option<Cell>,
}

/// One or many.
#[derive(::tool_sdk::ToolValue)]
#[tool(untagged)]
pub enum Either<T> {
    Page { items: ::std::vec::Vec<T> },
    Other { mode: Mode },
}

/// A cell.
#[derive(::tool_sdk::ToolValue)]
#[tool(tag = "kind", content = "of")]
pub enum Cell {
    Text(Name),
    Place { line: u32 },
    Empty,
}

/// A name.
#[derive(::tool_sdk::ToolValue)]
pub struct Name(#[arg(max_length = 8)] String);

pub struct Find;

/// Find something.
#[::tool_sdk::tool(effect = read)]
impl Find {
    fn execute(&self, args: FindArgs, cx: &::tool_sdk::ToolContext) -> ::tool_sdk::ToolResult<Found> {
        cx.check_cancelled()?;
        ::std::result::Result::Ok(Found::One { at: args.pattern })
    }

    fn render(_args: &FindArgs, _value: &Found) -> &'static str {
        "found"
    }

    fn concurrency_safe(_args: &FindArgs) -> bool {
        true
    }
}

/// Look.
#[::tool_sdk::tool(parallel, timeout = "1s")]
pub async fn look(#[arg(min = 1)] at: u32, mode: Option<Mode>, _cx: &::tool_sdk::ToolContext) -> u32 {
    let _ = mode;
    at
}

/// Look again, on another thread.
#[::tool_sdk::tool(blocking)]
pub fn again(::tool_sdk::State(_names): ::tool_sdk::State<Name>) {}

/// All tools.
pub fn all() -> ::tool_sdk::ToolSet {
    ::tool_sdk::tools![Find, Look, Again]
}
