//! [`Rule`]: which calls, and what becomes of them.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;
use tool_sdk::CallInfo;

/// What becomes of the calls that a rule matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Allow,
    Ask,
    Deny,
}

/// A test of a text: of a tool's name, or of an argument.
///
/// It is the text that is compared, and not what it stands for: `a/../b` starts with `a/`. What a path or a command reaches is for
/// the executor to confine.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    Is(String),
    StartsWith(String),
}

/// Exactly this text.
pub(crate) fn is(text: &str) -> Text {
    Text::Is(text.to_owned())
}

/// Any text with this beginning; the empty one is the beginning of all.
pub(crate) fn starts_with(text: &str) -> Text {
    Text::StartsWith(text.to_owned())
}

impl Text {
    fn admits(&self, text: &str) -> bool {
        match self {
            Self::Is(whole) => text == whole,
            Self::StartsWith(beginning) => text.starts_with(&**beginning),
        }
    }
}

/// Matches calls by the tool's name and by arguments, all of which have to fit.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) access: Access,
    /// What the model or the person reads; nothing for calls that are allowed.
    pub(crate) reason: String,
    tool: Text,
    arguments: Vec<(String, Text)>,
}

impl Rule {
    /// Such calls run.
    pub(crate) fn allow(tool: Text) -> Self {
        Self::new(Access::Allow, tool, "")
    }

    /// Such calls are asked about; the person reads the reason.
    pub(crate) fn ask(tool: Text, reason: &str) -> Self {
        Self::new(Access::Ask, tool, reason)
    }

    /// Such calls do not run; the model reads the reason.
    pub(crate) fn deny(tool: Text, reason: &str) -> Self {
        Self::new(Access::Deny, tool, reason)
    }

    fn new(access: Access, tool: Text, reason: &str) -> Self {
        Self { access, reason: reason.to_owned(), tool, arguments: Vec::new() }
    }

    /// Only calls whose argument at this JSON pointer (`/path`, `/servers/0/host`) is such a text. A number or a boolean counts as
    /// its text, `5.0` as `5`. What is absent, null, a list or an object fits no test, also where the tool has a default.
    ///
    /// # Errors
    /// A pointer that does not start with `/` points at nothing, and its rule would never match.
    pub(crate) fn when(mut self, pointer: &str, text: Text) -> Result<Self, BadPointer> {
        if !pointer.starts_with('/') {
            return Err(BadPointer(pointer.to_owned()));
        }
        self.arguments.push((pointer.to_owned(), text));
        Ok(self)
    }

    pub(crate) fn matches(&self, call: &CallInfo) -> bool {
        self.tool.admits(call.name()) && self.fits(call.arguments())
    }

    fn fits(&self, arguments: &Value) -> bool {
        self.arguments.iter().all(|(pointer, text)| {
            let argument = arguments.pointer(pointer).and_then(text_of);
            argument.is_some_and(|argument| text.admits(&argument))
        })
    }
}

/// One number is one text, however the model wrote it; else a rule about it could be walked around.
fn text_of(argument: &Value) -> Option<Cow<'_, str>> {
    match argument {
        Value::String(text) => Some(text.into()),
        Value::Bool(truth) => Some(truth.to_string().into()),
        Value::Number(number) => match number.as_f64() {
            Some(decimal) if !(number.is_i64() || number.is_u64()) => Some(decimal.to_string().into()),
            _ => Some(number.to_string().into()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Text that is no JSON pointer.
#[derive(Debug)]
pub(crate) struct BadPointer(String);

impl fmt::Display for BadPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no JSON pointer: it starts with `/`, as in `/path`", self.0)
    }
}

impl std::error::Error for BadPointer {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Rule, is, starts_with};

    #[test]
    fn an_argument_is_found_by_its_pointer_and_compared_as_text() {
        let arguments =
            json!({"path": "src/a", "n": 5, "f": 5.0, "big": 1e3, "yes": true, "no": null, "list": ["x"], "a/b": "c"});
        let rows = [
            ("/path", is("src/a"), true),
            ("/path", is("src"), false),
            ("/path", starts_with("src/"), true),
            ("/path", starts_with(""), true),
            ("/path", starts_with("SRC/"), false),
            ("/n", is("5"), true),
            ("/f", is("5"), true),
            ("/big", is("1000"), true),
            ("/yes", is("true"), true),
            ("/no", starts_with(""), false),
            ("/list", starts_with(""), false),
            ("/list/0", is("x"), true),
            ("/a~1b", is("c"), true),
            ("/absent", starts_with(""), false),
        ];
        for (pointer, text, fits) in rows {
            let rule = Rule::allow(starts_with("")).when(pointer, text.clone()).unwrap();
            assert_eq!(rule.fits(&arguments), fits, "{pointer} {text:?}");
        }
    }

    #[test]
    fn all_tests_of_a_rule_have_to_fit() {
        let rule = Rule::allow(starts_with("")).when("/a", is("1")).unwrap().when("/b", is("2")).unwrap();
        assert!(rule.fits(&json!({"a": "1", "b": "2"})));
        assert!(!rule.fits(&json!({"a": "1", "b": "3"})));
    }

    #[test]
    fn what_is_no_pointer_is_refused() {
        let error = Rule::allow(is("x")).when("path", is("y")).unwrap_err();
        assert_eq!(error.to_string(), "`path` is no JSON pointer: it starts with `/`, as in `/path`");
        assert!(Rule::allow(is("x")).when("", is("y")).is_err());
    }
}
