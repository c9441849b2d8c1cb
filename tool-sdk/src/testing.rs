//! What authors of tools use in their tests.

mod replayable;

pub use replayable::assert_replayable;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use crate::call::{Arguments, ToolCall};
use crate::outcome::Outcome;
use crate::registry::Registry;
use crate::schema::{Schema, ToolArgs};
use crate::tool::Tool;

/// Calls a tool once, in a registry of its own, as a model would.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// Add two numbers.
/// #[tool]
/// fn add(
///     /// One.
///     a: i64,
///     /// The other.
///     b: i64,
/// ) -> i64 {
///     a + b
/// }
///
/// # tool_sdk::testing::block_on(async {
/// assert_eq!(tool_sdk::testing::call(Add, r#"{"a": 1, "b": 2}"#).await.text(), "3");
/// # });
/// ```
///
/// # Panics
/// When the tool does not register.
pub async fn call<T: Tool>(tool: T, arguments: impl Into<Arguments<'_>>) -> Outcome {
    let registry = Registry::new();
    match registry.register(tool) {
        Ok(registration) => registration.keep(),
        Err(error) => panic!("{error}"),
    }
    registry.call(ToolCall::new(T::SPEC.name, arguments)).await
}

/// The parameter schema of arguments as compact JSON text.
pub fn parameters<A: ToolArgs>() -> String {
    Schema::parameters::<A>().to_text()
}

/// Waits for a future on this thread, without a runtime: for tools that need none.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut cx = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut cx) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}
