//! The dialect of `pattern`: what ECMA-262 and our engine read alike (decision D36), so that a model's side and ours give one verdict.
//!
//! The macro crate compiles this same file, so that a pattern is refused at compile time by the words that would refuse it at
//! run time. It therefore uses std and `regex-lite` alone.
//!
//! | admitted | read as |
//! | --- | --- |
//! | `\d \D \w \W \b \B` | ASCII digits, words and word boundaries, in both engines |
//! | `\n \r \t \f \v`, `\xHH`, `\uHHHH` | one character |
//! | `\` and punctuation | that character |
//! | `[a-z_]`, `[^a-z]` | explicit classes |
//! | `( )`, `(?: )`, `\|` | groups and alternatives |
//! | `* + ? {n} {n,} {n,m}`, each also lazy | repetition |
//! | `^ $` | the ends of the whole text |
//! | `.` | written as `[^\n]` |

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use regex_lite::Regex;

/// Why a pattern is refused: what is wrong and what to write instead, and the byte where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternError {
    /// The reason, without a full stop.
    pub(crate) message: String,
    /// The byte of the pattern that the reason speaks of.
    pub(crate) offset: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.offset)
    }
}

/// Checks that a pattern lies in the dialect and gives its form for the wire and for [`regex_lite`], where both agree on it.
/// A translated pattern is translated to itself.
pub(crate) fn translate(pattern: &str) -> Result<String, PatternError> {
    let translated = Translator::new(pattern).run()?;
    match Regex::new(&translated) {
        Ok(_) => Ok(translated),
        Err(error) => Err(refuse(0, error.to_string())),
    }
}

/// The engine's form of a pattern of the dialect.
pub(crate) fn compile(pattern: &str) -> Result<Regex, PatternError> {
    let translated = translate(pattern)?;
    Regex::new(&translated).map_err(|error| refuse(0, error.to_string()))
}

fn refuse(offset: usize, message: impl Into<String>) -> PatternError {
    PatternError { message: message.into(), offset }
}

/// What stands before the place that is read next, as far as a quantifier cares.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Nothing that could be repeated: the start, `(` or `|`.
    Nothing,
    /// An anchor or a word boundary, which ECMA-262 does not repeat.
    Boundary,
    /// Something that can be repeated.
    Atom,
    /// A quantifier.
    Quantifier,
}

struct Translator<'p> {
    pattern: &'p str,
    rest: Peekable<CharIndices<'p>>,
    out: String,
    open_groups: Vec<usize>,
    before: Before,
}

impl<'p> Translator<'p> {
    fn new(pattern: &'p str) -> Self {
        let rest = pattern.char_indices().peekable();
        Self {
            pattern,
            rest,
            out: String::with_capacity(pattern.len()),
            open_groups: Vec::new(),
            before: Before::Nothing,
        }
    }

    fn run(mut self) -> Result<String, PatternError> {
        while let Some((at, c)) = self.rest.next() {
            match c {
                '\\' => self.escape(at)?,
                '[' => self.class(at)?,
                '(' => self.group(at)?,
                ')' => self.close(at)?,
                '|' => self.put('|', Before::Nothing),
                '^' | '$' => self.put(c, Before::Boundary),
                '*' | '+' | '?' => self.quantifier(at, &c.to_string())?,
                '{' => self.counted(at)?,
                '}' | ']' => {
                    return Err(refuse(at, format!("`{c}` closes nothing: write `\\{c}`")));
                }
                '.' => {
                    self.out.push_str("[^\\n]");
                    self.before = Before::Atom;
                }
                _ => self.put(c, Before::Atom),
            }
        }
        match self.open_groups.last() {
            Some(&at) => Err(refuse(at, "this group is not closed: add `)`, or write `\\(` for the character")),
            None => Ok(self.out),
        }
    }

    fn put(&mut self, c: char, before: Before) {
        self.out.push(c);
        self.before = before;
    }

    fn eat(&mut self, c: char) -> bool {
        self.rest.next_if(|&(_, next)| next == c).is_some()
    }

    fn escape(&mut self, at: usize) -> Result<(), PatternError> {
        let Some((_, c)) = self.rest.next() else {
            return Err(refuse(at, "`\\` stands at the end: write `\\\\` for the character"));
        };
        match c {
            'd' | 'D' | 'w' | 'W' => {
                self.out.push('\\');
                self.put(c, Before::Atom);
            }
            'b' | 'B' => {
                self.out.push('\\');
                self.put(c, Before::Boundary);
            }
            _ => {
                let literal = self.character(at, c)?;
                self.out.push_str(&literal);
                self.before = Before::Atom;
            }
        }
        Ok(())
    }

    /// An escape that stands for one character, spelt as both engines read it.
    fn character(&mut self, at: usize, c: char) -> Result<String, PatternError> {
        match c {
            'n' | 'r' | 't' | 'f' | 'v' => Ok(format!("\\{c}")),
            'x' => self.hex(at, 'x', 2),
            'u' => self.hex(at, 'u', 4),
            // These mean something unescaped, so the escape has to stay.
            '\\' | '^' | '$' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => Ok(format!("\\{c}")),
            // ECMA-262 in Unicode mode refuses a needless escape; without it the character means itself in both.
            _ if c.is_ascii_punctuation() => Ok(c.to_string()),
            _ => Err(refuse(at, refused_escape(c))),
        }
    }

    fn hex(&mut self, at: usize, kind: char, digits: usize) -> Result<String, PatternError> {
        let start = at + 2;
        let text = self.pattern.get(start..start + digits).filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(text) = text else {
            return Err(refuse(at, format!("`\\{kind}` takes {digits} hexadecimal digits")));
        };
        for _ in 0..digits {
            self.rest.next();
        }
        match u32::from_str_radix(text, 16).ok().and_then(char::from_u32) {
            Some(_) => Ok(format!("\\{kind}{text}")),
            None => Err(refuse(at, format!("`\\u{text}` is half of a character: write the character itself"))),
        }
    }

    fn group(&mut self, at: usize) -> Result<(), PatternError> {
        self.open_groups.push(at);
        self.put('(', Before::Nothing);
        if self.eat('?') {
            if !self.eat(':') {
                return Err(refuse(at, refused_group(&self.pattern[at..])));
            }
            self.out.push_str("?:");
        }
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), PatternError> {
        if self.open_groups.pop().is_none() {
            return Err(refuse(at, "`)` closes nothing: write `\\)`"));
        }
        self.put(')', Before::Atom);
        Ok(())
    }

    fn counted(&mut self, at: usize) -> Result<(), PatternError> {
        let count = self.pattern[at..].find('}').map(|end| &self.pattern[at..=at + end]);
        let Some(count) = count.filter(|text| is_count(text)) else {
            return Err(refuse(at, "`{` opens no count (`{2}`, `{2,}` or `{2,5}`): write `\\{` for the character"));
        };
        for _ in 1..count.len() {
            self.rest.next();
        }
        self.quantifier(at, count)
    }

    fn quantifier(&mut self, at: usize, text: &str) -> Result<(), PatternError> {
        match self.before {
            Before::Atom => {}
            Before::Nothing => {
                return Err(refuse(at, format!("`{text}` repeats nothing: write `\\{text}` for the character")));
            }
            Before::Boundary => {
                return Err(refuse(at, format!("`{text}` cannot repeat an anchor or a word boundary")));
            }
            Before::Quantifier if text == "+" => {
                return Err(refuse(at, "possessive repetition is not read everywhere: leave the second `+` out"));
            }
            Before::Quantifier => {
                return Err(refuse(at, format!("`{text}` repeats a repetition: put a group around it")));
            }
        }
        self.out.push_str(text);
        if self.eat('?') {
            self.out.push('?');
        }
        self.before = Before::Quantifier;
        Ok(())
    }

    /// A class: items and ranges of single characters, and `\d \D \w \W` beside them.
    fn class(&mut self, at: usize) -> Result<(), PatternError> {
        self.out.push('[');
        if self.eat('^') {
            self.out.push('^');
        }
        let mut empty = true;
        loop {
            let Some((here, c)) = self.rest.next() else {
                return Err(refuse(at, "this class is not closed: add `]`, or write `\\[` for the character"));
            };
            if c == ']' {
                if empty {
                    return Err(refuse(at, "this class is empty; write `\\]` for the character"));
                }
                break;
            }
            // A hyphen means itself only at the ends of a class, where no range can be meant.
            if c == '-' && !empty && self.rest.peek().is_some_and(|&(_, next)| next != ']') {
                return Err(refuse(here, "this `-` could open a range: write `\\-` for the character"));
            }
            empty = false;
            let single = self.class_item(here, c)?;
            self.class_range(single)?;
        }
        self.put(']', Before::Atom);
        Ok(())
    }

    /// Writes one item and says whether it is a single character, which can open a range.
    fn class_item(&mut self, at: usize, c: char) -> Result<bool, PatternError> {
        match c {
            '[' => {
                Err(refuse(at, "a class holds no class: write `\\[` for the character, or its characters one by one"))
            }
            '&' | '~' if self.rest.peek().is_some_and(|&(_, next)| next == c) => {
                Err(refuse(at, format!("`{c}{c}` in a class is not read alike everywhere: write `{c}` once")))
            }
            '-' => {
                self.out.push_str("\\-");
                Ok(true)
            }
            '\\' => self.class_escape(at),
            _ => {
                self.out.push(c);
                Ok(true)
            }
        }
    }

    fn class_escape(&mut self, at: usize) -> Result<bool, PatternError> {
        let Some((_, c)) = self.rest.next() else {
            return Err(refuse(at, "`\\` stands at the end: write `\\\\` for the character"));
        };
        match c {
            'd' | 'D' | 'w' | 'W' => {
                self.out.push('\\');
                self.out.push(c);
                return Ok(false);
            }
            'b' | 'B' => return Err(refuse(at, format!("`\\{c}` has no meaning in a class"))),
            '-' => self.out.push_str("\\-"),
            _ => {
                let literal = self.character(at, c)?;
                self.out.push_str(&literal);
            }
        }
        Ok(true)
    }

    fn class_range(&mut self, single: bool) -> Result<(), PatternError> {
        let mut ahead = self.rest.clone();
        let Some((at, '-')) = ahead.next() else {
            return Ok(());
        };
        match ahead.next() {
            None | Some((_, ']')) => return Ok(()),
            Some(_) if !single => {
                return Err(refuse(at, "a range has one character at each end: write `\\-` for the character"));
            }
            Some(_) => {}
        }
        self.rest.next();
        self.out.push('-');
        let Some((end, c)) = self.rest.next() else {
            return Ok(());
        };
        if self.class_item(end, c)? {
            return Ok(());
        }
        Err(refuse(end, "a range has one character at each end: write `\\-` for the character"))
    }
}

/// `{2}`, `{2,}` or `{2,5}`.
fn is_count(text: &str) -> bool {
    let inner = text.trim_start_matches('{').trim_end_matches('}');
    let (least, most) = inner.split_once(',').unwrap_or((inner, "0"));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    !least.is_empty() && digits(least) && digits(most) && text.len() == inner.len() + 2
}

fn refused_escape(c: char) -> String {
    let instead = match c {
        's' => "engines differ on white space: write `[ \\t\\r\\n]`",
        'S' => "engines differ on white space: write `[^ \\t\\r\\n]`",
        'p' | 'P' => "engines differ on Unicode classes: write the characters as a class, `[a-zA-Z]`",
        '1'..='9' => "back-references are not read everywhere: write the group again",
        'k' => "back-references are not read everywhere: write the group again",
        'A' => "write `^` for the start of the text",
        'z' | 'Z' => "write `$` for the end of the text",
        '0' => "write `\\x00` for the NUL character",
        _ => "no such escape is read alike everywhere: write the character itself",
    };
    format!("`\\{c}`: {instead}")
}

fn refused_group(group: &str) -> &'static str {
    match group.as_bytes() {
        [_, _, b'=' | b'!', ..] => "look-ahead is not read everywhere: check it in a function (`check = path`)",
        [_, _, b'<', b'=' | b'!', ..] => "look-behind is not read everywhere: check it in a function (`check = path`)",
        [_, _, b'<' | b'P', ..] => "groups have no names here: write `( )`",
        _ => "flags are not read everywhere: spell both cases, `[Aa]`, and write `( )` or `(?: )`",
    }
}

#[cfg(test)]
mod tests {
    use super::{compile, translate};

    #[test]
    fn what_both_engines_read_alike_stays_as_it_is() {
        for pattern in [
            "^[a-z][a-z0-9_]*$",
            r"\d{3}-\d{4}",
            "a|b|",
            "(?:ab)+?c",
            r"[\w\-.]+@[\w\-]+",
            r"\bfn\b",
            "x{2,}y{2,5}?",
            r"\x41\u00e9",
            "ünï",
            "",
        ] {
            assert_eq!(translate(pattern).as_deref(), Ok(pattern));
        }
    }

    #[test]
    fn the_rest_of_the_dialect_is_spelt_for_both() {
        assert_eq!(translate("a.c").as_deref(), Ok(r"a[^\n]c"));
        assert_eq!(translate(r"a\-b\/\#").as_deref(), Ok("a-b/#"));
        assert_eq!(translate("[a-]").as_deref(), Ok(r"[a\-]"));
        assert_eq!(translate("[.*]").as_deref(), Ok("[.*]"));
    }

    #[test]
    fn a_translated_pattern_is_translated_to_itself() {
        for pattern in ["a.c", r"a\-b", "[-a]", "[a-]", r"[\-\]\\]", "[+-/]"] {
            let once = translate(pattern).expect(pattern);
            assert_eq!(translate(&once).as_deref(), Ok(&*once), "{pattern}");
        }
    }

    #[test]
    fn everything_else_is_refused_where_it_stands() {
        for (pattern, offset, says) in [
            (r"a\s", 1, r"write `[ \t\r\n]`"),
            (r"\p{L}", 0, "as a class"),
            (r"(a)\1", 3, "write the group again"),
            ("a(?=b)", 1, "look-ahead"),
            ("(?<=b)", 0, "look-behind"),
            ("(?<n>b)", 0, "names"),
            ("(?i)b", 0, "flags"),
            ("(", 0, "not closed"),
            ("a)", 1, "closes nothing"),
            ("[a", 0, "not closed"),
            ("[]", 0, "empty"),
            ("[a-c-e]", 4, r"write `\-`"),
            ("[[:alpha:]]", 1, "holds no class"),
            (r"[\d-z]", 3, "one character at each end"),
            (r"[\b]", 1, "no meaning in a class"),
            ("[a&&b]", 2, "once"),
            ("a**", 2, "repeats a repetition"),
            ("a++", 2, "possessive"),
            ("*a", 0, "repeats nothing"),
            ("^*", 1, "cannot repeat"),
            ("a{,3}", 1, "opens no count"),
            ("a{", 1, "opens no count"),
            ("a}", 1, "closes nothing"),
            (r"\Aa", 0, "`^`"),
            (r"\ud800", 0, "half of a character"),
            (r"\x4", 0, "2 hexadecimal digits"),
            ("\\", 0, "at the end"),
        ] {
            let error = translate(pattern).expect_err(pattern);
            assert_eq!(error.offset, offset, "{pattern}: {error}");
            assert!(error.message.contains(says), "{pattern}: {error}");
        }
    }

    #[test]
    fn the_engines_own_refusals_come_through() {
        assert!(translate("[z-a]").is_err());
        assert!(translate("a{5,2}").is_err());
        assert!(translate(&"(".repeat(10_000)).is_err());
        assert!(translate(&format!("{}{}", "(".repeat(10_000), ")".repeat(10_000))).is_err());
    }

    #[test]
    fn a_dot_stops_at_a_line_end() {
        let engine = compile("^a.c$").expect("a pattern of the dialect");
        assert!(engine.is_match("abc") && engine.is_match("a\rc"));
        assert!(!engine.is_match("a\nc"));
    }
}
