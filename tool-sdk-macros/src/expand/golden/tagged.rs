/// The result of a shell call.
#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase")]
pub enum BashOutput {
    #[tool(render = "started background job {job_id}")]
    Background { job_id: JobId },
    #[tool(render_with = render_foreground)]
    Foreground { exit_code: Option<i32>, #[arg(skip)] raw: Vec<u8> },
    Other(Details),
    Nothing,
}
