//! What an instance left out, told to a call that names it (contract S15).

use serde_json::Value;

use super::Walk;
use crate::schema::left_out::refusal;
use crate::schema::model::NodeId;
use crate::schema::trail::Place;
use crate::schema::violation::{Violation, found};

impl Walk<'_> {
    /// A string of an enum, or the tag of a union.
    pub(super) fn is_left_out_word(&mut self, id: NodeId, value: &Value, at: Place) -> bool {
        let part = value.as_str().and_then(|word| self.schema.left_out.named(id, word));
        if let Some(part) = part {
            let message = format!("{} is {}", found(value), refusal(&part.why));
            self.out.push(Violation::new(self.trail.text(at), message));
        }
        part.is_some()
    }

    /// A branch that its shape tells, or keys of branches none of which is clearly meant: inside the one that is meant they are told
    /// with everything else.
    pub(super) fn is_left_out_shape(&mut self, id: NodeId, value: &Value, branches: &[NodeId], at: Place) -> bool {
        let schema = self.schema;
        for part in schema.left_out.of(id) {
            if part.branch.is_some_and(|branch| self.acceptor.accepts(value, branch)) {
                let message = format!("{} is {}", found(value), refusal(&part.why));
                self.out.push(Violation::new(self.trail.text(at), message));
                return true;
            }
        }
        let Value::Object(members) = value else { return false };
        if schema.only_candidate(branches, value).is_some() {
            return false;
        }
        let before = self.out.len();
        for (key, part) in branches.iter().flat_map(|branch| schema.left_out.keys(schema.resolve_id(*branch), members))
        {
            self.out.push(Violation::new(self.trail.text_of_key(at, key), refusal(&part.why)));
        }
        self.out.len() > before
    }
}
