//! Wall time of commands that somebody else's noise may slow down and nothing can speed up: the minimum tells.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The shortest time seen so far.
pub(crate) struct Shortest(Duration);

impl Shortest {
    /// Nothing seen yet.
    pub(crate) const fn new() -> Self {
        Self(Duration::MAX)
    }

    /// One more time.
    pub(crate) fn see(&mut self, time: Duration) {
        self.0 = self.0.min(time);
    }

    /// The minimum in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        self.0.as_secs_f64()
    }
}

/// Runs a command that must succeed, and gives its output and how long it took.
///
/// # Errors
/// The command does not start, or fails: then the reason holds what it printed.
pub(crate) fn timed(command: &mut Command) -> Result<(Output, Duration), String> {
    let started = Instant::now();
    let output = command.output().map_err(|error| format!("{command:?} does not start: {error}"))?;
    let time = started.elapsed();
    if output.status.success() {
        return Ok((output, time));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed ({})\n{said}", output.status))
}

#[cfg(test)]
mod tests {
    use super::{Shortest, timed};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn the_shortest_time_is_kept() {
        let mut shortest = Shortest::new();
        for milliseconds in [500, 250, 900] {
            shortest.see(Duration::from_millis(milliseconds));
        }
        assert_eq!(shortest.seconds(), 0.25);
    }

    #[test]
    fn a_failure_carries_what_was_said() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo broken >&2; exit 3"]);
        let reason = timed(&mut command).expect_err("it exits with 3");
        assert!(reason.contains("broken"), "{reason}");
    }
}
