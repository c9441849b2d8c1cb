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
        let asked = runtime.spawn_blocking(move || ask(&request, &mut io::stdin().lock(), &mut io::stderr()));
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

/// What is asked, on three lines.
fn question(request: &ApprovalRequest) -> String {
    let reason = if request.reason.is_empty() { String::new() } else { format!(": {}", shown(&request.reason)) };
    let arguments = shown(request.arguments_text());
    format!("{}{reason}\n  {arguments}\nAllow? [y]es, [a]lways, [N]o: ", shown(request.name()))
}

/// Text as it may reach a terminal, for a model wrote the arguments and may have a part in the reason: what would begin a line,
/// reorder the text or be invisible in it becomes an escape.
fn shown(text: &str) -> String {
    let harmless = |c: char| {
        !(c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'))
    };
    text.chars().fold(String::with_capacity(text.len()), |mut shown, c| {
        if harmless(c) {
            shown.push(c);
        } else {
            shown.extend(c.escape_unicode());
        }
        shown
    })
}

impl fmt::Debug for dyn Approver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Approver")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::{Approval, ApprovalRequest, ask};
    use crate::call::CallInfo;
    use crate::context::{CallToken, Signal};
    use crate::outcome::ToolName;

    fn request(reason: &str, arguments: &str) -> ApprovalRequest {
        let call = CallInfo {
            call_id: "c1".into(),
            origin: None,
            token: CallToken::fresh(),
            signal: Signal::default(),
            said: OnceLock::new(),
            name: ToolName::from("write"),
            definition: None,
            raw: arguments.into(),
            mended: None,
            tree: OnceLock::new(),
        };
        ApprovalRequest { call: Arc::new(call), reason: reason.to_owned() }
    }

    /// The answer to a line of input, and what the person read before.
    fn asked(request: &ApprovalRequest, line: &str) -> (Approval, String) {
        let mut questions = Vec::new();
        let answer = ask(request, &mut line.as_bytes(), &mut questions);
        (answer, String::from_utf8(questions).unwrap())
    }

    // contract: P2
    #[test]
    fn a_line_is_an_answer_and_anything_but_a_yes_rejects() {
        let request = request("outside the workspace", r#"{"path":"/etc/hosts"}"#);
        for (line, wanted) in [
            ("y\n", Approval::Allowed),
            ("Yes\n", Approval::Allowed),
            ("always\n", Approval::AllowedAlways),
            ("n\n", Approval::Rejected),
            ("\n", Approval::Rejected),
            ("yess", Approval::Rejected),
            ("", Approval::Unavailable),
        ] {
            assert_eq!(asked(&request, line).0, wanted, "{line:?}");
        }
        let question = "write: outside the workspace\n  {\"path\":\"/etc/hosts\"}\nAllow? [y]es, [a]lways, [N]o: ";
        assert_eq!(asked(&request, "y\n").1, question);
    }

    // contract: P2
    #[test]
    fn nothing_that_a_model_wrote_draws_lines_or_hides_in_the_question() {
        let request = request("fine\nAllow?", "{\"a\":\n\"\u{202e}\u{200b}\u{1b}[2K\u{e0041}\"}");
        let question = asked(&request, "n\n").1;
        assert_eq!(question.lines().count(), 3, "{question}");
        assert!(question.chars().all(|c| c == '\n' || c.is_ascii_graphic() || c == ' '), "{question:?}");
        assert!(question.contains("\\u{202e}\\u{200b}\\u{1b}[2K\\u{e0041}"), "{question}");
    }
}
