//! `toolbox list`.

use tool_sdk::prelude::*;

use crate::{Exit, print};

/// Shows the tools, one a line.
pub(crate) fn run(registry: &Registry) -> Exit {
    let schemas = registry.schemas();
    let width = schemas.iter().map(|tool| tool.name().len()).max().unwrap_or(0);
    let lines: String = schemas
        .iter()
        .map(|tool| format!("{:width$}  {}\n", tool.name(), first_sentence(tool.description())))
        .collect();
    print::answer(&lines, Exit::Success)
}

/// The first sentence of a description, on one line. Only a full stop before white space ends it, so that `file.txt`
/// does not.
fn first_sentence(description: &str) -> String {
    let mut sentence = String::new();
    for word in description.split_whitespace() {
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(word);
        if word.ends_with(['.', '!', '?']) {
            break;
        }
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_ends_with_its_mark() {
        assert_eq!(first_sentence("Read file.txt\n  or another. Then stop."), "Read file.txt or another.");
        assert_eq!(first_sentence("No mark at all"), "No mark at all");
        assert_eq!(first_sentence(""), "");
    }
}
