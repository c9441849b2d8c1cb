use tool_sdk::prelude::*;

fn main() {
    let _ = tools![]; // error
}
