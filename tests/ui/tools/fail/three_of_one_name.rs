use tool_sdk::prelude::*;

mod old {
    use tool_sdk::prelude::*;

    /// Read a file.
    #[tool]
    pub fn read(path: String) -> String {
        path
    }
}

/// Read a file.
#[tool]
fn read(path: String) -> String {
    path
}

/// Read a file.
#[tool(name = "read")]
fn look(path: String) -> String {
    path
}

fn main() {
    let _ = tools![
        old::Read,
        Read, // error
        Look, // error
    ];
}
