//! The real binary, run as a person runs it.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Runs `toolbox` in its own folder, where `Cargo.toml` is a file to read.
fn toolbox(arguments: &[&str]) -> Output {
    command(arguments).output().expect("toolbox runs")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

fn fed(arguments: &[&str], stdin: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toolbox starts");
    child.stdin.take().expect("a pipe").write_all(stdin).expect("it reads");
    child.wait_with_output().expect("toolbox ends")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(out(output)).expect("JSON")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

// contract: H4
#[test]
fn list_names_each_tool_and_says_what_it_does() {
    let output = toolbox(&["list"]);
    assert_eq!(code(&output), Some(0));
    let line = out(&output).lines().find(|line| line.starts_with("read ")).expect("read is listed");
    assert!(line.ends_with('.') && line.contains("text file"), "{line}");
}

// contract: S3, R3
#[test]
fn schema_shows_the_parameters_as_the_model_gets_them() {
    let output = toolbox(&["schema", "read"]);
    assert_eq!((code(&output), err(&output)), (Some(0), ""));
    let schema = json(&output);
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["file_path"]));
    let keys: Vec<_> = schema["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["file_path", "offset", "limit"]);
    for absent in ["$schema", "additionalProperties"] {
        assert_eq!(schema.get(absent), None);
    }
    assert!(!out(&output).contains("uint"));

    let all = json(&toolbox(&["schema"]));
    let read = all.as_array().expect("an array").iter().find(|tool| tool["name"] == "read").expect("read is there");
    assert_eq!(read["parameters"], schema);
    assert_eq!(read.as_object().expect("an object").keys().collect::<Vec<_>>(), ["name", "description", "parameters"]);
}

#[test]
fn schema_of_an_unknown_tool_is_a_wrong_command_line() {
    let output = toolbox(&["schema", "rread"]);
    assert_eq!((code(&output), out(&output)), (Some(2), ""));
    assert!(err(&output).contains("`rread`") && err(&output).contains("read"), "{}", err(&output));
}

#[test]
fn call_prints_what_a_model_reads() {
    for form in [&[][..], &["--text"]] {
        let output = toolbox(&[&["call", "read", r#"{"file_path":"Cargo.toml","limit":3}"#], form].concat());
        assert_eq!((code(&output), err(&output)), (Some(0), ""));
        assert!(out(&output).contains("\n1: [package]\n2: name = \"tool-host\"\n3: "), "{}", out(&output));
        assert!(out(&output).contains("send offset 4"), "{}", out(&output));
        assert!(out(&output).ends_with("</content>\n"));
    }
}

// contract: E4
#[test]
fn call_can_print_the_whole_outcome() {
    let output = toolbox(&["call", "read", r#"{"file_path":"Cargo.toml","limit":3}"#, "--json"]);
    assert_eq!(code(&output), Some(0));
    let outcome = json(&output);
    assert_eq!((&outcome["ok"], &outcome["name"]), (&json!(true), &json!("read")));
    assert_eq!(outcome["value"]["lines"][0], json!({"number": 1, "text": "[package]"}));
    assert_eq!(outcome["content"][0]["type"], "text");
    assert_eq!((outcome.get("error"), outcome.get("repairs")), (None, None));
}

// contract: E17
#[test]
fn a_number_as_a_string_is_one_repair() {
    let output = toolbox(&["call", "read", r#"{"file_path":"Cargo.toml","limit":"3"}"#, "--json"]);
    assert_eq!(code(&output), Some(0));
    let outcome = json(&output);
    assert_eq!(outcome["value"]["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        outcome["repairs"],
        json!([{"path": "limit", "kind": "number-from-string", "from": "\"3\"", "to": "3"}])
    );
}

// contract: S5
#[test]
fn every_problem_of_the_arguments_is_in_one_message() {
    let output = toolbox(&["call", "read", r#"{"file_path":5,"limit":"many"}"#]);
    assert_eq!(code(&output), Some(1));
    assert!(
        out(&output).starts_with("Error: ") && out(&output).contains("file_path") && out(&output).contains("limit")
    );
    let outcome = json(&toolbox(&["call", "read", r#"{"file_path":5,"limit":"many"}"#, "--json"]));
    assert_eq!(outcome["error"]["code"], "INVALID_ARGS");
    assert_eq!(outcome["error"]["paths"], json!(["file_path", "limit"]));
    assert_eq!((outcome.get("value"), &outcome["ok"]), (None, &json!(false)));
}

// contract: E16
// field: F068
#[test]
fn broken_json_tells_where_and_never_runs() {
    for broken in [
        "{",
        r#"{"file_path": "Cargo.toml"#,
        r#"{"file_path":"Cargo.toml"}{"file_path":"Cargo.toml"}"#,
        "{'file_path': 1}",
    ] {
        let output = toolbox(&["call", "read", broken, "--json"]);
        assert_eq!(code(&output), Some(1), "{broken}");
        let message = json(&output)["error"]["message"].as_str().expect("a message").to_owned();
        assert!(message.contains("line 1") || message.contains("column") || message.contains("offset"), "{message}");
    }
}

// contract: E16
#[test]
fn no_arguments_are_empty_arguments() {
    for arguments in
        [&["call", "read", "--json"][..], &["call", "read", "", "--json"], &["call", "read", "null", "--json"]]
    {
        let outcome = json(&toolbox(arguments));
        assert_eq!(outcome["error"]["code"], "INVALID_ARGS");
        assert_eq!(outcome["error"]["paths"], json!(["file_path"]));
    }
}

// contract: E5
#[test]
fn an_unknown_tool_is_a_failed_call() {
    let output = toolbox(&["call", "rread", "{}", "--json"]);
    assert_eq!(code(&output), Some(1));
    assert_eq!(json(&output)["error"]["code"], "UNKNOWN_TOOL");
}

// contract: E8
#[test]
fn a_missing_file_is_a_failed_call() {
    let output = toolbox(&["call", "read", r#"{"file_path":"no/such/file"}"#]);
    assert_eq!((code(&output), err(&output)), (Some(1), ""));
    assert!(out(&output).starts_with("Error: ") && out(&output).contains("no/such/file"), "{}", out(&output));
}

#[test]
fn arguments_come_through_a_pipe_too() {
    let output = fed(&["call", "read", "-"], br#"{"file_path":"Cargo.toml","limit":1}"#);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("1: [package]"));

    let output = fed(&["call", "read", "-", "--json"], b"");
    assert_eq!(json(&output)["error"]["paths"], json!(["file_path"]));

    let output = fed(&["call", "read", "-"], b"{\"file_path\":\"\xff\"}");
    assert_eq!((code(&output), out(&output)), (Some(2), ""));
    assert!(err(&output).contains("standard input"), "{}", err(&output));
}

#[test]
fn a_wrong_command_line_is_told_apart_from_a_failed_call() {
    for wrong in [
        &[][..],
        &["call"],
        &["cal", "read"],
        &["list", "x"],
        &["call", "read", "{}", "--json", "--text"],
        &["call", "read", "{}", "{}"],
    ] {
        let output = toolbox(wrong);
        assert_eq!((code(&output), out(&output)), (Some(2), ""), "{wrong:?}");
        assert!(!err(&output).is_empty(), "{wrong:?}");
    }
    assert_eq!(code(&toolbox(&["--help"])), Some(0));
    assert_eq!(code(&toolbox(&["--version"])), Some(0));
}

#[test]
fn a_reader_that_stops_early_is_no_trouble() {
    for arguments in [&["list"][..], &["schema"], &["call", "read", r#"{"file_path":"Cargo.toml"}"#]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("toolbox runs");
        assert_eq!((code(&output), err(&output)), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a disk that is full");
    let output = command(&["list"]).stdout(full).stderr(Stdio::piped()).output().expect("toolbox runs");
    assert_eq!(code(&output), Some(1));
    assert!(err(&output).contains("could not be written"), "{}", err(&output));
}
