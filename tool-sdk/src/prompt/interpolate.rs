//! `{{name}}` in the text of a section.

use super::error::PromptError;
use super::variables::{Variables, is_name};
use crate::schema::nearest;

/// How much of what stands between braces an error shows.
const SHOWN: usize = 40;

/// The text with its variables replaced. Values are not looked through again, and `{{` without `}}` after it stays.
pub(super) fn interpolate(section: &str, text: &str, variables: &Variables) -> Result<String, PromptError> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((inside, behind)) = after.split_once("}}") else { break };
        let place = || Place { section, line: 1 + text[..text.len() - after.len()].matches('\n').count() };
        out.push_str(before);
        out.push_str(value(inside, variables, place)?);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

struct Place<'a> {
    section: &'a str,
    line: usize,
}

fn value<'v, 'p>(
    inside: &str,
    variables: &'v Variables,
    place: impl FnOnce() -> Place<'p>,
) -> Result<&'v str, PromptError> {
    let name = inside.trim_matches(' ');
    if let Some(Some(value)) = variables.find(name) {
        return Ok(value);
    }
    let Place { section, line } = place();
    let section = section.to_owned();
    Err(if !is_name(name) {
        PromptError::Malformed { section, line, found: shown(inside) }
    } else if variables.find(name).is_some() {
        PromptError::Undefined { section, line, variable: name.to_owned() }
    } else {
        let near = nearest(name, variables.names()).map(str::to_owned);
        PromptError::Unknown { section, line, variable: name.to_owned(), near }
    })
}

fn shown(inside: &str) -> String {
    match inside.char_indices().nth(SHOWN) {
        None => inside.to_owned(),
        Some((end, _)) => format!("{}…", &inside[..end]),
    }
}
