//! Tools about records, `group_g`.

use tool_sdk::ToolSet;
use tool_sdk::prelude::*;

// for each tool
/// How much of record nn is shown.
#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
pub enum DetailNn {
    /// The heading alone.
    Brief,
    /// Heading and body.
    Full,
    /// The bytes as they are stored.
    Raw,
}

/// Record nn as it was found.
#[derive(ToolValue)]
pub struct RecordValueNn {
    /// Path of the record, from the root of the store.
    pub path: String,
    /// Lines that were returned.
    pub lines: u32,
}

/// Read record nn of the store.
#[tool]
pub async fn record_nn(
    /// Path of the record, from the root of the store.
    path: String,
    /// Return at most this many lines.
    #[arg(min = 1)]
    limit: Option<u32>,
    /// How much is shown.
    detail: DetailNn,
) -> ToolResult<RecordValueNn> {
    let lines = match detail {
        DetailNn::Brief => 1,
        DetailNn::Full => limit.unwrap_or(100),
        DetailNn::Raw => return Err("record nn is not stored".into()),
    };
    Ok(RecordValueNn { path, lines })
}

// end
/// The tools of this group.
pub fn tools() -> ToolSet {
    tools![
        // for each tool
        RecordNn,
        // end
    ]
}
