//! Tests of the workspace through its public API, in one binary.

/// Contract S1, by many texts: a type's schema and its decoder say the same.
mod agreement;
/// What a person sees.
mod cards;
/// The clauses of the contract, through registries and calls.
mod contract;
/// 200,000 levels of nesting, from everywhere.
mod depth;
/// Rules that every shipped tool keeps.
mod every_tool;
/// Trouble that strangers had with tools like ours.
mod field;
/// Registry, scopes, policies and agents, as a host uses them.
mod host;
/// Calls at each of whose awaits something happens.
mod interleave;
/// The public JSON parsing texts, at the reader.
mod json_parsing;
/// Which crate and which room may depend on which.
mod rooms;
/// The same declaration gives the same bytes.
mod same_bytes;
/// The session log, crashes of its writer, replay.
mod session;
/// Everything that a model sees of the shipped tools, word by word.
mod shown;
/// What several modules share.
mod support;
