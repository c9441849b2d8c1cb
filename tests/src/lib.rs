//! Tests of the workspace; all of them are test targets, and this library is empty.
//!
//! * `it`: behaviour, through the public API
//! * `load`: many calls at once, in a binary whose allocator counts
//! * `ui`: what the macros refuse and accept
//! * `hygiene`: expansions in crates that make it hard for them
