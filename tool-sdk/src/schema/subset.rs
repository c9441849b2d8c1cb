//! Raw JSON Schema into the model: the enforced subset of contract S13, with everything outside it listed.
//!
//! | what | rule |
//! | --- | --- |
//! | `type` | one name; several kinds are written as `oneOf` |
//! | no `type` | as in JSON Schema: each keyword speaks to the values of its kind and lets others pass |
//! | `oneOf` | branches, with annotations beside it and nothing else |
//! | `$ref` | `#` or a JSON pointer to a schema of the same document; beside it annotations, at the root also `$defs` |
//! | `enum`, `const` | scalars |
//! | boolean schemas | only as the value of `additionalProperties` |
//! | `$schema` | at the root, 2020-12 or a draft in which the subset means the same; it is not kept |
//!
//! The walk keeps its own stack and has a depth limit, so a hostile document costs an error.

mod constraints;
mod links;
mod literals;
mod plain;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::constraints::Constraints;
use self::literals::Literals;
use super::model::{NodeId, Schema, SchemaKind, SchemaNode};
use super::trail::{Place, Trail};
use super::violation::{Violation, Violations, found};

/// How deep a raw schema may nest, references followed.
pub(crate) const MAX_SCHEMA_DEPTH: usize = 256;

const DIALECTS: [&str; 3] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
];

const ANNOTATIONS: [&str; 4] = ["description", "title", "default", "examples"];

impl Schema {
    /// Reads a JSON-Schema document of the enforced subset.
    ///
    /// Overlapping branches of a `oneOf` are read as they are; [`Schema::check_overlap`] finds them.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_sdk::schema::Schema;
    ///
    /// let schema = Schema::parse(&json!({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]})).unwrap();
    /// assert!(schema.accepts(&json!({"path": "src"})));
    ///
    /// let violations = Schema::parse(&json!({"type": "string", "pattern": "\\s", "anyOf": []})).unwrap_err();
    /// assert_eq!(violations.paths(), ["anyOf", "pattern"]);
    /// ```
    ///
    /// # Errors
    /// Everything that lies outside the subset, each with the path of the keyword: `properties.name.pattern`.
    pub fn parse(raw: &Value) -> Result<Schema, Violations> {
        let mut parser = Parser::new(raw);
        parser.walk();
        parser.link();
        if parser.out.is_empty() { Ok(parser.schema) } else { Err(parser.out) }
    }
}

/// A schema of the document that has its place in the arena but was not read yet.
struct Job<'a> {
    raw: &'a Value,
    id: NodeId,
    at: Place,
    depth: usize,
}

/// One document being read.
struct Parser<'a> {
    document: &'a Value,
    schema: Schema,
    jobs: Vec<Job<'a>>,
    trail: Trail<'a>,
    out: Violations,
    /// Where each node stands in the document, by index.
    places: Vec<Place>,
    /// The nodes by the address of their schema, for references.
    nodes: HashMap<*const Value, NodeId>,
    references: Vec<(NodeId, &'a str)>,
}

impl<'a> Parser<'a> {
    fn new(document: &'a Value) -> Self {
        let schema = Schema::empty();
        let mut parser = Self {
            document,
            schema,
            jobs: Vec::new(),
            trail: Trail::default(),
            out: Violations::new(),
            places: Vec::new(),
            nodes: HashMap::new(),
            references: Vec::new(),
        };
        parser.schedule(document, Place::ROOT, 0);
        parser
    }

    /// Gives a schema its node; what it says is read later.
    fn schedule(&mut self, raw: &'a Value, at: Place, depth: usize) -> NodeId {
        let id = self.add(SchemaNode::new(SchemaKind::Any), at);
        self.nodes.insert(std::ptr::from_ref(raw), id);
        self.jobs.push(Job { raw, id, at, depth });
        id
    }

    fn add(&mut self, node: SchemaNode, at: Place) -> NodeId {
        self.places.push(at);
        self.schema.push(node)
    }

    /// Says what is wrong with a keyword of the schema at `at`.
    fn refuse(&mut self, at: Place, keyword: &str, message: impl Into<String>) {
        self.out.push(Violation::new(self.trail.text_of_key(at, keyword), message));
    }

    fn walk(&mut self) {
        while let Some(job) = self.jobs.pop() {
            let first = self.jobs.len();
            if let Some(node) = self.read(&job) {
                self.schema.nodes[job.id.index()] = node;
            }
            // Violations come in the order of the document.
            self.jobs[first..].reverse();
        }
    }

    fn read(&mut self, job: &Job<'a>) -> Option<SchemaNode> {
        let Value::Object(members) = job.raw else {
            let message = match job.raw {
                Value::Bool(true) => "boolean schemas are not supported, write {} for any value".to_owned(),
                Value::Bool(false) => "boolean schemas are not supported, leave out what nothing fits".to_owned(),
                other => format!("expected a schema object, found {}", found(other)),
            };
            self.out.push(Violation::new(self.trail.text(job.at), message));
            return None;
        };
        if job.depth > MAX_SCHEMA_DEPTH {
            let message = format!("schemas nest at most {MAX_SCHEMA_DEPTH} levels");
            self.out.push(Violation::new(self.trail.text(job.at), message));
            return None;
        }
        self.check_keywords(members, job);
        let mut node = SchemaNode::new(SchemaKind::Any);
        if let Some(target) = members.get("$ref") {
            self.read_reference(target, members, job, &mut node);
        } else if let Some(branches) = members.get("oneOf") {
            self.read_union(branches, members, job, &mut node);
        } else {
            self.read_plain(members, job, &mut node);
        }
        self.read_annotations(members, job.at, &mut node);
        if job.depth == 0 {
            self.read_root(members, job);
        }
        Some(node)
    }

    fn check_keywords(&mut self, members: &'a Map<String, Value>, job: &Job<'a>) {
        for key in members.keys() {
            let message = match key.as_str() {
                "type" | "oneOf" | "enum" | "const" | "$ref" => continue,
                "$schema" | "$defs" if job.depth == 0 => continue,
                "$schema" | "$defs" => "belongs to the root of the schema".to_owned(),
                key if ANNOTATIONS.contains(&key) || constraints::subject(key).is_some() => continue,
                key => unsupported(key),
            };
            self.refuse(job.at, key, message);
        }
    }

    fn read_root(&mut self, members: &'a Map<String, Value>, job: &Job<'a>) {
        if let Some(dialect) = members.get("$schema") {
            let known = dialect.as_str().is_some_and(|uri| DIALECTS.contains(&uri.trim_end_matches('#')));
            if !known {
                self.refuse(
                    job.at,
                    "$schema",
                    format!("expected {}, found {}", crate::json::quoted(DIALECTS[0]), found(dialect)),
                );
            }
        }
        let Some(definitions) = members.get("$defs") else { return };
        let Value::Object(definitions) = definitions else {
            self.refuse(job.at, "$defs", format!("expected an object of schemas, found {}", found(definitions)));
            return;
        };
        let at = self.trail.key(job.at, "$defs");
        for (name, raw) in definitions {
            let at = self.trail.key(at, name);
            let id = self.schedule(raw, at, 1);
            self.schema.definitions.push((name.clone(), id));
        }
    }

    fn read_reference(
        &mut self,
        target: &'a Value,
        members: &'a Map<String, Value>,
        job: &Job<'a>,
        node: &mut SchemaNode,
    ) {
        self.refuse_beside("$ref", members, job);
        match target.as_str() {
            // The definition is found once all schemas of the document are known.
            Some(text) => {
                node.kind = SchemaKind::Reference(usize::MAX);
                self.references.push((job.id, text));
            }
            None => self.refuse(job.at, "$ref", format!("expected a string, found {}", found(target))),
        }
    }

    fn read_union(
        &mut self,
        branches: &'a Value,
        members: &'a Map<String, Value>,
        job: &Job<'a>,
        node: &mut SchemaNode,
    ) {
        self.refuse_beside("oneOf", members, job);
        match branches.as_array().map(Vec::as_slice) {
            None | Some([]) => {
                self.refuse(job.at, "oneOf", format!("expected an array of schemas, found {}", found(branches)));
            }
            Some(branches) => {
                let at = self.trail.key(job.at, "oneOf");
                let mut ids = Vec::with_capacity(branches.len());
                for (index, raw) in branches.iter().enumerate() {
                    let at = self.trail.index(at, index);
                    ids.push(self.schedule(raw, at, job.depth + 1));
                }
                node.kind = SchemaKind::Union { branches: ids, tag: None };
            }
        }
    }

    /// `$ref` and `oneOf` are the whole of a node; a constraint beside them would be an `allOf`. What is wrong inside it is told as well.
    fn refuse_beside(&mut self, keyword: &str, members: &'a Map<String, Value>, job: &Job<'a>) {
        let mut beside = false;
        for key in members.keys() {
            let constrains =
                constraints::subject(key).is_some() || matches!(key.as_str(), "type" | "enum" | "const" | "oneOf");
            if constrains && key != keyword {
                self.refuse(
                    job.at,
                    key,
                    format!("cannot stand beside `{keyword}`, move it into the schema that this one leads to"),
                );
                beside = true;
            }
        }
        if beside {
            Literals::read(self, members, None, job.at);
            Constraints::read(self, members, None, job);
        }
    }

    fn read_annotations(&mut self, members: &'a Map<String, Value>, at: Place, node: &mut SchemaNode) {
        for (key, text) in [("description", &mut node.description), ("title", &mut node.title)] {
            match members.get(key) {
                None => {}
                Some(Value::String(said)) => text.clone_from(said),
                Some(other) => self.refuse(at, key, format!("expected a string, found {}", found(other))),
            }
        }
        for key in ["default", "examples"] {
            let Some(value) = members.get(key) else { continue };
            match (crate::json::check_value(value), value) {
                (Err(error), _) => self.refuse(at, key, error.to_string()),
                (Ok(()), value) if key == "default" => node.default = Some(value.clone()),
                (Ok(()), Value::Array(examples)) => node.examples.clone_from(examples),
                (Ok(()), other) => self.refuse(at, key, format!("expected an array, found {}", found(other))),
            }
        }
    }
}

/// Why a keyword is refused, with what to write instead where there is something.
fn unsupported(key: &str) -> String {
    let instead = match key {
        "anyOf" => ", write oneOf with branches that exclude each other",
        "allOf" => ", write one schema that says it all",
        "definitions" => ", write $defs",
        "nullable" => ", write oneOf with {\"type\":\"null\"}",
        "prefixItems" => ", write an object with a key for each item",
        "patternProperties" => ", write additionalProperties with a schema",
        "$id" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "$recursiveRef" => ", write $ref with #/$defs/NAME",
        _ => "",
    };
    format!("not a supported keyword{instead}")
}
