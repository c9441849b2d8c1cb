//! Cards of a scope while its calls run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::present::{Card, CardState, Kind, Presenters};
use tool_sdk::session::{LiveCards, Replay, SessionLog};

use super::Folder;

/// How often the presenters of [`Add`] were asked by this thread's test; nothing else asks them.
static ASKED: AtomicUsize = AtomicUsize::new(0);

#[derive(ToolArgs)]
struct AddArgs {
    /// One.
    a: i64,
    /// The other.
    b: i64,
}

struct Add;

/// Add two numbers.
#[tool]
impl Add {
    fn execute(&self, args: AddArgs) -> ToolResult<i64> {
        args.a.checked_add(args.b).ok_or_else(|| ToolError::new("TOO_LARGE", "no such number"))
    }

    fn present_call(args: &AddArgs) -> CallView {
        ASKED.fetch_add(1, Ordering::Relaxed);
        CallView::generic(format!("{} + {}", args.a, args.b)).kind(Kind::Other)
    }

    fn present_result(_: &AddArgs, result: &Presented<()>) -> Option<ResultView> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        (!result.is_error()).then(|| ResultView::terminal(result.text()))
    }
}

/// Say it.
#[tool(name = "say", call = generic(title = "Say {text}"))]
fn say(
    /// What.
    text: String,
) -> String {
    text
}

/// Say it to the few.
#[tool(name = "say", call = generic(title = "Whisper {text}"))]
fn whisper(
    /// What.
    text: String,
) -> String {
    text
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.register(Add).expect("it registers").keep();
    registry.register(Say).expect("it registers").keep();
    registry
}

fn call(registry: &Registry, name: &str, arguments: &str, id: &str) {
    tool_sdk::testing::block_on(registry.call(ToolCall::new(name, arguments).id(id)));
}

// contract: L3, U2
#[test]
fn they_are_made_once_and_equal_the_replayed_ones() {
    let folder = Folder::of("live");
    let registry = registry();
    let cards = registry.live_cards(100);
    let log = registry.attach(SessionLog::append_to(folder.log()).expect("a log"));
    call(&registry, "add", r#"{"a":1,"b":"2"}"#, "c1");
    call(&registry, "add", r#"{"a":9223372036854775807,"b":2}"#, "c2");
    call(&registry, "add", r#"{"a":"#, "c3");
    call(&registry, "gone", "{}", "c4");
    call(&registry, "say", r#"{"text":"hi"}"#, "c5");
    let asked = ASKED.load(Ordering::Relaxed);
    assert_eq!(asked, 4, "once for the call and once for the result, and not at all for what is no such call");
    let shown = |_| ["c1", "c2", "c3", "c4", "c5"].map(|id| Card::clone(&cards.get(id).expect("a card")).took(None));
    let shown = [0, 1, 2].map(shown);
    assert_eq!(ASKED.load(Ordering::Relaxed), asked, "whoever draws a page again asks no presenter again");
    drop(log);
    let presenters = Presenters::of::<(Add, Say)>();
    let replayed = Replay::open(folder.log()).expect("the log").cards(&presenters);
    let replayed: Vec<Card> = replayed.map(|card| card.expect("a card").took(None)).collect();
    assert_eq!(replayed, shown[0]);
}

// contract: R5, L3
#[test]
fn each_call_is_shown_by_the_tool_that_it_runs() {
    let registry = registry();
    let cards = registry.live_cards(100);
    let inner = registry.scope("inner");
    inner.register(Whisper).expect("it hides the other one").keep();
    call(&registry, "say", r#"{"text":"a"}"#, "c1");
    tool_sdk::testing::block_on(inner.call(ToolCall::new("say", r#"{"text":"b"}"#).id("c2")));
    let title = |id| cards.get(id).expect("a card").title().to_owned();
    assert_eq!((title("c1"), title("c2")), ("Say a".to_owned(), "Whisper b".to_owned()));
}

/// Calls another tool, and looks at its own card meanwhile.
#[tool]
async fn program(State(registry): State<Registry>, State(look): State<Look>, cx: &ToolContext) -> String {
    let sub = || ToolCall::new("say", r#"{"text":"x"}"#).id("s1").root(cx.call_id().clone()).parent(cx.token());
    registry.call(sub()).await;
    registry.call(ToolCall::new("say", "{}").id("s2").root(cx.call_id().clone()).parent(cx.token())).await;
    look.see(cx.call_id().as_str());
    "done".to_owned()
}

/// The cards, once they are there, and what was seen of them.
#[derive(Clone)]
struct Look(&'static Mutex<(Option<LiveCards>, Vec<Card>)>);

impl Look {
    fn see(&self, id: &str) {
        let mut look = self.0.lock().expect("nobody panicked");
        let card = look.0.as_ref().and_then(|cards| cards.get(id)).expect("a card");
        assert_eq!(look.0.as_ref().map(LiveCards::pending), Some(vec![card.clone()]));
        look.1.push(Card::clone(&card));
    }
}

// contract: U9, L3
#[test]
fn a_running_program_shows_its_calls_as_entries() {
    let registry = registry();
    let look = Look(Box::leak(Box::default()));
    registry.provide(registry.clone()).expect("a state");
    registry.provide(look.clone()).expect("a state");
    registry.register(Program).expect("it registers").keep();
    look.0.lock().expect("free").0 = Some(registry.live_cards(1));
    call(&registry, "program", "{}", "c1");
    let mut look = look.0.lock().expect("free");
    let entries = |card: &Card| -> Vec<_> {
        card.entries.iter().map(|entry| (entry.title.clone(), entry.state, entry.duration_ms.is_some())).collect()
    };
    let expected = [("Say x".to_owned(), CardState::Done, true), ("say".to_owned(), CardState::Failed, true)];
    assert_eq!((look.1[0].state, entries(&look.1[0])), (CardState::Pending, expected.to_vec()));
    let cards = look.0.take().expect("the cards");
    let done = cards.get("c1").expect("a card");
    assert_eq!((done.state, entries(&done)), (CardState::Done, expected.to_vec()));
    assert!(cards.get("s1").is_none() && cards.pending().is_empty());
    drop(look);
    call(&registry, "say", &json!({"text": "y"}).to_string(), "c2");
    assert!(cards.get("c1").is_none(), "one card is kept");
    call(&registry, "say", &json!({"text": "z"}).to_string(), "c2");
    assert_eq!(cards.get("c2").expect("the later call").title(), "Say z");
}
