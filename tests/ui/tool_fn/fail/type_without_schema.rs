use std::collections::HashMap;
use std::net::TcpStream;

use tool_sdk::prelude::*;

/// Send something.
#[tool]
fn send(
    socket: TcpStream, // error
) {
    drop(socket);
}

/// Count something.
#[tool]
fn count(
    names: HashMap<u32, String>, // error
) -> usize {
    names.len()
}

fn main() {}
