//! Gets the approval that a policy wants, or a body (contract P2).

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::contain;
use super::pre_execute::{Question, Refusal};
use crate::approve::{Approval, ApprovalRequest, Approver};
use crate::call::CallInfo;
use crate::context::ToolContext;
use crate::error::{ErrorCode, ToolError, ToolResult};

/// Asks the agent's approver. Whatever is not an approval is a denial.
pub(super) async fn resolve(question: Question, call: &Arc<CallInfo>) -> Result<(), Refusal> {
    let Question { mut reasons, listeners } = question;
    reasons.retain(|reason| !reason.is_empty());
    let reason = reasons.join("; ");
    let Some(approver) = call.agent().and_then(|agent| agent.approver()) else {
        return Err(Refusal::of(ErrorCode::APPROVAL_UNAVAILABLE, nobody(call.name(), &reason)));
    };
    let request = ApprovalRequest { call: call.clone(), reason: reason.clone() };
    let answer = answer(approver, request, call.signal()).await;
    for hear in listeners {
        contain::contained(|| hear(answer)).map_err(Refusal::Failed)?;
    }
    // The caller's own cancel is told as such, and not as that of the question.
    if answer == Approval::Cancelled && call.signal().is_cancelled() {
        return Err(Refusal::of(ErrorCode::ABORTED_BEFORE_DISPATCH, String::new()));
    }
    allowed(answer, call.name(), &reason).map_err(|(code, words)| Refusal::of(code, words))
}

/// Asks for a body that is under way. Where there is nobody to ask, a call may have no more than its context.
pub(crate) async fn inside(cx: &ToolContext, reason: String) -> ToolResult<()> {
    let approver = cx.agent().and_then(|agent| agent.approver());
    let (Some(call), Some(approver)) = (&cx.info, approver) else {
        let name = cx.info.as_ref().map_or("the call", |call| call.name());
        return Err(ToolError::new(ErrorCode::APPROVAL_UNAVAILABLE, nobody(name, &reason)));
    };
    let request = ApprovalRequest { call: call.clone(), reason: reason.clone() };
    let answer = answer(approver, request, cx.signal()).await;
    if answer == Approval::Cancelled {
        cx.check_cancelled()?;
    }
    allowed(answer, call.name(), &reason).map_err(|(code, words)| ToolError::new(code, words))
}

/// The answer, unless the call is cancelled first.
async fn answer(approver: &dyn Approver, request: ApprovalRequest, signal: &CancellationToken) -> Approval {
    // Nobody is bothered with a question that is withdrawn already.
    if signal.is_cancelled() {
        return Approval::Cancelled;
    }
    let answered = contain::polled(|| approver.approve(request));
    match signal.run_until_cancelled(answered).await {
        Some(answer) => answer.unwrap_or(Approval::Unavailable),
        None => Approval::Cancelled,
    }
}

/// What an answer means; of a denial the code, and what the model is told.
fn allowed(answer: Approval, name: &str, reason: &str) -> Result<(), (ErrorCode, String)> {
    match answer {
        Approval::Allowed | Approval::AllowedAlways => Ok(()),
        Approval::Cancelled => Err((ErrorCode::APPROVAL_CANCELLED, format!("the approval of {name} was cancelled"))),
        Approval::Rejected => Err((ErrorCode::APPROVAL_REJECTED, format!("the user rejected {name}"))),
        Approval::Unavailable => Err((ErrorCode::APPROVAL_UNAVAILABLE, nobody(name, reason))),
    }
}

fn nobody(name: &str, reason: &str) -> String {
    let because = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    format!("{name} needs an approval{because}, and nobody can give one")
}
