#[tool]
pub async fn read_file(#[arg(minn = 1)] limit: u32, (a, b): (u32, u32)) -> ToolResult<String> {
    read(limit, a, b).await
}

#[derive(ToolArgs)]
pub struct Args {
    #[arg(min = 5, max = 3)]
    limit: u32,
}
