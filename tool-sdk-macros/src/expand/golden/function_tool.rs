/// Read a file from disk.
#[tool(effect = read, timeout = "30s", parallel)]
pub async fn read_file(
    /// Absolute path of the file.
    path: String,
    /// Return at most this many lines.
    #[arg(min = 1)]
    limit: Option<u32>,
    cx: &ToolContext,
) -> ToolResult<String> {
    read(path, limit, cx).await
}
