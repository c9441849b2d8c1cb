//! `render = "started background job {job_id}"`: text with the names of fields in it.

use proc_macro2::Span;
use syn::{LitStr, Path};

use crate::attr::{Entries, Keyed};
use crate::diag::Diag;

/// How a value becomes what the model reads.
pub(crate) enum Render {
    Template { literal: LitStr, pieces: Vec<Piece> },
    With(Path),
}

#[derive(Debug, PartialEq)]
pub(crate) enum Piece {
    Text(String),
    /// A field by its name in Rust.
    Field(String),
}

impl Render {
    pub(crate) fn take(entries: &mut Entries<'_>, diag: &Diag) -> Option<Self> {
        let template = entries.string("render");
        let with = entries.path("render_with");
        if let (Some(_), Some(with)) = (&template, &with) {
            diag.at(with.key.span(), "`render_with` excludes `render`: keep one");
        }
        match (template, with) {
            (Some(Keyed { value: literal, .. }), _) => match parse(&literal.value()) {
                Ok(pieces) => Some(Self::Template { literal, pieces }),
                Err(why) => {
                    diag.on(&literal, why);
                    None
                }
            },
            (None, Some(with)) => Some(Self::With(with.value)),
            (None, None) => None,
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Template { literal, .. } => literal.span(),
            Self::With(path) => crate::attr::span_of(path),
        }
    }
}

pub(super) fn parse(template: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            text.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return Err("this template has a `}` that closes nothing: write `}}` for the character".to_owned());
        }
        let Some(end) = rest.find('}') else {
            return Err("this template has a `{` that is not closed: write `{{` for the character".to_owned());
        };
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Field(field_name(&rest[..end])?));
        rest = &rest[end + 1..];
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

fn field_name(inside: &str) -> Result<String, String> {
    let name = inside.trim();
    if name.is_empty() {
        return Err("a template names its fields: write `{field}`".to_owned());
    }
    if name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
        return Err(format!(
            "`{{{inside}}}` is no field: a template holds the names of fields and no formats; use `render_with`"
        ));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Piece, parse};

    #[test]
    fn text_and_fields_alternate() {
        let pieces = parse("{a} is {b_2}{{x}}").expect("a template");
        let field = |name: &str| Piece::Field(name.to_owned());
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(pieces, [field("a"), text(" is "), field("b_2"), text("{x}")]);
    }

    #[test]
    fn what_is_no_template_says_so() {
        for (template, says) in
            [("a {", "not closed"), ("a }", "closes nothing"), ("{}", "names its fields"), ("{a:?}", "no formats")]
        {
            assert!(parse(template).is_err_and(|why| why.contains(says)), "{template}");
        }
    }
}
