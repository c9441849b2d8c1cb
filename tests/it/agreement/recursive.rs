//! Types that contain themselves (contract S10).

use std::collections::BTreeMap;

use tool_sdk::ToolValue;

use super::agree;

/// A tree.
#[derive(ToolValue)]
struct Node {
    name: String,
    /// The nodes below.
    children: Vec<Node>,
}
agree!(tree: Node);

/// A list.
#[derive(ToolValue)]
struct Link {
    #[arg(max = 9)]
    value: u8,
    next: Option<Box<Link>>,
}
agree!(list: Link);

/// An expression.
#[derive(ToolValue)]
#[tool(tag = "op")]
enum Expr {
    Number {
        value: f64,
    },
    Add {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Call {
        name: String,
        #[arg(max_items = 2)]
        args: Vec<Expr>,
    },
}
agree!(expression: Expr);

/// JSON of a small kind.
#[derive(ToolValue)]
#[tool(untagged)]
enum Small {
    Text(String),
    List(Vec<Small>),
    Object(BTreeMap<String, Small>),
}
agree!(untagged_recursion: Small);

/// Two types that hold each other.
#[derive(ToolValue)]
struct Folder {
    files: Vec<File>,
    folders: BTreeMap<String, Folder>,
}

#[derive(ToolValue)]
struct File {
    #[arg(min = 0.5)]
    size: f64,
    archive: Option<Box<Folder>>,
}
agree!(mutual_recursion: Folder);

/// A struct that meets a recursive type twice and itself never.
#[derive(ToolValue)]
struct Holder {
    first: Node,
    second: Option<Link>,
    third: Vec<Link>,
}
agree!(recursive_fields: Holder);
