//! Tests of the workspace through its public API, in one binary.

/// Contract S1, by many texts: a type's schema and its decoder say the same.
mod agreement;
/// The clauses of the contract, through registries and calls.
mod contract;
/// What several modules share.
mod support;
