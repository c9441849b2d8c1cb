//! Canonical values: typed until somebody asks for their JSON (contract E7, decision D50).

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::args::DecodeError;
use crate::content::Content;
use crate::json::Encoder;
use crate::schema::{JsonMap, Path, ToolValue, Violations};

/// The value of a successful call, frozen. Cloning shares it.
#[derive(Clone)]
pub struct CanonicalValue(Arc<dyn Erased>);

/// A value behind a pointer.
trait Erased: Any + Send + Sync {
    fn encode(&self, out: &mut Encoder);
    fn check(&self, out: &mut Violations);
    fn render(&self) -> Content;
    fn as_any(&self) -> &dyn Any;
}

impl<T: ToolValue> Erased for T {
    fn encode(&self, out: &mut Encoder) {
        ToolValue::encode(self, out);
    }

    fn check(&self, out: &mut Violations) {
        ToolValue::check(self, &Path::ROOT, out);
    }

    fn render(&self) -> Content {
        ToolValue::render(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl CanonicalValue {
    pub(crate) fn new<T: ToolValue>(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The value with its type, if it is a `T`.
    pub fn downcast_ref<T: ToolValue>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// The value as compact JSON text.
    pub fn to_text(&self) -> String {
        let mut out = Encoder::compact();
        self.0.encode(&mut out);
        out.finish()
    }

    /// The value as a JSON tree, made now.
    pub fn to_json(&self) -> Value {
        match self.downcast_ref::<Value>() {
            Some(value) => value.clone(),
            // What the check of a value lets through is JSON that our reader takes.
            None => crate::json::parse(&self.to_text()).unwrap_or_default(),
        }
    }

    pub(crate) fn check(&self) -> Violations {
        let mut out = Violations::new();
        self.0.check(&mut out);
        out
    }

    /// The value as a `T`: itself, or read from its JSON.
    pub(crate) fn adopted<T: ToolValue>(self) -> Result<Self, Violations> {
        if self.0.as_any().is::<T>() {
            return Ok(self);
        }
        crate::args::decode_value::<T>(&self.to_text()).map(Self::new).map_err(DecodeError::into_violations)
    }

    /// Ends a value that was refused, without using the stack where it is a JSON tree of any depth.
    pub(crate) fn dispose(self) {
        let any: Arc<dyn Any + Send + Sync> = self.0;
        let rest = end::<Value>(any, crate::json::dispose)
            .and_then(|any| end::<JsonMap>(any, |map| crate::json::dispose(Value::Object(map))))
            .and_then(|any| end::<Vec<Value>>(any, |list| crate::json::dispose(Value::Array(list))))
            .and_then(|any| end::<Option<Value>>(any, |value| crate::json::dispose(value.unwrap_or_default())));
        drop(rest);
    }

    pub(crate) fn render(&self) -> Content {
        self.0.render()
    }
}

impl fmt::Debug for CanonicalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// A value that is no result, as compact JSON text, under the same rules.
pub(crate) fn checked_text<T: ToolValue>(value: &T) -> Result<String, Violations> {
    let mut violations = Violations::new();
    value.check(&Path::ROOT, &mut violations);
    if !violations.is_empty() {
        return Err(violations);
    }
    let mut out = Encoder::compact();
    value.encode(&mut out);
    Ok(out.finish())
}

/// Ends a value that is a `T`, or gives it back.
fn end<T: Send + Sync + 'static>(
    value: Arc<dyn Any + Send + Sync>,
    end: impl FnOnce(T),
) -> Option<Arc<dyn Any + Send + Sync>> {
    match value.downcast::<T>() {
        Ok(value) => {
            if let Some(value) = Arc::into_inner(value) {
                end(value);
            }
            None
        }
        Err(value) => Some(value),
    }
}
