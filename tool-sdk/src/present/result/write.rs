//! How a result card is written.

use super::{Ended, Found, Members, ReadResult, ResultView, SearchResult, TerminalResult, WebResult, WebShown};

impl ResultView {
    pub(super) fn write(&self, put: &mut Members<'_>) {
        put.text("card", self.tag());
        match self {
            Self::Search(SearchResult { found: Found::Matches(_), .. }) => put.text("shape", "matches"),
            Self::Search(SearchResult { found: Found::Paths(_), .. }) => put.text("shape", "paths"),
            Self::Web(WebResult { shown: WebShown::Search { .. }, .. }) => put.text("kind", "search"),
            Self::Web(WebResult { shown: WebShown::Fetch { .. }, .. }) => put.text("kind", "fetch"),
            _ => {}
        }
        put.text_if("title", self.new_title());
        match self {
            Self::Generic(view) => put.content_if("content", view.content.as_ref()),
            Self::Terminal(view) => terminal(view, put),
            Self::Diff(view) => put.list("diffs", &view.diffs),
            Self::Search(view) => search(view, put),
            Self::Read(view) => read(view, put),
            Self::Web(view) => web(view, put),
        }
    }

    fn tag(&self) -> &'static str {
        match self {
            Self::Generic(_) => "generic",
            Self::Terminal(_) => "terminal",
            Self::Diff(_) => "diff",
            Self::Search(_) => "search",
            Self::Read(_) => "read",
            Self::Web(_) => "web",
        }
    }
}

fn terminal(view: &TerminalResult, put: &mut Members<'_>) {
    put.text_if("output", view.output.as_deref());
    match &view.ended {
        Some(Ended::ExitCode(code)) => put.put("exitCode", |out| out.signed((*code).into())),
        Some(Ended::Signal(signal)) => put.text("signal", signal),
        None => {}
    }
}

fn search(view: &SearchResult, put: &mut Members<'_>) {
    match &view.found {
        Found::Matches(files) => put.list("files", files),
        Found::Paths(paths) => put.list("paths", paths),
    }
    put.boolean("truncated", view.truncated);
    put.number("total", view.total);
}

fn read(view: &ReadResult, put: &mut Members<'_>) {
    put.text("path", &view.path);
    put.number("offset", view.offset);
    put.list("lines", &view.lines);
    put.number("totalLines", view.total_lines);
    put.text_if("lang", view.lang.as_deref());
    put.content_if("content", view.content.as_ref());
}

fn web(view: &WebResult, put: &mut Members<'_>) {
    match &view.shown {
        WebShown::Search { sources, answer } => {
            put.list("sources", sources);
            put.text_if("answer", answer.as_deref());
        }
        WebShown::Fetch { url, status_code } => {
            put.text("url", url);
            put.number("statusCode", (*status_code).into());
        }
    }
    put.boolean("truncated", view.truncated);
}
