//! Nothing that an author wrote can bring the host down: a panic is one failed call (contract E6).

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::ErrorCode;
use crate::outcome::Failure;

/// Runs a function of an author's.
pub(super) fn contained<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| failure(&*panic))
}

/// The words of a panic are for the operator; the model is told that the tool failed.
#[cold]
pub(super) fn failure(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Failure::with_detail(ErrorCode::PANICKED, words.unwrap_or("a panic without words").to_owned())
}
