//! [`RawTool`]: a tool whose schemas are JSON, for what is imported or made at run time (contract S13).

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};

use crate::context::{Needs, ToolContext};
use crate::definition::{ErasedHooks, Parameters, Reading, Runner, Start, ToolDefinition};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::json::{JsonErrorKind, Tree, check_value};
use crate::registry::RegisterError;
use crate::schema::{Schema, SchemaKind, Violation, Violations};
use crate::tool::Effect;
use crate::value::CanonicalValue;

type Handler = dyn Fn(Value, ToolContext) -> Pin<Box<dyn Future<Output = ToolResult<Value>> + Send>> + Send + Sync;

/// A tool without Rust types.
///
/// Its parameter schema is handed to models as it is, and the handler owns the validation of what arrives, unless
/// [`validated`](Self::validated) asks for ours. Its output schema is always enforced.
///
/// ```
/// use serde_json::json;
/// use tool_sdk::{RawTool, Registry, ToolCall};
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// let parameters = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
/// let double = RawTool::new("double", "Double a number.", parameters, |args, _cx| async move {
///     Ok(json!(args["n"].as_i64().unwrap_or(0) * 2))
/// });
/// registry.register_raw(double.validated().output(json!({"type": "integer"}))).unwrap().keep();
/// let outcome = registry.call(ToolCall::new("double", r#"{"n": 21}"#)).await;
/// assert_eq!(outcome.text(), "42");
/// # });
/// ```
pub struct RawTool {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    parameters: Tree,
    output: Tree,
    validated: bool,
    effect: Option<Effect>,
    idempotent: bool,
    timeout: Option<Duration>,
    droppable: bool,
    repair: bool,
    handler: Arc<Handler>,
}

impl RawTool {
    /// A tool that takes its arguments as JSON.
    pub fn new<F>(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        parameters: Value,
        handler: impl Fn(Value, ToolContext) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = ToolResult<Value>> + Send + 'static,
    {
        Self {
            name: name.into(),
            description: description.into(),
            parameters: parameters.into(),
            output: json!({}).into(),
            validated: false,
            effect: None,
            idempotent: false,
            timeout: None,
            droppable: false,
            repair: true,
            handler: Arc::new(move |args, cx| Box::pin(handler(args, cx))),
        }
    }

    /// The schema of what the handler returns; any JSON unless said otherwise.
    #[must_use]
    pub fn output(mut self, schema: Value) -> Self {
        self.output = schema.into();
        self
    }

    /// Arguments are validated and repaired before the handler sees them; the parameter schema has to lie in the enforced subset.
    #[must_use]
    pub fn validated(mut self) -> Self {
        self.validated = true;
        self
    }

    /// What the tool does to the world.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// Calling twice is calling once.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// How long a call may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// After a cancel or at its timeout the handler is dropped where it waits, instead of awaited.
    #[must_use]
    pub fn drop_on_cancel(mut self) -> Self {
        self.droppable = true;
        self
    }

    /// Lossless mistakes of models are refused, not mended; only [`validated`](Self::validated) tools mend any.
    #[must_use]
    pub fn no_repair(mut self) -> Self {
        self.repair = false;
        self
    }

    pub(crate) fn into_definition(self) -> Result<ToolDefinition, RegisterError> {
        let refused = |part, violations| RegisterError::Schema { tool: self.name.to_string(), part, violations };
        let output = parse(&self.output).map_err(|v| refused("output", v))?;
        let parameters = if self.validated {
            let schema = parse(&self.parameters).and_then(object_root).map_err(|v| refused("parameters", v))?;
            Parameters::Enforced(schema)
        } else {
            not_too_deep(&self.parameters).map_err(|v| refused("parameters", v))?;
            Parameters::Foreign(self.parameters)
        };
        Ok(ToolDefinition {
            name: self.name.into(),
            description: self.description,
            origin: "a raw tool".into(),
            effect: self.effect,
            idempotent: self.idempotent,
            timeout: self.timeout,
            droppable: self.droppable,
            repair: self.repair,
            parameters,
            output,
            needs: Needs::default(),
            hooks: ErasedHooks::NONE,
            runner: Box::new(Raw(self.handler)),
            schema: OnceLock::new(),
        })
    }
}

fn parse(raw: &Value) -> Result<Schema, Violations> {
    let schema = Schema::parse(raw)?;
    let overlaps = schema.check_overlap();
    if overlaps.is_empty() { Ok(schema) } else { Err(overlaps) }
}

/// A schema that we do not read is still copied and written, which takes as much stack as it is deep (contract J4).
fn not_too_deep(raw: &Value) -> Result<(), Violations> {
    match check_value(raw) {
        Err(error) if matches!(error.kind(), JsonErrorKind::TooDeep(_)) => {
            let mut violations = Violations::new();
            violations.push(Violation::new("", error.to_string()));
            Err(violations)
        }
        _ => Ok(()),
    }
}

fn object_root(schema: Schema) -> Result<Schema, Violations> {
    if matches!(schema.root().kind, SchemaKind::Object { .. }) {
        return Ok(schema);
    }
    let mut violations = Violations::new();
    violations.push(Violation::new("type", "the root of parameters is an object"));
    Err(violations)
}

impl fmt::Debug for RawTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawTool").field("name", &self.name).field("validated", &self.validated).finish_non_exhaustive()
    }
}

struct Raw(Arc<Handler>);

impl Runner for Raw {
    fn start<'a>(&'a self, text: &'a str, reading: Reading, cx: &'a ToolContext) -> Start<'a> {
        // There is no type to read straight into, so every call is looked at carefully.
        if reading == Reading::Strict {
            return Start::Refused(Violations::new());
        }
        let args = match crate::json::parse(text) {
            Ok(args) => args,
            Err(error) => return Start::Done(Err(ToolError::new(ErrorCode::INVALID_ARGS, error.to_string()))),
        };
        let handler = self.0.clone();
        let cx = cx.detach();
        Start::Ready(Box::pin(async move { handler(args, cx).await.map(CanonicalValue::new) }))
    }

    fn fits(&self, _: &str, reading: Reading) -> Result<(), Violations> {
        if reading == Reading::Strict { Err(Violations::new()) } else { Ok(()) }
    }

    fn adopt(&self, value: CanonicalValue) -> Result<CanonicalValue, Violations> {
        value.adopted::<Value>()
    }
}
