//! What an instance of a tool left out of its declaration, and why: kept beside the schema, which no longer shows it (contract S15).

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::model::{NodeId, Schema};

/// Parts that were left out, by the node that had them: keys of an object, words of an enum, branches of a union.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut(BTreeMap<NodeId, Vec<Part>>);

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The key with its aliases, the word, or the tag of the branch; none for a branch that its shape tells.
    pub(crate) names: Vec<String>,
    /// The branch of an untagged union.
    pub(crate) branch: Option<NodeId>,
    /// The author's reason.
    pub(crate) why: String,
}

impl LeftOut {
    pub(crate) fn add(&mut self, node: NodeId, part: Part) {
        self.0.entry(node).or_default().push(part);
    }

    /// What the node lacks; nothing for nearly every node of nearly every tool.
    pub(crate) fn of(&self, node: NodeId) -> &[Part] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The part of this name that the node lacks.
    pub(crate) fn named(&self, node: NodeId, name: &str) -> Option<&Part> {
        self.of(node).iter().find(|part| part.names.iter().any(|known| known == name))
    }

    /// The keys of a value that the node lacks, each with its part.
    pub(crate) fn keys<'a>(
        &'a self,
        node: NodeId,
        members: &'a Map<String, Value>,
    ) -> impl Iterator<Item = (&'a str, &'a Part)> {
        let names = self.of(node).iter().flat_map(|part| part.names.iter().map(move |name| (name.as_str(), part)));
        names.filter(|(name, _)| members.contains_key(*name))
    }

    /// What a text has to hold before it can name anything of all this; nothing when nothing is left out.
    pub(crate) fn watch(&self) -> Option<Box<Watch>> {
        let mut watch = Watch { words: Vec::new(), always: false };
        for part in self.0.values().flatten() {
            // A shape has no name to look for, and these may be spelt with escapes in JSON.
            let odd = |name: &String| name.contains(|c: char| c.is_control() || matches!(c, '"' | '\\' | '/'));
            watch.always |= part.branch.is_some() || part.names.iter().any(odd);
            watch.words.extend(part.names.iter().cloned());
        }
        (!self.0.is_empty()).then(|| Box::new(watch))
    }
}

/// Tells the texts that may name something left out from those that cannot, which are read as fast as ever: the typed decoder
/// knows the whole declaration, so only the careful way refuses what an instance left out of it.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    words: Vec<String>,
    always: bool,
}

impl Watch {
    /// May be wrong about a text that holds a word by chance, never about one that names a part.
    pub(crate) fn concerns(&self, text: &str) -> bool {
        self.always || text.contains("\\u") || self.words.iter().any(|word| text.contains(word.as_str()))
    }
}

impl Schema {
    /// What this node lacks, behind any chain of references.
    pub(crate) fn left_out_of(&self, id: NodeId) -> &[Part] {
        self.left_out.of(self.resolve_id(id))
    }
}

/// What a call is told that names a part.
pub(crate) fn refusal(why: &str) -> String {
    format!("not accepted here: {why}")
}
