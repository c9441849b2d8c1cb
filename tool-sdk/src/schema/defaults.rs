//! Defaults: how a literal becomes the type of its field, and what can be refused while the program is compiled (contract S8).

use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

use super::rule::{Num, Rule};

/// What may stand behind `default =` for a field of type `T`: a `T`, or a string literal for the types made of text.
#[diagnostic::on_unimplemented(message = "the default of this field is a `{T}`, found `{Self}`", label = "not a `{T}`")]
pub trait IntoDefault<T> {
    /// The default.
    fn into_default(self) -> T;
}

impl<T> IntoDefault<T> for T {
    fn into_default(self) -> T {
        self
    }
}

macro_rules! from_text {
    ($($type:ty),*) => { $(
        impl IntoDefault<$type> for &'static str {
            fn into_default(self) -> $type {
                self.into()
            }
        }
    )* };
}

from_text!(String, PathBuf, Cow<'static, str>, Box<str>, Arc<str>);

/// The default as the type of its field.
pub fn default_into<T, D: IntoDefault<T>>(value: D) -> T {
    value.into_default()
}

/// What a bare `default` asks of the type of its field.
#[diagnostic::on_unimplemented(
    message = "`default` alone is `Default::default()`, which `{Self}` does not have",
    label = "`{Self}` has no default of its own",
    note = "write the value, `default = …`, or derive `Default` for the type"
)]
pub trait BareDefault {
    /// The default.
    fn bare_default() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> BareDefault for T {
    fn bare_default() -> T {
        T::default()
    }
}

/// The default of a field that says no more than `default`.
pub fn bare_default<T: BareDefault>() -> T {
    T::bare_default()
}

/// A constant whose type the macro does not know.
pub trait Constant {
    /// The type of the field.
    type Of;
    /// The default.
    const VALUE: Self::Of;
}

/// Asks whether a constant is a number: the inherent constant exists for the primitive numbers alone, everything else falls back
/// to [`NotNumber`]. So an alias of a number is seen, and a newtype is left to registration.
pub struct Number<C, T>(PhantomData<(C, T)>);

/// The fallback of [`Number`].
pub trait NotNumber {
    /// No number.
    const PARTS: Option<(i128, f64)> = None;
}

impl<T> NotNumber for T {}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl<C: Constant<Of = $number>> Number<C, $number> {
            /// The constant, cut to an integer and rounded to a double.
            pub const PARTS: Option<(i128, f64)> = Some((C::VALUE as i128, C::VALUE as f64));
        }
    )* };
}

numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64);

/// Stops the compilation when a constant default breaks a numeric rule.
#[track_caller]
pub const fn assert_default_number(parts: Option<(i128, f64)>, rules: &[Rule]) {
    let Some((int, float)) = parts else { return };
    let mut i = 0;
    while i < rules.len() {
        let (broken, message) = match rules[i] {
            Rule::Min(n) => (below(int, float, n, false), "the default is less than `min`"),
            Rule::Max(n) => (above(int, float, n, false), "the default is more than `max`"),
            Rule::ExclusiveMin(n) => (below(int, float, n, true), "the default is not more than `exclusive_min`"),
            Rule::ExclusiveMax(n) => (above(int, float, n, true), "the default is not less than `exclusive_max`"),
            Rule::MultipleOf(Num::Int(n)) => {
                (n != 0 && int as f64 == float && int % n != 0, "the default is no multiple of `multiple_of`")
            }
            _ => (false, ""),
        };
        assert!(!broken, "{}", message);
        i += 1;
    }
}

const fn below(int: i128, float: f64, bound: Num, or_equal: bool) -> bool {
    match bound {
        Num::Int(n) => (int < n && float < n as f64) || (or_equal && int == n && float == n as f64),
        Num::Float(n) => float < n || (or_equal && float == n),
    }
}

const fn above(int: i128, float: f64, bound: Num, or_equal: bool) -> bool {
    match bound {
        Num::Int(n) => (int > n && float > n as f64) || (or_equal && int == n && float == n as f64),
        Num::Float(n) => float > n || (or_equal && float == n),
    }
}

/// Stops the compilation when a text default breaks a rule of length; patterns are tried when the tool registers.
#[track_caller]
pub const fn assert_default_text(text: &str, rules: &[Rule]) {
    let length = characters(text);
    let mut i = 0;
    while i < rules.len() {
        match rules[i] {
            Rule::MinLength(n) => assert!(length >= n, "the default is shorter than `min_length`"),
            Rule::MaxLength(n) => assert!(length <= n, "the default is longer than `max_length`"),
            Rule::NonEmpty => assert!(length > 0, "the default is empty under `non_empty`"),
            Rule::NotBlank => assert!(!is_blank(text), "the default is blank under `not_blank`"),
            _ => {}
        }
        i += 1;
    }
}

const fn characters(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut i, mut n) = (0, 0);
    while i < bytes.len() {
        // Every byte but the continuation bytes begins a character.
        if bytes[i] & 0b1100_0000 != 0b1000_0000 {
            n += 1;
        }
        i += 1;
    }
    n
}

const fn is_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if !matches!(bytes[i], b' ' | b'\t'..=b'\r') {
            return false;
        }
        i += 1;
    }
    true
}
