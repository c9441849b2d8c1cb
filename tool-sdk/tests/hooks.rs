//! What `docs/hooks.md` says of policies that fail, by calls.

use std::sync::{Arc, Mutex};

use tool_sdk::approve::{Approval, ApprovalRequest};
use tool_sdk::prelude::*;
use tool_sdk::testing::block_on;
use tool_sdk::{
    Agent, AroundCall, CallInfo, Context, Decision, Execution, GuardCall, Next, Observer, PostCall, PreCall, Source,
    Verdict,
};

/// Do something, and tell something beside it.
#[tool(effect = write)]
fn work(n: u8, cx: &ToolContext) -> u8 {
    cx.defer_context("of the tool");
    n
}

/// Finish what is said with a mark.
struct Marked;

/// Say something.
#[tool(name = "marked")]
impl Marked {
    fn execute(&self, _: tool_sdk::NoArgs) -> String {
        "said".to_owned()
    }

    fn finalize_content(_: Option<&tool_sdk::NoArgs>, content: Content, info: &tool_sdk::OutcomeInfo<'_>) -> Content {
        assert_ne!(content.to_text(), "fall");
        Content::text(format!("{} [{}]", content.to_text(), info.code().map_or("ok", |code| code.as_str())))
    }
}

/// A registry whose observers and post-execute policy write down that they were reached.
fn registry() -> (Registry, Heard) {
    let registry = Registry::new();
    registry.register(Work).unwrap().keep();
    registry.register(Marked).unwrap().keep();
    let heard = Heard::default();
    registry.observe(heard.clone()).keep();
    let list = heard.clone();
    registry
        .on_post_execute(move |_: PostCall| {
            list.write("post");
            async { Verdict::accept() }
        })
        .keep();
    (registry, heard)
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<&'static str>>>);

impl Heard {
    fn write(&self, word: &'static str) {
        self.0.lock().unwrap().push(word);
    }

    fn taken(&self) -> String {
        self.0.lock().unwrap().drain(..).collect::<Vec<_>>().join(" ")
    }
}

impl Observer for Heard {
    fn on_call(&self, _: &CallInfo) {
        self.write("call");
    }

    fn on_start(&self, _: &CallInfo) {
        self.write("start");
    }

    fn on_result(&self, _: &CallInfo, _: &Outcome) {
        self.write("result");
    }
}

fn do_work(registry: &Registry) -> Outcome {
    block_on(registry.call(ToolCall::new("work", r#"{"n": 7}"#)))
}

/// The code, the model's text, and who was reached.
fn told(outcome: &Outcome, heard: &Heard) -> (String, String, String) {
    let code = outcome.error().map_or("", |failure| failure.code().as_str()).to_owned();
    (code, outcome.text(), heard.taken())
}

fn row(code: &str, text: &str, reached: &str) -> (String, String, String) {
    (code.to_owned(), text.to_owned(), reached.to_owned())
}

const UNEXPECTED: &str = "Error: the tool failed unexpectedly";

// contract: E6, P1
#[test]
fn a_pre_execute_policy_that_fails_fails_the_call_and_nobody_else_is_asked() {
    let (registry, heard) = registry();
    let later = heard.clone();
    let fall =
        registry.on_pre_execute(|_: PreCall| async { if true { panic!("secret words") } else { Decision::allow() } });
    registry
        .on_pre_execute(move |_: PreCall| {
            later.write("later");
            async { Decision::allow() }
        })
        .keep();
    let outcome = do_work(&registry);
    assert_eq!(outcome.error().unwrap().detail(), Some("secret words"));
    assert_eq!(told(&outcome, &heard), row("PANICKED", UNEXPECTED, "call result"));
    fall.dispose();
    assert_eq!(told(&do_work(&registry), &heard).2, "call later start post result");

    let coded = |_: PreCall| async { Err::<Decision, _>(ToolError::new("NO_QUOTA", "the quota is unknown")) };
    let (registry, heard) = self::registry();
    registry.on_pre_execute(coded).keep();
    assert_eq!(told(&do_work(&registry), &heard), row("NO_QUOTA", "Error: the quota is unknown", "call result"));
    let (registry, heard) = self::registry();
    registry.on_pre_execute(|_: PreCall| async { Err::<Decision, _>("lost the list") }).keep();
    assert_eq!(told(&do_work(&registry), &heard), row("FAILED", "Error: lost the list", "call result"));
}

// contract: P3, E6
#[test]
fn a_guard_that_panics_fails_the_call_and_one_that_denies_is_judged() {
    let (registry, heard) = registry();
    let fall = registry.guard(|_: &GuardCall| -> Option<String> { panic!("fell") });
    assert_eq!(told(&do_work(&registry), &heard), row("PANICKED", UNEXPECTED, "call result"));
    fall.dispose();
    registry.guard(|_: &GuardCall| Some("never".to_owned())).keep();
    assert_eq!(told(&do_work(&registry), &heard), row("DENIED", "Error: never", "call post result"));
}

// contract: P2, E6
#[test]
fn an_approver_that_panics_is_unavailable_and_one_that_remembers_may_fall() {
    let (registry, heard) = registry();
    let asks = registry.on_pre_execute(|_: PreCall| async { Decision::ask("") });
    let fell = |_: ApprovalRequest| async { if true { panic!("fell") } else { Approval::Allowed } };
    let agent = Agent::builder("a").approver(fell).build();
    let call = || ToolCall::new("work", r#"{"n": 7}"#);
    let outcome = block_on(registry.call(call().agent(&agent)));
    let nobody = "Error: work needs an approval, and nobody can give one";
    assert_eq!(told(&outcome, &heard), row("APPROVAL_UNAVAILABLE", nobody, "call post result"));
    asks.dispose();

    registry.on_pre_execute(|_: PreCall| async { Decision::ask("").on_answer(|_| panic!("fell")) }).keep();
    let agent = Agent::builder("b").approver(|_: ApprovalRequest| async { Approval::Allowed }).build();
    let outcome = block_on(registry.call(call().agent(&agent)));
    assert_eq!(told(&outcome, &heard), row("PANICKED", UNEXPECTED, "call result"));
}

// contract: E6, E10
#[test]
fn a_layer_that_panics_ends_the_call_whatever_the_outer_ones_say() {
    let (registry, heard) = registry();
    registry
        .around_execute(|_: AroundCall, next: Next| async move {
            next.run().await;
            Execution::value(9_u8)
        })
        .keep();
    let fell = |_: AroundCall, _: Next| async { if true { panic!("fell") } else { Execution::value(1_u8) } };
    let fall = registry.around_execute(fell);
    assert_eq!(told(&do_work(&registry), &heard), row("PANICKED", UNEXPECTED, "call result"));
    fall.dispose();
    assert_eq!(told(&do_work(&registry), &heard), row("", "9", "call start post result"));

    let (registry, heard) = self::registry();
    registry.around_execute(|_: AroundCall, _: Next| async { Execution::value("no number".to_owned()) }).keep();
    assert_eq!(told(&do_work(&registry), &heard).0, "INVALID_TOOL_OUTPUT");
}

// contract: P4, E6
#[test]
fn a_post_execute_policy_that_fails_leaves_no_value_and_nobody_after_it_judges() {
    for fails in [true, false] {
        let (registry, heard) = registry();
        registry
            .on_post_execute(move |_: PostCall| async move {
                assert!(!fails, "fell");
                Err::<Verdict, _>(ToolError::new("UNJUDGED", "nobody could judge it"))
            })
            .keep();
        let later = heard.clone();
        registry
            .on_post_execute(move |_: PostCall| {
                later.write("later");
                async { Verdict::accept() }
            })
            .keep();
        let outcome = do_work(&registry);
        assert!(outcome.value().is_none());
        let (code, text) = if fails { ("PANICKED", UNEXPECTED) } else { ("UNJUDGED", "Error: nobody could judge it") };
        assert_eq!(told(&outcome, &heard), row(code, text, "call start post result"));
    }
}

// contract: P4
#[test]
fn blocking_drops_what_was_to_be_told_and_nothing_brings_the_value_back() {
    let (registry, _) = registry();
    let context = |words: &str| Context { source: Source::plugin("test"), content: words.into() };
    let wraps = move |_: AroundCall, next: Next| async move { next.run().await.with_context(context("of the layer")) };
    registry.around_execute(wraps).keep();
    let contexts = |outcome: &Outcome| -> Vec<String> {
        outcome.contexts().iter().map(|context| context.content.to_text()).collect()
    };
    assert_eq!(contexts(&do_work(&registry)), ["of the tool", "of the layer"]);

    registry
        .on_post_execute(
            move |_: PostCall| async move { Verdict::block("not this").with_context(context("of the block")) },
        )
        .keep();
    let later = registry.on_post_execute(|_: PostCall| async { Verdict::content("softer words") });
    let outcome = do_work(&registry);
    assert_eq!((outcome.text(), contexts(&outcome)), ("softer words".to_owned(), vec!["of the block".to_owned()]));
    assert_eq!(outcome.error().unwrap().message(), "not this");
    later.dispose();
    registry.on_post_execute(|_: PostCall| async { Verdict::value(1_u8) }).keep();
    let outcome = do_work(&registry);
    assert_eq!(
        (outcome.text().as_str(), outcome.value().is_none()),
        ("Error: a policy gave a value to a failed call", true)
    );
}

#[test]
fn the_last_word_is_heard_on_whatever_the_model_reads() {
    let (registry, _) = registry();
    let call = |arguments: &'static str| block_on(registry.call(ToolCall::new("marked", arguments))).text();
    assert_eq!(call("{}"), "said [ok]");
    assert_eq!(call("[]"), "Error: invalid arguments: expected an object, found an empty array [INVALID_ARGS]");
    let guard = registry.guard(|_: &GuardCall| Some("no".to_owned()));
    assert_eq!(call("{}"), "Error: no [DENIED]");
    guard.dispose();
    let block = registry.on_post_execute(|_: PostCall| async { Verdict::block("blocked") });
    assert_eq!(call("{}"), "blocked [BLOCKED]");
    block.dispose();
    registry.on_post_execute(|_: PostCall| async { Verdict::content("fall") }).keep();
    assert_eq!(call("{}"), UNEXPECTED);
}

// contract: P7
#[test]
fn who_is_reached_by_calls_that_never_run() {
    let (registry, heard) = registry();
    let all = heard.clone();
    registry
        .on_pre_execute(move |_: PreCall| {
            all.write("pre");
            async { Decision::allow() }
        })
        .keep();
    let all = heard.clone();
    let layer = move |_: AroundCall, next: Next| {
        all.write("layer");
        async move { next.run().await }
    };
    registry.around_execute(layer).keep();
    assert_eq!(told(&do_work(&registry), &heard).2, "call pre layer start post result");
    for (name, arguments) in [("work", "{}"), ("work", "{"), ("wrok", "{}")] {
        block_on(registry.call(ToolCall::new(name, arguments)));
        assert_eq!(heard.taken(), "call post result", "{name} {arguments}");
    }
    let call = ToolCall::new("work", r#"{"n": 7}"#);
    call.signal().cancel();
    let (code, _, reached) = told(&block_on(registry.call(call)), &heard);
    assert_eq!((code.as_str(), reached.as_str()), ("ABORTED_BEFORE_DISPATCH", "call result"));
}

// contract: R4, P6
#[test]
fn a_call_goes_on_under_the_policies_that_it_began_with() {
    let registry = Registry::new();
    registry.register(Work).unwrap().keep();
    let guard = Arc::new(Mutex::new(Some(registry.guard(|_: &GuardCall| Some("still".to_owned())))));
    let taken = guard.clone();
    registry
        .on_pre_execute(move |_: PreCall| {
            drop(taken.lock().unwrap().take());
            async { Decision::allow() }
        })
        .keep();
    assert_eq!(do_work(&registry).text(), "Error: still");
    assert_eq!(do_work(&registry).text(), "7");
}

// contract: R10, E6
#[test]
fn a_disposer_that_panics_holds_up_nothing() {
    let registry = Registry::new();
    let order = Heard::default();
    let owner = registry.owner("owner");
    let note = |word: &'static str| {
        let order = order.clone();
        move || async move { order.write(word) }
    };
    owner.on_dispose(note("first")).unwrap();
    owner.register(Work).unwrap();
    owner.on_dispose(note("second")).unwrap();
    owner.on_dispose(|| async { panic!("while disposing") }).unwrap();
    owner.on_dispose(|| -> std::future::Ready<()> { panic!("before disposing") }).unwrap();
    owner.on_dispose(note("third")).unwrap();
    block_on(owner.dispose());
    assert_eq!(order.taken(), "third second first");
    assert!(registry.schemas().is_empty());
}
