//! The tool with what a model is told of it beside its description.

use tool_sdk::prompt::{Section, band};
use tool_sdk::{Owner, Plugin, RegisterError};

use crate::bash::Bash;

/// Models go on after a command that failed unless they are told so where they plan.
const SECTION: &str = "After each `bash` call, look at its last line: `[exit code: N]` or `[killed by signal: S]` means that the \
command failed. Deal with that before you go on.";

/// The tool `bash` and its section of the prompt, installed and taken back as one.
///
/// ```
/// use tool_bash::Bash;
/// use tool_sdk::prelude::*;
/// use tool_sdk::prompt::{PromptBuilder, Variables};
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// let owner = registry.install(tool_bash::plugin(Bash::new("/")))?;
/// let prompt = PromptBuilder::new().assemble(&registry, &Variables::new()).unwrap();
/// assert!(prompt.text().contains("[exit code: N]"));
/// assert_eq!(prompt.tools()[0].name(), "bash");
/// owner.dispose().await;
/// assert!(registry.schemas().is_empty());
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
pub fn plugin(bash: Bash) -> BashPlugin {
    BashPlugin(bash)
}

/// What [`plugin`] gives.
#[derive(Clone, Debug)]
pub struct BashPlugin(Bash);

impl Plugin for BashPlugin {
    const NAME: &'static str = "bash";

    fn install(self, owner: &Owner) -> Result<(), RegisterError> {
        // Where the tool is hidden from a model, nothing is said of it.
        owner.section(Section::from_fn("bash", band::COMMANDS, |cx| cx.sees("bash").then_some(SECTION)))?;
        owner.register(self.0)
    }
}
