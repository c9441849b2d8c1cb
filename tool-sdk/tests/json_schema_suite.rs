//! The public JSON Schema test suite (draft 2020-12) against the raw-subset parser and the validator.
//!
//! A schema that uses a keyword outside the subset has to be refused at that keyword. For every other one the verdict is the suite's,
//! except where the contract wants it otherwise: those schemas are listed below, each with its clause.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use tool_sdk::schema::Schema;

/// Schemas of subset keywords alone that are refused all the same: file, group, path of the refusal, clause.
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("const", "const with object", "const", "S2: `enum` and `const` hold scalars"),
    ("const", "const with array", "const", "S2: `enum` and `const` hold scalars"),
    ("const", "const with [false] does not match [0]", "const", "S2: `enum` and `const` hold scalars"),
    ("const", "const with [true] does not match [1]", "const", "S2: `enum` and `const` hold scalars"),
    ("const", r#"const with {"a": false} does not match {"a": 0}"#, "const", "S2: `enum` and `const` hold scalars"),
    ("const", r#"const with {"a": true} does not match {"a": 1}"#, "const", "S2: `enum` and `const` hold scalars"),
    (
        "defs",
        "validate definition against metaschema",
        "$ref",
        "S13: `$ref` leads into `$defs`, no document is fetched",
    ),
    ("enum", "heterogeneous enum validation", "enum[2]", "S2: `enum` and `const` hold scalars"),
    ("enum", "enum with [false] does not match [0]", "enum[0]", "S2: `enum` and `const` hold scalars"),
    ("enum", "enum with [true] does not match [1]", "enum[0]", "S2: `enum` and `const` hold scalars"),
    ("enum", "enum with [0] does not match [false]", "enum[0]", "S2: `enum` and `const` hold scalars"),
    ("enum", "enum with [1] does not match [true]", "enum[0]", "S2: `enum` and `const` hold scalars"),
    ("enum", "empty enum", "enum", "S2: an `enum` without a scalar is no kind of value"),
    ("items", "items with boolean schema (true)", "items", "S12: no boolean sub-schema"),
    ("items", "items with boolean schema (false)", "items", "S12: no boolean sub-schema"),
    ("oneOf", "oneOf with base schema", "type", "S2: a node is one kind; a union with a kind beside it is two"),
    ("oneOf", "oneOf with boolean schemas, all true", "oneOf[0]", "S12: no boolean sub-schema"),
    ("oneOf", "oneOf with boolean schemas, one true", "oneOf[0]", "S12: no boolean sub-schema"),
    ("oneOf", "oneOf with boolean schemas, more than one true", "oneOf[0]", "S12: no boolean sub-schema"),
    ("oneOf", "oneOf with boolean schemas, all false", "oneOf[0]", "S12: no boolean sub-schema"),
    ("oneOf", "oneOf with required", "type", "S2: a node is one kind; a union with a kind beside it is two"),
    ("oneOf", "oneOf with missing optional property", "oneOf[0].properties.bar", "S12: no boolean sub-schema"),
    (
        "pattern",
        "pattern with Unicode property escape requires unicode mode",
        "pattern",
        "S7 with D36: what engines read differently is refused",
    ),
    ("properties", "properties with boolean schema", "properties.foo", "S12: no boolean sub-schema"),
    ("ref", "ref applies alongside sibling keywords", "properties.foo.maxItems", "S12: no `$ref` with siblings"),
    ("ref", "remote ref, containing refs itself", "$ref", "S13: `$ref` leads into `$defs`, no document is fetched"),
    ("ref", "$ref to boolean schema true", "$defs.bool", "S12: no boolean sub-schema"),
    ("ref", "$ref to boolean schema false", "$defs.bool", "S12: no boolean sub-schema"),
    (
        "ref",
        "naive replacement of $ref with its destination is not correct",
        "enum[0]",
        "S2: `enum` and `const` hold scalars",
    ),
    ("type", "multiple types can be specified in an array", "type", "S2: a node is one kind; several are a union"),
    ("type", "type as array with one item", "type", "S2: a node is one kind; several are a union"),
    ("type", "type: array or object", "type", "S2: a node is one kind; several are a union"),
    ("type", "type: array, object or null", "type", "S2: a node is one kind; several are a union"),
];

/// How many cases there are of each sort: verdicts that agree, cases whose schema uses a keyword outside the subset, cases whose schema
/// the contract refuses.
const COUNTS: [usize; 3] = [324, 120, 99];

/// S2, S7 and S13, and the `$schema` that every file of the suite carries.
const SUBSET: &[&str] = &[
    "type",
    "oneOf",
    "enum",
    "const",
    "description",
    "title",
    "default",
    "examples",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "required",
    "additionalProperties",
    "$ref",
    "$defs",
    "$schema",
];

/// The paths of all keywords outside the subset, found without the parser that is tested.
fn outside(schema: &Value, at: &str, found: &mut Vec<String>) {
    let Value::Object(members) = schema else { return };
    for (key, value) in members {
        let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(inner)) => {
                inner.iter().for_each(|(name, schema)| outside(schema, &format!("{path}.{name}"), found));
            }
            ("items" | "additionalProperties", schema) => outside(schema, &path, found),
            ("oneOf", Value::Array(branches)) => {
                branches
                    .iter()
                    .enumerate()
                    .for_each(|(index, schema)| outside(schema, &format!("{path}[{index}]"), found));
            }
            (key, _) if !SUBSET.contains(&key) => found.push(path),
            _ => {}
        }
    }
}

/// What became of the suite.
#[derive(Default)]
struct Tally {
    counts: [usize; 3],
    refused: BTreeSet<(String, String)>,
    unexpected: Vec<String>,
}

impl Tally {
    fn group(&mut self, file: &str, group: &Value) {
        let (schema, name) = (&group["schema"], group["description"].as_str().unwrap_or_default());
        let tests = group["tests"].as_array().map_or(&[][..], Vec::as_slice);
        let mut keywords = Vec::new();
        outside(schema, "", &mut keywords);
        match Schema::parse(schema) {
            Ok(_) if !keywords.is_empty() => {
                self.unexpected.push(format!("{file}, {name}: not refused for {keywords:?}"));
            }
            Ok(parsed) => tests.iter().for_each(|test| self.case(file, name, &parsed, test)),
            Err(violations) => {
                let paths = violations.paths();
                let missed: Vec<_> = keywords.iter().filter(|keyword| !paths.contains(keyword)).collect();
                if !missed.is_empty() {
                    self.unexpected.push(format!("{file}, {name}: {missed:?} not among {violations}"));
                }
                if !keywords.is_empty() {
                    self.counts[1] += tests.len();
                    return;
                }
                self.counts[2] += tests.len();
                self.refused.insert((file.to_owned(), name.to_owned()));
                if !REFUSED.iter().any(|(f, g, path, _)| *f == file && *g == name && paths.iter().any(|p| p == path)) {
                    self.unexpected.push(format!("{file}, {name}: refused for {violations}"));
                }
            }
        }
    }

    fn case(&mut self, file: &str, group: &str, schema: &Schema, test: &Value) {
        let violations = schema.validate(&test["data"]);
        let told = &test["description"];
        if schema.accepts(&test["data"]) != violations.is_empty() {
            self.unexpected.push(format!("{file}, {group}, {told}: accepts and validate disagree: {violations}"));
        }
        if violations.is_empty() == (test["valid"] == true) {
            self.counts[0] += 1;
        } else {
            self.unexpected.push(format!("{file}, {group}, {told}: {violations}"));
        }
        // What is written again means the same.
        let again = Schema::parse(&schema.to_json()).map(|again| again.accepts(&test["data"]));
        if again.as_ref().ok() != Some(&violations.is_empty()) {
            self.unexpected.push(format!("{file}, {group}, {told}: {} reads {again:?}", schema.to_text()));
        }
    }
}

// contract: S6, S7, S12, S13, J2
#[test]
fn verdicts_are_those_of_the_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/json-schema");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is not there", folder.display());
        return;
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut tally = Tally::default();
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let groups = tool_sdk::json::parse(&std::fs::read_to_string(path).expect("a text")).expect("JSON");
        groups.as_array().expect("groups").iter().for_each(|group| tally.group(&file, group));
    }
    let listed: BTreeSet<_> =
        REFUSED.iter().map(|(file, group, ..)| ((*file).to_owned(), (*group).to_owned())).collect();
    tally
        .unexpected
        .extend(listed.difference(&tally.refused).map(|(file, group)| format!("{file}, {group}: not refused")));
    println!(
        "agree {}, outside the subset {}, refused by the contract {}",
        tally.counts[0], tally.counts[1], tally.counts[2]
    );
    assert!(tally.unexpected.is_empty(), "{}", tally.unexpected.join("\n"));
    assert_eq!(tally.counts, COUNTS, "the suite or the subset changed");
}
