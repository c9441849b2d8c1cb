//! Every type of the standard library that is a tool value, there and back.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(ToolValue)]
struct Everything {
    integers: Integers,
    floats: [Floats; 1],
    texts: Box<Texts>,
    many: Arc<Many>,
    any: Value,
    map: JsonMap,
    nothing: (),
    yes: bool,
    #[arg(unit = "s")]
    time: Duration,
}

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

#[derive(ToolValue)]
struct Floats {
    a: f32,
    b: f64,
}

#[derive(ToolValue)]
struct Texts {
    a: String,
    b: Box<str>,
    c: Arc<str>,
    d: Cow<'static, str>,
    e: PathBuf,
    f: char,
}

#[derive(ToolValue)]
struct Many {
    a: Vec<u8>,
    b: VecDeque<u8>,
    c: [u8; 2],
    d: HashSet<u8>,
    e: BTreeSet<u8>,
    f: HashMap<String, u8>,
    g: BTreeMap<String, u8>,
}

/// Give everything back.
#[tool]
fn give(everything: Everything) -> Everything {
    everything
}

fn main() {
    let everything = json!({
        "integers": {"a": -1, "b": -1, "c": -1, "d": i64::MIN, "e": -1, "f": 1, "g": 1, "h": 1, "i": u64::MAX, "j": 1},
        "floats": [{"a": 0.5, "b": 1.5}],
        "texts": {"a": "a", "b": "b", "c": "c", "d": "d", "e": "e", "f": "ß"},
        "many": {"a": [1, 1], "b": [1], "c": [1, 2], "d": [1], "e": [1, 2], "f": {"a": 1}, "g": {"b": 2}},
        "any": [null, {"x": 1}],
        "map": {"y": "z"},
        "nothing": null,
        "yes": true,
        "time": 3,
    });
    let outcome = testing::block_on(testing::call(Give, json!({"everything": everything.clone()})));
    assert_eq!(outcome.value().map(|value| value.to_json()), Some(everything), "{}", outcome.text());
}
