//! Static tables into an owned [`Schema`].
//!
//! Types are inlined, because clients drop `$defs`; only a type that contains itself becomes a definition (contract S10). The
//! recursion here follows the nesting of Rust types, which ends: a type that is met again inside itself is not entered.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};

use super::model::{Additional, NodeId, Property, Schema, SchemaKind, SchemaNode};
use super::table::{Branch, Enum, Field, Form, Link, Newtype, Node, Object, Ops, Union};
use super::tool_value::{ToolArgs, ToolValue};
use crate::json::{Direction, Encoder};

impl Schema {
    /// The schema of a value of this type, as it is produced: a field with a default is required (contract S9).
    ///
    /// ```
    /// use tool_sdk::schema::Schema;
    ///
    /// assert_eq!(Schema::of::<Vec<u8>>().to_text(), r#"{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}"#);
    /// ```
    pub fn of<T: ToolValue>() -> Self {
        Self::output_of(T::OPS)
    }

    /// [`Schema::of`] behind a pointer.
    pub(crate) fn output_of(value: &'static Ops) -> Self {
        Builder::new(Direction::Output).finish(value, Said::default())
    }

    /// The schema of a value of this type as somebody sends it: a field with a default may be absent.
    pub fn accepted<T: ToolValue>() -> Self {
        Builder::new(Direction::Input).finish(T::OPS, Said::default())
    }

    /// The parameter schema of these arguments: an implicitly open object (contract S3).
    pub fn parameters<A: ToolArgs>() -> Self {
        Self::parameters_of(A::OPS)
    }

    /// [`Schema::parameters`] behind a pointer, so that a tool costs no code of its own here.
    pub(crate) fn parameters_of(arguments: &'static Ops) -> Self {
        // A tool has a description of its own; what the type says is for readers of the code.
        let said = Said { silent: true, ..Said::default() };
        let mut schema = Builder::new(Direction::Input).finish(arguments, said);
        let root = schema.root.index();
        if let SchemaKind::Object { additional, .. } = &mut schema.nodes[root].kind
            && *additional == Additional::Open
        {
            let keeps = |field: &Field| matches!(field.form, Form::Rest);
            let kept = matches!((arguments.node)(), Node::Object(table) if table.fields.iter().any(keeps));
            *additional = if kept { Additional::Kept } else { Additional::Implicit };
        }
        schema
    }
}

/// What a node is about to be said, collected for the description.
#[derive(Default)]
struct Said {
    description: String,
    /// Sentences that no node of their own can carry: docs of variants and of recursive fields.
    more: Vec<String>,
    /// Whether the words of the type are left out.
    silent: bool,
}

impl Said {
    fn text(self) -> String {
        let mut parts = self.more;
        if !self.description.is_empty() {
            parts.insert(0, self.description);
        }
        parts.join("\n")
    }
}

struct Builder {
    schema: Schema,
    direction: Direction,
    /// Types that contain themselves, with the definition that was made for them.
    recursive: HashMap<TypeId, Option<usize>>,
}

impl Builder {
    fn new(direction: Direction) -> Self {
        let schema = Schema::empty();
        Self { schema, direction, recursive: HashMap::new() }
    }

    fn finish(mut self, root: &'static Ops, said: Said) -> Schema {
        let mut walk = Walk::default();
        walk.enter((root.identity)(), (root.node)());
        self.recursive = walk.recursive.into_iter().map(|id| (id, None)).collect();
        // The root is written out even when it is recursive: no provider takes a `$ref` there.
        self.schema.root = self.node((root.node)(), said);
        self.schema
    }

    /// The node of a type, or a reference to its definition.
    fn typed(&mut self, identity: TypeId, node: &'static Node, said: Said) -> NodeId {
        match self.recursive.get(&identity).copied() {
            None => self.node(node, said),
            Some(Some(definition)) => self.schema.push(SchemaNode::new(SchemaKind::Reference(definition))),
            Some(None) => {
                let definition = self.schema.definitions.len();
                self.recursive.insert(identity, Some(definition));
                let name = self.fresh_name(name_of(node));
                self.schema.definitions.push((name, NodeId(0)));
                let id = self.node(node, Said::default());
                self.schema.definitions[definition].1 = id;
                self.schema.push(SchemaNode::new(SchemaKind::Reference(definition)))
            }
        }
    }

    fn fresh_name(&self, name: &str) -> String {
        let taken = |name: &str| self.schema.definitions.iter().any(|(n, _)| n == name);
        if !taken(name) {
            return name.to_owned();
        }
        (2..).map(|n| format!("{name}{n}")).find(|name| !taken(name)).unwrap_or_default()
    }

    fn linked(&mut self, ops: &'static Ops, said: Said) -> NodeId {
        self.typed((ops.identity)(), (ops.node)(), said)
    }

    /// The node itself. `said` is what its place says about it and goes before what its type says.
    fn node(&mut self, node: &'static Node, mut said: Said) -> NodeId {
        let mut rules = Vec::new();
        let kind = match node {
            Node::Null => SchemaKind::Null,
            Node::Boolean => SchemaKind::Boolean { allowed: Vec::new() },
            Node::Integer(width) => SchemaKind::Integer { allowed: Vec::new(), width: Some(*width) },
            Node::Number { single } => SchemaKind::Number { allowed: Vec::new(), single: *single },
            Node::String(own) => {
                rules.extend(own.iter().map(|rule| rule.map_text(Box::from)));
                SchemaKind::String { allowed: Vec::new() }
            }
            Node::Any => SchemaKind::Any,
            Node::Array { items, rules: own } => {
                rules.extend(own.iter().map(|rule| rule.map_text(Box::from)));
                SchemaKind::Array { items: self.linked(items, Said::default()) }
            }
            Node::Map(values) => {
                let values = self.linked(values, Said::default());
                let additional = match self.schema.node(values).kind {
                    SchemaKind::Any => Additional::Open,
                    _ => Additional::Each(values),
                };
                SchemaKind::Object { properties: Vec::new(), additional }
            }
            Node::Nullable(inner) => return self.nullable(inner, said),
            Node::Enum(table) => enumeration(table, &mut said),
            Node::Union(table) => self.union(table, &mut said),
            Node::Object(table) => self.object(table, &mut said),
            Node::Newtype(table) => return self.newtype(table, said),
        };
        let description = said.text();
        self.schema.push(SchemaNode { rules, description, ..SchemaNode::new(kind) })
    }

    /// An inner union takes `null` as one more branch, so that the branches stay one level of "exactly one".
    fn nullable(&mut self, inner: &'static Ops, said: Said) -> NodeId {
        let inner = self.linked(inner, Said::default());
        let null = self.schema.push(SchemaNode::new(SchemaKind::Null));
        let kind = SchemaKind::Union { branches: vec![inner, null], tag: None };
        let description = said.text();
        self.schema.push(SchemaNode { description, ..SchemaNode::new(kind) })
    }

    fn union(&mut self, table: &Union, said: &mut Said) -> SchemaKind {
        own_words(said, table.description);
        let branches = table.branches.iter().map(|branch| self.branch(branch)).collect();
        SchemaKind::Union { branches, tag: table.tag.map(str::to_owned) }
    }

    fn branch(&mut self, branch: &Branch) -> NodeId {
        let said = Said { description: branch.description.to_owned(), ..Said::default() };
        match branch.link {
            Link::Node(node) => self.node(node(), said),
            Link::Ops(ops) => self.linked(ops, said),
        }
    }

    fn newtype(&mut self, table: &'static Newtype, mut said: Said) -> NodeId {
        own_words(&mut said, table.description);
        let inner = table.inner.ops;
        let id = self.typed((inner.identity)(), (inner.node)(), said);
        self.annotate(id, &table.inner);
        id
    }

    fn object(&mut self, table: &Object, said: &mut Said) -> SchemaKind {
        own_words(said, table.description);
        let mut properties = Vec::new();
        let mut additional = if table.open { Additional::Open } else { Additional::Closed };
        self.fields(table, &mut properties, &mut additional, said);
        SchemaKind::Object { properties, additional }
    }

    fn fields(&mut self, table: &Object, properties: &mut Vec<Property>, additional: &mut Additional, said: &mut Said) {
        for field in table.fields {
            match field.form {
                Form::Plain => properties.push(self.plain(field, said)),
                Form::Tag(literal) => properties.push(self.tag(field, literal)),
                Form::Content(node) => {
                    let node = self.node(node(), Said::default());
                    properties.push(property(field, node, true));
                }
                Form::Flatten(_) => {
                    if let Node::Object(inner) = (field.ops.node)() {
                        self.fields(inner, properties, &mut Additional::Closed, said);
                    }
                }
                Form::Rest => {
                    if let Node::Map(values) = (field.ops.node)() {
                        let values = self.linked(values, Said::default());
                        *additional = match self.schema.node(values).kind {
                            SchemaKind::Any => Additional::Open,
                            _ => Additional::Each(values),
                        };
                    }
                }
            }
        }
    }

    fn tag(&mut self, field: &Field, literal: &str) -> Property {
        let kind = SchemaKind::String { allowed: vec![literal.to_owned()] };
        let node = self.schema.push(SchemaNode::new(kind));
        property(field, node, true)
    }

    fn plain(&mut self, field: &'static Field, said: &mut Said) -> Property {
        let mine = Said { description: field.description.to_owned(), ..Said::default() };
        let node = self.typed((field.ops.field_identity)(), (field.ops.field_node)(), mine);
        if matches!(self.schema.node(node).kind, SchemaKind::Reference(_)) {
            // A `$ref` has no siblings (contract S12), so its parent says it.
            if !field.description.is_empty() {
                said.more.push(format!("`{}`: {}", field.name, field.description));
            }
        } else {
            self.annotate(node, field);
        }
        let optional = field.ops.optional || (field.default.is_some() && self.direction == Direction::Input);
        property(field, node, !optional)
    }

    /// Adds what a field says beside its type.
    fn annotate(&mut self, id: NodeId, field: &Field) {
        let node = &mut self.schema.nodes[id.index()];
        node.rules.extend(field.rules.iter().map(|rule| rule.map_text(Box::from)));
        if let Some(write) = field.default
            && self.direction == Direction::Input
        {
            let mut out = Encoder::compact();
            write(&mut out);
            node.default = crate::json::parse(&out.finish()).ok();
        }
        node.examples.extend(field.examples.iter().filter_map(|text| crate::json::parse(text).ok()));
    }
}

/// The words of the type stand where its place says nothing of its own.
fn own_words(said: &mut Said, description: &str) {
    if said.description.is_empty() && !said.silent {
        description.clone_into(&mut said.description);
    }
}

fn property(field: &Field, node: NodeId, required: bool) -> Property {
    let aliases = field.aliases.iter().map(|alias| (*alias).to_owned()).collect();
    Property { name: field.name.to_owned(), node, required, aliases }
}

/// One plain list of strings whatever is said of the variants (contract S11); what is said goes into the description.
fn enumeration(table: &Enum, said: &mut Said) -> SchemaKind {
    own_words(said, table.description);
    let documented = table.variants.iter().filter(|v| !v.description.is_empty());
    said.more.extend(documented.map(|v| format!("`{}`: {}", v.name, v.description)));
    SchemaKind::String { allowed: table.variants.iter().map(|v| v.name.to_owned()).collect() }
}

fn name_of(node: &Node) -> &'static str {
    match node {
        Node::Object(table) => table.name,
        Node::Union(table) => table.name,
        Node::Enum(table) => table.name,
        Node::Newtype(table) => table.name,
        _ => "Value",
    }
}

/// Finds the types that are met inside themselves.
#[derive(Default)]
struct Walk {
    open: Vec<TypeId>,
    done: HashSet<TypeId>,
    recursive: HashSet<TypeId>,
}

impl Walk {
    fn enter(&mut self, identity: TypeId, node: &'static Node) {
        if self.open.contains(&identity) {
            self.recursive.insert(identity);
            return;
        }
        if self.done.contains(&identity) {
            return;
        }
        self.open.push(identity);
        self.node(node);
        self.open.pop();
        self.done.insert(identity);
    }

    fn ops(&mut self, ops: &'static Ops) {
        self.enter((ops.identity)(), (ops.node)());
    }

    fn node(&mut self, node: &'static Node) {
        match node {
            Node::Array { items, .. } => self.ops(items),
            Node::Map(inner) | Node::Nullable(inner) => self.ops(inner),
            Node::Newtype(table) => self.ops(table.inner.ops),
            Node::Object(table) => self.object(table),
            Node::Union(table) => {
                for branch in table.branches {
                    match branch.link {
                        Link::Node(node) => self.node(node()),
                        Link::Ops(ops) => self.ops(ops),
                    }
                }
            }
            Node::Null | Node::Boolean | Node::Integer(_) | Node::Number { .. } => {}
            Node::String(_) | Node::Any | Node::Enum(_) => {}
        }
    }

    fn object(&mut self, table: &Object) {
        for field in table.fields {
            match field.form {
                Form::Content(node) => self.node(node()),
                Form::Tag(_) => {}
                _ => self.enter((field.ops.field_identity)(), (field.ops.field_node)()),
            }
        }
    }
}

/// What is wrong with the defaults and examples of a schema: each has to fit the node that it stands on (contract S8).
pub(crate) fn defaults_fit(schema: &Schema) -> super::violation::Violations {
    let mut out = super::violation::Violations::new();
    for node in &schema.nodes {
        let SchemaKind::Object { properties, .. } = &node.kind else { continue };
        for property in properties {
            let declared = schema.node(property.node);
            let said =
                declared.default.iter().map(|v| ("default", v)).chain(declared.examples.iter().map(|v| ("example", v)));
            for (what, value) in said {
                for violation in schema.validate_node(property.node, value) {
                    let place = format!("{} of `{}`", what, property.name);
                    out.push(super::violation::Violation::new(place, violation.to_string()));
                }
            }
        }
    }
    out
}
