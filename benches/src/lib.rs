//! What the benchmarks of this crate share: an allocator that counts, and a fair way to time short work.
//!
//! Each benchmark in `benches/` has two readers. `cargo bench -p benches` prints divan's tables for a person;
//! `cargo xtask bench` runs the same closures with `--figures` and reads lines of the form `measured NAME VALUE`.

mod allocations;
mod contest;
pub mod grab;

pub use allocations::{Allocator, count, profile};
pub use contest::{Contender, figures_wanted, measured};
