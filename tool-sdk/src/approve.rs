//! Who approves calls: the seam that a host fills, and two of its kind.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::io::{self, BufRead, Write};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::call::CallInfo;

/// What a policy wants approved, with its reason.
#[derive(Clone, Debug)]
pub struct ApprovalRequest {
    pub(crate) call: Arc<CallInfo>,
    pub(crate) reason: String,
}

impl ApprovalRequest {
    /// Why somebody is asked; empty when the policy did not say.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl Deref for ApprovalRequest {
    type Target = CallInfo;

    fn deref(&self) -> &CallInfo {
        &self.call
    }
}

/// The answer to an [`ApprovalRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approval {
    /// This call may run.
    Allowed,
    /// This call may run, and the policy that asked need not ask about its like again, if it remembers answers.
    AllowedAlways,
    /// It may not.
    Rejected,
    /// Nobody will answer any more: the question was withdrawn.
    Cancelled,
    /// There is nobody to ask.
    Unavailable,
}

impl Approval {
    /// Whether the call may run.
    pub fn allows(self) -> bool {
        matches!(self, Self::Allowed | Self::AllowedAlways)
    }
}

/// Somebody who approves calls. A closure that returns a future of an [`Approval`] is one.
///
/// It is asked once per call, with the reasons of all policies that ask, and again when the body
/// [asks](crate::ToolContext::ask) for more. When the call is cancelled meanwhile, the future is
/// dropped. A panic counts as [`Approval::Unavailable`].
pub trait Approver: Send + Sync + 'static {
    /// Answers.
    fn approve(&self, request: ApprovalRequest) -> Pin<Box<dyn Future<Output = Approval> + Send + '_>>;
}

impl<F, A> Approver for F
where
    F: Fn(ApprovalRequest) -> A + Send + Sync + 'static,
    A: Future<Output = Approval> + Send + 'static,
{
    fn approve(&self, request: ApprovalRequest) -> Pin<Box<dyn Future<Output = Approval> + Send + '_>> {
        Box::pin(self(request))
    }
}

/// Gives the answers in order, then [`Approval::Unavailable`]; for tests and for hosts that know the answers.
pub fn scripted(answers: impl IntoIterator<Item = Approval>) -> impl Approver {
    let answers: Mutex<VecDeque<Approval>> = Mutex::new(answers.into_iter().collect());
    move |_| {
        let next = answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        std::future::ready(next.unwrap_or(Approval::Unavailable))
    }
}

/// Asks the person at the terminal: the question goes to standard error, the answer is a line of standard input. `y` allows,
/// `a` allows always, anything else rejects; without a terminal nobody can be asked.
///
/// It needs a tokio runtime, on whose blocking pool it waits for the line.
pub fn terminal() -> impl Approver {
    |request: ApprovalRequest| async move {
        if !io::IsTerminal::is_terminal(&io::stdin()) {
            return Approval::Unavailable;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return Approval::Unavailable };
        let asked = runtime.spawn_blocking(move || ask(&request, &mut io::stdin().lock(), &mut io::stderr().lock()));
        asked.await.unwrap_or(Approval::Unavailable)
    }
}

fn ask(request: &ApprovalRequest, answers: &mut impl BufRead, questions: &mut impl Write) -> Approval {
    let mut line = String::new();
    let asked = write!(questions, "{}", question(request)).and_then(|()| questions.flush());
    match asked.and_then(|()| answers.read_line(&mut line)) {
        Ok(0) | Err(_) => Approval::Unavailable,
        Ok(_) => answer(&line),
    }
}

fn answer(line: &str) -> Approval {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Approval::Allowed,
        "a" | "always" => Approval::AllowedAlways,
        _ => Approval::Rejected,
    }
}

/// What is asked. Control characters are shown and not sent: the arguments come from a model.
fn question(request: &ApprovalRequest) -> String {
    let reason = if request.reason.is_empty() { "" } else { ": " };
    let said = format!("{}{reason}{}\n  {}", request.name(), request.reason, request.arguments_text());
    let shown: String = said.chars().flat_map(shown).collect();
    format!("{shown}\nAllow? [y]es, [a]lways, [N]o: ")
}

/// A character as it may reach a terminal: controls and marks that reorder text become escapes.
fn shown(c: char) -> impl Iterator<Item = char> {
    let harmless = c == '\n'
        || !(c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'));
    let escaped = if harmless { None } else { Some(c.escape_unicode()) };
    harmless.then_some(c).into_iter().chain(escaped.into_iter().flatten())
}

impl fmt::Debug for dyn Approver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Approver")
    }
}
