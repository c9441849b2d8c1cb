use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, Decision, GuardCall, Needs, Owner, Plugin, PreCall};

use super::{Double, Heard, Run, code, heard, names};

/// A service that a host may give.
struct Disk;

/// Another.
struct Net;

/// Fails, falls or works, after it registered something.
struct Files(&'static str, Heard);

impl Plugin for Files {
    const NAME: &'static str = "files";

    fn needs(needs: &mut Needs) {
        needs.state::<Disk>();
        needs.state::<Net>();
    }

    fn install(self, owner: &Owner) -> Result<(), RegisterError> {
        let Self(how, heard) = self;
        owner.provide(heard.clone())?;
        owner.register(Run)?;
        owner.guard(|_: &GuardCall| Some("files are closed".to_owned()));
        owner.on_dispose(move || async move { heard.say("closed") })?;
        match how {
            "fail" => Err(RegisterError::plugin("the disk is full")),
            "fall" => panic!("out of disks"),
            _ => owner.register(Double),
        }
    }
}

fn hosting() -> (Registry, Heard) {
    let registry = Registry::new();
    registry.provide(Disk).unwrap();
    registry.provide(Net).unwrap();
    (registry, Heard::default())
}

// contract: R10
#[tokio::test]
async fn a_plugin_is_installed_as_one_and_ends_as_one() {
    let (registry, heard) = hosting();
    let owner = registry.install(Files("work", heard.clone())).unwrap();
    assert_eq!((owner.name(), names(&registry).len()), ("files", 2));
    assert_eq!(code(&registry.call(ToolCall::new("run", "")).await), "DENIED");
    let error = registry.install(Files("work", heard.clone())).unwrap_err();
    assert_eq!(error, RegisterError::DuplicatePlugin { plugin: "files".to_owned() });
    assert_eq!(names(&registry).len(), 2);
    owner.dispose().await;
    owner.dispose().await;
    assert_eq!((names(&registry).len(), heard.take()), (0, vec!["closed".to_owned()]), "once");
    registry.register(Double).unwrap().keep();
    assert!(registry.call(ToolCall::new("double", r#"{"n": 1}"#)).await.is_ok(), "its guard is gone too");
    drop(registry.scope("below").install(Files("work", heard)).unwrap());
}

// contract: R10, R9
#[test]
fn a_plugin_says_all_that_it_misses() {
    let registry = Registry::new();
    let error = registry.install(Files("work", Heard::default())).unwrap_err();
    let RegisterError::MissingNeeds { plugin, states } = &error else { panic!("{error}") };
    assert_eq!((plugin.as_str(), states.len()), ("files", 2));
    assert!(error.to_string().contains("Disk") && error.to_string().contains("Net"), "{error}");
    registry.provide(Disk).unwrap();
    registry.provide(Net).unwrap();
    registry.scope("below").install(Files("work", Heard::default())).unwrap();
}

// contract: R10
#[tokio::test]
async fn a_plugin_that_does_not_install_leaves_nothing() {
    let (registry, heard) = hosting();
    let error = registry.install(Files("fail", heard.clone())).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
    assert!(names(&registry).is_empty());
    let fallen = catch_unwind(AssertUnwindSafe(|| registry.install(Files("fall", heard.clone())).map(drop)));
    assert!(fallen.is_err());
    assert!(names(&registry).is_empty(), "nor one that panics");
    registry.register(Double).unwrap().dispose();
    registry.install(Files("work", heard)).unwrap().dispose().await;
}

// contract: R10
#[test]
fn of_two_installations_at_once_one_is_refused() {
    for _ in 0..50 {
        let (registry, heard) = hosting();
        let installed: Vec<_> = std::thread::scope(|threads| {
            let install = || registry.install(Files("work", heard.clone())).is_ok();
            let running: Vec<_> = (0..4).map(|_| threads.spawn(install)).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(installed.iter().filter(|ok| **ok).count(), 1);
        assert_eq!(names(&registry), ["run", "double"]);
    }
}

// contract: R1, R10
#[tokio::test]
async fn an_owner_undoes_in_reverse_order_and_waits_for_each() {
    let (registry, heard) = heard();
    let owner = registry.owner("owner");
    let note = |name: &'static str| {
        let (heard, registry) = (heard.clone(), registry.clone());
        move || async move {
            tokio::task::yield_now().await;
            heard.say(format!("{name}: {}", names(&registry).join(" ")));
        }
    };
    owner.on_dispose(note("first")).unwrap();
    owner.register(Double).unwrap();
    owner.on_dispose(note("second")).unwrap();
    owner.register(super::nested::Ask).unwrap();
    owner.on_dispose(note("third")).unwrap();
    owner.dispose().await;
    assert_eq!(heard.take(), ["third: run double ask", "second: run double", "first: run"]);
}

// contract: R1
#[tokio::test]
async fn an_owner_that_ended_holds_nothing() {
    let (registry, heard) = heard();
    let owner = registry.owner("owner");
    let clone = owner.clone();
    owner.dispose().await;
    let ended = RegisterError::OwnerDisposed { owner: "owner".to_owned() };
    assert_eq!(clone.register(Double).unwrap_err(), ended);
    assert_eq!(clone.provide(7_u8).unwrap_err(), ended);
    assert_eq!(clone.on_dispose(|| async {}).unwrap_err(), ended);
    clone.on_pre_execute(|_: PreCall| async { Decision::deny("never") });
    clone.on_result(|_: &CallInfo, _: &Outcome| panic!("never"));
    assert_eq!(names(&registry), ["run"]);
    assert!(registry.call(ToolCall::new("run", "")).await.is_ok());
    assert_eq!(heard.take(), ["body"]);
}

// contract: R1, R10
#[tokio::test]
async fn a_scope_ends_its_owners_the_last_one_first() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    for name in ["first", "second"] {
        let (owner, heard) = (scope.owner(name), heard.clone());
        owner.on_dispose(move || async move { heard.say(name) }).unwrap();
        // The owner belongs to its scope: dropping the handle undoes nothing.
    }
    let gone = scope.owner("gone");
    gone.on_dispose({
        let heard = heard.clone();
        move || async move { heard.say("gone") }
    })
    .unwrap();
    gone.dispose().await;
    assert_eq!(heard.take(), ["gone"]);
    registry.dispose().await;
    assert_eq!(heard.take(), ["second", "first"]);
}

// contract: R10
#[tokio::test]
async fn registering_moves_the_tool_in() {
    /// Neither cloned nor written: what the author holds is what the calls see.
    struct Counter(Arc<std::sync::atomic::AtomicU32>);
    #[tool(name = "count", description = "Count the calls.")]
    impl Counter {
        fn execute(&self) -> u32 {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1
        }
    }
    let (registry, calls) = (Registry::new(), Arc::default());
    registry.register(Counter(Arc::clone(&calls))).unwrap().keep();
    for _ in 0..3 {
        registry.call(ToolCall::new("count", "")).await;
    }
    assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 3);
}
