use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tool_sdk::args::{decode, decode_value};
use tool_sdk::prelude::*;
use tool_sdk::schema::Schema;
use tool_sdk::testing::parameters;

/// Where to look.
#[derive(ToolArgs)]
#[allow(dead_code)]
struct Look {
    /// Second letter first.
    b: String,
    /// How deep.
    #[arg(default = 3)]
    depth: u8,
    a: Option<u32>,
}

// contract: S3, S4, S8
#[test]
fn parameters_are_an_open_object_in_the_order_of_declaration() {
    let expected = r#"{"type":"object","properties":{"b":{"type":"string","description":"Second letter first."},"depth":{"type":"integer","minimum":0,"maximum":255,"description":"How deep.","default":3},"a":{"type":"integer","minimum":0}},"required":["b"]}"#;
    assert_eq!(parameters::<Look>(), expected);
}

// contract: S3
#[test]
fn other_objects_state_their_openness() {
    /// Closed.
    #[derive(ToolValue)]
    #[allow(dead_code)]
    struct Closed {
        a: u64,
    }
    /// Open.
    #[derive(ToolValue)]
    #[tool(open)]
    #[allow(dead_code)]
    struct Open {
        a: u64,
        #[arg(rest)]
        more: JsonMap,
    }
    assert_eq!(Schema::of::<Closed>().to_json()["additionalProperties"], json!(false));
    assert_eq!(Schema::of::<Open>().to_json()["additionalProperties"], json!(true));
    assert!(decode::<Closed>(r#"{"a": 1, "b": 2}"#).is_err());
    let open: Open = decode(r#"{"b": 2, "a": 1, "c": [3]}"#).unwrap();
    assert_eq!(Value::Object(open.more), json!({"b": 2, "c": [3]}));
    let twice = decode::<Open>(r#"{"b": 2, "a": 1, "b": [3]}"#).err().unwrap();
    assert!(twice.to_string().contains(r#"duplicate key "b""#), "{twice}");
}

// contract: S9
#[test]
fn a_default_is_optional_in_and_required_out() {
    /// Said.
    #[derive(ToolValue, Debug)]
    struct Said {
        #[arg(default = "hello")]
        word: String,
    }
    assert_eq!(Schema::accepted::<Said>().to_json().get("required"), None);
    assert_eq!(Schema::of::<Said>().to_json()["required"], json!(["word"]));
    assert_eq!(decode::<Said>("{}").unwrap().word, "hello");
    assert_eq!(decode_value::<Said>("{}").unwrap_err().to_string(), "word: missing, expected a string");
    for (root, text) in [(Schema::of::<Vec<u8>>(), "[1]"), (Schema::of::<()>(), "null"), (Schema::of::<bool>(), "true")]
    {
        assert!(root.accepts(&tool_sdk::json::parse(text).unwrap()));
    }
}

// contract: S10
#[test]
fn recursion_is_a_reference_and_everything_else_is_inlined() {
    /// A node.
    #[derive(ToolValue)]
    #[allow(dead_code)]
    struct Node {
        name: Name,
        /// What hangs below.
        children: Vec<Node>,
        next: Option<Box<Node>>,
    }
    /// A name.
    #[derive(ToolValue)]
    #[allow(dead_code)]
    struct Name {
        text: String,
    }
    let schema = Schema::of::<Node>().to_json();
    let text = tool_sdk::json::to_text(&schema);
    assert_eq!(schema["type"], "object", "the root is written out");
    assert_eq!(schema["properties"]["name"]["type"], "object", "{text}");
    assert!(text.contains("$ref"), "{text}");
    let deep = (0..200).fold(String::from(r#"{"name":{"text":"n"},"children":[]}"#), |inner, _| {
        format!(r#"{{"name":{{"text":"n"}},"children":[{inner}]}}"#)
    });
    assert!(decode::<Node>(&deep).is_ok());
    let error =
        decode::<Node>(r#"{"name":{"text":"n"},"children":[{"name":{"text":1},"children":[]}]}"#).err().unwrap();
    assert_eq!(error.to_string(), "children[0].name.text: expected a string, found 1");
}

// contract: S11
#[test]
fn a_unit_enum_is_one_list_of_strings() {
    /// How.
    #[derive(ToolValue)]
    #[tool(rename_all = "snake_case")]
    #[allow(dead_code)]
    enum Mode {
        /// quick
        VeryFast,
        Slow,
    }
    let expected = json!({"type": "string", "enum": ["very_fast", "slow"], "description": "How.\n`very_fast`: quick"});
    assert_eq!(Schema::of::<Mode>().to_json(), expected);
}

// contract: S2, S12
#[test]
fn every_kind_of_type_has_its_node() {
    let text = |schema: Schema| schema.to_text();
    assert_eq!(text(Schema::of::<Value>()), "{}");
    assert_eq!(text(Schema::of::<Vec<Value>>()), r#"{"type":"array","items":{}}"#);
    assert_eq!(text(Schema::of::<Nullable<bool>>()), r#"{"oneOf":[{"type":"boolean"},{"type":"null"}]}"#);
    assert_eq!(
        text(Schema::of::<Vec<Option<u64>>>()),
        r#"{"type":"array","items":{"oneOf":[{"type":"integer","minimum":0},{"type":"null"}]}}"#
    );
    assert_eq!(
        text(Schema::of::<[f64; 2]>()),
        r#"{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}}"#
    );
    assert_eq!(
        text(Schema::of::<BTreeSet<i64>>()),
        r#"{"type":"array","uniqueItems":true,"items":{"type":"integer"}}"#
    );
    assert_eq!(
        text(Schema::of::<BTreeMap<String, i64>>()),
        r#"{"type":"object","additionalProperties":{"type":"integer"}}"#
    );
    assert_eq!(text(Schema::of::<i16>()), r#"{"type":"integer","minimum":-32768,"maximum":32767}"#);
    assert_eq!(text(Schema::of::<u64>()), r#"{"type":"integer","minimum":0}"#);
}

// contract: S14
#[test]
fn names_on_the_wire_follow_one_rule_each() {
    /// Sizes.
    #[derive(ToolValue)]
    #[allow(dead_code)]
    struct Size {
        in_width: u32,
        in_height: u32,
    }
    /// A picture.
    #[derive(ToolValue)]
    #[tool(rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Picture {
        file_name: String,
        #[arg(rename = "kind")]
        r#type: String,
        #[arg(flatten)]
        size: Size,
        #[arg(skip)]
        cache: Vec<u8>,
    }
    let schema = Schema::of::<Picture>().to_json();
    let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["fileName", "kind", "in_width", "in_height"]);
    let picture: Picture = decode(r#"{"in_height": 2, "fileName": "a", "in_width": 1, "kind": "png"}"#).unwrap();
    assert_eq!((picture.size.in_width, picture.size.in_height, picture.cache.len()), (1, 2, 0));
    let error = decode::<Picture>(r#"{"fileName": "a", "kind": "png", "in_width": 1}"#).err().unwrap();
    assert_eq!(error.to_string(), "in_height: missing, expected an integer, at least 0");
}

// contract: J5
#[test]
fn keys_keep_their_order() {
    let text = r#"{"z":1,"a":{"y":[],"b":null},"m":0.5}"#;
    assert_eq!(tool_sdk::json::to_text(&tool_sdk::json::parse(text).unwrap()), text);
    let map: JsonMap = decode(text).unwrap();
    assert_eq!(map.keys().collect::<Vec<_>>(), ["z", "a", "m"]);
}

// contract: S1, S6
#[test]
fn untagged_unions_are_told_apart_by_their_shapes() {
    /// Some lines.
    #[derive(ToolValue, Debug, PartialEq)]
    #[tool(untagged)]
    enum Lines {
        One(u32),
        Range { from: u32, to: u32 },
        All(bool),
    }
    assert_eq!(decode::<Lines>("3").unwrap(), Lines::One(3));
    assert_eq!(decode::<Lines>(r#"{"to": 2, "from": 1}"#).unwrap(), Lines::Range { from: 1, to: 2 });
    assert_eq!(decode::<Lines>("true").unwrap(), Lines::All(true));
    let error = decode::<Lines>(r#"{"to": 2}"#).unwrap_err().to_string();
    assert!(error.contains("from"), "{error}");
    assert!(decode::<Lines>("1.5").is_err());
}
