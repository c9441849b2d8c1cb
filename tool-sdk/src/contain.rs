//! Runs what others wrote: a panic of theirs ends there.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs it; a panic becomes its words.
#[inline]
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(words)
}

/// The words of a panic. What it was raised with is the author's too: it may panic again when it is dropped, and what that panic
/// is raised with is never dropped.
#[cold]
fn words(panic: Box<dyn Any + Send>) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let words = words.unwrap_or("a panic without words").to_owned();
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(again);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::caught;

    struct Bomb(u8);

    impl Drop for Bomb {
        fn drop(&mut self) {
            if self.0 > 0 {
                std::panic::panic_any(Self(self.0 - 1));
            }
        }
    }

    // contract: E6
    #[test]
    fn a_panic_ends_here_whatever_it_was_raised_with() {
        assert_eq!(caught(|| 7), Ok(7));
        assert_eq!(caught(|| panic!("one {}", 1)), Err::<(), _>("one 1".to_owned()));
        assert_eq!(caught(|| panic!("two")), Err::<(), _>("two".to_owned()));
        for depth in [1, 3] {
            assert_eq!(caught(|| std::panic::panic_any(Bomb(depth))), Err::<(), _>("a panic without words".to_owned()));
        }
    }
}
