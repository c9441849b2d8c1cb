//! Values made from an emitted schema, mostly valid and sometimes just not, and values made from nothing.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::dice::Dice;
use super::json::Json;
use super::judge::validator;
use super::pools::{NUMBERS, TEXTS};

/// Beyond this, what may be left out is left out, so that recursive schemas end.
const DEEP: usize = 5;

/// Makes values of one schema.
pub(crate) struct Generator {
    root: &'static Value,
    /// The scalars that a node admits and those that it does not, by the address of the node.
    scalars: HashMap<*const Value, Scalars>,
    /// Every property name of the schema, and some that are none.
    keys: Vec<String>,
    /// Every literal of the schema.
    literals: Vec<Json>,
    pub(crate) dice: Dice,
}

struct Scalars {
    fit: Vec<Json>,
    unfit: Vec<Json>,
}

impl Generator {
    /// The schema is left in memory: there are as many as types, and nodes are known by their address.
    pub(crate) fn new(root: Value, dice: Dice) -> Self {
        let root: &'static Value = Box::leak(Box::new(root));
        let mut keys: Vec<String> = ["a", "b", "kind", "type", "value", "", "é", "Name"].map(str::to_owned).to_vec();
        let mut literals = Vec::new();
        collect(root, &mut keys, &mut literals);
        Self { root, scalars: HashMap::new(), keys, literals, dice }
    }

    /// A value that the schema accepts, but for a slip now and then.
    pub(crate) fn near(&mut self) -> Json {
        self.node(self.root, 0)
    }

    /// Any JSON, of the names and literals of the schema.
    pub(crate) fn arbitrary(&mut self, depth: usize) -> Json {
        match self.dice.below(if depth >= 4 { 6 } else { 10 }) {
            0 => Json::Null,
            1 => Json::Bool(self.dice.percent(50)),
            2 | 3 => Json::Number((*self.dice.pick(NUMBERS)).to_owned()),
            4 => Json::text(self.dice.pick::<&str>(TEXTS)),
            5 if !self.literals.is_empty() => self.dice.pick(&self.literals).clone(),
            5 => Json::text("a"),
            6 => {
                let len = self.dice.below(4);
                Json::Array((0..len).map(|_| self.arbitrary(depth + 1)).collect())
            }
            _ => {
                let len = self.dice.below(6);
                let member = |this: &mut Self| (this.key(), this.arbitrary(depth + 1));
                Json::Object((0..len).map(|_| member(self)).collect())
            }
        }
    }

    /// A name that the schema knows, or one that it does not.
    pub(crate) fn key(&mut self) -> String {
        self.dice.pick(&self.keys).clone()
    }

    fn node(&mut self, node: &'static Value, depth: usize) -> Json {
        let Value::Object(keywords) = node else { return self.arbitrary(2) };
        if let Some(Value::String(pointer)) = keywords.get("$ref") {
            let target = self.root.pointer(pointer.trim_start_matches('#'));
            return self.node(target.unwrap_or_else(|| panic!("{pointer} leads nowhere")), depth);
        }
        if let Some(Value::Array(branches)) = keywords.get("oneOf") {
            let branch = self.branch(branches, depth);
            return self.node(branch, depth);
        }
        match keywords.get("type").and_then(Value::as_str) {
            Some("object") => self.object(keywords, depth),
            Some("array") => self.array(keywords, depth),
            Some("null") => Json::Null,
            Some("boolean") => Json::Bool(self.dice.percent(50)),
            Some("string") => self.scalar(node, string_candidates(keywords)),
            Some(_) => self.scalar(node, number_candidates(keywords)),
            None => self.arbitrary(2),
        }
    }

    /// A branch; deep down one without containers, if there is one.
    fn branch(&mut self, branches: &'static [Value], depth: usize) -> &'static Value {
        let flat = |branch: &&Value| matches!(branch.get("type").and_then(Value::as_str), Some(kind) if kind != "object" && kind != "array");
        let flat: Vec<&'static Value> = branches.iter().filter(flat).collect();
        if depth > DEEP && !flat.is_empty() { self.dice.pick::<&Value>(&flat) } else { self.dice.pick(branches) }
    }

    fn object(&mut self, keywords: &'static Map<String, Value>, depth: usize) -> Json {
        let mut members = Vec::new();
        let required: Vec<&str> = keywords
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = keywords.get("properties").and_then(Value::as_object);
        for (name, node) in properties.into_iter().flatten() {
            let needed = required.contains(&name.as_str());
            if needed || self.dice.percent(if depth > DEEP { 5 } else { 60 }) {
                members.push((name.clone(), self.node(node, depth + 1)));
            }
        }
        let more = if self.dice.percent(40) && depth <= DEEP { self.dice.below(3) } else { 0 };
        for _ in 0..more {
            let key = self.key();
            let member = match keywords.get("additionalProperties") {
                Some(Value::Bool(false)) => break,
                Some(node @ Value::Object(_)) => self.node(node, depth + 1),
                _ => self.arbitrary(3),
            };
            if members.iter().all(|(other, _)| *other != key) {
                members.push((key, member));
            }
        }
        if self.dice.percent(30) {
            self.dice.shuffle(&mut members);
        }
        Json::Object(members)
    }

    fn array(&mut self, keywords: &'static Map<String, Value>, depth: usize) -> Json {
        let count = |key: &str, none: usize| keywords.get(key).and_then(Value::as_u64).map_or(none, |n| n as usize);
        let least = count("minItems", 0);
        let most = count("maxItems", least + 3);
        let len = if depth > DEEP { least } else { least + self.dice.below(most - least + 1) };
        let mut items: Vec<Json> = Vec::new();
        let node = keywords.get("items").unwrap_or(&Value::Null);
        let unique = keywords.get("uniqueItems") == Some(&Value::Bool(true)) && !self.dice.percent(2);
        // A small set of values may not have as many that differ; then the array is too short, which is near enough.
        for _ in 0..len * 3 {
            if items.len() == len {
                break;
            }
            let item = self.node(node, depth + 1);
            if !unique || items.iter().all(|other| other.to_value() != item.to_value()) {
                items.push(item);
            }
        }
        Json::Array(items)
    }

    /// A scalar that the node admits; in two of a hundred cases one that it does not.
    fn scalar(&mut self, node: &'static Value, candidates: impl FnOnce(&mut Dice) -> Vec<Json>) -> Json {
        let address = std::ptr::from_ref(node);
        if !self.scalars.contains_key(&address) {
            let mut alone = node.clone();
            if let Value::Object(keywords) = &mut alone {
                keywords.remove("default");
            }
            let validator = validator(&alone);
            let (fit, unfit) = candidates(&mut self.dice)
                .into_iter()
                .partition(|json: &Json| !json.is_lossy() && validator.is_valid(&json.to_value()));
            self.scalars.insert(address, Scalars { fit, unfit });
        }
        let Scalars { fit, unfit } = &self.scalars[&address];
        let among = if unfit.is_empty() || (self.dice.percent(98) && !fit.is_empty()) { fit } else { unfit };
        self.dice.pick(among).clone()
    }
}

fn literals(keywords: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let listed = keywords.get("enum").and_then(Value::as_array).into_iter().flatten();
    listed.chain(keywords.get("const"))
}

fn string_candidates(keywords: &Map<String, Value>) -> impl FnOnce(&mut Dice) -> Vec<Json> {
    let mut all: Vec<Json> = literals(keywords).map(Json::from_value).collect();
    // Literals are many times as likely as what only looks like them.
    all.extend(all.clone());
    let around = ["minLength", "maxLength"].map(|key| keywords.get(key).and_then(Value::as_u64));
    move |dice| {
        for length in around.into_iter().flatten() {
            for length in [length.saturating_sub(1), length, length + 1] {
                let word =
                    |dice: &mut Dice| (0..length).map(|_| *dice.pick(&['a', 'Z', '5', ' ', 'é', '😀', '日'])).collect();
                all.extend((0..3).map(|_| Json::Text(word(dice))));
            }
        }
        all.extend(TEXTS.iter().map(|text| Json::text(text)));
        all
    }
}

fn number_candidates(keywords: &Map<String, Value>) -> impl FnOnce(&mut Dice) -> Vec<Json> {
    let mut all: Vec<Json> = literals(keywords).map(Json::from_value).collect();
    let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    for bound in bounds.into_iter().filter_map(|key| keywords.get(key)) {
        if let Some(n) = bound.as_i64().map(i128::from).or_else(|| bound.as_u64().map(i128::from)) {
            all.extend([n - 1, n, n + 1, n * 2, n * 3].map(Json::integer));
            all.extend([format!("{n}.0"), format!("{n}.5"), format!("{n}e0")].map(Json::Number));
        } else if let Some(n) = bound.as_f64() {
            let near = [n - 1.0, n, n + 1.0, n * 3.0, n * 7.0, n.next_up(), n.next_down()];
            all.extend(near.map(|n| Json::Number(format!("{n:?}"))));
        }
    }
    move |dice| {
        all.extend(NUMBERS.iter().map(|spelling| Json::Number((*spelling).to_owned())));
        all.extend((0..20).map(|_| Json::integer(i128::from(dice.bits() as i64 >> dice.below(64)))));
        all
    }
}

/// Gathers names and literals of a schema.
fn collect(node: &Value, keys: &mut Vec<String>, literals: &mut Vec<Json>) {
    match node {
        Value::Object(keywords) => {
            if let Some(Value::Object(properties)) = keywords.get("properties") {
                keys.extend(properties.keys().flat_map(|key| [key.clone(), key.clone(), key.to_uppercase()]));
            }
            literals.extend(self::literals(keywords).map(Json::from_value));
            keywords.values().for_each(|part| collect(part, keys, literals));
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, keys, literals)),
        _ => {}
    }
}
