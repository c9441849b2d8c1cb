use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinHandle;
use tool_sdk::{
    AroundCall, Decision, GuardCall, Next, Owner, Plugin, PostCall, PreCall, RegisterError, Registration, Registry,
    Scope, ToolCall, Verdict,
};

use crate::crowd::{name, tool};
use crate::{SWAPPED, TOOLS};

/// What goes on until it is told to end.
pub(crate) struct Churning {
    ended: Arc<AtomicBool>,
    running: Vec<JoinHandle<()>>,
}

pub(crate) fn start(registry: &Registry) -> Churning {
    let ended = Arc::new(AtomicBool::new(false));
    let running = vec![
        tokio::spawn(swap(registry.clone(), ended.clone())),
        tokio::spawn(scopes(registry.clone(), ended.clone())),
        tokio::spawn(policies(registry.clone(), ended.clone())),
        tokio::spawn(plugins(registry.clone(), ended.clone())),
    ];
    Churning { ended, running }
}

pub(crate) async fn end(churning: Churning) {
    churning.ended.store(true, Ordering::Relaxed);
    for running in churning.running {
        running.await.expect("nothing that goes on panics");
    }
}

/// Lets the calls run for a while, and says whether to go on.
async fn goes_on(ended: &AtomicBool) -> bool {
    for _ in 0..12 {
        tokio::task::yield_now().await;
    }
    !ended.load(Ordering::Relaxed)
}

/// Tools that are called meanwhile are swapped: taken back, and registered anew a moment later.
async fn swap(registry: Registry, ended: Arc<AtomicBool>) {
    let register = |number| registry.register_raw(tool(number)).expect("the name is free");
    let mut held: Vec<Option<Registration>> = (0..SWAPPED).map(|number| Some(register(number))).collect();
    let mut number = 0;
    while goes_on(&ended).await {
        drop(held[number].take());
        tokio::task::yield_now().await;
        held[number] = Some(register(number));
        number = (number + 1) % SWAPPED;
    }
}

/// Scopes with tools of their own come and go, and are called in meanwhile.
async fn scopes(registry: Registry, ended: Arc<AtomicBool>) {
    while goes_on(&ended).await {
        let scope = registry.scope("guest");
        let below = scope.scope("below");
        scope.register_raw(tool(TOOLS + 2)).expect("the name is free").keep();
        let shadowing = below.register_raw(tool(0)).expect("a scope of its own");
        scope.guard(|_: &GuardCall| Some("guests may not".to_owned())).keep();
        let outcome = below.call(ToolCall::new(name(0), r#"{"n": 0}"#)).await;
        assert_eq!(outcome.error().map(|failure| failure.code().as_str()), Some("DENIED"));
        drop(shadowing);
        scope.dispose().await;
    }
}

/// Policies of every kind come and go, where everybody is.
async fn policies(registry: Registry, ended: Arc<AtomicBool>) {
    let every = |scope: &Scope| -> [Registration; 5] {
        [
            scope.on_pre_execute(|_: PreCall| async { Decision::allow() }),
            scope.guard(|call: &GuardCall| call.call_id().as_str().ends_with("77").then(|| "no".to_owned())),
            scope.around_execute(|call: AroundCall, next: Next| async move {
                next.run_with(call.signal().child_token()).await
            }),
            scope.on_post_execute(|_: PostCall| async { Verdict::accept() }),
            scope.on_change(|_| ()),
        ]
    };
    while goes_on(&ended).await {
        let held = every(&registry);
        tokio::task::yield_now().await;
        drop(held);
    }
}

/// A bundle of tools and a policy.
struct Bundle;

impl Plugin for Bundle {
    const NAME: &'static str = "bundle";

    fn install(self, owner: &Owner) -> Result<(), RegisterError> {
        owner.register_raw(tool(TOOLS + 3))?;
        owner.on_pre_execute(|_: PreCall| async { Decision::allow() });
        owner.register_raw(tool(TOOLS + 4))?;
        owner.on_dispose(tokio::task::yield_now)
    }
}

/// A plugin is installed and ends.
async fn plugins(registry: Registry, ended: Arc<AtomicBool>) {
    while goes_on(&ended).await {
        let owner = registry.install(Bundle).expect("one at a time");
        tokio::task::yield_now().await;
        owner.dispose().await;
    }
}
