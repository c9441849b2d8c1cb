#[derive(ToolValue)]
#[tool(tag = "op", content = "data")]
pub enum Step {
    Stop,
    Wait(#[arg(min = 1)] u32),
    Move { x: i32, y: i32 },
}
