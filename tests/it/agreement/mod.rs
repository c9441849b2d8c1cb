//! Contract S1: for any JSON, *schema accepts* ⇔ *decode succeeds*, in both directions, for types that use every attribute.
//!
//! The types stand in files by subject, each with the test that it gets from [`agree!`]: 10,000 arbitrary texts, 10,000 texts that
//! are valid or nearly so in each direction, and a judge that is not ours.

mod arguments;
mod containers;
mod defaults;
mod nulls;
mod objects;
mod recursive;
mod rules;
mod scalars;
mod shipped;
mod unions;

use std::fmt::Write as _;

use serde_json::Value;
use tool_sdk::json::{Encoder, canonical_text};
use tool_sdk::schema::Schema;
use tool_sdk::{ToolArgs, ToolValue, args};

use crate::support::dice::Dice;
use crate::support::generate::Generator;
use crate::support::json::Json;
use crate::support::judge::{Judge, Widths};
use crate::support::mutate::mutate;

const TEXTS: usize = 10_000;

/// The test of one type: `agree!(name: Type, "path" = Width, …)`. `args` before the name holds the parameter schema to it as well;
/// `lossy` says that a value need not give back all that its text said (keys of an open object, the order of a set).
macro_rules! agree {
    ($name:ident: $type:ty $(, $path:literal = $width:ident)* $(,)?) => {
        agree!(@test $name, $type, false, None, $($path = $width),*);
    };
    (lossy $name:ident: $type:ty $(, $path:literal = $width:ident)* $(,)?) => {
        agree!(@test $name, $type, true, None, $($path = $width),*);
    };
    (args $name:ident: $type:ty $(, $path:literal = $width:ident)* $(,)?) => {
        agree!(@test $name, $type, true, Some($crate::agreement::parameters::<$type>()), $($path = $width),*);
    };
    (@test $name:ident, $type:ty, $lossy:literal, $parameters:expr, $($path:literal = $width:ident),*) => {
        // contract: S1, S4, S5, S7, S9, J1, J2
        #[test]
        fn $name() {
            $crate::agreement::compare::<$type>($crate::agreement::Case {
                name: stringify!($name),
                widths: &[$(($path, $crate::support::judge::Width::$width)),*],
                lossy: $lossy,
                parameters: $parameters,
            });
        }
    };
}
use agree;

/// Every key of `#[arg(…)]` and, as far as it bears on schema or decoder, of `#[tool(…)]` on types and variants.
const KEYS: &[&str] = &[
    "min =",
    "max =",
    "exclusive_min =",
    "exclusive_max =",
    "multiple_of =",
    "min_length =",
    "max_length =",
    "non_empty",
    "not_blank",
    "pattern =",
    "format =",
    "min_items =",
    "max_items =",
    "unique_items",
    "default)",
    "default =",
    "alias =",
    "rename =",
    "examples =",
    "description =",
    "flatten",
    "skip",
    "rest",
    "unit = \"ms\"",
    "unit = \"s\"",
    "rename_all =",
    "rename_all_fields =",
    "tag =",
    "content =",
    "untagged",
    "open",
];

/// A key that no type here uses is one about which nothing is known.
#[test]
fn at_least_thirty_types_use_every_key() {
    let sources = [
        include_str!("arguments.rs"),
        include_str!("containers.rs"),
        include_str!("defaults.rs"),
        include_str!("nulls.rs"),
        include_str!("objects.rs"),
        include_str!("recursive.rs"),
        include_str!("rules.rs"),
        include_str!("scalars.rs"),
        include_str!("unions.rs"),
    ];
    let all = sources.concat();
    let attributes: String =
        all.lines().filter(|line| line.trim_start().starts_with("#[") || line.contains("#[arg(")).collect();
    for key in KEYS {
        assert!(attributes.contains(key), "no type uses `{key}`");
    }
    assert!(all.matches("#[derive(Tool").count() >= 30 && all.matches("agree!(").count() >= 30);
}

struct Case {
    name: &'static str,
    widths: &'static Widths,
    lossy: bool,
    parameters: Option<Value>,
}

fn parameters<A: ToolArgs>() -> Value {
    Schema::parameters::<A>().to_json()
}

fn compare<T: ToolValue>(case: Case) {
    let mut report = Report::new(case.name);
    let [accepted, produced] = [Schema::accepted::<T>(), Schema::of::<T>()].map(|schema| read(&schema.to_text()));
    let input = Judge::new(&accepted, case.widths);
    let output = Judge::new(&produced, case.widths);
    let parameters = case.parameters.map(|schema| Judge::new(&schema, case.widths));
    let output_of = |value: &T, report: &mut Report| fits_and_comes_back(value, &output, report);

    let mut texts = Texts::new(case.name, accepted);
    for i in 0..2 * TEXTS {
        let (json, text) = texts.next(i % 2 == 0);
        let said = input.accepts(&json);
        if let Some(parameters) = &parameters {
            report.equal("the parameter schema and the input schema", &said, &parameters.accepts(&json), &text);
        }
        let decoded = args::decode::<T>(&text);
        report.verdict("input", said, decoded.as_ref().err(), &text, i % 2 == 0);
        if let Ok(value) = decoded {
            output_of(&value, &mut report);
        }
    }
    let doubles = Schema::of::<T>().to_text().contains(r#""type":"number""#);
    let mut texts = Texts::new(case.name, produced);
    for i in 0..2 * TEXTS {
        let (json, text) = texts.next(i % 2 == 0);
        let decoded = args::decode_value::<T>(&text);
        report.verdict("output", output.accepts(&json), decoded.as_ref().err(), &text, i % 2 == 0);
        if let Ok(value) = decoded {
            let encoded = output_of(&value, &mut report);
            if !case.lossy {
                let [before, after] = [json.to_value(), read(&encoded)].map(|tree| told(tree, doubles));
                report.equal("the text and what it was decoded to", &before, &after, &text);
            }
        }
    }
    report.finish();
}

/// The value as JSON, which has to fit the output schema and to decode to the same JSON again.
fn fits_and_comes_back<T: ToolValue>(value: &T, output: &Judge, report: &mut Report) -> String {
    let once = encode(value);
    report.equal("a value and its output schema", &true, &output.accepts(&Json::from_value(&read(&once))), &once);
    let twice = args::decode_value::<T>(&once).map(|value| encode(&value));
    report.equal("a value and what it is decoded to", &Ok(&once), &twice.as_ref(), &once);
    once
}

/// A tree as text that says the same of equal trees: `5.0` is `5` (contract J2), and where a type has doubles, integers are told
/// as they round.
fn told(mut tree: Value, doubles: bool) -> String {
    normalise(&mut tree, doubles);
    canonical_text(&tree)
}

fn normalise(tree: &mut Value, doubles: bool) {
    match tree {
        Value::Number(n) => {
            let double = n.as_f64().unwrap_or_default();
            let rounded = if doubles || n.is_f64() { Value::from(double) } else { return };
            let whole = double.fract() == 0.0 && double.abs() < 1.8e19;
            *tree = if whole { Json::integer(double as i128).to_value() } else { rounded };
        }
        Value::Array(items) => items.iter_mut().for_each(|item| normalise(item, doubles)),
        Value::Object(members) => members.values_mut().for_each(|member| normalise(member, doubles)),
        _ => {}
    }
}

fn encode<T: ToolValue>(value: &T) -> String {
    let mut out = Encoder::compact();
    value.encode(&mut out);
    out.finish()
}

fn read(text: &str) -> Value {
    tool_sdk::json::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Texts of one schema.
struct Texts(Generator);

impl Texts {
    fn new(name: &str, schema: Value) -> Self {
        Self(Generator::new(schema, Dice::of(name)))
    }

    /// A near-valid text, changed in up to two places, or an arbitrary one.
    fn next(&mut self, near: bool) -> (Json, String) {
        let json = if near {
            let mut json = self.0.near();
            for _ in 0..[0, 0, 0, 1, 1, 1, 1, 2, 2][self.0.dice.below(9)] {
                mutate(&mut json, &mut self.0);
            }
            json
        } else {
            self.0.arbitrary(0)
        };
        let text = json.written(&mut self.0.dice);
        (json, text)
    }
}

/// What was found, told at the end so that one run shows several kinds of mistake.
struct Report {
    name: &'static str,
    found: Vec<String>,
    /// How many near-valid texts were accepted and refused.
    near: [usize; 2],
}

impl Report {
    fn new(name: &'static str) -> Self {
        Self { name, found: Vec::new(), near: [0, 0] }
    }

    fn verdict(&mut self, direction: &str, said: bool, error: Option<&args::DecodeError>, text: &str, near: bool) {
        self.near[usize::from(said)] += usize::from(near);
        if said == error.is_some() {
            let schema = if said { "accepts" } else { "refuses" };
            let decoder = error.map_or_else(|| "accepts".to_owned(), |error| format!("says: {error}"));
            self.found.push(format!("{direction}: the schema {schema}, the decoder {decoder}\n    {text}"));
        }
        // A refusal that gives no reason, or owns that schema and decoder disagree, helps nobody.
        if let Some(error) = error.map(ToString::to_string).filter(|error| error.contains("not its type")) {
            self.found.push(format!("{direction}: {error}\n    {text}"));
        }
    }

    fn equal<V: PartialEq + std::fmt::Debug>(&mut self, what: &str, a: &V, b: &V, text: &str) {
        if a != b {
            self.found.push(format!("{what} differ: {a:?} and {b:?}\n    {text}"));
        }
    }

    fn finish(self) {
        let mut told = String::new();
        for found in self.found.iter().take(8) {
            let _ = writeln!(told, "  {found}");
        }
        assert!(self.found.is_empty(), "{}: {} disagreements, among them\n{told}", self.name, self.found.len());
        // A run in which nearly everything went one way has tried nothing. Types that take any JSON refuse only lossy texts.
        let all: usize = self.near.iter().sum();
        assert!(self.near.iter().all(|n| n * 100 >= all), "{}: refused and accepted {:?}", self.name, self.near);
    }
}
