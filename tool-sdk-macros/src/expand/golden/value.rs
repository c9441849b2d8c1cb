/// A stream of text.
#[derive(ToolValue)]
#[tool(open, rename_all = "camelCase", render = "{text} ({total_bytes} bytes)")]
pub struct Stream {
    text: String,
    total_bytes: u64,
    #[arg(rest)]
    more: JsonMap,
}
