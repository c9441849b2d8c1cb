//! One span per call, with the names of OpenTelemetry's semantic conventions for generative AI (contract H5).
//!
//! The span is `execute_tool`; its attributes are `gen_ai.operation.name`, `gen_ai.tool.name`, `gen_ai.tool.call.id`,
//! `gen_ai.tool.type`, `error.type` with the code of a failure, and of our own the number of repairs and the microseconds that the
//! stages took. Arguments and content are in it only when the host asks with
//! [`RegistryOptions::trace_content`](crate::RegistryOptions).

use std::future::Future;
use std::time::Instant;

use tracing::field::Empty;
use tracing::{Instrument, Level};

use crate::call::CallInfo;
use crate::outcome::Outcome;

/// Whether somebody listens to spans of calls.
#[inline]
pub(super) fn is_wanted() -> bool {
    tracing::level_filters::LevelFilter::current() >= Level::INFO && tracing::enabled!(target: "tool_sdk", Level::INFO)
}

/// The span of one call; nothing when nobody listens.
pub(super) struct Span {
    span: tracing::Span,
    content: bool,
}

impl Span {
    pub(super) fn of(call: &CallInfo, content: bool) -> Self {
        let span = tracing::info_span!(
            target: "tool_sdk",
            "execute_tool",
            otel.name = Empty,
            otel.kind = "internal",
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = call.name(),
            gen_ai.tool.call.id = call.call_id().as_str(),
            gen_ai.tool.type = "function",
            gen_ai.tool.call.arguments = Empty,
            gen_ai.tool.call.result = Empty,
            error.type = Empty,
            tool.root_call_id = call.root_call_id().as_str(),
            tool.repairs = Empty,
            tool.pre_execute_us = Empty,
            tool.execute_us = Empty,
            tool.post_execute_us = Empty,
        );
        if !span.is_disabled() {
            span.record("otel.name", format!("execute_tool {}", call.name()));
            if content {
                span.record("gen_ai.tool.call.arguments", call.raw_arguments());
            }
        }
        Self { span, content }
    }

    /// Runs a stage within the span, and notes how long it took.
    pub(super) async fn within<T>(&self, stage: &'static str, work: impl Future<Output = T>) -> T {
        if self.span.is_disabled() {
            return work.await;
        }
        let started = Instant::now();
        let done = work.instrument(self.span.clone()).await;
        self.span.record(stage, u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX));
        done
    }

    pub(super) fn repairs(&self, count: usize) {
        self.span.record("tool.repairs", count);
    }

    /// Notes how the call ended.
    pub(super) fn end(&self, outcome: &Outcome) {
        if self.span.is_disabled() {
            return;
        }
        if let Some(failure) = outcome.error() {
            self.span.record("error.type", failure.code().as_str());
            if let Some(detail) = failure.detail() {
                // Operator detail goes to the trace and not to the model (contract E5).
                self.span.in_scope(|| tracing::info!(target: "tool_sdk", detail, "the call failed"));
            }
        }
        if self.content {
            self.span.record("gen_ai.tool.call.result", outcome.text());
        }
    }
}
