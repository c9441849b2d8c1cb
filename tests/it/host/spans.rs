use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Decision, GuardCall, Next, PreCall, RegistryOptions};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{Interest, with_default};
use tracing::{Event, Metadata, Subscriber};

use super::nested::Ask;
use super::{Double, Heard, Run};

/// One span or event as it was recorded.
#[derive(Clone, Debug, Default)]
struct Recorded {
    name: &'static str,
    parent: Option<u64>,
    fields: BTreeMap<&'static str, String>,
}

impl Recorded {
    fn get(&self, field: &str) -> Option<&str> {
        self.fields.get(field).map(String::as_str)
    }
}

impl Visit for Recorded {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

/// Collects spans, by their number from 1, and events.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Collected>>);

#[derive(Default)]
struct Collected {
    spans: Vec<Recorded>,
    events: Vec<Recorded>,
    inside: Vec<u64>,
}

impl Subscriber for Collector {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "tool_sdk"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut all = self.0.lock().unwrap();
        let mut recorded =
            Recorded { name: span.metadata().name(), parent: all.inside.last().copied(), ..Recorded::default() };
        span.record(&mut recorded);
        all.spans.push(recorded);
        Id::from_u64(all.spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut all = self.0.lock().unwrap();
        let place = usize::try_from(span.into_u64()).unwrap() - 1;
        values.record(&mut all.spans[place]);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut all = self.0.lock().unwrap();
        let mut recorded = Recorded { parent: all.inside.last().copied(), ..Recorded::default() };
        event.record(&mut recorded);
        all.events.push(recorded);
    }

    fn enter(&self, span: &Id) {
        self.0.lock().unwrap().inside.push(span.into_u64());
    }

    fn exit(&self, span: &Id) {
        self.0.lock().unwrap().inside.retain(|other| *other != span.into_u64());
    }
}

/// What is recorded of these calls, each made and answered after the other.
fn recorded(registry: &Registry, calls: Vec<ToolCall<'_>>) -> (Vec<Recorded>, Vec<Recorded>, Vec<Outcome>) {
    let collector = Collector::default();
    let outcomes = with_default(collector.clone(), || {
        let call = |call| tool_sdk::testing::block_on(registry.call(call));
        calls.into_iter().map(call).collect()
    });
    let mut all = collector.0.lock().unwrap();
    assert!(all.inside.is_empty(), "every span that was entered was left");
    (std::mem::take(&mut all.spans), std::mem::take(&mut all.events), outcomes)
}

fn registry(options: RegistryOptions) -> Registry {
    let registry = Registry::with_options(options);
    registry.provide(Heard::default()).unwrap();
    registry.register_all(tools![Double, Ask, Run, Fall]).unwrap().keep();
    registry
}

/// Fall with words for the operator.
#[tool]
fn fall() -> u8 {
    panic!("the hinge is loose")
}

// contract: H5
#[test]
fn a_call_is_one_span_with_the_names_of_the_conventions() {
    let registry = registry(RegistryOptions::default());
    let call = ToolCall::new("double", r#"{"n": "4"}"#).id("c1:1").root("c1");
    let (spans, events, outcomes) = recorded(&registry, vec![call]);
    assert_eq!(outcomes[0].text(), "8");
    let [span] = spans.as_slice() else { panic!("{spans:?}") };
    assert_eq!((span.name, span.parent), ("execute_tool", None));
    for (field, value) in [
        ("otel.name", "execute_tool double"),
        ("otel.kind", "internal"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "double"),
        ("gen_ai.tool.call.id", "c1:1"),
        ("gen_ai.tool.type", "function"),
        ("tool.root_call_id", "c1"),
        ("tool.repairs", "1"),
    ] {
        assert_eq!(span.get(field), Some(value), "{field}");
    }
    for stage in ["tool.pre_execute_us", "tool.execute_us", "tool.post_execute_us"] {
        assert!(span.get(stage).is_some_and(|took| took.parse::<u64>().is_ok()), "{stage}: {span:?}");
    }
    assert_eq!(span.get("error.type"), None);
    assert!(events.is_empty(), "{events:?}");
}

// contract: H5, E5
#[test]
fn a_failure_is_told_by_its_code_and_its_detail_goes_to_the_trace() {
    let registry = registry(RegistryOptions::default());
    let cancelled = ToolCall::new("run", "");
    cancelled.signal().cancel();
    let calls = vec![
        ToolCall::new("nothing", ""),
        ToolCall::new("double", "{"),
        ToolCall::new("fall", ""),
        cancelled,
        ToolCall::new("run", ""),
    ];
    let (spans, events, _) = recorded(&registry, calls);
    let codes: Vec<_> = spans.iter().map(|span| span.get("error.type").unwrap_or("none")).collect();
    assert_eq!(codes, ["UNKNOWN_TOOL", "INVALID_ARGS", "PANICKED", "ABORTED_BEFORE_DISPATCH", "none"]);
    assert!(spans.iter().take(4).all(|span| span.name == "execute_tool"));
    let [event] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((event.get("detail"), event.parent), (Some("the hinge is loose"), Some(3)), "in the span of its call");
}

// contract: H5, P5
#[test]
fn a_nested_call_is_a_span_within_that_of_its_caller() {
    let registry = registry(RegistryOptions::default());
    let inner = json!({"tool": "ask", "arguments": {"tool": "double", "arguments": {"n": 1}}});
    let (spans, _, _) =
        recorded(&registry, vec![ToolCall::new("ask", inner).id("c1"), ToolCall::new("run", "").id("c2")]);
    let tree: Vec<_> = spans.iter().map(|span| (span.get("gen_ai.tool.call.id").unwrap(), span.parent)).collect();
    assert_eq!(tree, [("c1", None), ("c1:1", Some(1)), ("c1:1:1", Some(2)), ("c2", None)]);
    assert!(spans[..3].iter().all(|span| span.get("tool.root_call_id") == Some("c1")));
}

// contract: H5
#[test]
fn the_policies_of_a_call_are_within_its_span() {
    let registry = registry(RegistryOptions::default());
    let say = |stage: &'static str| tracing::info!(target: "tool_sdk", stage);
    registry
        .on_pre_execute(move |_: PreCall| async move {
            say("pre");
            Decision::allow()
        })
        .keep();
    registry
        .guard(move |_: &GuardCall| {
            say("guard");
            None
        })
        .keep();
    registry
        .around_execute(move |_: AroundCall, next: Next| async move {
            say("around");
            next.run().await
        })
        .keep();
    let (_, events, _) = recorded(&registry, vec![ToolCall::new("run", "")]);
    let stages: Vec<_> = events.iter().map(|event| (event.get("stage").unwrap(), event.parent)).collect();
    assert_eq!(stages, [("pre", Some(1)), ("guard", Some(1)), ("around", Some(1))]);
}

// contract: H5
#[test]
fn arguments_and_content_are_traced_only_when_asked_for() {
    let secret = || {
        vec![
            ToolCall::new("ask", json!({"tool": "double", "arguments": {"n": 123_456}})),
            ToolCall::new("double", r#"{"n": 654321, "why": "a secret"}"#),
            ToolCall::new("double", r#"{"n": "a secret"}"#),
        ]
    };
    let (spans, events, outcomes) = recorded(&registry(RegistryOptions::default()), secret());
    let all = format!("{spans:?} {events:?}");
    for told in ["123456", "246912", "654321", "1308642", "a secret"] {
        assert!(!all.contains(told), "{told} is in {all}");
    }
    assert_eq!((spans.len(), outcomes.len()), (4, 3));

    let mut options = RegistryOptions::default();
    options.trace_content = true;
    let (spans, _, outcomes) = recorded(&registry(options), secret());
    assert_eq!(spans[1].get("gen_ai.tool.call.arguments"), Some(r#"{"n":123456}"#));
    assert_eq!(spans[1].get("gen_ai.tool.call.result"), Some("246912"));
    assert_eq!(spans[2].get("gen_ai.tool.call.arguments"), Some(r#"{"n": 654321, "why": "a secret"}"#));
    assert_eq!(spans[2].get("gen_ai.tool.call.result"), Some(outcomes[1].text().as_str()));
}

// contract: H5
#[test]
fn a_call_that_nobody_traces_is_the_same_call() {
    let registry = registry(RegistryOptions::default());
    for arguments in [r#"{"n": "4"}"#, "{", r#"{"n": 2, "m": 1}"#] {
        let plain = tool_sdk::testing::block_on(registry.call(ToolCall::new("double", arguments).id("c1")));
        let (_, _, traced) = recorded(&registry, vec![ToolCall::new("double", arguments).id("c1")]);
        assert_eq!(plain.to_json(), traced[0].to_json());
    }
}
