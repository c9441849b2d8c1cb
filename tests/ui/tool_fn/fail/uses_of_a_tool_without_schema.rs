use std::net::TcpStream;

use tool_sdk::prelude::*;

/// Connect.
#[tool]
async fn connect(
    address: String,
    old: TcpStream, // error
) -> u32 {
    drop(old);
    address.len() as u32
}

fn main() {
    let _ = tools![Connect];
    Registry::new().register(Connect).unwrap().keep();
}
