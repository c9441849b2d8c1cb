use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{RegistryOptions, ToolCall};

use super::{call, code};

/// How to sort.
#[derive(ToolValue, Clone, Copy, Debug, PartialEq)]
#[tool(rename_all = "snake_case")]
enum Order {
    NewestFirst,
    OldestFirst,
}

/// A server.
#[derive(ToolValue)]
struct Server {
    /// Its name.
    host: String,
    /// Its port.
    #[arg(min = 1)]
    port: Option<u16>,
}

/// Show the arguments again.
#[tool]
fn echo(
    /// Whom.
    name: String,
    /// Where.
    servers: Option<Vec<Server>>,
    /// How many.
    #[arg(min = 1, max = 10, default = 3, alias = "head_limit")]
    limit: u32,
    /// How.
    order: Option<Order>,
    /// Whether all.
    all: Option<bool>,
) -> String {
    let hosts: Vec<String> = servers.into_iter().flatten().map(|s| format!("{}:{:?}", s.host, s.port)).collect();
    format!("{name} {hosts:?} {limit} {order:?} {all:?}")
}

// contract: S5, E5
#[tokio::test]
async fn every_violation_is_told_at_once_with_its_place() {
    let text = r#"{"name": 5, "servers": [{"host": "a"}, {"host": null, "port": 0, "prot": 1}], "limit": 11, "order": "newest_frist"}"#;
    let outcome = call(Echo, text).await;
    let failure = outcome.error().expect("nothing fits");
    assert_eq!(failure.code(), &"INVALID_ARGS");
    assert_eq!(failure.paths(), ["name", "servers[1].host", "servers[1].port", "servers[1].prot", "limit", "order"]);
    for told in [
        "name: expected a string, found 5",
        "servers[1].host: expected a string, found null",
        "servers[1].port: expected at least 1, found 0",
        "did you mean `port`?",
        "limit: expected at most 10, found 11",
        r#"found "newest_frist""#,
    ] {
        assert!(failure.message().contains(told), "{told} is not in {}", failure.message());
    }
    assert_eq!(outcome.text(), format!("Error: {}", failure.message()));
    assert!(outcome.value().is_none());
}

// contract: E16
#[tokio::test]
async fn nothing_is_an_empty_object_and_broken_text_is_not() {
    /// Say how many.
    #[tool]
    fn count(
        /// How many.
        n: Option<u32>,
    ) -> u32 {
        n.unwrap_or(7)
    }
    for nothing in ["", "  \n", "{}", "null", " null "] {
        assert_eq!(call(Count, nothing).await.text(), "7", "{nothing:?}");
    }
    for (broken, place) in
        [("{", "column 2"), (r#"{"n": 1"#, "column 8"), (r#"{"n": 1}}"#, "column 9"), ("{'n': 1}", "column 2")]
    {
        let outcome = call(Count, broken).await;
        assert_eq!(code(&outcome), "INVALID_ARGS");
        assert!(
            outcome.text().contains("invalid JSON") && outcome.text().contains(place),
            "{broken}: {}",
            outcome.text()
        );
    }
    for other in ["[]", "7", "\"text\"", "true"] {
        let outcome = call(Count, other).await;
        assert!(outcome.text().contains("expected an object"), "{other}: {}", outcome.text());
    }
}

// contract: E17
#[tokio::test]
async fn what_loses_nothing_is_mended_and_listed() {
    let mended = [
        (r#"{"name": "a", "limit": "4"}"#, "limit", "number-from-string", "4"),
        (r#"{"name": "a", "all": "true"}"#, "all", "boolean-from-string", "Some(true)"),
        (r#"{"name": "a", "servers": "[{\"host\": \"h\"}]"}"#, "servers", "container-from-string", "h:None"),
        (r#"{"name": "a", "order": null}"#, "order", "null-as-absent", "None"),
        (r#"{"name": "a", "head_limit": 5}"#, "head_limit", "alias", "5"),
        (r#""{\"name\": \"a\", \"limit\": 6}""#, "", "decoded-twice", "6"),
    ];
    for (text, path, kind, shown) in mended {
        let outcome = call(Echo, text).await;
        assert!(outcome.is_ok(), "{text}: {}", outcome.text());
        assert!(outcome.text().contains(shown), "{text}: {}", outcome.text());
        let repairs: Vec<_> = outcome.repairs().iter().map(|r| (r.path.as_str(), r.kind.name())).collect();
        assert_eq!(repairs, [(path, kind)], "{text}");
    }
}

// contract: E17
#[tokio::test]
async fn what_would_lose_something_is_refused() {
    for text in [
        r#"{"name": "a", "limit": "4.5"}"#,
        r#"{"name": "a", "limit": " 4 "}"#,
        r#"{"name": "a", "limit": "four"}"#,
        r#"{"name": "a", "all": "yes"}"#,
        r#"{"name": null}"#,
        r#"{"name": "a", "servers": "['h']"}"#,
    ] {
        let outcome = call(Echo, text).await;
        assert_eq!(code(&outcome), "INVALID_ARGS", "{text}: {}", outcome.text());
        assert!(outcome.repairs().is_empty(), "{text}");
    }
}

// contract: E17
#[tokio::test]
async fn repair_can_be_switched_off() {
    let mut options = RegistryOptions::default();
    options.repair = false;
    let registry = Registry::with_options(options);
    registry.register(Echo).unwrap().keep();
    let outcome = registry.call(ToolCall::new("echo", r#"{"name": "a", "limit": "4"}"#)).await;
    assert!(
        outcome.text().contains(r#"limit: expected an integer, at least 1, at most 10, found "4""#),
        "{}",
        outcome.text()
    );
    let outcome = registry.call(ToolCall::new("echo", r#"{"name": "a", "head_limit": 4}"#)).await;
    assert!(outcome.is_ok() && outcome.ignored().len() == 1, "an open root takes the key and ignores it");
}

// contract: S3
#[tokio::test]
async fn undeclared_arguments_are_ignored_aloud() {
    let outcome = call(Echo, r#"{"name": "a", "limits": 5, "colour": "red"}"#).await;
    assert!(outcome.is_ok());
    let ignored: Vec<_> = outcome.ignored().iter().map(|i| (i.path.as_str(), i.near.as_deref())).collect();
    assert_eq!(ignored, [("limits", Some("limit")), ("colour", None)]);
    let last = outcome.content().blocks().last().map(|block| block.to_json()["text"].clone());
    assert_eq!(last, Some(json!("Ignored unknown arguments: limits (did you mean limit?), colour.")));
}

// contract: S7
#[tokio::test]
async fn a_plain_function_checks_what_no_keyword_says() {
    /// A span.
    #[derive(ToolArgs)]
    #[tool(check = in_order)]
    struct Span {
        /// First.
        from: u32,
        /// Last.
        to: u32,
    }
    fn in_order(span: &Span) -> Result<(), Invalid> {
        if span.from > span.to { Err(Invalid::at("to", "must not be less than `from`")) } else { Ok(()) }
    }
    struct Cut;
    /// Cut.
    #[tool]
    impl Cut {
        fn execute(&self, args: Span) -> u32 {
            args.to - args.from
        }
    }
    assert_eq!(call(Cut, r#"{"from": 1, "to": 3}"#).await.text(), "2");
    for text in [r#"{"from": 3, "to": 1}"#, r#"{"from": "3", "to": 1}"#, r#"{"from": 3, "to": 1, "other": 0}"#] {
        let outcome = call(Cut, text).await;
        let told = "invalid arguments: to: must not be less than `from`";
        assert_eq!(outcome.error().unwrap().message(), told, "{text}");
        assert_eq!(outcome.error().unwrap().paths(), ["to"]);
    }
}

// contract: S6
#[tokio::test]
async fn a_union_is_one_branch() {
    /// What to do.
    #[derive(ToolValue)]
    #[tool(tag = "kind", rename_all = "snake_case")]
    enum Action {
        Go { speed: u32 },
        Stop,
    }
    /// Act.
    #[tool]
    fn act(
        /// What.
        action: Action,
    ) -> String {
        match action {
            Action::Go { speed } => format!("going {speed}"),
            Action::Stop => "stopped".to_owned(),
        }
    }
    assert_eq!(call(Act, r#"{"action": {"kind": "stop"}}"#).await.text(), "stopped");
    assert_eq!(call(Act, r#"{"action": {"speed": 3, "kind": "go"}}"#).await.text(), "going 3");
    let outcome = call(Act, r#"{"action": {"kind": "go", "speed": "fast"}}"#).await;
    assert!(
        outcome.text().contains(r#"action.speed: expected an integer, at least 0, found "fast""#),
        "{}",
        outcome.text()
    );
    let outcome = call(Act, r#"{"action": {"kind": "fly"}}"#).await;
    assert!(outcome.text().contains("action.kind") && outcome.text().contains(r#""stop""#), "{}", outcome.text());
}

// contract: E1, J1
#[tokio::test]
async fn a_tree_of_the_hosts_is_taken_as_well() {
    let outcome = call(Echo, json!({"name": "a", "limit": 4})).await;
    assert_eq!(outcome.text(), "a [] 4 None None");
    let outcome = call(Echo, json!({"name": "a", "limit": -0.0})).await;
    assert!(outcome.text().contains("limit: expected at least 1, found 0"), "{}", outcome.text());
}

// contract: S3, E17
#[tokio::test]
async fn what_a_type_keeps_is_not_ignored() {
    /// Anything.
    #[derive(ToolArgs)]
    struct Anything {
        /// Where.
        #[arg(alias = "dir")]
        path: String,
        #[arg(rest)]
        more: JsonMap,
    }
    struct Take;
    /// Take.
    #[tool]
    impl Take {
        fn execute(&self, args: Anything) -> String {
            format!("{} {:?}", args.path, args.more.keys().collect::<Vec<_>>())
        }
    }
    for text in [r#"{"path": "a", "colour": 1}"#, r#"{"dir": "a", "colour": 1}"#] {
        let outcome = call(Take, text).await;
        assert_eq!((outcome.text().as_str(), outcome.ignored().len()), (r#"a ["colour"]"#, 0), "{text}");
    }
}
