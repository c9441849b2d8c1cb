use std::sync::{Arc, Mutex};

use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Execution, Next, PostCall, Verdict};

use super::layers::flaky;
use super::{code, heard, tell_results};

// contract: E10, E9
#[tokio::test]
async fn a_signal_that_fired_already_keeps_the_body_from_running() {
    let (registry, heard) = heard();
    tell_results(&registry, &heard);
    let codes = heard.clone();
    registry
        .on_post_execute(move |call: PostCall| {
            codes.say(format!("post {}", call.error().map_or("", |error| error.code().as_str())));
            std::future::ready(Verdict::accept())
        })
        .keep();
    registry
        .around_execute(|call: AroundCall, next: Next| async move {
            let own = call.signal().child_token();
            own.cancel();
            next.run_with(own).await
        })
        .keep();
    let call = ToolCall::new("run", "");
    let signal = call.signal().clone();
    assert_eq!(code(&registry.call(call).await), "ABORTED_BEFORE_DISPATCH");
    assert!(!signal.is_cancelled(), "the caller's own signal is the caller's");
    assert_eq!(heard.take(), ["post ABORTED_BEFORE_DISPATCH", "result ABORTED_BEFORE_DISPATCH"]);
}

/// Wait for the signal.
#[tool]
async fn wait(cx: &ToolContext) -> ToolResult<u8> {
    cx.signal().cancelled().await;
    Err(ToolError::new("STOPPED", "somebody cancelled"))
}

// contract: E10
#[tokio::test]
async fn a_layer_replaces_the_signal_and_the_callers_reaches_the_body_all_the_same() {
    let registry = heard().0;
    registry.register(Wait).unwrap().keep();
    let inner = Arc::new(Mutex::new(None));
    let seen = inner.clone();
    let layer = registry.around_execute(move |call: AroundCall, next: Next| {
        let (seen, own) = (seen.clone(), call.signal().child_token());
        async move {
            *seen.lock().unwrap() = Some(own.clone());
            next.run_with(own).await
        }
    });
    let deep = registry.around_execute(|call: AroundCall, next: Next| async move {
        assert!(!call.signal().is_cancelled());
        next.run().await
    });
    let fire = async || {
        while inner.lock().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        inner.lock().unwrap().take().unwrap().cancel();
    };
    let call = ToolCall::new("wait", "");
    let signal = call.signal().clone();
    let (outcome, ()) = tokio::join!(registry.call(call), fire());
    assert_eq!((code(&outcome), signal.is_cancelled()), ("STOPPED", false), "the layer's own signal");
    drop((layer, deep));

    // A signal that is no child of the caller's.
    let alone = Arc::new(Mutex::new(None));
    let foreign = ToolCall::new("", "").signal().clone();
    registry
        .around_execute({
            let alone = alone.clone();
            move |_: AroundCall, next: Next| {
                *alone.lock().unwrap() = Some(());
                let foreign = foreign.clone();
                async move {
                    let execution = next.run_with(foreign.clone()).await;
                    assert!(!foreign.is_cancelled(), "a layer's signal is the layer's");
                    execution
                }
            }
        })
        .keep();
    let call = ToolCall::new("wait", "");
    let signal = call.signal().clone();
    let cancel = async {
        while alone.lock().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        signal.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.call(call), cancel);
    assert_eq!(code(&outcome), "STOPPED", "the caller's signal");
}

// contract: E10, E11
#[tokio::test]
async fn a_deadline_of_a_layer_is_a_timeout_of_its_own_words() {
    let registry = heard().0;
    registry.register(Wait).unwrap().keep();
    registry
        .around_execute(|call: AroundCall, next: Next| async move {
            let own = call.signal().child_token();
            let running = next.run_with(own.clone());
            tokio::pin!(running);
            tokio::select! {
                execution = &mut running => execution,
                () = tokio::time::sleep(std::time::Duration::from_millis(20)) => {
                    own.cancel();
                    running.await;
                    Execution::fail(ToolError::new("TOOL_TIMEOUT", "the host waits no longer"))
                }
            }
        })
        .keep();
    let outcome = registry.call(ToolCall::new("wait", "")).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("TOOL_TIMEOUT", "Error: the host waits no longer"));
}

/// The layer cancels the caller between two attempts: the first one had its effects.
// contract: E9, E10
#[tokio::test]
async fn a_call_whose_body_ran_once_is_never_told_as_not_started() {
    for ends in [true, false] {
        let (registry, heard) = heard();
        flaky(&registry, &heard);
        registry
            .around_execute(move |call: AroundCall, next: Next| async move {
                let first = next.run().await;
                call.signal().cancel();
                if ends { first } else { next.run().await }
            })
            .keep();
        let outcome = registry.call(ToolCall::new("flaky", "")).await;
        assert_eq!(heard.take(), ["attempt 0"]);
        assert_eq!(code(&outcome), if ends { "FAILED" } else { "ABORTED" }, "a failure keeps its own code");
    }
}
