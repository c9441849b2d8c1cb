//! What a person sees: the vocabulary and who speaks it.

/// A presenter that fails, and one that is asked nonsense, ends in the generic card.
mod presenters;
/// Every card and its serialised form.
mod views;
