//! Schemas: one declaration seen as a table that decodes and as a document that a model reads (contract S1–S14).
//!
//! * [`ToolValue`] is what a type has to be; the derives and the impls of this crate fill it in. Its *static tables* drive decoding,
//!   encoding and the check of a value.
//! * [`Schema`] is the same thing owned: built from the tables, or read from JSON Schema. JSON text, the validator, repair and
//!   every export read this one.

pub(crate) mod asserts;
mod build;
pub(crate) mod check;
pub(crate) mod decode;
pub(crate) mod defaults;
pub(crate) mod duration;
mod emit;
pub(crate) mod encode;
mod format;
pub(crate) mod left_out;
mod model;
mod narrow;
mod near;
pub(crate) mod overlap;
mod pattern;
mod raw_overlap;
mod repair;
mod rule;
pub(crate) mod shape;
mod std_impls;
mod subset;
pub(crate) mod table;
mod third_party;
pub(crate) mod tool_value;
mod trail;
mod validate;
mod violation;

pub(crate) use build::defaults_fit;
pub use check::{CheckOutcome, Invalid};
pub use format::Format;
pub use model::{Additional, NodeId, OwnedRule, Property, Schema, SchemaKind, SchemaNode, Width};
pub use narrow::Narrow;
pub(crate) use near::nearest;
pub use repair::{Ignored, Repair, RepairKind};
pub(crate) use repair::{ignored_keys, repair};
pub use rule::{Measure, Num, Rule};
pub use std_impls::{JsonMap, Nullable};
pub use tool_value::{NoArgs, ToolArgs, ToolValue};
pub use violation::{Path, Violation, Violations};
