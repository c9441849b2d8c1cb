//! [`ToolValue`]: what can be an argument or a value.

use std::any::TypeId;

use super::rule::{Measure, Rule, rules_kept};
use super::shape::Shape;
use super::table::{Node, Ops, ops};
use super::violation::{Path, Violations};
use crate::content::Content;
use crate::json::{Encoder, Fail, Reader};
use crate::present::{CallView, ResultView};

/// A type that is an argument, a value, or a part of one: its JSON has a schema, and schema, decoder and encoder come from one
/// declaration (contract S1).
///
/// Derive it with [`ToolValue`](macro@crate::ToolValue) or, for the arguments of a tool, [`ToolArgs`](macro@crate::ToolArgs).
/// The methods are what the derives fill in; nobody else needs to.
///
/// | Rust | JSON |
/// | --- | --- |
/// | `bool`, `String`, `char`, `Box<str>`, `Arc<str>`, `Cow<'static, str>` | boolean, string, a string of one character |
/// | `i8 … i64`, `u8 … u64`, `isize`, `usize` | integer; the ends of the type are enforced (decision D27) |
/// | `f32`, `f64` | number, always finite |
/// | `PathBuf` | string; a path that is no Unicode text is refused in values |
/// | `Option<T>` as a field | the key may be absent; elsewhere the value or `null` (decision D28) |
/// | [`Nullable<T>`](crate::Nullable) | the value or `null`, and the key is always there |
/// | `Vec<T>`, `VecDeque<T>`, `[T; N]` | array, of exactly `N` items |
/// | `HashSet<T>`, `BTreeSet<T>` | array of different items; a hash set is written in the order of its texts |
/// | `HashMap<String, T>`, `BTreeMap<String, T>` | object with free keys; a hash map is written sorted |
/// | `Box<T>`, `Arc<T>` | as `T` |
/// | `()` | `null` |
/// | [`Value`](serde_json::Value), [`JsonMap`](crate::JsonMap) | any JSON, any object |
/// | `Duration` as a field with `#[arg(unit = "ms")]` or `"s"` | non-negative integer |
/// | `url::Url`, `uuid::Uuid`, `chrono` and `jiff` types, behind the features of those names | string with its `format` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool value",
    label = "no schema is known for this type",
    note = "derive `ToolValue` for a type of your own; integers have at most 64 bits, maps have `String` keys, a tuple is a struct or `[T; N]`, a `Duration` needs `#[arg(unit = \"ms\")]`",
    note = "a parameter that asks the call and not the model is written `&ToolContext`, `State(x): State<T>` or `#[cx]`"
)]
pub trait ToolValue: Sized + Send + Sync + 'static {
    /// Which kinds of JSON value the type has, as bits of [`kinds`](super::shape::kinds).
    #[doc(hidden)]
    const KINDS: u8;
    /// The strings of an enum of unit variants; empty when any string is admitted.
    #[doc(hidden)]
    const LITERALS: &'static [&'static str] = &[];
    /// The type seen one level deep, for the overlap check of unions.
    #[doc(hidden)]
    const SHAPE: Shape = Shape::of(Self::KINDS, Self::LITERALS);
    /// Whether a field of this type may be absent.
    #[doc(hidden)]
    const OPTIONAL: bool = false;
    /// The card that `#[tool(result = …)]` declares.
    #[doc(hidden)]
    const RESULT: Option<fn(&Self) -> ResultView> = None;
    /// Whether [`check`](Self::check) can find nothing, so that containers need not ask.
    #[doc(hidden)]
    const INERT: bool = false;

    /// The functions of the type, for tables.
    #[doc(hidden)]
    const OPS: &'static Ops = ops::<Self>();

    /// The table of the type.
    #[doc(hidden)]
    fn node() -> &'static Node;

    /// The table of a field of this type: without the `null` of an option.
    #[doc(hidden)]
    fn field_node() -> &'static Node {
        Self::node()
    }

    /// Which type a recursive schema refers to; pointers answer for what they point at.
    #[doc(hidden)]
    fn identity() -> TypeId {
        TypeId::of::<Self>()
    }

    /// [`identity`](Self::identity) of [`field_node`](Self::field_node).
    #[doc(hidden)]
    fn field_identity() -> TypeId {
        Self::identity()
    }

    /// Reads a value; rules are checked afterwards, by [`check`](Self::check).
    #[doc(hidden)]
    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail>;

    /// Reads the value of a key that is there.
    #[doc(hidden)]
    fn decode_field(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Self::decode(reader)
    }

    /// The value of a key that is not there.
    #[doc(hidden)]
    fn absent() -> Option<Self> {
        None
    }

    /// Whether a key with this value is left out.
    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        false
    }

    /// Writes the value.
    #[doc(hidden)]
    fn encode(&self, out: &mut Encoder);

    /// Writes the value of a key that is there.
    #[doc(hidden)]
    fn encode_field(&self, out: &mut Encoder) {
        self.encode(out);
    }

    /// Finds what the type system cannot exclude: broken rules, numbers that JSON cannot hold, what the author's `check` says.
    #[doc(hidden)]
    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        let _ = (at, out);
    }

    /// What rules of a field look at.
    #[doc(hidden)]
    fn measure(&self) -> Measure<'_> {
        Measure::Nothing
    }

    /// Whether the value keeps the rules of its field, as far as [`measure`](Self::measure) tells.
    #[doc(hidden)]
    fn keeps(&self, rules: &[Rule]) -> bool {
        rules_kept(rules, self.measure())
    }

    /// What a model reads of the value unless the tool says otherwise: a string as it is, else pretty JSON, or what
    /// `#[tool(render = "…")]` and `#[tool(render_with = …)]` declare.
    #[doc(hidden)]
    fn render(&self) -> Content {
        default_render(self)
    }
}

/// Pretty JSON.
pub fn default_render<T: ToolValue>(value: &T) -> Content {
    let mut out = Encoder::pretty();
    value.encode(&mut out);
    out.into_content()
}

/// The arguments of a tool: an object with an open root (contract S3).
///
/// Derive it with [`ToolArgs`](macro@crate::ToolArgs) on a struct with named fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "arguments are a struct that derives `ToolArgs`",
    note = "put a value that is no object into a field of such a struct"
)]
pub trait ToolArgs: ToolValue {
    /// The card that `#[tool(call = …)]` declares.
    #[doc(hidden)]
    const CALL: Option<fn(&Self) -> CallView> = None;
}

/// No arguments.
impl ToolArgs for NoArgs {}

/// The arguments of a tool that takes none: an object without declared keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoArgs {}

const NO_ARGS: &super::table::Object = &super::table::Object::new("NoArgs", "", &[]).open();

impl ToolValue for NoArgs {
    const KINDS: u8 = super::shape::kinds::OBJECT;
    const SHAPE: Shape = Shape::object(true, &[]);
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::Object(*NO_ARGS) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        reader.object(NO_ARGS, &mut []).map(|()| Self {})
    }

    fn encode(&self, out: &mut Encoder) {
        out.object(NO_ARGS, &[]);
    }
}
