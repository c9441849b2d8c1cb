//! Trouble that strangers had with tools like ours, each as a test of its kind and not only of its input. Every test names its case.

/// Texts, numbers and depths that other readers lose or die of.
mod json;
/// Types that contain themselves, and references that lead somewhere else.
mod recursion;
/// Schemas that providers refuse.
mod schemas;
/// Arguments that a model spelt another way than the schema says.
mod spelling;

use tool_sdk::testing::block_on;
use tool_sdk::{Arguments, Outcome, Tool};

/// One call, as a model makes it.
fn call<'a, T: Tool>(tool: T, arguments: impl Into<Arguments<'a>>) -> Outcome {
    block_on(tool_sdk::testing::call(tool, arguments))
}

/// The value of a call that went well, as compact text.
#[track_caller]
fn value(outcome: &Outcome) -> String {
    match outcome.value() {
        Some(value) => value.to_text(),
        None => panic!("{}", outcome.text()),
    }
}

/// A call that was refused for its arguments: the body did not run, the paths are named, and the message says all the words.
#[track_caller]
fn refused(outcome: &Outcome, paths: &[&str], words: &[&str]) {
    let Some(error) = outcome.error() else { panic!("accepted: {:?}", outcome.value()) };
    assert_eq!(error.code(), &"INVALID_ARGS", "{}", outcome.text());
    assert_eq!(error.paths(), paths, "{}", outcome.text());
    for word in words {
        assert!(error.message().contains(word), "{word:?} is not in {:?}", error.message());
    }
    assert_eq!(outcome.text().lines().next(), format!("Error: {}", error.message()).lines().next());
    assert!(outcome.value().is_none() && outcome.to_json().get("value").is_none());
}

/// The kinds of the repairs and where they were made.
fn repairs(outcome: &Outcome) -> Vec<String> {
    outcome.repairs().iter().map(|repair| format!("{} {}", repair.kind.name(), repair.path)).collect()
}
