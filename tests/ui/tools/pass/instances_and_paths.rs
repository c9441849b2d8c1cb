//! A set of unit tools, paths to them, and instances; the names of instances are looked at when they register.

use tool_sdk::prelude::*;

mod files {
    use tool_sdk::prelude::*;

    /// Read a file.
    #[tool]
    pub fn read(path: String) -> String {
        path
    }
}

struct Shell {
    program: &'static str,
}

/// Run a command.
#[tool]
impl Shell {
    fn execute(&self) -> String {
        self.program.to_owned()
    }
}

const BASH: Shell = Shell { program: "bash" };

fn main() {
    let set = tools![files::Read, BASH,];
    assert_eq!(set.definitions().len(), 2);
    let registry = Registry::new();
    let registration = registry.register_all(set).unwrap();
    assert!(matches!(registry.register(Shell { program: "zsh" }), Err(RegisterError::DuplicateName { .. })));
    assert_eq!(registry.schemas().iter().map(|schema| schema.name().to_owned()).collect::<Vec<_>>(), ["read", "shell"]);
    drop(registration);
    assert!(registry.schemas().is_empty());
}
