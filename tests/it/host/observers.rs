use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, GuardCall, Observer, OutcomeInfo};

use super::{Double, code, heard, tell_results};

/// Falls wherever it is called.
struct Falling;

impl Observer for Falling {
    fn on_call(&self, _: &CallInfo) {
        panic!("at the call");
    }

    fn on_start(&self, _: &CallInfo) {
        panic!("at the start");
    }

    fn on_result(&self, _: &CallInfo, _: &Outcome) {
        panic!("at the result");
    }
}

// contract: E6
#[tokio::test]
async fn an_observer_that_panics_changes_nothing_and_stops_nobody() {
    let (registry, heard) = heard();
    registry.observe(Falling).keep();
    tell_results(&registry, &heard);
    registry.on_result(|_: &CallInfo, _: &Outcome| panic!("the last one")).keep();
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!(outcome.text(), "ran");
    assert_eq!(heard.take(), ["body", "result "]);
}

// contract: R7, E6
#[tokio::test]
async fn calls_are_heard_where_they_are_made_and_above() {
    let (registry, heard) = heard();
    let (scope, beside) = (registry.scope("scope"), registry.scope("beside"));
    let below = scope.scope("below");
    for (who, name) in [(&*registry, "top"), (&scope, "scope"), (&below, "below"), (&beside, "beside")] {
        let heard = heard.clone();
        who.on_result(move |_: &CallInfo, _: &Outcome| heard.say(name)).keep();
    }
    let expected: [(&tool_sdk::Scope, &[&str]); 4] = [
        (&registry, &["top"]),
        (&scope, &["top", "scope"]),
        (&below, &["top", "scope", "below"]),
        (&beside, &["top", "beside"]),
    ];
    for (who, names) in expected {
        who.call(ToolCall::new("run", "")).await;
        assert_eq!(heard.take()[1..], *names);
        who.call(ToolCall::new("nothing", "")).await;
        assert_eq!(heard.take(), names, "also of unknown tools");
    }
}

// contract: E4, E6
#[tokio::test]
async fn what_an_observer_hears_is_what_the_caller_gets() {
    let (registry, heard) = heard();
    registry.register(Double).unwrap().keep();
    registry
        .on_result({
            let heard = heard.clone();
            move |_: &CallInfo, outcome: &Outcome| heard.say(outcome.to_json().to_string())
        })
        .keep();
    for arguments in [r#"{"n": 4}"#, r#"{"n": "4", "m": 1}"#, "{"] {
        let outcome = registry.call(ToolCall::new("double", arguments)).await;
        assert_eq!(heard.take(), [outcome.to_json().to_string()]);
    }
}

/// How often the last word was asked for.
static LAST_WORDS: AtomicU32 = AtomicU32::new(0);

struct Final;

#[derive(ToolArgs)]
struct FinalArgs {
    /// How the last word ends.
    how: Option<String>,
}

/// Have the last word.
#[tool]
impl Final {
    fn execute(&self, args: FinalArgs) -> ToolResult<String> {
        match args.how.as_deref() {
            Some("fail") => Err("no value")?,
            how => Ok(how.unwrap_or("fine").to_owned()),
        }
    }

    fn finalize_content(args: Option<&FinalArgs>, content: Content, info: &OutcomeInfo<'_>) -> Content {
        LAST_WORDS.fetch_add(1, Ordering::Relaxed);
        assert!(args.and_then(|args| args.how.as_deref()) != Some("fall"), "the last word falls");
        format!("{} [{}]", content.to_text(), info.code().map_or("ok", |code| code.as_str())).into()
    }
}

// contract: E2, E4, E6
#[tokio::test]
async fn the_last_word_is_had_once_on_every_way_and_before_the_observers() {
    let (registry, heard) = heard();
    registry.register(Final).unwrap().keep();
    let say = heard.clone();
    registry.on_result(move |_: &CallInfo, outcome: &Outcome| say.say(outcome.text())).keep();
    let denying = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let denies = denying.clone();
    registry.guard(move |_: &GuardCall| denies.load(Ordering::Relaxed).then(|| "no".to_owned())).keep();
    let cases = [
        ("", "fine [ok]", ""),
        (r#"{"how": "fail"}"#, "Error: no value [FAILED]", "FAILED"),
        (r#"{"how": 1}"#, "Error: invalid arguments: how: expected a string, found 1 [INVALID_ARGS]", "INVALID_ARGS"),
        (r#"{"how": "fall"}"#, "Error: the tool failed unexpectedly", "PANICKED"),
    ];
    for (arguments, text, expected) in cases {
        let before = LAST_WORDS.load(Ordering::Relaxed);
        let outcome = registry.call(ToolCall::new("final", arguments)).await;
        assert_eq!((outcome.text().as_str(), code(&outcome)), (text, expected));
        assert_eq!(LAST_WORDS.load(Ordering::Relaxed), before + 1, "{arguments}");
        assert_eq!(heard.take(), [text]);
    }
    denying.store(true, Ordering::Relaxed);
    assert_eq!(registry.call(ToolCall::new("final", "")).await.text(), "Error: no [DENIED]");
}
