//! What only a declared type can say: widths, several rules for one keyword, rules without a keyword of their own.

use serde_json::{Value, json};

use crate::schema::model::{Additional, OwnedRule, Property, Schema, SchemaKind, SchemaNode, Width};
use crate::schema::rule::{NOT_BLANK_PATTERN, Num, Rule};

fn written(kind: SchemaKind, rules: Vec<OwnedRule>) -> Value {
    let mut schema = Schema::empty();
    schema.push(SchemaNode { rules, ..SchemaNode::new(kind) });
    schema.to_json()
}

fn integer(min: i128, max: i128, rules: Vec<OwnedRule>) -> String {
    let width = Some(Width { min, max, name: "" });
    written(SchemaKind::Integer { allowed: Vec::new(), width }, rules).to_string()
}

fn at_least(n: i128) -> OwnedRule {
    Rule::Min(Num::Int(n))
}

// contract: S1, S12 field: F070
#[test]
fn only_small_widths_and_signs_are_written() {
    let unsigned = r#"{"type":"integer","minimum":0}"#;
    assert_eq!(integer(0, 255, vec![]), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    assert_eq!(integer(-32_768, 32_767, vec![]), r#"{"type":"integer","minimum":-32768,"maximum":32767}"#);
    assert_eq!(integer(0, u32::MAX.into(), vec![]), unsigned);
    assert_eq!(integer(0, u64::MAX.into(), vec![]), unsigned);
    assert_eq!(integer(i64::MIN.into(), i64::MAX.into(), vec![]), r#"{"type":"integer"}"#);
}

#[test]
fn of_a_width_and_a_rule_the_stricter_is_written_once() {
    assert_eq!(integer(0, 255, vec![at_least(1)]), r#"{"type":"integer","maximum":255,"minimum":1}"#);
    assert_eq!(integer(0, 255, vec![at_least(-5)]), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    assert_eq!(
        integer(0, u64::MAX.into(), vec![Rule::ExclusiveMin(Num::Int(0))]),
        r#"{"type":"integer","exclusiveMinimum":0}"#
    );
    assert_eq!(integer(0, 255, vec![Rule::Max(Num::Float(99.5))]), r#"{"type":"integer","minimum":0,"maximum":99.5}"#);
    assert_eq!(
        integer(0, u64::MAX.into(), vec![at_least(3), at_least(7), at_least(5)]),
        r#"{"type":"integer","minimum":7}"#
    );
}

#[test]
fn what_one_keyword_cannot_hold_is_not_lost() {
    let text = || SchemaKind::String { allowed: Vec::new() };
    assert_eq!(written(text(), vec![Rule::NonEmpty]), json!({"type": "string", "minLength": 1}));
    assert_eq!(written(text(), vec![Rule::NotBlank]), json!({"type": "string", "pattern": NOT_BLANK_PATTERN}));
    assert_eq!(
        written(
            text(),
            vec![Rule::Pattern("^a".into()), Rule::NotBlank, Rule::MaxLength(3), Rule::Pattern("z$".into())]
        ),
        json!({"type": "string", "pattern": "^a", "maxLength": 3, "allOf": [{"pattern": NOT_BLANK_PATTERN}, {"pattern": "z$"}]})
    );
}

// contract: S3 field: F071, F076, F077
#[test]
fn objects_and_arrays_say_what_they_hold() {
    let mut schema = Schema::empty();
    let root = schema.push(SchemaNode::new(SchemaKind::Any));
    let any = schema.push(SchemaNode::new(SchemaKind::Any));
    let many = schema.push(SchemaNode::new(SchemaKind::Array { items: any }));
    let map =
        schema.push(SchemaNode::new(SchemaKind::Object { properties: Vec::new(), additional: Additional::Each(any) }));
    let none =
        schema.push(SchemaNode::new(SchemaKind::Object { properties: Vec::new(), additional: Additional::Closed }));
    let member =
        |name: &str, node| Property { name: name.to_owned(), node, required: false, aliases: vec!["x".to_owned()] };
    let properties = vec![member("any", any), member("many", many), member("map", map), member("none", none)];
    schema.nodes[root.index()].kind = SchemaKind::Object { properties, additional: Additional::Implicit };
    assert_eq!(
        schema.to_text(),
        concat!(
            r#"{"type":"object","properties":{"any":{},"many":{"type":"array","items":{}},"#,
            r#""map":{"type":"object","additionalProperties":{}},"#,
            r#""none":{"type":"object","properties":{},"additionalProperties":false}}}"#
        )
    );
}
