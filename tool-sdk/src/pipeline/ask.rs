//! Gets the approval that a policy wants (contract P2).

use std::sync::Arc;

use super::contain;
use super::pre_execute::{Question, Refusal};
use crate::approve::{Approval, ApprovalRequest, Approver};
use crate::call::CallInfo;
use crate::error::ErrorCode;

/// Asks the agent's approver. Whatever is not an approval is a denial.
pub(super) async fn resolve(question: Question, call: &Arc<CallInfo>) -> Result<(), Refusal> {
    let Question { mut reasons, listeners } = question;
    reasons.retain(|reason| !reason.is_empty());
    let reason = reasons.join("; ");
    let answer = match call.agent().and_then(|agent| agent.approver()) {
        Some(approver) => answer(approver, ApprovalRequest { call: call.clone(), reason: reason.clone() }).await,
        None => return Err(Refusal::of(ErrorCode::APPROVAL_UNAVAILABLE, nobody(call, &reason))),
    };
    for hear in listeners {
        contain::contained(|| hear(answer)).map_err(Refusal::Failed)?;
    }
    let name = call.name();
    match answer {
        Approval::Allowed | Approval::AllowedAlways => Ok(()),
        // The caller's own cancel is told as such, and not as that of the question.
        Approval::Cancelled if call.signal().is_cancelled() => {
            Err(Refusal::of(ErrorCode::ABORTED_BEFORE_DISPATCH, String::new()))
        }
        Approval::Cancelled => {
            Err(Refusal::of(ErrorCode::APPROVAL_CANCELLED, format!("the approval of {name} was cancelled")))
        }
        Approval::Rejected => Err(Refusal::of(ErrorCode::APPROVAL_REJECTED, format!("the user rejected {name}"))),
        Approval::Unavailable => Err(Refusal::of(ErrorCode::APPROVAL_UNAVAILABLE, nobody(call, &reason))),
    }
}

/// The answer, unless the caller cancels first. Nobody is bothered with a question that is withdrawn already.
async fn answer(approver: &dyn Approver, request: ApprovalRequest) -> Approval {
    let signal = request.call.signal().clone();
    if signal.is_cancelled() {
        return Approval::Cancelled;
    }
    let answered = contain::polled(|| approver.approve(request));
    match signal.run_until_cancelled(answered).await {
        Some(answer) => answer.unwrap_or(Approval::Unavailable),
        None => Approval::Cancelled,
    }
}

fn nobody(call: &CallInfo, reason: &str) -> String {
    let because = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    format!("{} needs an approval{because}, and nobody can give one", call.name())
}
