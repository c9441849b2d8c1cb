//! The schema as JSON: what a model, a provider and a peer read.
//!
//! ```json
//! {"type":"object","properties":{"path":{"type":"string","description":"…"},"limit":{"type":"integer","minimum":1}},"required":["path"]}
//! ```
//!
//! Keys stand in one order: the kind, `enum` or `const`, constraints, `properties`, `required`, `items`, `additionalProperties`, then
//! what is said about the node, and `$defs` last at the root. A reference is written alone (contract S12): what is said about it stays
//! in the model, for readers that show more than the schema.

mod keywords;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::model::{Additional, NodeId, Property, Schema, SchemaKind, SchemaNode};

impl Schema {
    /// The schema as a JSON-Schema document. Same schema, same document, key by key.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_sdk::schema::Schema;
    ///
    /// let schema = Schema::parse(&json!({"required": ["to"], "type": "object", "properties": {"to": {"format": "email", "type": "string"}}})).unwrap();
    /// assert_eq!(schema.to_text(), r#"{"type":"object","properties":{"to":{"type":"string","format":"email"}},"required":["to"]}"#);
    /// ```
    pub fn to_json(&self) -> Value {
        let mut root = self.write(self.resolve(self.root), None);
        let mut definitions = Map::new();
        for (index, (name, id)) in self.definitions.iter().enumerate() {
            if !self.is_root(index) {
                definitions.insert(name.clone(), Value::Object(self.write(self.node(*id), None)));
            }
        }
        if !definitions.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(definitions));
        }
        Value::Object(root)
    }

    /// [`Schema::to_json`] as text without white space.
    pub fn to_text(&self) -> String {
        crate::json::to_text(&self.to_json())
    }

    /// Whether a reference to this definition means the whole document.
    fn is_root(&self, definition: usize) -> bool {
        self.definitions[definition].1 == self.root
    }

    /// One node and, inline, what is below it. The recursion is as deep as the declaration: types end, and the parser of raw schemas
    /// has a limit. `tag` names the property whose one literal tells this branch of a union from the others.
    fn write(&self, node: &SchemaNode, tag: Option<&str>) -> Map<String, Value> {
        let mut out = Map::new();
        if let SchemaKind::Reference(definition) = node.kind {
            out.insert("$ref".to_owned(), self.pointer(definition).into());
            return out;
        }
        self.write_kind(node, &mut out);
        keywords::write(node, &mut out);
        match &node.kind {
            SchemaKind::Object { properties, additional } => self.write_object(properties, *additional, tag, &mut out),
            SchemaKind::Array { items } => {
                out.insert("items".to_owned(), self.child(*items, None));
            }
            _ => {}
        }
        write_annotations(node, &mut out);
        out
    }

    fn child(&self, id: NodeId, tag: Option<&str>) -> Value {
        Value::Object(self.write(self.node(id), tag))
    }

    fn write_kind(&self, node: &SchemaNode, out: &mut Map<String, Value>) {
        if let SchemaKind::Union { branches, tag } = &node.kind {
            let branches = branches.iter().map(|id| self.child(*id, tag.as_deref())).collect();
            out.insert("oneOf".to_owned(), Value::Array(branches));
            return;
        }
        if let Some(name) = node.kind.type_name() {
            out.insert("type".to_owned(), name.into());
        }
        match &node.kind {
            SchemaKind::Boolean { allowed } => literals(allowed.iter().copied().map(Value::Bool), out),
            SchemaKind::Integer { allowed, .. } | SchemaKind::Number { allowed, .. } => {
                literals(allowed.iter().cloned().map(Value::Number), out);
            }
            // A closed set of words is an `enum` also when there is one word; providers know `enum` better than `const`.
            SchemaKind::String { allowed } if !allowed.is_empty() => {
                out.insert("enum".to_owned(), allowed.iter().map(String::as_str).collect());
            }
            _ => {}
        }
    }

    fn write_object(
        &self,
        properties: &[Property],
        additional: Additional,
        tag: Option<&str>,
        out: &mut Map<String, Value>,
    ) {
        // Providers refuse a parameter root without `properties`; a map is the one object that reads better without.
        if !properties.is_empty() || matches!(additional, Additional::Implicit | Additional::Kept | Additional::Closed)
        {
            let members = properties.iter().map(|property| {
                let value = match self.tag_literal(property, tag) {
                    Some(literal) => Value::Object(self.write_tag(property.node, literal)),
                    None => self.child(property.node, None),
                };
                (property.name.clone(), value)
            });
            out.insert("properties".to_owned(), Value::Object(members.collect()));
        }
        let required: Vec<Value> = properties.iter().filter(|p| p.required).map(|p| p.name.as_str().into()).collect();
        if !required.is_empty() {
            out.insert("required".to_owned(), Value::Array(required));
        }
        let additional = match additional {
            Additional::Implicit | Additional::Kept => return,
            Additional::Open => Value::Bool(true),
            Additional::Closed => Value::Bool(false),
            Additional::Each(id) => self.child(id, None),
        };
        out.insert("additionalProperties".to_owned(), additional);
    }

    /// The one literal of a property that is the tag of the branch it stands in.
    fn tag_literal<'a>(&'a self, property: &Property, tag: Option<&str>) -> Option<&'a str> {
        match &self.node(property.node).kind {
            SchemaKind::String { allowed } if tag == Some(property.name.as_str()) && allowed.len() == 1 => {
                Some(&allowed[0])
            }
            _ => None,
        }
    }

    fn write_tag(&self, id: NodeId, literal: &str) -> Map<String, Value> {
        let node = self.node(id);
        let mut out = Map::new();
        out.insert("type".to_owned(), "string".into());
        out.insert("const".to_owned(), literal.into());
        keywords::write(node, &mut out);
        write_annotations(node, &mut out);
        out
    }

    /// `#/$defs/NAME`, escaped first as a JSON pointer, then as the fragment of a URI.
    fn pointer(&self, definition: usize) -> String {
        if self.is_root(definition) {
            return "#".to_owned();
        }
        let mut text = "#/$defs/".to_owned();
        let name = self.definitions[definition].0.replace('~', "~0").replace('/', "~1");
        for byte in name.bytes() {
            match byte {
                b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
                _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
                _ => {
                    let _ = write!(text, "%{byte:02X}");
                }
            }
        }
        text
    }
}

impl SchemaKind {
    /// The value of `type`; none for the kinds that have no such keyword.
    pub fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Null => "null",
            Self::Boolean { .. } => "boolean",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::String { .. } => "string",
            Self::Array { .. } => "array",
            Self::Object { .. } => "object",
            Self::Any | Self::Union { .. } | Self::Reference(_) => return None,
        })
    }
}

/// One literal is `const`, several are `enum`.
fn literals(values: impl Iterator<Item = Value>, out: &mut Map<String, Value>) {
    let mut values: Vec<Value> = values.collect();
    match values.len() {
        0 => {}
        1 => {
            out.insert("const".to_owned(), values.remove(0));
        }
        _ => {
            out.insert("enum".to_owned(), Value::Array(values));
        }
    }
}

fn write_annotations(node: &SchemaNode, out: &mut Map<String, Value>) {
    for (key, text) in [("description", &node.description), ("title", &node.title)] {
        if !text.is_empty() {
            out.insert(key.to_owned(), text.as_str().into());
        }
    }
    if let Some(default) = &node.default {
        out.insert("default".to_owned(), default.clone());
    }
    if !node.examples.is_empty() {
        out.insert("examples".to_owned(), Value::Array(node.examples.clone()));
    }
}
