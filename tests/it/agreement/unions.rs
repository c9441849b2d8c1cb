//! Enums with data, in each of their forms.

use std::collections::BTreeMap;

use tool_sdk::{Nullable, ToolValue};

use super::agree;

/// The result of a shell call.
#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase")]
enum Shell {
    Background {
        job_id: String,
    },
    /// It ended.
    Foreground {
        exit_code: Nullable<i32>,
        #[arg(default)]
        timed_out: bool,
        #[arg(skip)]
        #[expect(dead_code, reason = "it is not on the wire")]
        raw: Vec<u8>,
    },
    Other(Details),
    #[tool(rename = "no-thing")]
    Nothing,
}

#[derive(ToolValue)]
struct Details {
    #[arg(max_length = 3)]
    why: String,
    code: Option<u8>,
}
agree!(tagged: Shell, "exitCode" = I32);

/// Fields in another case than the variants.
#[derive(ToolValue)]
#[tool(tag = "type", rename_all = "UPPERCASE", rename_all_fields = "kebab-case")]
enum Cases {
    First {
        the_one: u8,
    },
    #[tool(rename_all = "PascalCase", description = "The other.")]
    Second {
        the_other: u8,
    },
}
agree!(field_cases: Cases);

/// Variants with their data beside the tag.
#[derive(ToolValue)]
#[tool(tag = "op", content = "data", rename_all = "snake_case")]
enum Step {
    Stop,
    Wait(#[arg(min = 1)] u32),
    Move {
        x: i32,
        y: Option<i32>,
        #[arg(default = 2)]
        speed: u8,
    },
    Say(String),
    Many(Vec<Details>),
}
agree!(adjacent: Step, "data" = U32, "data.x" = I32, "data.y" = I32);

/// A line, or a span of them.
#[derive(ToolValue)]
#[tool(untagged)]
enum Lines {
    One(#[arg(min = 1)] u32),
    Range { from: u32, to: u32 },
}
agree!(untagged: Lines, "" = U32, "from" = U32, "to" = U32);

/// One variant of every kind of JSON.
#[derive(ToolValue)]
#[tool(untagged)]
enum Kinds {
    Text(String),
    Count(i64),
    Truth(bool),
    Nothing(()),
    Items(Vec<u8>),
    Object(BTreeMap<String, bool>),
}
agree!(untagged_kinds: Kinds, "" = I64);

/// Objects that differ in a required key or in a literal, and words that differ.
#[derive(ToolValue)]
#[tool(untagged)]
enum Shapes {
    Circle { radius: f64, name: Option<String> },
    Square { side: f64 },
    Word(Word),
    Other(OtherWord),
}

#[derive(ToolValue)]
#[tool(rename_all = "lowercase")]
enum Word {
    Content,
    Files,
}

#[derive(ToolValue)]
#[tool(rename_all = "lowercase")]
enum OtherWord {
    Fast,
    Slow,
}
agree!(untagged_shapes: Shapes);

/// Unions in unions, lists and options.
#[derive(ToolValue)]
struct Holder {
    lines: Option<Lines>,
    shell: Vec<Shell>,
    step: Nullable<Step>,
    shapes: BTreeMap<String, Shapes>,
    kinds: Vec<Option<Lines>>,
}
agree!(
    unions_inside: Holder,
    "lines" = U32, "lines.from" = U32, "lines.to" = U32, "shell.*.exitCode" = I32, "step.data" = U32, "step.data.x" = I32,
    "step.data.y" = I32, "kinds.*" = U32, "kinds.*.from" = U32, "kinds.*.to" = U32,
);

/// A union over a type of the caller's.
#[derive(ToolValue)]
#[tool(tag = "state")]
enum Outcome<T> {
    Done { value: T },
    Failed { why: String },
}
agree!(generic_union: Outcome<Vec<Outcome<bool>>>);
