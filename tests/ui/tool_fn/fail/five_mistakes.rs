use tool_sdk::prelude::*;

/// Search files.
#[tool(timeout = "never", paralel, name = "search files")] // error error error
async fn search(
    #[arg(patern = "a")] pattern: String, // error
    (low, high): (u32, u32), // error
) -> ToolResult<Vec<String>> {
    let _ = (pattern, low, high);
    Ok(Vec::new())
}

fn main() {
    // The tool and its arguments are still there for the rest of the program.
    let registry = Registry::new();
    registry.register(Search).unwrap().keep();
    let _ = SearchArgs::new("TODO");
}
