//! `cargo xtask bench [NAME …]`: measures a group and holds its figures against the bounds that the project promises.
//!
//! A group is a function from nothing to figures. To add one, write it in a file of its own and give it a line in [`GROUPS`].

mod bash;
mod compile;
mod dispatch;
mod figure;
mod files;
mod generate;
mod peers;
mod program;
mod registry;
mod replay;
mod timing;
mod weight;

use figure::Figure;

/// Figures that are measured together.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    measure: fn() -> Result<Vec<Figure>, String>,
}

/// Every group, in the order in which they run when none is named.
pub(crate) const GROUPS: &[Group] = &[
    Group {
        name: "dispatch",
        about: "one call through the whole pipeline beside the bare work",
        measure: dispatch::measure,
    },
    Group {
        name: "registry",
        about: "a call among ten thousand tools and behind policies, beside one among ten and behind none",
        measure: registry::measure,
    },
    Group { name: "peers", about: "one call in process beside the same tool in rmcp and rig", measure: peers::measure },
    Group {
        name: "bash",
        about: "a command through the tool beside the bare process, and a gibibyte of output beside a pipe",
        measure: bash::measure,
    },
    Group {
        name: "compile",
        about: "checking and building a crate of a hundred tools beside the same crate written for rmcp",
        measure: compile::measure,
    },
    Group {
        name: "weight",
        about: "what `tool-sdk` brings along, and its clean build beside that of rmcp's server part",
        measure: weight::measure,
    },
    Group {
        name: "replay",
        about: "the cards of a log of 100,000 calls beside parsing its lines, and the memory that takes",
        measure: replay::measure,
    },
    Group { name: "files", about: "the tools on files beside rg, fd, tail, and cp with sync", measure: files::measure },
];

/// Measures the groups that are named, or all of them, and prints their figures.
///
/// All groups run before the verdict, so that one missed bound does not hide another.
///
/// # Errors
/// An unknown group, a measurement that does not run, or figures that miss their bounds, by name.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let mut missed = Vec::new();
    for group in chosen(words)? {
        eprintln!("\n==> {}: {}", group.name, group.about);
        let figures = (group.measure)().map_err(|reason| format!("group `{}`: {reason}", group.name))?;
        for figure in figures {
            println!("{figure}");
            if !figure.holds() {
                missed.push(figure.name);
            }
        }
    }
    if missed.is_empty() {
        return Ok(());
    }
    Err(format!("bound missed: {}", missed.join(", ")))
}

fn chosen(words: &[String]) -> Result<Vec<&'static Group>, String> {
    if words.is_empty() {
        return Ok(GROUPS.iter().collect());
    }
    let find = |word: &String| {
        GROUPS.iter().find(|group| group.name == word).ok_or_else(|| {
            let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
            format!("no group `{word}`; there are {}", known.join(", "))
        })
    };
    words.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, chosen};

    fn names(words: &[&str]) -> Result<Vec<&'static str>, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        Ok(chosen(&words)?.iter().map(|group| group.name).collect())
    }

    #[test]
    fn no_name_means_every_group() {
        assert_eq!(names(&[]).expect("all groups").len(), GROUPS.len());
    }

    #[test]
    fn named_groups_run_in_the_order_named() {
        assert_eq!(names(&["weight", "dispatch"]).expect("both exist"), ["weight", "dispatch"]);
    }

    #[test]
    fn an_unknown_group_is_refused_with_the_known_ones() {
        let reason = names(&["speed"]).expect_err("no such group");
        assert!(
            reason.contains("`speed`")
                && reason.contains("dispatch, registry, peers, bash, compile, weight, replay, files"),
            "{reason}"
        );
    }
}
