//! Takes words out of descriptions.

/// The text without a sentence, which has to stand in it as a whole; what was on both sides of it is joined as it was before.
pub(super) fn without(text: &str, sentence: &str) -> Result<String, String> {
    let sentence = sentence.trim();
    let Some(start) = whole(text, sentence) else {
        return Err(format!("the description does not say {}", crate::json::quoted(sentence)));
    };
    let (before, after) = (&text[..start], &text[start + sentence.len()..]);
    let (left, right) = (before.trim_end(), after.trim_start());
    let gaps = [&before[left.len()..], &after[..after.len() - right.len()]];
    let breaks = gaps.iter().map(|gap| gap.matches('\n').count()).max().unwrap_or(0);
    let between = match breaks {
        _ if left.is_empty() || right.is_empty() => String::new(),
        0 => " ".to_owned(),
        n => "\n".repeat(n),
    };
    Ok([left, &between, right].concat())
}

/// Where the sentence begins, with nothing but white space or an end on both sides.
fn whole(text: &str, sentence: &str) -> Option<usize> {
    let ends = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let found = text.match_indices(sentence).map(|(start, _)| start);
    let mut found = found.filter(|start| !sentence.is_empty() && ends(text[..*start].chars().next_back()));
    found.find(|start| ends(text[start + sentence.len()..].chars().next()))
}

/// Takes out what was folded into a description about one name: a paragraph that begins with `` `name`: `` and goes on up to
/// one about another name.
pub(super) fn forget(description: &mut String, name: &str, is_other: impl Fn(&str) -> bool) {
    let heading = format!("`{name}`: ");
    let mut kept: Vec<&str> = Vec::new();
    let mut about_it = false;
    for line in description.split('\n') {
        if line.starts_with(&heading) {
            about_it = true;
        } else if about_it && subject(line).is_some_and(&is_other) {
            about_it = false;
        }
        if !about_it {
            kept.push(line);
        }
    }
    *description = kept.join("\n");
}

/// The name that a folded paragraph is about.
fn subject(line: &str) -> Option<&str> {
    Some(line.strip_prefix('`')?.split_once("`: ")?.0)
}

#[cfg(test)]
mod tests {
    use super::{forget, without};

    #[test]
    fn a_sentence_goes_with_its_space() {
        for (text, sentence, left) in [
            ("One. Two. Three.", "Two.", "One. Three."),
            ("One. Two. Three.", "One. Two.", "Three."),
            ("One. Two. Three.", " Three. ", "One. Two."),
            ("One.\n\nTwo. Three.", "Two.", "One.\n\nThree."),
            ("One. Two.\nThree.", "Two.", "One.\nThree."),
            ("A Two.B Two. C", "Two.", "A Two.B C"),
            ("One.", "One.", ""),
            ("Größe. Maß.", "Größe.", "Maß."),
        ] {
            assert_eq!(without(text, sentence).as_deref(), Ok(left), "{text}");
        }
    }

    #[test]
    fn what_is_not_said_as_a_whole_is_an_error() {
        for (text, sentence) in
            [("One. Two.", "Three."), ("Undone.", "done."), ("One two", "One t"), ("One", ""), ("", "x")]
        {
            let fault = without(text, sentence).expect_err(text);
            assert!(fault.starts_with("the description does not say"), "{fault}");
        }
    }

    #[test]
    fn what_was_folded_in_about_a_name_goes_with_it() {
        let text = "How.\n`fast`: quick\nand rough\n`slow`: careful";
        let mut without_fast = text.to_owned();
        forget(&mut without_fast, "fast", |name| name == "slow");
        assert_eq!(without_fast, "How.\n`slow`: careful");
        let mut without_slow = text.to_owned();
        forget(&mut without_slow, "slow", |name| name == "fast");
        assert_eq!(without_slow, "How.\n`fast`: quick\nand rough");
    }
}
