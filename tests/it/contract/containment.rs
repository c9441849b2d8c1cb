use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::{OutcomeInfo, ToolCall};

use super::{call, code, registry};

/// Fail in a chosen way.
#[tool]
async fn fall(
    /// How.
    how: String,
) -> ToolResult<String> {
    match how.as_str() {
        "before" => panic!("before the await"),
        "after" => {
            tokio::task::yield_now().await;
            panic!("after the await: {how}")
        }
        "payload" => std::panic::panic_any(7_u8),
        "index" => Ok([String::new()][how.len()].clone()),
        _ => Ok("fine".to_owned()),
    }
}

/// Fall at once.
#[tool]
fn trip() -> String {
    panic!("inline")
}

/// Fall on the blocking pool.
#[tool(blocking)]
fn stumble() -> String {
    panic!("blocking")
}

// contract: E6, E5
#[tokio::test]
async fn a_panic_is_one_failed_call() {
    let registry = registry(Fall);
    registry.register(Trip).unwrap().keep();
    registry.register(Stumble).unwrap().keep();
    let calls = [
        ("fall", r#"{"how": "before"}"#, "before the await"),
        ("fall", r#"{"how": "after"}"#, "after the await: after"),
        ("fall", r#"{"how": "payload"}"#, "a panic without words"),
        ("fall", r#"{"how": "index"}"#, "out of bounds"),
        ("trip", "", "inline"),
        ("stumble", "", "blocking"),
    ];
    for (name, arguments, words) in calls {
        let outcome = registry.call(ToolCall::new(name, arguments)).await;
        assert_eq!(code(&outcome), "PANICKED", "{name} {arguments}");
        assert_eq!(outcome.text(), "Error: the tool failed unexpectedly", "the words are for the operator");
        assert!(outcome.error().unwrap().detail().unwrap_or_default().contains(words), "{:?}", outcome.error());
    }
    assert_eq!(registry.call(ToolCall::new("fall", r#"{"how": "not"}"#)).await.text(), "fine", "the registry lives");
}

/// Numbers.
#[derive(ToolValue)]
struct Measured {
    name: String,
    samples: Vec<Sample>,
}

/// One number.
#[derive(ToolValue)]
struct Sample {
    value: Option<f64>,
    #[arg(max = 10)]
    weight: u8,
}

/// Measure.
#[tool]
fn measure(
    /// What.
    what: String,
) -> Measured {
    let value = match what.as_str() {
        "nan" => f64::NAN,
        "infinity" => f64::INFINITY,
        "minus" => f64::NEG_INFINITY,
        "zero" => -0.0,
        _ => 1.5,
    };
    let weight = if what == "heavy" { 11 } else { 1 };
    Measured { name: what, samples: vec![Sample { value: None, weight: 0 }, Sample { value: Some(value), weight }] }
}

// contract: E7, J1, J3, S7
#[tokio::test]
async fn a_value_that_json_or_its_rules_refuse_is_one_failed_call() {
    for (what, place) in [
        ("nan", "samples[1].value"),
        ("infinity", "samples[1].value"),
        ("minus", "samples[1].value"),
        ("zero", "samples[1].value"),
        ("heavy", "samples[1].weight: expected at most 10, found 11"),
    ] {
        let outcome = call(Measure, json!({"what": what})).await;
        assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT", "{what}");
        assert!(
            outcome.text().contains("measure returned invalid output") && outcome.text().contains(place),
            "{}",
            outcome.text()
        );
    }
    let outcome = call(Measure, r#"{"what": "fine"}"#).await;
    let value = outcome.value().unwrap().to_json();
    assert_eq!(value, json!({"name": "fine", "samples": [{"weight": 0}, {"value": 1.5, "weight": 1}]}));
}

struct Shown;

/// Show in a chosen way.
#[derive(ToolArgs)]
struct ShownArgs {
    /// How.
    how: String,
}

/// Show.
#[tool]
impl Shown {
    fn execute(&self, args: ShownArgs) -> u32 {
        u32::try_from(args.how.len()).unwrap_or(0)
    }

    fn render(args: &ShownArgs, value: &u32) -> String {
        assert!(args.how != "render", "the renderer falls");
        format!("{} has {value}", args.how)
    }

    fn finalize_content(args: Option<&ShownArgs>, content: Content, info: &OutcomeInfo<'_>) -> Content {
        let how = args.map_or("nothing", |args| &args.how);
        assert!(how != "finalise", "the last word falls");
        Content::text(format!("{} [{how}, {}]", content.to_text(), info.code().map_or("ok", |code| code.as_str())))
    }
}

// contract: E6
#[tokio::test]
async fn a_failing_renderer_is_one_failed_call() {
    assert_eq!(call(Shown, r#"{"how": "well"}"#).await.text(), "well has 4 [well, ok]");
    let outcome = call(Shown, r#"{"how": "render"}"#).await;
    assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT");
    assert_eq!(outcome.error().unwrap().detail(), Some("render panicked: the renderer falls"));
    assert!(outcome.value().is_none());
    let outcome = call(Shown, r#"{"how": "finalise"}"#).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("PANICKED", "Error: the tool failed unexpectedly"));
    let outcome = call(Shown, "{}").await;
    assert!(outcome.text().ends_with("[nothing, INVALID_ARGS]"), "{}", outcome.text());
}

// contract: E5, E8
#[tokio::test]
async fn an_error_keeps_its_code_and_its_causes_stay_with_the_operator() {
    /// Open.
    #[tool]
    fn open(
        /// Which way.
        way: String,
    ) -> ToolResult<String> {
        let io = || std::io::Error::other("the disk is on fire");
        match way.as_str() {
            "plain" => Err(io())?,
            "coded" => Err(io()).code("NOT_FOUND")?,
            "text" => Err("no such thing")?,
            "own" => Err(ToolError::new("BUSY", "somebody holds the file").because(io())),
            _ => Ok("open".to_owned()),
        }
    }
    for (way, expected, text, detail) in [
        ("plain", "FAILED", "Error: the disk is on fire", Some("")),
        ("coded", "NOT_FOUND", "Error: the disk is on fire", Some("")),
        ("text", "FAILED", "Error: no such thing", Some("")),
        ("own", "BUSY", "Error: somebody holds the file", Some("the disk is on fire")),
    ] {
        let outcome = call(Open, json!({"way": way})).await;
        assert_eq!((code(&outcome), outcome.text().as_str()), (expected, text));
        assert_eq!(outcome.error().unwrap().detail(), detail, "{way}");
    }
}

// contract: J4
#[tokio::test]
async fn a_value_of_any_depth_is_one_failed_call() {
    /// Nest.
    #[tool]
    fn nest(
        /// How deep.
        depth: u32,
    ) -> Value {
        (0..depth).fold(Value::Null, |inner, _| Value::Array(vec![inner]))
    }
    assert!(call(Nest, r#"{"depth": 512}"#).await.is_ok());
    for depth in [513, 200_000] {
        let outcome = call(Nest, json!({"depth": depth})).await;
        assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT");
        assert!(outcome.text().contains("nesting deeper than 512 levels"), "{}", outcome.text());
    }
}
