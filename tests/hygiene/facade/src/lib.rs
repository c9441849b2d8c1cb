//! A framework that hands the SDK on.

pub use tool_sdk;
pub use tool_sdk::prelude::*;
