//! Cards that come back from a log are the cards that were shown.

use tool_sdk::present::{Card, CardState, Presenters};
use tool_sdk::session::{Cards, DispatchStartEvent, Event, Line, LogReader, Replay, SessionLog};

use super::Folder;
use crate::support::dice::Dice;

fn cards(folder: &Folder, presenters: &Presenters) -> Vec<Card> {
    let cards = Replay::open(folder.log()).expect("the log").cards(presenters);
    cards.collect::<Result<_, _>>().expect("the log is read")
}

// contract: L3, U1
#[test]
fn a_missing_tool_gives_a_generic_card() {
    let folder = Folder::of("generic");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    log.append(&Event::call("c1", "gone", r#"{"a":1}"#)).expect("written");
    log.append(&Event::succeeded("c1", "text")).expect("written");
    let cards = cards(&folder, &Presenters::new());
    let wire = tool_sdk::json::parse(&cards[0].to_text()).expect("JSON");
    assert_eq!(wire["call"], serde_json::json!({"card": "generic", "title": "gone", "rawInput": {"a": 1}}));
    assert_eq!(wire["result"], serde_json::json!({"card": "generic", "content": [{"type": "text", "text": "text"}]}));
}

// contract: U9
#[test]
fn a_call_of_a_program_is_one_entry_with_a_title_a_state_and_a_duration() {
    let folder = Folder::of("entries");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    let sub = |id| DispatchStartEvent::new(("c1", "c1", id), "read", "{}");
    log.append(&Event::call("c1", "run_code", "{}")).expect("written");
    for id in ["s1", "s2", "s3"] {
        log.append(&Event::DispatchStart(sub(id))).expect("written");
    }
    log.append(&Event::Dispatch(sub("s2").ended(true, "Error: x"))).expect("written");
    log.append(&Event::Dispatch(sub("s1").ended(false, "y"))).expect("written");
    log.append(&Event::succeeded("c1", "z")).expect("written");
    let cards = cards(&folder, &Presenters::new());
    assert_eq!(cards.len(), 1, "they have no card of their own");
    let entries: Vec<_> =
        cards[0].entries.iter().map(|entry| (entry.title.as_str(), entry.state, entry.duration_ms.is_some())).collect();
    assert_eq!(
        entries,
        [("read", CardState::Done, true), ("read", CardState::Failed, true), ("read", CardState::Failed, false)]
    );
}

// contract: L2, L3
#[test]
fn an_unanswered_call_is_interrupted_or_still_pending() {
    let folder = Folder::of("unanswered");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    log.append(&Event::call("c1", "read", "{}")).expect("written");
    log.append(&Event::call("c2", "read", "{}")).expect("written");
    log.append(&Event::start("c2")).expect("written");
    let codes: Vec<_> = cards(&folder, &Presenters::new()).into_iter().map(|card| (card.call_id, card.code)).collect();
    let some = |code: &str| Some(code.to_owned());
    assert_eq!(codes, [("c1".to_owned(), some("TOOL_NOT_STARTED")), ("c2".to_owned(), some("TOOL_OUTCOME_UNKNOWN"))]);
    let running = Replay::open(folder.log()).expect("the log").while_running();
    let states: Vec<_> = running.cards(&Presenters::new()).map(|card| card.expect("a card").state).collect();
    assert_eq!(states, [CardState::Pending, CardState::Pending]);
}

// contract: L3
#[test]
fn replayed_cards_equal_those_that_were_made_while_it_ran() {
    let folder = Folder::of("equal");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    let presenters = Presenters::new();
    let mut live = Cards::new(&presenters);
    let mut shown = Vec::new();
    let mut dice = Dice::of("equal");
    let mut open: Vec<String> = Vec::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    for i in 0..500 {
        if open.is_empty() || dice.percent(50) {
            let id = format!("c{i}");
            events.push(Event::call(id.clone(), ["read", "grep"][i % 2], format!("{{\"n\":{i}}}")));
            open.push(id);
        } else {
            let id = open.remove(dice.below(open.len()));
            events.push(if dice.percent(20) {
                Event::failed(id, "FAILED", "Error: x")
            } else {
                Event::succeeded(id, "ok").meta("{}")
            });
        }
    }
    for event in &events {
        log.append(event).expect("written");
    }
    let mut reader = LogReader::open(folder.log()).expect("the log");
    while let Some(line) = reader.next().expect("a line") {
        let Line::Event(entry) = line else { continue };
        match &entry.event {
            Event::Result(event) => shown.extend(live.finish(entry.time, event)),
            event => assert!(live.see(entry.time, event).is_some_and(|card| card.state == CardState::Pending)),
        }
    }
    let mut replayed = cards(&folder, &presenters);
    replayed.truncate(shown.len());
    assert_eq!(replayed, shown);
    assert_eq!(live.pending().count(), open.len());
}
