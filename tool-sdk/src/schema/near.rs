//! "Did you mean": the one name of a list that a misspelt name most likely stands for.

/// Names beyond this are no slips of the pen, and comparing them costs the product of their lengths.
const LONGEST: usize = 64;

/// The nearest of `names` to `word`, when one is near enough to be meant.
///
/// `head-limit`, `headLimit` and `HEAD_LIMIT` are the same word as `head_limit`; beyond that one slip in three characters is near. Of
/// two equally near names the first wins, so that the answer depends on the declaration alone.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = fold(word);
    if plain.is_empty() || plain.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let other = fold(name);
        if other.len() > LONGEST {
            continue;
        }
        let far = distance(&plain, &other);
        let allowed = (plain.len().max(other.len()) / 3).max(1);
        // A name that shares no character is a different word, however short both are.
        let shares = far < plain.len().max(other.len());
        if far <= allowed && shares && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Letter case and the marks between words carry no meaning in a name.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '.')).flat_map(char::to_lowercase).collect()
}

/// How many insertions, deletions, substitutions and swaps of neighbours lie between two words.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn spelling_of_words_does_not_matter() {
        for word in ["head-limit", "headLimit", "HEAD_LIMIT", "headlimit"] {
            assert_eq!(nearest(word, ["path", "head_limit"]), Some("head_limit"), "{word}");
        }
    }

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        assert_eq!(nearest("limt", ["limit", "path"]), Some("limit"));
        assert_eq!(nearest("ptah", ["limit", "path"]), Some("path"));
        assert_eq!(nearest("query", ["limit", "path"]), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ["y"]), None);
        assert_eq!(nearest("_", ["y"]), None);
        assert_eq!(nearest(&"a".repeat(10_000), ["a"]), None);
    }

    #[test]
    fn the_first_of_equally_near_names_wins() {
        assert_eq!(nearest("cap", ["cat", "car"]), Some("cat"));
    }
}
