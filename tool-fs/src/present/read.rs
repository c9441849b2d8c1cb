//! The cards of `read`. The log has the lines once, in the text that the model read; they are found again there.

use tool_sdk::prelude::*;
use tool_sdk::present::{Kind, ReadLine};

use super::lang;
use crate::args::ReadArgs;
use crate::output::ReadOutput;
use crate::read::LIMITS;
use crate::render;

/// What a log keeps of a window of lines beside the text that holds them.
///
/// As JSON: `{"path":"/srv/a.txt","offset":1,"lines":1,"totalLines":1}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadMeta {
    /// Absolute path of the file.
    pub path: String,
    /// Number of the first line.
    pub offset: u64,
    /// How many lines there are in the text.
    pub lines: u64,
    /// How many lines the whole file has.
    pub total_lines: u64,
}

impl ReadMeta {
    pub(crate) fn new(value: &ReadOutput) -> Self {
        let (path, offset, lines) = (value.path.clone(), value.offset, value.lines.len() as u64);
        Self { path, offset, lines, total_lines: value.total_lines }
    }
}

/// The card while the file is read.
pub(crate) fn reading(args: &ReadArgs) -> CallView {
    let (path, first) = (&args.file_path, args.offset);
    let lines = if args.limit < LIMITS.lines {
        format!(" ({first} - {})", first.saturating_add(args.limit - 1))
    } else if first > 1 {
        format!(" (from line {first})")
    } else {
        String::new()
    };
    CallView::generic(format!("Read {path}{lines}")).kind(Kind::Read).location(path, first)
}

/// The card of the lines; none when the text is another than `read` made.
pub(crate) fn shown(result: &Presented<ReadMeta>) -> Option<ResultView> {
    let meta = result.meta().filter(|_| !result.is_error())?;
    let text = result.content().blocks().iter().find_map(|block| match block {
        tool_sdk::Block::Text(text) => Some(text),
        _ => None,
    })?;
    let mut rest = text.strip_prefix(&render::read::head(&meta.path))?.split('\n');
    let numbers = meta.offset..meta.offset.checked_add(meta.lines)?;
    let line = |number: u64| Some(ReadLine::new(number, rest.next()?.strip_prefix(&format!("{number}: "))?));
    let lines: Vec<ReadLine> = numbers.map(line).collect::<Option<_>>()?;
    let view = ResultView::read(&meta.path, meta.offset, lines, meta.total_lines);
    Some(match lang::of(&meta.path) {
        Some(lang) => view.lang(lang),
        None => view,
    })
}

#[cfg(test)]
mod tests {
    use tool_sdk::present::Finished;

    use super::*;
    use crate::output::Line;

    fn value(texts: &[&str]) -> ReadOutput {
        let line = |(text, number): (&&str, u64)| Line { number, text: (*text).to_owned(), cut: None };
        ReadOutput {
            path: "/a\nb.rs".to_owned(),
            offset: 3,
            lines: texts.iter().zip(3..).map(line).collect(),
            total_lines: 9,
            notes: None,
        }
    }

    /// The card of a text, with the meta of `value`.
    fn card(value: &ReadOutput, content: &str) -> Option<ResultView> {
        let ReadMeta { path, offset, lines, total_lines } = ReadMeta::new(value);
        let meta = serde_json::json!({"path": path, "offset": offset, "lines": lines, "totalLines": total_lines});
        let content = Content::text(content);
        shown(&Finished::ok(&content).meta(Some(&meta.to_string())).typed())
    }

    // contract: U5
    #[test]
    fn lines_are_found_again_whatever_they_hold() {
        let texts = ["3: three", "", "</content>", "\u{2028} \r x", "(End of file: 3 lines in all.)"];
        let value = value(&texts);
        let lines = texts.iter().zip(3..).map(|(text, number)| ReadLine::new(number, *text));
        let expected = ResultView::read("/a\nb.rs", 3, lines, 9).lang("rust");
        assert_eq!(card(&value, &render::read::text(&ReadArgs::new("b.rs"), &value)), Some(expected));
    }

    // contract: U4
    #[test]
    fn a_text_of_somebody_else_gives_no_card() {
        let value = value(&["three", "four"]);
        let text = render::read::text(&ReadArgs::new("b.rs"), &value);
        assert!(card(&value, &text).is_some());
        for other in
            [String::new(), "(hidden)".to_owned(), text.replace("3: ", "2: "), text[..text.len() / 3].to_owned()]
        {
            assert_eq!(card(&value, &other), None, "{other}");
        }
        let mut more = value.clone();
        more.lines = vec![more.lines[0].clone(); 9_000];
        assert_eq!(card(&more, &text), None, "more lines than there are");
    }

    #[test]
    fn the_title_says_which_lines() {
        let title = |args: ReadArgs| reading(&args).title().to_owned();
        assert_eq!(title(ReadArgs::new("a")), "Read a");
        assert_eq!(title(ReadArgs::new("a").offset(7)), "Read a (from line 7)");
        assert_eq!(title(ReadArgs::new("a").limit(3)), "Read a (1 - 3)");
        assert_eq!(title(ReadArgs::new("a").offset(u64::MAX).limit(3)), format!("Read a ({0} - {0})", u64::MAX));
    }
}
