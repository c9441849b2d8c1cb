//! Arrays, sets, maps and pointers.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use serde_json::Value;
use tool_sdk::{JsonMap, ToolValue};

use super::agree;

/// Lists of lists.
#[derive(ToolValue)]
struct Lists {
    plain: Vec<u16>,
    both_ends: VecDeque<i32>,
    deep: Vec<Vec<Vec<bool>>>,
}
agree!(lists: Lists, "both_ends.*" = I32);

/// Arrays of a count.
#[derive(ToolValue)]
struct Counted {
    three: [u8; 3],
    square: [[f64; 2]; 2],
    one: [Option<String>; 1],
}
agree!(counted: Counted);

/// Sets, which hold an item once; `1` and `1.0` are the same item.
#[derive(ToolValue)]
struct Sets {
    words: HashSet<String>,
    numbers: BTreeSet<i64>,
    letters: BTreeSet<char>,
    maybe: Option<BTreeSet<u8>>,
}
agree!(lossy sets: Sets, "numbers.*" = I64);

/// Objects with free keys.
#[derive(ToolValue)]
struct Maps {
    sorted: BTreeMap<String, u32>,
    hashed: HashMap<String, Vec<bool>>,
    nested: BTreeMap<String, BTreeMap<String, i8>>,
}
agree!(maps: Maps, "sorted.*" = U32);
agree!(root_map: BTreeMap<String, Vec<u8>>);

/// Any JSON wherever it can stand.
#[derive(ToolValue)]
struct Anything {
    any: Value,
    many: Vec<Value>,
    free: HashMap<String, Value>,
    object: JsonMap,
}
agree!(anything: Anything);

/// Pointers answer for what they point at.
#[derive(ToolValue)]
struct Pointers {
    boxed: Box<u8>,
    shared: Arc<Vec<String>>,
    maybe: Option<Box<i16>>,
    inside: Box<Option<u16>>,
    lists: Vec<Arc<[u8; 2]>>,
}
agree!(pointers: Pointers);
agree!(root_list: Vec<Option<u16>>);

/// One page of many items.
#[derive(ToolValue)]
struct Page<T, const N: usize> {
    items: Vec<T>,
    #[arg(min = 1)]
    total: u8,
    corner: [T; N],
}
agree!(generic_of_text: Page<String, 1>);
agree!(generic_of_pages: Page<Page<bool, 0>, 2>);
