/// The id of a job.
#[derive(ToolValue)]
pub struct JobId(#[arg(pattern = "^[a-z]+-\\d+$")] String);
