//! The policies that a scope sees, by stage: those of its ancestors first, each kind in the order of registration.

use std::sync::Arc;

use super::around::AroundExecute;
use super::guards::Guard;
use super::observe::Observer;
use super::post_execute::PostExecute;
use super::pre_execute::PreExecute;

/// One policy, as a layer keeps it.
#[derive(Clone)]
pub(crate) enum Policy {
    Pre(Arc<dyn PreExecute>),
    Guard(Arc<dyn Guard>),
    Around(Arc<dyn AroundExecute>),
    Post(Arc<dyn PostExecute>),
    Result(Arc<dyn Observer>),
}

/// All that apply to the calls of one scope.
#[derive(Clone, Default)]
pub(crate) struct Policies {
    pub(super) pre: Vec<Arc<dyn PreExecute>>,
    pub(super) guards: Vec<Arc<dyn Guard>>,
    /// The outermost first.
    pub(super) around: Vec<Arc<dyn AroundExecute>>,
    pub(super) post: Vec<Arc<dyn PostExecute>>,
    pub(super) observers: Vec<Arc<dyn Observer>>,
}

impl Policies {
    /// Those from above with those of the layer itself; nothing when there are none at all.
    pub(crate) fn resolve<'a>(above: Option<&Self>, own: impl Iterator<Item = &'a Policy>) -> Option<Arc<Self>> {
        let mut all = above.cloned().unwrap_or_default();
        let mut any = above.is_some();
        for policy in own {
            any = true;
            match policy {
                Policy::Pre(policy) => all.pre.push(policy.clone()),
                Policy::Guard(guard) => all.guards.push(guard.clone()),
                Policy::Around(layer) => all.around.push(layer.clone()),
                Policy::Post(policy) => all.post.push(policy.clone()),
                Policy::Result(observer) => all.observers.push(observer.clone()),
            }
        }
        any.then(|| Arc::new(all))
    }
}
