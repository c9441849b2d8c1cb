/// One line or several.
#[derive(ToolValue)]
#[tool(untagged)]
pub enum Lines {
    One(#[arg(min = 1)] u32),
    Many(Vec<Lines>),
    Range { from: u32, to: u32 },
}
