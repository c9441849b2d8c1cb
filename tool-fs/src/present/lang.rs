//! The language of a file, by the end of its name: a hint for whoever colours a card.

use std::path::Path;

const BY_EXTENSION: &[(&str, &[&str])] = &[
    ("bash", &["sh", "bash"]),
    ("c", &["c", "h"]),
    ("cpp", &["cc", "cpp", "cxx", "hh", "hpp"]),
    ("csharp", &["cs"]),
    ("css", &["css"]),
    ("go", &["go"]),
    ("html", &["html", "htm"]),
    ("java", &["java"]),
    ("javascript", &["js", "mjs", "cjs", "jsx"]),
    ("json", &["json"]),
    ("kotlin", &["kt"]),
    ("markdown", &["md"]),
    ("php", &["php"]),
    ("python", &["py"]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("sql", &["sql"]),
    ("swift", &["swift"]),
    ("toml", &["toml"]),
    ("typescript", &["ts", "mts", "cts", "tsx"]),
    ("xml", &["xml", "svg"]),
    ("yaml", &["yaml", "yml"]),
];

/// The language of a file with this path, if its name tells.
pub(super) fn of(path: &str) -> Option<&'static str> {
    let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    BY_EXTENSION.iter().find(|(_, extensions)| extensions.contains(&extension.as_str())).map(|(lang, _)| *lang)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_tells_its_language_or_none() {
        assert_eq!(super::of("/srv/src/Main.RS"), Some("rust"));
        assert_eq!(super::of("a.test.tsx"), Some("typescript"));
        for other in ["", "/", "Makefile", ".rs", "a.", "a.rs/b", "a.\u{fffd}"] {
            assert_eq!(super::of(other), None, "{other}");
        }
    }
}
