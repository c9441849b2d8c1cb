//! The arguments of the tools that change a file.

use tool_sdk::prelude::*;
use tool_sdk::{SandboxPermissions, Widening};

use super::no_nul;

/// The arguments of [`Write`](crate::Write).
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(
    check = check_write,
    call = diff(title = "Write {file_path}", diffs = [file_path: content], locations = [file_path])
)]
#[non_exhaustive]
pub struct WriteArgs {
    /// Path of the file: absolute, or relative to the working directory.
    #[arg(not_blank, alias = "path", alias = "filePath")]
    pub file_path: String,
    /// The whole content of the file.
    #[arg(alias = "contents")]
    pub content: String,
    /// The wider mode that this one call needs, with a justification.
    pub sandbox_permissions: Option<SandboxPermissions>,
    /// Why the call needs it; for the user who approves.
    pub justification: Option<String>,
}

fn check_write(args: &WriteArgs) -> Result<(), Invalid> {
    no_nul("file_path", &args.file_path)?;
    check_pair(args.sandbox_permissions, args.justification.as_deref())
}

/// The arguments of [`Edit`](crate::Edit): either one replacement or a list of them.
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(check = check_edit)]
#[non_exhaustive]
pub struct EditArgs {
    /// Path of the file: absolute, or relative to the working directory.
    #[arg(not_blank, alias = "path", alias = "filePath")]
    pub file_path: String,
    /// The text to replace, exactly as it stands in the file, without line numbers.
    #[arg(non_empty, alias = "oldString", alias = "old_str", alias = "old_text")]
    pub old_string: Option<String>,
    /// The text to put in its place; empty deletes.
    #[arg(alias = "newString", alias = "new_str", alias = "new_text")]
    pub new_string: Option<String>,
    /// Replace every occurrence instead of exactly one.
    #[arg(default, alias = "replaceAll")]
    pub replace_all: bool,
    /// Several replacements instead, in order, each on the result of the one before: all are made or none.
    #[arg(non_empty)]
    pub edits: Option<Vec<EditStep>>,
    /// The wider mode that this one call needs, with a justification.
    pub sandbox_permissions: Option<SandboxPermissions>,
    /// Why the call needs it; for the user who approves.
    pub justification: Option<String>,
}

/// One replacement of a list.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
pub struct EditStep {
    /// The text to replace.
    #[arg(non_empty, alias = "oldString", alias = "old_str", alias = "old_text")]
    pub old_string: String,
    /// The text to put in its place.
    #[arg(alias = "newString", alias = "new_str", alias = "new_text")]
    pub new_string: String,
    /// Replace every occurrence.
    #[arg(default, alias = "replaceAll")]
    pub replace_all: bool,
}

impl EditArgs {
    /// The replacements, whichever way they were written.
    pub(crate) fn steps(&self) -> Vec<EditStep> {
        match (&self.edits, &self.old_string, &self.new_string) {
            (Some(edits), _, _) => edits.clone(),
            (None, Some(old), Some(new)) => {
                vec![EditStep { old_string: old.clone(), new_string: new.clone(), replace_all: self.replace_all }]
            }
            // The check lets nothing else through.
            (None, _, _) => Vec::new(),
        }
    }

    /// The argument that holds the text to replace of a step.
    pub(crate) fn old_string_of(&self, step: usize) -> String {
        if self.edits.is_some() { format!("edits[{step}].old_string") } else { "old_string".to_owned() }
    }
}

fn check_edit(args: &EditArgs) -> Result<(), Invalid> {
    no_nul("file_path", &args.file_path)?;
    check_pair(args.sandbox_permissions, args.justification.as_deref())?;
    match (&args.edits, &args.old_string, &args.new_string) {
        (None, None, _) => return Err(Invalid::at("old_string", "required: send old_string and new_string, or edits")),
        (None, Some(_), None) => return Err(Invalid::at("new_string", "required beside old_string; empty deletes")),
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) => {
            return Err(Invalid::at("edits", "send edits alone, without old_string and new_string"));
        }
        (Some(_), None, None) if args.replace_all => {
            return Err(Invalid::at(
                "replace_all",
                "beside edits it says nothing: put it into the edits it is meant for",
            ));
        }
        _ => {}
    }
    let steps = args.steps();
    let idle = steps.iter().position(|step| step.old_string == step.new_string);
    match (idle, &args.edits) {
        (None, _) => Ok(()),
        (Some(at), Some(_)) => Err(Invalid::at(format!("edits[{at}].new_string"), "the same as old_string")),
        (Some(_), None) => Err(Invalid::at("new_string", "the same as old_string")),
    }
}

fn check_pair(asked: Option<SandboxPermissions>, justification: Option<&str>) -> Result<(), Invalid> {
    Widening::of(asked, justification).map(drop).map_err(|error| Invalid::at(error.argument(), error.to_string()))
}
