//! Structs and what their attributes do to the object.

use std::collections::BTreeMap;

use tool_sdk::{JsonMap, ToolValue};

use super::agree;

/// Names on the wire that are not those in Rust.
#[derive(ToolValue)]
#[tool(rename_all = "camelCase")]
struct Renamed {
    job_id: u8,
    #[arg(rename = "type", examples = ["a", "b"], description = "Which.")]
    kind_of_thing: String,
    /// With other names that no schema shows.
    #[arg(alias = "headLimit", alias = "-C", examples = [1, 2])]
    the_limit: Option<u8>,
    #[arg(rename = "a.b-c")]
    odd: Option<bool>,
}
agree!(renamed: Renamed);

/// The other cases.
#[derive(ToolValue)]
#[tool(rename_all = "SCREAMING_SNAKE_CASE")]
struct Shouting {
    one_two: u8,
    inner: Kebab,
}

#[derive(ToolValue)]
#[tool(rename_all = "kebab-case")]
struct Kebab {
    three_four: Option<Pascal>,
}

#[derive(ToolValue)]
#[tool(rename_all = "PascalCase")]
struct Pascal {
    five_six: bool,
}
agree!(cases: Shouting);

/// Keys of another struct among one's own.
#[derive(ToolValue)]
struct Flat {
    name: String,
    #[arg(flatten)]
    window: Window,
    #[arg(flatten)]
    more: More,
}

#[derive(ToolValue)]
struct Window {
    #[arg(min = 1)]
    offset: u8,
    limit: Option<u8>,
}

#[derive(ToolValue)]
struct More {
    #[arg(default = 3)]
    depth: u8,
    #[arg(flatten)]
    deepest: Deepest,
}

#[derive(ToolValue)]
struct Deepest {
    tags: Option<Vec<String>>,
}
agree!(flattened: Flat);

/// A field that is not on the wire.
#[derive(ToolValue)]
struct Skipped {
    shown: u8,
    #[arg(skip)]
    #[expect(dead_code, reason = "it is not on the wire")]
    hidden: Vec<u8>,
    #[arg(skip, default = 7)]
    #[expect(dead_code, reason = "it is not on the wire")]
    chosen: u8,
}
agree!(skipped: Skipped);

/// Keys that nobody declared are dropped.
#[derive(ToolValue)]
#[tool(open)]
struct Open {
    known: u8,
    maybe: Option<String>,
}
agree!(lossy open: Open);

/// Keys that nobody declared are kept.
#[derive(ToolValue)]
#[tool(open)]
struct Rest {
    known: u8,
    #[arg(flatten)]
    window: Window,
    #[arg(rest)]
    more: JsonMap,
}
agree!(rest: Rest);

/// Keys that nobody declared are kept when they fit.
#[derive(ToolValue)]
#[tool(open)]
struct TypedRest {
    known: Option<bool>,
    #[arg(rest)]
    more: BTreeMap<String, Window>,
}
agree!(typed_rest: TypedRest);

/// No field at all.
#[derive(ToolValue)]
struct Empty {}

#[derive(ToolValue)]
struct Unit;

#[derive(ToolValue)]
struct Empties {
    empty: Empty,
    unit: Option<Unit>,
}
agree!(empties: Empties);

macro_rules! wide {
    ($($field:ident)*) => {
        /// More fields than one word has bits.
        #[derive(ToolValue)]
        struct Wide {
            $($field: Option<u8>,)*
            last: bool,
        }
    };
}

wide! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9
    e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3 g4 g5 g6 g7 g8 g9
}
agree!(wide: Wide);
