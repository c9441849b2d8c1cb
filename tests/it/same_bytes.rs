//! The same declaration gives the same bytes: in one process, in the next one, and whatever other crates switch on.

use std::process::Command;

use serde_json::Value;
use tool_sdk::prelude::*;

/// How.
#[derive(ToolValue, Clone, Copy)]
#[tool(rename_all = "snake_case")]
enum Mode {
    /// Fast.
    Fast,
    /// Slow.
    Slow,
}

/// A tree.
#[derive(ToolValue)]
struct Tree {
    name: String,
    below: std::collections::HashMap<String, Tree>,
}

/// Everything that could come in another order.
#[tool]
fn many(
    /// Numbers.
    #[arg(min = 0.25, multiple_of = 0.25, default = 0.5)]
    z: f64,
    /// A mode.
    #[arg(default = Mode::Slow)]
    mode: Mode,
    /// Numbers.
    #[arg(examples = [18_446_744_073_709_551_615, 1])]
    a: u64,
    /// A tree.
    tree: Option<Tree>,
    /// Words.
    words: Option<std::collections::HashSet<String>>,
    /// Anything.
    any: Option<Value>,
) -> JsonMap {
    let words = words.map(|words| words.into_iter().collect::<Vec<_>>());
    let parts =
        [("z", z.into()), ("mode", (mode as u8).into()), ("a", a.into()), ("words", words.into()), ("any", any.into())];
    let _ = tree;
    parts.into_iter().map(|(key, part): (_, Value)| (key.to_owned(), part)).collect()
}

/// Nothing.
#[tool]
fn less() {}

fn schemas() -> String {
    let registry = Registry::new();
    registry.register_all(tools![Many, Less]).expect("they register").keep();
    let all = registry.schemas();
    let again = registry.schemas();
    assert_eq!(all.len(), 2);
    for (one, two) in all.iter().zip(again.iter()) {
        assert_eq!(one.parameters_text(), two.parameters_text());
    }
    all.iter()
        .map(|schema| format!("{} {}\n", tool_sdk::json::to_text(&schema.to_json()), schema.parameters_text()))
        .collect()
}

/// What the other process is asked for; alone this is a test that holds.
const SAY: &str = "TOOL_SDK_TESTS_SAY_SCHEMAS";

// contract: R3
#[test]
fn schemas_are_the_same_bytes_in_every_registry_and_process() {
    let here = schemas();
    assert_eq!(here, schemas());
    if std::env::var_os(SAY).is_some() {
        println!("\n{here}");
        return;
    }
    let exe = std::env::current_exe().expect("this program");
    let name = "same_bytes::schemas_are_the_same_bytes_in_every_registry_and_process";
    let there = Command::new(exe).args(["--exact", name, "--nocapture"]).env(SAY, "1").output().expect("it starts");
    let there = String::from_utf8(there.stdout).expect("text");
    assert!(there.contains(&here), "{there}\n{here}");
}

/// The bytes themselves: they hold with `serde_json/arbitrary_precision` too, which the feature `arbitrary-precision` of this crate
/// switches on as a neighbour would (decision D24).
// contract: S4, J1, J2, J5
#[test]
fn schemas_and_values_are_these_bytes_whatever_a_neighbour_switches_on() {
    let registry = Registry::new();
    registry.register(Many).expect("it registers").keep();
    assert_eq!(
        registry.schemas()[0].parameters_text(),
        r##"{"type":"object","properties":{"z":{"type":"number","minimum":0.25,"multipleOf":0.25,"description":"Numbers.","default":0.5},"mode":{"type":"string","enum":["fast","slow"],"description":"A mode.\n`fast`: Fast.\n`slow`: Slow.","default":"slow"},"a":{"type":"integer","minimum":0,"description":"Numbers.","examples":[18446744073709551615,1]},"tree":{"$ref":"#/$defs/Tree"},"words":{"type":"array","uniqueItems":true,"items":{"type":"string"},"description":"Words."},"any":{"description":"Anything."}},"required":["a"],"description":"`tree`: A tree.","$defs":{"Tree":{"type":"object","properties":{"name":{"type":"string"},"below":{"type":"object","additionalProperties":{"$ref":"#/$defs/Tree"}}},"required":["name","below"],"additionalProperties":false,"description":"A tree."}}}"##
    );
    let call =
        |arguments: &str| tool_sdk::testing::block_on(registry.call(ToolCall::new("many", arguments.to_owned())));
    let outcome = call(
        r#"{"a":18446744073709551615,"any":[-9223372036854775808,9007199254740993,0.1,1e300,5.0,-0.0,9007199254740993.0,1e-400]}"#,
    );
    let value = outcome.value().unwrap_or_else(|| panic!("{}", outcome.text())).to_text();
    assert_eq!(
        value,
        r#"{"z":0.5,"mode":1,"a":18446744073709551615,"words":null,"any":[-9223372036854775808,9007199254740993,0.1,1e300,5.0,0.0,9007199254740993,0.0]}"#
    );
    assert_eq!(tool_sdk::json::to_text(&tool_sdk::json::parse(&value).expect("JSON")), value);
    for number in ["18446744073709551616", "-9223372036854775809", "1e400", "123456789012345678901234567890"] {
        let outcome = call(&format!(r#"{{"a":1,"any":{number}}}"#));
        assert!(outcome.text().contains("number out of range"), "{number}: {}", outcome.text());
    }
    // A number that only arbitrary precision holds does not come in as a tree either.
    let huge: Result<Value, _> = serde_json::from_str(r#"{"a":1,"any":123456789012345678901234567890}"#);
    if let Ok(tree) = huge
        && cfg!(feature = "arbitrary-precision")
    {
        let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new("many", tree)));
        assert!(outcome.text().contains("number out of range"), "{}", outcome.text());
    }
}
