//! Programs that the macros refuse, and programs that they accept: `<macro>/<verdict>/<rule>.rs`.
//!
//! * `fail` is refused by `cargo check`.
//! * `late` is refused when it is built: what a generic type may hold is looked at once its types are known.
//! * `pass` compiles, and its `main` holds.
//!
//! A refused program marks the end of each mistaken line with `// error`, once for each mistake on it. Beside it stands what the
//! compiler says, written by `cargo xtask bless`; the compiler is the one that `rust-toolchain.toml` pins (decision D18).

use std::fs;
use std::path::{Path, PathBuf};

/// The line of each mistake in a program, as its author marked them.
fn marked_lines(program: &str) -> Vec<usize> {
    let marks = |line: &str| {
        let (_, comment) = line.rsplit_once("// ")?;
        comment.split(' ').all(|word| word == "error").then(|| comment.split(' ').count())
    };
    program.lines().zip(1..).flat_map(|(line, number)| vec![number; marks(line).unwrap_or(0)]).collect()
}

/// The line that each error of the compiler points at first; 0 where it points at none of the program.
fn reported_lines(messages: &str, program: &Path) -> Vec<usize> {
    let mut reported = Vec::new();
    let mut lines = messages.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("error") {
            reported.push(lines.next().and_then(|place| line_of(place, program)).unwrap_or(0));
        }
    }
    reported.sort_unstable();
    reported
}

/// ` --> ui/tool_fn/fail/no_description.rs:4:4`
fn line_of(place: &str, program: &Path) -> Option<usize> {
    let place = place.trim_start().strip_prefix("--> ")?;
    let (file, position) = place.split_once(".rs:")?;
    let (line, _) = position.split_once(':')?;
    program.with_extension("").ends_with(file).then(|| line.parse().ok())?
}

/// The files of one kind in the folders of a verdict.
fn files(verdict: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let of_macro = |folder: PathBuf| entries(&folder.join(verdict)).collect::<Vec<_>>();
    let mut files: Vec<_> = entries(&root).flat_map(of_macro).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// `cargo xtask bless` is writing the messages at this moment, so they are looked at in the next run.
fn is_blessing() -> bool {
    std::env::var_os("TRYBUILD").is_some_and(|mode| mode == "overwrite")
}

/// `stages` holds what a stage may not change: no method for it exists.
// contract: E3
#[test]
fn refused() {
    trybuild::TestCases::new().compile_fail("ui/*/fail/*.rs");
}

#[test]
fn accepted_or_refused_late() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/*/pass/*.rs");
    // trybuild builds what stands beside an accepted program, and only checks everything else.
    cases.compile_fail("ui/*/late/*.rs");
}

#[test]
fn each_mistake_is_one_error_on_its_line() {
    if is_blessing() {
        return;
    }
    let mut wrong = Vec::new();
    for program in files("fail", "rs").into_iter().chain(files("late", "rs")) {
        let text = fs::read_to_string(&program).expect("the program is text");
        let messages = fs::read_to_string(program.with_extension("stderr")).unwrap_or_default();
        let (marked, reported) = (marked_lines(&text), reported_lines(&messages, &program));
        if marked != reported || marked.is_empty() {
            wrong.push(format!("{}: marked on lines {marked:?}, reported on lines {reported:?}", program.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The globs above are content with folders that hold nothing.
#[test]
fn no_program_is_lost() {
    let (refused, accepted) = (files("fail", "rs"), files("pass", "rs"));
    assert!(refused.len() >= 150 && accepted.len() >= 28, "{} refused, {} accepted", refused.len(), accepted.len());
    for messages in ["fail", "late", "pass"].into_iter().flat_map(|verdict| files(verdict, "stderr")) {
        assert!(messages.with_extension("rs").exists(), "{} belongs to no program", messages.display());
    }
}

#[test]
fn marks_and_messages_are_read_as_they_are_written() {
    assert_eq!(marked_lines("a // error\nb // no error\nc // error error\n// error\n"), [1, 3, 3, 4]);
    let program = Path::new("/somewhere/ui/arg/fail/min.rs");
    let messages = "error[E0308]: one\n --> ui/arg/fail/min.rs:7:1\n |\nerror: two\n  --> $WORKSPACE/other.rs:3:1\n";
    assert_eq!(reported_lines(messages, program), [0, 7]);
}
