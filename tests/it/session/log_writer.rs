//! A process that logs the calls of eight threads until somebody kills it, and says on standard output what was acknowledged.

use std::io::Write as _;

use tool_sdk::session::{Event, SessionLog};

fn main() {
    let mut words = std::env::args().skip(1);
    let (path, run) = (words.next().expect("a path"), words.next().expect("a run"));
    let log = SessionLog::append_to(path).expect("the log opens");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (log, run) = (&log, &run);
            scope.spawn(move || {
                for i in 0_u64.. {
                    let id = format!("r{run}-t{thread}-{i}");
                    let long = "x".repeat((i % 7) as usize * 900);
                    acknowledged(log, &Event::call(&*id, "read", &*long), "call", &id);
                    acknowledged(log, &Event::start(&*id), "start", &id);
                    acknowledged(log, &Event::succeeded(&*id, &*long), "result", &id);
                }
            });
        }
    });
}

fn acknowledged(log: &SessionLog, event: &Event<'_>, kind: &str, id: &str) {
    log.append(event).expect("the log takes it");
    // One piece, so that a line is there or not.
    let line = format!("{kind} {id}\n");
    std::io::stdout().lock().write_all(line.as_bytes()).expect("the test listens");
}
