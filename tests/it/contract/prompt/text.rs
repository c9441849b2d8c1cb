use tool_sdk::ToolSchema;
use tool_sdk::prelude::*;
use tool_sdk::prompt::{PromptError, Section, Variables, band};

use super::{said, text, with_sections};

// contract: R3
#[test]
fn sections_stand_by_order_and_equals_as_they_came() {
    let sections = [
        Section::new("late", 1e300, "late"),
        Section::new("zero", 0.0, "zero"),
        Section::new("negative zero", -0.0, "negative zero"),
        Section::new("fraction", 0.5, "fraction"),
        Section::new("one", 1, "one"),
        Section::new("again one", 1.0, "again one"),
        Section::new("early", -1e300, "early"),
    ];
    assert_eq!(said(sections), "early\n\nzero\n\nnegative zero\n\nfraction\n\none\n\nagain one\n\nlate");
}

#[test]
fn the_bands_ascend() {
    let bands = [
        band::IDENTITY,
        band::PERSONA,
        band::PROGRAMS_ONLY,
        band::FILES,
        band::SEARCH,
        band::COMMANDS,
        band::JOBS,
        band::WEB,
        band::PROGRAM_TYPES,
        band::HOST,
    ];
    assert!(bands.is_sorted_by(|a, b| a < b), "{bands:?}");
}

#[test]
fn one_blank_line_stands_between_sections_that_say_something() {
    let sections = [
        Section::new("1", 1, "\n\r\n  first, indented\nline two\r\n\r\n"),
        Section::new("2", 2, ""),
        Section::new("3", 3, " \n\t\n"),
        Section::new("4", 4, "second\n"),
        Section::from_fn("5", 5, |_| None::<String>),
        Section::new("6", 6, "{{empty}}"),
    ];
    let variables = Variables::new().set("empty", "");
    let text = text(&with_sections(sections), &variables).unwrap();
    assert_eq!(text, "  first, indented\nline two\n\nsecond");
    assert_eq!(said([]), "");
}

#[test]
fn variables_are_replaced_and_their_values_not_looked_through() {
    let variables = Variables::new()
        .set("cwd", "/srv")
        .set("trick", "{{cwd}} {{ nothing")
        .set("a.b-c_1", "odd")
        .set("_", "low")
        .set("empty", "")
        .set("twice", "first")
        .set("twice", "second");
    for (written, read) in [
        ("in {{cwd}}.", "in /srv."),
        ("{{cwd}}{{cwd}}", "/srv/srv"),
        ("{{ cwd }} {{  cwd}}", "/srv /srv"),
        ("{{trick}}}}", "{{cwd}} {{ nothing}}"),
        ("{{a.b-c_1}} {{_}}", "odd low"),
        ("x{{empty}}y", "xy"),
        ("{{twice}}", "second"),
        ("ü{{cwd}}ü", "ü/srvü"),
        // What is no pair of double braces stays.
        ("a {{ lone", "a {{ lone"),
        ("{{cwd}} then {{", "/srv then {{"),
        ("}} {{", "}} {{"),
        ("{cwd} {{cwd} {", "{cwd} {{cwd} {"),
        ("}}", "}}"),
    ] {
        let text = text(&with_sections([Section::new("s", 1, written)]), &variables);
        assert_eq!(text.as_deref(), Ok(read), "{written}");
    }
}

#[test]
fn a_wrong_variable_is_an_error_that_names_section_line_and_variable() {
    let variables = Variables::new().set("cwd", "/srv").unset("branch");
    let error = |written: &str| text(&with_sections([Section::new("where", 1, written)]), &variables).unwrap_err();
    let (section, line) = ("where".to_owned(), 1);

    let unknown = error("in {{cdw}}");
    let variable = "cdw".to_owned();
    let near = Some("cwd".to_owned());
    assert_eq!(unknown, PromptError::Unknown { section: section.clone(), line, variable, near });
    assert_eq!(unknown.to_string(), "section `where`, line 1: there is no variable `cdw`; did you mean `cwd`?");

    let undefined = error("{{cwd}}\n\non {{branch}}");
    let variable = "branch".to_owned();
    assert_eq!(undefined, PromptError::Undefined { section: section.clone(), line: 3, variable });
    assert!(undefined.to_string().contains("`where`, line 3: variable `branch` has no value"), "{undefined}");

    for found in ["", " ", "a b", "1a", "{cwd", "cwd\n", "ü", "a{{b", "cwd|upper", "-a"] {
        let malformed = error(&format!("x {{{{{found}}}}}"));
        assert_eq!(malformed, PromptError::Malformed { section: section.clone(), line, found: found.to_owned() });
        assert!(malformed.to_string().contains(&format!("`where`, line 1: `{{{{{found}}}}}`")), "{malformed}");
    }
    let long = error(&format!("{{{{{}}}}}", "é ".repeat(1_000)));
    assert!(long.to_string().len() < 250, "{long}");

    let never = Variables::new().set("a b", "?");
    let error = text(&Registry::new(), &never).unwrap_err();
    assert_eq!(error, PromptError::IllegalVariable { variable: "a b".to_owned() });
}

#[test]
fn verbatim_text_may_hold_braces() {
    let written = "run: echo ${{ secrets.KEY }}\n{{cwd}}";
    assert_eq!(said([Section::new("file", 1, written).verbatim()]), written);
}

#[test]
fn one_complete_section_replaces_all_others() {
    let broken = || Section::from_fn("broken", 0, |_| -> String { panic!("nobody asks") });
    let whole = || Section::new("whole", 5, "Only {{this}}.").complete();
    let variables = Variables::new().set("this", "that");
    let registry = with_sections([broken(), Section::new("a", 1, "{{unknown}}"), whole()]);
    assert_eq!(text(&registry, &variables).as_deref(), Ok("Only that."));

    let second = registry.section(Section::new("rival", 2, "No, this.").complete()).unwrap();
    let error = text(&registry, &variables).unwrap_err();
    assert_eq!(error, PromptError::TwoComplete { first: "rival".to_owned(), second: "whole".to_owned() });
    second.dispose();

    // A scope below takes it back by shadowing it.
    let scope = registry.scope("below");
    scope.section(Section::new("rival", 2, "No, this.").complete()).unwrap().keep();
    scope.section(Section::new("whole", 5, "")).unwrap().keep();
    assert_eq!(text(&scope, &variables).as_deref(), Ok("No, this."));
}

#[test]
fn a_complete_section_with_nothing_to_say_steps_aside() {
    let quiet = Section::from_fn("quiet", 1, |_| None::<String>).complete();
    assert_eq!(said([Section::new("a", 1, "A."), quiet, Section::new("b", 2, "B.").complete()]), "B.");
    let quiet = Section::new("quiet", 1, "").complete();
    assert_eq!(said([Section::new("a", 1, "A."), quiet]), "A.");
}

/// Look at the weather.
#[tool]
fn look() -> String {
    "sunny".to_owned()
}

#[test]
fn a_function_is_shown_tools_and_variables() {
    let registry = with_sections([Section::from_fn("made", 1, |cx| {
        let names: Vec<&str> = cx.tools().iter().map(ToolSchema::name).collect();
        format!("{names:?} {} {} {:?} {{{{v}}}}", cx.sees("look"), cx.sees("loo"), cx.variable("v"))
    })]);
    registry.register(Look).unwrap().keep();
    let told = text(&registry, &Variables::new().set("v", "1"));
    assert_eq!(told.as_deref(), Ok(r#"["look"] true false Some("1") 1"#));
}

// contract: E6
#[test]
fn a_function_that_fails_is_an_error_that_names_its_section() {
    let failing = Section::from_fn("failing", 1, |_| Err::<String, _>("no engine for `code` mode"));
    let error = text(&with_sections([failing]), &Variables::new()).unwrap_err();
    assert_eq!(error.to_string(), "section `failing`: no engine for `code` mode");
    let panicking = Section::from_fn("panicking", 1, |_| -> String { panic!("oh") });
    let error = text(&with_sections([panicking]), &Variables::new()).unwrap_err();
    assert!(matches!(&error, PromptError::Section { section, .. } if section == "panicking"), "{error}");
}
