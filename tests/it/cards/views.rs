//! The serialised form of every card (reference §5.2–5.4), and readers that take whatever they are given.

use serde_json::json;
use tool_sdk::Content;
use tool_sdk::present::{CallView, FileDiff, FileMatches, Kind, LineMatch, Location, ReadLine, ResultView, Source};
use tool_sdk::schema::Schema;

use crate::support::dice::Dice;
use crate::support::generate::Generator;

/// Every call card with all of its fields, and as little as it can have.
pub(crate) fn calls() -> Vec<(CallView, serde_json::Value)> {
    vec![
        (CallView::generic("read"), json!({"card": "generic", "title": "read"})),
        (
            CallView::generic("grep x")
                .kind(Kind::Search)
                .raw_input(json!({"pattern": "x"}))
                .content("looking")
                .location("src", None)
                .location("a.rs", 3),
            json!({
                "card": "generic", "title": "grep x", "kind": "search", "rawInput": {"pattern": "x"},
                "content": [{"type": "text", "text": "looking"}],
                "locations": [{"path": "src"}, {"path": "a.rs", "line": 3}],
            }),
        ),
        (CallView::terminal("ls"), json!({"card": "terminal", "title": "ls"})),
        (
            CallView::terminal("ls").description("List.").cwd("/srv"),
            json!({"card": "terminal", "title": "ls", "description": "List.", "cwd": "/srv"}),
        ),
        (
            CallView::diff("Edit a").change("a", Some("x"), "y").change("b", None, "new").location("a", None),
            json!({
                "card": "diff", "title": "Edit a",
                "diffs": [
                    {"path": "a", "oldText": "x", "newText": "y"},
                    {"path": "b", "oldText": null, "newText": "new"},
                ],
                "locations": [{"path": "a"}],
            }),
        ),
    ]
}

/// The same for result cards.
pub(crate) fn results() -> Vec<(ResultView, serde_json::Value)> {
    let one = || [FileMatches::new("a.rs", [LineMatch::new(3, "fn x() {}")])];
    vec![
        (ResultView::generic(), json!({"card": "generic"})),
        (
            ResultView::generic().title("Done").content("text"),
            json!({"card": "generic", "title": "Done", "content": [{"type": "text", "text": "text"}]}),
        ),
        (ResultView::terminal("out"), json!({"card": "terminal", "output": "out"})),
        (
            ResultView::terminal("").exit_code(-1).title("ls"),
            json!({"card": "terminal", "title": "ls", "output": "", "exitCode": -1}),
        ),
        (ResultView::terminal("x").signal("SIGTERM"), json!({"card": "terminal", "output": "x", "signal": "SIGTERM"})),
        (
            ResultView::diff([FileDiff::new("a", None, "b")]),
            json!({"card": "diff", "diffs": [{"path": "a", "oldText": null, "newText": "b"}]}),
        ),
        (
            ResultView::matches(one(), 7).truncated(true),
            json!({
                "card": "search", "shape": "matches",
                "files": [{"path": "a.rs", "matches": [{"lineNumber": 3, "line": "fn x() {}"}]}],
                "truncated": true, "total": 7,
            }),
        ),
        (
            ResultView::matches([], 0),
            json!({"card": "search", "shape": "matches", "files": [], "truncated": false, "total": 0}),
        ),
        (
            ResultView::paths(["a", "b"], 2).title("two"),
            json!({"card": "search", "shape": "paths", "title": "two", "paths": ["a", "b"], "truncated": false, "total": 2}),
        ),
        (
            ResultView::read("a.rs", 2, [ReadLine::new(2, "x"), ReadLine::new(5, "")], 9).lang("rust").content("note"),
            json!({
                "card": "read", "path": "a.rs", "offset": 2,
                "lines": [{"number": 2, "text": "x"}, {"number": 5, "text": ""}], "totalLines": 9,
                "lang": "rust", "content": [{"type": "text", "text": "note"}],
            }),
        ),
        (
            ResultView::sources([Source::new("https://a.example").title("A").snippet("…").published_at("2024-01-02")])
                .answer("yes")
                .truncated(true),
            json!({
                "card": "web", "kind": "search",
                "sources": [{"url": "https://a.example", "title": "A", "snippet": "…", "publishedAt": "2024-01-02"}],
                "answer": "yes", "truncated": true,
            }),
        ),
        (
            ResultView::fetched("https://a.example", 404),
            json!({"card": "web", "kind": "fetch", "url": "https://a.example", "statusCode": 404, "truncated": false}),
        ),
    ]
}

// contract: U3, U6
#[test]
fn every_card_has_its_serialised_form_and_comes_back_from_it() {
    for (view, wire) in calls() {
        assert_eq!(tool_sdk::json::parse(&view.to_text()).as_ref(), Ok(&wire));
        assert_eq!(CallView::from_text(&wire.to_string()), Some(view));
    }
    for (view, wire) in results() {
        assert_eq!(tool_sdk::json::parse(&view.to_text()).as_ref(), Ok(&wire));
        assert_eq!(ResultView::from_text(&wire.to_string()), Some(view));
    }
}

// contract: U4
#[test]
fn an_unknown_or_malformed_card_is_none_and_an_unknown_field_is_skipped() {
    for text in [
        "",
        "5",
        "{}",
        r#"{"card":"hologram","title":"x"}"#,
        r#"{"card":5,"title":"x"}"#,
        r#"{"card":"generic"}"#,
        r#"{"card":"diff","title":"x"}"#,
        r#"{"card":"diff","title":"x","diffs":[]}"#,
        r#"{"card":"diff","title":"x","diffs":[{"path":"a","newText":"b"}]}"#,
        r#"{"card":"terminal","title":"x","cwd":1}"#,
        r#"{"card":"generic","title":"x","locations":[{"line":1}]}"#,
        r#"{"card":"generic","title":"x"} {}"#,
    ] {
        assert_eq!(CallView::from_text(text), None, "{text}");
    }
    for text in [
        r#"{"card":"search","shape":"graph","files":[],"truncated":false,"total":0}"#,
        r#"{"card":"search","shape":"paths","truncated":false,"total":0}"#,
        r#"{"card":"search","shape":"paths","paths":["a","b"],"truncated":false,"total":1}"#,
        r#"{"card":"terminal","exitCode":1,"signal":"SIGKILL"}"#,
        r#"{"card":"diff","diffs":[]}"#,
        r#"{"card":"read","path":"a","offset":0,"lines":[],"totalLines":0}"#,
        r#"{"card":"read","path":"a","offset":2,"lines":[{"number":1,"text":""}],"totalLines":9}"#,
        r#"{"card":"read","path":"a","offset":1,"lines":[{"number":2,"text":""},{"number":2,"text":""}],"totalLines":9}"#,
        r#"{"card":"read","path":"a","offset":1,"lines":[{"number":10,"text":""}],"totalLines":9}"#,
        r#"{"card":"web","kind":"fetch","url":"x","statusCode":-1,"truncated":false}"#,
        r#"{"card":"web","kind":"podcast","truncated":false}"#,
    ] {
        assert_eq!(ResultView::from_text(text), None, "{text}");
    }
    let later = r#"{"card":"terminal","title":"ls","shell":{"name":"zsh"}}"#;
    assert_eq!(CallView::from_text(later), Some(CallView::terminal("ls")));
    let later = r#"{"card":"diff","diffs":[{"path":"a","oldText":null,"newText":"b","mode":"0644"}]}"#;
    assert_eq!(ResultView::from_text(later), Some(ResultView::diff([FileDiff::new("a", None, "b")])));
    let later = r#"{"card":"generic","title":"t","kind":"dream","content":[{"type":"video","url":"x"}]}"#;
    let shown = Content::text(r#"{"type":"video","url":"x"}"#);
    assert_eq!(CallView::from_text(later), Some(CallView::generic("t").kind(Kind::Other).content(shown)));
}

// contract: U4, J4
#[test]
fn readers_take_any_json_without_a_panic() {
    let mut dice = Dice::of("cards");
    let mut generator = Generator::new(json!({}), Dice::of("members"));
    let seeds: Vec<String> = calls()
        .iter()
        .map(|(_, wire)| wire.to_string())
        .chain(results().iter().map(|(_, wire)| wire.to_string()))
        .collect();
    for _ in 0..20_000 {
        let mut wire = tool_sdk::json::parse(dice.pick::<String>(&seeds)).expect("JSON");
        // One member of a sound card becomes anything.
        let members = wire.as_object_mut().expect("a card");
        let key = members.keys().nth(dice.below(members.len())).cloned().expect("a member");
        members[&key] = generator.arbitrary(1).to_value();
        let text = wire.to_string();
        for view in [
            CallView::from_text(&text).map(|view| view.to_text()),
            ResultView::from_text(&text).map(|view| view.to_text()),
        ]
        .into_iter()
        .flatten()
        {
            assert!(CallView::from_text(&view).is_some() || ResultView::from_text(&view).is_some(), "{view}");
        }
    }
    let deep =
        format!(r#"{{"card":"generic","title":"x","rawInput":{}1{}}}"#, "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(CallView::from_text(&deep), None);
}

// contract: U3, S1
#[test]
fn the_parts_of_cards_are_values_for_meta() {
    fn agrees<T: tool_sdk::ToolValue + PartialEq + std::fmt::Debug>(part: &T, wire: &serde_json::Value) {
        assert_eq!(tool_sdk::args::decode_value::<T>(&wire.to_string()).as_ref(), Ok(part));
        let schema = Schema::of::<T>();
        assert!(schema.validate(wire).is_empty());
        assert!(jsonschema::is_valid(&schema.to_json(), wire));
        assert!(!schema.validate(&json!({"path": 1, "url": 1, "number": "1", "lineNumber": null})).is_empty());
    }
    agrees(&Location::new("a", 3), &json!({"path": "a", "line": 3}));
    agrees(&Location::new("a", None), &json!({"path": "a"}));
    agrees(&FileDiff::new("a", None, "b"), &json!({"path": "a", "oldText": null, "newText": "b"}));
    agrees(&ReadLine::new(1, "x"), &json!({"number": 1, "text": "x"}));
    agrees(
        &FileMatches::new("a", [LineMatch::new(1, "x")]),
        &json!({"path": "a", "matches": [{"lineNumber": 1, "line": "x"}]}),
    );
    agrees(&Source::new("u").title("t"), &json!({"url": "u", "title": "t"}));
}
