//! A hundred tools as rmcp has them written.

// for each group
mod group_g;
// end

use rmcp::handler::server::router::tool::ToolRouter;

/// What the tools belong to.
#[derive(Clone)]
pub struct Server;

impl Server {
    fn tool_router() -> ToolRouter<Self> {
        let mut router = ToolRouter::new();
        // for each group
        router += Self::group_g();
        // end
        router
    }
}

#[rmcp::tool_handler]
impl rmcp::ServerHandler for Server {}

fn main() {
    for tool in Server::tool_router().list_all() {
        println!("{}", tool.name);
    }
}
