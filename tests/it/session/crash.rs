//! The writer is killed again and again: the log opens, nothing acknowledged is lost, every call is answered after repair.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use tool_sdk::session::{Event, Line, LogReader, SessionLog};

use super::Folder;
use crate::support::dice::Dice;

/// Starts the writer, kills it after `lines` acknowledgements, and gives all that it acknowledged.
fn killed_after(lines: usize, path: &std::path::Path, run: usize) -> Vec<String> {
    let mut writer = Command::new(env!("CARGO_BIN_EXE_log_writer"))
        .arg(path)
        .arg(run.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the writer starts");
    let mut output = BufReader::new(writer.stdout.take().expect("its output"));
    let mut acknowledged = Vec::new();
    let mut line = String::new();
    while output.read_line(&mut line).expect("its output is text") > 0 {
        if line.ends_with('\n') {
            acknowledged.push(line.trim_end().to_owned());
        }
        line.clear();
        // Killed once; what is in the pipe by then was acknowledged too.
        if acknowledged.len() == lines {
            writer.kill().expect("it is killed");
        }
    }
    writer.wait().expect("it has ended");
    acknowledged
}

// contract: L2
#[test]
fn a_killed_writer_loses_nothing_and_every_call_is_answered() {
    let folder = Folder::of("killed");
    let mut dice = Dice::of("killed");
    let mut torn = 0;
    for log in 0..10 {
        let path = folder.0.join(format!("{log}.jsonl"));
        let mut acknowledged = Vec::new();
        for run in 0..20 {
            let lines = 1 + dice.below(150);
            acknowledged.extend(killed_after(lines, &path, run));
        }
        drop(SessionLog::append_to(&path).expect("the log opens"));
        let (mut seen, mut open) = (HashSet::new(), HashSet::new());
        let mut reader = LogReader::open(&path).expect("the log opens");
        let mut last = 0;
        while let Some(line) = reader.next().expect("a line") {
            match line {
                Line::Event(entry) => {
                    assert_eq!(entry.seq, last + 1, "a number is missing or twice");
                    last = entry.seq;
                    match entry.event {
                        Event::Call(event) => {
                            open.insert(event.call_id.to_string());
                            seen.insert(format!("call {}", event.call_id));
                        }
                        Event::Start { call_id } => {
                            seen.insert(format!("start {call_id}"));
                        }
                        Event::Result(event) => {
                            assert!(open.remove(&*event.call_id), "two answers for {}", event.call_id);
                            if !event.is_error {
                                seen.insert(format!("result {}", event.call_id));
                            }
                        }
                        other => panic!("{other:?}"),
                    }
                }
                Line::Broken { .. } => torn += 1,
                _ => {}
            }
        }
        assert!(open.is_empty(), "without an answer: {open:?}");
        let lost: Vec<&String> = acknowledged.iter().filter(|line| !seen.contains(*line)).collect();
        assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
        assert!(acknowledged.len() >= 20, "{}", acknowledged.len());
    }
    println!("{torn} torn lines in 200 kills");
}
