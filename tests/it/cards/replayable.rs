//! `testing::assert_replayable` finds what a signature cannot exclude.

use std::time::{SystemTime, UNIX_EPOCH};

use tool_sdk::prelude::*;
use tool_sdk::session::{Event, SessionLog};
use tool_sdk::testing::assert_replayable;

/// Which of the things that a presenter should not do it does.
#[derive(ToolArgs)]
struct ShowArgs {
    /// What the presenter reads.
    reads: String,
}

struct Show;

/// Show something.
#[tool]
impl Show {
    fn execute(&self, args: ShowArgs) -> String {
        args.reads
    }

    fn presentation_meta(_: &ShowArgs, value: &str) -> u32 {
        value.len() as u32
    }

    fn present_call(args: &ShowArgs) -> CallView {
        CallView::generic(read(&args.reads))
    }

    fn present_result(args: &ShowArgs, result: &Presented<u32>) -> Option<ResultView> {
        Some(ResultView::terminal(format!("{} {}", read(&args.reads), result.meta()?)))
    }
}

fn read(what: &str) -> String {
    match what {
        "directory" => format!("{:?}", std::env::current_dir().ok()),
        "environment" => format!("{:?}", std::env::var_os("PATH")),
        "file" => format!(
            "{:?}",
            std::fs::read(env!("CARGO_MANIFEST_DIR").to_owned() + "/Cargo.toml").map(|text| text.len()).ok()
        ),
        "clock" => format!("{:?}", SystemTime::now().duration_since(UNIX_EPOCH)),
        "process" => std::process::id().to_string(),
        _ => "nothing".to_owned(),
    }
}

fn logged(what: &'static str) -> impl FnOnce(&SessionLog) {
    move |log| {
        let arguments = format!(r#"{{"reads":"{what}"}}"#);
        let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(Show, &arguments));
        for event in [Event::call("c1", "show", &*arguments), Event::start("c1"), Event::result(&outcome)] {
            log.append(&event).expect("written");
        }
        log.append(&Event::call("c2", "show", arguments)).expect("written");
    }
}

// contract: U2
#[test]
fn pure_presenters_pass() {
    assert_replayable::<Show>(logged("nothing"));
    assert_replayable::<(Show, Show)>(logged("nothing again"));
}

macro_rules! impure {
    ($($name:ident)*) => { $(
        // contract: U2
        #[test]
        #[should_panic(expected = "a card differs in another process")]
        fn $name() {
            assert_replayable::<Show>(logged(stringify!($name)));
        }
    )* };
}

impure!(directory environment file clock process);

// contract: U2
#[test]
#[should_panic(expected = "nothing was replayed")]
fn a_test_of_nothing_fails() {
    assert_replayable::<Show>(|_| {});
}
