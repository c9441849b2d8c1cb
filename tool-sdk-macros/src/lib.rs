//! The macros of [`tool-sdk`](https://docs.rs/tool-sdk), which exports them again; use them from there.
//!
//! | macro | stands on | gives |
//! | --- | --- | --- |
//! | [`#[tool]`](macro@tool) | a function, or an `impl` block of hooks | a tool |
//! | [`#[derive(ToolArgs)]`](macro@ToolArgs) | a struct | the arguments of a tool |
//! | [`#[derive(ToolValue)]`](macro@ToolValue) | a struct or an enum | a value, or a part of arguments |
//! | `tools![…]` | tools | a set that registers as one |
//!
//! # Attributes
//!
//! `#[tool(…)]` stands on tools, types and variants, `#[arg(…)]` on fields and parameters, for arguments and values alike.
//!
//! | key | on | meaning |
//! | --- | --- | --- |
//! | `name = "…"` | tool | the name that a model calls; the function's name, or the type's in snake case |
//! | `description = "…"` | all | instead of the doc comment |
//! | `effect = read` | tool | what it does to the world: `read`, `write`, `destructive` or `external` |
//! | `idempotent` | tool | calling twice is calling once |
//! | `timeout = "30s"` | tool | how long a call may take: units `h`, `m`, `s` and `ms` |
//! | `drop_on_cancel` | asynchronous tool | after a cancel or at its timeout the body is dropped where it waits, instead of awaited |
//! | `no_repair` | tool | lossless mistakes of models are refused, not mended |
//! | `parallel` | tool | every call may overlap others; without it none does |
//! | `parallel_if = path` | tool | a pure `fn(&Args) -> bool` says which calls may |
//! | `blocking` | synchronous function | the body runs on the blocking pool |
//! | `render_with = path` | function tool, type, variant | a pure function of the value gives what a model reads |
//! | `render = "… {field} …"` | struct, variant | a template of it; `{{` and `}}` are braces |
//! | `deny(undocumented)` | function tool, type | every parameter or field has a description |
//! | `crate = path` | tool, type | where `tool_sdk` is, when it is renamed or exported again |
//! | `rename_all = "camelCase"` | type, variant | the case of variants and fields: `lowercase`, `UPPERCASE`, `snake_case`, `camelCase`, `PascalCase`, `kebab-case`, `SCREAMING_SNAKE_CASE` |
//! | `rename_all_fields = "…"` | enum | the case of fields alone |
//! | `tag = "kind"` | enum | variants are told apart by this key |
//! | `content = "value"` | enum with `tag` | their data stands under this key |
//! | `untagged` | enum | variants are told apart by their shapes, which may not overlap |
//! | `call = generic(…)` | function tool, arguments | the card of a pending call: `generic`, `terminal` or `diff`, see [cards](crate#cards) |
//! | `result = diff(…)` | value or meta that is a struct | the card of a call that has ended, see [cards](crate#cards) |
//! | `open` | struct | undeclared keys are accepted; arguments are always open |
//! | `check = path` | type | a `fn(&Self) -> Result<(), Invalid>` checks what no constraint can say |
//! | `no_new`, `no_setters` | arguments | without the constructor `new`, without the setters |
//! | `rename = "…"` | field, parameter, variant | the name on the wire |
//! | `alias = "…"` | field, parameter | another name, which repair accepts; may stand more than once |
//! | `default`, `default = …` | field, parameter | the value when the key is absent |
//! | `examples = [1, 2]` | field, parameter | literals that a model is shown |
//! | `min`, `max`, `exclusive_min`, `exclusive_max`, `multiple_of` | field, parameter | bounds of a number |
//! | `min_length`, `max_length`, `non_empty`, `not_blank` | field, parameter | bounds of a text, in characters; `non_empty` also of an array |
//! | `pattern = "…"` | field, parameter | a regular expression that ECMA-262 and Rust read alike |
//! | `format = "…"` | field, parameter | `date-time`, `date`, `uri`, `uuid`, `email`, `ipv4` or `ipv6` |
//! | `min_items`, `max_items`, `unique_items` | field, parameter | bounds of an array |
//! | `unit = "ms"` | field, parameter | a `Duration` is an integer of `ms` or `s` |
//! | `flatten` | field | the keys of a struct stand among ours |
//! | `rest` | field of an open struct | takes the keys that nothing declares |
//! | `skip` | field | is not on the wire, and has its default |
//!
//! # Cards
//!
//! What a person sees of a call can be declared by naming fields; a function, `present_call` or `present_result` of an `impl`
//! tool, is the other way. A text is a field or a template: `"Glob {pattern}[ in {path}]"` leaves out what stands in brackets when
//! the field in it is absent.
//!
//! | of a pending call | keys |
//! | --- | --- |
//! | `generic(…)` | `title` (needed), `kind = Search`, `raw_input` (all arguments) or `raw_input = field`, `content`, `locations = [path: line]` |
//! | `terminal(…)` | `title` (needed): the command, `description`, `cwd` |
//! | `diff(…)` | `title` and `diffs = [path: old => new]` (needed; `[path: new]` for what is only put in), `locations` |
//!
//! | of a result | keys |
//! | --- | --- |
//! | `generic(…)` | `title`, `content` |
//! | `terminal(…)` | `output` (needed), `exit_code`, `signal`, `title` |
//! | `diff(…)` | `diffs` (needed): a `Vec<FileDiff>`, `title` |
//! | `search(…)` | `matches` (a `Vec<FileMatches>`) or `paths`, and `total` (needed), `truncated`, `title` |
//! | `read(…)` | `path`, `offset`, `lines` (a `Vec<ReadLine>`), `total_lines` (needed), `lang`, `content`, `title` |
//! | `web(…)` | `sources` (a `Vec<Source>`) with `answer`, or `url` and `status_code`; `truncated`, `title` |
//!
//! A result declared on the meta that `presentation_meta` makes is read back from the session log; declared on the value of a tool
//! without that hook, the card itself is what the log keeps.
//!
//! ```
//! use tool_sdk::prelude::*;
//! use tool_sdk::present::Presenters;
//!
//! /// What was found.
//! #[derive(ToolValue)]
//! #[tool(result = search(paths = paths, total = total))]
//! struct Found {
//!     paths: Vec<String>,
//!     total: u64,
//! }
//!
//! /// Find files.
//! #[tool(call = generic(kind = Search, title = "Glob {pattern}[ in {path}]", locations = [path]))]
//! fn glob(
//!     /// What to look for.
//!     pattern: String,
//!     /// Where.
//!     path: Option<String>,
//! ) -> Found {
//!     Found { paths: vec![pattern], total: 1 }
//! }
//!
//! let presenters = Presenters::of::<Glob>();
//! assert_eq!(presenters.call("glob", r#"{"pattern":"*.rs"}"#).title(), "Glob *.rs");
//! assert_eq!(presenters.call("glob", r#"{"pattern":"*.rs","path":"src"}"#).title(), "Glob *.rs in src");
//! ```

mod attr;
mod check;
mod diag;
mod docs;
mod entry;
mod expand;
mod fallback;
mod model;
mod names;
mod paths;
mod pattern;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod testing;

use proc_macro::TokenStream;

use model::Derive;

/// Makes a tool of a function, or of an `impl` block that holds the hooks of a type.
///
/// On a function `read_file` it keeps the function and adds `struct ReadFile`, the tool, and `struct ReadFileArgs`, its typed
/// arguments. A parameter that is a reference, a tuple-struct pattern or marked `#[cx]` asks the call; every other one is an
/// argument. A doc comment on a parameter is its description.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// Repeat a text.
/// #[tool(effect = read, parallel)]
/// async fn repeat(
///     /// The text.
///     text: String,
///     /// How often.
///     #[arg(min = 1, max = 10, default = 2)]
///     times: u32,
///     cx: &ToolContext,
/// ) -> ToolResult<String> {
///     cx.check_cancelled()?;
///     Ok(text.repeat(times as usize))
/// }
///
/// assert_eq!(Repeat::SPEC.name, "repeat");
/// let args = RepeatArgs::new("ab").times(3);
/// assert_eq!((args.text.as_str(), args.times), ("ab", 3));
/// ```
///
/// On an `impl` block it keeps the block. `execute` is the body; `render`, `concurrency_safe`, `finalize_content`,
/// `presentation_meta`, `present_call` and `present_result` are pure functions beside it. `narrow` is asked of the instance, once,
/// when it registers: it leaves out of the declaration what this instance does not have. A helper belongs in an `impl` block of its
/// own, so that a misspelt hook is an error.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// struct Greet {
///     greeting: String,
/// }
///
/// #[derive(ToolArgs)]
/// struct GreetArgs {
///     /// Whom to greet.
///     #[arg(not_blank)]
///     name: String,
/// }
///
/// /// Greet somebody.
/// #[tool]
/// impl Greet {
///     async fn execute(&self, args: GreetArgs) -> String {
///         format!("{}, {}", self.greeting, args.name)
///     }
///
///     fn render(args: &GreetArgs, value: &str) -> String {
///         format!("{value} ({} characters)", args.name.len())
///     }
///
///     fn concurrency_safe(_: &GreetArgs) -> bool {
///         true
///     }
/// }
///
/// assert_eq!(Greet::SPEC.name, "greet");
/// # let _ = Greet { greeting: "Hello".to_owned() };
/// ```
///
/// The keys are in [the table of attributes](crate#attributes).
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    emit(entry::tool(attribute.into(), item.into()))
}

/// Makes a struct the arguments of a tool: an object with an open root, with `new(required…)` and a setter for each optional
/// field.
///
/// A field is required unless its type is an option or it has a default. What is spelt `Option<T>` has a setter that takes a
/// `T`; an alias of an option is a parameter of `new`.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// #[derive(ToolArgs)]
/// #[tool(check = in_order)]
/// struct LinesArgs {
///     /// Which file.
///     #[arg(non_empty, alias = "file_path")]
///     path: String,
///     /// First line.
///     #[arg(min = 1, default = 1)]
///     from: u32,
///     /// Last line; the end when absent.
///     to: Option<u32>,
/// }
///
/// fn in_order(args: &LinesArgs) -> Result<(), Invalid> {
///     match args.to {
///         Some(to) if to < args.from => Err(Invalid::at("to", "must not be less than `from`")),
///         _ => Ok(()),
///     }
/// }
///
/// let args = LinesArgs::new("a.txt").to(3);
/// assert_eq!((args.from, args.to), (1, Some(3)));
/// ```
///
/// The keys are in [the table of attributes](crate#attributes).
#[proc_macro_derive(ToolArgs, attributes(tool, arg))]
pub fn derive_tool_args(item: TokenStream) -> TokenStream {
    emit(entry::derive(item.into(), Derive::Args))
}

/// Makes a type a tool value: what a tool returns, or a part of its arguments or value.
///
/// | Rust | JSON |
/// | --- | --- |
/// | a struct with named fields | a closed object, open with `#[tool(open)]` |
/// | a tuple struct of one field | that field |
/// | an enum without data | one of some strings |
/// | an enum with `tag` | an object that names its variant under that key |
/// | an enum with `tag` and `content` | the same with the data under a second key |
/// | an enum with `untagged` | whatever fits exactly one variant |
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// How matches are reported.
/// #[derive(ToolValue)]
/// #[tool(rename_all = "snake_case")]
/// enum Mode {
///     Content,
///     Files,
/// }
///
/// #[derive(ToolValue)]
/// #[tool(tag = "kind", rename_all = "camelCase")]
/// enum Output {
///     #[tool(render = "started job {job_id}")]
///     Background { job_id: JobId },
///     Foreground { exit_code: Option<i32>, lines: Lines },
/// }
///
/// #[derive(ToolValue)]
/// struct JobId(#[arg(pattern = "^[a-z]+-\\d+$")] String);
///
/// #[derive(ToolValue)]
/// #[tool(untagged)]
/// enum Lines {
///     One(u32),
///     Range { from: u32, to: u32 },
/// }
///
/// #[derive(ToolValue)]
/// struct Page<T> {
///     items: Vec<T>,
///     next: Option<Box<Page<T>>>,
/// }
/// # fn main() {}
/// ```
///
/// The keys are in [the table of attributes](crate#attributes).
#[proc_macro_derive(ToolValue, attributes(tool, arg))]
pub fn derive_tool_value(item: TokenStream) -> TokenStream {
    emit(entry::derive(item.into(), Derive::Value))
}

/// What `tool_sdk::tools!` calls, after the path of its crate: `$crate; ReadFile, Grep`. A macro of that crate knows where it is,
/// also when it is renamed or exported again.
#[doc(hidden)]
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    entry::tools(input.into()).into()
}

fn emit(expansion: entry::Expansion) -> TokenStream {
    proc_macro2::TokenStream::from(expansion).into()
}

#[cfg(test)]
mod tests {
    use crate::attr::PLACES;

    #[test]
    fn every_key_stands_in_the_table_of_attributes() {
        let table: Vec<&str> = include_str!("lib.rs").lines().filter(|line| line.starts_with("//! | `")).collect();
        for key in PLACES.iter().flat_map(|place| place.keys) {
            let stands = |line: &&str| line.split('|').nth(1).is_some_and(|cell| names(cell).any(|name| name == *key));
            assert_eq!(table.iter().filter(|line| stands(line)).count(), 1, "`{key}` stands in one row");
        }
    }

    fn names(cell: &str) -> impl Iterator<Item = &str> {
        cell.split('`').skip(1).step_by(2).map(|code| code.split([' ', '(']).next().unwrap_or(code))
    }
}
