//! [`Pattern`]: the calls that `--deny` names.

use std::fmt;
use std::str::FromStr;

use globset::{Glob, GlobMatcher};
use serde_json::Value;

/// `TOOL`, or `TOOL:TEXT` for the calls whose arguments hold such a string, at any depth. Both are globs over the whole name and
/// the whole string.
///
/// Strings are compared as they are, and not what they stand for: `a/../b` is no `b`, and a command has many spellings.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    written: String,
    tool: GlobMatcher,
    text: Option<GlobMatcher>,
}

impl Pattern {
    /// Whether it speaks of this tool, with whatever arguments.
    pub(crate) fn names(&self, tool: &str) -> bool {
        self.tool.is_match(tool)
    }

    /// Whether it speaks of this call.
    pub(crate) fn matches(&self, tool: &str, arguments: &Value) -> bool {
        self.names(tool) && self.text.as_ref().is_none_or(|text| any_string(arguments, text))
    }
}

/// The depth of arguments is bounded where they are read.
fn any_string(value: &Value, text: &GlobMatcher) -> bool {
    match value {
        Value::String(string) => text.is_match(string),
        Value::Array(items) => items.iter().any(|item| any_string(item, text)),
        Value::Object(fields) => fields.values().any(|field| any_string(field, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let (tool, text) = match written.split_once(':') {
            Some((tool, text)) => (tool, Some(text)),
            None => (written, None),
        };
        if tool.is_empty() {
            return Err("no tool is named: write `TOOL` or `TOOL:TEXT`, `*` for every tool".to_owned());
        }
        Ok(Self { written: written.to_owned(), tool: glob(tool)?, text: text.map(glob).transpose()? })
    }
}

fn glob(text: &str) -> Result<GlobMatcher, String> {
    let glob = Glob::new(text).map_err(|error| format!("`{text}` is no glob: {}", error.kind()))?;
    Ok(glob.compile_matcher())
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Pattern;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_pattern_names_tools_and_strings_of_their_arguments() {
        let arguments = json!({"command": "cd /x\nsudo rm -r y", "n": 5, "edits": [{"to": "src/a: b"}], "empty": ""});
        let rows = [
            ("bash", true),
            ("ba*", true),
            ("*", true),
            ("{read,bash}", true),
            ("bas", false),
            ("Bash", false),
            ("bash:*sudo*", true), // over line ends
            ("bash:sudo*", false),
            ("bash:src/*", true), // at any depth; the second colon is text
            ("bash:src/a: b", true),
            ("bash:*/a*", true),
            ("bash:command", false), // keys are no strings of the call
            ("bash:5", false),
            ("bash:", true), // the empty string
            ("read:*sudo*", false),
        ];
        for (text, matches) in rows {
            assert_eq!(pattern(text).matches("bash", &arguments), matches, "{text}");
        }
        assert!(!pattern("bash:*").matches("bash", &json!({})), "no string at all");
    }

    #[test]
    fn what_is_no_glob_says_so() {
        for text in ["", ":x", "[", "bash:[", "bash:{a", "ba}sh"] {
            let error = text.parse::<Pattern>().unwrap_err();
            assert!(error.contains("is no glob: ") || error.contains("no tool is named"), "{text}: {error}");
        }
    }
}
