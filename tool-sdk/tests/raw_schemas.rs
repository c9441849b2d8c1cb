//! Raw JSON Schema: what the enforced subset is, how it is refused, and how it is written again.

use serde_json::{Value, json};
use tool_sdk::schema::Schema;

fn refused(raw: &Value) -> Vec<String> {
    match Schema::parse(raw) {
        Ok(_) => Vec::new(),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    }
}

// contract: S13
#[test]
fn every_violation_is_listed_with_the_path_of_its_keyword() {
    let raw = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "$id": "x",
        "type": "object",
        "properties": {
            "name": {"type": "string", "pattern": "(?=a)", "format": "uint32", "minimum": 1},
            "any": true,
            "list": {"type": ["array", "null"], "items": {}},
            "far": {"$ref": "other.json"},
            "odd": {"anyOf": [], "description": 5, "$defs": {}},
            "step": {"type": "number", "multipleOf": 0, "maximum": "9", "const": "x"},
        },
        "required": ["name", 7, "name"],
        "additionalProperties": {"type": "strin"},
    });
    let expected = [
        "$id: not a supported keyword, write $ref with #/$defs/NAME",
        "required[1]: expected another string, found 7",
        "required[2]: expected another string, found \"name\"",
        "$schema: expected \"https://json-schema.org/draft/2020-12/schema\", found \"http://json-schema.org/draft-04/schema#\"",
        "properties.name.pattern: ",
        "properties.name.format: expected one of \"date-time\", \"date\", \"uri\", \"uuid\", \"email\", \"ipv4\", \"ipv6\", found \"uint32\"",
        "properties.name.minimum: says nothing about type \"string\"",
        "properties.any: boolean schemas are not supported, write {} for any value",
        "properties.list.type: an array of types is not supported, write oneOf with a branch for each",
        "properties.odd.anyOf: not a supported keyword, write oneOf with branches that exclude each other",
        "properties.odd.$defs: belongs to the root of the schema",
        "properties.odd.description: expected a string, found 5",
        "properties.step.const: expected a literal of type \"number\", found \"x\"",
        "properties.step.multipleOf: expected a number above 0, found 0",
        "properties.step.maximum: expected a number, found \"9\"",
        "additionalProperties.type: expected one of \"null\", \"boolean\", \"integer\", \"number\", \"string\", \"array\", \"object\", found \"strin\"",
        "properties.far.$ref: leads out of this document, write #/$defs/NAME",
    ];
    let found = refused(&raw);
    assert_eq!(found.len(), expected.len(), "{}", found.join("\n"));
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

// contract: S12, S13
#[test]
fn a_reference_stands_alone() {
    let beside =
        json!({"$defs": {"a": {}}, "properties": {"x": {"$ref": "#/$defs/a", "type": "string", "minLength": 1}}});
    assert_eq!(
        refused(&beside),
        [
            "properties.x.type: cannot stand beside `$ref`, move it into the schema that this one leads to",
            "properties.x.minLength: cannot stand beside `$ref`, move it into the schema that this one leads to",
        ]
    );
    // What is said about a reference is read, but a schema of ours does not write it.
    let said = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a", "description": "A thing."}}, "$defs": {"a": {"type": "null"}}});
    let written = Schema::parse(&said).expect("a schema").to_json();
    assert_eq!(written["properties"]["x"], json!({"$ref": "#/$defs/a"}));
    let union = json!({"type": "string", "oneOf": [{}, {"allOf": []}]});
    assert_eq!(refused(&union).len(), 2, "{:?}", refused(&union));
}

// contract: S10, S13 field: F079
#[test]
fn references_lead_to_any_schema_of_the_document() {
    let raw = json!({
        "type": "object",
        "properties": {
            "h": {"type": "array", "items": {"type": "integer"}},
            "same": {"$ref": "#/properties/h"},
            "item": {"$ref": "#/properties/h/items"},
            "me": {"$ref": "#"},
            "odd": {"$ref": "#/$defs/a~1b%20c"},
        },
        "$defs": {"a/b c": {"const": 1}},
    });
    let schema = Schema::parse(&raw).expect("a schema");
    assert!(schema.accepts(&json!({"same": [1], "item": 2, "me": {"me": {"odd": 1}}})));
    let wrong = json!({"same": ["x"], "item": [], "me": {"me": {"odd": 2, "h": 0}}});
    assert_eq!(schema.validate(&wrong).paths(), ["same[0]", "item", "me.me.h", "me.me.odd"]);
    let written = schema.to_json();
    assert_eq!(written["properties"]["odd"], json!({"$ref": "#/$defs/a~1b%20c"}));
    assert_eq!(written["properties"]["same"], json!({"$ref": "#/$defs/h"}));
    assert_eq!(written["properties"]["me"], json!({"$ref": "#"}));
    let again = Schema::parse(&written).expect("what we write is in the subset");
    assert_eq!(again.validate(&wrong), schema.validate(&wrong));
    assert_eq!(again.to_json(), written);
    for (target, why) in [
        ("#/$defs/none", "leads to nothing"),
        ("#/properties", "leads to something that is no schema"),
        ("#anchor", "is not a JSON pointer, write #/$defs/NAME"),
        ("#/%zz", "is not percent-encoded UTF-8"),
        ("https://example.com/x", "leads out of this document, write #/$defs/NAME"),
    ] {
        assert_eq!(refused(&json!({"properties": {"x": {"$ref": target}}})), [format!("properties.x.$ref: {why}")]);
    }
}

// contract: S10 field: F079
#[test]
fn a_circle_of_references_is_refused_and_recursion_is_not() {
    let circle = json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/a"}]}}});
    let found = refused(&circle);
    assert!(
        found.len() == 1 && found[0].ends_with("leads back to itself without an object or array between"),
        "{found:?}"
    );
    assert_eq!(refused(&json!({"$ref": "#"})).len(), 1);
    let tree = json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/n"}}}, "required": ["v", "kids"]}}});
    let tree = Schema::parse(&tree).expect("a schema");
    let mut node = json!({"v": 1, "kids": []});
    for _ in 0..50 {
        node = json!({"v": 1, "kids": [node]});
    }
    assert!(tree.accepts(&node));
    let mut chain = serde_json::Map::new();
    for i in 0..2_000 {
        chain.insert(i.to_string(), json!({"$ref": format!("#/$defs/{}", i + 1)}));
    }
    chain.insert("2000".to_owned(), json!({}));
    assert!(refused(&json!({"$ref": "#/$defs/0", "$defs": chain}))[0].contains("leads through more than 256 schemas"));
}

// contract: J4, S10 field: F067
#[test]
fn a_deep_schema_is_an_error() {
    for (key, wrap) in [("items", false), ("oneOf", true), ("default", false), ("additionalProperties", false)] {
        let mut raw = json!({});
        for _ in 0..200_000 {
            let inner = if wrap { Value::Array(vec![raw]) } else { raw };
            raw = Value::Object(serde_json::Map::from_iter([(key.to_owned(), inner)]));
        }
        let found = refused(&raw);
        assert_eq!(found.len(), 1, "{key}");
        tool_sdk::json::dispose(raw);
    }
    // What is just not too deep works to the end.
    let mut raw = json!({});
    for _ in 0..256 {
        raw = json!({"oneOf": [raw, {"type": "null"}]});
    }
    let schema = Schema::parse(&raw).expect("a schema");
    assert_eq!(Schema::parse(&schema.to_json()).expect("a schema").accepts(&json!(1)), schema.accepts(&json!(1)));
    schema.check_overlap();
}

// contract: S2, S3, S11, S12
#[test]
fn what_is_written_again_means_the_same_and_states_what_was_unsaid() {
    let cases = [
        (json!({"type": "object"}), json!({"type": "object", "properties": {}})),
        (
            json!({"type": "object", "properties": {"o": {"type": "object"}, "l": {"type": "array"}, "a": {"description": "Any."}}, "required": ["x"]}),
            json!({"type": "object", "properties": {
                "o": {"type": "object", "additionalProperties": true},
                "l": {"type": "array", "items": {}},
                "a": {"description": "Any."},
                "x": {},
            }, "required": ["x"]}),
        ),
        (json!({"enum": ["a"]}), json!({"type": "string", "enum": ["a"]})),
        (json!({"enum": [6, null]}), json!({"oneOf": [{"type": "null"}, {"type": "number", "const": 6}]})),
        (
            json!({"const": 5, "type": "integer", "title": "T", "description": "D", "examples": [5], "default": 5}),
            json!({"type": "integer", "const": 5, "description": "D", "title": "T", "default": 5, "examples": [5]}),
        ),
        (
            json!({"oneOf": [
                {"type": "object", "properties": {"k": {"enum": ["a"]}}, "required": ["k"], "additionalProperties": false},
                {"type": "object", "properties": {"k": {"const": "b"}}, "required": ["k"], "additionalProperties": {"type": "null"}},
            ]}),
            json!({"oneOf": [
                {"type": "object", "properties": {"k": {"type": "string", "const": "a"}}, "required": ["k"], "additionalProperties": false},
                {"type": "object", "properties": {"k": {"type": "string", "const": "b"}}, "required": ["k"], "additionalProperties": {"type": "null"}},
            ]}),
        ),
    ];
    for (raw, expected) in cases {
        let schema = Schema::parse(&raw).expect("a schema");
        // As text, because the order of keys is part of what is promised.
        assert_eq!(schema.to_text(), expected.to_string(), "{raw}");
        assert_eq!(Schema::parse(&expected).expect("a schema").to_text(), expected.to_string());
    }
}

// contract: S6
#[test]
fn branches_that_overlap_are_found_with_a_value_that_proves_it() {
    let overlapping = [
        (json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), "0"),
        (json!({"oneOf": [{"type": "integer", "minimum": 3, "maximum": 9}, {"type": "integer", "minimum": 9}]}), "9"),
        (json!({"oneOf": [{"type": "integer"}, {"minimum": 2}]}), "2"),
        (json!({"oneOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}), "\"b\""),
        (
            json!({"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "minLength": 4}]}),
            "\"2024-05-01\"",
        ),
        (json!({"oneOf": [{}, {"type": "null"}]}), "null"),
        (
            json!({"oneOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
            ]}),
            "{\"a\":\"\",\"b\":\"\"}",
        ),
        (
            json!({"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "integer"}}]}),
            "[]",
        ),
    ];
    for (raw, witness) in overlapping {
        let found = Schema::parse(&raw).expect("a schema").check_overlap().to_string();
        assert_eq!(found, format!("oneOf: branches 0 and 1 both accept {witness}"), "{raw}");
        let inside = json!({"type": "object", "properties": {"x": {"type": "array", "items": raw}}});
        let found = Schema::parse(&inside).expect("a schema").check_overlap();
        assert_eq!(found.paths(), ["properties.x.items.oneOf"]);
    }
    let disjoint = [
        json!({"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}),
        json!({"oneOf": [{"type": "integer", "maximum": 2}, {"type": "integer", "exclusiveMinimum": 2}]}),
        json!({"oneOf": [{"enum": ["a"]}, {"enum": ["b"]}]}),
        json!({"oneOf": [
            {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false},
            {"type": "object", "properties": {"b": {}}, "required": ["b"], "additionalProperties": false},
        ]}),
        json!({"oneOf": [
            {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]},
            {"type": "object", "properties": {"k": {"const": 2}}, "required": ["k"]},
        ]}),
        json!({"oneOf": [{"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "^b"}]}),
    ];
    for raw in disjoint {
        assert_eq!(Schema::parse(&raw).expect("a schema").check_overlap().to_string(), "", "{raw}");
    }
}
