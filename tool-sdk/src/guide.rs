//! Guides for hosts, the same text as in the repository's `docs/`.

/// The source of this page is `docs/hooks.md`. The items that it speaks of: [`PreExecute`](crate::PreExecute),
/// [`approve`](crate::approve), [`Guard`](crate::Guard), [`AroundExecute`](crate::AroundExecute), [`layers`](crate::layers),
/// [`PostExecute`](crate::PostExecute), [`Hooks`](crate::Hooks), [`OnResult`](crate::OnResult), [`Observer`](crate::Observer),
/// [`Change`](crate::Change), [`Owner`](crate::Owner), [`Plugin`](crate::Plugin), [`Scope`](crate::Scope).
///
#[doc = include_str!("../docs/hooks.md")]
pub mod hooks {}
