//! How a result card is read.

use super::{
    Content, DiffResult, Ended, Fail, FileDiff, FileMatches, Found, GenericResult, ReadLine, ReadResult, Reader,
    ResultView, SearchResult, Source, TerminalResult, ToolValue, WebResult, WebShown, content, each, members,
};

/// Every field that some card has. A key of a known name and a wrong type makes the card malformed, whichever card it is.
#[derive(Default)]
struct Fields {
    card: String,
    shape: String,
    kind: String,
    title: Option<String>,
    content: Option<Content>,
    output: Option<String>,
    exit_code: Option<i32>,
    signal: Option<String>,
    diffs: Option<Vec<FileDiff>>,
    files: Option<Vec<FileMatches>>,
    paths: Option<Vec<String>>,
    truncated: Option<bool>,
    total: Option<u64>,
    path: Option<String>,
    offset: Option<u64>,
    lines: Option<Vec<ReadLine>>,
    total_lines: Option<u64>,
    lang: Option<String>,
    sources: Option<Vec<Source>>,
    answer: Option<String>,
    url: Option<String>,
    status_code: Option<u16>,
}

impl ResultView {
    pub(super) fn read_from(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let mut fields = Fields::default();
        members(reader, |key, reader| fields.member(key, reader))?;
        fields.into_view().ok_or(Fail)
    }
}

impl Fields {
    fn member(&mut self, key: &str, reader: &mut Reader<'_>) -> Result<(), Fail> {
        match key {
            "card" => self.card = reader.string()?.into_owned(),
            "shape" => self.shape = reader.string()?.into_owned(),
            "kind" => self.kind = reader.string()?.into_owned(),
            "title" => self.title = Some(String::decode(reader)?),
            "content" => self.content = Some(content(reader)?),
            "output" => self.output = Some(String::decode(reader)?),
            "exitCode" => self.exit_code = Some(i32::decode(reader)?),
            "signal" => self.signal = Some(String::decode(reader)?),
            "diffs" => self.diffs = Some(each(reader, FileDiff::decode)?),
            "files" => self.files = Some(each(reader, FileMatches::decode)?),
            "paths" => self.paths = Some(each(reader, String::decode)?),
            "truncated" => self.truncated = Some(reader.boolean()?),
            "total" => self.total = Some(u64::decode(reader)?),
            "path" => self.path = Some(String::decode(reader)?),
            "offset" => self.offset = Some(u64::decode(reader)?),
            "lines" => self.lines = Some(each(reader, ReadLine::decode)?),
            "totalLines" => self.total_lines = Some(u64::decode(reader)?),
            "lang" => self.lang = Some(String::decode(reader)?),
            "sources" => self.sources = Some(each(reader, Source::decode)?),
            "answer" => self.answer = Some(String::decode(reader)?),
            "url" => self.url = Some(String::decode(reader)?),
            "statusCode" => self.status_code = Some(u16::decode(reader)?),
            _ => return reader.skip().map(|_| ()),
        }
        Ok(())
    }

    fn into_view(self) -> Option<ResultView> {
        match self.card.as_str() {
            "generic" => Some(ResultView::Generic(GenericResult { title: self.title, content: self.content })),
            "terminal" => self.terminal(),
            "diff" => Some(ResultView::Diff(DiffResult { title: self.title, diffs: self.diffs? })),
            "search" => self.search(),
            "read" => self.read(),
            "web" => self.web(),
            _ => None,
        }
    }

    fn terminal(self) -> Option<ResultView> {
        let ended = match (self.exit_code, self.signal) {
            (Some(_), Some(_)) => return None,
            (Some(code), None) => Some(Ended::ExitCode(code)),
            (None, Some(signal)) => Some(Ended::Signal(signal)),
            (None, None) => None,
        };
        Some(ResultView::Terminal(TerminalResult { title: self.title, output: self.output, ended }))
    }

    fn search(self) -> Option<ResultView> {
        let found = match self.shape.as_str() {
            "matches" => Found::Matches(self.files?),
            "paths" => Found::Paths(self.paths?),
            _ => return None,
        };
        let (truncated, total) = (self.truncated?, self.total?);
        Some(ResultView::Search(SearchResult { title: self.title, found, truncated, total }))
    }

    fn read(self) -> Option<ResultView> {
        Some(ResultView::Read(ReadResult {
            title: self.title,
            path: self.path?,
            offset: self.offset?,
            lines: self.lines?,
            total_lines: self.total_lines?,
            lang: self.lang,
            content: self.content,
        }))
    }

    fn web(self) -> Option<ResultView> {
        let shown = match self.kind.as_str() {
            "search" => WebShown::Search { sources: self.sources?, answer: self.answer },
            "fetch" => WebShown::Fetch { url: self.url?, status_code: self.status_code? },
            _ => return None,
        };
        Some(ResultView::Web(WebResult { title: self.title, shown, truncated: self.truncated? }))
    }
}
