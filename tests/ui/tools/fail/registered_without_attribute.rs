use tool_sdk::prelude::*;

struct Ping;

fn main() {
    let _ = Registry::new().register(Ping); // error
}
