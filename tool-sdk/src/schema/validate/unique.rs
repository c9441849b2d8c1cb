//! Equality of items as JSON has it: numbers by value, objects whatever the order of their keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;

use crate::json::canonical_text;

/// The first item that is equal to an earlier one: the earlier index, then its own.
pub(in crate::schema) fn repeated(items: &[Value]) -> Option<(usize, usize)> {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        match seen.entry(canonical_text(item)) {
            Entry::Occupied(first) => return Some((*first.get(), index)),
            Entry::Vacant(free) => {
                free.insert(index);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::repeated;
    use serde_json::json;

    #[test]
    fn equality_is_that_of_json() {
        let equal = [
            json!([1, 1.0]),
            json!([{"a": 1, "b": [2.0]}, {"b": [2], "a": 1}]),
            json!([1e16, 10_000_000_000_000_000_i64]),
            json!([0, -0.0]),
            json!([[], []]),
        ];
        for items in &equal {
            assert!(repeated(items.as_array().unwrap()).is_some(), "{items}");
        }
        let different = [
            json!([1, true, "1", null, "null", "true", [1], {"1": 1}]),
            json!([9_007_199_254_740_993_i64, 9_007_199_254_740_992_i64, 9_007_199_254_740_994.0]),
            json!([["a,b"], ["a", "b"], [["a"], "b"], ["a", ["b"]]]),
            json!([{"a": 1, "b": 2}, {"a": {"b": 2}}, {"a\":1,\"b": 2}]),
        ];
        for items in &different {
            assert_eq!(repeated(items.as_array().unwrap()), None, "{items}");
        }
        assert_eq!(repeated(json!([1, 2, 3, 2]).as_array().unwrap()), Some((1, 3)));
    }
}
