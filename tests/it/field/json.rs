//! Texts, numbers and depths that other readers lose or die of.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::testing::block_on;

use super::{call, refused, value};

/// Say it again.
#[tool]
fn echo(
    /// Anything.
    t: Value,
) -> Value {
    t
}

/// Say the text again.
#[tool]
fn say(
    /// A text.
    t: String,
    /// More of them.
    more: Option<BTreeMap<String, Vec<String>>>,
) -> BTreeMap<String, Vec<String>> {
    let mut all = more.unwrap_or_default();
    all.insert("t".to_owned(), vec![t]);
    all
}

// field: F064
// contract: J1
#[test]
fn half_a_character_is_refused_where_it_stands() {
    for (arguments, column) in [
        (r#"{"t":"x\ud83d"}"#, 8),
        (r#"{"t":"\udc00\ud800"}"#, 7),
        (r#"{"t":"\ud83d\ud83d\ude00"}"#, 7),
        (r#"{"t":"\ud83dx\ude00"}"#, 7),
        (r#"{"t":"a","more":{"\ud800":[]}}"#, 19),
        (r#"{"t":"a","more":{"k":["\uDEAD"]}}"#, 24),
        (r#"{"t":"a","undeclared":"\ud800"}"#, 24),
    ] {
        let outcome = call(Say, arguments);
        refused(&outcome, &[], &["surrogate", &format!("line 1, column {column}")]);
        assert!(!outcome.to_json().to_string().contains("\\ud"), "{arguments}");
    }
    assert_eq!(value(&call(Say, r#"{"t":"\ud83d\ude00 \u0000\ufffd"}"#)), r#"{"t":["😀 \u0000�"]}"#);
}

// field: F064
#[test]
fn a_text_is_cut_between_characters() {
    // What is shown again of a long argument.
    for length in 50..70 {
        let outcome = call(Set, json!({"n": format!("{}😀😀", "a".repeat(length))}));
        refused(&outcome, &["n"], &["expected an integer"]);
        assert!(!outcome.text().contains('\u{fffd}'), "{}", outcome.text());
    }
    // What `read` shows of a long line.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for length in 1_990..=2_001 {
        let file = folder.join(format!("cut-{length}.txt"));
        std::fs::write(&file, format!("{}😀{}\n", "a".repeat(length), "b".repeat(100))).expect("a file");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let read = tool_sdk::testing::call(tool_fs::Read::default(), json!({"file_path": file.to_string_lossy()}));
        let outcome = runtime.block_on(read);
        std::fs::remove_file(&file).expect("it is there");
        assert!(outcome.is_ok() && !outcome.text().contains('\u{fffd}'), "{}", outcome.text());
        assert_eq!(outcome.text().contains('😀'), length < 2_000, "{length}");
    }
}

/// A number.
#[tool]
fn set(
    /// Which.
    n: i64,
) -> i64 {
    n
}

/// Both sorts of identifier.
#[derive(ToolValue)]
struct Ids {
    id: u64,
    signed: Option<i64>,
    small: Option<i32>,
    any: Option<JsonMap>,
    list: Option<Vec<u64>>,
}

/// Find something by its identifier.
#[tool]
fn find(
    /// The identifier.
    id: u64,
    /// One with a sign.
    signed: Option<i64>,
    /// A small one.
    small: Option<i32>,
    /// Anything.
    any: Option<JsonMap>,
    /// Several.
    list: Option<Vec<u64>>,
) -> Ids {
    Ids { id, signed, small, any, list }
}

// field: F065
// contract: J2
#[test]
fn integers_keep_every_digit_on_every_way() {
    for id in ["9007199254740993", "1234567890123456789", "18446744073709551615", "9223372036854775808", "0"] {
        let arguments = format!(r#"{{"id":{id},"any":{{"deep":[{{"id":{id}}}]}},"list":[{id},{id}]}}"#);
        let outcome = call(Find, &arguments);
        assert_eq!(value(&outcome), arguments);
        assert_eq!(outcome.to_json()["value"]["id"].to_string(), id);
        assert!(outcome.text().contains(id));
        let tree = tool_sdk::json::parse(&arguments).expect("JSON");
        assert_eq!(value(&call(Find, tree)), arguments);
        // Spelt as a string it is mended to the same digits.
        assert_eq!(value(&call(Find, format!(r#"{{"id":"{id}"}}"#))), format!(r#"{{"id":{id}}}"#));
        assert_eq!(value(&call(Find, format!(r#"{{"id":{id}.0}}"#))), format!(r#"{{"id":{id}}}"#));
    }
    for n in ["-9223372036854775808", "9223372036854775807", "-9007199254740993"] {
        assert_eq!(value(&call(Set, format!(r#"{{"n":{n}}}"#))), n);
        assert_eq!(value(&call(Echo, format!(r#"{{"t":[{n}]}}"#))), format!("[{n}]"));
    }
}

// field: F065
// contract: J1
#[test]
fn an_integer_that_the_type_cannot_hold_is_an_error_and_never_wraps() {
    for n in ["9223372036854775808", "18446744073709551615", "9.3e18"] {
        refused(
            &call(Set, format!(r#"{{"n":{n}}}"#)),
            &["n"],
            &["an integer from -9223372036854775808 to 9223372036854775807"],
        );
        refused(&call(Set, format!(r#"{{"n":"{n}"}}"#)), &["n"], &[]);
    }
    for n in ["18446744073709551616", "-9223372036854775809", "99999999999999999999999999"] {
        refused(&call(Set, format!(r#"{{"n":{n}}}"#)), &[], &["number out of range", "column 6"]);
        refused(&call(Echo, format!(r#"{{"t":{n}}}"#)), &[], &["number out of range"]);
    }
    refused(&call(Find, r#"{"id":-1}"#), &["id"], &["found -1"]);
    refused(&call(Find, r#"{"id":1,"small":2147483648}"#), &["small"], &["2147483647"]);
    refused(
        &call(Find, r#"{"id":1,"small":-2147483649,"signed":1.5,"list":[-1]}"#),
        &["signed", "small", "list[0]"],
        &[],
    );
}

/// A list of lists.
#[derive(ToolValue)]
struct Lists(Vec<Lists>);

/// Nest.
#[tool]
fn nest(
    /// Lists.
    v: Option<Lists>,
) -> Option<Lists> {
    v
}

// field: F067
// contract: J4
#[test]
fn nesting_has_a_stated_limit_and_no_stack() {
    for depth in [1, 100, 127, 128, 511] {
        let lists = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(value(&call(Echo, format!(r#"{{"t":{lists}}}"#))), lists);
        assert_eq!(value(&call(Nest, format!(r#"{{"v":{lists}}}"#))), lists);
    }
    for depth in [512, 1_000, 200_000] {
        let lists = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        refused(&call(Echo, format!(r#"{{"t":{lists}}}"#)), &[], &["nesting deeper than 512 levels"]);
        refused(&call(Nest, format!(r#"{{"v":{lists}}}"#)), &[], &["nesting deeper than 512 levels"]);
        refused(&call(Nest, format!(r#"{{"undeclared":{lists}}}"#)), &[], &["nesting deeper than 512 levels"]);
        refused(&call(Nest, json!({"v": lists})), &["v"], &["expected an array"]);
        refused(&call(Nest, "[".repeat(depth + 1)), &[], &["nesting deeper than 512 levels"]);
    }
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Remove what is at a path.
#[tool]
fn remove(
    /// Where; everything when absent.
    p: Option<String>,
) -> Option<String> {
    RUNS.fetch_add(1, Ordering::Relaxed);
    p
}

// field: F068
// contract: E16
#[test]
fn broken_text_runs_nothing_and_says_where_it_breaks() {
    for (text, words) in [
        (r#"{"p":"a"}{"p":"a"}"#, "text after the end of the value at line 1, column 10"),
        (r#"{"path": "a"#, "unterminated string at line 1, column 10"),
        ("```json\n{\"p\":1}\n```", "expected a value at line 1, column 1"),
        ("{'p': 1}", "expected a key in double quotes at line 1, column 2"),
        ("{", "line 1, column 2"),
        ("{\n  \"p\": \"a\",\n}", "line 3, column 1"),
        (r#"{"p" "a"}"#, "expected `:`"),
        (r#"{"p":"a""#, "the text ends too early"),
        (r#"{"p":"a"} // done"#, "text after the end"),
        (r#"{p: "a"}"#, "expected a key in double quotes"),
        (r#"{"p":"a","p":"b"}"#, "duplicate key \"p\""),
        (r#"{"p":None}"#, "line 1, column 6"),
        ("{\"p\":\"a\nb\"}", "control character"),
        (r#"{"p":"\x41"}"#, "invalid escape"),
        (r#"{"q":{"a":1,"a":2}}"#, "duplicate key \"a\""),
        ("\u{feff}{}", "line 1, column 1"),
        ("p", "line 1, column 1"),
        ("{}}", "text after the end"),
    ] {
        refused(&call(Remove, text), &[], &["invalid JSON", words]);
    }
    for text in ["[]", "[{\"p\":\"a\"}]", "5", "\"a\"", "true"] {
        refused(&call(Remove, text), &[], &["expected an object"]);
    }
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    for text in ["{}", "", "  \n", "null", " {} "] {
        assert_eq!(value(&call(Remove, text)), "null", "{text:?}");
    }
    assert_eq!(RUNS.load(Ordering::Relaxed), 5);
}

// field: F064, F067
// contract: J1, J4, E6
#[test]
fn a_value_that_json_cannot_hold_is_one_failed_call() {
    let registry = Registry::new();
    registry.register(Deep).expect("it registers").keep();
    for (levels, code) in [(511, ""), (513, "INVALID_TOOL_OUTPUT"), (200_000, "INVALID_TOOL_OUTPUT")] {
        let outcome = block_on(registry.call(ToolCall::new("deep", format!(r#"{{"levels":{levels}}}"#))));
        assert_eq!(outcome.error().map_or("", |error| error.code().as_str()), code, "{levels}");
    }
}

/// Nest a value.
#[tool]
fn deep(
    /// How deep.
    levels: u32,
) -> Value {
    (0..levels).fold(json!([]), |inner, _| Value::Array(vec![inner]))
}
