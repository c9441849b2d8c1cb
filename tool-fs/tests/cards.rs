//! What a person sees of the calls, live and on replay.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use support::Folder;
use tool_fs::{Edit, Glob, Grep, Read, ReadImage, Write};
use tool_sdk::Content;
use tool_sdk::prelude::*;
use tool_sdk::present::{CallView, Finished, Kind, Presenters, ReadLine};
use tool_sdk::session::{Event, SessionLog};
use tool_sdk::testing::assert_replayable;

type All = (Read, ReadImage, Write, Edit, Glob, Grep);

const TOOLS: [&str; 6] = ["read", "read_image", "write", "edit", "glob", "grep"];

/// The cards of one call: pending, and ended.
async fn cards(disk: &Folder, tool: &str, arguments: Value) -> (CallView, ResultView) {
    let presenters = Presenters::of::<All>();
    let outcome = disk.call(tool, arguments.clone()).await;
    let finished = match outcome.error() {
        None => Finished::ok(outcome.content()),
        Some(failure) => Finished::failed(outcome.content(), Some(failure.code().as_str())),
    };
    let arguments = arguments.to_string();
    let result = presenters.result(tool, &arguments, &finished.meta(outcome.meta()));
    (presenters.call(tool, &arguments), result)
}

fn folder() -> Folder {
    let disk = Folder::with("a.rs", "one\ntwo\nthree\n");
    disk.put("b.md", "two\n");
    disk
}

// contract: U1, U3
#[tokio::test]
async fn a_read_shows_its_lines_and_the_log_has_them_once() {
    let disk = folder();
    let (call, result) = cards(&disk, "read", json!({"file_path": "a.rs", "offset": 2})).await;
    assert_eq!(call, CallView::generic("Read a.rs (from line 2)").kind(Kind::Read).location("a.rs", 2));
    let lines = [ReadLine::new(2, "two"), ReadLine::new(3, "three")];
    assert_eq!(result, ResultView::read(disk.shown("a.rs"), 2, lines, 3).lang("rust"));
    let outcome = disk.call("read", json!({"file_path": "a.rs"})).await;
    let meta = outcome.meta().expect("a top-level call has meta");
    assert!(!meta.contains("three"), "the text stands in the content alone: {meta}");
}

// contract: U1, U3, U5
#[tokio::test]
async fn a_change_shows_what_it_changed() {
    let disk = folder();
    let new = json!({"file_path": "new.txt", "content": "x\n"});
    let whole = FileDiff::new("new.txt", None, "x\n");
    let (call, result) = cards(&disk, "write", new).await;
    assert_eq!(call, CallView::diff("Write new.txt").changes([whole.clone()]).location("new.txt", None));
    assert_eq!(result, ResultView::diff([whole]), "of a new file all is shown");

    let (_, result) = cards(&disk, "write", json!({"file_path": "a.rs", "content": "one\n2\nthree\n"})).await;
    let path = disk.shown("a.rs");
    assert_eq!(result, ResultView::diff([FileDiff::new(&path, Some("one\ntwo\nthree\n"), "one\n2\nthree\n")]));

    let steps = json!([{"old_string": "one\n", "new_string": ""}, {"old_string": "three", "new_string": "3"}]);
    let (call, result) = cards(&disk, "edit", json!({"file_path": "a.rs", "edits": steps})).await;
    let asked = [FileDiff::new("a.rs", Some("one\n"), ""), FileDiff::new("a.rs", Some("three"), "3")];
    assert_eq!(call, CallView::diff("Edit a.rs").changes(asked).location("a.rs", None));
    assert_eq!(result, ResultView::diff([FileDiff::new(&path, Some("one\n2\nthree\n"), "2\n3\n")]));
}

// contract: U3, U6
#[tokio::test]
async fn a_search_shows_the_page_that_the_model_read() {
    let disk = folder();
    let (call, result) = cards(&disk, "grep", json!({"pattern": "t", "limit": 1, "include": "*.rs"})).await;
    let expected = CallView::generic("Grep t (*.rs)").kind(Kind::Search).raw_input("t");
    assert_eq!(call, expected);
    let wire = |view: &ResultView| tool_sdk::json::parse(&view.to_text()).expect("JSON");
    let files = json!([{"path": "a.rs", "matches": [{"lineNumber": 2, "line": "two"}]}]);
    let matches = json!({"card": "search", "shape": "matches", "files": files, "truncated": true, "total": 2});
    assert_eq!(wire(&result), matches);

    let (_, result) = cards(&disk, "grep", json!({"pattern": "two", "mode": "files", "offset": 1})).await;
    let paths = json!({"card": "search", "shape": "paths", "paths": ["b.md"], "truncated": true, "total": 2});
    assert_eq!(wire(&result), paths);
    let (_, result) = cards(&disk, "grep", json!({"pattern": "two", "mode": "count"})).await;
    assert_eq!(result, ResultView::generic().content("Found 2 matches\na.rs: 1\nb.md: 1"), "no card tells counts");
    let (_, result) = cards(&disk, "grep", json!({"pattern": "nowhere"})).await;
    assert_eq!(result, ResultView::matches([], 0));

    let (call, result) = cards(&disk, "glob", json!({"pattern": "*.md", "path": "."})).await;
    let expected = CallView::generic("Glob *.md in .").kind(Kind::Search).raw_input("*.md").location(".", None);
    assert_eq!((call, result), (expected, ResultView::paths(["b.md"], 1)));
}

// contract: U1, U4
#[tokio::test]
async fn a_failure_shows_what_the_model_read() {
    let disk = folder();
    let missing = json!({"file_path": "gone", "content": "", "old_string": "a", "new_string": "b", "pattern": "x", "path": "gone"});
    for tool in TOOLS.iter().filter(|tool| **tool != "write") {
        let outcome = disk.call(tool, missing.clone()).await;
        let (_, result) = cards(&disk, tool, missing.clone()).await;
        assert_eq!(result, ResultView::generic().content(outcome.content().clone()), "{tool}");
    }
    let (_, result) = cards(&disk, "write", json!({"file_path": ".", "content": "secret"})).await;
    assert!(!result.to_text().contains("secret"), "what was not written is no diff");
}

// contract: U2, L3
#[test]
fn cards_come_back_in_another_process() {
    assert_replayable::<All>(|log| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let disk = folder();
        let pixel = b"GIF89a\x01\0\x01\0\0\0\0;";
        disk.put("pixel.gif", pixel);
        for (id, (tool, arguments)) in calls().into_iter().enumerate() {
            runtime.block_on(record(&disk, log, &format!("call_{id}"), tool, &arguments));
        }
    });
}

fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("read", json!({"file_path": "a.rs"})),
        ("read", json!({"file_path": "a.rs", "offset": 2, "limit": 1})),
        ("read", json!({"file_path": "gone"})),
        ("read_image", json!({"file_path": "pixel.gif"})),
        ("write", json!({"file_path": "new.txt", "content": "x\n"})),
        ("write", json!({"file_path": "a.rs", "content": "one\n2\nthree\n"})),
        ("edit", json!({"file_path": "a.rs", "old_string": "one", "new_string": "1"})),
        ("edit", json!({"file_path": "a.rs", "old_string": "gone", "new_string": "1"})),
        ("glob", json!({"pattern": "*.rs"})),
        ("grep", json!({"pattern": "t"})),
        ("grep", json!({"pattern": "t", "mode": "files"})),
        ("grep", json!({"pattern": "t", "mode": "count"})),
        ("grep", json!({"pattern": "("})),
    ]
}

async fn record(disk: &Folder, log: &SessionLog, id: &str, tool: &str, arguments: &Value) {
    let arguments = arguments.to_string();
    let outcome = disk.registry.call(ToolCall::new(tool, &arguments).id(id)).await;
    log.append(&Event::call(id, tool, &arguments)).expect("it is logged");
    log.append(&Event::result(&outcome)).expect("it is logged");
}

/// JSON with the keys that the presenters know, and anything behind them.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i8>().prop_map(Value::from),
        "[a-z/.: \n\u{fffd}é]{0,8}".prop_map(Value::from),
        prop::sample::select(vec!["content", "files", "count", "/a.rs"]).prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "path",
        "offset",
        "lines",
        "totalLines",
        "diffs",
        "oldText",
        "newText",
        "paths",
        "total",
        "truncated",
        "mode",
        "files",
        "matches",
        "lineNumber",
        "line",
        "file_path",
        "content",
        "old_string",
        "new_string",
        "edits",
        "pattern",
        "limit",
    ]);
    leaf.prop_recursive(4, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(keys.clone().prop_map(str::to_owned), inner, 0..8)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

// contract: U4
#[test]
fn anything_gives_a_card() {
    let presenters = Presenters::of::<All>();
    let config = Config { cases: 3_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]));
    let text = "(<path>/a.rs</path>\n<type>file</type>\n<content>\n)?([0-9]: [a-z]{0,3}\n){0,3}";
    let inputs = (any_json(), any_json(), text, any::<bool>());
    let outcome = runner.run(&inputs, |(arguments, meta, text, failed)| {
        let content = Content::text(text);
        let finished = if failed { Finished::failed(&content, None) } else { Finished::ok(&content) };
        let (arguments, meta) = (arguments.to_string(), meta.to_string());
        for tool in TOOLS {
            let call = presenters.call(tool, &arguments);
            prop_assert_eq!(CallView::from_text(&call.to_text()), Some(call));
            let result = presenters.result(tool, &arguments, &finished.meta(Some(&meta)));
            prop_assert_eq!(ResultView::from_text(&result.to_text()), Some(result));
        }
        Ok(())
    });
    outcome.unwrap();
}

// contract: U4
#[test]
fn meta_of_another_tool_gives_no_card() {
    let presenters = Presenters::of::<All>();
    let content = Content::text("text");
    let glob = r#"{"paths":["a"],"total":1,"truncated":false}"#;
    let generic = ResultView::generic().content("text");
    let result = |tool, arguments, meta| presenters.result(tool, arguments, &Finished::ok(&content).meta(Some(meta)));
    assert_eq!(result("grep", r#"{"pattern":"x"}"#, glob), generic);
    assert_eq!(result("glob", r#"{"pattern":"x"}"#, glob), ResultView::paths(["a"], 1));
    assert_eq!(result("edit", r#"{"file_path":"a","old_string":"b","new_string":"c"}"#, r#"{"diffs":[]}"#), generic);
    let whole = ResultView::diff([FileDiff::new("a", None, "c")]);
    for meta in [r#"{"diffs":[]}"#, r#"{"diffs":5}"#, "broken"] {
        assert_eq!(result("write", r#"{"file_path":"a","content":"c"}"#, meta), whole, "never the text of the result");
    }
}
