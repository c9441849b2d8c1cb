use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tool_sdk::prelude::*;
use tool_sdk::{Change, ChangeKind, Deny, GuardCall, Registration, Scope};

use super::{Double, Heard, Run, code, heard, names};

/// Says every change of a scope.
fn hear(scope: &Scope, heard: &Heard, who: &'static str) -> Registration {
    let heard = heard.clone();
    scope.on_change(move |change: &Change| {
        let sign = if change.kind() == ChangeKind::Added { '+' } else { '-' };
        heard.say(format!("{who}: {sign}{} {}", change.scope(), change.names().join(" ")));
    })
}

// contract: R8, R7
#[tokio::test]
async fn every_change_is_heard_where_it_is_made_and_above() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    let below = scope.scope("below");
    hear(&registry, &heard, "top").keep();
    hear(&scope, &heard, "scope").keep();
    hear(&registry.scope("beside"), &heard, "beside").keep();

    let tools = registry.register_all(tools![Double]).unwrap();
    assert_eq!(heard.take(), ["top: + double"]);
    let hidden = below.restrict_while(Deny::of(["double"])).unwrap();
    assert_eq!(heard.take(), ["top: +below double", "scope: +below double"]);
    drop(hidden);
    assert_eq!(heard.take(), ["top: -below double", "scope: -below double"]);
    let guard = scope.guard(|_: &GuardCall| None);
    drop(guard);
    assert_eq!(heard.take(), ["top: +scope ", "scope: +scope ", "top: -scope ", "scope: -scope "]);
    scope.provide(7_u8).unwrap();
    assert_eq!(heard.take().len(), 2);
    drop(tools);
    assert_eq!(heard.take(), ["top: - double"]);
}

// contract: R8
#[tokio::test]
async fn the_end_of_a_scope_is_heard_above() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    hear(&registry, &heard, "top").keep();
    scope.register(Double).unwrap().keep();
    let owner = scope.owner("owner");
    owner.register(Run).unwrap();
    assert_eq!(heard.take(), ["top: +scope double", "top: +scope run"]);
    scope.dispose().await;
    assert_eq!(heard.take(), ["top: -scope run", "top: -scope double"]);
    scope.dispose().await;
    assert!(heard.take().is_empty(), "there was nothing left to take back");
}

// contract: R8
#[tokio::test]
async fn a_guard_whose_thing_is_gone_already_tells_nothing() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    let tool = scope.register(Double).unwrap();
    hear(&registry, &heard, "top").keep();
    scope.dispose().await;
    assert_eq!(heard.take(), ["top: -scope double"]);
    drop(tool);
    assert!(heard.take().is_empty());
}

// contract: R8
#[tokio::test]
async fn an_objection_takes_the_registration_back_and_is_its_error() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    hear(&registry, &heard, "top").keep();
    let frozen = Arc::new(AtomicBool::new(true));
    let objection = registry.on_change({
        let frozen = frozen.clone();
        move |change: &Change| match (change.kind(), frozen.load(Ordering::Relaxed)) {
            (ChangeKind::Added, true) => Err(format!("no more {}", change.names().join(", "))),
            _ => Ok(()),
        }
    });
    let error = registry.register_all(tools![Double, super::nested::Ask]).unwrap_err();
    assert_eq!(error, RegisterError::Objection { reason: "no more double, ask".to_owned() });
    assert_eq!(heard.take(), ["top: + double ask", "top: - double ask"], "who heard of it hears that it is gone");
    assert_eq!(names(&registry), ["run"]);
    assert_eq!(code(&registry.call(ToolCall::new("double", r#"{"n": 1}"#)).await), "UNKNOWN_TOOL");

    assert!(matches!(scope.register(Double), Err(RegisterError::Objection { .. })), "those above are asked too");
    assert!(matches!(scope.provide(7_u8), Err(RegisterError::Objection { .. })));
    assert!(matches!(scope.restrict_while(Deny::of(["run"])), Err(RegisterError::Objection { .. })));
    let owner = registry.owner("owner");
    assert!(matches!(owner.register(Double), Err(RegisterError::Objection { .. })));
    assert_eq!((names(&scope), names(&registry)), (vec!["run".to_owned()], vec!["run".to_owned()]));

    frozen.store(false, Ordering::Relaxed);
    let tool = registry.register(Double).unwrap();
    frozen.store(true, Ordering::Relaxed);
    drop(tool);
    assert_eq!(names(&registry), ["run"], "what goes cannot be held up");
    drop(objection);
    registry.register(Double).unwrap().keep();
}

// contract: R8, E6
#[test]
fn an_observer_that_panics_objects() {
    let (registry, heard) = heard();
    registry.on_change(|_| -> () { panic!("not today") }).keep();
    hear(&registry, &heard, "top").keep();
    let error = registry.register(Double).unwrap_err();
    assert!(matches!(&error, RegisterError::Objection { .. }), "{error}");
    assert_eq!(names(&registry), ["run"]);
    assert_eq!(heard.take(), ["top: + double", "top: - double"], "the next observer is told all the same");
}

// contract: R8
#[test]
fn an_observer_finds_the_change_in_place_and_may_use_the_registry() {
    let (registry, heard) = heard();
    let log = registry.scope("log");
    registry
        .on_change({
            let (registry, heard, log) = (registry.clone(), heard.clone(), log.clone());
            let once = OnceLock::new();
            move |change: &Change| {
                heard.say(format!("{:?} {}", change.kind(), names(&registry).join(" ")));
                if once.set(()).is_ok() {
                    log.register(Run).unwrap().keep();
                }
            }
        })
        .keep();
    registry.register(Double).unwrap().dispose();
    assert_eq!(heard.take(), ["Added run double", "Added run double", "Removed run"]);
    assert_eq!(log.schemas().len(), 1);
}
