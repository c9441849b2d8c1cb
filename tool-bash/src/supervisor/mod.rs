//! The process between a host and its shells.
//!
//! ```text
//! host ── supervisor ── bash ── whatever bash starts
//!            └──────────────── whatever lost its parent on the way
//! ```
//!
//! A supervisor is the host's own executable, started again: `entry` runs before `main` and never comes back where the
//! process is named as one. It serves one command at a time and is then used again. What this buys:
//!
//! * It is a subreaper, so a process that leaves its session or loses its parent becomes the supervisor's child. When the
//!   supervisor has no children, nothing of the command is left, and no look at `/proc` is needed to know it. The setting is
//!   per process, so it could not be made in the host without adopting what other parts of the host start.
//! * Nobody but the supervisor waits for these processes, so a process id means the same until it says so.
//! * It forks a small process, whatever the size of the host (decision D52).
//! * It sees the end of the host, however that comes, and takes everything down with it.

mod entry;
mod pool;
mod protocol;
mod rules;
mod serve;
mod socket;
mod spawn;
mod start;
mod tree;

pub(crate) use pool::{Pool, Supervisor};
pub(crate) use protocol::{Ended, Event, Frames, Leftovers, Order, Start, Status, Step};
pub(crate) use rules::Rules;
pub(crate) use socket::{receive, send};
pub(crate) use tree::sweep;
