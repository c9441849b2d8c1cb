/// Search file contents with a regular expression.
#[derive(ToolArgs)]
#[tool(check = pattern_or_literal)]
pub struct GrepArgs {
    /// Regular expression to look for.
    #[arg(non_empty, examples = ["fn main", "TODO\\b"])]
    pattern: String,
    /// File or folder to search; the workspace when absent.
    path: Option<String>,
    #[arg(default = OutputMode::Content)]
    mode: OutputMode,
    /// Show at most this many matches.
    #[arg(min = 1, max = 10_000, default = LIMIT, alias = "head_limit")]
    limit: u32,
    #[arg(unit = "ms", default = Duration::from_secs(1))]
    timeout: Duration,
    #[arg(skip)]
    cache: Vec<u8>,
    #[arg(flatten)]
    window: Window,
}
