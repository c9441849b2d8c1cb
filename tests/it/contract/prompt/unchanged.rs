use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tool_sdk::prelude::*;
use tool_sdk::prompt::{PromptBuilder, Section, Variables};
use tool_sdk::{Agent, GuardCall};

/// Look at the weather.
#[tool]
fn look() -> String {
    "sunny".to_owned()
}

/// A section that counts how often it is asked.
fn counted(asked: &Arc<AtomicUsize>) -> Section {
    let asked = asked.clone();
    Section::from_fn("counted", 1, move |_| {
        asked.fetch_add(1, Ordering::Relaxed);
        "In {{cwd}}."
    })
}

fn cwd(path: &str) -> Variables {
    Variables::new().set("cwd", path)
}

// contract: R3
#[test]
fn what_did_not_change_is_the_same_prompt_and_nobody_is_asked_again() {
    let (registry, builder, asked) = (Registry::new(), PromptBuilder::new(), Arc::default());
    registry.section(counted(&asked)).unwrap().keep();
    registry.register(Look).unwrap().keep();
    let first = builder.assemble(&registry, &cwd("/a")).unwrap();
    for _ in 0..3 {
        // Equal variables, not only the same ones.
        assert!(Arc::ptr_eq(&first, &builder.assemble(&registry, &cwd("/a")).unwrap()));
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);

    let other = builder.assemble(&registry, &cwd("/b")).unwrap();
    assert_eq!(other.text(), "In /b.");
    let guard = registry.section(Section::new("more", 2, "More.")).unwrap();
    let more = builder.assemble(&registry, &cwd("/a")).unwrap();
    assert_eq!(more.text(), "In /a.\n\nMore.");
    guard.dispose();
    let again = builder.assemble(&registry, &cwd("/a")).unwrap();
    assert_eq!((again.text(), again.tools_text()), (first.text(), first.tools_text()));
    assert_eq!(asked.load(Ordering::Relaxed), 4);
}

// contract: R3
#[test]
fn a_change_that_a_model_does_not_see_gives_the_same_prompt() {
    let (registry, builder) = (Registry::new(), PromptBuilder::new());
    registry.section(Section::new("where", 1, "In {{cwd}}.")).unwrap().keep();
    let look = registry.register(Look).unwrap();
    let first = builder.assemble(&registry, &cwd("/a")).unwrap();
    let same = |why: &str, variables: &Variables| {
        assert!(Arc::ptr_eq(&first, &builder.assemble(&registry, variables).unwrap()), "{why}");
    };
    registry.provide(7_u8).unwrap();
    same("a state", &cwd("/a"));
    registry.guard(|_: &GuardCall| None::<String>).keep();
    same("a policy", &cwd("/a"));
    look.dispose();
    registry.register(Look).unwrap().keep();
    same("the same tool again", &cwd("/a"));
    same("a variable that nobody names", &cwd("/a").set("unused", "1"));
    let _below = registry.scope("below").section(Section::new("below", 1, "B.")).unwrap();
    same("a section of a scope below", &cwd("/a"));
}

// contract: R7
#[test]
fn agents_that_share_a_builder_do_not_disturb_each_other() {
    let (registry, builder, asked) = (Registry::new(), PromptBuilder::new(), Arc::default());
    registry.section(counted(&asked)).unwrap().keep();
    let narrow = registry.scope("narrow");
    let agents: Vec<(Agent, Variables)> = (0..6)
        .map(|n| (if n % 2 == 0 { &*registry } else { &narrow }, n))
        .map(|(scope, n)| (Agent::builder(format!("s{n}")).scope(scope).build(), cwd(&format!("/{n}"))))
        .collect();
    let turn =
        || -> Vec<_> { agents.iter().map(|(agent, variables)| builder.assemble(agent, variables).unwrap()).collect() };
    let first = turn();
    let second = turn();
    assert!(first.iter().zip(&second).all(|(a, b)| Arc::ptr_eq(a, b)));
    assert_eq!(first[5].text(), "In /5.");
    assert_eq!(asked.load(Ordering::Relaxed), 6);
}

#[test]
fn more_variables_than_are_remembered_give_right_prompts() {
    let (registry, builder, asked) = (Registry::new(), PromptBuilder::new(), Arc::default());
    registry.section(counted(&asked)).unwrap().keep();
    for _ in 0..2 {
        for n in 0..30 {
            let prompt = builder.assemble(&registry, &cwd(&format!("/{n}"))).unwrap();
            assert_eq!(prompt.text(), format!("In /{n}."));
        }
    }
    assert_eq!(asked.load(Ordering::Relaxed), 60);
}

// contract: R4
#[test]
fn a_builder_keeps_nothing_alive() {
    /// Hold on.
    struct Holder(#[expect(dead_code, reason = "held for its count")] Arc<()>);
    #[tool(description = "Hold on.")]
    impl Holder {
        fn execute(&self) -> u8 {
            1
        }
    }
    let (registry, builder, held) = (Registry::new(), PromptBuilder::new(), Arc::new(()));
    let scope = registry.scope("short");
    let guard = scope.register(Holder(held.clone())).unwrap();
    builder.assemble(&scope, &Variables::new()).unwrap();
    guard.dispose();
    assert_eq!(scope.schemas().len(), 0);
    assert_eq!(Arc::strong_count(&held), 1);
    scope.register(Holder(held.clone())).unwrap().keep();
    builder.assemble(&scope, &Variables::new()).unwrap();
    drop(scope);
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_section_may_use_the_registry_while_it_is_asked() {
    let (registry, builder) = (Registry::new(), Arc::new(PromptBuilder::new()));
    let (inside, own) = (registry.clone(), builder.clone());
    let meddling = Section::from_fn("meddling", 1, move |cx| {
        if !cx.sees("look") {
            inside.register(Look).unwrap().keep();
        }
        let below = inside.scope("below");
        below.section(Section::new("meddling", 1, "Below.")).unwrap().keep();
        own.assemble(&below, &Variables::new()).unwrap().text().to_owned()
    });
    registry.section(meddling).unwrap().keep();
    let first = builder.assemble(&registry, &Variables::new()).unwrap();
    assert_eq!((first.text(), first.tools().len()), ("Below.", 0));
    let second = builder.assemble(&registry, &Variables::new()).unwrap();
    assert_eq!((second.text(), second.tools().len()), ("Below.", 1));
}

// contract: R2, R3
#[test]
fn turns_beside_changes_see_one_moment_each() {
    let (registry, builder) = (Registry::new(), PromptBuilder::new());
    let pair = || {
        let set = tool_sdk::ToolSet::new().with(Look).with(other::Listen);
        registry.register_all(set).unwrap()
    };
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                for _ in 0..200 {
                    let prompt = builder.assemble(&registry, &Variables::new()).unwrap();
                    assert!(matches!(prompt.tools().len(), 0 | 2), "half of a change");
                }
            });
        }
        for _ in 0..100 {
            pair().dispose();
        }
    });
    assert_eq!(builder.assemble(&registry, &Variables::new()).unwrap().tools().len(), 0);
}

mod other {
    use tool_sdk::prelude::*;

    /// Listen to the wind.
    #[tool]
    pub(super) fn listen() -> String {
        "silence".to_owned()
    }
}
