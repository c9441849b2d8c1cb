//! Variants told apart by a key of their own, each form of variant, and both ways of rendering one.

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue, Clone)]
struct JobId(String);

#[derive(ToolValue)]
struct Stream {
    text: String,
    truncated: bool,
}

#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase")]
enum BashOutput {
    #[tool(render = "started {{background}} job {job_id}")]
    Background {
        job_id: JobId,
    },
    #[tool(render_with = show)]
    Foreground {
        exit_code: Option<i32>,
        timed_out: bool,
        stdout: Stream,
    },
    #[tool(rename = "plain")]
    OneStream(Stream),
    NotStarted,
    #[tool(rename_all = "kebab-case")]
    Other {
        exit_code: i32,
    },
}

fn show(output: &BashOutput) -> Content {
    let BashOutput::Foreground { exit_code, stdout, .. } = output else { return Content::empty() };
    format!("{} exit {exit_code:?}", stdout.text).into()
}

/// Run something.
#[tool]
fn run(which: u32) -> BashOutput {
    let stream = || Stream { text: "out".to_owned(), truncated: false };
    match which {
        0 => BashOutput::Background { job_id: JobId("bash-1".to_owned()) },
        1 => BashOutput::Foreground { exit_code: Some(3), timed_out: false, stdout: stream() },
        2 => BashOutput::OneStream(stream()),
        3 => BashOutput::NotStarted,
        _ => BashOutput::Other { exit_code: 1 },
    }
}

fn main() {
    let call = |which: u32| testing::block_on(testing::call(Run, format!(r#"{{"which": {which}}}"#)));
    let value = |which| call(which).value().unwrap().to_json();
    assert_eq!(
        (value(0), call(0).text()),
        (json!({"kind": "background", "jobId": "bash-1"}), "started {background} job bash-1".to_owned())
    );
    assert_eq!(call(1).text(), "out exit Some(3)");
    assert_eq!(value(2), json!({"kind": "plain", "text": "out", "truncated": false}));
    assert_eq!(value(3), json!({"kind": "notStarted"}));
    assert_eq!(value(4), json!({"kind": "other", "exit-code": 1}));
}
