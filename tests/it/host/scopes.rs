use std::sync::Arc;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::{Allow, Deny, RawTool, Registration};

use super::{Double, Heard, Run, code, heard, names};

/// Give a word.
#[derive(Clone)]
struct Word(&'static str);

#[tool(name = "word", description = "Give a word.")]
impl Word {
    fn execute(&self) -> String {
        self.0.to_owned()
    }
}

fn raw(name: &'static str) -> RawTool {
    RawTool::new(name, "Nothing.", json!({"type": "object"}), |_, _| async { Ok(Value::Null) })
}

/// A registry with tools of these names.
fn registry(tools: &[&'static str]) -> Registry {
    let registry = Registry::new();
    tools.iter().for_each(|name| registry.register_raw(raw(name)).unwrap().keep());
    registry
}

// contract: R2, R7
#[tokio::test]
async fn what_is_registered_is_seen_below_until_its_guard_goes() {
    let registry = Registry::new();
    let child = registry.scope("child");
    let grandchild = child.scope("grandchild");
    assert!(names(&grandchild).is_empty());
    let above = registry.register(Double).unwrap();
    let own = child.register(Word("own")).unwrap();
    assert_eq!(names(&registry), ["double"]);
    assert_eq!(names(&child), ["double", "word"]);
    assert_eq!(names(&grandchild), ["double", "word"]);
    assert_eq!(grandchild.call(ToolCall::new("double", r#"{"n": 4}"#)).await.text(), "8");
    assert_eq!(code(&registry.call(ToolCall::new("word", "")).await), "UNKNOWN_TOOL", "what a child has is its own");
    above.dispose();
    assert_eq!(names(&grandchild), ["word"]);
    drop(own);
    assert!(names(&grandchild).is_empty());
}

// contract: R5
#[tokio::test]
async fn a_scoped_tool_shadows_the_one_above_in_either_order() {
    for scoped_first in [false, true] {
        let registry = registry(&["first"]);
        let (scope, sibling) = (registry.scope("scope"), registry.scope("sibling"));
        let below = scope.scope("below");
        let (above, own): (Registration, Registration) = if scoped_first {
            let own = scope.register(Word("own")).unwrap();
            (registry.register(Word("above")).unwrap(), own)
        } else {
            let above = registry.register(Word("above")).unwrap();
            (above, scope.register(Word("own")).unwrap())
        };
        registry.register_raw(raw("last")).unwrap().keep();
        for (who, said) in [(&scope, "own"), (&below, "own"), (&sibling, "above"), (&*registry, "above")] {
            assert_eq!(who.call(ToolCall::new("word", "")).await.text(), said, "{}", who.name());
        }
        assert_eq!(names(&scope), ["first", "word", "last"], "one tool of the name, in the place of the shadowed one");
        drop(own);
        assert_eq!(scope.call(ToolCall::new("word", "")).await.text(), "above");
        drop(above);
        assert_eq!(names(&scope), ["first", "last"]);
    }
}

// contract: R5
#[test]
fn two_tools_of_one_name_in_one_scope_are_an_error() {
    let registry = registry(&[]);
    let scope = registry.scope("scope");
    scope.register(Word("one")).unwrap().keep();
    let error = scope.register(Word("two")).unwrap_err();
    assert!(matches!(&error, RegisterError::DuplicateName { name, .. } if name == "word"), "{error}");
    assert_eq!(names(&scope), ["word"]);
}

// contract: R7
#[test]
fn an_allowed_list_hides_what_comes_later_and_a_denied_one_does_not() {
    let registry = registry(&["a", "c"]);
    let allowing = registry.scope("allowing").restrict(Allow::of(["a"])).unwrap();
    let denying = registry.scope("denying").restrict(Deny::of(["a"])).unwrap();
    let blind = registry.scope("blind").restrict(Allow::of([""; 0])).unwrap();
    registry.register_raw(raw("b")).unwrap().keep();
    assert_eq!(names(&allowing), ["a"]);
    assert_eq!(names(&denying), ["c", "b"]);
    assert!(names(&blind).is_empty());
    blind.register_raw(raw("own")).unwrap().keep();
    assert_eq!(names(&blind), ["own"], "a restriction never touches own tools");
}

// contract: R7
#[tokio::test]
async fn what_is_hidden_above_is_hidden_below_and_may_be_added_there() {
    let registry = registry(&["other"]);
    registry.register(Word("above")).unwrap().keep();
    let parent = registry.scope("parent").restrict(Deny::of(["word"])).unwrap();
    let child = parent.scope("child");
    assert_eq!(names(&child), ["other"]);
    assert_eq!(code(&child.call(ToolCall::new("word", "")).await), "UNKNOWN_TOOL");
    child.register(Word("own")).unwrap().keep();
    assert_eq!(child.call(ToolCall::new("word", "")).await.text(), "own");
    assert_eq!(code(&parent.call(ToolCall::new("word", "")).await), "UNKNOWN_TOOL");
}

// contract: R7
#[test]
fn restrictions_intersect_and_are_lifted_one_by_one() {
    let registry = registry(&["a", "b", "c"]);
    let scope = registry.scope("scope");
    let few = scope.restrict_while(Allow::of(["a", "b"])).unwrap();
    let fewer = scope.restrict_while(Deny::of(["a"])).unwrap();
    assert_eq!(names(&scope), ["b"]);
    drop(few);
    assert_eq!(names(&scope), ["b", "c"]);
    drop(fewer);
    assert_eq!(names(&scope), ["a", "b", "c"]);
}

// contract: R7
#[test]
fn a_restriction_that_restricts_nothing_or_something_else_is_an_error() {
    let registry = registry(&["b", "a"]);
    let scope = registry.scope("scope");
    scope.register_raw(raw("own")).unwrap().keep();
    assert_eq!(scope.restrict_while(Deny::of([""; 0])).unwrap_err(), RegisterError::EmptyRestriction);
    for unknown in ["own", "run_code", "A", ""] {
        let error = scope.restrict_while(Allow::of(["a", unknown])).unwrap_err();
        let expected = RegisterError::UnknownTools {
            names: vec![unknown.to_owned()],
            known: vec!["a".to_owned(), "b".to_owned()],
        };
        assert_eq!(error, expected, "{unknown:?}");
    }
    let error = registry.restrict_while(Deny::of(["a"])).unwrap_err().to_string();
    assert_eq!(error, "the scope does not inherit a; it inherits: (none)", "a registry inherits nothing");
    assert_eq!(names(&scope), ["b", "a", "own"], "a refused restriction leaves nothing behind");
}

// contract: R1, R7
#[tokio::test]
async fn the_end_of_a_scope_takes_what_is_in_it_and_below_and_nothing_else() {
    let registry = registry(&["above"]);
    let (scope, sibling) = (registry.scope("scope"), registry.scope("sibling"));
    let below = scope.scope("below");
    scope.register_raw(raw("own")).unwrap().keep();
    below.register_raw(raw("deep")).unwrap().keep();
    sibling.register_raw(raw("beside")).unwrap().keep();
    scope.restrict_while(Deny::of(["above"])).unwrap().keep();
    let guarded = scope.register_raw(raw("guarded")).unwrap();
    assert_eq!(names(&below), ["own", "guarded", "deep"]);
    scope.dispose().await;
    assert_eq!(names(&below), ["above"]);
    assert_eq!(names(&scope), ["above"]);
    assert_eq!(names(&sibling), ["above", "beside"]);
    let again = scope.register_raw(raw("guarded")).unwrap();
    drop(guarded);
    assert_eq!(names(&scope), ["above", "guarded"], "the old guard stands for the old registration alone");
    drop(again);
}

// contract: R7
#[tokio::test]
async fn a_scope_below_sees_what_comes_after_the_one_above_ended() {
    let registry = registry(&["old"]);
    let child = registry.scope("child");
    let grandchild = child.scope("grandchild");
    assert_eq!(names(&grandchild), ["old"]);
    registry.dispose().await;
    assert!(names(&grandchild).is_empty());
    registry.register_raw(raw("new")).unwrap().keep();
    assert_eq!((names(&child), names(&grandchild)), (vec!["new".to_owned()], vec!["new".to_owned()]));
}

// contract: R4
#[tokio::test]
async fn a_call_works_on_what_was_there_when_it_was_made() {
    let registry = Registry::new();
    let old = registry.register(Word("old")).unwrap();
    let call = registry.call(ToolCall::new("word", ""));
    old.dispose();
    registry.register(Word("new")).unwrap().keep();
    assert_eq!(call.await.text(), "old");
    assert_eq!(registry.call(ToolCall::new("word", "")).await.text(), "new");
}

// contract: R1
#[test]
fn a_scope_lives_as_long_as_somebody_holds_it_or_something_below() {
    let registry = registry(&[]);
    let child = registry.scope("child");
    child.register_raw(raw("own")).unwrap().keep();
    let grandchild = child.scope("grandchild");
    drop((registry, child));
    assert_eq!(names(&grandchild), ["own"]);
}

/// A host that forgets to dispose of an owner leaks nothing.
// contract: R1
#[test]
fn a_registry_that_nobody_holds_is_gone_with_all_that_is_in_it() {
    let state = Arc::new(());
    let registry = Registry::new();
    let scope = registry.scope("scope");
    registry.provide(state.clone()).unwrap();
    let owner = scope.owner("owner");
    owner.provide(state.clone()).unwrap();
    let kept = state.clone();
    owner.guard(move |_: &tool_sdk::GuardCall| Some(format!("{kept:?}")));
    let kept = state.clone();
    scope.on_change(move |_| drop(kept.clone())).keep();
    assert_eq!(Arc::strong_count(&state), 5);
    drop((owner, scope));
    drop(registry);
    assert_eq!(Arc::strong_count(&state), 1);
}

/// A tool that holds another one: when it goes, it takes the other back.
struct Bundle(Option<Registration>, Heard);

#[tool(name = "bundle", description = "Hold another tool.")]
impl Bundle {
    fn execute(&self) -> bool {
        self.0.is_some()
    }
}

impl Drop for Bundle {
    fn drop(&mut self) {
        drop(self.0.take());
        self.1.say("gone");
    }
}

/// Nothing of an author's runs while the registry holds a lock.
// contract: R1
#[tokio::test]
async fn a_tool_may_use_the_registry_when_it_goes() {
    let (registry, heard) = heard();
    let bundle = |name: &'static str| Bundle(Some(registry.register_raw(raw(name)).unwrap()), heard.clone());

    let held = registry.register(bundle("a")).unwrap();
    drop(held);
    assert_eq!((names(&registry), heard.take()), (vec!["run".to_owned()], vec!["gone".to_owned()]), "by its guard");

    let held = registry.register(bundle("b")).unwrap();
    assert!(registry.register(bundle("c")).is_err(), "the name is taken");
    assert_eq!((names(&registry).len(), heard.take().len()), (3, 1), "a refused one");

    // The last one who knows the tool is the view that was called on.
    assert!(registry.call(ToolCall::new("bundle", "")).await.is_ok());
    drop(held);
    assert_eq!((heard.take().len(), names(&registry)), (1, vec!["run".to_owned()]), "the view is put away at once");

    registry.register(bundle("d")).unwrap().keep();
    registry.dispose().await;
    assert_eq!((names(&registry).len(), heard.take().len()), (0, 1), "with its scope");
}

// contract: R9
#[test]
fn the_program_tool_is_checked_like_every_other() {
    /// Run a program.
    #[tool]
    fn run_program(State(heard): State<Heard>) -> String {
        heard.take().join("\n")
    }
    struct Program<const MS: u64>;
    impl<const MS: u64> Tool for Program<MS> {
        type Args = tool_sdk::NoArgs;
        type Return = String;
        const SPEC: tool_sdk::ToolSpec = tool_sdk::ToolSpec::new("run_code", "Run a program.").timeout_ms(MS);
        async fn execute(&self, _: tool_sdk::NoArgs, _: &ToolContext) -> String {
            String::new()
        }
        fn needs(needs: &mut tool_sdk::Needs) {
            needs.state::<Heard>();
        }
    }
    let registry = Registry::new();
    let error = registry.set_program_tool(Program::<1>).unwrap_err();
    assert!(matches!(error, RegisterError::MissingState { .. }), "{error}");
    registry.provide(Heard::default()).unwrap();
    let error = registry.set_program_tool(Program::<0>).unwrap_err();
    assert!(matches!(error, RegisterError::ZeroTimeout { .. }), "{error}");
    assert!(registry.set_program_tool(RunProgram).is_err(), "another name");
    assert!(registry.register(Program::<1>).is_err(), "the reserved name");
    let first = registry.set_program_tool(Program::<1>).unwrap();
    assert!(registry.set_program_tool(Program::<1>).is_err(), "there is one");
    assert_eq!(names(&registry), ["run_code"]);
    drop(first);
    registry.register(Run).unwrap().keep();
    assert_eq!(names(&registry), ["run"]);
}
