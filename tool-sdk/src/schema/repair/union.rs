//! Repair inside unions: only where it is clear which branch was meant.

use serde_json::Value;

use super::convert::converted;
use super::{Repair, RepairKind, Repairer};
use crate::json::{quoted, to_text};
use crate::schema::model::{Additional, NodeId, Schema, SchemaKind};
use crate::schema::trail::{Place, Trail};

/// How deep trials nest. Each level multiplies the work by the number of branches, and a value that needs more is not clear to anybody.
const MOST_TRIALS: usize = 3;

impl Repairer<'_> {
    /// The branch that the tag of the value names, the value itself being spelt out first if it is a string.
    pub(super) fn tagged(
        &mut self,
        value: &mut Value,
        branches: &[NodeId],
        tag: &str,
        trail: &Trail<'_>,
        at: Place,
        depth: usize,
    ) -> Option<NodeId> {
        let object = SchemaKind::Object { properties: Vec::new(), additional: Additional::Open };
        let branch = |value: &Value| self.schema.branch_of_tag(branches, tag, value.get(tag)?);
        let Value::String(text) = value else { return branch(value) };
        let (repaired, _) = converted(&object, text, depth)?;
        let branch = branch(&repaired)?;
        let path = self.path(trail, at);
        let kind = if path.is_empty() { RepairKind::DecodedTwice } else { RepairKind::ContainerFromString };
        self.repairs.push(Repair { path, kind, from: quoted(text), to: to_text(&repaired) });
        *value = repaired;
        Some(branch)
    }

    /// The one branch in which repair has to go on; none when the value is done with, repaired or not.
    pub(super) fn untagged(
        &mut self,
        value: &mut Value,
        union: NodeId,
        branches: &[NodeId],
        trail: &Trail<'_>,
        at: Place,
        depth: usize,
    ) -> Option<NodeId> {
        let strings = branches.iter().any(|id| self.schema.admits_strings(*id));
        let possible: Vec<NodeId> =
            branches.iter().copied().filter(|id| self.schema.can_become(*id, value, strings, depth)).collect();
        match possible.as_slice() {
            [] => None,
            [only] => Some(*only),
            _ if self.schema.node_accepts(union, value) => {
                // Only aliases in open objects are left to rename, in the branch that accepts.
                possible.into_iter().find(|id| self.schema.node_accepts(*id, value))
            }
            _ => match self.schema.only_candidate(branches, value) {
                Some(branch) => Some(branch),
                None => {
                    self.try_each(value, union, &possible, trail, at, depth);
                    None
                }
            },
        }
    }

    /// Repairs a copy for each branch; the value becomes the one copy that the union accepts.
    fn try_each(
        &mut self,
        value: &mut Value,
        union: NodeId,
        possible: &[NodeId],
        trail: &Trail<'_>,
        at: Place,
        depth: usize,
    ) {
        if self.trials >= MOST_TRIALS {
            return;
        }
        let mut found: Option<(Value, Vec<Repair>)> = None;
        for id in possible {
            let mut copy = value.clone();
            let mut trial = Repairer {
                schema: self.schema,
                prefix: self.path(trail, at),
                depth,
                trials: self.trials + 1,
                repairs: Vec::new(),
            };
            trial.run(&mut copy, *id);
            if trial.repairs.is_empty() || !self.schema.node_accepts(*id, &copy) {
                continue;
            }
            if found.is_some() || !self.schema.node_accepts(union, &copy) {
                return;
            }
            found = Some((copy, trial.repairs));
        }
        if let Some((repaired, repairs)) = found {
            *value = repaired;
            self.repairs.extend(repairs);
        }
    }
}

impl Schema {
    /// Whether some string fits the node, or could if its rules allowed it.
    fn admits_strings(&self, id: NodeId) -> bool {
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match &self.resolve(id).kind {
                SchemaKind::String { .. } | SchemaKind::Any => return true,
                SchemaKind::Union { branches, .. } => left.extend(branches),
                _ => {}
            }
        }
        false
    }

    /// Whether a value has the kind of a node or spells one; where the union admits strings a string is not read as something else.
    fn can_become(&self, id: NodeId, value: &Value, strings: bool, depth: usize) -> bool {
        let kind = &self.resolve(id).kind;
        match value {
            Value::String(text) if !kind.same_kind(value) => !strings && converted(kind, text, depth).is_some(),
            _ => kind.same_kind(value),
        }
    }
}
