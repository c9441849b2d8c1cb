//! Why a text that a model wrote does not stand in a file: what is there instead (pure).
//!
//! Nothing here changes what is matched. It only says which difference to mend.

use std::collections::HashSet;

/// How many bytes of a file are looked through for a hint.
pub(crate) const LOOKED_AT: usize = 4 << 20;

/// How many characters of a line are shown, and compared.
const SHOWN: usize = 160;

/// How many lines are compared for the nearest one.
const LINES: usize = 20_000;

/// The share of pairs of characters that two lines have in common when one is called near the other.
const NEAR: f64 = 0.5;

/// One sentence or two on why `old` does not stand in `text`.
pub(crate) fn why_not_found(text: &str, old: &str, new: &str) -> String {
    let text = head(text);
    without_final_newline(text, old)
        .or_else(|| with_line_numbers(text, old))
        .or_else(|| differs_only(text, old, "in white space", spaces_collapsed))
        .or_else(|| differs_only(text, old, "in characters that look alike", plain_characters))
        .or_else(|| differs_only(text, old, "in upper and lower case", str::to_lowercase))
        .or_else(|| escaped(text, old))
        .or_else(|| made_already(text, new))
        .or_else(|| nearest(text, old))
        .unwrap_or_else(|| "Read the file again and copy the text from there.".to_owned())
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(LOOKED_AT)]
}

fn without_final_newline(text: &str, old: &str) -> Option<String> {
    let ends = !text.ends_with('\n') && text.ends_with(old.strip_suffix('\n')?);
    ends.then(|| "The file has no newline at its end: leave the one at the end of old_string out.".to_owned())
}

/// What a model copies from the output of `read` with the numbers in front.
fn with_line_numbers(text: &str, old: &str) -> Option<String> {
    let stripped: Option<Vec<&str>> = old.lines().map(without_number).collect();
    let stripped = stripped?.join("\n");
    let found = !stripped.trim().is_empty() && text.replace("\r\n", "\n").contains(&stripped);
    found.then(|| "Leave the line numbers out of old_string.".to_owned())
}

fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start().trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.len() == line.trim_start().len() {
        return line.is_empty().then_some(line);
    }
    [": ", "\t", "→", ":", "|"].iter().find_map(|mark| rest.strip_prefix(mark))
}

/// Looks for lines that are the same once both sides are put into a common form.
fn differs_only(text: &str, old: &str, how: &str, form: impl Fn(&str) -> String) -> Option<String> {
    let wanted: Vec<&str> = old.trim_matches('\n').split('\n').collect();
    let wanted_forms: Vec<String> = wanted.iter().map(|line| form(line)).collect();
    if wanted_forms.iter().all(String::is_empty) {
        return None;
    }
    let lines: Vec<&str> = text.lines().collect();
    let forms: Vec<String> = lines.iter().map(|line| form(line)).collect();
    let at = forms.windows(wanted.len()).position(|window| is_in(window, &wanted_forms))?;
    let (offset, line) =
        lines[at..].iter().take(wanted.len()).enumerate().find(|(offset, line)| !line.contains(wanted[*offset]))?;
    let number = at + offset + 1;
    Some(format!("Line {number} differs only {how}: {}.", quoted(line, wanted[offset])))
}

/// The first and the last line may be parts of lines.
fn is_in(lines: &[String], wanted: &[String]) -> bool {
    let last = wanted.len() - 1;
    lines.iter().zip(wanted).enumerate().all(|(index, (line, wanted))| match index {
        0 if last == 0 => line.contains(wanted.as_str()),
        0 => line.ends_with(wanted.as_str()),
        _ if index == last => line.starts_with(wanted.as_str()),
        _ => line == wanted,
    })
}

/// A line as the file has it, with the character that differs named when it cannot be seen.
fn quoted(line: &str, wanted: &str) -> String {
    let strange = line.chars().find(|character| !character.is_ascii() && !wanted.contains(*character));
    let strange =
        strange.or_else(|| wanted.chars().find(|character| !character.is_ascii() && !line.contains(*character)));
    match strange {
        Some(character) => format!("{:?} (look at U+{:04X})", shown(line), u32::from(character)),
        None => format!("{:?}", shown(line)),
    }
}

fn shown(line: &str) -> String {
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}

fn spaces_collapsed(line: &str) -> String {
    line.split(char::is_whitespace).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Characters that fonts and word processors put in place of plain ones.
fn plain_characters(line: &str) -> String {
    let plain = |character| match character {
        '‘' | '’' | '‚' | '‛' | '′' | '`' | '´' => Some('\''),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => Some('"'),
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => Some('-'),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Some(' '),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => None,
        '…' => Some('.'),
        other => Some(other),
    };
    spaces_collapsed(&line.chars().filter_map(plain).collect::<String>().replace("...", "."))
}

/// Escapes that were meant for a string literal and came as text.
fn escaped(text: &str, old: &str) -> Option<String> {
    let plain = old.replace("\\n", "\n").replace("\\t", "\t").replace("\\\"", "\"");
    let found = plain != old && text.replace("\r\n", "\n").contains(&plain);
    found
        .then(|| "old_string holds escapes like `\\n` as text where the file has the characters themselves.".to_owned())
}

fn made_already(text: &str, new: &str) -> Option<String> {
    let at = (new.trim().len() > 3).then(|| text.find(new))??;
    let line = text[..at].matches('\n').count() + 1;
    Some(format!("new_string stands there already, at line {line}."))
}

/// The line that has most in common with the longest line that was asked for.
fn nearest(text: &str, old: &str) -> Option<String> {
    let wanted = old.lines().max_by_key(|line| line.trim().len())?;
    let wanted = pairs(wanted);
    let scored =
        text.lines().take(LINES).zip(1..).map(|(line, number)| (likeness(&wanted, &pairs(line)), line, number));
    let (likeness, line, number) = scored.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (likeness >= NEAR).then(|| format!("The nearest line is {number}: {:?}.", shown(line)))
}

fn pairs(line: &str) -> HashSet<(char, char)> {
    let line = line.trim();
    line.chars().zip(line.chars().skip(1)).take(SHOWN).collect()
}

fn likeness(one: &HashSet<(char, char)>, other: &HashSet<(char, char)>) -> f64 {
    let common = one.intersection(other).count();
    if common == 0 { 0.0 } else { 2.0 * common as f64 / (one.len() + other.len()) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    // field: F043
    #[test]
    fn the_missing_final_newline_is_named() {
        assert!(why_not_found("k: v", "k: v\n", "k: w\n").contains("no newline at its end"));
        assert!(!why_not_found("k: v\n", "k: x\n", "k: w\n").contains("no newline at its end"));
    }

    // field: F046
    #[test]
    fn the_one_difference_is_named_with_its_line() {
        let text = "def f():\n    x = 1\n    y = 2\n";
        let why = why_not_found(text, "    x  =  1", "z");
        assert_eq!(why, "Line 2 differs only in white space: \"    x = 1\".");
        let why = why_not_found(text, "def f():\n\tx = 1", "z");
        assert_eq!(why, "Line 2 differs only in white space: \"    x = 1\".");
        let why = why_not_found("say “hi”\n", "say \"hi\"", "z");
        assert_eq!(why, "Line 1 differs only in characters that look alike: \"say “hi”\" (look at U+201C).");
        let why = why_not_found("a – b\n", "a - b", "z");
        assert!(why.contains("U+2013"), "{why}");
        let why = why_not_found("Hello World\n", "hello world", "z");
        assert_eq!(why, "Line 1 differs only in upper and lower case: \"Hello World\".");
    }

    #[test]
    fn what_was_copied_along_is_named() {
        assert!(why_not_found("a\nb\nc\n", "2: b\n3: c", "z").contains("line numbers"));
        assert!(why_not_found("a\tb\n", "a\\tb", "z").contains("escapes"));
        assert_eq!(why_not_found("x\nnow done\n", "to do", "now done"), "new_string stands there already, at line 2.");
    }

    #[test]
    fn the_nearest_line_is_shown_and_a_far_one_is_not() {
        let text = "fn alpha() {}\nfn compute_total(items: &[u32]) -> u32 {\n";
        let why = why_not_found(text, "fn compute_sum(items: &[u32]) -> u32 {", "z");
        assert!(why.starts_with("The nearest line is 2: "), "{why}");
        assert!(why_not_found(text, "zzzz qqqq", "z").starts_with("Read the file again"));
        assert!(why_not_found("", "a", "b").starts_with("Read the file again"));
        let long = format!("{}\n", "é".repeat(10_000_000));
        assert!(why_not_found(&long, "éé x", "z").len() < 1_000);
    }
}
