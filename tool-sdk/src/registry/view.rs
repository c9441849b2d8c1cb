//! The immutable snapshot that calls work on: everything that one scope sees, resolved once per change (contract R4, R7).

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock, Weak};

use indexmap::IndexMap;

use super::RegistryOptions;
use super::layer::{Held, Layer};
use super::schema::ToolSchema;
use super::scope::{ScopeInner, Shared};
use crate::context::States;
use crate::definition::ToolDefinition;
use crate::outcome::ToolName;
use crate::pipeline::Policies;
use crate::prompt::Sections;

/// Everything that one scope sees at one moment.
pub(crate) struct View {
    pub(crate) options: RegistryOptions,
    pub(crate) shared: Arc<Shared>,
    pub(crate) states: States,
    /// Absent when there is none of any kind, which is what a plain call looks at.
    pub(crate) policies: Option<Arc<Policies>>,
    pub(crate) scope: Weak<ScopeInner>,
    pub(crate) sections: Sections,
    /// What restrictions hide, here and above.
    hidden: Vec<ToolName>,
    tools: IndexMap<ToolName, Arc<ToolDefinition>, BuildHasherDefault<Fnv>>,
    schemas: OnceLock<Arc<[ToolSchema]>>,
    /// Stands until somebody looks: nothing in it was resolved.
    stale: bool,
}

impl View {
    /// The view of a scope in which nobody has looked yet.
    pub(super) fn unresolved(shared: Arc<Shared>) -> Self {
        Self {
            options: shared.options,
            shared,
            states: States::default(),
            policies: None,
            scope: Weak::new(),
            sections: Sections::default(),
            hidden: Vec::new(),
            tools: IndexMap::default(),
            schemas: OnceLock::new(),
            stale: true,
        }
    }

    /// What a scope inherits, through its restrictions, with its own things on top. An own tool takes the place of the inherited
    /// one that it shadows; a restriction never touches own tools.
    pub(super) fn resolve(shared: Arc<Shared>, scope: Weak<ScopeInner>, inherited: Option<&View>, own: &Layer) -> Self {
        let mut view = Self { scope, stale: false, ..Self::unresolved(shared) };
        if let Some(inherited) = inherited {
            let admitted = |name: &ToolName| own.restrictions.iter().all(|held| held.item.admits(name.as_str()));
            view.hidden.clone_from(&inherited.hidden);
            for (name, definition) in &inherited.tools {
                if admitted(name) {
                    view.tools.insert(name.clone(), definition.clone());
                } else {
                    view.hidden.push(name.clone());
                }
            }
            view.states = inherited.states.clone();
        }
        for (name, held) in &own.tools {
            view.tools.insert(name.clone(), held.item.clone());
        }
        for Held { item: (id, state), .. } in &own.states {
            view.states.put(*id, state.clone());
        }
        let sections = own.sections.iter().map(|held| &held.item);
        view.sections = Sections::resolve(inherited.map(|view| &view.sections), sections);
        let above = inherited.and_then(|view| view.policies.as_deref());
        view.policies = Policies::resolve(above, own.policies.iter().map(|held| &held.item));
        view
    }

    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<ToolDefinition>> {
        self.tools.get(name)
    }

    /// The place of a tool, for [`at`](Self::at).
    #[inline]
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.tools.get_index_of(name)
    }

    /// The tool at a place that [`place`](Self::place) gave.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> &Arc<ToolDefinition> {
        &self.tools[place]
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.tools.keys().map(ToolName::as_str).collect()
    }

    /// Whether there is a tool of this name, hidden or not.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.known_names().any(|known| known == name)
    }

    /// The names of the tools that it sees and of those that are hidden from it.
    pub(crate) fn known_names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().chain(&self.hidden).map(ToolName::as_str)
    }

    pub(crate) fn schemas(&self) -> Arc<[ToolSchema]> {
        let made = || self.tools.values().map(|definition| definition.schema().clone()).collect();
        self.schemas.get_or_init(made).clone()
    }
}

/// FNV-1a. Tool names are short and come from the host, so nobody can choose them to collide.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
