//! The owned schema: what the model's parameter schema, the validator, repair and every export are made from.
//!
//! A [`Schema`] is an arena. It is built once per type from the static tables of the derives, or read from JSON Schema; after
//! that both are the same thing. Nodes point at each other by index, so a recursive type is a cycle of indices and nothing here
//! recurses without a bound.

use serde_json::{Number, Value};

use super::left_out::LeftOut;
use super::rule::Rule;

/// A rule that owns its text.
pub type OwnedRule = Rule<Box<str>>;

/// The place of a node in its [`Schema`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A JSON-Schema document of the enforced subset (contract S2, S7, S12).
#[derive(Clone, Debug)]
pub struct Schema {
    pub(crate) nodes: Vec<SchemaNode>,
    pub(crate) root: NodeId,
    /// `$defs`, in order: the name and the node that it stands for.
    pub(crate) definitions: Vec<(String, NodeId)>,
    /// What an instance left out.
    pub(crate) left_out: LeftOut,
}

impl Schema {
    /// The node that a value of this schema has to fit.
    pub fn root(&self) -> &SchemaNode {
        self.node(self.root)
    }

    /// One node. A reference is a node of its own; [`Schema::resolve`] follows it.
    pub fn node(&self, id: NodeId) -> &SchemaNode {
        &self.nodes[id.index()]
    }

    /// The node that `id` stands for, behind any chain of references.
    ///
    /// A chain that ends in itself is refused where schemas are made, so this ends.
    pub fn resolve(&self, id: NodeId) -> &SchemaNode {
        self.node(self.resolve_id(id))
    }

    /// Where the node is that `id` stands for.
    pub(crate) fn resolve_id(&self, mut id: NodeId) -> NodeId {
        while let SchemaKind::Reference(definition) = self.node(id).kind {
            id = self.definitions[definition].1;
        }
        id
    }

    /// A schema without a node, to be built.
    pub(crate) fn empty() -> Self {
        Self { nodes: Vec::new(), root: NodeId(0), definitions: Vec::new(), left_out: LeftOut::default() }
    }

    /// Adds a node while a schema is being built.
    pub(crate) fn push(&mut self, node: SchemaNode) -> NodeId {
        self.nodes.push(node);
        NodeId((self.nodes.len() - 1) as u32)
    }
}

/// One node: its kind, its constraints, and what is said about it.
#[derive(Clone, Debug)]
pub struct SchemaNode {
    /// What values it admits.
    pub kind: SchemaKind,
    /// Constraints beside the kind, in the order in which they are written.
    pub rules: Vec<OwnedRule>,
    /// `description`, empty when there is none.
    pub description: String,
    /// `title`, empty when there is none.
    pub title: String,
    /// `default`
    pub default: Option<Value>,
    /// `examples`
    pub examples: Vec<Value>,
}

impl SchemaNode {
    /// A node of this kind about which nothing more is said.
    pub fn new(kind: SchemaKind) -> Self {
        Self {
            kind,
            rules: Vec::new(),
            description: String::new(),
            title: String::new(),
            default: None,
            examples: Vec::new(),
        }
    }
}

/// The kinds of node (contract S2).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SchemaKind {
    /// Any JSON value: `{}`.
    Any,
    /// `null`
    Null,
    /// A boolean, of these values when the list is not empty.
    Boolean {
        /// `enum` or `const`
        allowed: Vec<bool>,
    },
    /// An integer; `5.0` is one (contract J2).
    Integer {
        /// `enum` or `const`
        allowed: Vec<Number>,
        /// The ends of the Rust type. They are enforced, and only those of 8- and 16-bit types are written as bounds; an
        /// unsigned type writes `minimum: 0` (decision D27). `None` for raw schemas.
        width: Option<Width>,
    },
    /// Any number.
    Number {
        /// `enum` or `const`
        allowed: Vec<Number>,
        /// Whether the value must fit an `f32`.
        single: bool,
    },
    /// A string, of these values when the list is not empty.
    String {
        /// `enum` or `const`
        allowed: Vec<String>,
    },
    /// An array of equal items.
    Array {
        /// What every item has to fit.
        items: NodeId,
    },
    /// An object.
    Object {
        /// The declared keys, in wire order.
        properties: Vec<Property>,
        /// What other keys may hold.
        additional: Additional,
    },
    /// Exactly one of the branches.
    Union {
        /// The branches, in order.
        branches: Vec<NodeId>,
        /// The key whose literal tells the branches apart, when there is one.
        tag: Option<String>,
    },
    /// A `$ref` to the definition of this index.
    Reference(usize),
}

/// The ends of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// The smallest value.
    pub min: i128,
    /// The largest value.
    pub max: i128,
    /// The name of the Rust type, for messages.
    pub name: &'static str,
}

/// One declared key of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// The key on the wire.
    pub name: String,
    /// What its value has to fit.
    pub node: NodeId,
    /// Whether it must be there.
    pub required: bool,
    /// Other names that repair accepts for it; no schema shows them.
    pub aliases: Vec<String>,
}

/// What an object may hold beside its declared keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Additional {
    /// Anything, and nothing is said about it: the root of parameters (contract S3).
    Implicit,
    /// The same, but the type keeps what it does not declare, so nothing is ignored.
    Kept,
    /// Anything, written as `additionalProperties: true`.
    Open,
    /// Nothing, written as `additionalProperties: false`.
    Closed,
    /// Values of this schema.
    Each(NodeId),
}
