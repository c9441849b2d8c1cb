//! `presentation_meta`, `present_call` and `present_result` of a tool, from the call to the replayed card.

use tool_sdk::prelude::*;
use tool_sdk::present::{Card, Finished, Kind, Presenters};
use tool_sdk::session::{Event, Replay, SessionLog};
use tool_sdk::{ErrorCode, Outcome};

/// The texts of a file and what becomes of them.
#[derive(ToolArgs)]
pub(crate) struct EditArgs {
    /// The file.
    #[arg(alias = "file")]
    path: String,
    /// What stands there.
    old: String,
    /// What is to stand there.
    new: String,
    /// Fails in this way.
    fail: Option<String>,
}

/// What was changed.
#[derive(ToolValue)]
pub(crate) struct Edited {
    replacements: u32,
}

#[derive(ToolValue)]
pub(crate) struct EditMeta {
    diffs: Vec<FileDiff>,
    ratio: f64,
}

pub(crate) struct Edit;

/// Replace a text in a file that is not there.
#[tool]
impl Edit {
    async fn execute(&self, args: EditArgs) -> ToolResult<Edited> {
        match args.fail.as_deref() {
            Some("code") => Err(ToolError::new("NOT_FOUND", "no such text")),
            _ => Ok(Edited { replacements: 1 }),
        }
    }

    fn render(_: &EditArgs, value: &Edited) -> String {
        format!("{} replaced", value.replacements)
    }

    fn presentation_meta(args: &EditArgs, value: &Edited) -> EditMeta {
        match args.fail.as_deref() {
            Some("meta") => panic!("a projector panics"),
            Some("nan") => EditMeta { diffs: Vec::new(), ratio: f64::NAN },
            Some("empty") => EditMeta { diffs: Vec::new(), ratio: 1.0 },
            _ => EditMeta {
                diffs: vec![FileDiff::new(&args.path, Some(&args.old), &args.new)],
                ratio: value.replacements.into(),
            },
        }
    }

    fn present_call(args: &EditArgs) -> CallView {
        assert_ne!(args.fail.as_deref(), Some("call"), "a presenter panics");
        CallView::diff(format!("Edit {}", args.path)).change(&args.path, Some(&args.old), &args.new)
    }

    fn present_result(args: &EditArgs, result: &Presented<EditMeta>) -> Option<ResultView> {
        assert_ne!(args.fail.as_deref(), Some("result"), "a presenter panics");
        Some(ResultView::diff(result.meta()?.diffs.clone()))
    }
}

fn arguments(fail: &str) -> String {
    format!(r#"{{"path":"a.txt","old":"x","new":"y","fail":"{fail}"}}"#)
}

fn call(arguments: &str) -> Outcome {
    tool_sdk::testing::block_on(tool_sdk::testing::call(Edit, arguments))
}

/// The card of a call as a host makes it.
fn card(presenters: &Presenters, arguments: &str, outcome: &Outcome) -> Card {
    let pending = Card::pending(presenters, outcome.call_id().as_str(), outcome.name(), arguments);
    pending.finished(presenters, arguments, &outcome.finished())
}

// contract: U1, U3, E12
#[test]
fn hooks_make_the_cards_and_the_meta() {
    let presenters = Presenters::of::<Edit>();
    let outcome = call(&arguments("no"));
    assert_eq!(outcome.meta(), Some(r#"{"diffs":[{"path":"a.txt","oldText":"x","newText":"y"}],"ratio":1.0}"#));
    assert_eq!(outcome.to_json()["meta"]["diffs"][0]["path"], "a.txt");
    assert_eq!(outcome.text(), "1 replaced", "nothing of the card is in the text (U5)");
    let card = card(&presenters, &arguments("no"), &outcome);
    assert_eq!(card.call, CallView::diff("Edit a.txt").change("a.txt", Some("x"), "y"));
    assert_eq!(card.result, Some(ResultView::diff([FileDiff::new("a.txt", Some("x"), "y")])));
}

// contract: U1, E17, L3
#[test]
fn a_card_is_made_of_what_the_model_wrote_as_it_was_mended() {
    let presenters = Presenters::of::<(Edit,)>();
    let sloppy = r#""{\"file\":\"a.txt\",\"old\":\"x\",\"new\":\"y\",\"fail\":null}""#;
    assert_eq!(call(sloppy).repairs().len(), 3);
    assert_eq!(presenters.call("edit", sloppy).title(), "Edit a.txt");
    let broken = presenters.call("edit", r#"{"path":5}"#);
    assert_eq!(broken, CallView::generic("edit").raw_input(serde_json::json!({"path": 5})));
}

// contract: E6, E12, J1
#[test]
fn a_projector_that_fails_is_a_failed_call() {
    for (fail, words) in [("meta", ""), ("nan", "ratio")] {
        let outcome = call(&arguments(fail));
        let failure = outcome.error().expect("no value without its meta");
        assert_eq!(failure.code(), &ErrorCode::INVALID_TOOL_OUTPUT);
        assert!(failure.message().contains(words), "{}", failure.message());
        assert!(outcome.meta().is_none() && outcome.value().is_none());
    }
    assert!(call(&arguments("code")).meta().is_none());
}

// contract: U4, E6
#[test]
fn a_presenter_that_panics_or_shows_nothing_gives_the_generic_card_and_no_failure() {
    let presenters = Presenters::of::<Edit>();
    let generic = |outcome: &Outcome| Some(ResultView::generic().content(outcome.content().clone()));
    for fail in ["call", "result", "empty"] {
        let outcome = call(&arguments(fail));
        assert!(outcome.is_ok(), "the call went well");
        let card = card(&presenters, &arguments(fail), &outcome);
        assert_eq!(card.result == generic(&outcome), fail != "call", "{fail}");
        assert_eq!(card.title() == "edit", fail == "call", "{fail}");
    }
    let failed = call(&arguments("code"));
    assert_eq!(card(&presenters, &arguments("code"), &failed).result, generic(&failed));
}

// contract: U4
#[test]
fn meta_of_another_tool_or_version_gives_no_card() {
    let presenters = Presenters::of::<Edit>();
    let content = Content::text("1 replaced");
    let arguments = arguments("no");
    for meta in [
        "",
        "5",
        "{}",
        r#"{"diffs":[]}"#,
        r#"{"diffs":5,"ratio":1}"#,
        r#"{"files":[],"total":0}"#,
        r#"{"diffs":[],"ratio":1.0}"#,
    ] {
        let view = presenters.result("edit", &arguments, &Finished::ok(&content).meta(Some(meta)));
        assert_eq!(view, ResultView::generic().content(content.clone()), "{meta}");
    }
}

// contract: E12, U9
#[test]
fn a_call_of_another_call_has_no_meta() {
    let registry = Registry::new();
    registry.register(Edit).expect("it registers").keep();
    let parent = tool_sdk::testing::block_on(async {
        let registry = Registry::new();
        let (send, receive) = std::sync::mpsc::channel();
        registry.provide(send).expect("a state");
        registry.register(TokenOf).expect("it registers").keep();
        registry.call(ToolCall::new("token_of", "{}")).await;
        receive.recv().expect("the token")
    });
    let text = arguments("no");
    let nested = ToolCall::new("edit", &text).parent(parent);
    let outcome = tool_sdk::testing::block_on(registry.call(nested));
    assert!(outcome.is_ok() && outcome.meta().is_none());
    let view = Presenters::of::<Edit>().result("edit", &text, &Finished::ok(outcome.content()).meta(outcome.meta()));
    assert_eq!(view, ResultView::generic().content("1 replaced"));
}

/// Sends its token.
#[tool]
fn token_of(State(send): State<std::sync::mpsc::Sender<tool_sdk::CallToken>>, cx: &ToolContext) -> bool {
    send.send(cx.token()).is_ok()
}

// contract: L3, E6
#[test]
fn replay_gives_the_cards_that_were_shown() {
    let folder = std::env::temp_dir().join(format!("tool-sdk-hooks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("session.jsonl");
    let log = SessionLog::append_to(&path).expect("a log");
    let presenters = Presenters::of::<(Edit, TokenOf)>();
    let mut shown = Vec::new();
    for fail in ["no", "code", "meta", "nan", "empty", "call", "result"] {
        let text = arguments(fail);
        let outcome = call(&text);
        log.append(&Event::call(outcome.call_id().as_str(), "edit", &*text)).expect("written");
        log.append(&Event::start(outcome.call_id().as_str())).expect("written");
        log.append(&Event::result(&outcome)).expect("written");
        shown.push(card(&presenters, &text, &outcome));
    }
    let replayed = Replay::open(&path).expect("the log").cards(&presenters);
    let replayed: Vec<Card> = replayed.map(|card| card.expect("a card").took(None)).collect();
    assert_eq!(replayed, shown);
    let _ = std::fs::remove_dir_all(&folder);
}

// contract: U1
#[test]
fn a_presenter_may_give_an_option_or_the_card_itself() {
    struct Open;

    /// Open a page.
    #[tool]
    impl Open {
        fn execute(&self, args: EditArgs) -> String {
            args.path
        }

        fn present_call(args: &EditArgs) -> Option<CallView> {
            (!args.path.is_empty()).then(|| CallView::generic(&*args.path).kind(Kind::Fetch))
        }

        fn present_result(_: &EditArgs, result: &Presented<()>) -> ResultView {
            ResultView::terminal(result.text())
        }
    }

    let presenters = Presenters::of::<Open>();
    assert_eq!(presenters.call("open", &arguments("no")).title(), "a.txt");
    let content = Content::text("x");
    let view = presenters.result("open", &arguments("no"), &Finished::ok(&content));
    assert_eq!(view, ResultView::terminal("x"));
}
