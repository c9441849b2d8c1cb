//! Everything that a model sees of the shipped tools, as golden files, so that no word changes unseen.
//!
//! * `golden/prompt.txt`: what it is told before it is asked, and how many bytes that is
//! * `golden/TOOL.txt`: the definition of each tool, and a result of each kind of success and failure
//! * `golden/every.txt`: the results that do not depend on the tool
//!
//! `cargo xtask bless` writes them. A tool that lands adds a line to [`everything`] and one to [`CALLS`], which names its calls.

/// Calls of `bash`.
mod bash;
/// One call, and what a model reads of it.
mod call;
/// Calls of `edit`.
mod edit;
/// What any call may get, whatever the tool.
mod every;
/// Calls of `glob`.
mod glob;
/// Calls of `grep`.
mod grep;
/// Calls of `read`.
mod read;
/// Calls of `read_image`.
mod read_image;
/// Calls of `write`.
mod write;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use call::Call;
use tool_fs::Workspace;
use tool_sdk::Confinement;
use tool_sdk::json::to_pretty;
use tool_sdk::prelude::*;
use tool_sdk::prompt::{Prompt, PromptBuilder, Variables};

/// Every tool and plugin that the workspace ships, at work in a folder.
fn everything(folder: &Path, confinement: Confinement) -> Result<Registry, RegisterError> {
    let registry = Registry::new();
    registry.install(tool_fs::plugin(Workspace::new(folder).confined(confinement)))?;
    registry.install(tool_bash::plugin(tool_bash::Bash::new(folder)))?;
    Ok(registry)
}

/// A golden file, which has the name of its tool, and what is called to see what a model reads.
type Shown = (&'static str, fn() -> Vec<Call>);

const CALLS: &[Shown] = &[
    ("every", every::calls),
    ("read", read::calls),
    ("read_image", read_image::calls),
    ("write", write::calls),
    ("edit", edit::calls),
    ("glob", glob::calls),
    ("grep", grep::calls),
    ("bash", bash::calls),
];

fn prompt() -> std::sync::Arc<Prompt> {
    let registry = everything(Path::new(call::FOLDER), Confinement::full()).expect("the shipped tools register");
    PromptBuilder::new().assemble(&registry, &Variables::new()).expect("the shipped sections make a prompt")
}

// contract: R2, R3
#[test]
fn what_a_model_is_told_before_it_is_asked() {
    let prompt = prompt();
    let (text, tools) = (prompt.text().len(), prompt.tools_text().len());
    let mut shown = format!("{} bytes: {text} of text, {tools} of {} tools\n", text + tools, prompt.tools().len());
    writeln!(shown, "\n== text\n{}\n== tools", quoted(prompt.text())).unwrap();
    for tool in prompt.tools() {
        writeln!(shown, "{:>6} bytes of {}", tool.description().len() + tool.parameters_text().len(), tool.name())
            .unwrap();
    }
    golden("prompt", &shown);
}

// contract: R3, E4, E5
#[tokio::test]
async fn what_a_model_is_told_of_each_tool() {
    let prompt = prompt();
    for (name, calls) in CALLS {
        let mut shown = String::new();
        if let Some(tool) = prompt.tools().iter().find(|tool| tool.name() == *name) {
            let parameters = quoted(&to_pretty(tool.parameters()));
            writeln!(shown, "== description\n{}\n== parameters\n{parameters}", quoted(tool.description())).unwrap();
        }
        for call in calls() {
            writeln!(shown, "== {}", call.what).unwrap();
            let (arguments, answer) = (call.arguments.clone(), call.answer().await);
            let content = quoted(&answer.content);
            writeln!(shown, "{arguments}\n{}\n{content}", answer.code.as_deref().unwrap_or("ok")).unwrap();
        }
        golden(name, &shown);
    }
}

#[tokio::test]
async fn no_shipped_tool_is_forgotten() {
    let offered: BTreeSet<String> = prompt().tools().iter().map(|tool| tool.name().to_owned()).collect();
    let called = CALLS.iter().map(|(name, _)| (*name).to_owned()).filter(|name| name != "every").collect();
    assert_eq!(offered, called, "the tools that are offered, and those whose calls are shown");
    assert_eq!(offered, crate::every_tool::names(), "the tools here, and those in `every_tool.rs`");
    for (name, calls) in CALLS.iter().filter(|(name, _)| *name != "every") {
        let mut codes = BTreeSet::new();
        for call in calls() {
            codes.insert(call.answer().await.code.unwrap_or_default());
        }
        assert!(codes.contains(""), "{name} has a success");
        assert!(codes.contains("INVALID_ARGS"), "{name} has a call with bad arguments");
        assert!(codes.len() > 2, "{name} has a failure of its own");
    }
}

/// The lines of a text, so marked that each is one and its end is seen; of very many the first and the last.
fn quoted(text: &str) -> String {
    const ENDS: usize = 12;
    let lines: Vec<String> = text.split('\n').map(|line| format!("|{}|\n", shortened(line))).collect();
    if lines.len() <= 5 * ENDS {
        return lines.concat();
    }
    let (first, last) = (lines[..ENDS].concat(), lines[lines.len() - ENDS..].concat());
    format!("{first}[here {} lines more]\n{last}", lines.len() - 2 * ENDS)
}

/// A line that a person can read.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 400;
    match line.char_indices().nth(LONGEST) {
        None => line.to_owned(),
        Some(_) => {
            let characters: Vec<char> = line.chars().collect();
            let ends =
                [&characters[..80], &characters[characters.len() - 80..]].map(|end| end.iter().collect::<String>());
            format!("{} [here {} characters more] {}", ends[0], characters.len() - 160, ends[1])
        }
    }
}

/// Compares with the golden file, or writes it when the project is being blessed.
#[track_caller]
fn golden(name: &str, shown: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("it/shown/golden/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, shown).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let changed = expected.lines().zip(shown.lines()).position(|(a, b)| a != b);
    let line = changed.unwrap_or(expected.lines().count().min(shown.lines().count())) + 1;
    assert!(
        expected == shown,
        "a model is told something else of `{name}`, from line {line} of {} on (`cargo xtask bless` takes it over):\n{shown}",
        path.display()
    );
}
