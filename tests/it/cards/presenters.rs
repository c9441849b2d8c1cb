//! Presenters are asked for a card and always give one.

use serde_json::json;
use tool_sdk::Content;
use tool_sdk::present::{CallView, Card, CardState, Finished, Presenter, Presenters, ResultView};

use crate::support::dice::Dice;
use crate::support::generate::Generator;

/// A tool whose presenters do all that presenters should not.
struct Bad;

impl Presenter for Bad {
    fn call(&self, arguments: &str) -> Option<CallView> {
        match arguments {
            r#"{"a":"panic"}"# => panic!("a presenter panics"),
            r#"{"a":"empty"}"# => Some(CallView::diff("no change at all")),
            _ => None,
        }
    }

    fn result(&self, arguments: &str, result: &Finished<'_>) -> Option<ResultView> {
        match arguments {
            r#"{"a":"panic"}"# => panic!("a presenter panics"),
            r#"{"a":"empty"}"# => Some(ResultView::diff([])),
            r#"{"a":"title"}"# => Some(ResultView::generic().title("other title")),
            _ => result.meta_text().map(|_| ResultView::terminal("never")),
        }
    }
}

// contract: U1, U4, E6, L3
#[test]
fn whatever_a_presenter_does_there_is_a_card() {
    let presenters = Presenters::new().with("bad", Bad);
    let content = Content::text("what the model read");
    for name in ["bad", "missing"] {
        for a in ["panic", "empty", "nothing"] {
            let arguments = json!({"a": a}).to_string();
            let call = presenters.call(name, &arguments);
            assert_eq!(call, CallView::generic(name).raw_input(json!({"a": a})));
            let result = presenters.result(name, &arguments, &Finished::ok(&content));
            assert_eq!(result, ResultView::generic().content(content.clone()));
        }
    }
}

// contract: U1, E16
#[test]
fn the_generic_card_shows_what_was_sent_even_if_it_is_broken() {
    let none = Presenters::new();
    assert_eq!(none.call("x", r#"{"a": 1"#), CallView::generic("x").raw_input(r#"{"a": 1"#));
    for empty in ["", " \n", "null", "{}"] {
        assert_eq!(none.call("x", empty), CallView::generic("x"), "{empty:?}");
    }
    assert_eq!(
        none.call("x", r#"{"id":18446744073709551615}"#).to_text(),
        r#"{"card":"generic","title":"x","rawInput":{"id":18446744073709551615}}"#
    );
}

// contract: U1, U3
#[test]
fn a_result_card_replaces_the_pending_one_but_for_its_title() {
    let presenters = Presenters::new().with("bad", Bad);
    let content = Content::text("Error: no");
    let pending = Card::pending(&presenters, "c1", "bad", "{}");
    assert_eq!((pending.state, pending.title()), (CardState::Pending, "bad"));
    let done = pending.clone().finished(&presenters, "{}", &Finished::failed(&content, Some("NOT_FOUND")));
    assert_eq!((done.state, done.title(), done.code.as_deref()), (CardState::Failed, "bad", Some("NOT_FOUND")));
    let other = pending.finished(&presenters, r#"{"a":"title"}"#, &Finished::ok(&content)).took(3);
    assert_eq!(other.title(), "other title");
    assert_eq!(
        other.to_text(),
        r#"{"callId":"c1","name":"bad","state":"done","call":{"card":"generic","title":"bad"},"result":{"card":"generic","title":"other title","content":[{"type":"text","text":"Error: no"}]},"durationMs":3}"#
    );
}

// contract: U4
#[test]
fn arbitrary_arguments_and_meta_never_fail() {
    let presenters = Presenters::new().with("bad", Bad);
    let mut dice = Dice::of("presenters");
    let mut generator = Generator::new(json!({}), Dice::of("presented"));
    for _ in 0..5_000 {
        let (arguments, meta) = (generator.arbitrary(1), generator.arbitrary(1));
        let (arguments, meta) = (arguments.written(&mut dice), meta.written(&mut dice));
        let content = Content::text(&*arguments);
        let result = Finished::ok(&content).meta(Some(&meta));
        for name in ["bad", "missing"] {
            let call = presenters.call(name, &arguments);
            assert!(CallView::from_text(&call.to_text()).is_some(), "{arguments}");
            let view = presenters.result(name, &arguments, &result);
            assert_eq!(ResultView::from_text(&view.to_text()), Some(view), "{arguments}");
        }
    }
}
