//! Arguments that a model spelt another way than the schema says: what loses nothing is mended and told, the rest is refused by name.

use std::collections::BTreeMap;

use serde_json::json;
use tool_sdk::prelude::*;

use super::{call, refused, repairs, value};

/// A host to talk to.
#[derive(ToolValue)]
struct Server {
    host: String,
    port: u16,
}

/// What was asked for.
#[derive(ToolValue)]
struct Labels {
    tags: Vec<String>,
    note: String,
    ports: Option<Vec<u16>>,
    server: Option<Server>,
    limits: Option<BTreeMap<String, u8>>,
}

/// Put labels on a thing.
#[tool]
fn label(
    /// The labels.
    tags: Vec<String>,
    /// A word about them.
    note: String,
    /// Ports.
    ports: Option<Vec<u16>>,
    /// A server.
    server: Option<Server>,
    /// Limits by name.
    limits: Option<BTreeMap<String, u8>>,
) -> Labels {
    Labels { tags, note, ports, server, limits }
}

// field: F058
// contract: E17
#[test]
fn a_container_in_a_string_is_unpacked_where_no_string_may_stand() {
    let outcome = call(Label, r#"{"tags":"[\"a\",\"b\"]","note":"[1]"}"#);
    assert_eq!(value(&outcome), r#"{"tags":["a","b"],"note":"[1]"}"#);
    assert_eq!(repairs(&outcome), ["container-from-string tags"]);

    let outcome = call(
        Label,
        json!({"tags": " [ ] ", "note": "", "server": "{\"host\":\"h\",\"port\":\"80\"}", "ports": "[1,\"2\"]"}),
    );
    assert_eq!(value(&outcome), r#"{"tags":[],"note":"","ports":[1,2],"server":{"host":"h","port":80}}"#);
    assert_eq!(repairs(&outcome).len(), 5, "{:?}", repairs(&outcome));

    let outcome = call(Label, json!({"tags": ["[\"a\"]"], "note": "{}", "limits": "{\"a\":1}"}));
    assert_eq!(value(&outcome), r#"{"tags":["[\"a\"]"],"note":"{}","limits":{"a":1}}"#);

    let twice = json!({"tags": ["a"], "note": "n"}).to_string();
    let outcome = call(Label, json!(twice));
    assert_eq!(value(&outcome), r#"{"tags":["a"],"note":"n"}"#);
    assert_eq!(repairs(&outcome), ["decoded-twice "]);
}

// field: F058
#[test]
fn what_only_looks_like_a_list_is_refused_and_the_list_is_asked_for() {
    for tags in
        ["['a']", "a", "", "[\"a\"", "[\"a\"] and more", "a,b", "null", "(\"a\")", "[\"\\ud800\"]", "{\"0\":\"a\"}"]
    {
        let outcome = call(Label, json!({"tags": tags, "note": ""}));
        refused(&outcome, &["tags"], &["tags", "expected an array of strings"]);
    }
    refused(&call(Label, json!({"tags": "[1]", "note": ""})), &["tags[0]"], &["a string", "found 1"]);
    refused(
        &call(Label, json!({"tags": ["a"], "note": "", "ports": "80"})),
        &["ports"],
        &["expected an array of integers"],
    );
    refused(
        &call(Label, json!({"tags": 5, "note": [], "server": "{'host': 1}"})),
        &["tags", "note", "server"],
        &["found 5", "expected a string", "expected an object"],
    );
}

/// What was set.
#[derive(ToolValue)]
struct Settings {
    full: bool,
    ms: u32,
    ratio: Option<f64>,
    many: Option<Vec<i8>>,
}

/// Set them.
#[tool]
fn set(
    /// Everything?
    full: bool,
    /// How long.
    #[arg(max = 60_000)]
    ms: u32,
    /// How much.
    ratio: Option<f64>,
    /// Several.
    many: Option<Vec<i8>>,
) -> Settings {
    Settings { full, ms, ratio, many }
}

// field: F059
// contract: E17
#[test]
fn a_body_gets_the_number_that_a_string_spells() {
    let outcome = call(Set, r#"{"full":"true","ms":"5000","ratio":"3.5"}"#);
    assert_eq!(value(&outcome), r#"{"full":true,"ms":5000,"ratio":3.5}"#);
    assert_eq!(repairs(&outcome), ["boolean-from-string full", "number-from-string ms", "number-from-string ratio"]);

    let outcome = call(Set, r#"{"full":"false","ms":"5.0","ratio":"-1e-3","many":["-128",7,"0"]}"#);
    assert_eq!(value(&outcome), r#"{"full":false,"ms":5,"ratio":-0.001,"many":[-128,7,0]}"#);
    assert_eq!(outcome.repairs().len(), 5);
}

// field: F059
#[test]
fn a_string_that_does_not_spell_the_kind_is_refused() {
    for (field, found) in [
        ("ms", "5s"),
        ("ms", " 7 "),
        ("ms", ""),
        ("ms", "0x10"),
        ("ms", "+5"),
        ("ms", "1,000"),
        ("ms", "5.5"),
        ("ms", "٣"),
        ("ms", "true"),
        ("ms", "1_000"),
        ("ms", "05"),
        ("full", "yes"),
        ("full", "True"),
        ("full", "1"),
        ("full", ""),
        ("full", " true"),
        ("ratio", "3,5"),
        ("ratio", "half"),
        ("ratio", ".5"),
        ("ratio", "50%"),
    ] {
        let mut arguments = json!({"full": true, "ms": 1});
        arguments[field] = json!(found);
        let wanted = match field {
            "full" => "expected a boolean",
            "ms" => "expected an integer",
            _ => "expected a number",
        };
        let shown = json!(found).to_string();
        refused(&call(Set, arguments), &[field], &[wanted, &shown]);
    }
    // The number is spelt, but it is out of range: the range is what the model has to hear.
    refused(&call(Set, r#"{"full":true,"ms":"60001"}"#), &["ms"], &["at most 60000", "60001"]);
    refused(&call(Set, r#"{"full":true,"ms":"-1"}"#), &["ms"], &["-1"]);
    refused(&call(Set, r#"{"full":true,"ms":1,"many":["128"]}"#), &["many[0]"], &["128"]);
    refused(&call(Set, r#"{"full":0,"ms":true}"#), &["full", "ms"], &["found 0", "found true"]);
}

/// A share.
#[derive(ToolValue)]
struct Shares {
    #[arg(min = 0.0, max = 1.0)]
    x: f64,
    small: Option<f32>,
    many: Option<Vec<f64>>,
    anything: Option<JsonMap>,
}

/// Take a share.
#[tool]
fn share(
    /// The share.
    #[arg(min = 0.0, max = 1.0)]
    x: f64,
    /// A small one.
    small: Option<f32>,
    /// Several.
    many: Option<Vec<f64>>,
    /// Anything.
    anything: Option<JsonMap>,
) -> Shares {
    Shares { x, small, many, anything }
}

// field: F061
// contract: J1, J3
#[test]
fn no_number_that_is_none_comes_through() {
    for x in ["NaN", "nan", "Infinity", "-Infinity", "inf", "1e999", "-1e999", "1e400", "2", "-0.1"] {
        let outcome = call(Share, json!({"x": x}));
        assert!(!outcome.is_ok(), "{x}");
        refused(&outcome, &["x"], &["x: expected"]);
        let log = outcome.to_json().to_string();
        assert!(tool_sdk::json::parse(&log).is_ok(), "{log}");
    }
    for x in ["1e999", "-1e999", "1e309", "NaN", "Infinity", "-Infinity", "nan", "0x1p3"] {
        let outcome = call(Share, format!(r#"{{"x":{x}}}"#));
        refused(&outcome, &[], &["line 1, column "]);
        let deep = call(Share, format!(r#"{{"x":0,"anything":{{"a":[{{"b":{x}}}]}}}}"#));
        refused(&deep, &[], &["line 1, column"]);
    }
    refused(&call(Share, r#"{"x":0.5,"small":1e39}"#), &["small"], &["a number that 32 bits hold"]);
    refused(&call(Share, r#"{"x":0.5,"small":"1e39","many":["1e999"]}"#), &["small", "many[0]"], &[]);
    let outcome = call(Share, r#"{"x":-0.0,"many":[-0,1e-400,"-0"],"anything":{"a":-0}}"#);
    assert_eq!(value(&outcome), r#"{"x":0.0,"many":[0.0,0.0,0.0],"anything":{"a":0}}"#);
}

/// What was looked for.
#[derive(ToolValue)]
struct Query {
    q: String,
    lang: Option<String>,
    n: Option<i32>,
    tags: Option<Vec<String>>,
    page: u8,
    note: Nullable<String>,
    server: Option<Server>,
}

/// Look for something.
#[tool]
fn look(
    /// What.
    q: String,
    /// In which language.
    #[arg(pattern = "^[a-z]{2}$")]
    lang: Option<String>,
    /// How many.
    n: Option<i32>,
    /// Which.
    tags: Option<Vec<String>>,
    /// Which page.
    #[arg(default = 1)]
    page: u8,
    /// A note, or null.
    #[arg(default = Nullable::NULL)]
    note: Nullable<String>,
    /// Where.
    server: Option<Server>,
) -> Query {
    Query { q, lang, n, tags, page, note, server }
}

// field: F062
// contract: E17
#[test]
fn null_for_what_is_optional_is_absence() {
    let outcome = call(Look, r#"{"q":"a","lang":null,"n":null}"#);
    assert_eq!(value(&outcome), r#"{"q":"a","page":1,"note":null}"#);
    assert_eq!(repairs(&outcome), ["null-as-absent lang", "null-as-absent n"]);

    // Null means the default, and is a value where the schema admits it.
    let outcome = call(Look, r#"{"q":"a","page":null,"note":null,"tags":null,"server":null}"#);
    assert_eq!(value(&outcome), r#"{"q":"a","page":1,"note":null}"#);
    assert_eq!(outcome.repairs().len(), 3, "{:?}", repairs(&outcome));
}

// field: F062
#[test]
fn an_empty_string_and_the_word_null_are_strings() {
    refused(&call(Look, r#"{"q":"a","lang":""}"#), &["lang"], &["lang: expected", "\"\""]);
    refused(&call(Look, r#"{"q":"a","lang":"null"}"#), &["lang"], &["lang: expected", "\"null\""]);
    refused(&call(Look, r#"{"q":null}"#), &["q"], &["expected a string", "found null"]);
    refused(&call(Look, r#"{"q":"a","n":"","tags":"null"}"#), &["n", "tags"], &["an integer", "an array of strings"]);
    refused(&call(Look, r#"{"q":"a","n":"null"}"#), &["n"], &["\"null\""]);
    refused(&call(Look, r#"{"q":"a","server":{"host":null,"port":1}}"#), &["server.host"], &["found null"]);
    refused(&call(Look, r#"{"q":"a","tags":[null]}"#), &["tags[0]"], &["found null"]);
    let outcome = call(Look, r#"{"q":"null","note":"null"}"#);
    assert_eq!(value(&outcome), r#"{"q":"null","page":1,"note":"null"}"#);
}
