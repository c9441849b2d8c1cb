//! Where in a schema a path leads: `limit`, `options.depth`, `edits[].replace_all`.

use crate::schema::model::{Additional, NodeId, Property, Schema, SchemaKind};
use crate::schema::near::nearest;

/// One node that a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) node: NodeId,
    /// The object that has it, and which of its properties it is; nothing for the items of an array.
    pub(super) owner: Option<(NodeId, usize)>,
}

impl Schema {
    /// Every node that the path leads to: several where it goes through unions.
    pub(super) fn places(&self, path: &str) -> Result<Vec<Place>, String> {
        let mut search = Search { schema: self, found: Vec::new(), seen: Vec::new(), names: Vec::new() };
        search.below(self.root, path);
        if !search.found.is_empty() {
            return Ok(search.found);
        }
        let last = path.rsplit(['.', ']']).next().unwrap_or(path);
        Err(match nearest(last, search.names.iter().copied()) {
            Some(near) => format!("there is no such parameter, did you mean `{near}`?"),
            None => "there is no such parameter".to_owned(),
        })
    }

    pub(super) fn property(&self, (object, index): (NodeId, usize)) -> Option<&Property> {
        match &self.node(object).kind {
            SchemaKind::Object { properties, .. } => properties.get(index),
            _ => None,
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

struct Search<'s, 'p> {
    schema: &'s Schema,
    found: Vec<Place>,
    /// Nodes at which a rest of the path was looked for: a type may contain itself through unions alone.
    seen: Vec<(NodeId, &'p str)>,
    /// The keys of the objects that were looked at, for a hint.
    names: Vec<&'s str>,
}

impl<'p> Search<'_, 'p> {
    /// Looks for the rest of the path below a node. Each object and each array takes a part of it, so this ends.
    fn below(&mut self, id: NodeId, rest: &'p str) {
        let schema = self.schema;
        let id = schema.resolve_id(id);
        if self.seen.contains(&(id, rest)) {
            return;
        }
        self.seen.push((id, rest));
        match &schema.node(id).kind {
            SchemaKind::Union { branches, .. } => {
                for branch in branches {
                    self.below(*branch, rest);
                }
            }
            SchemaKind::Array { items } => self.item(*items, rest),
            SchemaKind::Object { properties, additional } => {
                for (index, property) in properties.iter().enumerate() {
                    self.names.push(&property.name);
                    if let Some(rest) = rest.strip_prefix(property.name.as_str()) {
                        self.at(Place { node: property.node, owner: Some((id, index)) }, rest);
                    }
                }
                if let Additional::Each(values) = additional {
                    self.item(*values, rest);
                }
            }
            _ => {}
        }
    }

    fn item(&mut self, items: NodeId, rest: &'p str) {
        if let Some(rest) = rest.strip_prefix("[]") {
            self.at(Place { node: items, owner: None }, rest);
        }
    }

    /// The path has led to a place; what is left of it leads on or is another name that begins alike.
    fn at(&mut self, place: Place, rest: &'p str) {
        if rest.is_empty() {
            let node = self.schema.resolve_id(place.node);
            let place = Place { node, ..place };
            if !self.found.contains(&place) {
                self.found.push(place);
            }
        } else if rest.starts_with('[') {
            self.below(place.node, rest);
        } else if let Some(rest) = rest.strip_prefix('.') {
            self.below(place.node, rest);
        }
    }
}
