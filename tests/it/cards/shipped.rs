//! The cards of every shipped tool: the same live and from a log, and one for whatever is asked.

use std::cell::Cell;

use serde_json::json;
use tool_sdk::json::parse;
use tool_sdk::prelude::*;
use tool_sdk::present::{Card, Finished, Presenters};
use tool_sdk::session::{Replay, SessionLog};
use tool_sdk::{GuardCall, Outcome, ToolDefinition};

use crate::every_tool::{names, shipped};
use crate::support::dice::Dice;
use crate::support::generate::Generator;
use crate::support::json::Json;
use crate::support::mutate::mutate;

/// Their types: replay has no more of a tool.
type Shipped =
    (tool_fs::Read, tool_fs::ReadImage, tool_fs::Write, tool_fs::Edit, tool_fs::Glob, tool_fs::Grep, tool_bash::Bash);

const CALLS: usize = 60;
const QUESTIONS: usize = 2_000;

/// Arguments of a tool: now and then those that go well, mostly nearly so, sometimes anything, and broken text.
struct Arguments {
    well: Json,
    generator: Generator,
    dice: Dice,
}

impl Arguments {
    fn of(tool: &ToolDefinition, well: &serde_json::Value) -> Self {
        let generator = Generator::new(tool.parameters(), Dice::of(tool.name()));
        Self { well: Json::from_value(well), generator, dice: Dice::of("arguments") }
    }

    fn next(&mut self) -> String {
        let mut arguments = match self.dice.below(8) {
            0..3 => self.well.clone(),
            3..6 => self.generator.near(),
            _ => self.generator.arbitrary(0),
        };
        for _ in 0..self.dice.below(3) {
            mutate(&mut arguments, &mut self.generator);
        }
        let text = arguments.written(&mut self.dice);
        let end = if self.dice.percent(5) { self.dice.below(text.len() + 1) } else { text.len() };
        text[..text.floor_char_boundary(end)].to_owned()
    }
}

/// The card as a host makes it from what it has of a call, without a log.
fn live(presenters: &Presenters, arguments: &str, outcome: &Outcome) -> Card {
    let pending = Card::pending(presenters, outcome.call_id().as_str(), outcome.name(), arguments);
    pending.finished(presenters, arguments, &outcome.finished())
}

// contract: L3, U2, U4
#[test]
fn cards_from_a_log_are_the_ones_that_were_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("session.jsonl");
    let registry = Registry::new();
    let mut tools = Vec::new();
    for (set, well) in shipped() {
        tools.push((set.definitions()[0].name().to_owned(), Arguments::of(&set.definitions()[0], &well)));
        registry.register_all(set).expect("a shipped tool registers").keep();
    }
    let well = shipped().into_iter().find(|(set, _)| set.definitions()[0].name() == "bash").map(|(_, well)| well);
    let command = well.expect("bash is shipped")["command"].clone();
    // A generated text is no command to run.
    let other = move |call: &GuardCall| call.name() == "bash" && call.arguments()["command"] != command;
    registry.guard(move |call: &GuardCall| other(call).then(|| "not this command".to_owned())).keep();
    let definitions: Vec<_> = tools.iter().map(|(name, _)| registry.definition(name).expect("it is there")).collect();
    let presenters = Presenters::of_definitions(definitions.iter().map(|definition| &**definition));
    let log = registry.attach(SessionLog::append_to(&path).expect("a log"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (mut shown, mut done) = (Vec::new(), 0);
    for n in 0..CALLS {
        for (name, arguments) in &mut tools {
            let arguments = arguments.next();
            let call = ToolCall::new(name.as_str(), &*arguments).id(format!("{name}-{n}"));
            let outcome = runtime.block_on(registry.call(call));
            done += usize::from(outcome.is_ok());
            shown.push(live(&presenters, &arguments, &outcome));
        }
    }
    drop(log);
    let presenters = Presenters::of::<Shipped>();
    let replay = Replay::open(&path).expect("the log opens").cards(&presenters);
    let replayed: Vec<Card> = replay.map(|card| card.expect("the log is read").took(None)).collect();
    assert_eq!(replayed.len(), shown.len());
    for (replayed, shown) in replayed.iter().zip(&shown) {
        assert_eq!(replayed, shown);
    }
    let calls = shown.len();
    assert!(done > calls / 20 && done < calls, "{done} of {calls} calls went well: one kind is not tested");
}

thread_local! {
    /// How often this thread has panicked; a panic of a presenter is contained and would not be seen.
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

fn notice_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.set(PANICS.get() + 1);
        before(panic);
    }));
}

// contract: U1, U4
#[test]
fn whatever_arguments_content_and_meta_are_there_is_a_card_and_no_panic() {
    let presenters = Presenters::of::<Shipped>();
    assert_eq!(presenters.names().map(str::to_owned).collect::<Vec<_>>(), Vec::from_iter(names()));
    notice_panics();
    let mut dice = Dice::of("questions");
    let mut anything = Generator::new(json!({}), Dice::of("anything"));
    for (tools, well) in shipped() {
        let tool = &tools.definitions()[0];
        let mut arguments = Arguments::of(tool, &well);
        // Meta is often the value, or made like it.
        let mut values = Generator::new(tool.output().to_json(), Dice::of("values"));
        for _ in 0..QUESTIONS {
            let arguments = arguments.next();
            let meta = if dice.percent(50) { values.near() } else { anything.arbitrary(0) }.written(&mut dice);
            let content = Content::text(anything.arbitrary(0).written(&mut dice));
            let code = dice.percent(50).then_some("FAILED");
            let result = if dice.percent(70) { Finished::ok(&content) } else { Finished::failed(&content, code) };
            let meta = dice.percent(80).then_some(&*meta);
            let card = Card::pending(&presenters, "c1", tool.name(), &arguments);
            let card = card.finished(&presenters, &arguments, &result.meta(meta));
            let wire = parse(&card.to_text()).unwrap_or_else(|error| panic!("{error}: {arguments} {meta:?}"));
            assert!(wire["call"]["card"].is_string() && wire["result"]["card"].is_string(), "{wire}");
            assert_eq!(PANICS.get(), 0, "{} {arguments} {meta:?}", tool.name());
        }
    }
}
