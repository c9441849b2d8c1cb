use std::net::TcpStream;

use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 5, max = 3)] // error
    a: u32,
    #[arg(mni = 5)] // error
    b: u32,
    #[arg(pattern = "(")] // error
    c: String,
    #[arg(rename = "a")] // error
    d: (u8, u8), // error
    // The compiler looks at types once the declaration is right.
    socket: TcpStream,
}

#[derive(ToolValue)]
struct Later {
    // The struct still counts as a value.
    args: Args,
}

fn main() {}
