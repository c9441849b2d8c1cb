//! The prompts that were made last, so that one is made only when something changed.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use super::builder::Prompt;
use super::variables::Variables;
use crate::registry::{ScopeInner, View};

/// How many prompts of one scope are remembered: those of agents that share it and differ in their variables.
const PER_SCOPE: usize = 8;

/// Prompts by the address of their scope. It keeps no scope and no view alive, only texts, and those of a scope that is gone no
/// longer than until something is made anew.
#[derive(Default)]
pub(super) struct Memory(HashMap<usize, Remembered>);

struct Remembered {
    /// While it is held, nothing else can come to lie at the address.
    scope: Weak<ScopeInner>,
    prompts: Vec<Entry>,
}

struct Entry {
    /// Held for the same reason: an address alone could be that of a later view.
    view: Weak<View>,
    variables: Variables,
    prompt: Arc<Prompt>,
}

impl Memory {
    /// The prompt that was made of this view with these variables. It allocates nothing.
    pub(super) fn find(&self, view: &Arc<View>, variables: &Variables) -> Option<Arc<Prompt>> {
        let prompts = &self.0.get(&view.scope.as_ptr().addr())?.prompts;
        let made_of = |entry: &&Entry| entry.view.as_ptr() == Arc::as_ptr(view) && entry.variables == *variables;
        prompts.iter().find(made_of).map(|entry| entry.prompt.clone())
    }

    /// Remembers a prompt, or gives the one with the same content that the scope had before: not every change of a view changes
    /// what a model sees, and a host tells by the pointer whether anything did.
    pub(super) fn keep(&mut self, view: &Arc<View>, variables: &Variables, prompt: Prompt) -> Arc<Prompt> {
        self.0.retain(|_, remembered| remembered.scope.strong_count() > 0);
        let remembered = self.0.entry(view.scope.as_ptr().addr());
        let Remembered { prompts, .. } =
            remembered.or_insert_with(|| Remembered { scope: view.scope.clone(), prompts: Vec::new() });
        let same = prompts.iter().find(|entry| *entry.prompt == prompt).map(|entry| entry.prompt.clone());
        let prompt = same.unwrap_or_else(|| Arc::new(prompt));
        prompts.retain(|entry| entry.variables != *variables);
        if prompts.len() == PER_SCOPE {
            prompts.remove(0);
        }
        let (view, variables) = (Arc::downgrade(view), variables.clone());
        prompts.push(Entry { view, variables, prompt: prompt.clone() });
        prompt
    }
}
