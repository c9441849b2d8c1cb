use std::net::{TcpListener, TcpStream};

use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    stream: TcpStream, // error
    name: String,
    listener: Vec<TcpListener>, // error
}

fn main() {}
