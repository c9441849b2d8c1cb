use tool_sdk::prelude::*;

/// Read a file.
#[tool]
fn read(
    path: &str, // error
) -> usize {
    path.len()
}

/// Count bytes.
#[tool]
fn bytes(
    data: &[u8], // error
) -> usize {
    data.len()
}

fn main() {}
