//! Every declared card, and what it shows.

use tool_sdk::Nullable;
use tool_sdk::prelude::*;
use tool_sdk::present::{FileMatches, Finished, LineMatch, Presenters, ReadLine, Source};

#[derive(ToolArgs)]
#[tool(call = terminal(title = command, description = description, cwd = workdir))]
struct BashArgs {
    /// The command.
    command: String,
    /// What it is for.
    description: Option<String>,
    /// Where it runs.
    workdir: Option<std::path::PathBuf>,
}

#[derive(ToolValue)]
#[tool(result = terminal(output = stdout, exit_code = exit_code, signal = signal))]
struct Ended {
    stdout: String,
    exit_code: Nullable<i32>,
    signal: Nullable<String>,
}

struct Bash;

/// Run a command.
#[tool]
impl Bash {
    fn execute(&self, args: BashArgs) -> Ended {
        let signal = (args.command == "kill").then(|| "SIGTERM".to_owned());
        Ended { stdout: args.command, exit_code: signal.is_none().then_some(3).into(), signal: signal.into() }
    }
}

#[derive(ToolArgs)]
#[tool(call = diff(title = "Edit {path}", diffs = [path: old => new, path: extra], locations = [path: r#type]))]
struct EditArgs {
    /// The file.
    path: String,
    /// What stands there.
    old: String,
    /// What is to stand there.
    new: String,
    /// What is added.
    extra: String,
    /// The line.
    r#type: u8,
}

/// What was changed.
#[derive(ToolValue)]
#[tool(result = diff(diffs = diffs, title = "Edited"))]
struct EditMeta {
    diffs: Vec<FileDiff>,
}

struct Edit;

/// Edit a file.
#[tool]
impl Edit {
    fn execute(&self, args: EditArgs) -> String {
        args.new
    }

    fn presentation_meta(args: &EditArgs, value: &str) -> EditMeta {
        EditMeta { diffs: vec![FileDiff::new(&args.path, Some(&args.old), value)] }
    }
}

/// What was found.
#[derive(ToolValue)]
#[tool(result = search(matches = files, total = total, truncated = more))]
struct Found {
    files: Vec<FileMatches>,
    total: usize,
    more: bool,
}

/// Look for a text.
#[tool(call = generic(kind = Search, title = "Grep {pattern}[ in {path}] [[{limit}]]", raw_input = pattern, content = "at most {limit}", locations = [path]))]
fn grep(
    /// What to look for.
    pattern: String,
    /// Where.
    path: Option<String>,
    /// How many.
    #[arg(default = 7)]
    limit: u32,
) -> Found {
    let _ = (path, limit);
    Found { files: vec![FileMatches::new("a", [LineMatch::new(1, pattern)])], total: 2, more: true }
}

/// Lines of a file.
#[derive(ToolValue)]
#[tool(result = read(path = path, offset = offset, lines = lines, total_lines = total, lang = "rust"))]
struct Page {
    path: String,
    offset: u64,
    lines: Vec<ReadLine>,
    total: u64,
}

/// Read a file.
#[tool(call = generic(kind = Read, title = "Read {path}", raw_input))]
fn read(
    /// Which.
    path: String,
) -> Page {
    Page { path, offset: 1, lines: vec![ReadLine::new(1, "x")], total: 1 }
}

/// What the web knows.
#[derive(ToolValue)]
#[tool(result = web(sources = sources, answer = answer))]
struct Sources {
    sources: Vec<Source>,
    answer: Option<String>,
}

/// Ask the web.
#[tool]
fn ask(
    /// What.
    query: String,
) -> Sources {
    Sources { sources: vec![Source::new(query)], answer: None }
}

/// A page.
#[derive(ToolValue)]
#[tool(result = web(url = url, status_code = status))]
struct Fetched {
    url: String,
    status: u16,
}

/// Fetch a page.
#[tool]
fn fetch(
    /// Where.
    url: String,
) -> Fetched {
    Fetched { url, status: 404 }
}

/// Paths.
#[derive(ToolValue)]
#[tool(result = search(paths = paths, total = total))]
struct Paths<T: CardPaths> {
    paths: Vec<std::path::PathBuf>,
    total: u64,
    more: Option<T>,
}

trait CardPaths {}
impl CardPaths for u32 {}

/// List a folder.
#[tool]
fn list() -> Paths<u32> {
    Paths { paths: vec!["a".into()], total: 1, more: None }
}

/// A word.
#[derive(ToolValue)]
#[tool(result = generic(title = "Said {word}", content = word))]
struct Word {
    word: String,
}

/// Say a word.
#[tool]
fn say() -> Word {
    Word { word: "hi".to_owned() }
}

fn shown<T: Tool>(tool: T, arguments: &str) -> (CallView, ResultView) {
    let name = T::SPEC.name;
    let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(tool, arguments));
    assert!(outcome.is_ok(), "{}", outcome.text());
    let presenters = Presenters::of::<T>();
    let finished = Finished::ok(outcome.content()).meta(outcome.meta());
    (presenters.call(name, arguments), presenters.result(name, arguments, &finished))
}

// contract: U3, U7
fn main() {
    let (call, result) = shown(Bash, r#"{"command":"ls","workdir":"/srv"}"#);
    assert_eq!((call, result), (CallView::terminal("ls").cwd("/srv"), ResultView::terminal("ls").exit_code(3)));
    let (call, result) = shown(Bash, r#"{"command":"kill","description":"Stop it."}"#);
    let killed = ResultView::terminal("kill").signal("SIGTERM");
    assert_eq!((call, result), (CallView::terminal("kill").description("Stop it."), killed));

    let (call, result) = shown(Edit, r#"{"path":"a","old":"","new":"y","extra":"z","type":3}"#);
    let diff = CallView::diff("Edit a").change("a", None, "y").change("a", None, "z").location("a", 3);
    let done = ResultView::diff([FileDiff::new("a", Some(""), "y")]).title("Edited");
    assert_eq!((call, result), (diff, done));

    let (call, result) = shown(Grep, r#"{"pattern":"x"}"#);
    let search = CallView::generic("Grep x [7]").kind(tool_sdk::present::Kind::Search).raw_input("x").content("at most 7");
    let found = ResultView::matches([FileMatches::new("a", [LineMatch::new(1, "x")])], 2).truncated(true);
    assert_eq!((&call, result), (&search, found));
    let (call, _) = shown(Grep, r#"{"pattern":"x","path":"src"}"#);
    assert_eq!(call.title(), "Grep x in src [7]");

    let (call, result) = shown(Read, r#"{"path":"a"}"#);
    let read = CallView::generic("Read a").kind(tool_sdk::present::Kind::Read).raw_input(serde_json::json!({"path": "a"}));
    assert_eq!((call, result), (read, ResultView::read("a", 1, [ReadLine::new(1, "x")], 1).lang("rust")));

    assert_eq!(shown(Ask, r#"{"query":"q"}"#).1, ResultView::sources([Source::new("q")]));
    assert_eq!(shown(Fetch, r#"{"url":"u"}"#).1, ResultView::fetched("u", 404));
    assert_eq!(shown(List, "{}").1, ResultView::paths(["a"], 1));
    assert_eq!(shown(Say, "{}").1, ResultView::generic().title("Said hi").content("hi"));
}
