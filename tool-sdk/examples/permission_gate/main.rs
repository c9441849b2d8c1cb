//! A permission gate, complete: rules over names and arguments, questions to a person, answers that are remembered.
//!
//! `cargo run -p tool-sdk --example permission_gate` shows what happens, and asserts it. [`gate`] and [`rule`] are what a host
//! would take with it; its person would be [`tool_sdk::approve::terminal`] or a window of its own.

mod gate;
mod rule;
mod tools;

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tool_sdk::approve::{Approval, ApprovalRequest, Approver, scripted};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Scope};

use gate::Gate;
use rule::{BadPointer, Rule, is, starts_with};
use tools::{DeleteNote, Notes, ReadNote, WriteNote};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    show().await
}

fn rules() -> Result<Vec<Rule>, BadPointer> {
    Ok(vec![
        Rule::allow(starts_with("read_")),
        Rule::ask(is("write_note"), "it changes a note"),
        Rule::ask(starts_with(""), "the archive is read by others").when("/name", starts_with("archive/"))?,
        Rule::deny(is("delete_note"), "nothing in the archive is deleted").when("/name", starts_with("archive/"))?,
    ])
}

async fn show() -> Result<(), Box<dyn Error>> {
    let registry = Registry::new();
    registry.provide(Notes::default())?;
    registry.register_all(tools![ReadNote, WriteNote, DeleteNote])?.keep();

    let office = registry.scope("office");
    let gate = Gate::new(rules()?);
    let answers = gate.answers();
    let guard = office.on_pre_execute(gate);

    let ada = Desk::new(&office, "ada", [Approval::AllowedAlways; 4]);
    let bob = Desk::new(&office, "bob", [Approval::Rejected, Approval::Allowed]);

    // Reading is allowed, and deleting from the archive is not: nobody is asked.
    ada.expect("read_note", r#"{"name": "plan"}"#, "there is no note plan", &[]).await;
    ada.expect("delete_note", r#"{"name": "archive/1"}"#, "Error: nothing in the archive is deleted", &[]).await;

    // Asked once by a rule, Ada allows always: for all that the rule asks about.
    ada.expect("write_note", r#"{"name": "plan", "text": "a"}"#, "true", &["write_note: it changes a note"]).await;
    ada.expect("write_note", r#"{"name": "list", "text": "b"}"#, "true", &[]).await;
    // Another rule asks too, so this is another question.
    let both = "write_note: it changes a note; the archive is read by others";
    ada.expect("write_note", r#"{"name": "archive/2", "text": "c"}"#, "true", &[both]).await;

    // No rule knows this one: allowing it always allows exactly this.
    ada.expect("delete_note", r#"{"name": "plan"}"#, "true", &["delete_note: "]).await;
    ada.expect("delete_note", r#"{ "name":"plan" }"#, "false", &[]).await;
    ada.expect("delete_note", r#"{"name": "list"}"#, "true", &["delete_note: "]).await;

    // Ada's answers are not Bob's, and an approval of one call is that of one call.
    let write = r#"{"name": "list", "text": "d"}"#;
    let question = ["write_note: it changes a note"];
    bob.expect("write_note", write, "Error: the user rejected write_note", &question).await;
    bob.expect("write_note", write, "true", &question).await;
    let nobody = "Error: write_note needs an approval (it changes a note), and nobody can give one";
    bob.expect("write_note", write, nobody, &question).await; // the script is at its end: Bob has gone home

    // Forgotten answers are asked for again; and Ada has no answer left in her script.
    answers.forget(&ada.agent);
    ada.expect("write_note", write, nobody, &question).await;

    // Another scope with the same rules remembers nothing of this one, and without the guard there is no gate.
    let lab = registry.scope("lab");
    lab.on_pre_execute(Gate::new(rules()?)).keep();
    let eve = Desk::new(&lab, "eve", [Approval::AllowedAlways]);
    eve.expect("write_note", write, "true", &question).await;
    guard.dispose();
    bob.expect("write_note", write, "true", &[]).await;
    eve.expect("write_note", write, "true", &[]).await;
    Ok(())
}

/// An agent with the person who answers for it.
struct Desk {
    agent: Agent,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    fn new<const N: usize>(scope: &Scope, name: &str, answers: [Approval; N]) -> Self {
        let asked = Arc::default();
        let person = Person { asked: Arc::clone(&asked), answers: Box::new(scripted(answers)) };
        Self { agent: Agent::builder(name).scope(scope).approver(person).build(), asked }
    }

    /// Makes a call for the agent: what the model reads of it, and what the person was asked.
    async fn expect(&self, tool: &str, arguments: &str, read: &str, asked: &[&str]) {
        let scope = self.agent.scope().expect("every desk stands somewhere");
        let outcome = scope.call(ToolCall::new(tool, arguments).agent(&self.agent)).await;
        let questions: Vec<String> = self.asked.lock().unwrap().drain(..).collect();
        println!(
            "{} · {tool} {arguments}\n    asked: {questions:?}\n    read:  {}",
            self.agent.session(),
            outcome.text()
        );
        assert_eq!((outcome.text().as_str(), questions), (read, asked.iter().map(|&words| words.to_owned()).collect()));
    }
}

/// Answers from a script, and writes down what was asked.
struct Person {
    asked: Arc<Mutex<Vec<String>>>,
    answers: Box<dyn Approver>,
}

impl Approver for Person {
    fn approve(&self, request: ApprovalRequest) -> Pin<Box<dyn Future<Output = Approval> + Send + '_>> {
        self.asked.lock().unwrap().push(format!("{}: {}", request.name(), request.reason()));
        self.answers.approve(request)
    }
}

#[cfg(test)]
mod tests {
    // contract: P1, P2, P6
    #[tokio::test]
    async fn the_example_shows_what_it_says() {
        super::show().await.unwrap();
    }
}
