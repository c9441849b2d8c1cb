//! Templates of titles: fields, and parts that are left out with them.

use super::super::template::{self, Piece};

/// A part of a template.
#[derive(Debug, PartialEq)]
pub(crate) enum TitlePiece {
    Text(String),
    Field(String),
    /// `[ in {path}]` is left out when the field is absent.
    Open,
    Close,
}

/// A template in which `[…]` holds what is left out when a field in it is absent; `[[` and `]]` are brackets.
pub(super) fn title(text: &str) -> Result<Vec<TitlePiece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut open = false;
    while let Some(at) = rest.find(['[', ']']) {
        let (before, bracket) = rest.split_at(at);
        pieces.extend(fields(before)?);
        let doubled = bracket.starts_with("[[") || bracket.starts_with("]]");
        rest = &bracket[if doubled { 2 } else { 1 }..];
        match (doubled, &bracket[..1]) {
            (true, bracket) => pieces.push(TitlePiece::Text(bracket.to_owned())),
            (false, "[") if open => {
                return Err(
                    "a `[` within `[…]`: what may be left out does not nest, write `[[` for the character".to_owned()
                );
            }
            (false, "[") => pieces.push(TitlePiece::Open),
            (false, _) if !open => {
                return Err("this text has a `]` that closes nothing: write `]]` for the character".to_owned());
            }
            (false, _) => pieces.push(TitlePiece::Close),
        }
        open = if doubled { open } else { !open };
    }
    if open {
        return Err("this text has a `[` that is not closed: write `[[` for the character".to_owned());
    }
    pieces.extend(fields(rest)?);
    Ok(pieces)
}

fn fields(text: &str) -> Result<Vec<TitlePiece>, String> {
    let pieces = template::parse(text)?.into_iter().map(|piece| match piece {
        Piece::Text(text) => TitlePiece::Text(text),
        Piece::Field(name) => TitlePiece::Field(name),
    });
    Ok(pieces.collect())
}

#[cfg(test)]
mod tests {
    use super::{TitlePiece, title};

    #[test]
    fn what_may_be_left_out_stands_in_brackets() {
        let pieces = title("Glob {pattern}[ in {path}] [[x]]").expect("a title");
        let field = |name: &str| TitlePiece::Field(name.to_owned());
        let text = |text: &str| TitlePiece::Text(text.to_owned());
        let expected = [
            text("Glob "),
            field("pattern"),
            TitlePiece::Open,
            text(" in "),
            field("path"),
            TitlePiece::Close,
            text(" "),
            text("["),
            text("x"),
            text("]"),
        ];
        assert_eq!(pieces, expected);
        for (text, says) in [("[", "not closed"), ("]", "closes nothing"), ("[a[b]]", "does not nest")] {
            assert!(title(text).is_err_and(|why| why.contains(says)), "{text}");
        }
    }
}
