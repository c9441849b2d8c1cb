//! What is looked for, ready for ripgrep's engine.

use grep_matcher::LineTerminator;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use tool_sdk::prelude::*;

use crate::args::{GrepArgs, GrepMode};
use crate::trouble::code;

/// How long a line may be, and how long a file that a pattern across lines looks at: as much is held in memory.
const MOST_HELD: usize = 64 << 20;

/// A pattern and how it is looked for.
#[derive(Debug)]
pub(crate) struct Query {
    pub(super) matcher: RegexMatcher,
    pub(super) mode: GrepMode,
    pub(super) context: usize,
    pub(super) multiline: bool,
}

impl Query {
    /// # Errors
    /// The pattern is none.
    pub(crate) fn new(args: &GrepArgs) -> Result<Self, ToolError> {
        let mut builder = RegexMatcherBuilder::new();
        // A `\r` before the line end is no part of a line (contract T3), so `$` stands before it.
        builder.case_insensitive(args.ignore_case).multi_line(true).crlf(true);
        if args.multiline {
            builder.line_terminator(None);
        }
        let matcher = builder.build(&args.pattern).map_err(|error| refused(&error.to_string(), args))?;
        Ok(Self {
            matcher,
            mode: args.mode,
            context: usize::try_from(args.context).unwrap_or(usize::MAX),
            multiline: args.multiline,
        })
    }

    /// A searcher for one thread.
    pub(super) fn searcher(&self) -> Searcher {
        let context = if self.mode == GrepMode::Content { self.context } else { 0 };
        SearcherBuilder::new()
            .line_terminator(LineTerminator::crlf())
            .line_number(true)
            .multi_line(self.multiline)
            .before_context(context)
            .after_context(context)
            .heap_limit(Some(MOST_HELD))
            // What is no text is told apart before, by the same rule as for `read`.
            .binary_detection(BinaryDetection::none())
            .build()
    }
}

fn refused(why: &str, args: &GrepArgs) -> ToolError {
    let hint = if !args.multiline && args.pattern.contains("\\n") {
        "a pattern across lines needs multiline: true"
    } else {
        "put a `\\` before each special character that stands for itself"
    };
    ToolError::new(code::INVALID_PATTERN, format!("pattern: {}; {hint}", why.trim())).at("pattern")
}
