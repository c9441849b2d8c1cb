//! Numbers, booleans and `()`.

use crate::json::{Encoder, Fail, Reader};
use crate::schema::model::Width;
use crate::schema::rule::{Measure, Num, Rule, integer_keeps};
use crate::schema::shape::kinds;
use crate::schema::table::Node;
use crate::schema::tool_value::ToolValue;
use crate::schema::violation::{Path, Violation, Violations};

macro_rules! integers {
    ($($type:ident by $write:ident as $wide:ty),* $(,)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::INTEGER;
            const INERT: bool = true;

            fn node() -> &'static Node {
                const {
                    &Node::Integer(Width {
                        min: $type::MIN as i128,
                        max: $type::MAX as i128,
                        name: stringify!($type),
                    })
                }
            }

            #[inline]
            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                let small = match reader.plain_integer() {
                    Some((false, value)) => Self::try_from(value).ok(),
                    Some((true, value)) => 0_i64.checked_sub_unsigned(value).and_then(|n| Self::try_from(n).ok()),
                    None => Self::try_from(reader.general_integer()?).ok(),
                };
                small.ok_or(Fail)
            }

            #[inline]
            fn encode(&self, out: &mut Encoder) {
                out.$write(*self as $wide);
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Number(Num::Int(*self as i128))
            }

            #[inline]
            fn keeps(&self, rules: &[Rule]) -> bool {
                integer_keeps(rules, *self as i128)
            }
        }
    )* };
}

integers! {
    i8 by signed as i64, i16 by signed as i64, i32 by signed as i64, i64 by signed as i64, isize by signed as i64,
    u8 by unsigned as u64, u16 by unsigned as u64, u32 by unsigned as u64, u64 by unsigned as u64, usize by unsigned as u64,
}

macro_rules! floats {
    ($($type:ident by $write:ident, $single:literal);* $(;)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::INTEGER | kinds::NUMBER;

            fn node() -> &'static Node {
                const { &Node::Number { single: $single } }
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                let number = reader.number()?.as_f64() as Self;
                if number.is_finite() { Ok(number) } else { Err(Fail) }
            }

            fn encode(&self, out: &mut Encoder) {
                out.$write(*self);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                if !self.is_finite() {
                    out.push(Violation::expected(at.to_string(), "a finite number", self));
                } else if *self == 0.0 && self.is_sign_negative() {
                    out.push(Violation::expected(at.to_string(), "a number that JSON keeps", "negative zero"));
                }
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Number(Num::normal(f64::from(*self)))
            }
        }
    )* };
}

floats! {
    f64 by number, false;
    f32 by single, true;
}

impl ToolValue for bool {
    const KINDS: u8 = kinds::BOOLEAN;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::Boolean }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        reader.boolean()
    }

    fn encode(&self, out: &mut Encoder) {
        out.boolean(*self);
    }
}

impl ToolValue for () {
    const KINDS: u8 = kinds::NULL;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::Null }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        reader.null()
    }

    fn encode(&self, out: &mut Encoder) {
        out.null();
    }
}
