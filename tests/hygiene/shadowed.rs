//! An author's own `Result`, `Option`, `String`, `Vec`, `Box`, `Some`, `None`, `Ok`, `Err` and traits of the prelude.

#![allow(dead_code)]

struct Result;
struct Option;
struct String;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Default;
struct Field;
struct Rule;
struct Node;
trait Into {}
trait From {}
trait Send {}
trait Sync {}
trait Clone {}
trait Copy {}
trait Debug {}
trait Iterator {}
trait Future {}
trait Drop {}

use tool_sdk::{State, ToolArgs, ToolContext, ToolValue, testing, tool, tools};

type Text = std::string::String;
type Maybe<T> = std::option::Option<T>;
type Or<T> = std::result::Result<T, tool_sdk::ToolError>;

/// Find something.
#[derive(ToolArgs)]
#[tool(check = ordered)]
struct FindArgs {
    #[arg(non_empty, default = "a", alias = "p", examples = ["x"])]
    pattern: Text,
    #[arg(min = 0, default = 3)]
    limit: u32,
    path: Maybe<Text>,
    #[arg(skip)]
    seen: u32,
}

fn ordered(args: &FindArgs) -> std::result::Result<(), tool_sdk::Invalid> {
    let _ = args;
    std::result::Result::Ok(())
}

#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
enum Mode {
    Ok,
    None,
}

#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase")]
enum Found {
    #[tool(render = "nothing at {at}")]
    None {
        at: Text,
    },
    Some(Line),
    Ok,
}

#[derive(ToolValue)]
struct Line {
    text: Text,
}

#[derive(ToolValue)]
#[tool(tag = "kind", content = "value")]
enum Adjacent {
    Some(u32),
    None,
    Err { text: Text },
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Either {
    Some(u32),
    None(Text),
    Err { mode: Mode },
}

#[derive(ToolValue)]
struct Many<T> {
    items: std::vec::Vec<T>,
    adjacent: Maybe<Adjacent>,
    either: Maybe<Either>,
}

/// Find something.
#[tool(parallel, effect = read)]
async fn search(
    #[arg(default = Text::new())] pattern: Text,
    mode: Maybe<Mode>,
    _cx: &ToolContext,
    State(_s): State<u32>,
) -> Or<Found> {
    let _ = (pattern, mode);
    std::result::Result::Ok(Found::None { at: Text::from("a") })
}

struct Finder;

/// Find many things.
#[tool]
impl Finder {
    fn execute(&self, args: FindArgs) -> Many<Text> {
        Many { items: [args.pattern].into(), adjacent: std::option::Option::None, either: std::option::Option::None }
    }

    fn render(args: &FindArgs, value: &Many<Text>) -> Text {
        std::format!("{} {}", args.limit, value.items.len())
    }
}

#[test]
fn tools_work() {
    let registry = tool_sdk::Registry::new();
    registry.provide(1u32).unwrap();
    registry.register_all(tools![Search, Finder]).unwrap().keep();
    let text = |name| testing::block_on(registry.call(tool_sdk::ToolCall::new(name, "{}"))).text();
    assert_eq!((text("search").as_ref(), text("finder").as_ref()), ("nothing at a", "3 1"));
}
