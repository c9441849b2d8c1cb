//! What may be absent, what may be `null`, and pointers.

use std::any::TypeId;
use std::sync::Arc;

use crate::content::Content;
use crate::json::{Encoder, Fail, Reader};
use crate::schema::asserts::assert_not_null;
use crate::schema::rule::{Measure, Rule};
use crate::schema::shape::{Shape, kinds};
use crate::schema::table::{Node, ops};
use crate::schema::tool_value::ToolValue;
use crate::schema::violation::{Path, Violations};

impl<T: ToolValue> ToolValue for Option<T> {
    const KINDS: u8 = T::KINDS | kinds::NULL;
    const LITERALS: &'static [&'static str] = T::LITERALS;
    const OPTIONAL: bool = true;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Nullable(ops::<T>()) }
    }

    fn field_node() -> &'static Node {
        T::node()
    }

    fn field_identity() -> TypeId {
        T::identity()
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        const { assert_not_null(T::KINDS) }
        if reader.eat_null() { Ok(None) } else { T::decode(reader).map(Some) }
    }

    #[inline]
    fn decode_field(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        T::decode(reader).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn encode(&self, out: &mut Encoder) {
        match self {
            Some(value) => value.encode(out),
            None => out.null(),
        }
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        if let Some(value) = self {
            value.check(at, out);
        }
    }

    fn measure(&self) -> Measure<'_> {
        self.as_ref().map_or(Measure::Nothing, T::measure)
    }

    fn keeps(&self, rules: &[Rule]) -> bool {
        match self {
            Some(value) => value.keeps(rules),
            None => true,
        }
    }

    fn render(&self) -> Content {
        self.as_ref().map_or_else(|| Content::text("null"), T::render)
    }
}

/// A value that is always there but may be `null` (decision D28).
///
/// As a field it is required, and its schema is `oneOf` the inner type and `null`; an [`Option`] is a key that may be absent.
///
/// ```
/// use tool_sdk::Nullable;
///
/// let exit_code: Nullable<i32> = None.into();
/// assert_eq!(exit_code.as_option(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nullable<T>(Option<T>);

impl<T> Nullable<T> {
    /// `null`
    pub const NULL: Self = Self(None);

    /// A value that is not `null`.
    pub const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// The value, if it is not `null`.
    pub const fn as_option(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The value by itself, if it is not `null`.
    pub fn into_option(self) -> Option<T> {
        self.0
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(value: Nullable<T>) -> Self {
        value.0
    }
}

impl<T: ToolValue> ToolValue for Nullable<T> {
    const KINDS: u8 = T::KINDS | kinds::NULL;
    const LITERALS: &'static [&'static str] = T::LITERALS;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Nullable(ops::<T>()) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Option::<T>::decode(reader).map(Self)
    }

    fn encode(&self, out: &mut Encoder) {
        self.0.encode(out);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        self.0.check(at, out);
    }

    fn measure(&self) -> Measure<'_> {
        self.0.measure()
    }
}

macro_rules! pointers {
    ($($pointer:ident),*) => { $(
        impl<T: ToolValue> ToolValue for $pointer<T> {
            const KINDS: u8 = T::KINDS;
            const LITERALS: &'static [&'static str] = T::LITERALS;
            const SHAPE: Shape = T::SHAPE;
            const OPTIONAL: bool = T::OPTIONAL;
            const INERT: bool = T::INERT;

            fn node() -> &'static Node {
                T::node()
            }

            fn field_node() -> &'static Node {
                T::field_node()
            }

            fn identity() -> TypeId {
                T::identity()
            }

            fn field_identity() -> TypeId {
                T::field_identity()
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                T::decode(reader).map(Self::new)
            }

            fn decode_field(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                T::decode_field(reader).map(Self::new)
            }

            fn absent() -> Option<Self> {
                T::absent().map(Self::new)
            }

            fn is_absent(&self) -> bool {
                (**self).is_absent()
            }

            fn encode(&self, out: &mut Encoder) {
                (**self).encode(out);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                (**self).check(at, out);
            }

            fn measure(&self) -> Measure<'_> {
                (**self).measure()
            }

            fn render(&self) -> Content {
                (**self).render()
            }
        }
    )* };
}

pointers!(Box, Arc);
