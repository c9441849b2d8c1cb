//! [`Narrow`]: what an instance leaves out of its declaration (contract S15).

mod branch;
mod place;
mod words;

use std::borrow::Cow;

use self::place::Place;
use super::build::defaults_fit;
use super::left_out::Part;
use super::model::{Schema, SchemaKind};
use super::violation::{Violation, Violations};

/// What an instance of a tool leaves out of its declaration when it registers: optional parameters, branches of unions, sentences of
/// descriptions. The type of the arguments stays what it is: it is the most that any instance takes.
///
/// The hook `narrow` of a `#[tool] impl` is given one, once. What is left out is neither advertised nor accepted, and a call that
/// names it is told why, in the author's words: name what to do instead, briefly. (The root of parameters is open, so the schema's
/// text does not forbid the key; the call refuses it all the same.)
///
/// A parameter is named by its path: `limit`, `options.depth`, `edits[].replace_all`. `[]` stands for every item of an array or value
/// of a map; a step into a union goes into every branch that has the key.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// struct Run {
///     allow_background: bool,
/// }
///
/// #[derive(ToolArgs)]
/// struct RunArgs {
///     /// The command.
///     command: String,
///     /// Return at once and go on in the background.
///     #[arg(default = false)]
///     background: bool,
/// }
///
/// /// Run a command. Start servers in the background.
/// #[tool]
/// impl Run {
///     async fn execute(&self, args: RunArgs) -> String {
///         format!("ran {} (background: {})", args.command, args.background)
///     }
///
///     fn narrow(&self, narrow: &mut Narrow) {
///         if !self.allow_background {
///             narrow.leave_out("background", "this host runs no background jobs");
///             narrow.leave_out_sentence("Start servers in the background.");
///         }
///     }
/// }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// registry.register(Run { allow_background: false })?.keep();
/// let schema = &registry.schemas()[0];
/// assert_eq!(schema.description(), "Run a command.");
/// assert!(!schema.parameters_text().contains("background"));
///
/// let outcome = registry.call(ToolCall::new("run", r#"{"command": "ls"}"#)).await;
/// assert_eq!(outcome.text(), "ran ls (background: false)");
/// let outcome = registry.call(ToolCall::new("run", r#"{"command": "ls", "background": true}"#)).await;
/// let told = "Error: invalid arguments: background: not accepted here: this host runs no background jobs";
/// assert_eq!(outcome.text(), told);
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
///
/// What cannot be left out (a required parameter, the last branch, what is not there, a part that a default needs) makes the
/// registration fail with all of it.
#[derive(Debug, Default)]
pub struct Narrow(Vec<Step>);

#[derive(Debug)]
enum Step {
    Parameter { path: String, why: String },
    Branch { path: String, branch: String, why: String },
    Sentence { path: Option<String>, sentence: String },
}

impl Narrow {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Leaves out an optional parameter: the body sees its absent value or its default.
    pub fn leave_out(&mut self, path: impl Into<String>, why: impl Into<String>) -> &mut Self {
        self.0.push(Step::Parameter { path: path.into(), why: why.into() });
        self
    }

    /// Leaves out one of the values that a parameter may have. `branch` is a string of an enum, or the tag of a branch; without a
    /// tag it is the branch's JSON type, or, for one object among several, a key that it alone declares.
    pub fn leave_out_branch(
        &mut self,
        path: impl Into<String>,
        branch: impl Into<String>,
        why: impl Into<String>,
    ) -> &mut Self {
        self.0.push(Step::Branch { path: path.into(), branch: branch.into(), why: why.into() });
        self
    }

    /// Leaves a sentence, or several in a row, out of the description of the tool.
    pub fn leave_out_sentence(&mut self, sentence: impl Into<String>) -> &mut Self {
        self.0.push(Step::Sentence { path: None, sentence: sentence.into() });
        self
    }

    /// Leaves a sentence out of the description of a parameter.
    pub fn leave_out_sentence_of(&mut self, path: impl Into<String>, sentence: impl Into<String>) -> &mut Self {
        self.0.push(Step::Sentence { path: Some(path.into()), sentence: sentence.into() });
        self
    }

    /// Narrows a declaration; gives what cannot be done.
    pub(crate) fn apply(self, schema: &mut Schema, description: &mut Cow<'static, str>) -> Violations {
        let mut faults = Violations::new();
        if self.0.is_empty() {
            return faults;
        }
        for step in &self.0 {
            if let Err(fault) = step.apply(schema, description) {
                faults.push(Violation::new(step.path(), fault));
            }
        }
        drop_examples(schema);
        for fault in defaults_fit(schema) {
            faults.push(fault);
        }
        faults
    }
}

impl Step {
    fn path(&self) -> &str {
        match self {
            Self::Parameter { path, .. } | Self::Branch { path, .. } | Self::Sentence { path: Some(path), .. } => path,
            Self::Sentence { path: None, .. } => "",
        }
    }

    fn apply(&self, schema: &mut Schema, description: &mut Cow<'static, str>) -> Result<(), String> {
        match self {
            Self::Parameter { path, why } => said(why).and_then(|()| leave_out(schema, path, why)),
            Self::Branch { path, branch, why } => said(why).and_then(|()| branch::leave_out(schema, path, branch, why)),
            Self::Sentence { path: Some(path), sentence } => leave_out_words(schema, path, sentence),
            Self::Sentence { path: None, sentence } => {
                *description = words::without(description, sentence)?.into();
                Ok(())
            }
        }
    }
}

/// A call that names the part is told the reason, so there has to be one.
fn said(why: &str) -> Result<(), String> {
    if why.trim().is_empty() {
        return Err("left out without a reason: say why, a call that names it is told".to_owned());
    }
    Ok(())
}

fn leave_out(schema: &mut Schema, path: &str, why: &str) -> Result<(), String> {
    let places = schema.places(path)?;
    let owners: Vec<_> = places.iter().filter_map(|place| place.owner).collect();
    if owners.is_empty() {
        return Err("names items, and only a parameter can be left out".to_owned());
    }
    if owners.iter().any(|owner| schema.property(*owner).is_some_and(|property| property.required)) {
        return Err("is required, and only an optional parameter can be left out".to_owned());
    }
    for (object, index) in owners {
        let SchemaKind::Object { properties, .. } = &mut schema.nodes[object.index()].kind else { continue };
        let property = properties.remove(index);
        words::forget(&mut schema.nodes[object.index()].description, &property.name, |name| name != property.name);
        let mut names = property.aliases;
        names.insert(0, property.name);
        schema.left_out.add(object, Part { names, branch: None, why: why.to_owned() });
    }
    Ok(())
}

fn leave_out_words(schema: &mut Schema, path: &str, sentence: &str) -> Result<(), String> {
    for Place { node, .. } in schema.places(path)? {
        let description = &mut schema.nodes[node.index()].description;
        *description = words::without(description, sentence)?;
    }
    Ok(())
}

/// Examples show what is accepted, so those that name what is left out go with it.
fn drop_examples(schema: &mut Schema) {
    for id in schema.ids() {
        let examples = std::mem::take(&mut schema.nodes[id.index()].examples);
        let kept = examples.into_iter().filter(|example| schema.node_accepts(id, example)).collect();
        schema.nodes[id.index()].examples = kept;
    }
}
