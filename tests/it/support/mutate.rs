//! One small change to a value, at a place that the dice choose.

use super::generate::Generator;
use super::json::{Exact, Json, exact};
use super::pools::{NUMBERS, TEXTS};

/// Changes one place of the value.
pub(crate) fn mutate(json: &mut Json, generator: &mut Generator) {
    let mut place = generator.dice.below(count(json));
    if let Some(here) = nth(json, &mut place) {
        change(here, generator);
    }
}

fn count(json: &Json) -> usize {
    1 + match json {
        Json::Array(items) => items.iter().map(count).sum(),
        Json::Object(members) => members.iter().map(|(_, member)| count(member)).sum::<usize>(),
        _ => 0,
    }
}

fn nth<'j>(json: &'j mut Json, place: &mut usize) -> Option<&'j mut Json> {
    if *place == 0 {
        return Some(json);
    }
    *place -= 1;
    match json {
        Json::Array(items) => items.iter_mut().find_map(|item| nth(item, place)),
        Json::Object(members) => members.iter_mut().find_map(|(_, member)| nth(member, place)),
        _ => None,
    }
}

fn change(json: &mut Json, generator: &mut Generator) {
    if generator.dice.percent(20) {
        *json = generator.arbitrary(3);
        return;
    }
    match json {
        Json::Null => *json = generator.arbitrary(4),
        Json::Bool(b) => *json = if generator.dice.percent(50) { Json::Bool(!*b) } else { Json::Text(b.to_string()) },
        Json::Number(spelling) => *json = changed_number(spelling, generator),
        Json::Text(text) => *json = changed_text(text, generator),
        Json::Array(items) => change_items(items, generator),
        Json::Object(members) => change_members(members, generator),
    }
}

fn changed_number(spelling: &str, generator: &mut Generator) -> Json {
    let dice = &mut generator.dice;
    if let Exact::Integer(n) = exact(spelling) {
        match dice.below(8) {
            0 => return Json::integer(n + 1),
            1 => return Json::integer(n - 1),
            2 => return Json::Number(format!("{n}.0")),
            3 => return Json::Number(format!("{n}.5")),
            4 => return Json::Number(format!("{n}e0")),
            5 => return Json::integer(-n),
            _ => {}
        }
    }
    if dice.percent(20) { Json::text(spelling) } else { Json::Number((*dice.pick(NUMBERS)).to_owned()) }
}

fn changed_text(text: &str, generator: &mut Generator) -> Json {
    let dice = &mut generator.dice;
    Json::Text(match dice.below(7) {
        0 => format!("{text}x"),
        1 => format!(" {text}"),
        2 => text.chars().skip(1).collect(),
        3 => text.to_uppercase(),
        4 => format!("{text}\n"),
        5 => text.chars().chain(['😀']).collect(),
        _ => (*dice.pick(TEXTS)).to_owned(),
    })
}

fn change_items(items: &mut Vec<Json>, generator: &mut Generator) {
    if items.is_empty() {
        return items.push(generator.arbitrary(4));
    }
    let at = generator.dice.below(items.len());
    match generator.dice.below(4) {
        0 => drop(items.remove(at)),
        1 => items.push(items[at].clone()),
        2 => items.push(generator.arbitrary(4)),
        _ => generator.dice.shuffle(items),
    }
}

fn change_members(members: &mut Vec<(String, Json)>, generator: &mut Generator) {
    if members.is_empty() || generator.dice.percent(25) {
        let member = (generator.key(), generator.arbitrary(4));
        let at = generator.dice.below(members.len() + 1);
        return members.insert(at, member);
    }
    let at = generator.dice.below(members.len());
    match generator.dice.below(7) {
        0 | 1 => drop(members.remove(at)),
        2 => members[at].0.push('s'),
        3 => members[at].0 = members[at].0.to_uppercase(),
        4 => members[at].1 = Json::Null,
        5 => members.push(members[at].clone()),
        _ => generator.dice.shuffle(members),
    }
}
