//! Types that are strings in JSON.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::content::Content;
use crate::json::{Encoder, Fail, Reader};
use crate::schema::rule::{Measure, Rule};
use crate::schema::shape::kinds;
use crate::schema::table::Node;
use crate::schema::tool_value::ToolValue;
use crate::schema::violation::{Path, Violation, Violations};

macro_rules! strings {
    ($($type:ty),* $(,)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::STRING;
            const INERT: bool = true;

            fn node() -> &'static Node {
                const { &Node::String(&[]) }
            }

            #[inline]
            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                Ok(Self::from(reader.string()?.into_owned()))
            }

            #[inline]
            fn encode(&self, out: &mut Encoder) {
                out.string(self);
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Text(self)
            }

            fn render(&self) -> Content {
                Content::text(String::from(&**self))
            }
        }
    )* };
}

strings!(String, Box<str>, Arc<str>, Cow<'static, str>);

impl ToolValue for char {
    const KINDS: u8 = kinds::STRING;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::String(&[Rule::MinLength(1), Rule::MaxLength(1)]) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let text = reader.string()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(Fail),
        }
    }

    fn encode(&self, out: &mut Encoder) {
        out.string(self.encode_utf8(&mut [0; 4]));
    }
}

impl ToolValue for PathBuf {
    const KINDS: u8 = kinds::STRING;

    fn node() -> &'static Node {
        const { &Node::String(&[]) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Ok(Self::from(reader.string()?.into_owned()))
    }

    fn encode(&self, out: &mut Encoder) {
        out.string(&self.to_string_lossy());
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        if self.to_str().is_none() {
            out.push(Violation::expected(at.to_string(), "a path of Unicode text", format_args!("{self:?}")));
        }
    }

    fn measure(&self) -> Measure<'_> {
        self.to_str().map_or(Measure::Nothing, Measure::Text)
    }
}
