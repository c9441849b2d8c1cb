//! One log: lines, order, what is refused.

use std::io::Write as _;
use std::sync::Barrier;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::session::{
    DispatchStartEvent, Durability, Event, JobEvent, Line, LogError, LogIndex, LogReader, SessionLog, SessionLogOptions,
};

use super::{Folder, kinds};

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the log");
    text.lines().map(|line| tool_sdk::json::parse(line).expect("each line is JSON")).collect()
}

// contract: L1, E4, J2, J5
#[test]
fn every_event_has_its_line() {
    let folder = Folder::of("lines");
    let log = SessionLogOptions::new().id("s1").append_to(folder.log()).expect("a log");
    let sub = DispatchStartEvent::new(("c1", "c1", "c1.1"), "grep", r#"{"a":1}"#);
    let raw = "{\"id\": 18446744073709551615,\n \"x\": oops";
    let events = [
        Event::call("c1", "run_code", raw).by("main", 3),
        Event::start("c1"),
        Event::DispatchStart(sub.clone()),
        Event::Dispatch(sub.ended(false, "found")),
        Event::succeeded("c1", "done").meta(r#"{"n":9007199254740993,"b":1,"a":2}"#),
        Event::failed("c2", "NOT_FOUND", "Error: no"),
        Event::Context {
            source: r#"{"kind":"plugin","plugin":"p"}"#.into(),
            content: std::borrow::Cow::Owned("hint".into()),
        },
        Event::Job(JobEvent::new("bash-1", "bash", "sleep 1", "running")),
        Event::Job(JobEvent::new("bash-1", "bash", "sleep 1", "failed").detail("exit code 3")),
    ];
    for (event, seq) in events.iter().zip(1..) {
        assert_eq!(log.append(event).expect("it is written"), seq);
    }
    let mut lines = lines(&folder.log());
    let header = lines.remove(0);
    assert_eq!((&header["type"], &header["version"], &header["id"]), (&json!("session"), &json!(1), &json!("s1")));
    assert!(header["startedAt"].is_u64());
    let mut last = 0;
    for (line, seq) in lines.iter_mut().zip(1_u64..) {
        let line = line.as_object_mut().expect("an object");
        assert_eq!(line.keys().take(3).collect::<Vec<_>>(), ["seq", "time", "type"]);
        assert_eq!(line.shift_remove("seq"), Some(json!(seq)));
        let time = line.shift_remove("time").and_then(|time| time.as_u64()).expect("a time");
        assert!(time >= last, "time goes back");
        last = time;
    }
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    assert_eq!(
        lines,
        [
            json!({"type": "tool/call", "callId": "c1", "turn": 3, "name": "run_code", "arguments": raw, "agent": "main"}),
            json!({"type": "tool/start", "callId": "c1"}),
            json!({"type": "tool/code-dispatch-start", "rootCallId": "c1", "parentCallId": "c1", "subCallId": "c1.1", "name": "grep", "arguments": "{\"a\":1}"}),
            json!({"type": "tool/code-dispatch", "rootCallId": "c1", "parentCallId": "c1", "subCallId": "c1.1", "name": "grep", "isError": false, "content": text("found")}),
            json!({"type": "tool/result", "callId": "c1", "isError": false, "content": text("done"), "meta": {"n": 9007199254740993_u64, "b": 1, "a": 2}}),
            json!({"type": "tool/result", "callId": "c2", "isError": true, "content": text("Error: no"), "error": {"code": "NOT_FOUND"}}),
            json!({"type": "context", "source": {"kind": "plugin", "plugin": "p"}, "content": text("hint")}),
            json!({"type": "job", "jobId": "bash-1", "kind": "bash", "label": "sleep 1", "status": "running"}),
            json!({"type": "job", "jobId": "bash-1", "kind": "bash", "label": "sleep 1", "status": "failed", "detail": "exit code 3"}),
        ]
    );
    // What is read is what was written.
    let mut reader = LogReader::open(folder.log()).expect("the log");
    assert!(matches!(reader.next(), Ok(Some(Line::Session(header))) if header.id == "s1" && header.version == 1));
    for event in &events {
        let Ok(Some(Line::Event(entry))) = reader.next() else { panic!("an event") };
        assert_eq!(&entry.event, event);
    }
    assert!(matches!(reader.next(), Ok(None)));
}

// contract: L1, E4, E17
#[test]
fn a_result_is_logged_without_its_value_and_with_its_repairs() {
    /// Say it again.
    #[tool]
    fn say(
        /// What.
        #[arg(alias = "msg")]
        text: String,
        /// How often.
        #[arg(min = 1, default = 1)]
        times: u32,
    ) -> Vec<String> {
        vec![text; times as usize]
    }
    let folder = Folder::of("outcome");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    let arguments = r#"{"msg":"hi","times":"2","tmes":1}"#;
    let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(Say, arguments));
    log.append(&Event::result(&outcome)).expect("it is written");
    let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(Say, r#"{"text":5}"#));
    log.append(&Event::result(&outcome)).expect("it is written");
    let lines = lines(&folder.log());
    assert_eq!(lines[1]["repairs"].as_array().map(Vec::len), Some(2));
    assert_eq!(lines[1]["ignored"], json!([{"path": "tmes", "near": "times"}]));
    assert!(lines[1].get("value").is_none() && lines[1].get("error").is_none());
    assert_eq!((&lines[2]["isError"], &lines[2]["error"]), (&json!(true), &json!({"code": "INVALID_ARGS"})));
}

// contract: L1, J1
#[test]
fn meta_that_is_no_json_is_refused_by_the_name_of_its_event() {
    let folder = Folder::of("no-json");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    for meta in ["", "NaN", "{", "{} {}", "{\n}", "new Date()"] {
        let error = log.append(&Event::succeeded("c1", "x").meta(meta)).expect_err("no JSON");
        assert_eq!(error.to_string(), "the meta of a tool/result event is not JSON");
    }
    assert_eq!(log.append(&Event::start("c1")).expect("the log is as it was"), 1);
    assert_eq!(kinds(&folder.log()), (vec!["tool/start".to_owned()], 0));
}

// contract: L2
#[test]
fn a_log_has_one_writer_and_nothing_else_is_ever_appended_to() {
    let folder = Folder::of("one-writer");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    assert!(matches!(SessionLog::append_to(folder.log()), Err(LogError::InUse { .. })));
    drop(log);
    drop(SessionLog::append_to(folder.log()).expect("its writer is gone"));
    for (text, words) in [
        ("[package]\nname = \"x\"\n", "is no session log"),
        ("{\"type\":\"tool/call\"}\n", "is no session log"),
        ("{\"type\":\"session\",\"version\":2,\"id\":\"x\",\"startedAt\":1}\n", "has version 2"),
    ] {
        let other = folder.0.join("other");
        std::fs::write(&other, text).expect("a file");
        let error = SessionLog::append_to(&other).expect_err("it is no log of ours");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(std::fs::read_to_string(&other).expect("the file"), text);
    }
    assert!(matches!(SessionLog::append_to(folder.0.join("no/such/folder")), Err(LogError::Io { .. })));
}

// contract: L2
#[test]
fn torn_foreign_and_unanswered_lines_are_survived() {
    let folder = Folder::of("torn");
    let path = folder.log();
    let log = SessionLog::append_to(&path).expect("a log");
    log.append(&Event::call("c1", "read", "{}")).expect("written");
    log.append(&Event::call("c2", "read", "{}")).expect("written");
    log.append(&Event::start("c2")).expect("written");
    log.append(&Event::call("c3", "read", "{}")).expect("written");
    log.append(&Event::failed("c3", "FAILED", "Error: x")).expect("written");
    drop(log);
    let before = std::fs::read(&path).expect("the log");
    let foreign = b"{\"seq\":6,\"time\":1,\"type\":\"acme/note\",\"callId\":5,\"content\":7}\nnoise\n\n\xff\xfe\n";
    let torn = b"{\"seq\":7,\"time\":2,\"type\":\"tool/res";
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("the log");
    file.write_all(&[foreign.as_slice(), torn].concat()).expect("written");
    let left = std::fs::read(&path).expect("the log");

    drop(SessionLog::append_to(&path).expect("it opens"));
    let after = std::fs::read(&path).expect("the log");
    assert!(after.starts_with(&left) && left.starts_with(&before), "nothing that was there is changed");
    let (kinds, broken) = kinds(&path);
    let (first, rest) = kinds.split_at(6);
    assert_eq!((first[5].as_str(), broken), ("acme/note", 4));
    assert_eq!(rest, ["tool/result", "tool/result"]);

    let index = LogIndex::build(&path).expect("an index");
    let mut reader = LogReader::open(&path).expect("the log");
    let mut codes = Vec::new();
    for call in ["c1", "c2", "c3"] {
        reader
            .seek(index.latest(call).and_then(|places| places.result).expect("every call is answered"))
            .expect("there");
        let Ok(Some(Line::Event(entry))) = reader.next() else { panic!("a result") };
        let Event::Result(event) = entry.event else { panic!("a result") };
        codes.push((event.code.expect("a code").into_owned(), event.content.to_text()));
    }
    assert_eq!(
        codes[0],
        ("TOOL_NOT_STARTED".to_owned(), "Error: the call was never started; it is safe to send it again".to_owned())
    );
    assert_eq!(
        codes[1],
        (
            "TOOL_OUTCOME_UNKNOWN".to_owned(),
            "Error: the call was interrupted, its outcome is unknown; check what it did before you send it again"
                .to_owned()
        )
    );
    assert_eq!(codes[2].0, "FAILED");

    // Repairing again changes nothing.
    drop(SessionLog::append_to(&path).expect("it opens"));
    assert_eq!(std::fs::read(&path).expect("the log"), after);
}

// contract: L2
#[test]
fn answers_of_a_repair_depend_on_the_log_alone() {
    let texts: Vec<Vec<u8>> = (0..2)
        .map(|i| {
            let folder = Folder::of(&format!("same-{i}"));
            let mut log = String::from("{\"type\":\"session\",\"version\":1,\"id\":\"s\",\"startedAt\":5}\n");
            log += "{\"seq\":1,\"time\":7,\"type\":\"tool/call\",\"callId\":\"c1\",\"name\":\"run_code\",\"arguments\":\"\"}\n";
            log += "{\"seq\":2,\"time\":9,\"type\":\"tool/start\",\"callId\":\"c1\"}\n";
            log += "{\"seq\":3,\"time\":8,\"type\":\"tool/code-dispatch-start\",\"rootCallId\":\"c1\",\"parentCallId\":\"c1\",\"subCallId\":\"c1.1\",\"name\":\"read\",\"arguments\":\"{}\"}";
            std::fs::write(folder.log(), log).expect("a log");
            drop(SessionLog::append_to(folder.log()).expect("it opens"));
            std::thread::sleep(std::time::Duration::from_millis(3));
            std::fs::read(folder.log()).expect("the log")
        })
        .collect();
    assert_eq!(texts[0], texts[1]);
    let text = String::from_utf8(texts[0].clone()).expect("text");
    let repaired: Vec<&str> = text.lines().skip(4).collect();
    // A whole last line that lacks nothing but its end is no torn line.
    assert!(repaired[0].starts_with("{\"seq\":4,\"time\":9,\"type\":\"tool/code-dispatch\""), "{text}");
    assert!(repaired[1].starts_with("{\"seq\":5,\"time\":9,\"type\":\"tool/result\""), "{text}");
}

// contract: L2
#[test]
fn a_torn_beginning_is_begun_again() {
    for beginning in
        ["", "{", "{\"type\":\"session\"", "{\"type\":\"session\",\"version\":1,\"id\":\"s\",\"startedAt\":5}"]
    {
        let folder = Folder::of("beginning");
        std::fs::write(folder.log(), beginning).expect("a file");
        let log = SessionLog::append_to(folder.log()).expect("it opens");
        log.append(&Event::call("c1", "read", "{}")).expect("written");
        drop(log);
        let mut reader = LogReader::open(folder.log()).expect("the log");
        let (mut headers, mut events) = (0, 0);
        while let Some(line) = reader.next().expect("a line") {
            match line {
                Line::Session(_) => headers += 1,
                Line::Event(_) => events += 1,
                _ => {}
            }
        }
        assert_eq!((headers, events), (1, 1), "{beginning:?}");
    }
}

// contract: L1
#[test]
fn threads_do_not_mix_their_lines() {
    let folder = Folder::of("threads");
    let log = SessionLogOptions::new().durability(Durability::Machine).append_to(folder.log()).expect("a log");
    let barrier = Barrier::new(8);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (log, barrier) = (&log, &barrier);
            scope.spawn(move || {
                barrier.wait();
                for i in 0..20 {
                    let id = format!("c{thread}-{i}");
                    log.append(&Event::call(&*id, "read", "x".repeat(i * 700))).expect("written");
                    log.append(&Event::succeeded(&*id, "y")).expect("written");
                }
            });
        }
    });
    log.sync().expect("it is on the disk");
    let lines = lines(&folder.log());
    let seqs: Vec<u64> = lines.iter().skip(1).filter_map(|line| line["seq"].as_u64()).collect();
    assert_eq!(seqs, (1..=320).collect::<Vec<u64>>());
    let index = LogIndex::build(folder.log()).expect("an index");
    assert_eq!((index.len(), index.places("c7-19").len()), (160, 1));
}

// contract: L1
#[test]
fn an_id_that_is_used_again_is_another_call() {
    let folder = Folder::of("again");
    let log = SessionLog::append_to(folder.log()).expect("a log");
    for _ in 0..2 {
        log.append(&Event::call("c1", "read", "{}")).expect("written");
        log.append(&Event::start("c1")).expect("written");
        log.append(&Event::succeeded("c1", "x")).expect("written");
    }
    let index = LogIndex::build(folder.log()).expect("an index");
    let places = index.places("c1");
    assert_eq!(places.len(), 2);
    assert!(places.iter().all(|places| places.start.is_some() && places.result.is_some()));
    assert!(index.latest("c2").is_none() && !index.is_empty());
}
