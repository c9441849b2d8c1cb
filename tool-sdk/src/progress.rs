//! How far a body is (contract E13).

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::contain::caught;

/// Reports that follow each other faster than this are held back; the last one held back is told at the end.
const INTERVAL: Duration = Duration::from_millis(100);

/// One report of a body on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// How much is done, in the tool's own unit; more than in any report before.
    pub done: f64,
    /// How much there is, where the tool knows.
    pub total: Option<f64>,
    /// What is being done, in words.
    pub message: Option<String>,
}

/// Where the reports of one call go: strictly rising, and no faster than a person can read.
pub(crate) struct ProgressSink {
    hear: Box<dyn Fn(Progress) + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    highest: Option<f64>,
    told: Option<Instant>,
    held_back: Option<Progress>,
}

impl ProgressSink {
    pub(crate) fn new(hear: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { hear: Box::new(hear), state: Mutex::default() }
    }

    /// Tells a report, holds it back, or leaves out one that does not rise.
    pub(crate) fn report(&self, progress: Progress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Written so that a report of NaN is left out too.
        let rises = progress.done.is_finite() && state.highest.is_none_or(|highest| progress.done > highest);
        if !rises {
            return;
        }
        state.highest = Some(progress.done);
        let complete = progress.total.is_some_and(|total| progress.done >= total);
        if !complete && state.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            state.held_back = Some(progress);
            return;
        }
        state.held_back = None;
        state.told = Some(Instant::now());
        // Told under the lock: reports from several threads arrive in the order in which they rise.
        self.tell(progress);
    }

    /// A listener of the host's cannot fail the call that it listens to.
    fn tell(&self, progress: Progress) {
        if let Err(words) = caught(|| (self.hear)(progress)) {
            tracing::warn!(target: "tool_sdk", words, "a listener to progress panicked");
        }
    }

    /// Tells what was held back last.
    pub(crate) fn finish(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(progress) = state.held_back.take() {
            self.tell(progress);
        }
    }
}

impl fmt::Debug for ProgressSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgressSink").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{Progress, ProgressSink};

    fn report(done: f64, total: Option<f64>) -> Progress {
        Progress { done, total, message: None }
    }

    /// What is heard of these reports.
    fn heard(reports: &[Progress]) -> Vec<f64> {
        let all: Arc<Mutex<Vec<f64>>> = Arc::default();
        let sink = ProgressSink::new({
            let all = all.clone();
            move |progress| all.lock().unwrap().push(progress.done)
        });
        reports.iter().cloned().for_each(|progress| sink.report(progress));
        sink.finish();
        all.lock().unwrap().drain(..).collect()
    }

    // contract: E13
    #[test]
    fn reports_rise_strictly() {
        let falling =
            [report(3.0, None), report(2.0, None), report(3.0, None), report(f64::NAN, None), report(4.0, None)];
        assert_eq!(heard(&falling), [3.0, 4.0]);
    }

    // contract: E13
    #[test]
    fn a_flood_is_throttled_and_its_end_is_told() {
        let flood: Vec<Progress> = (1..=100_000).map(|n| report(f64::from(n), None)).collect();
        let heard = heard(&flood);
        assert!(heard.len() < 1_000, "{} reports were told", heard.len());
        assert_eq!(heard.last(), Some(&100_000.0));
    }

    // contract: E13
    #[test]
    fn the_complete_report_is_told_at_once() {
        assert_eq!(heard(&[report(1.0, Some(2.0)), report(2.0, Some(2.0))]), [1.0, 2.0]);
    }

    // contract: E6
    #[test]
    fn a_listener_that_panics_fails_nobody() {
        let sink = ProgressSink::new(|_| panic!("a listener"));
        sink.report(report(1.0, None));
        sink.report(report(2.0, None));
        sink.finish();
        sink.report(report(3.0, Some(3.0)));
    }
}
