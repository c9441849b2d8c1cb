use std::sync::{Arc, Mutex};

use tool_sdk::prelude::*;
use tool_sdk::prompt::{PromptBuilder, PromptError, Section, Variables};
use tool_sdk::{Agent, Change, ChangeKind, Owner, Plugin};

use super::{text, with_sections};

/// Look at the weather.
#[tool]
fn look() -> String {
    "sunny".to_owned()
}

fn plain(viewer: &impl tool_sdk::prompt::Viewer) -> String {
    text(viewer, &Variables::new()).expect("a prompt")
}

// contract: R1, R2
#[test]
fn a_section_is_there_until_its_guard_goes() {
    let registry = with_sections([Section::new("a", 1, "A.")]);
    let guard = registry.section(Section::new("b", 2, "B.")).unwrap();
    assert_eq!(plain(&registry), "A.\n\nB.");
    guard.dispose();
    assert_eq!(plain(&registry), "A.");
    registry.section(Section::new("b", 0, "B again.")).unwrap().keep();
    assert_eq!(plain(&registry), "B again.\n\nA.");
}

// contract: R1, R2, R10
#[tokio::test]
async fn what_a_plugin_brings_comes_and_goes_with_it() {
    struct Weather;
    impl Plugin for Weather {
        const NAME: &'static str = "weather";
        fn install(self, owner: &Owner) -> Result<(), RegisterError> {
            owner.register(Look)?;
            owner.section(Section::new("weather", 1, "Look before you go out."))
        }
    }
    let (registry, builder, variables) = (Registry::new(), PromptBuilder::new(), Variables::new());
    assert_eq!(builder.assemble(&registry, &variables).unwrap().text(), "");
    let weather = registry.install(Weather).unwrap();
    let prompt = builder.assemble(&registry, &variables).unwrap();
    assert_eq!((prompt.text(), prompt.tools().len()), ("Look before you go out.", 1));
    weather.dispose().await;
    let prompt = builder.assemble(&registry, &variables).unwrap();
    assert_eq!((prompt.text(), prompt.tools().len()), ("", 0));
    let late = weather.section(Section::new("weather", 1, "Too late.")).unwrap_err();
    assert_eq!(late, RegisterError::OwnerDisposed { owner: "weather".to_owned() });
    assert_eq!(plain(&registry), "");
}

// contract: R10
#[test]
fn an_installation_that_fails_leaves_no_section() {
    struct Clumsy;
    impl Plugin for Clumsy {
        const NAME: &'static str = "clumsy";
        fn install(self, owner: &Owner) -> Result<(), RegisterError> {
            owner.section(Section::new("a", 1, "A."))?;
            owner.section(Section::new("a", 2, "A again."))
        }
    }
    let registry = Registry::new();
    let error = registry.install(Clumsy).unwrap_err();
    assert_eq!(error, RegisterError::DuplicateSection { section: "a".to_owned() });
    assert!(error.to_string().contains("`a`"), "{error}");
    assert_eq!(plain(&registry), "");
}

// contract: R7
#[test]
fn the_nearest_scope_shadows_by_name_and_in_place() {
    let registry = with_sections([Section::new("a", 1, "A."), Section::new("b", 1, "B."), Section::new("c", 1, "C.")]);
    let (review, other) = (registry.scope("review"), registry.scope("other"));
    let deep = review.scope("deep");
    let shadow = review.section(Section::new("a", 1, "A for review.")).unwrap();
    deep.section(Section::new("b", 0, "B for deep, first.")).unwrap().keep();
    deep.section(Section::new("d", 1, "D.")).unwrap().keep();
    assert_eq!(plain(&registry), "A.\n\nB.\n\nC.");
    assert_eq!(plain(&other), "A.\n\nB.\n\nC.");
    assert_eq!(plain(&review), "A for review.\n\nB.\n\nC.");
    assert_eq!(plain(&deep), "B for deep, first.\n\nA for review.\n\nC.\n\nD.");
    shadow.dispose();
    assert_eq!(plain(&deep), "B for deep, first.\n\nA.\n\nC.\n\nD.");
}

// contract: R7
#[test]
fn an_empty_section_silences_the_one_that_it_shadows() {
    let registry = with_sections([Section::new("a", 1, "A."), Section::new("b", 1, "B.")]);
    let quiet = registry.scope("quiet");
    quiet.section(Section::new("a", 1, "")).unwrap().keep();
    assert_eq!(plain(&quiet), "B.");
}

// contract: R7
#[tokio::test]
async fn a_scope_takes_its_sections_along() {
    let registry = with_sections([Section::new("a", 1, "A.")]);
    let scope = registry.scope("review");
    scope.section(Section::new("a", 1, "Mine.")).unwrap().keep();
    scope.section(Section::new("b", 1, "B.")).unwrap().keep();
    scope.dispose().await;
    assert_eq!(plain(&scope), "A.");
    assert_eq!(plain(&registry), "A.");
}

/// What happened, and to what.
type Heard = (ChangeKind, Vec<String>);

// contract: R8
#[test]
fn observers_hear_of_sections_by_name_and_may_object() {
    let registry = Registry::new();
    let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
    let _observer = registry.on_change({
        let heard = heard.clone();
        move |change: &Change| {
            heard.lock().unwrap().push((change.kind(), change.names().to_vec()));
            if change.names().contains(&"rude".to_owned()) { Err("not in this house") } else { Ok(()) }
        }
    });
    registry.section(Section::new("a", 1, "A.")).unwrap().dispose();
    let named = |name: &str| vec![name.to_owned()];
    assert_eq!(*heard.lock().unwrap(), [(ChangeKind::Added, named("a")), (ChangeKind::Removed, named("a"))]);
    let error = registry.scope("below").section(Section::new("rude", 1, "R.")).unwrap_err();
    assert_eq!(error, RegisterError::Objection { reason: "not in this house".to_owned() });
    let error = registry.section(Section::new("rude", 1, "R.")).unwrap_err();
    assert_eq!(error, RegisterError::Objection { reason: "not in this house".to_owned() });
    assert_eq!(plain(&registry), "");
}

// contract: R9
#[test]
fn what_has_no_name_or_place_does_not_register() {
    let registry = Registry::new();
    for order in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = registry.section(Section::new("a", order, "A.")).unwrap_err();
        assert!(matches!(&error, RegisterError::UnfitSection { section, .. } if section == "a"), "{error}");
        assert!(error.to_string().contains("finite"), "{error}");
    }
    for name in ["", " \t"] {
        let error = registry.section(Section::new(name, 1, "A.")).unwrap_err();
        assert!(matches!(&error, RegisterError::UnfitSection { .. }), "{error}");
    }
    let _first = registry.section(Section::new("a", 1, "A.")).unwrap();
    let error = registry.section(Section::new("a", 2, "B.")).unwrap_err();
    assert_eq!(error, RegisterError::DuplicateSection { section: "a".to_owned() });
    assert_eq!(plain(&registry), "A.");
}

// contract: R7
#[test]
fn an_agent_is_told_what_its_scope_sees() {
    let registry = with_sections([Section::new("a", 1, "A.")]);
    let scope = registry.scope("review");
    scope.section(Section::new("b", 2, "B.")).unwrap().keep();
    let agent = Agent::builder("s1").scope(&scope).build();
    assert_eq!(plain(&agent), "A.\n\nB.");
    let nowhere = Agent::builder("s2").build();
    let error = text(&nowhere, &Variables::new()).unwrap_err();
    assert_eq!(error, PromptError::NoScope { session: "s2".to_owned() });
    assert!(error.to_string().contains("`s2`"), "{error}");
}
