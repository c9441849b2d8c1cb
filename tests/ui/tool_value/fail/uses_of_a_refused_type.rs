use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Line {
    #[arg(minn = 1)] // error
    number: u32,
}

#[derive(ToolValue)]
struct File {
    first: Line,
    rest: Vec<Line>,
    #[arg(flatten)]
    flat: Line,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Place {
    Line(Line),
    Number(u32),
}

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Change {
    Line(Line),
    Moved { from: Line },
}

/// Find a line.
#[tool]
async fn find(line: Line, places: Vec<Place>, change: Option<Change>) -> ToolResult<Line> {
    let _ = (places, change);
    Ok(line)
}

fn main() {
    let _ = tools![Find];
    let _ = Change::Moved { from: Line { number: 1 } };
}
