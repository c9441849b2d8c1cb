//! What a person sees of a call: the command while it runs, then what it wrote and how it ended.

use tool_sdk::prelude::*;
use tool_sdk::{Block, Content};

use crate::output::{BashOutput, Foreground, Sandbox, Stream};
use crate::render;

/// What the card of a [`Bash`](crate::Bash) call is made of beside the model's text, told apart by `kind` as the value is.
///
/// As JSON: `{"kind":"foreground","exitCode":0,"signal":null,"timedOut":false,"timeoutMs":120000,
/// "stdout":{"truncated":false,"bytes":3},"stderr":{"truncated":false,"bytes":0}}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum BashMeta {
    /// A command that was waited for.
    Foreground(Ending),
}

/// How a command that was waited for ended; its output is what the model read.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Ending {
    /// The exit code of the shell; null when a signal ended it.
    pub exit_code: Nullable<i32>,
    /// The signal that ended the shell; null when it exited.
    pub signal: Nullable<String>,
    /// Whether its time was over.
    pub timed_out: bool,
    /// The time that it had, in milliseconds.
    pub timeout_ms: u64,
    /// What is missing of standard output.
    pub stdout: Extent,
    /// What is missing of standard error.
    pub stderr: Extent,
    /// How many processes it left running that were then stopped.
    pub stopped: Option<u32>,
    /// How many processes could not be stopped.
    pub left: Option<u32>,
    /// The confinement that it ran under.
    pub sandbox: Option<Sandbox>,
}

/// How much a command wrote to one stream, and where all of it is.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Extent {
    /// Whether some of it is missing in the text.
    pub truncated: bool,
    /// How many bytes it had.
    pub bytes: u64,
    /// A file with all of it.
    pub spill_path: Option<String>,
}

impl BashMeta {
    pub(crate) fn of(value: &BashOutput) -> Self {
        let BashOutput::Foreground(value) = value;
        Self::Foreground(Ending::of(value))
    }
}

impl Ending {
    pub(crate) fn of(value: &Foreground) -> Self {
        Self {
            exit_code: value.exit_code,
            signal: value.signal.clone(),
            timed_out: value.timed_out,
            timeout_ms: value.timeout_ms,
            stdout: Extent::of(&value.stdout),
            stderr: Extent::of(&value.stderr),
            stopped: value.stopped,
            left: value.left,
            sandbox: value.sandbox.clone(),
        }
    }
}

impl Extent {
    fn of(stream: &Stream) -> Self {
        Self { truncated: stream.truncated, bytes: stream.bytes, spill_path: stream.spill_path.clone() }
    }
}

/// The card of a call that has ended. How it ended is a field of the meta; without that (an error, a call of a program, an old
/// log) the generic card is shown, and so it is when a policy put something else than text in the place of the output.
pub(crate) fn result(result: &Presented<BashMeta>) -> Option<ResultView> {
    let BashMeta::Foreground(ending) = result.meta()?;
    let (exit_code, signal) = (ending.exit_code.as_option().copied(), ending.signal.as_option());
    let view = ResultView::terminal(shown(result.content(), ending)?);
    match (exit_code, signal) {
        (Some(code), None) => Some(view.exit_code(code)),
        (None, Some(signal)) => Some(view.signal(signal)),
        // A shell ends one way.
        _ => None,
    }
}

/// What the model read, without the line that the card shows as a field. The line is made from the field again, so what a command
/// wrote that looks like one stays, as does all of a text that a policy put there.
fn shown(content: &Content, ending: &Ending) -> Option<String> {
    let mut texts = Vec::new();
    for block in content.blocks() {
        let Block::Text(text) = block else { return None };
        texts.push(text.as_str());
    }
    if let (Some(first), Some(line)) = (texts.first_mut(), render::ending(&ending.exit_code, &ending.signal)) {
        *first = first.strip_suffix(&line).and_then(|rest| rest.strip_suffix('\n')).unwrap_or(*first);
    }
    Some(texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use tool_sdk::present::{Ended, Finished};

    use super::*;

    fn card(text: &str, meta: &str) -> Option<ResultView> {
        let content = Content::text(text);
        result(&Finished::ok(&content).meta(Some(meta)).typed())
    }

    fn meta(exit_code: Option<i32>, signal: Option<&str>) -> Value {
        json!({
            "kind": "foreground", "exitCode": exit_code, "signal": signal, "timedOut": false, "timeoutMs": 120_000,
            "stdout": {"truncated": false, "bytes": 3}, "stderr": {"truncated": true, "bytes": 9, "spillPath": "/x"},
            "sandbox": {"mode": "read-only", "denied": true},
        })
    }

    // contract: U5
    #[test]
    fn how_it_ended_is_a_field_and_a_look_alike_is_output() {
        let shown = |text: &str, exit_code, signal| {
            let Some(ResultView::Terminal(view)) = card(text, &meta(exit_code, signal).to_string()) else {
                panic!("no terminal card for {text}")
            };
            (view.output.expect("an output"), view.ended.expect("an end"))
        };
        let cases = [
            ("out\n[exit code: 3]", Some(3), None, "out"),
            ("out\n[exit code: 4]", Some(3), None, "out\n[exit code: 4]"),
            ("out\n[exit code: 3]", Some(0), None, "out\n[exit code: 3]"),
            ("[exit code: 3]\n[exit code: 3]", Some(3), None, "[exit code: 3]"),
            ("[exit code: 3]", Some(3), None, "[exit code: 3]"),
            ("out\n[killed by signal: SIGTERM]", None, Some("SIGTERM"), "out"),
            ("out\n[killed by signal: SIGTERM]", Some(0), None, "out\n[killed by signal: SIGTERM]"),
            ("put here by a policy", Some(3), None, "put here by a policy"),
        ];
        for (text, exit_code, signal, output) in cases {
            let ended = exit_code.map_or_else(|| Ended::Signal("SIGTERM".to_owned()), Ended::ExitCode);
            assert_eq!(shown(text, exit_code, signal), (output.to_owned(), ended), "{text}");
        }
    }

    // contract: U4
    #[test]
    fn an_end_that_cannot_be_has_no_card() {
        assert_eq!(card("x", &meta(None, None).to_string()), None);
        assert_eq!(card("x", &meta(Some(1), Some("SIGTERM")).to_string()), None);
        let mut content = Content::text("x");
        content.push(Block::Image(tool_sdk::Image::new("image/png", "")));
        let meta = meta(Some(0), None).to_string();
        assert_eq!(result(&Finished::ok(&content).meta(Some(&meta)).typed()), None);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,9}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((".{0,9}", inner), 0..4).prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

        // contract: U4
        #[test]
        fn any_meta_and_any_text_give_a_card_or_none(text in ".{0,40}", key in 0..8_usize, other in any_json(), alone: bool) {
            let mut made = meta(Some(3), None);
            let keys: Vec<String> = made.as_object().expect("an object").keys().cloned().collect();
            made[&keys[key]] = other.clone();
            let made = if alone { other } else { made };
            if let Some(view) = card(&text, &made.to_string()) {
                prop_assert!(matches!(view, ResultView::Terminal(view) if view.ended.is_some()));
            }
        }
    }
}
