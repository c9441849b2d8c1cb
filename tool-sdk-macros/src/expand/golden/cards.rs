/// Where to look and for what.
#[derive(ToolArgs)]
#[tool(call = generic(kind = Search, title = "Grep {pattern}[ in {path}]", raw_input = pattern, locations = [path: line]))]
pub struct GrepArgs {
    /// What to look for.
    pattern: String,
    /// Where.
    path: Option<String>,
    /// From which line on.
    line: Option<u32>,
}

/// What was found.
#[derive(ToolValue)]
#[tool(result = search(matches = files, total = total, truncated = more))]
pub struct Found {
    files: Vec<FileMatches>,
    total: u64,
    more: bool,
}
