//! Several pieces of short work timed against each other in one process.

use std::hint::black_box;
use std::time::Instant;

const ROUNDS: u32 = 1_000;
const ITERATIONS: u32 = 500;

/// One piece of work that is timed beside others.
pub struct Contender<'a> {
    batch: Box<dyn FnMut() -> f64 + 'a>,
    fastest: f64,
}

impl<'a> Contender<'a> {
    /// Wraps the work; what it gives is dropped within the time measured, as a caller would drop it.
    pub fn new<R>(mut work: impl FnMut() -> R + 'a) -> Self {
        // The loop stands inside of the closure, so that one indirect call is paid for a batch and not for each iteration.
        let batch = move || {
            let started = Instant::now();
            for _ in 0..ITERATIONS {
                black_box(work());
            }
            started.elapsed().as_nanos() as f64 / f64::from(ITERATIONS)
        };
        Self { batch: Box::new(batch), fastest: f64::INFINITY }
    }

    /// Times all of them in turn, round by round, and gives the shortest time of each in nanoseconds.
    ///
    /// A noisy neighbour only ever adds time, and in turns it adds to all alike; so the minima can be compared.
    pub fn minima<const N: usize>(mut contenders: [Self; N]) -> [f64; N] {
        for _ in 0..ROUNDS {
            for contender in &mut contenders {
                contender.fastest = contender.fastest.min((contender.batch)());
            }
        }
        contenders.map(|contender| contender.fastest)
    }
}

/// Whether the program was started for its figures (`--figures`) and not for divan's tables.
#[must_use]
pub fn figures_wanted() -> bool {
    std::env::args().any(|word| word == "--figures")
}

/// Prints one measurement in the form that `cargo xtask bench` reads.
pub fn measured(name: &str, value: f64) {
    println!("measured {name} {value:.3}");
}

#[cfg(test)]
mod tests {
    use super::Contender;

    #[test]
    fn more_work_takes_longer() {
        let few: Vec<u64> = (0..10).collect();
        let many: Vec<u64> = (0..100).collect();
        let sum = |numbers: &[u64]| numbers.iter().fold(0_u64, |sum, number| std::hint::black_box(sum ^ number));
        let [short, long] = Contender::minima([Contender::new(|| sum(&few)), Contender::new(|| sum(&many))]);
        assert!(0.0 < short && short < long, "{short} {long}");
    }
}
