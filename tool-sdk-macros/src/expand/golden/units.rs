/// How matches are reported.
#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
pub enum OutputMode {
    /// The lines.
    Content,
    FilesOnly,
    #[tool(rename = "#")]
    Count,
}
