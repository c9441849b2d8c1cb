//! Goldens: each kind of card, pending, done and failed, in a terminal, on a page and as JSON, for a reviewer to read.
//!
//! `BLESS=1 cargo test -p tool-host` writes them anew.

use std::path::PathBuf;

use tool_sdk::present::{Card, Presenters};

use self::examples::{Example, examples};
use super::{Paint, draw};

mod browser;
mod examples;
mod shipped;

/// Wide enough for most, and narrow enough for a diff tool.
const PAINT: Paint = Paint { colour: false, width: 80 };

/// The three states of one kind of card.
fn states(example: &Example) -> [(&'static str, Card); 3] {
    let presenters = Presenters::new().with(example.tool, example.presenter.clone());
    let pending = Card::pending(&presenters, "call_1", example.tool, example.arguments);
    let done = pending.clone().finished(&presenters, example.arguments, &example.done());
    let failed = pending.clone().finished(&presenters, example.arguments, &example.failed());
    let with_entries = |mut card: Card| {
        card.entries.clone_from(&example.entries);
        card
    };
    [
        ("pending", with_entries(pending)),
        ("done", with_entries(done.took(12))),
        ("failed", with_entries(failed.took(61_500))),
    ]
}

#[track_caller]
fn golden(file: &str, shown: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/cards/golden").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, shown).expect("the golden can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == shown, "{file} is another card now (BLESS=1 takes it over):\n{shown}");
}

// contract: U3, U9, H4
#[test]
fn in_a_terminal() {
    for example in examples() {
        let cards = states(&example).map(|(state, card)| format!("── {state} ──\n{}", draw(&card, PAINT)));
        golden(&format!("terminal/{}.txt", example.name), &cards.join("\n"));
    }
}

/// The choices of colours, with `␛` for what starts one.
#[test]
fn in_colours() {
    let coloured = |example: &Example| {
        let cards = states(example).map(|(_, card)| draw(&card, Paint { colour: true, width: 60 }));
        cards.join("\n").replace('\u{1b}', "␛")
    };
    let all: Vec<String> =
        examples().iter().filter(|example| matches!(example.name, "diff" | "terminal")).map(coloured).collect();
    golden("colours.txt", &all.join("\n"));
}

#[test]
fn on_a_page() {
    for example in examples() {
        let cards = states(&example).map(|(_, card)| super::html::article(&card));
        golden(&format!("html/{}.html", example.name), &cards.join("\n"));
    }
}

#[test]
fn as_json() {
    for example in examples() {
        let pretty = |(_, card): (&str, Card)| {
            let tree = tool_sdk::json::parse(&card.to_text()).expect("a card is JSON");
            tool_sdk::json::to_pretty(&tree) + "\n"
        };
        golden(&format!("json/{}.json", example.name), &states(&example).map(pretty).concat());
    }
}

// contract: U5
#[test]
fn nothing_of_a_tool_reaches_a_terminal_raw() {
    let evil = "\u{1b}[31m\u{1b}]8;;https://evil.example\u{7}\u{202e}\u{9b}2J<script>alert(1)</script>\r".repeat(3);
    let example = examples::hostile(&format!("{evil}\n{}\n{evil}", "x".repeat(100_000)));
    for example in example {
        for (state, card) in states(&example) {
            for width in [1, 20, 80, 500] {
                let drawn = draw(&card, Paint { colour: false, width });
                assert!(!drawn.contains(|c: char| c.is_control() && c != '\n'), "{} {state}: {drawn}", example.name);
                assert!(!drawn.contains(['\u{202e}', '\u{9b}']), "{} {state}: {drawn}", example.name);
                let columns = |line: &str| {
                    line.chars().map(|c| unicode_width::UnicodeWidthChar::width(c).unwrap_or(0)).sum::<usize>()
                };
                let widest = drawn.lines().map(columns).max().unwrap_or(0);
                assert!(
                    widest <= width.max(20),
                    "{} {state} takes {widest} columns of {width}:\n{drawn}",
                    example.name
                );
                assert!(drawn.lines().count() < 200, "{} {state}", example.name);
            }
            let page = super::html::article(&card);
            assert!(!page.contains("<script") && !page.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{page}");
        }
    }
}
