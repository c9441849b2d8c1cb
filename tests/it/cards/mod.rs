//! What a person sees: the vocabulary and who speaks it.

/// The hooks of a tool, from the call to the replayed card.
mod hooks;
/// A presenter that fails, and one that is asked nonsense, ends in the generic card.
mod presenters;
/// What a signature cannot exclude is found.
mod replayable;
/// Every shipped tool.
mod shipped;
/// Every card and its serialised form.
mod views;
