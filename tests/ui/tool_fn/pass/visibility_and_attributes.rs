//! The tool has the function's visibility and may stand in a function; its attributes and lints stay the author's.

#![deny(warnings, missing_docs)]
#![allow(dead_code)]

use tool_sdk::prelude::*;

/// Tools of one file.
pub mod files {
    use tool_sdk::prelude::*;

    /// Read a file.
    #[tool]
    #[allow(clippy::unused_async)]
    pub async fn read(
        /// The path.
        path: String,
    ) -> String {
        path
    }

    /// Write a file.
    #[tool]
    #[inline]
    #[must_use]
    pub(crate) fn write(#[allow(unused_variables)] path: String) -> u32 {
        0
    }

    #[tool(description = "Nobody calls this one.")]
    fn private(path: String) -> String {
        path
    }
}

fn main() {
    /// Look around.
    #[tool]
    fn look() -> u32 {
        1
    }

    let registry = Registry::new();
    registry.register_all(tools![files::Read, files::Write, Look]).unwrap().keep();
    assert_eq!(registry.schemas().len(), 3);
    let _: files::ReadArgs = files::ReadArgs::new("a");
}
