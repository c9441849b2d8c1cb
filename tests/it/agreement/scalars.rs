//! Strings, numbers and whatever else is one value, as fields and at the root.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use tool_sdk::ToolValue;

use super::agree;

/// Every type that is a string.
#[derive(ToolValue)]
struct Strings {
    owned: String,
    boxed: Box<str>,
    shared: Arc<str>,
    cow: Cow<'static, str>,
    path: PathBuf,
    letter: char,
}
agree!(strings: Strings);

/// Every integer type.
#[derive(ToolValue)]
struct Integers {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: isize,
    f: u8,
    g: u16,
    h: u32,
    i: u64,
    j: usize,
}
agree!(integers: Integers, "c" = I32, "d" = I64, "e" = I64, "h" = U32, "i" = U64, "j" = U64);

/// Both float types.
#[derive(ToolValue)]
struct Floats {
    double: f64,
    maybe: Option<f64>,
}
agree!(floats: Floats);

/// A float that holds fewer digits than JSON.
#[derive(ToolValue)]
struct Single {
    single: f32,
    many: Vec<f32>,
}
agree!(lossy single: Single, "single" = F32, "many.*" = F32);

/// A truth, a nothing and a name that is a keyword.
#[derive(ToolValue)]
struct Others {
    yes: bool,
    no: (),
    r#type: String,
}
agree!(others: Others);

/// How fast, with words said about each.
#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
enum Speed {
    /// Without a second look.
    Fast,
    /// With one.
    #[tool(rename = "very slow", description = "Careful.")]
    Slow,
    Foreground,
}
agree!(unit_enum: Speed);

/// The id of a job.
#[derive(ToolValue)]
#[tool(description = "Said here.")]
struct JobId(#[arg(pattern = r"^[a-z]+-\d+$", max_length = 6)] String);
agree!(newtype_of_text: JobId);

/// A port that needs no rights.
#[derive(ToolValue)]
struct Port(#[arg(min = 1024)] u16);

/// A newtype of a newtype, in a struct that adds a rule.
#[derive(ToolValue)]
struct Listener {
    port: Wrapped,
    #[arg(max = 9999)]
    low: Option<Port>,
    id: JobId,
}

#[derive(ToolValue)]
struct Wrapped(Port);
agree!(newtypes: Listener);

agree!(root_string: String);
agree!(root_bool: bool);
agree!(root_integer: i32, "" = I32);
agree!(root_float: f64);
agree!(root_null: ());
agree!(root_any: Value);
agree!(root_char: char);
