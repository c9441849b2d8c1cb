//! Rmcp's tool, called as its server calls it, in two forms: with a router that is made once, and as its macro writes it when
//! nothing else is said, with a router that every call makes anew.

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, RequestId};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;

#[derive(serde::Deserialize, JsonSchema)]
struct Arguments {
    /// Path of the file.
    path: String,
    /// Line to begin with.
    offset: Option<u32>,
    /// How many lines.
    limit: u32,
}

#[derive(serde::Serialize, JsonSchema)]
struct Grabbed {
    path: String,
    lines: u32,
}

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Grab lines of a file.
    #[tool]
    async fn grab(&self, Parameters(Arguments { path, offset, limit }): Parameters<Arguments>) -> Json<Grabbed> {
        Json(Grabbed { path, lines: crate::lines(offset, limit) })
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// A call needs a peer, and only a server that runs has one. Nothing is sent to it.
struct Connected {
    server: RunningService<RoleServer, Server>,
    peer: Peer<RoleServer>,
}

impl Connected {
    fn new() -> Self {
        let (transport, _) = tokio::io::duplex(64);
        let server = serve_directly(Server, transport, None);
        let peer = server.peer().clone();
        Self { server, peer }
    }

    /// What a server makes of a request before it calls the handler: parsed arguments, and a context.
    fn request(&self, text: &str) -> (CallToolRequestParams, RequestContext<RoleServer>) {
        let arguments = serde_json::from_str(text).expect("the arguments are an object");
        let request = CallToolRequestParams::new("grab").with_arguments(arguments);
        (request, RequestContext::new(RequestId::Number(1), self.peer.clone()))
    }
}

/// One router for all calls, of as many tools as ours.
pub struct Kept {
    connected: Connected,
    router: ToolRouter<Server>,
}

impl Kept {
    pub fn new() -> Self {
        let mut router = Server::tool_router();
        for n in 1..crate::TOOLS {
            let mut other: ToolRoute<Server> = router.map["grab"].clone();
            other.attr.name = format!("other_{n}").into();
            router.add_route(other);
        }
        Self { connected: Connected::new(), router }
    }

    pub fn result(&self, text: &str) -> CallToolResponse {
        let (request, context) = self.connected.request(text);
        let context = ToolCallContext::new(self.connected.server.service(), request, context);
        crate::at_once(self.router.call(context)).expect("the tool is there")
    }

    pub fn call(&self, text: &str) -> String {
        told(self.result(text))
    }
}

/// What `#[tool_handler]` gives, of one tool.
pub struct Default(Connected);

impl Default {
    pub fn new() -> Self {
        Self(Connected::new())
    }

    pub fn result(&self, text: &str) -> CallToolResponse {
        let (request, context) = self.0.request(text);
        crate::at_once(self.0.server.service().call_tool(request, context)).expect("the tool is there")
    }

    pub fn call(&self, text: &str) -> String {
        told(self.result(text))
    }
}

fn told(response: CallToolResponse) -> String {
    let CallToolResponse::Complete(result) = response else { panic!("the tool is asked nothing back") };
    result.content[0].as_text().expect("a value has its text").text.clone()
}
