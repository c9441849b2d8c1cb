use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{Block, Context, Image, PostCall, RawTool, Registration, Scope, Source, Verdict};

use super::{Heard, code, heard, tell_results};

/// A number and its half.
#[derive(ToolValue, Clone, Debug, PartialEq)]
struct Halved {
    #[arg(max = 100)]
    whole: u32,
    half: f64,
}

struct Halve;

#[derive(ToolArgs)]
struct HalveArgs {
    /// The number.
    n: u32,
}

/// Halve a number.
#[tool]
impl Halve {
    fn execute(&self, args: HalveArgs, cx: &ToolContext) -> ToolResult<Halved> {
        cx.defer_context("of the tool");
        if args.n == 0 {
            return Err(ToolError::new("EMPTY", "nothing to halve"));
        }
        Ok(Halved { whole: args.n, half: f64::from(args.n) / 2.0 })
    }

    fn render(args: &HalveArgs, value: &Halved) -> String {
        format!("half of {} ({}) is {}", args.n, value.whole, value.half)
    }
}

fn halving() -> (Registry, Heard) {
    let (registry, heard) = heard();
    registry.register(Halve).unwrap().keep();
    tell_results(&registry, &heard);
    (registry, heard)
}

/// Judges every call so.
fn judge(scope: &Scope, verdict: impl Fn() -> Verdict + Send + Sync + 'static) -> Registration {
    scope.on_post_execute(move |_: PostCall| std::future::ready(verdict()))
}

async fn halve(registry: &Registry, n: u32) -> Outcome {
    registry.call(ToolCall::new("halve", json!({"n": n}))).await
}

fn contexts(outcome: &Outcome) -> Vec<String> {
    outcome.contexts().iter().map(|context| context.content.to_text()).collect()
}

fn told(text: &str) -> Context {
    Context { source: Source::plugin("p"), content: text.into() }
}

// contract: P4
#[tokio::test]
async fn content_is_replaced_and_the_value_stays() {
    let (registry, _) = halving();
    judge(&registry, || Verdict::content("half of it").with_context(told("of the policy"))).keep();
    let outcome = halve(&registry, 7).await;
    assert_eq!(outcome.text(), "half of it");
    assert_eq!(outcome.value().unwrap().downcast_ref(), Some(&Halved { whole: 7, half: 3.5 }));
    assert_eq!(contexts(&outcome), ["of the tool", "of the policy"]);
    let failed = halve(&registry, 0).await;
    assert_eq!((code(&failed), failed.text().as_str()), ("EMPTY", "half of it"), "also the words of a failure");
    assert_eq!(failed.error().unwrap().message(), "nothing to halve");
}

// contract: P4, E7
#[tokio::test]
async fn a_value_is_replaced_validated_and_rendered_again() {
    let (registry, _) = halving();
    let typed = judge(&registry, || Verdict::value(Halved { whole: 8, half: 4.0 }));
    let outcome = halve(&registry, 7).await;
    assert_eq!(outcome.text(), "half of 7 (8) is 4", "with the arguments of the call");
    assert_eq!(outcome.value().unwrap().downcast_ref(), Some(&Halved { whole: 8, half: 4.0 }));
    drop(typed);
    let read = judge(&registry, || Verdict::value(json!({"whole": 9, "half": 4.5})));
    assert_eq!(halve(&registry, 7).await.text(), "half of 7 (9) is 4.5", "a tree is read into the tool's own type");
    drop(read);
    let rejected = [
        json!({"whole": 101, "half": 1}),
        json!({"whole": 1}),
        json!({"whole": 1, "half": 1, "more": 1}),
        json!("half"),
    ];
    for wrong in rejected {
        let _judged = judge(&registry, move || Verdict::value(wrong.clone()));
        let outcome = halve(&registry, 7).await;
        assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT", "{}", outcome.text());
        assert!(outcome.value().is_none() && outcome.text().contains("halve returned invalid output"));
        assert_eq!(contexts(&outcome), ["of the tool"]);
    }
    let _judged = judge(&registry, || Verdict::value(Halved { whole: 101, half: 1.0 }));
    assert_eq!(code(&halve(&registry, 7).await), "INVALID_TOOL_OUTPUT", "a typed value keeps its rules too");
}

// contract: P4
#[tokio::test]
async fn a_failure_has_no_value_to_replace() {
    let (registry, heard) = halving();
    judge(&registry, || Verdict::value(Halved { whole: 8, half: 4.0 })).keep();
    let outcome = halve(&registry, 0).await;
    assert_eq!((code(&outcome), outcome.value().is_some()), ("FAILED", false));
    assert_eq!(code(&registry.call(ToolCall::new("nothing", "")).await), "FAILED", "nor has an unknown tool");
    assert_eq!(heard.take().len(), 2);
}

// contract: P4
#[tokio::test]
async fn a_blocked_result_says_its_feedback_and_nothing_else() {
    let image = || Block::Image(Image::new("image/png", "AA=="));
    let cases: [(Content, &str, &str); 4] = [
        ("a key is in it".into(), "a key is in it", "a key is in it"),
        (image().into(), "[image content]", ""),
        (
            vec![Block::Text("see".to_owned()), image(), Block::Text("there".to_owned())].into(),
            "see\n[image content]\nthere",
            "see\nthere",
        ),
        (Content::empty(), "the result was blocked by policy", "Error: the result was blocked by policy"),
    ];
    for (feedback, message, text) in cases {
        let (registry, heard) = halving();
        let given = feedback.clone();
        judge(&registry, move || Verdict::block(given.clone()).with_context(told("of the policy"))).keep();
        let outcome = halve(&registry, 7).await;
        assert_eq!((code(&outcome), outcome.error().unwrap().message()), ("BLOCKED", message));
        assert_eq!(outcome.text(), text);
        assert!(feedback.blocks().is_empty() || *outcome.content() == feedback);
        assert!(outcome.value().is_none() && !outcome.concludes_turn());
        assert_eq!(contexts(&outcome), ["of the policy"], "what the tool wanted to tell is withheld");
        assert_eq!(heard.take(), ["result BLOCKED"]);
    }
}

// contract: P4
#[tokio::test]
async fn each_policy_judges_what_the_one_before_it_left() {
    let (registry, heard) = halving();
    let scope = registry.scope("scope");
    let (inner, outer) = (heard.clone(), heard.clone());
    scope
        .on_post_execute(move |call: PostCall| {
            inner.say(format!("inner {}", call.content().to_text()));
            std::future::ready(Verdict::content("of the inner"))
        })
        .keep();
    registry
        .on_post_execute(move |call: PostCall| {
            outer.say(format!("outer {}", call.content().to_text()));
            std::future::ready(Verdict::value(Halved { whole: 2, half: 1.0 }))
        })
        .keep();
    let outcome = scope.call(ToolCall::new("halve", json!({"n": 7}))).await;
    assert_eq!(heard.take(), ["outer half of 7 (7) is 3.5", "inner half of 7 (2) is 1", "result "]);
    assert_eq!((outcome.text().as_str(), outcome.is_ok()), ("of the inner", true));
}

// contract: P4, E6
#[tokio::test]
async fn a_policy_that_fails_to_judge_is_a_failed_call() {
    let (registry, heard) = halving();
    let failing = registry.on_post_execute(|_: PostCall| async { Err::<Verdict, _>("no rules") });
    let late = registry.on_post_execute(|_: PostCall| async { panic!("nothing is asked after a failure") as Verdict });
    let outcome = halve(&registry, 7).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("FAILED", "Error: no rules"));
    assert!(outcome.value().is_none());
    drop(failing);
    assert_eq!(code(&halve(&registry, 7).await), "PANICKED");
    drop(late);
    assert!(halve(&registry, 7).await.is_ok());
    assert_eq!(heard.take(), ["result FAILED", "result PANICKED", "result "]);
}

// contract: E7, S9
#[tokio::test]
async fn a_raw_tool_keeps_to_its_output_schema_also_under_policies() {
    let (registry, heard) = heard();
    let gives = |name: &'static str, value: serde_json::Value| {
        let run = move |_, _| std::future::ready(Ok(value.clone()));
        RawTool::new(name, "Give.", json!({"type": "object"}), run).output(json!({"type": "integer"}))
    };
    registry.register_raw(gives("number", json!(4))).unwrap().keep();
    registry.register_raw(gives("text", json!("four"))).unwrap().keep();
    let say = heard.clone();
    registry
        .on_post_execute(move |call: PostCall| {
            say.say(call.error().map_or("fine", |error| error.code().as_str()));
            std::future::ready(if call.error().is_none() { Verdict::value(5_u8) } else { Verdict::accept() })
        })
        .keep();
    assert_eq!(registry.call(ToolCall::new("number", "")).await.text(), "5");
    assert_eq!(code(&registry.call(ToolCall::new("text", "")).await), "INVALID_TOOL_OUTPUT");
    assert_eq!(heard.take(), ["fine", "INVALID_TOOL_OUTPUT"], "post-execute sees the failure");
}
