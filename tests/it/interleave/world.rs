use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};

use tool_sdk::approve::{Approval, ApprovalRequest};
use tool_sdk::prelude::*;
use tool_sdk::{
    Agent, AroundCall, CallInfo, Decision, GuardCall, Next, Observer, PostCall, PreCall, Registration, Verdict,
};

use super::{Event, Shape};

/// What is known of one call from its stages.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Where it waits, or waited last.
    pub(super) place: &'static str,
    pub(super) came: u32,
    pub(super) nexts: u32,
    pub(super) starts: u32,
    pub(super) entered: u32,
    /// Bodies that were left, by their end or by being dropped.
    pub(super) left: u32,
    pub(super) results: Vec<String>,
}

type Trails = Arc<Mutex<BTreeMap<String, Trail>>>;

/// Waits until the next poll.
async fn stop(trails: &Trails, call: &str, place: &'static str) {
    note(trails, call, |trail| trail.place = place);
    let mut waited = false;
    poll_fn(|_| if std::mem::replace(&mut waited, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

fn note(trails: &Trails, call: &str, note: impl FnOnce(&mut Trail)) {
    note_in(&mut lock(trails), call, note);
}

fn note_in(trails: &mut BTreeMap<String, Trail>, call: &str, note: impl FnOnce(&mut Trail)) {
    note(trails.entry(call.to_owned()).or_default());
}

fn lock(trails: &Trails) -> MutexGuard<'_, BTreeMap<String, Trail>> {
    trails.lock().unwrap()
}

/// The tool in one of its versions.
struct Versioned {
    version: u32,
    heeds: bool,
    trails: Trails,
}

#[tool(name = "work", description = "Work in two steps.")]
impl Versioned {
    async fn execute(&self, cx: &ToolContext) -> ToolResult<u32> {
        let call = cx.call_id().as_str();
        note(&self.trails, call, |trail| trail.entered += 1);
        let _inside = Inside(&self.trails, call);
        stop(&self.trails, call, "body 1").await;
        stop(&self.trails, call, "body 2").await;
        if self.heeds && cx.is_cancelled() { Err(ToolError::new("STOPPED", "as told")) } else { Ok(self.version) }
    }
}

/// A body that is under way.
struct Inside<'a>(&'a Trails, &'a str);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        note(self.0, self.1, |trail| trail.left += 1);
    }
}

/// Hears of calls.
struct Ear(Trails);

impl Observer for Ear {
    fn on_call(&self, call: &CallInfo) {
        note(&self.0, call.call_id().as_str(), |trail| trail.came += 1);
    }

    fn on_start(&self, call: &CallInfo) {
        note(&self.0, call.call_id().as_str(), |trail| trail.starts += 1);
    }

    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        let code = outcome.error().map_or_else(String::new, |failure| failure.code().as_str().to_owned());
        note(&self.0, call.call_id().as_str(), |trail| trail.results.push(code));
    }
}

/// A registry with stages that wait.
fn govern(registry: &Registry, shape: Shape, trails: &Trails) {
    let kept = trails.clone();
    registry
        .on_pre_execute(move |call: PreCall| {
            let trails = kept.clone();
            async move {
                stop(&trails, call.call_id().as_str(), "pre").await;
                if shape.asks { Decision::ask("") } else { Decision::allow() }
            }
        })
        .keep();
    let kept = trails.clone();
    registry
        .around_execute(move |call: AroundCall, next: Next| {
            let trails = kept.clone();
            async move {
                let id = call.call_id().as_str();
                stop(&trails, id, "before").await;
                note(&trails, id, |trail| trail.nexts += 1);
                let mut execution = next.run().await;
                if shape.twice {
                    note(&trails, id, |trail| trail.nexts += 1);
                    execution = next.run().await;
                }
                stop(&trails, id, "after").await;
                execution
            }
        })
        .keep();
    let kept = trails.clone();
    registry
        .on_post_execute(move |call: PostCall| {
            let trails = kept.clone();
            async move {
                stop(&trails, call.call_id().as_str(), "post").await;
                Verdict::accept()
            }
        })
        .keep();
    registry.observe(Ear(trails.clone())).keep();
}

/// What was so when a call began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Begun {
    pub(super) version: Option<u32>,
    pub(super) closed: bool,
    pub(super) cancelled: bool,
}

/// One call, with what is known of it.
pub(super) struct Running {
    future: Option<Pin<Box<dyn Future<Output = Outcome>>>>,
    cancel: Box<dyn Fn()>,
    pub(super) begun: Option<Begun>,
    /// What its stages had noted when its caller cancelled it, before its end.
    pub(super) cancelled: Option<Trail>,
    pub(super) abandoned: bool,
    pub(super) outcomes: Vec<Outcome>,
}

/// A registry with its calls.
pub(super) struct World {
    pub(super) shape: Shape,
    registry: Registry,
    trails: Trails,
    tool: Option<Registration>,
    guard: Option<Registration>,
    version: u32,
    pub(super) calls: Vec<Running>,
}

impl World {
    pub(super) fn new(shape: Shape, calls: usize) -> Self {
        let (registry, trails) = (Registry::new(), Trails::default());
        if shape.governed {
            govern(&registry, shape, &trails);
        }
        let mut world = Self { shape, registry, trails, tool: None, guard: None, version: 0, calls: Vec::new() };
        world.happens(Event::Swap);
        world.calls = (0..calls).map(|number| world.running(number)).collect();
        world
    }

    fn running(&self, number: usize) -> Running {
        let (registry, trails) = (self.registry.clone(), self.trails.clone());
        let approver = move |request: ApprovalRequest| {
            let trails = trails.clone();
            async move {
                stop(&trails, request.call_id().as_str(), "ask").await;
                Approval::Allowed
            }
        };
        let agent = Agent::builder("s").approver(approver).build();
        let call = ToolCall::new("work", "").id(number.to_string()).agent(&agent);
        let signal = call.signal().clone();
        Running {
            future: Some(Box::pin(async move { registry.call(call).await })),
            cancel: Box::new(move || signal.cancel()),
            begun: None,
            cancelled: None,
            abandoned: false,
            outcomes: Vec::new(),
        }
    }

    /// What the stages noted of a call.
    pub(super) fn trail(&self, number: usize) -> Trail {
        lock(&self.trails).get(&number.to_string()).cloned().unwrap_or_default()
    }

    /// Lets a call go on to its next await.
    pub(super) fn poll(&mut self, number: usize) {
        let begun = Begun {
            version: self.tool.as_ref().map(|_| self.version),
            closed: self.guard.is_some(),
            cancelled: self.calls[number].cancelled.is_some(),
        };
        let call = &mut self.calls[number];
        let Some(future) = &mut call.future else { return };
        call.begun.get_or_insert(begun);
        if let Poll::Ready(outcome) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            call.outcomes.push(outcome);
            call.future = None;
        }
    }

    pub(super) fn happens(&mut self, event: Event) {
        match event {
            Event::Dispose => self.tool = None,
            Event::Swap => {
                self.tool = None;
                self.version += 1;
                let (version, heeds, trails) = (self.version, self.shape.heeds, self.trails.clone());
                self.tool = Some(self.registry.register(Versioned { version, heeds, trails }).unwrap());
            }
            Event::Close => {
                self.guard.get_or_insert_with(|| self.registry.guard(|_: &GuardCall| Some("closed".to_owned())));
            }
            Event::Open => self.guard = None,
            Event::Cancel(number) => {
                (self.calls[number].cancel)();
                let trail = self.trail(number);
                let call = &mut self.calls[number];
                if call.future.is_some() && call.cancelled.is_none() {
                    call.cancelled = Some(trail);
                }
            }
            Event::Abandon(number) => {
                let call = &mut self.calls[number];
                call.abandoned |= call.future.is_some();
                call.future = None;
            }
        }
    }
}
