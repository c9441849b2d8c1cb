//! [`ToolValue`] for types of other crates, each behind a feature of its crate's name (decision D3).
//!
//! Each is a string with a standard `format`. The format is checked first, so the many other spellings that some parsers take
//! (a UUID in braces, a date with a space) are refused as the schema says.
