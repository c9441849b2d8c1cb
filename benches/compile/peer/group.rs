//! Tools about records, `group_g`.

use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ErrorData, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Server;

// for each tool
/// How much of record nn is shown.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DetailNn {
    /// The heading alone.
    Brief,
    /// Heading and body.
    Full,
    /// The bytes as they are stored.
    Raw,
}

/// What is asked of record nn.
#[derive(Deserialize, JsonSchema)]
pub struct RecordNnArgs {
    /// Path of the record, from the root of the store.
    pub path: String,
    /// Return at most this many lines.
    #[schemars(range(min = 1))]
    pub limit: Option<u32>,
    /// How much is shown.
    pub detail: DetailNn,
}

/// Record nn as it was found.
#[derive(Serialize, JsonSchema)]
pub struct RecordValueNn {
    /// Path of the record, from the root of the store.
    pub path: String,
    /// Lines that were returned.
    pub lines: u32,
}

// end
#[tool_router(router = group_g, vis = "pub")]
impl Server {
    // for each tool
    /// Read record nn of the store.
    #[tool]
    async fn record_nn(
        &self,
        Parameters(args): Parameters<RecordNnArgs>,
    ) -> Result<Json<RecordValueNn>, ErrorData> {
        let lines = match args.detail {
            DetailNn::Brief => 1,
            DetailNn::Full => args.limit.unwrap_or(100),
            DetailNn::Raw => return Err(ErrorData::internal_error("record nn is not stored", None)),
        };
        Ok(Json(RecordValueNn { path: args.path, lines }))
    }
    // end
}
