//! Where sections stand: named places on the line of [orders](super::Section::new), lower ones first.
//!
//! A place is where a band begins. Several sections of one subject follow each other by whole numbers: `band::FILES`,
//! `band::FILES + 1.0`, and so on, up to the next band. So the order of shipped sections does not depend on which plugin was
//! installed first.

/// Who the model is and where it works.
pub const IDENTITY: f64 = -100.0;
/// How it is to behave.
pub const PERSONA: f64 = 0.0;
/// That tools are called by programs alone.
pub const PROGRAMS_ONLY: f64 = 99.0;
/// Tools that read and change files.
pub const FILES: f64 = 100.0;
/// Tools that find files and lines.
pub const SEARCH: f64 = 103.0;
/// Tools that run commands.
pub const COMMANDS: f64 = 105.0;
/// Background jobs.
pub const JOBS: f64 = 106.0;
/// Tools on the web.
pub const WEB: f64 = 110.0;
/// What a program may call, as declarations.
pub const PROGRAM_TYPES: f64 = 150.0;
/// From here on nothing that is shipped stands.
pub const HOST: f64 = 200.0;
