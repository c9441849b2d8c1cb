//! What the macros refuse, by what they say and on which token. The types that only the compiler can judge are in the ui tests.

use crate::entry;
use crate::testing::expand;

/// Asserts the errors of a source, each as a part of its message and the text it points at, and that what stands in for the
/// item is still Rust.
#[track_caller]
fn refused(source: &str, expected: &[(&str, &str)]) {
    let expansion = expand(source);
    let found: Vec<_> = expansion
        .errors
        .iter()
        .map(|error| (error.to_string(), error.span().source_text().unwrap_or_default()))
        .collect();
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|((message, token), (part, at))| message.contains(part) && token == at);
    assert!(fits, "{source}\nfound {found:#?}\nexpected {expected:#?}");
    for (message, _) in &found {
        assert!(!message.ends_with('.') && !message.starts_with(char::is_uppercase), "house style: {message}");
    }
    syn::parse2::<syn::File>(expansion.tokens).expect("what stands in for the item is Rust");
}

/// A documented function tool with these attribute arguments and parameters.
fn function(arguments: &str, parameters: &str) -> String {
    format!("/// Doc.\n#[tool({arguments})]\nasync fn read(file: String, {parameters}) -> u32 {{ 0 }}")
}

/// A documented impl tool with a sound `execute` and these hooks.
fn hooks(hooks: &str) -> String {
    format!("/// Doc.\n#[tool]\nimpl Edit {{ async fn execute(&self, args: Args) -> u32 {{ 0 }} {hooks} }}")
}

fn args(attribute: &str, fields: &str) -> String {
    format!("#[derive(ToolArgs)]\n#[tool({attribute})]\nstruct Args {{ {fields} }}")
}

fn value(attribute: &str, variants: &str) -> String {
    format!("#[derive(ToolValue)]\n#[tool({attribute})]\nenum Value {{ {variants} }}")
}

#[test]
fn a_tool_is_described() {
    refused("#[tool] fn read() {}", &[("needs a description", "read")]);
    refused("#[tool] impl Edit { fn execute(&self) {} }", &[("needs a description", "Edit")]);
    refused("/// Doc.\n#[tool(description = \" \")] fn read() {}", &[("needs a description", "\" \"")]);
    refused(&function("deny(undocumented)", "/// Doc.\n b: u32"), &[("`file` has no description", "file")]);
    refused(&args("deny(undocumented)", "a: u32"), &[("`a` has no description", "a")]);
    refused(&function("deny(undocumentd)", "/// Doc.\n b: u32"), &[("did you mean `undocumented`", "undocumentd")]);
}

#[test]
fn keys_are_known_and_stand_once() {
    refused(&function("", "#[arg(minn = 1)] b: u32"), &[("did you mean `min`", "minn")]);
    refused(&function("", "#[arg(colour = 1)] b: u32"), &[("takes `description`", "colour")]);
    refused(&function("nme = \"x\"", ""), &[("did you mean `name`", "nme")]);
    refused(&function("rename_all = \"x\"", ""), &[("belongs in `#[tool(…)]` on a type", "rename_all")]);
    refused(&function("", "#[arg(min = 1, min = 2)] b: u32"), &[("stands twice", "min")]);
    refused(&function("", "#[arg(min = 1)] #[arg(min = 2)] b: u32"), &[("stands twice", "min")]);
    refused(&function("", "#[tool(min = 1)] b: u32"), &[("the attribute is `#[arg(…)]`", "tool")]);
    refused(&args("rename_all = \"camel\"", "a: u32"), &[("unknown `rename_all` `camel`", "\"camel\"")]);
    refused(&function("", "#[arg(min = \"1\")] b: u32"), &[("`min` takes a number", "\"1\"")]);
    refused(&function("", "#[arg(min_length = -1)] b: String"), &[("takes a count", "-1")]);
    refused(&function("", "#[arg(non_empty = true)] b: String"), &[("takes no value", "true")]);
    refused(&function("", "#[arg(pattern)] b: String"), &[("`pattern = …`", "pattern")]);
    refused(&function("", "#[arg(format = \"e-mail\")] b: String"), &[("did you mean `email`", "\"e-mail\"")]);
    refused(&function("", "#[arg(examples = [f()])] b: u32"), &[("an example is a literal", "f()")]);
    refused("/// Doc.\n#[tool]\n#[tool(parallel)]\nfn read() {}", &[("stands twice", "#[tool(parallel)]")]);
}

#[test]
fn constraints_leave_a_value() {
    refused(&function("", "#[arg(min = 5, max = 3)] b: u32"), &[("at least 5 and at most 3", "3")]);
    refused(&function("", "#[arg(exclusive_min = 3, max = 3)] b: u32"), &[("at most 3 and more than 3", "3")]);
    refused(&function("", "#[arg(min = 1, exclusive_min = 0)] b: u32"), &[("excludes `min`", "0")]);
    refused(&function("", "#[arg(min_length = 3, max_length = 2)] b: String"), &[("at least 3 and at most 2", "2")]);
    refused(&function("", "#[arg(min_items = 3, max_items = 2)] b: Vec<u32>"), &[("at least 3 and at most 2", "2")]);
    refused(&function("", "#[arg(non_empty, max_length = 0)] b: String"), &[("no value keeps both", "non_empty")]);
    refused(&function("", "#[arg(multiple_of = 0)] b: u32"), &[("more than zero", "0")]);
    refused(&function("", "#[arg(pattern = \"(\")] b: String"), &[("the regular expression is invalid", "\"(\"")]);
    refused(&function("", r#"#[arg(pattern = "a\\s")] b: String"#), &[(r"write `[ \t\r\n]`", r#""a\\s""#)]);
}

#[test]
fn literals_keep_the_constraints() {
    refused(&function("", "#[arg(min = 1, default = 0)] b: u32"), &[("the default breaks `min`: at least 1", "0")]);
    refused(&function("", "#[arg(max = -1.5, default = -1)] b: f64"), &[("at most -1.5", "-1")]);
    refused(&function("", "#[arg(multiple_of = 5, default = 7)] b: u32"), &[("breaks `multiple_of`", "7")]);
    refused(&function("", "#[arg(max_length = 2, default = \"größe\")] b: String"), &[("at most 2", "\"größe\"")]);
    refused(&function("", "#[arg(pattern = \"^a\", default = \"b\")] b: String"), &[("breaks `pattern`", "\"b\"")]);
    refused(&function("", "#[arg(min = 2, examples = [1, 2])] b: u32"), &[("this example breaks `min`", "1")]);
}

#[test]
fn names_are_fit_and_taken_once() {
    refused(&function("name = \"my tool\"", ""), &[("`my tool` is no name", "\"my tool\"")]);
    refused("/// Doc.\n#[tool] fn run_code() {}", &[("reserved", "run_code")]);
    refused(&args("", "a: u32, #[arg(rename = \"a\")] b: u32"), &[("taken by the field `a`", "\"a\"")]);
    refused(&args("", "a: u32, #[arg(alias = \"a\")] b: u32"), &[("taken by the field `a`", "\"a\"")]);
    refused(&args("", "#[arg(alias = \"\")] b: u32"), &[("an alias is not empty", "\"\"")]);
    refused(&args("", "#[arg(rename = \"größe\")] b: u32"), &[("no name for a property", "\"größe\"")]);
    refused(&args("rename_all = \"lowercase\"", "a_b: u32, ab: u32"), &[("taken by the field `a_b`", "ab")]);
    refused(&value("tag = \"k\"", "A { x: u32 }, #[tool(rename = \"A\")] B"), &[("`A` and `B` are both `A`", "\"A\"")]);
    refused(&value("tag = \"k\"", "A { k: u32 }"), &[("the name of the tag", "k")]);
    refused(&value("tag = \"k\", content = \"k\"", "A { x: u32 }"), &[("is the tag already", "\"k\"")]);
    refused(&value("", "A, #[tool(rename = \"A\")] B"), &[("are both `A`", "\"A\"")]);
}

#[test]
fn templates_name_fields() {
    let template = |text: &str| {
        format!(
            "#[derive(ToolValue)]\n#[tool(render = {text})]\nstruct A {{ path: String, #[arg(rename = \"n\")] number: u32 }}"
        )
    };
    refused(&template("\"Edit {pth}\""), &[("no field `pth`, did you mean `path`", "\"Edit {pth}\"")]);
    refused(&template("\"Edit {n}\""), &[("did you mean `number`", "\"Edit {n}\"")]);
    refused(&template("\"Edit {\""), &[("not closed", "\"Edit {\"")]);
    refused(&template("\"{x} {y}\""), &[("no field `x`", "\"{x} {y}\""), ("no field `y`", "\"{x} {y}\"")]);
    refused(&value("tag = \"k\"", "#[tool(render = \"{a}\")] A(B)"), &[("no named fields here", "\"{a}\"")]);
    refused(&args("render = \"x\"", "a: u32"), &[("arguments are not rendered", "\"x\"")]);
}

#[test]
fn enums_say_how_their_variants_are_told_apart() {
    refused("#[derive(ToolValue)] enum A { B(u32), C }", &[("say how they are told apart", "A")]);
    refused("#[derive(ToolValue)] enum A {}", &[("without variants", "A")]);
    refused(&value("untagged", "A(u32), B"), &[("`B` has no data", "B")]);
    refused(&value("untagged", "#[tool(rename = \"x\")] A(u32)"), &[("leave `rename` out", "\"x\"")]);
    refused(&value("untagged, tag = \"k\"", "A(u32)"), &[("`untagged` excludes `tag`", "untagged")]);
    refused(&value("content = \"c\"", "A(u32)"), &[("`content` needs a `tag`", "content")]);
    refused(&value("tag = \"k\"", "A(u32, u32)"), &[("2 unnamed fields", "A")]);
    refused(&value("tag = \"k\", open", "A(B)"), &[("are closed", "open")]);
    refused(&value("no_new", "A"), &[("stands on arguments", "no_new")]);
}

#[test]
fn arguments_are_an_object() {
    refused("#[derive(ToolArgs)] enum Args { A }", &[("put the enum in a field", "enum")]);
    refused("#[derive(ToolArgs)] struct Args(String);", &[("named fields", "Args")]);
    refused("#[derive(ToolValue)] struct Pair(u32, u32);", &[("named fields", "Pair")]);
    refused("#[derive(ToolValue)] union Both { a: u32 }", &[("write an enum", "union")]);
    refused("#[derive(ToolValue)] struct Ref<'a> { a: &'a str }", &[("leave the lifetime out", "'a")]);
}

#[test]
fn types_that_no_value_has_are_refused_by_their_form() {
    refused(&function("", "b: Box<dyn Fn()>"), &[("code and pointers", "dyn Fn()")]);
    refused("#[derive(ToolValue)] struct A { a: fn() }", &[("code and pointers", "fn()")]);
    refused(&function("", "b: (u32, String)"), &[("`[T; N]`", "(u32, String)")]);
    refused(&function("", "b: Vec<(u32, String)>"), &[("`[T; N]`", "(u32, String)")]);
    refused(&function("", "b: impl Into<String>"), &[("name the type", "impl Into<String>")]);
    refused(&function("", "b: Context<'_>"), &[("`#[cx]`", "Context<'_>")]);
    refused("/// Doc.\n#[tool] fn read() -> (u32, u32) { (1, 2) }", &[("`[T; N]`", "(u32, u32)")]);
    refused("/// Doc.\n#[tool] fn read() -> impl Into<String> { \"\" }", &[("name the type", "impl Into<String>")]);
}

#[test]
fn fields_have_one_role() {
    refused(&args("", "#[arg(flatten, skip)] a: A"), &[("excludes `flatten`", "skip")]);
    refused(&args("", "#[arg(flatten, min = 1)] a: A"), &[("says nothing about it", "min")]);
    refused(&args("", "#[arg(rest, default)] a: JsonMap"), &[("says nothing about it", "default")]);
    refused(&args("", "#[arg(skip, rename = \"b\")] a: u32"), &[("no name to change", "\"b\"")]);
    refused(&args("", "#[arg(rest)] a: JsonMap, #[arg(rest)] b: JsonMap"), &[("keep one `rest`", "rest")]);
    refused("#[derive(ToolValue)] struct A { #[arg(rest)] a: JsonMap }", &[("`#[tool(open)]`", "rest")]);
    refused("#[derive(ToolValue)] struct A(#[arg(default)] u32);", &[("stands on named fields", "default")]);
    refused(&function("", "#[arg(unit = \"minutes\")] b: Duration"), &[("it is `ms` or `s`", "\"minutes\"")]);
}

#[test]
fn functions_have_the_form_of_a_tool() {
    refused("/// Doc.\n#[tool] fn read(&self) {}", &[("no `self`", "&self")]);
    refused("/// Doc.\n#[tool] unsafe fn read() {}", &[("is not unsafe", "unsafe")]);
    refused("/// Doc.\n#[tool] extern \"C\" fn read() {}", &[("leave `extern` out", "extern \"C\"")]);
    refused("/// Doc.\n#[tool] const fn read() {}", &[("is not `const`", "const")]);
    refused("/// Doc.\n#[tool] fn read<T: Clone>(a: T) {}", &[("generic type", "T: Clone")]);
    refused("/// Doc.\n#[tool] fn read<'a>(cx: &'a ToolContext) {}", &[("leave it out", "'a")]);
    refused(&function("", "(a, b): (u32, u32)"), &[("write `name: Type`", "(a, b)")]);
    refused(&function("", "_: u32"), &[("instead of `_`", "_")]);
    refused(&function("", "#[arg(min = 1)] cx: &ToolContext"), &[("asks the call", "#[arg(min = 1)]")]);
    refused(&function("timeout = \"0s\"", ""), &[("above zero", "\"0s\"")]);
    refused(&function("timeout = \"soon\"", ""), &[("no duration", "\"soon\"")]);
    refused(&function("effect = wite", ""), &[("did you mean `write`", "wite")]);
    refused(&function("blocking", ""), &[("`async` out", "blocking")]);
    refused(&function("parallel, parallel_if = f", ""), &[("excludes `parallel`", "parallel_if")]);
}

#[test]
fn the_attribute_stands_on_functions_and_impl_blocks() {
    refused("#[tool] enum A { B }", &[("not on an enum; on a type it stands below", "enum")]);
    refused("#[tool] struct A;", &[("not on a struct", "struct")]);
    refused("#[tool] trait A {}", &[("not on a trait", "trait")]);
    refused("#[tool] const A: u32 = 1;", &[("not on a constant", "const")]);
    refused("/// Doc.\n#[tool] impl Clone for A { fn execute(&self) {} }", &[("of its own", "Clone")]);
}

#[test]
fn an_impl_holds_hooks_of_the_right_form() {
    refused(&hooks("fn rendr(a: &Args, v: &u32) -> Content { c }"), &[("did you mean `render`", "rendr")]);
    refused(&hooks("fn helper(&self) {}"), &[("an `impl` block of its own", "helper")]);
    refused(&hooks("const A: u32 = 1;"), &[("holds hooks only", "const A: u32 = 1;")]);
    refused(&hooks("async fn render(a: &Args, v: &u32) -> Content { c }"), &[("is not async", "async")]);
    refused(&hooks("fn render(&self, a: &Args, v: &u32) -> Content { c }"), &[("takes no `self`", "self")]);
    refused(
        &hooks("fn render(a: &Args, v: &u32, cx: &ToolContext) -> Content { c }"),
        &[("no more than it shows", "cx")],
    );
    refused(&hooks("fn render(a: &Args) -> Content { c }"), &[("lacks a parameter", "render")]);
    refused(&hooks("fn render(a: Args, v: &u32) -> Content { c }"), &[("write a `&` reference", "Args")]);
    refused(&hooks("fn render(a: &Args, v: &u32) {}"), &[("returns nothing", "render")]);
    refused(&hooks("#[cfg(x)] fn concurrency_safe(a: &Args) -> bool { true }"), &[("leave `#[cfg]` out", "#[cfg(x)]")]);
    refused("/// Doc.\n#[tool] impl Edit {}", &[("has no body", "Edit")]);
    refused("/// Doc.\n#[tool] impl Edit { fn exectue(&self) {} }", &[("did you mean `execute`", "exectue")]);
    refused("/// Doc.\n#[tool] impl Edit { fn execute(&mut self) {} }", &[("takes `&self`", "&mut self")]);
    refused("/// Doc.\n#[tool] impl Edit { fn execute() {} }", &[("takes `&self`", "execute")]);
    refused(
        "/// Doc.\n#[tool] impl Edit { fn execute(&self, a: Args, b: u32) {} }",
        &[("one value of arguments", "b")],
    );
    let twice = "/// Doc.\n#[tool(parallel)] impl Edit { fn execute(&self) {} fn concurrency_safe(a: &NoArgs) -> bool { true } }";
    refused(twice, &[("excludes the hook", "parallel")]);
}

#[test]
fn several_mistakes_are_reported_in_one_go() {
    let source = "#[tool(name = \"my tool\", timeout = \"soon\")]\nasync fn read(#[arg(minn = 1)] a: u32, #[arg(max = 3, default = 5)] b: u32) {}";
    refused(
        source,
        &[
            ("needs a description", "read"),
            ("no duration", "\"soon\""),
            ("did you mean `min`", "minn"),
            ("no name for a tool", "\"my tool\""),
            ("the default breaks `max`", "5"),
        ],
    );
}

#[test]
fn an_impl_of_a_trait_is_one_mistake() {
    refused(
        "/// Doc.\n#[tool]\nimpl Default for Edit { fn default() -> Self { Self } }",
        &[("block of its own", "Default")],
    );
}

#[test]
fn a_lint_on_parameters_stands_where_parameters_are() {
    let source = "/// Doc.\n#[tool(deny(undocumented))]\nimpl Edit { fn execute(&self) -> u32 { 0 } }";
    refused(source, &[("on a function tool or a type", "deny")]);
}

#[test]
fn a_null_has_one_meaning() {
    refused(
        &args("open_", "a: Option<Nullable<u32>>"),
        &[("unknown key", "open_"), ("whose `null`", "Option<Nullable<u32>>")],
    );
}

#[test]
fn a_set_of_tools_is_not_empty() {
    let tokens = entry::tools(quote::quote!(tool_sdk;)).to_string();
    assert!(tokens.contains("compile_error") && tokens.contains("name at least one"), "{tokens}");
    syn::parse_str::<syn::Expr>(&tokens).expect("errors of an expression are one");
}

#[test]
fn only_what_waits_can_be_dropped() {
    refused("/// Doc.\n#[tool(drop_on_cancel)] fn read() {}", &[("`drop_on_cancel` drops a body", "drop_on_cancel")]);
    refused(
        "/// Doc.\n#[tool(drop_on_cancel)] impl Edit { fn execute(&self) {} }",
        &[("`drop_on_cancel` drops a body", "drop_on_cancel")],
    );
}
