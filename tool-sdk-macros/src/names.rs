//! Names: cases, what a wire name may hold, and which known word an unknown one was probably meant to be.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

/// A name on the wire and the token that it comes from.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl Name {
    pub(crate) fn of(ident: &Ident) -> Self {
        Self { text: ident.unraw().to_string(), span: ident.span() }
    }
}

/// A style of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Snake,
    Camel,
    Pascal,
    Kebab,
    ScreamingSnake,
}

impl Case {
    /// The styles by the word that names them, each written in itself.
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("snake_case", Self::Snake),
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("kebab-case", Self::Kebab),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
    ];

    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        match self {
            Self::Lower => words.concat(),
            Self::Upper => words.concat().to_uppercase(),
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::ScreamingSnake => words.join("_").to_uppercase(),
            Self::Pascal => words.iter().map(|word| capital(word)).collect(),
            Self::Camel => {
                let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
                rest.iter().fold(first.to_owned(), |name, word| name + &capital(word))
            }
        }
    }
}

/// The lower-case words of a name in any case; an acronym is one word: `HTTPServer2` is `http`, `server2`.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, &c) in chars.iter().enumerate() {
        let after_lower = i > 0 && (chars[i - 1].is_lowercase() || chars[i - 1].is_ascii_digit());
        let before_lower = i > 0 && chars[i - 1].is_uppercase() && chars.get(i + 1).is_some_and(|n| n.is_lowercase());
        if c == '_' || c == '-' || (c.is_uppercase() && (after_lower || before_lower)) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c != '_' && c != '-') {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What is wrong with the name of a tool (contract R6).
pub(crate) fn refuse_tool_name(name: &str) -> Option<String> {
    let fits = (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    if !fits {
        return Some(format!("`{name}` is no name for a tool: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`"));
    }
    (name == "run_code").then(|| "the name `run_code` is reserved for the program tool: choose another".to_owned())
}

/// What is wrong with the name of a property: providers refuse others (contract R6).
pub(crate) fn refuse_property_name(name: &str) -> Option<String> {
    let fits = (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
    (!fits).then(|| {
        format!(
            "`{name}` is no name for a property: model providers take 1 to 64 of `A-Z`, `a-z`, `0-9`, `_`, `.` and `-`"
        )
    })
}

/// `, did you mean …` where one of the known words is near, else nothing.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

/// The known word that is nearest to a misspelt one, if it is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance of two words, a swap of neighbours counting as one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{Case, did_you_mean, nearest, refuse_property_name, refuse_tool_name};

    #[test]
    fn every_case_renames_fields_and_variants() {
        let renamed = |name| Case::ALL.map(|(_, case)| case.apply(name));
        let expected = ["exitcode", "EXITCODE", "exit_code", "exitCode", "ExitCode", "exit-code", "EXIT_CODE"];
        assert_eq!(renamed("exit_code"), expected);
        assert_eq!(renamed("ExitCode"), expected);
    }

    #[test]
    fn acronyms_and_digits_stay_together() {
        assert_eq!(Case::Snake.apply("HTTPServer2"), "http_server2");
        assert_eq!(Case::Snake.apply("Utf8"), "utf8");
        assert_eq!(Case::Pascal.apply("read_2_files"), "Read2Files");
        assert_eq!(Case::Pascal.apply("_hidden"), "Hidden");
    }

    #[test]
    fn the_styles_are_written_in_themselves() {
        for (word, case) in Case::ALL {
            let joined = match case {
                Case::Lower | Case::Upper => continue,
                Case::ScreamingSnake => "screaming_snake_case",
                Case::Snake => "snake_case",
                Case::Camel => "camel_case",
                Case::Pascal => "pascal_case",
                Case::Kebab => "kebab_case",
            };
            assert_eq!(case.apply(joined), word);
        }
    }

    #[test]
    fn names_follow_the_contract() {
        assert_eq!(refuse_tool_name("read-file_2"), None);
        assert!(refuse_tool_name("my tool").is_some() && refuse_tool_name(&"a".repeat(65)).is_some());
        assert!(refuse_tool_name("run_code").is_some_and(|m| m.contains("reserved")));
        assert_eq!(refuse_property_name("a.b"), None);
        assert!(refuse_property_name("größe").is_some() && refuse_property_name("").is_some());
    }

    #[test]
    fn a_near_word_is_named_and_a_far_one_is_not() {
        assert_eq!(nearest("minn", ["max", "min"]), Some("min"));
        assert_eq!(nearest("pth", ["path", "pattern"]), Some("path"));
        assert_eq!(nearest("presnt_call", ["present_call", "present_result"]), Some("present_call"));
        assert_eq!(did_you_mean("colour", ["min", "max"]), "");
    }
}
