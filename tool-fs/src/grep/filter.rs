//! Which files of a folder are searched.

use std::path::{Path, PathBuf};

use ignore::types::{Types, TypesBuilder};
use tool_sdk::prelude::*;

use crate::args::GrepArgs;
use crate::pattern::FilePattern;
use crate::provider::Disk;
use crate::trouble::code;
use crate::workspace::Workspace;

/// The names of the files that say what to ignore.
const IGNORE_FILES: [&str; 2] = [".gitignore", ".ignore"];

/// `include` and `type`.
#[derive(Debug)]
pub(crate) struct Filter {
    folder: PathBuf,
    include: Option<FilePattern>,
    types: Option<Types>,
}

impl Filter {
    /// # Errors
    /// The glob is none, or nobody knows the type.
    pub(crate) fn new(workspace: &Workspace, root: &Path, args: &GrepArgs) -> Result<Self, ToolError> {
        let exists = |path: &Path| workspace.disk().stat(path).is_ok();
        let include = args.include.as_deref().map(|include| FilePattern::new(root, include, exists)).transpose();
        let include =
            include.map_err(|why| ToolError::new(code::INVALID_PATTERN, format!("include: {why}")).at("include"))?;
        let types = args.kind.as_deref().map(types).transpose()?;
        let folder = include.as_ref().map_or_else(|| root.to_owned(), |include| include.folder.clone());
        Ok(Self { folder, include, types })
    }

    /// The folder that all files lie below.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn admits(&self, path: &Path) -> bool {
        self.include.as_ref().is_none_or(|include| include.matches(path))
            && self.types.as_ref().is_none_or(|types| types.matched(path, false).is_whitelist())
    }

    /// Whether an ignore file above the folder may name what lies in it.
    pub(crate) fn lies_below_ignore_file(&self, disk: &dyn Disk) -> bool {
        let holds_one = |folder: &Path| IGNORE_FILES.iter().any(|name| disk.stat(&folder.join(name)).is_ok());
        self.folder.ancestors().any(holds_one)
    }
}

/// Whether a file says what to ignore.
pub(crate) fn is_ignore_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| IGNORE_FILES.iter().any(|known| name == *known))
}

fn types(name: &str) -> Result<Types, ToolError> {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    builder.select(name);
    builder.build().map_err(|_| {
        let known = builder.definitions();
        let like: Vec<&str> = known
            .iter()
            .map(ignore::types::FileTypeDef::name)
            .filter(|known| name.starts_with(known) || known.starts_with(name))
            .collect();
        let hint = if like.is_empty() { String::new() } else { format!("; there is {}", like.join(", ")) };
        ToolError::invalid("type", format!("no type `{name}`{hint}; a glob in include names any file"))
    })
}
