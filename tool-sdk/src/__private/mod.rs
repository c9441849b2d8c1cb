//! What expansions of the macros call. Nothing here is public API: it changes without notice.

pub use core::any::Any;
pub use core::convert::Into;
pub use core::default::Default;
pub use core::future::Future;
pub use core::marker::{Send, Sync};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, str, u8};
pub use core::result::Result::{self, Err, Ok};
pub use std::boxed::Box;
pub use std::string::String;
pub use std::vec::Vec;

pub use crate::cards::{GivesCall, GivesResult, meta_card, meta_text, presented};
pub use crate::content::Content;
pub use crate::context::{FromCall, Needs, ToolContext};
pub use crate::json::{Encoder, Fail, Reader};
pub use crate::outcome::OutcomeInfo;
pub use crate::present::declared as card;
pub use crate::present::{CallView, Finished, Kind, Presented, ResultView};
pub use crate::registry::ToolSet;
pub use crate::schema::asserts::{assert_flatten, assert_integral, assert_rest, assert_rule, assert_unique_names};
pub use crate::schema::check::{check_adjacent, check_newtype, check_object, check_with};
pub use crate::schema::decode::{Raw, Tag, write};
pub use crate::schema::defaults::{
    BareDefault, Constant, IntoDefault, NotNumber, Number, assert_default_number, assert_default_text, bare_default,
    default_into,
};
pub use crate::schema::duration::{DurationField, duration_ops, write_duration};
pub use crate::schema::encode::{Piece, template};
pub use crate::schema::overlap::assert_disjoint;
pub use crate::schema::shape::{Key, Shape, kinds};
pub use crate::schema::table::{Branch, Enum, Field, Newtype, Node, Object, Ops, Union, Variant, ops};
pub use crate::schema::tool_value::default_render;
pub use crate::schema::{Format, Measure, Narrow, NoArgs, Num, Path, Rule, ToolArgs, ToolValue, Violations};
pub use crate::tool::{Effect, Given, HookArg, Hooks, OutputOf, Tool, ToolReturn, ToolSpec, given, inline};
#[cfg(feature = "macros")]
pub use crate::tools::{Named, named};
#[cfg(feature = "macros")]
pub use tool_sdk_macros::tools;
