//! Repair on schemas that are read from JSON, with aliases added to them.

use serde_json::{Map, Value, json};

use super::{ignored_keys, repair};
use crate::schema::model::{Schema, SchemaKind};

fn schema(raw: &Value) -> Schema {
    Schema::parse(raw).unwrap_or_else(|violations| panic!("{violations}"))
}

/// Gives each property called `name` another name; raw schemas cannot say that.
fn with_alias(mut schema: Schema, name: &str, alias: &str) -> Schema {
    for node in &mut schema.nodes {
        if let SchemaKind::Object { properties, .. } = &mut node.kind {
            properties
                .iter_mut()
                .filter(|property| property.name == name)
                .for_each(|property| property.aliases.push(alias.to_owned()));
        }
    }
    schema
}

/// The repaired value and what was done: `path kind from → to`.
fn repaired(schema: &Schema, mut value: Value) -> (Value, Vec<String>) {
    let repairs = repair(schema, &mut value);
    let mut again = value.clone();
    assert_eq!(repair(schema, &mut again), [], "a second run found more in {value}");
    assert_eq!(again, value);
    (value, repairs.iter().map(|r| format!("{} {} {} → {}", r.path, r.kind.name(), r.from, r.to)).collect())
}

fn assert_repaired(schema: &Schema, value: &Value, expected: &Value, done: &[&str]) {
    let (value, repairs) = repaired(schema, value.clone());
    assert_eq!(value, *expected);
    assert_eq!(repairs, done);
}

fn assert_untouched(schema: &Schema, value: &Value) {
    assert_repaired(schema, value, value, &[]);
}

// contract: E17 field: F058
#[test]
fn containers_written_as_strings() {
    let tags = schema(
        &json!({"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}}}),
    );
    assert_repaired(
        &tags,
        &json!({"tags": "[\"a\",\"b\"]", "note": "[1]"}),
        &json!({"tags": ["a", "b"], "note": "[1]"}),
        &[r#"tags container-from-string "[\"a\",\"b\"]" → ["a","b"]"#],
    );
    for text in ["['a']", "a", "{}", "[1", "[1,1] x", "[{\"a\":1,\"a\":2}]"] {
        assert_untouched(&tags, &json!({"tags": text}));
    }
    let nested = schema(
        &json!({"type": "object", "properties": {"at": {"type": "object", "properties": {"line": {"type": "integer"}}}}}),
    );
    assert_repaired(
        &nested,
        &json!({"at": " {\"line\": \"3\"} "}),
        &json!({"at": {"line": 3}}),
        &[r#"at container-from-string " {\"line\": \"3\"} " → {"line":"3"}"#, r#"at.line number-from-string "3" → 3"#],
    );
}

// contract: E17, J2 field: F059, F061, F065
#[test]
fn numbers_and_booleans_written_as_strings() {
    let raw = json!({"type": "object", "properties": {
        "full": {"type": "boolean"}, "ms": {"type": "integer"}, "ratio": {"type": "number"},
        "any": {}, "text": {"type": "string"}, "list": {"type": "array", "items": {"type": "integer"}},
    }, "additionalProperties": {"type": "integer"}});
    let schema = schema(&raw);
    assert_repaired(
        &schema,
        &json!({"full": "true", "ms": "5000", "ratio": "3.5", "any": "1", "text": "2", "list": [1, "2"], "more": "18446744073709551615"}),
        &json!({"full": true, "ms": 5000, "ratio": 3.5, "any": "1", "text": "2", "list": [1, 2], "more": u64::MAX}),
        &[
            r#"full boolean-from-string "true" → true"#,
            r#"ms number-from-string "5000" → 5000"#,
            r#"ratio number-from-string "3.5" → 3.5"#,
            r#"list[1] number-from-string "2" → 2"#,
            r#"more number-from-string "18446744073709551615" → 18446744073709551615"#,
        ],
    );
    for text in [
        "5s",
        " 7 ",
        "7\n",
        "",
        "+7",
        "07",
        "0x7",
        "1_000",
        "NaN",
        "Infinity",
        "1e999",
        "7.5",
        "18446744073709551616",
        "null",
        "\"7\"",
        "true",
    ] {
        assert_untouched(&schema, &json!({"ms": text}));
    }
    for text in ["yes", "True", "1", " true"] {
        assert_untouched(&schema, &json!({"full": text}));
    }
    assert_eq!(repaired(&schema, json!({"ms": "7.0"})).0, json!({"ms": 7.0}));
}

// contract: E17 field: F062
#[test]
fn null_for_an_absent_optional() {
    let raw = json!({"type": "object", "properties": {
        "q": {"type": "string"}, "lang": {"type": "string", "pattern": "^[a-z]{2}$"}, "n": {"type": "integer"}, "free": {},
        "maybe": {"oneOf": [{"type": "string"}, {"type": "null"}]},
    }, "required": ["q"]});
    let schema = schema(&raw);
    assert_repaired(
        &schema,
        &json!({"lang": null, "q": "a", "n": null, "free": null, "maybe": null, "other": null}),
        &json!({"q": "a", "free": null, "maybe": null, "other": null}),
        &["lang null-as-absent null → ", "n null-as-absent null → "],
    );
    for value in [json!({"q": null}), json!({"q": "a", "lang": "null"}), json!({"q": "a", "lang": ""})] {
        assert_untouched(&schema, &value);
    }
}

// contract: E17
#[test]
fn arguments_encoded_twice() {
    let schema = schema(&json!({"type": "object", "properties": {"limit": {"type": "integer"}}}));
    assert_repaired(
        &schema,
        &json!("{\"limit\":\"3\"}"),
        &json!({"limit": 3}),
        &[r#" decoded-twice "{\"limit\":\"3\"}" → {"limit":"3"}"#, r#"limit number-from-string "3" → 3"#],
    );
    assert_untouched(&schema, &json!("{\"limit\":3}{\"limit\":3}"));
    assert_untouched(&schema, &json!("[]"));
}

// contract: E17, S14
#[test]
fn aliases() {
    let raw = json!({"type": "object", "properties": {"limit": {"type": "integer"}, "path": {"type": "string"}}});
    let limit = with_alias(with_alias(schema(&raw), "limit", "head_limit"), "limit", "-n");
    assert_repaired(
        &limit,
        &json!({"head_limit": "3", "path": "a"}),
        &json!({"limit": 3, "path": "a"}),
        &[r#"head_limit alias "head_limit" → "limit""#, r#"limit number-from-string "3" → 3"#],
    );
    // In its place, and only one of two.
    assert_repaired(
        &limit,
        &json!({"-n": 1, "head_limit": 2}),
        &json!({"-n": 1, "limit": 2}),
        &[r#"head_limit alias "head_limit" → "limit""#],
    );
    assert_untouched(&limit, &json!({"head_limit": 3, "limit": 4}));
    // Null is absence, whichever name it has.
    assert_eq!(repaired(&limit, json!({"-n": 5, "head_limit": null})).0, json!({"limit": 5}));
    assert_eq!(repaired(&limit, json!({"-n": 5, "limit": null})).0, json!({"limit": 5}));
    let ignored = ignored_keys(&limit, &json!({"head_limit": 3, "limit": 4, "Path": "x", "other": 1}));
    let ignored: Vec<Value> = ignored.iter().map(super::Ignored::to_json).collect();
    assert_eq!(
        ignored,
        [
            json!({"path": "head_limit", "near": "limit"}),
            json!({"path": "Path", "near": "path"}),
            json!({"path": "other"})
        ]
    );
}

// contract: E17
#[test]
fn unions_only_where_it_is_clear_what_was_meant() {
    let object = |key: &str| json!({"type": "object", "properties": {key: {"type": "integer"}}, "required": [key], "additionalProperties": false});
    let tagged = |tag: &str| json!({"type": "object", "properties": {"kind": {"const": tag}, "n": {"type": "integer"}}, "required": ["kind"]});
    let one = |raw: Value| {
        schema(&json!({"type": "object", "properties": {"x": {"oneOf": raw}}, "additionalProperties": false}))
    };

    let keys = one(json!([object("a"), object("b")]));
    assert_eq!(repaired(&keys, json!({"x": {"b": "5"}})).0, json!({"x": {"b": 5}}));
    assert_eq!(repaired(&keys, json!({"x": "{\"b\":5}"})).0, json!({"x": {"b": 5}}));
    assert_untouched(&keys, &json!({"x": {"b": "5", "a": "6"}}));

    let tags = one(json!([tagged("one"), tagged("two")]));
    assert_eq!(
        repaired(&tags, json!({"x": "{\"kind\":\"two\",\"n\":\"1\"}"})).0,
        json!({"x": {"kind": "two", "n": 1}})
    );
    assert_untouched(&tags, &json!({"x": "{\"kind\":\"three\"}"}));

    let nullable = one(json!([{"type": "integer"}, {"type": "null"}]));
    assert_eq!(repaired(&nullable, json!({"x": "5"})).0, json!({"x": 5}));
    assert_eq!(repaired(&nullable, json!({"x": null})).0, json!({"x": null}));
    assert_untouched(&nullable, &json!({"x": "null"}));

    // A string is admitted, so a string was meant (contract E17: where the schema admits no string).
    let worded = one(json!([{"enum": ["auto"]}, {"type": "integer"}]));
    assert_untouched(&worded, &json!({"x": "5"}));
    // Two readings.
    let either = one(
        json!([{"type": "boolean"}, {"type": "array", "items": {"type": "integer"}}, {"type": "array", "items": {"type": "boolean"}, "minItems": 1}]),
    );
    assert_eq!(repaired(&either, json!({"x": "true"})).0, json!({"x": true}));
    assert_eq!(repaired(&either, json!({"x": ["1"]})).0, json!({"x": [1]}));
    assert_untouched(&either, &json!({"x": ["1", "true"]}));
}

// contract: J4 field: F067
#[test]
fn strings_in_strings_nest_no_deeper_than_arguments_may() {
    let deep = schema(
        &json!({"$defs": {"l": {"type": "array", "items": {"$ref": "#/$defs/l"}}}, "type": "object", "properties": {"l": {"$ref": "#/$defs/l"}}}),
    );
    let nest = |levels: usize, inside: &str| format!("{}{inside}{}", "[".repeat(levels), "]".repeat(levels));
    let inner = json!(nest(300, "")).to_string();
    let outer = nest(300, &inner);
    let (value, repairs) = repaired(&deep, json!({"l": outer}));
    assert_eq!(repairs.len(), 1, "the inner string would make 600 levels");
    assert!(!deep.accepts(&value));
    let (value, repairs) = repaired(&deep, json!({"l": nest(200, &json!(nest(200, "")).to_string())}));
    assert_eq!((repairs.len(), deep.accepts(&value)), (2, true));
}

// contract: E17
#[test]
fn unions_that_nothing_tells_apart_cost_no_power_of_their_depth() {
    let branch =
        |kind: &str| json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/u"}, "b": {"type": kind}}});
    let raw = json!({"$defs": {"u": {"oneOf": [branch("integer"), branch("boolean"), branch("number"), {"type": "array", "items": {"type": "integer"}}]}}, "$ref": "#/$defs/u"});
    let schema = schema(&raw);
    let mut value = json!({"b": "x"});
    for _ in 0..200 {
        value = json!({"a": value, "b": "1"});
    }
    assert_untouched(&schema, &value);
}

/// A value of a small vocabulary from dice (an xorshift), near what the schema below asks for.
fn random(dice: &mut u64, depth: usize) -> Value {
    let mut below = |bound: u64| {
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        *dice % bound
    };
    match below(if depth == 0 { 8 } else { 13 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(below(3)),
        3 => json!(["1", "true", "x", "", "1.5", "auto"][below(6) as usize]),
        4 => json!("[1,\"2\"]"),
        5 => json!("{\"a\":\"1\"}"),
        6 => json!(0.5),
        7 => json!("null"),
        8 | 9 => {
            let length = below(3);
            Value::Array((0..length).map(|_| random(dice, depth - 1)).collect())
        }
        _ => {
            let keys: Vec<&str> =
                (0..below(5)).map(|_| ["a", "b", "c", "alias", "kind", "u"][below(6) as usize]).collect();
            Value::Object(keys.into_iter().map(|key| (key.to_owned(), random(dice, depth - 1))).collect::<Map<_, _>>())
        }
    }
}

// contract: E17
#[test]
fn nothing_that_is_accepted_is_touched_and_nothing_is_repaired_twice() {
    let raw = json!({
        "$defs": {"u": {"oneOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}, "u": {"$ref": "#/$defs/u"}}, "required": ["a"], "additionalProperties": false},
            {"type": "object", "properties": {"b": {"$ref": "#/$defs/u"}, "c": {"type": "boolean"}}, "additionalProperties": {"type": "integer"}},
            {"type": "array", "items": {"$ref": "#/$defs/u"}},
            {"type": "integer"},
        ]}},
        "type": "object",
        "properties": {
            "a": {"type": "integer"}, "b": {"type": "array", "items": {"type": "integer"}}, "c": {"type": "boolean"},
            "kind": {"oneOf": [{"enum": ["auto"]}, {"type": "number"}, {"type": "null"}]}, "u": {"$ref": "#/$defs/u"},
        },
    });
    let schema = with_alias(schema(&raw), "b", "alias");
    let mut dice = 0x9e37_79b9_7f4a_7c15;
    let (mut untouched, mut mended, mut touched) = (0, 0, 0);
    for _ in 0..30_000 {
        let before = random(&mut dice, 4);
        let accepted = schema.accepts(&before);
        let (after, repairs) = repaired(&schema, before.clone());
        if accepted && !before.to_string().contains("\"alias\"") {
            assert_eq!((&after, repairs.len()), (&before, 0));
            untouched += 1;
        }
        assert_eq!(after == before, repairs.is_empty(), "{before} {after}");
        touched += usize::from(!repairs.is_empty());
        mended += usize::from(!accepted && schema.accepts(&after));
    }
    assert!(untouched > 500 && mended > 500 && touched > 4_000, "{untouched} {mended} {touched}");
}
