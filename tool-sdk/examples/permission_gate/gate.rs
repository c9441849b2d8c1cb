//! [`Gate`]: a permission gate as one pre-execute policy.

use std::collections::HashSet;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tool_sdk::approve::Approval;
use tool_sdk::{Agent, Decision, PreCall, PreExecute, ToolError};

use crate::rule::{Access, Rule};

/// Allows, asks or denies by rules, the strictest of those that match; what no rule matches is asked about.
///
/// A person who allows a call *always* is not asked about its like again: another call of the same agent and the same tool, for
/// which the same rules ask. Where no rule asks, the like of a call has the same arguments. A rule that denies is stronger than any
/// answer. The answers belong to the gate, and a gate to the scope that it is put into: elsewhere nothing is remembered of it, and
/// it ends with the guard.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    rules: Vec<Rule>,
    answers: Answers,
}

impl Gate {
    pub(crate) fn new(rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { rules: rules.into_iter().collect(), answers: Answers::default() }
    }

    /// A handle of what it remembers.
    pub(crate) fn answers(&self) -> Answers {
        self.answers.clone()
    }

    fn judge(&self, call: &PreCall) -> Decision {
        let matching: Vec<(usize, &Rule)> =
            self.rules.iter().enumerate().filter(|(_, rule)| rule.matches(call)).collect();
        let with = |access| matching.iter().filter(move |(_, rule)| rule.access == access);
        if let Some((_, rule)) = with(Access::Deny).next() {
            return Decision::deny(&*rule.reason);
        }
        let asking: Vec<usize> = with(Access::Ask).map(|(number, _)| *number).collect();
        if asking.is_empty() && !matching.is_empty() {
            return Decision::allow();
        }
        let reasons: Vec<&str> = with(Access::Ask).map(|(_, rule)| &*rule.reason).collect();
        self.ask(call, asking, &reasons.join("; "))
    }

    fn ask(&self, call: &PreCall, asking: Vec<usize>, reason: &str) -> Decision {
        // Without an agent there is nobody to ask, and nobody whose answer could be remembered.
        let Some(agent) = call.agent() else { return Decision::ask(reason) };
        let why = if asking.is_empty() { Why::Arguments(call.arguments().to_string()) } else { Why::Rules(asking) };
        let like = Like { agent: agent.id(), tool: call.name().to_owned(), why };
        if self.answers.lock().contains(&like) {
            return Decision::allow();
        }
        let answers = self.answers();
        Decision::ask(reason).on_answer(move |answer| {
            if answer == Approval::AllowedAlways {
                answers.lock().insert(like);
            }
        })
    }
}

impl PreExecute for Gate {
    fn decide(&self, call: PreCall) -> Pin<Box<dyn Future<Output = Result<Decision, ToolError>> + Send + '_>> {
        Box::pin(ready(Ok(self.judge(&call))))
    }
}

/// Calls that are alike: allowing one of them always allows all of them.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Like {
    agent: u64,
    tool: String,
    why: Why,
}

/// Why somebody is asked.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Why {
    /// These rules ask, by their place.
    Rules(Vec<usize>),
    /// No rule knows the call, so the answer is good for these arguments alone.
    Arguments(String),
}

/// What a gate remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(Arc<Mutex<HashSet<Like>>>);

impl Answers {
    /// Forgets what was answered for this agent, when it is disposed or when its person asks for it.
    pub(crate) fn forget(&self, agent: &Agent) {
        self.lock().retain(|like| like.agent != agent.id());
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Like>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
