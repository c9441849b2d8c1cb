//! Who depends on whom: what the tools bring along, and what the room of the cards may use.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that draw for a person, read a command line, or carry calls over a wire; a part of the name is enough.
const INTERFACES: &[&str] = &[
    // Terminals and windows.
    "clap",
    "crossterm",
    "termion",
    "termcolor",
    "terminal_size",
    "ratatui",
    "cursive",
    "console",
    "indicatif",
    "egui",
    "iced",
    "gtk",
    "winit",
    "tauri",
    "dialoguer",
    "rustyline",
    "unicode-width",
    // Pages.
    "maud",
    "askama",
    "tera",
    "handlebars",
    "html",
    // Protocols and transports.
    "rmcp",
    "agent-client-protocol",
    "jsonrpc",
    "lsp-",
    "hyper",
    "reqwest",
    "ureq",
    "axum",
    "tonic",
    "h2",
    "tower",
    "tungstenite",
    "quinn",
    "rustls",
    "native-tls",
    "http",
];

/// The workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a member of the workspace")
}

/// The crates that a crate brings along into a program, as cargo resolves them for this machine.
fn brought_by(package: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["tree", "--locked", "--edges", "normal,build", "--prefix", "none", "--format", "{p}", "--package"];
    let output = Command::new(cargo).args(words).arg(package).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("names are text");
    let names = tree.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|name| *name != package).map(str::to_owned).collect()
}

fn is_interface(name: &str) -> bool {
    INTERFACES.iter().any(|known| name == *known || name.starts_with(known) || name.ends_with(known))
}

/// The crates with shipped tools, as the map of the workspace names them.
fn tool_crates() -> Vec<String> {
    let folders = fs::read_dir(root()).expect("the workspace").flatten();
    let names = folders.filter(|entry| entry.path().join("Cargo.toml").exists());
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let ours = ["tool-sdk", "tool-sdk-macros", "tool-host"];
    names.filter(|name| name.starts_with("tool-") && !ours.contains(&name.as_str())).collect()
}

// contract: U8
#[test]
fn no_tool_crate_brings_an_interface_or_a_transport_along() {
    let crates = tool_crates();
    assert!(crates.len() >= 2, "{crates:?}");
    for package in crates.iter().map(String::as_str).chain(["tool-sdk"]) {
        let brought = brought_by(package);
        assert!(brought.contains("serde_json"), "{package} brings nothing: {brought:?}");
        let interfaces: Vec<&String> = brought.iter().filter(|name| is_interface(name)).collect();
        assert!(interfaces.is_empty(), "{package} depends on {interfaces:?}");
        let ours = brought.iter().filter(|name| name.starts_with("tool-") && !name.starts_with("tool-sdk"));
        assert_eq!(ours.collect::<Vec<_>>(), Vec::<&String>::new(), "{package} depends on other tools or a host");
    }
    let host = brought_by("tool-host");
    assert!(host.iter().any(|name| is_interface(name)), "a host has an interface, or this test sees none: {host:?}");
}

/// The files of a room.
fn files(room: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(room).expect("the room").flatten() {
        match entry.path() {
            folder if folder.is_dir() => found.extend(files(&folder)),
            file => found.push(file),
        }
    }
    found
}

/// What the map of the architecture allows the room of the cards.
fn allowed() -> BTreeSet<String> {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map");
    let row = map.lines().find(|line| line.starts_with("present/")).expect("the map has the room");
    let (_, uses) = row.rsplit_once('→').expect("a row says what the room uses");
    uses.split(',').map(|room| room.trim().to_owned()).collect()
}

/// The rooms and the standard modules that a line of code names.
fn named<'l>(line: &'l str, prefix: &'l str) -> impl Iterator<Item = &'l str> {
    let word = |rest: &'l str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    line.split(prefix).skip(1).map(word).filter(|word| !word.is_empty())
}

// contract: U2, U8
#[test]
fn the_room_of_the_cards_knows_no_interface_disk_or_clock() {
    let allowed = allowed();
    let mut used = BTreeSet::new();
    for file in files(&root().join("tool-sdk/src/present")) {
        let text = fs::read_to_string(&file).expect("a source");
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            for room in named(line, "crate::") {
                assert!(allowed.contains(room), "{} uses `{room}`: {line}", file.display());
                used.insert(room.to_owned());
            }
            for module in named(line, "std::") {
                let outside = ["fs", "env", "time", "net", "process", "thread", "io", "os"];
                assert!(!outside.contains(&module), "{} uses `std::{module}`: {line}", file.display());
            }
            for word in ["tokio", "ansi", "html", "Html", "mcp", "acp", "http"] {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(!words.into_iter().any(|found| found == word), "{} names `{word}`: {line}", file.display());
            }
        }
    }
    assert_eq!(used, allowed, "the map allows what nobody uses");
}
