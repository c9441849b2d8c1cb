//! A tuple struct of one field is that field on the wire, with its rules.

use tool_sdk::prelude::*;
use tool_sdk::testing;

/// The id of a job.
#[derive(ToolValue, Clone, Debug)]
struct JobId(#[arg(pattern = "^[a-z]+-[0-9]+$")] String);

#[derive(ToolValue)]
struct Percent(#[arg(min = 0, max = 100)] f64);

#[derive(ToolValue)]
#[tool(render_with = Wrapped::show)]
struct Wrapped<T>(T);

impl<T: ToolValue> Wrapped<T> {
    fn show(&self) -> &'static str {
        "wrapped"
    }
}

/// Stop a job.
#[tool]
fn stop(id: JobId, share: Option<Percent>) -> Wrapped<Option<JobId>> {
    drop(share);
    Wrapped(Some(id))
}

fn main() {
    let call = |arguments: &str| testing::block_on(testing::call(Stop, arguments));
    assert_eq!(call(r#"{"id": "bash-1", "share": 50}"#).text(), "wrapped");
    assert_eq!(call(r#"{"id": "bash-1"}"#).value().unwrap().to_json(), "bash-1");
    assert_eq!(call(r#"{"id": "bash", "share": 101}"#).error().unwrap().paths(), ["id", "share"]);
}
