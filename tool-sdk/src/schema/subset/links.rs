//! What can be said only once every schema of the document is known: where references lead, that no chain of them runs in a circle, and
//! which key tells the branches of a union apart.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{MAX_SCHEMA_DEPTH, Parser};
use crate::schema::model::{NodeId, Schema, SchemaKind};

impl Parser<'_> {
    pub(super) fn link(&mut self) {
        let mut definitions = Definitions::of(&self.schema);
        for (id, text) in std::mem::take(&mut self.references) {
            match self.target(text) {
                Ok(target) => {
                    let definition = definitions.index(&mut self.schema, target, text);
                    self.schema.nodes[id.index()].kind = SchemaKind::Reference(definition);
                }
                Err(message) => self.refuse(self.places[id.index()], "$ref", message),
            }
        }
        if self.out.is_empty() {
            self.check_chains();
        }
        if self.out.is_empty() {
            self.schema.find_tags();
        }
    }

    /// The node that a reference means.
    fn target(&self, text: &str) -> Result<NodeId, String> {
        let Some(fragment) = text.strip_prefix('#') else {
            return Err("leads out of this document, write #/$defs/NAME".to_owned());
        };
        let pointer = percent_decoded(fragment).ok_or("is not percent-encoded UTF-8")?;
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Err("is not a JSON pointer, write #/$defs/NAME".to_owned());
        }
        let target = self.document.pointer(&pointer).ok_or("leads to nothing")?;
        let node = self.nodes.get(&std::ptr::from_ref::<Value>(target));
        node.copied().ok_or_else(|| "leads to something that is no schema".to_owned())
    }

    /// References and branches lead on without consuming anything of a value, so such a chain has to end, and soon: the readers of a
    /// schema follow it for every value.
    fn check_chains(&mut self) {
        let count = self.schema.nodes.len();
        let mut heights: Vec<Option<usize>> = vec![None; count];
        let mut open = vec![false; count];
        for start in (0..count as u32).map(NodeId) {
            if heights[start.index()].is_some() {
                continue;
            }
            let mut path = vec![Step::new(&self.schema, start)];
            open[start.index()] = true;
            while let Some(step) = path.last_mut() {
                let id = step.id;
                let wrong = match step.onward.pop() {
                    Some(next) if open[next.index()] => {
                        "leads back to itself without an object or array between".to_owned()
                    }
                    Some(next) if heights[next.index()].is_none() => {
                        open[next.index()] = true;
                        path.push(Step::new(&self.schema, next));
                        continue;
                    }
                    Some(next) => {
                        step.height = step.height.max(heights[next.index()].map_or(0, |height| height + 1));
                        continue;
                    }
                    None if step.height > MAX_SCHEMA_DEPTH => {
                        format!("leads through more than {MAX_SCHEMA_DEPTH} schemas")
                    }
                    None => {
                        let height = step.height;
                        heights[id.index()] = Some(height);
                        open[id.index()] = false;
                        path.pop();
                        if let Some(above) = path.last_mut() {
                            above.height = above.height.max(height + 1);
                        }
                        continue;
                    }
                };
                let keyword =
                    if matches!(self.schema.node(id).kind, SchemaKind::Union { .. }) { "oneOf" } else { "$ref" };
                self.refuse(self.places[id.index()], keyword, wrong);
                return;
            }
        }
    }
}

/// A node on the path of a search, with what was not looked at yet and the longest chain that was found below it.
struct Step {
    id: NodeId,
    onward: Vec<NodeId>,
    height: usize,
}

impl Step {
    fn new(schema: &Schema, id: NodeId) -> Self {
        Self { id, onward: schema.onward(id), height: 0 }
    }
}

/// The definitions of a schema while references are resolved.
struct Definitions {
    by_node: HashMap<NodeId, usize>,
    names: HashSet<String>,
}

impl Definitions {
    fn of(schema: &Schema) -> Self {
        let numbered = schema.definitions.iter().enumerate();
        Self {
            by_node: numbered.map(|(index, (_, id))| (*id, index)).collect(),
            names: schema.definitions.iter().map(|(name, _)| name.clone()).collect(),
        }
    }

    /// The index of the definition of a node; a schema that stands elsewhere becomes one under the last name of the reference.
    fn index(&mut self, schema: &mut Schema, target: NodeId, text: &str) -> usize {
        *self.by_node.entry(target).or_insert_with(|| {
            let last = text.rsplit('/').next().filter(|name| *name != "#").unwrap_or("root");
            let numbered = (2..).map(|number| format!("{last}_{number}"));
            let free = std::iter::once(last.to_owned()).chain(numbered).find(|name| !self.names.contains(name));
            let name = free.unwrap_or_default();
            self.names.insert(name.clone());
            schema.definitions.push((name, target));
            schema.definitions.len() - 1
        })
    }
}

impl Schema {
    /// The nodes that the same value is held against next.
    fn onward(&self, id: NodeId) -> Vec<NodeId> {
        match &self.node(id).kind {
            SchemaKind::Reference(definition) => vec![self.definitions[*definition].1],
            SchemaKind::Union { branches, .. } => branches.clone(),
            _ => Vec::new(),
        }
    }

    /// Gives each union of objects the first key whose literals differ from branch to branch, so that a wrong value can be told which
    /// branch it meant.
    fn find_tags(&mut self) {
        for index in 0..self.nodes.len() {
            if let SchemaKind::Union { branches, .. } = &self.nodes[index].kind {
                let found = self.tag_of(branches).map(str::to_owned);
                if let SchemaKind::Union { tag, .. } = &mut self.nodes[index].kind {
                    *tag = found;
                }
            }
        }
    }

    fn tag_of(&self, branches: &[NodeId]) -> Option<&str> {
        let (first, rest) = branches.split_first()?;
        let SchemaKind::Object { properties, .. } = &self.resolve(*first).kind else { return None };
        if rest.is_empty() {
            return None;
        }
        properties.iter().map(|property| property.name.as_str()).find(|name| self.tells_apart(branches, name))
    }

    fn tells_apart(&self, branches: &[NodeId], name: &str) -> bool {
        let mut seen = HashSet::new();
        branches.iter().all(|id| {
            let SchemaKind::Object { properties, .. } = &self.resolve(*id).kind else { return false };
            let required = properties.iter().any(|property| property.name == name && property.required);
            let literals = self.literals_of(*id, name);
            required && !literals.is_empty() && literals.iter().all(|literal| seen.insert(literal))
        })
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = match (first, tail) {
            (b'%', [a, b, tail @ ..]) => {
                let digit = |b: &u8| char::from(*b).to_digit(16);
                bytes.push((digit(a)? * 16 + digit(b)?) as u8);
                tail
            }
            (b'%', _) => return None,
            _ => {
                bytes.push(*first);
                tail
            }
        };
    }
    String::from_utf8(bytes).ok()
}
