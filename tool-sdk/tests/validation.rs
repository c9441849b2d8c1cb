//! What the validator says, and that its verdict is that of an independent validator.

mod support;

use serde_json::{Map, Value, json};
use support::Dice;
use tool_sdk::schema::Schema;

fn schema(raw: &Value) -> Schema {
    Schema::parse(raw).unwrap_or_else(|violations| panic!("{violations}\n{raw}"))
}

/// Everything that is wrong, as a model reads it.
fn told(schema: &Schema, value: &Value) -> String {
    schema.validate(value).to_string()
}

// contract: S5
#[test]
fn all_violations_are_told_with_their_places() {
    let servers = schema(&json!({"type": "object", "properties": {
        "servers": {"type": "array", "items": {
            "type": "object",
            "properties": {"host": {"type": "string", "minLength": 1}, "port": {"type": "integer", "minimum": 1, "maximum": 65535}},
            "required": ["host", "port"], "additionalProperties": false}},
        "mode": {"type": "string", "enum": ["fast", "slow"]},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true, "maxItems": 2},
    }, "required": ["mode", "servers"]}));
    assert_eq!(told(&servers, &json!({"servers": [{"host": "a", "port": 1.0}], "mode": "fast", "more": 1})), "");
    assert_eq!(
        told(
            &servers,
            &json!({"servers": [{"host": "a", "port": 1}, {"host": 5, "prot": 80}, 7], "tags": ["a", "b", "a"]})
        ),
        "servers[1].host: expected a string, at least 1 character, found 5; \
         servers[1].port: missing, expected an integer, at least 1, at most 65535; \
         servers[1].prot: unknown key, did you mean `port`?; \
         servers[2]: expected an object, found 7; \
         mode: missing, expected one of \"fast\", \"slow\"; \
         tags: expected items that differ, found item 2 equal to item 0; \
         tags: expected at most 2 items, found 3 items"
    );
    assert_eq!(
        told(&servers, &json!({"servers": [], "mode": "medium"})),
        "mode: expected one of \"fast\", \"slow\", found \"medium\""
    );
    assert_eq!(told(&servers, &json!([])), "expected an object, found an empty array");
}

// contract: S5
#[test]
fn every_broken_rule_of_one_value_is_told() {
    let name = schema(&json!({"type": "string", "minLength": 3, "pattern": "^[a-z]+$"}));
    assert_eq!(
        told(&name, &json!("A")),
        "expected at least 3 characters, found \"A\"; expected text matching /^[a-z]+$/, found \"A\""
    );
}

// contract: S5, S6
#[test]
fn a_tag_decides_which_branch_is_explained() {
    let job = schema(&json!({"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "background"}, "jobId": {"type": "string"}}, "required": ["kind", "jobId"]},
        {"type": "object", "properties": {"kind": {"const": "foreground"}, "exitCode": {"type": "integer"}}, "required": ["kind"]},
    ]}));
    assert_eq!(told(&job, &json!({"kind": "background", "jobId": "bash-1"})), "");
    assert_eq!(told(&job, &json!({"kind": "background", "jobId": 1})), "jobId: expected a string, found 1");
    assert_eq!(
        told(&job, &json!({"kind": "back"})),
        "kind: expected one of \"background\", \"foreground\", found \"back\""
    );
    assert_eq!(told(&job, &json!({"jobId": "x"})), "kind: missing, expected one of \"background\", \"foreground\"");
    assert_eq!(told(&job, &json!("background")), "expected an object with \"kind\", found \"background\"");
}

// contract: S6
#[test]
fn a_union_without_a_tag_tells_how_many_branches_match() {
    let raw = json!({"oneOf": [
        {"type": "string"},
        {"type": "object", "properties": {"from": {"type": "integer"}, "to": {"type": "integer"}}, "required": ["from", "to"], "additionalProperties": false},
        {"type": "object", "properties": {"at": {"type": "integer"}}, "required": ["at"], "additionalProperties": false},
    ]});
    let range = schema(&raw);
    assert_eq!(told(&range, &json!({"from": 1, "to": 2})), "");
    // The keys leave one branch, so the trouble is told inside it.
    assert_eq!(told(&range, &json!({"at": "1"})), "at: expected an integer, found \"1\"");
    assert_eq!(
        told(&range, &json!({"from": 1})),
        "expected exactly one of 3 shapes (a string, an object with \"from\" and \"to\" or an object with \"at\"), matched 0, found an object"
    );
    let both = schema(&json!({"oneOf": [{"type": "integer"}, {"minimum": 2}]}));
    assert_eq!(told(&both, &json!(3)), "expected exactly one of 2 shapes, matched 2, found 3");
    let nullable = schema(&json!({"oneOf": [{"type": "boolean"}, {"type": "null"}]}));
    assert_eq!(told(&nullable, &json!(3)), "expected a boolean or null, found 3");
}

// contract: S5 field: F061
#[test]
fn a_text_is_no_number_and_bounds_are_kept() {
    let share = schema(&json!({"type": "object", "properties": {"x": {"type": "number", "minimum": 0, "maximum": 1}}}));
    for text in ["NaN", "Infinity", "1e999"] {
        let found = told(&share, &json!({"x": text}));
        assert_eq!(found, format!("x: expected a number, at least 0, at most 1, found {text:?}"));
    }
    assert_eq!(told(&share, &json!({"x": 1.5})), "x: expected at most 1, found 1.5");
}

// contract: S10, J4 field: F067, F079
#[test]
fn depth_costs_no_stack_and_recursion_no_power_of_it() {
    let list = schema(&json!({"oneOf": [
        {"type": "null"},
        {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"], "additionalProperties": false},
        {"type": "object", "properties": {"next": {"$ref": "#"}, "last": {}}, "required": ["next", "last"], "additionalProperties": false},
    ]}));
    for (end, fits) in [(Value::Null, true), (json!(5), false)] {
        let mut value = end;
        for _ in 0..50_000 {
            value = Value::Object(Map::from_iter([("next".to_owned(), value)]));
        }
        assert_eq!((list.accepts(&value), list.validate(&value).is_empty()), (fits, fits));
        tool_sdk::json::dispose(value);
    }
}

// contract: S6
#[test]
fn nested_unions_are_asked_once_for_each_part() {
    // Each level is a union whose branches both go on into the next level: without memory this would take 2^64 steps.
    let twice = schema(&json!({"$defs": {"u": {"oneOf": [
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/u"}, "b": {"type": "null"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/u"}, "b": {"type": "boolean"}}},
        {"type": "boolean"},
    ]}}, "$ref": "#/$defs/u"}));
    let mut value = json!(true);
    for _ in 0..64 {
        value = json!({"a": value, "b": null});
    }
    assert!(twice.accepts(&value));
}

/// A schema of the subset, with what it needs from `$defs`.
fn random_schema(dice: &mut Dice, depth: usize) -> Value {
    let kind = dice.below(if depth == 0 { 6 } else { 10 });
    match kind {
        0 => json!({}),
        1 => json!({"type": dice.pick(&["null", "boolean", "integer", "number", "string", "object", "array"])}),
        2 => json!({"enum": (0..=dice.below(3)).map(|_| dice.value(0)).collect::<Vec<_>>()}),
        3 => {
            json!({"type": dice.pick(&["integer", "number"]), *dice.pick(&["minimum", "exclusiveMaximum", "maximum", "exclusiveMinimum"]): dice.below(3)})
        }
        4 => json!({"type": "string", "minLength": dice.below(2), "pattern": dice.pick(&["a", "^[ab]*$", "[0-9]|^$"])}),
        5 => match dice.below(3) {
            0 => json!({"$ref": "#/$defs/loop"}),
            1 => json!({"multipleOf": dice.pick(&[json!(2), json!(0.5)]), "maxLength": 1, "minItems": 1}),
            _ => json!({"type": "string", "format": "date"}),
        },
        6 => {
            json!({"type": "array", "items": random_schema(dice, depth - 1), "uniqueItems": dice.below(2) == 0, "maxItems": dice.below(4)})
        }
        7 => json!({"oneOf": (0..=dice.below(3)).map(|_| random_schema(dice, depth - 1)).collect::<Vec<_>>()}),
        _ => {
            let properties: Map<String, Value> =
                (0..dice.below(4)).map(|_| (dice.key(), random_schema(dice, depth - 1))).collect();
            let required: Vec<&String> = properties.keys().filter(|_| dice.below(2) == 0).collect();
            let mut object = json!({"properties": properties, "required": required});
            match dice.below(4) {
                0 => object["additionalProperties"] = json!(false),
                1 => object["additionalProperties"] = random_schema(dice, depth - 1),
                _ => {}
            }
            if dice.below(4) > 0 {
                object["type"] = json!("object");
            }
            object
        }
    }
}

// contract: S1, S6, S7, S13
#[test]
fn verdicts_are_those_of_an_independent_validator() {
    let mut dice = Dice(11);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let mut raw = random_schema(&mut dice, 3);
        raw["$defs"] = json!({"loop": {"type": "object", "properties": {"a": {"$ref": "#/$defs/loop"}}, "additionalProperties": {"type": "integer"}}});
        let Ok(ours) = Schema::parse(&raw) else {
            // Only `enum` of containers is outside the subset here, and an object has to declare what a closed one requires.
            continue;
        };
        let written = ours.to_json();
        let options = jsonschema::options().should_validate_formats(true);
        let judges =
            [&raw, &written].map(|schema| options.build(schema).unwrap_or_else(|error| panic!("{error}\n{schema}")));
        let again = schema(&written);
        for _ in 0..40 {
            let value = dice.value(3);
            let violations = ours.validate(&value);
            let verdicts =
                [ours.accepts(&value), judges[0].is_valid(&value), judges[1].is_valid(&value), again.accepts(&value)];
            assert!(
                verdicts.iter().all(|verdict| *verdict == violations.is_empty()),
                "{raw}\n{written}\n{value}\n{verdicts:?}\n{violations}"
            );
            *if violations.is_empty() { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(accepted > 10_000 && refused > 10_000, "{accepted} accepted, {refused} refused");
}

// contract: S1, S7, J2
#[test]
fn multiples_and_bounds_are_those_of_an_independent_validator() {
    let mut dice = Dice(13);
    let mut multiples = 0;
    for _ in 0..20_000 {
        let number = |dice: &mut Dice| -> Value {
            let digits = dice.below(1_000_000) as i64 - 300_000;
            let places = dice.below(5);
            let text = format!("{digits}e-{places}");
            if dice.below(2) == 0 { json!(digits) } else { text.parse::<f64>().map_or(Value::Null, Value::from) }
        };
        let step = json!(*dice.pick(&[0.1, 0.01, 0.25, 1.5, 3.0, 0.07, 7.0, 1e-3]));
        let raw = match dice.below(3) {
            0 => json!({"minimum": number(&mut dice)}),
            1 => json!({"exclusiveMaximum": number(&mut dice)}),
            _ => json!({"multipleOf": step}),
        };
        let value = number(&mut dice);
        let ours = schema(&raw).accepts(&value);
        multiples += usize::from(ours && raw.get("multipleOf").is_some());
        assert_eq!(ours, jsonschema::is_valid(&raw, &value), "{raw} {value}");
    }
    assert!(multiples > 200, "{multiples}");
}
