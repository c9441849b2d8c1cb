//! One call of each kind of card.

use tool_sdk::Content;
use tool_sdk::present::{
    CallView, CardState, Entry, FileDiff, FileMatches, Finished, Kind, LineMatch, Presenter, ReadLine, ResultView,
    Source,
};
use tool_sdk::{Block, Image};

/// A tool that always shows the same.
#[derive(Clone)]
pub(super) struct Fixed {
    call: Option<CallView>,
    result: Option<ResultView>,
}

impl Presenter for Fixed {
    fn call(&self, _: &str) -> Option<CallView> {
        self.call.clone()
    }

    fn result(&self, _: &str, result: &Finished<'_>) -> Option<ResultView> {
        self.result.clone().filter(|_| !result.is_error())
    }
}

pub(super) struct Example {
    pub(super) name: &'static str,
    pub(super) tool: &'static str,
    pub(super) arguments: &'static str,
    pub(super) presenter: Fixed,
    pub(super) entries: Vec<Entry>,
    content: Content,
    failure: Content,
}

impl Example {
    fn new(name: &'static str, tool: &'static str, call: CallView, result: impl Into<Option<ResultView>>) -> Self {
        Self {
            name,
            tool,
            arguments: "{}",
            presenter: Fixed { call: Some(call), result: result.into() },
            entries: Vec::new(),
            content: Content::text("what the model read"),
            failure: Content::text("Error: it did not work out: no such file: /srv/app/missing"),
        }
    }

    pub(super) fn done(&self) -> Finished<'_> {
        Finished::ok(&self.content)
    }

    pub(super) fn failed(&self) -> Finished<'_> {
        Finished::failed(&self.failure, Some("NOT_FOUND"))
    }
}

pub(super) fn examples() -> Vec<Example> {
    let mut all =
        vec![bare(), generic(), terminal(), signal(), diff(), matches(), paths(), read(), sources(), fetched()];
    all.push(program());
    all
}

/// A tool that says nothing about cards.
fn bare() -> Example {
    Example {
        arguments: r#"{"environment":"staging","services":["api","worker"],"id":18446744073709551615}"#,
        presenter: Fixed { call: None, result: None },
        content: Content::text((1..=60).map(|n| format!("step {n} of the deployment\n")).collect::<String>()),
        ..Example::new("bare", "deploy", CallView::generic(""), None)
    }
}

fn generic() -> Example {
    let call = CallView::generic("Read image logo.png").kind(Kind::Read).location("/srv/app/logo.png", None);
    let image = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";
    let content =
        Content::from(vec![Block::Text("8 × 8 pixels".to_owned()), Block::Image(Image::new("image/png", image))]);
    Example::new("generic", "read_image", call, ResultView::generic().content(content))
}

fn terminal() -> Example {
    let command = "cargo test --workspace \\\n  --no-fail-fast 2>&1 | tail -n 40";
    let call = CallView::terminal(command).description("Run all tests.").cwd("/srv/app");
    let output = "\u{1b}[1;32m   Compiling\u{1b}[0m app v0.1.0 (/srv/app)\nrunning 2 tests\ntest tests::adds ... \u{1b}[32mok\u{1b}[0m\ntest tests::fails ... \u{1b}[31mFAILED\u{1b}[0m\n\nthread 'tests::fails' panicked at src/lib.rs:12:9: assertion `left == right` failed, and the words go on for long enough that no terminal of eighty columns shows them in one line\n\ttabbed\n";
    Example::new("terminal", "bash", call, ResultView::terminal(output).exit_code(101))
}

fn signal() -> Example {
    let call = CallView::terminal("sleep 100");
    Example::new("signal", "bash", call, ResultView::terminal("").signal("SIGTERM"))
}

fn diff() -> Example {
    let old = "use std::fs;\n\nfn main() {\n    let path = \"a.txt\";\n    let text = fs::read(path);\n    println!(\"{text:?}\");\n}\n";
    let new = "use std::fs;\n\nfn main() {\n    let path = \"b.txt\";\n    let text = fs::read_to_string(path);\n    // häßlich 日本語\n    println!(\"{text:?}\");\n}\n";
    let call =
        CallView::diff("Edit src/main.rs").change("src/main.rs", Some("a.txt"), "b.txt").location("src/main.rs", 4);
    let diffs = [FileDiff::new("src/main.rs", Some(old), new), FileDiff::new("notes.md", None, "# Notes\n\n- one\n")];
    Example::new("diff", "edit", call, ResultView::diff(diffs))
}

fn matches() -> Example {
    let call = CallView::generic("Grep TODO in src").kind(Kind::Search).raw_input("TODO").location("src", None);
    let files = [
        FileMatches::new(
            "src/lib.rs",
            [LineMatch::new(7, "// TODO: say why"), LineMatch::new(118, "    todo!() // TODO")],
        ),
        FileMatches::new("src/deep/folder/other.rs", [LineMatch::new(1, "//! TODO <b>document</b> & test")]),
    ];
    Example::new("matches", "grep", call, ResultView::matches(files, 1_204).truncated(true))
}

fn paths() -> Example {
    let call = CallView::generic("Glob **/*.rs").kind(Kind::Search).raw_input("**/*.rs");
    let paths = (0..45).map(|n| format!("src/module_{n}/mod.rs"));
    Example::new("paths", "glob", call, ResultView::paths(paths, 45))
}

fn read() -> Example {
    let call = CallView::generic("Read src/main.rs (from line 98)").kind(Kind::Read).location("src/main.rs", 98);
    let lines = [
        "fn main() {",
        "    println!(\"hello\");",
        "}",
        "",
        "// the end of a rather long line that goes on and on, past every edge that there is",
    ];
    let lines = lines.iter().zip(98..).map(|(text, number)| ReadLine::new(number, *text));
    Example::new("read", "read", call, ResultView::read("src/main.rs", 98, lines, 1_500).lang("rust"))
}

fn sources() -> Example {
    let call = CallView::generic("rust async traits, dyn compatible").kind(Kind::Fetch).raw_input("rust async traits");
    let sources = [
        Source::new("https://blog.example/async-traits")
            .title("Async traits & you")
            .snippet("Since 1.75 a trait may have async functions; what they cannot do is stand behind dyn.")
            .published_at("2024-01-02"),
        Source::new("javascript:alert(1)").title("<script>alert(1)</script>"),
        Source::new("https://doc.example/only-an-address"),
    ];
    let result = ResultView::sources(sources).answer("Yes, but not behind dyn.").truncated(true);
    Example::new("sources", "web_search", call, result)
}

fn fetched() -> Example {
    let call = CallView::generic("https://doc.example/page?a=1&b=2").kind(Kind::Fetch);
    Example::new("fetched", "web_fetch", call, ResultView::fetched("https://doc.example/page?a=1&b=2", 404))
}

fn program() -> Example {
    let call = CallView::generic("Count the TODOs")
        .kind(Kind::Execute)
        .raw_input("const found = await tools.grep({pattern: 'TODO'});\nreturn found.total;");
    let entry = |title: &str, state, ms| {
        let mut entry = Entry::pending(title);
        (entry.state, entry.duration_ms) = (state, ms);
        entry
    };
    Example {
        content: Content::text("1204"),
        entries: vec![
            entry("Grep TODO", CardState::Done, Some(31)),
            entry("Read src/lib.rs", CardState::Failed, Some(2)),
            entry("Read src/main.rs", CardState::Pending, None),
        ],
        ..Example::new("program", "run_code", call, None)
    }
}

/// Every kind of card, full of one text.
pub(super) fn hostile(text: &str) -> Vec<Example> {
    let call = CallView::generic(text).raw_input(text).content(text).location(text, 1);
    let source = || Source::new(text).title(text).snippet(text).published_at(text);
    let results = vec![
        ResultView::generic()
            .title(text)
            .content(Content::from(vec![Block::Text(text.to_owned()), Block::Image(Image::new(text, text))])),
        ResultView::terminal(text).signal(text),
        ResultView::diff([FileDiff::new(text, Some(text), format!("{text}y")), FileDiff::new(text, None, text)]),
        ResultView::matches([FileMatches::new(text, [LineMatch::new(1, text)])], 1),
        ResultView::paths([text], 1),
        ResultView::read(text, 1, [ReadLine::new(1, text)], 1).lang(text).content(text),
        ResultView::sources([source()]).answer(text),
        ResultView::fetched(text, 200),
    ];
    let named = |(name, result): (&'static str, ResultView)| Example {
        entries: vec![Entry::pending(text)],
        content: Content::text(text),
        failure: Content::text(text),
        ..Example::new(name, "evil", call.clone(), result)
    };
    let names = ["generic", "terminal", "diff", "matches", "paths", "read", "sources", "fetched"];
    let mut all: Vec<Example> = names.into_iter().zip(results).map(named).collect();
    let calls = [
        CallView::terminal(text).description(text).cwd(text),
        CallView::diff(text).change(text, None, text).location(text, 1),
    ];
    all.extend(
        calls
            .into_iter()
            .map(|call| Example { failure: Content::text(text), ..Example::new("calls", "evil", call, None) }),
    );
    all
}
