//! `Option`, which may be absent, and `Nullable`, which may be null (decision D28).

use std::collections::BTreeMap;

use tool_sdk::{Nullable, ToolValue};

use super::agree;

#[derive(ToolValue)]
enum Signal {
    Int,
    Term,
}

#[derive(ToolValue)]
struct Detail {
    #[arg(min = 1)]
    line: u8,
}

/// Absent, null or a text: three things that a caller can mean.
type MaybeText = Nullable<String>;

/// Keys that are always there.
#[derive(ToolValue)]
struct Nullables {
    code: Nullable<i32>,
    signal: Nullable<Signal>,
    detail: Nullable<Detail>,
    maybe: Option<MaybeText>,
    many: Vec<Nullable<bool>>,
}
agree!(nullables: Nullables, "code" = I32);

/// Options where no key could be absent.
#[derive(ToolValue)]
struct Options {
    items: Vec<Option<i64>>,
    deep: Option<Vec<Option<Vec<Option<u8>>>>>,
    map: BTreeMap<String, Option<String>>,
    plain: Option<Detail>,
}
agree!(options: Options, "items.*" = I64);
agree!(root_option: Option<Vec<u8>>);
agree!(root_nullable: Nullable<Signal>);
