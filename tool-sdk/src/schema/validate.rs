//! Whether a value fits a schema, and everything that is wrong with it.
//!
//! Both walks keep their own stack, so that neither a deep value nor a recursive schema can end the process. Which branch of a union
//! a value fits is asked of [`accept`], which remembers its answers: nested unions would otherwise cost a power of their depth.

mod accept;
mod left_out;
mod phrase;
pub(super) mod unique;

use serde_json::{Map, Value};

use self::accept::Acceptor;
pub(crate) use self::accept::{integral, undeclared};
use super::left_out::refusal;
use super::model::{Additional, NodeId, Property, Schema, SchemaKind, SchemaNode};
use super::near::nearest;
use super::rule::{Measure, Rule};
use super::trail::{Place, Trail};
use super::violation::{Violation, Violations, found};

impl Schema {
    /// Everything that is wrong with `value`, each with its place; nothing when it fits (contract S5, S6).
    ///
    /// Total for any value: the cost grows with the size of the value times the size of the schema, and depth costs no stack. When only
    /// the verdict matters, [`Schema::accepts`] is cheaper.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_sdk::schema::Schema;
    ///
    /// let schema = Schema::parse(&json!({
    ///     "type": "object",
    ///     "properties": {"servers": {"type": "array", "items": {
    ///         "type": "object", "properties": {"host": {"type": "string"}}, "required": ["host"], "additionalProperties": false,
    ///     }}},
    /// })).unwrap();
    /// let violations = schema.validate(&json!({"servers": [{"host": 5}, {"hots": "a"}]}));
    /// assert_eq!(violations.to_string(), "servers[0].host: expected a string, found 5; \
    ///     servers[1].host: missing, expected a string; servers[1].hots: unknown key, did you mean `host`?");
    /// ```
    pub fn validate(&self, value: &Value) -> Violations {
        self.validate_node(self.root, value)
    }

    /// Everything that is wrong with `value` as a value of one node of this schema.
    pub(crate) fn validate_node(&self, id: NodeId, value: &Value) -> Violations {
        let mut walk = Walk::new(self);
        walk.tasks.push(Task::Visit(value, id, Place::ROOT));
        walk.run();
        walk.out
    }

    /// Whether `value` fits: [`Schema::validate`] finds nothing, for less work when it does not.
    pub fn accepts(&self, value: &Value) -> bool {
        Acceptor::new(self).accepts(value, self.root)
    }

    /// Whether `value` fits one node of this schema.
    pub(crate) fn node_accepts(&self, id: NodeId, value: &Value) -> bool {
        Acceptor::new(self).accepts(value, id)
    }
}

/// What is still to be done, the next on top.
enum Task<'a> {
    Visit(&'a Value, NodeId, Place),
    Say(Violation),
}

/// One validation under way.
struct Walk<'a> {
    schema: &'a Schema,
    trail: Trail<'a>,
    tasks: Vec<Task<'a>>,
    acceptor: Acceptor<'a>,
    out: Violations,
}

impl<'a> Walk<'a> {
    fn new(schema: &'a Schema) -> Self {
        Self {
            schema,
            trail: Trail::default(),
            tasks: Vec::new(),
            acceptor: Acceptor::new(schema),
            out: Violations::new(),
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Say(violation) => self.out.push(violation),
                Task::Visit(value, id, at) => self.visit(value, self.schema.resolve_id(id), at),
            }
        }
    }

    fn visit(&mut self, value: &'a Value, id: NodeId, at: Place) {
        let node = self.schema.node(id);
        if let SchemaKind::Union { branches, tag } = &node.kind {
            match tag {
                Some(tag) => self.visit_tagged(value, id, branches, tag, at),
                None => self.visit_union(value, id, branches, at),
            }
            return;
        }
        if !node.kind.admits(value) {
            if self.is_left_out_word(id, value, at) {
                return;
            }
            let path = self.trail.text(at);
            self.out.push(Violation::expected(path, self.schema.kind_phrase(node, value), found(value)));
            return;
        }
        self.check_rules(value, node, at);
        match (&node.kind, value) {
            (SchemaKind::Array { items }, Value::Array(values)) => {
                for (index, value) in values.iter().enumerate().rev() {
                    let at = self.trail.index(at, index);
                    self.tasks.push(Task::Visit(value, *items, at));
                }
            }
            (SchemaKind::Object { properties, additional }, Value::Object(members)) => {
                self.visit_object(members, id, properties, *additional, at);
            }
            _ => {}
        }
    }

    fn check_rules(&mut self, value: &Value, node: &SchemaNode, at: Place) {
        let measure = Measure::of(value);
        for rule in &node.rules {
            let wrong = match (rule, value) {
                (Rule::UniqueItems, Value::Array(items)) => {
                    unique::repeated(items).map(|(first, again)| format!("item {again} equal to item {first}"))
                }
                _ if rule.admits(measure) => None,
                _ => Some(measure.found()),
            };
            if let Some(found) = wrong {
                self.out.push(Violation::expected(self.trail.text(at), rule.phrase(), found));
            }
        }
    }

    /// The members in the order of the declaration, then those that nobody declared.
    fn visit_object(
        &mut self,
        members: &'a Map<String, Value>,
        id: NodeId,
        properties: &'a [Property],
        additional: Additional,
        at: Place,
    ) {
        let first = self.tasks.len();
        let mut present = 0;
        for property in properties {
            if let Some(value) = members.get(&property.name) {
                present += 1;
                let at = self.trail.key(at, &property.name);
                self.tasks.push(Task::Visit(value, property.node, at));
            } else if property.required {
                let path = self.trail.text_of_key(at, &property.name);
                let expected = self.schema.phrase(property.node);
                self.tasks.push(Task::Say(Violation::missing(path, expected)));
            }
        }
        for (key, part) in self.schema.left_out.keys(id, members) {
            self.tasks.push(Task::Say(Violation::new(self.trail.text_of_key(at, key), refusal(&part.why))));
        }
        if present < members.len() && matches!(additional, Additional::Closed | Additional::Each(_)) {
            let unknown = |(key, _): &(&str, &Value)| self.schema.left_out.named(id, key).is_none();
            for (key, value) in undeclared(members, properties).filter(unknown) {
                self.tasks.push(match additional {
                    Additional::Each(id) => Task::Visit(value, id, self.trail.key(at, key)),
                    _ => Task::Say(Violation::new(self.trail.text_of_key(at, key), unknown_key(key, properties))),
                });
            }
        }
        self.tasks[first..].reverse();
    }

    /// The tag decides: without a known one there is nothing to compare with, with one only its branch is looked at.
    fn visit_tagged(&mut self, value: &'a Value, id: NodeId, branches: &'a [NodeId], tag: &'a str, at: Place) {
        let Value::Object(members) = value else {
            let expected = format!("an object with {}", crate::json::quoted(tag));
            self.out.push(Violation::expected(self.trail.text(at), expected, found(value)));
            return;
        };
        let Some(literal) = members.get(tag) else {
            let expected = self.schema.tags_phrase(branches, tag);
            self.out.push(Violation::missing(self.trail.text_of_key(at, tag), expected));
            return;
        };
        match self.schema.branch_of_tag(branches, tag, literal) {
            Some(branch) => self.tasks.push(Task::Visit(value, branch, at)),
            None => {
                let place = self.trail.key(at, tag);
                if self.is_left_out_word(id, literal, place) {
                    return;
                }
                let expected = self.schema.tags_phrase(branches, tag);
                self.out.push(Violation::expected(self.trail.text_of_key(at, tag), expected, found(literal)));
            }
        }
    }

    /// No branch or several: one branch that alone can be meant explains best, otherwise the count is told (contract S6).
    fn visit_union(&mut self, value: &'a Value, id: NodeId, branches: &'a [NodeId], at: Place) {
        let matched = branches.iter().filter(|id| self.acceptor.accepts(value, **id)).count();
        if matched == 1 {
            return;
        }
        if matched == 0 && self.is_left_out_shape(id, value, branches, at) {
            return;
        }
        if matched == 0
            && let Some(branch) = self.schema.only_candidate(branches, value)
        {
            self.tasks.push(Task::Visit(value, branch, at));
            return;
        }
        let expected = self.schema.union_phrase(branches, matched);
        self.out.push(Violation::expected(self.trail.text(at), expected, found(value)));
    }
}

fn unknown_key(key: &str, properties: &[Property]) -> String {
    if let Some(property) = properties.iter().find(|p| p.aliases.iter().any(|alias| alias == key)) {
        // Repair would have renamed it, had the key that it stands for not been there too.
        return format!("unknown key, it stands for `{}`", property.name);
    }
    let names = || properties.iter().map(|p| p.name.as_str());
    match nearest(key, names()) {
        Some(name) => format!("unknown key, did you mean `{name}`?"),
        None if properties.is_empty() => "unknown key, expected no keys".to_owned(),
        None => {
            let names: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            format!("unknown key, expected {}", phrase::listed(&names, "or"))
        }
    }
}
