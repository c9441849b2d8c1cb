//! Rig's tool behind its object-safe trait, without a look-up.

use std::convert::Infallible;

use rig_core::tool::{ErasedTool, PortableTool, ToolContext};
use serde_json::{Value, json};

#[derive(serde::Deserialize)]
pub struct Arguments {
    path: String,
    offset: Option<u32>,
    limit: u32,
}

#[derive(serde::Serialize)]
pub struct Grabbed {
    path: String,
    lines: u32,
}

struct Grab;

impl PortableTool for Grab {
    const NAME: &'static str = "grab";
    type Args = Arguments;
    type Output = Grabbed;
    type Error = Infallible;

    fn description(&self) -> String {
        "Grab lines of a file.".to_owned()
    }

    fn parameters(&self) -> Value {
        json!({"type": "object", "properties": {
            "path": {"type": "string"}, "offset": {"type": "integer"}, "limit": {"type": "integer"},
        }, "required": ["path", "limit"]})
    }

    async fn call(&self, Arguments { path, offset, limit }: Arguments) -> Result<Grabbed, Infallible> {
        Ok(Grabbed { path, lines: crate::lines(offset, limit) })
    }
}

pub struct Side(Box<dyn ErasedTool>);

impl Side {
    pub fn new() -> Self {
        Self(Box::new(Grab))
    }

    /// The trait takes the text as a `String` and a context, which whoever dispatches makes for each call, and gives a tree, which
    /// becomes text on its way to a model.
    pub fn call(&self, text: &str) -> String {
        let result = crate::at_once(self.0.execute(text.to_owned(), &mut ToolContext::default()));
        result.output().as_json().expect("a struct is JSON").to_string()
    }
}
