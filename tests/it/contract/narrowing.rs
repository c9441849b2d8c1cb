use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{Narrow, ToolDefinition};

use super::{call, code};

/// How the command runs.
#[derive(ToolValue, Clone, Copy)]
#[tool(rename_all = "snake_case")]
enum Mode {
    /// only reads
    ReadOnly,
    /// may write in the workspace
    Workspace,
    /// may do anything
    Full,
}

/// Where to run.
#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "snake_case")]
enum Target {
    Local {},
    /// On another machine.
    Remote {
        host: String,
        port: Option<u16>,
    },
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Lines {
    One(u32),
    Range { from: u32, to: Option<u32> },
    Named { name: String, exact: Option<bool> },
}

/// One thing to do.
#[derive(ToolValue)]
struct Step {
    #[arg(examples = ["ls", "sleep 1 &"])]
    command: String,
    #[arg(alias = "bg")]
    background: Option<bool>,
}

#[derive(ToolArgs)]
struct RunArgs {
    /// What to run. Long commands go to the background.
    command: Option<String>,
    /// Go on in the background.
    #[arg(default = false, alias = "detach")]
    background: bool,
    #[arg(default = Mode::Workspace, examples = ["read_only", "full"])]
    mode: Mode,
    target: Option<Target>,
    lines: Option<Lines>,
    steps: Option<Vec<Step>>,
}

type Hook = fn(&mut Narrow);

struct Run(Hook);

/// Run a command. Use the background for servers.
#[tool]
impl Run {
    fn execute(&self, args: RunArgs) -> String {
        format!("{} {}", args.background, args.mode as u8)
    }

    fn concurrency_safe(args: &RunArgs) -> bool {
        matches!(args.mode, Mode::ReadOnly)
    }

    fn narrow(&self, narrow: &mut Narrow) {
        (self.0)(narrow);
    }
}

const WHY: &str = "ask the host";

fn parameters(hook: Hook) -> serde_json::Value {
    ToolDefinition::of(Run(hook)).parameters()
}

/// What a call is told behind the words that every refusal has; nothing when it is accepted.
async fn told(hook: Hook, arguments: &str) -> String {
    let outcome = call(Run(hook), arguments).await;
    match outcome.error() {
        None => String::new(),
        Some(failure) => {
            assert_eq!(code(&outcome), "INVALID_ARGS");
            failure.message().trim_start_matches("invalid arguments: ").to_owned()
        }
    }
}

fn refused(hook: Hook) -> Vec<String> {
    let error = Registry::new().register(Run(hook)).expect_err("it cannot be narrowed so");
    let RegisterError::Narrowing { tool, violations } = error else { panic!("{error}") };
    assert_eq!(tool, "run");
    violations.iter().map(ToString::to_string).collect()
}

// contract: S15
#[tokio::test]
async fn a_parameter_that_the_host_does_not_have_is_neither_advertised_nor_accepted() {
    let hook: Hook = |narrow| {
        narrow.leave_out("background", "this host has no jobs");
    };
    let (whole, narrowed) = (parameters(|_| {}), parameters(hook));
    let mut expected = whole.clone();
    expected["properties"].as_object_mut().unwrap().shift_remove("background").expect("it is there otherwise");
    assert_eq!(narrowed, expected, "nothing else changes");

    for key in ["background", "detach"] {
        for value in ["true", "false", "null", "\"true\""] {
            let told = told(hook, &format!(r#"{{"{key}": {value}}}"#)).await;
            assert_eq!(told, format!("{key}: not accepted here: this host has no jobs"));
        }
    }
    for key in [r"b\u0061ckground", r"\u0062ackground", r"detac\u0068"] {
        for arguments in [format!(r#"{{"{key}": true}}"#), format!(r#"{{"mode": "full", "{key}": false}}"#)] {
            let spelt = told(hook, &arguments).await;
            assert!(spelt.ends_with("this host has no jobs"), "{arguments}: {spelt}");
        }
    }
    let outcome = call(Run(hook), r#"{"background": true, "backgroud": true}"#).await;
    assert!(outcome.ignored().iter().all(|ignored| ignored.path == "backgroud" && ignored.near.is_none()));
    let outcome = call(Run(hook), r#"{"command": "background"}"#).await;
    assert_eq!(outcome.text(), "false 1", "a word in a value names nothing, and the body sees the default");
    assert_eq!(call(Run(|_| {}), r#"{"detach": true}"#).await.text(), "true 1", "another instance has it");
}

// contract: S15, S5
#[tokio::test]
async fn all_violations_are_told_and_the_reason_among_them() {
    let hook: Hook = |narrow| {
        narrow.leave_out("background", WHY).leave_out("lines", "no");
    };
    let told = told(hook, r#"{"lines": 1, "command": 5, "background": true}"#).await;
    let expected = "command: expected a string, found 5; background: not accepted here: ask the host; lines: not accepted here: no";
    assert_eq!(told, expected);
}

// contract: S15
#[tokio::test]
async fn a_parameter_of_an_object_inside_is_left_out() {
    let hook: Hook = |narrow| {
        narrow.leave_out("steps[].background", WHY).leave_out("target.port", WHY).leave_out("lines.to", WHY);
    };
    let text = parameters(hook).to_string();
    assert!(!text.contains("port") && text.matches("\"background\"").count() == 1, "{text}");
    for (arguments, expected) in [
        (r#"{"steps": [{"command": "a"}, {"command": "b", "background": true}]}"#, "steps[1].background: "),
        (r#"{"steps": [{"command": "a", "bg": true}]}"#, "steps[0].bg: "),
        (r#"{"target": {"kind": "remote", "host": "h", "port": 1}}"#, "target.port: "),
        (r#"{"lines": {"from": 1, "to": 2}}"#, "lines.to: "),
    ] {
        assert_eq!(told(hook, arguments).await, format!("{expected}not accepted here: {WHY}"), "{arguments}");
    }
    let fine = r#"{"steps": [{"command": "a"}], "target": {"kind": "remote", "host": "h"}, "lines": {"from": 1}}"#;
    assert_eq!(told(hook, fine).await, "");
}

// contract: S15
#[tokio::test]
async fn a_word_of_an_enum_is_left_out_with_what_was_said_of_it() {
    let hook: Hook = |narrow| {
        narrow.leave_out_branch("mode", "full", WHY);
    };
    let mode = &parameters(hook)["properties"]["mode"];
    assert_eq!(mode["enum"], json!(["read_only", "workspace"]));
    let said = "How the command runs.\n`read_only`: only reads\n`workspace`: may write in the workspace";
    assert_eq!(mode["description"], json!(said));
    assert_eq!(mode["examples"], json!(["read_only"]), "an example shows what is accepted");
    assert_eq!(told(hook, r#"{"mode": "full"}"#).await, "mode: \"full\" is not accepted here: ask the host");
    let nearly = told(hook, r#"{"mode": "fulll"}"#).await;
    assert_eq!(nearly, r#"mode: expected one of "read_only", "workspace", found "fulll""#);
    assert_eq!(told(hook, r#"{"mode": "read_only", "command": "full"}"#).await, "");
}

// contract: S15
#[tokio::test]
async fn a_branch_of_a_union_is_left_out() {
    let tagged: Hook = |narrow| {
        narrow.leave_out_branch("target", "remote", "no network");
    };
    let branches = parameters(tagged)["properties"]["target"]["oneOf"].clone();
    assert_eq!(branches.as_array().unwrap().len(), 1);
    let arguments = r#"{"target": {"kind": "remote", "host": "h"}}"#;
    assert_eq!(told(tagged, arguments).await, "target.kind: \"remote\" is not accepted here: no network");
    assert_eq!(told(tagged, r#"{"target": {"kind": "local"}}"#).await, "");

    let by_kind: Hook = |narrow| {
        narrow.leave_out_branch("lines", "integer", WHY);
    };
    assert_eq!(told(by_kind, r#"{"lines": 3}"#).await, "lines: 3 is not accepted here: ask the host");
    assert_eq!(told(by_kind, r#"{"lines": {"from": 3}}"#).await, "");

    let by_key: Hook = |narrow| {
        narrow.leave_out_branch("lines", "name", WHY);
    };
    let named = r#"{"lines": {"name": "x"}}"#;
    assert_eq!(told(by_key, named).await, "lines: an object is not accepted here: ask the host");
    assert_eq!(told(by_key, r#"{"lines": 3}"#).await, "");
    assert!(!parameters(by_key).to_string().contains("exact"));
}

// contract: S15
#[test]
fn sentences_are_left_out_of_descriptions() {
    let hook: Hook = |narrow| {
        narrow.leave_out_sentence("Use the background for servers.");
        narrow.leave_out_sentence_of("command", "Long commands go to the background.");
    };
    let definition = ToolDefinition::of(Run(hook));
    assert_eq!(definition.description(), "Run a command.");
    assert_eq!(definition.parameters()["properties"]["command"]["description"], json!("What to run."));
    let registry = Registry::new();
    registry.register(Run(hook)).unwrap().keep();
    assert_eq!(registry.schemas()[0].description(), "Run a command.");
    let error = Registry::new().register(Run(|narrow| {
        narrow.leave_out_sentence("Run a command. Use the background for servers.");
    }));
    assert!(matches!(error, Err(RegisterError::NoDescription { .. })), "a model needs a description");
}

// contract: S15, R9
#[test]
fn what_cannot_be_left_out_fails_the_registration_with_all_of_it() {
    let faults = refused(|narrow| {
        narrow.leave_out("comand", WHY).leave_out("steps[].command", WHY).leave_out("steps[]", WHY);
        narrow.leave_out("background", " ").leave_out("", WHY).leave_out("command.deep", WHY);
        narrow.leave_out_branch("mode", "ful", WHY).leave_out_branch("command", "x", WHY);
        narrow.leave_out_branch("target", "local", WHY).leave_out_branch("target", "remote", WHY);
        narrow.leave_out_sentence("Nobody said this.").leave_out_sentence_of("mode", "Nor this.");
        narrow.leave_out_branch("mode", "workspace", WHY).leave_out("lines", WHY).leave_out("lines", WHY);
    });
    let expected = [
        "comand: there is no such parameter, did you mean `command`?",
        "steps[].command: is required, and only an optional parameter can be left out",
        "steps[]: names items, and only a parameter can be left out",
        "background: left out without a reason: say why, a call that names it is told",
        "there is no such parameter",
        "command.deep: there is no such parameter",
        "mode: there is no `ful` to leave out, there are `read_only`, `workspace`, `full`",
        "command: there is no `x` to leave out: it is neither an enum nor a union",
        "target: `remote` is the last that is left: leave out the parameter",
        "the description does not say \"Nobody said this.\"",
        "mode: the description does not say \"Nor this.\"",
        "lines: there is no such parameter",
        "default of `mode`: \"workspace\" is not accepted here: ask the host",
    ];
    assert_eq!(faults, expected);
}

// contract: S15, C1
#[test]
fn a_call_that_names_what_is_left_out_is_not_safe_to_overlap() {
    let definition = ToolDefinition::of(Run(|_| {}));
    assert!(definition.is_concurrency_safe(r#"{"mode": "read_only"}"#));
    let narrowed = ToolDefinition::of(Run(|narrow| {
        narrow.leave_out("background", WHY);
    }));
    assert!(!narrowed.is_concurrency_safe(r#"{"mode": "read_only", "background": true}"#));
}

#[derive(ToolValue)]
struct Tree {
    name: String,
    note: Option<String>,
    children: Option<Vec<Tree>>,
}

#[derive(ToolArgs)]
struct GrowArgs {
    root: Tree,
}

struct Grow;

/// Grow a tree.
#[tool]
impl Grow {
    fn execute(&self, args: GrowArgs) -> String {
        args.root.name
    }

    fn narrow(&self, narrow: &mut Narrow) {
        narrow.leave_out("root.children[].note", WHY);
    }
}

// contract: S15, S10
#[tokio::test]
async fn in_a_recursive_type_it_is_left_out_on_every_level() {
    let deep = r#"{"root": {"name": "a", "children": [{"name": "b", "children": [{"name": "c", "note": "n"}]}]}}"#;
    let outcome = call(Grow, deep).await;
    assert_eq!(outcome.error().unwrap().paths(), ["root.children[0].children[0].note"]);
    assert!(outcome.text().ends_with("not accepted here: ask the host"));
}

#[derive(ToolValue)]
struct Common {
    host: String,
    proxy: Option<String>,
}

#[derive(ToolArgs)]
struct FetchArgs {
    #[arg(flatten)]
    common: Common,
    #[arg(rest)]
    more: JsonMap,
}

struct Fetch;

/// Fetch something.
#[tool]
impl Fetch {
    fn execute(&self, args: FetchArgs) -> usize {
        args.common.host.len() + args.common.proxy.map_or(0, |proxy| proxy.len()) + args.more.len()
    }

    fn narrow(&self, narrow: &mut Narrow) {
        narrow.leave_out("proxy", WHY);
    }
}

// contract: S15, S14
#[tokio::test]
async fn a_flattened_key_is_a_key_of_its_object_and_goes_to_no_rest() {
    let outcome = call(Fetch, r#"{"host": "h", "proxy": "p"}"#).await;
    assert_eq!(outcome.text(), "Error: invalid arguments: proxy: not accepted here: ask the host");
    assert_eq!(call(Fetch, r#"{"host": "h", "x": 1}"#).await.text(), "2");
}
