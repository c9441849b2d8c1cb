//! Which files a glob pattern means (pure, but for the question whether a path exists).

use std::path::{Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// A pattern, and where the files that it can match begin.
#[derive(Clone, Debug)]
pub(crate) struct FilePattern {
    /// The deepest folder that all files lie below.
    pub(crate) folder: PathBuf,
    set: GlobSet,
    /// Whether the set is to be asked about the name of a file, at whatever depth, or about its path below `folder`.
    names: bool,
    /// The path that the pattern is when none of its characters is special.
    literal: PathBuf,
    /// The pattern itself as a name.
    name: String,
}

impl FilePattern {
    /// Reads a pattern as one for files below `root`.
    ///
    /// A pattern without `/` matches names at any depth; one with `/` matches paths from the root on, and its first steps without
    /// special characters only narrow where to look. A `[` also stands for itself (decision D13), so that `app/[id]/*` finds the
    /// folder of that name.
    ///
    /// # Errors
    /// The pattern is none; why.
    pub(crate) fn new(root: &Path, pattern: &str, exists: impl Fn(&Path) -> bool) -> Result<Self, String> {
        let pattern = pattern.trim_start_matches("./");
        let literal = root.join(pattern);
        let names = !pattern.contains('/');
        let (folder, rest) = if names { (root.to_owned(), pattern) } else { narrowed(root, pattern) };
        let set = match set(rest) {
            Ok(set) => set,
            Err(_) if exists(&literal) => GlobSet::empty(),
            Err(error) => return Err(why(&error)),
        };
        Ok(Self { folder, set, names, literal, name: pattern.to_owned() })
    }

    /// Whether the file at `path`, which lies below the folder, is meant.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        if self.names {
            let Some(name) = path.file_name() else { return false };
            return self.set.is_match(name) || name == self.name.as_str();
        }
        path.strip_prefix(&self.folder).is_ok_and(|rest| self.set.is_match(rest)) || path == self.literal
    }

    /// The path that the pattern is when none of its characters is special.
    pub(crate) fn literal(&self) -> &Path {
        &self.literal
    }
}

/// Takes the steps without special characters off the front of a pattern and puts them on the root; the last step stays.
fn narrowed<'a>(root: &Path, pattern: &'a str) -> (PathBuf, &'a str) {
    let (mut folder, mut rest) = (root.to_owned(), pattern);
    if let Some(absolute) = rest.strip_prefix('/') {
        (folder, rest) = (PathBuf::from("/"), absolute.trim_start_matches('/'));
    }
    while let Some((step, later)) = rest.split_once('/') {
        if step.contains(['*', '?', '[', ']', '{', '}', '\\']) {
            break;
        }
        if !step.is_empty() && step != "." {
            folder.push(step);
        }
        rest = later;
    }
    (folder, rest)
}

fn set(pattern: &str) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    set.add(glob(pattern)?);
    if pattern.contains('[')
        && let Ok(plain) = glob(&brackets_escaped(pattern))
    {
        set.add(plain);
    }
    set.build()
}

fn glob(pattern: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).empty_alternates(true).build()
}

/// The pattern with each bracket standing for itself.
fn brackets_escaped(pattern: &str) -> String {
    let mut escaped = String::with_capacity(pattern.len() + 4);
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                escaped.push('\\');
                escaped.extend(characters.next());
            }
            '[' | ']' => escaped.extend(['\\', character]),
            other => escaped.push(other),
        }
    }
    escaped
}

fn why(error: &globset::Error) -> String {
    format!("{}; a `\\` before a special character lets it stand for itself", error.kind())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, paths: &[&str]) -> Vec<String> {
        let pattern = FilePattern::new(Path::new("/r"), pattern, |_| false).expect("a pattern");
        let is_met = |path: &&&str| {
            let path = Path::new("/r").join(path);
            path.starts_with(&pattern.folder) && pattern.matches(&path)
        };
        paths.iter().filter(is_met).map(|path| (*path).to_owned()).collect()
    }

    // field: F052
    #[test]
    fn special_characters_in_names_can_be_asked_for() {
        let files = ["src/[id]/(auth)/page.tsx", "{note} plan b.md", "a b/c d.txt", "src/i/(auth)/page.tsx"];
        for (pattern, found) in [
            (r"src/\[id\]/(auth)/*", &files[..1]),
            ("[{]note[}]*.md", &files[1..2]),
            (r"\{note\}*.md", &files[1..2]),
            ("*plan b*.md", &files[1..2]),
            ("a b/*", &files[2..3]),
            ("**/c d.txt", &files[2..3]),
            ("*.{txt,md}", &files[1..3]),
        ] {
            assert_eq!(matched(pattern, &files), found, "{pattern}");
        }
        assert_eq!(matched("src/[id]/(auth)/*", &files), [files[0], files[3]], "the class, and the name itself");
    }

    #[test]
    fn a_name_is_met_at_any_depth_and_a_path_from_the_root() {
        let files = ["a.rs", "src/a.rs", "src/x/a.rs", ".hidden/a.rs"];
        assert_eq!(matched("a.rs", &files), files);
        assert_eq!(matched("*.rs", &files), files);
        assert_eq!(matched("src/*.rs", &files), [files[1]]);
        assert_eq!(matched("./src/*.rs", &files), [files[1]]);
        assert_eq!(matched("src/**/*.rs", &files), [files[1], files[2]]);
        assert_eq!(matched("**/a.rs", &files), files);
        assert_eq!(matched("/r/src/*", &files), [files[1]]);
        assert_eq!(matched("src/a.rs", &files), [files[1]]);
        assert_eq!(matched("**", &files), files);
    }

    #[test]
    fn the_first_plain_steps_narrow_the_search() {
        let folder = |pattern: &str| FilePattern::new(Path::new("/r"), pattern, |_| false).unwrap().folder;
        assert_eq!(folder("src/deep/**/*.rs"), Path::new("/r/src/deep"));
        assert_eq!(folder("/etc/*.conf"), Path::new("/etc"));
        assert_eq!(folder("*.rs"), Path::new("/r"));
        assert_eq!(folder("src/[id]/x"), Path::new("/r/src"));
    }

    // contract: T5
    #[test]
    fn a_bad_pattern_says_why_unless_it_is_a_path() {
        for bad in ["a/{b", "[z-a]", "a[", "{a"] {
            let why = FilePattern::new(Path::new("/r"), bad, |_| false).expect_err(bad);
            assert!(why.contains("special character"), "{why}");
            let literal = FilePattern::new(Path::new("/r"), bad, |_| true).unwrap();
            assert!(literal.matches(&Path::new("/r").join(bad)));
        }
    }
}
