use tool_sdk::prelude::*;

/// Give the text back.
#[tool(name = "my tool")] // error
fn echo(text: String) -> String {
    text
}

/// Give the text back.
#[tool(name = "a_name_that_is_longer_than_the_sixty_four_bytes_which_providers_take")] // error
fn again(text: String) -> String {
    text
}

/// Say the size.
#[tool]
fn größe(text: String) -> usize { // error
    text.len()
}

fn main() {}
