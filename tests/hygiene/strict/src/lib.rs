//! Every lint that an author may deny: what the macros write has to pass them, or to be left alone by them.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_lifetimes,
    unused_results,
    unused_crate_dependencies,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    let_underscore_drop,
    non_ascii_idents,
    rust_2018_idioms,
    clippy::all,
    clippy::pedantic
)]

use tool_sdk::prelude::*;

/// How matches are reported.
#[derive(Debug, ToolValue)]
pub enum Mode {
    /// Lines.
    Content,
    /// Names.
    Files,
}

/// What to look for.
#[derive(Debug, ToolArgs)]
pub struct SearchArgs {
    /// The pattern.
    #[arg(non_empty, pattern = "a+")]
    pattern: String,
    /// The folder.
    path: Option<String>,
    /// How.
    #[arg(default = Mode::Content)]
    mode: Mode,
    /// How many.
    #[arg(min = 1, max = 1000, default = LIMIT)]
    limit: u32,
}

const LIMIT: u32 = 100;

/// What was found.
#[derive(Debug, ToolValue)]
#[tool(tag = "kind")]
pub enum Found {
    /// Some.
    #[tool(render = "{lines}")]
    Lines {
        /// The lines.
        lines: Vec<String>,
        /// How.
        mode: Mode,
    },
    /// None.
    Nothing,
}

/// One or many.
#[derive(Debug, ToolValue)]
#[tool(untagged)]
pub enum OneOr<T> {
    /// One.
    One {
        /// It.
        one: T,
    },
    /// Many.
    Many(Vec<T>),
}

/// A cell.
#[derive(Debug, ToolValue)]
#[tool(tag = "kind", content = "of")]
pub enum Cell {
    /// A text.
    Text(Name),
    /// A place.
    Place {
        /// The line.
        line: u32,
    },
    /// Nothing.
    Empty,
}

/// A name.
#[derive(Debug, ToolValue)]
pub struct Name(String);

/// Searches.
#[derive(Debug)]
pub struct Search;

/// Search files.
#[tool(effect = read, timeout = "5s")]
impl Search {
    async fn execute(&self, args: SearchArgs, cx: &ToolContext) -> ToolResult<Found> {
        cx.check_cancelled()?;
        pause().await;
        drop(args.path);
        Ok(if args.limit > 1 { Found::Lines { lines: vec![args.pattern], mode: args.mode } } else { Found::Nothing })
    }

    fn render(args: &SearchArgs, _value: &Found) -> String {
        args.pattern.clone()
    }
}

async fn pause() {
    std::future::ready(()).await;
}

// A section `# Errors` would be read by the model.
#[allow(clippy::missing_errors_doc)]
/// Give the cell back.
#[tool(parallel)]
pub async fn look(
    /// The cell.
    cell: Cell,
    /// Others.
    others: Option<OneOr<u32>>,
    cx: &ToolContext,
) -> ToolResult<Cell> {
    cx.check_cancelled()?;
    pause().await;
    drop(others);
    Ok(cell)
}

/// Add two numbers.
#[tool]
#[must_use]
pub fn add(
    /// One.
    #[arg(min = 0)]
    a: i64,
    /// The other.
    #[arg(default = 1)]
    b: i64,
) -> i64 {
    a + b
}

/// Nobody outside sees this one.
#[tool(blocking)]
fn hidden(
    /// A text.
    text: String,
) -> usize {
    text.len()
}

mod inner {
    use tool_sdk::prelude::*;

    /// Seen in the crate.
    #[tool]
    pub(crate) fn shown(text: String) -> String {
        text
    }
}

/// All tools.
///
/// # Errors
/// A name is taken.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    registry.register_all(tools![Search, Look, Add, Hidden, inner::Shown])?.keep();
    Ok(())
}
