//! Leaves out one of the values that a parameter may have.

use super::words;
use crate::schema::left_out::Part;
use crate::schema::model::{NodeId, Schema, SchemaKind};

/// What a node calls the things of which one can be left out.
enum Choices {
    /// The strings of an enum.
    Words(Vec<String>),
    /// The branches of a union, each with its names.
    Branches { branches: Vec<(NodeId, Vec<String>)>, tagged: bool },
    /// Nothing to choose between.
    None,
}

pub(super) fn leave_out(schema: &mut Schema, path: &str, branch: &str, why: &str) -> Result<(), String> {
    let mut known = Vec::new();
    let mut done = false;
    for place in schema.places(path)? {
        done |= leave_out_at(schema, place.node, branch, why, &mut known)?;
    }
    match (done, known.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(format!("there is no `{branch}` to leave out: it is neither an enum nor a union")),
        (false, false) => Err(format!("there is no `{branch}` to leave out, there are {}", known.join(", "))),
    }
}

/// Leaves it out of one node, or of the unions and enums that are its branches.
fn leave_out_at(
    schema: &mut Schema,
    node: NodeId,
    branch: &str,
    why: &str,
    known: &mut Vec<String>,
) -> Result<bool, String> {
    let why = why.to_owned();
    match schema.choices(node) {
        Choices::None => Ok(false),
        Choices::Words(words) => {
            known.extend(words.iter().map(|word| format!("`{word}`")));
            if !words.iter().any(|word| word == branch) {
                return Ok(false);
            }
            not_the_last(words.len(), branch)?;
            schema.remove_word(node, branch);
            schema.left_out.add(node, Part { names: vec![branch.to_owned()], branch: None, why });
            Ok(true)
        }
        Choices::Branches { branches, tagged } => {
            known.extend(branches.iter().flat_map(|(_, names)| names).map(|name| format!("`{name}`")));
            let Some((id, _)) = branches.iter().find(|(_, names)| names.iter().any(|name| name == branch)) else {
                let inner = branches.iter().map(|(id, _)| schema.resolve_id(*id));
                let inner: Vec<NodeId> = inner.filter(|id| *id != node).collect();
                return inner.into_iter().try_fold(false, |done, id| {
                    Ok(done | (!tagged && leave_out_at(schema, id, branch, &why, known)?))
                });
            };
            not_the_last(branches.len(), branch)?;
            schema.remove_branch(node, *id);
            let names = if tagged { vec![branch.to_owned()] } else { Vec::new() };
            schema.left_out.add(node, Part { names, branch: (!tagged).then_some(*id), why });
            Ok(true)
        }
    }
}

fn not_the_last(choices: usize, branch: &str) -> Result<(), String> {
    if choices > 1 { Ok(()) } else { Err(format!("`{branch}` is the last that is left: leave out the parameter")) }
}

impl Schema {
    fn choices(&self, node: NodeId) -> Choices {
        match &self.node(node).kind {
            SchemaKind::String { allowed } if !allowed.is_empty() => Choices::Words(allowed.clone()),
            SchemaKind::Union { branches, tag: Some(tag) } => {
                let named = branches.iter().map(|id| (*id, self.literals_of(*id, tag).to_vec())).collect();
                Choices::Branches { branches: named, tagged: true }
            }
            SchemaKind::Union { branches, tag: None } => {
                let named = branches.iter().map(|id| (*id, self.names_of_shape(*id, branches))).collect();
                Choices::Branches { branches: named, tagged: false }
            }
            _ => Choices::None,
        }
    }

    /// What an untagged branch alone is: its JSON type, and keys that no other branch declares.
    fn names_of_shape(&self, id: NodeId, branches: &[NodeId]) -> Vec<String> {
        let others = || branches.iter().copied().filter(|other| *other != id);
        let kind = self.resolve(id).kind.type_name();
        let alone = kind.filter(|kind| others().all(|other| self.resolve(other).kind.type_name() != Some(kind)));
        let keys = self.keys_of(id).into_iter().filter(|key| others().all(|other| !self.keys_of(other).contains(key)));
        alone.into_iter().chain(keys).map(str::to_owned).collect()
    }

    fn keys_of(&self, id: NodeId) -> Vec<&str> {
        match &self.resolve(id).kind {
            SchemaKind::Object { properties, .. } => properties.iter().map(|property| property.name.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    fn remove_word(&mut self, node: NodeId, word: &str) {
        let node = &mut self.nodes[node.index()];
        if let SchemaKind::String { allowed } = &mut node.kind {
            allowed.retain(|known| known != word);
            words::forget(&mut node.description, word, |name| allowed.iter().any(|known| known == name));
        }
    }

    fn remove_branch(&mut self, node: NodeId, branch: NodeId) {
        if let SchemaKind::Union { branches, .. } = &mut self.nodes[node.index()].kind {
            branches.retain(|id| *id != branch);
        }
    }
}
