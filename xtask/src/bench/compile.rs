//! The group `compile`: what a crate of a hundred tools costs its author, beside the same tools written for rmcp.

use std::fs::File;
use std::time::{Duration, SystemTime};

use super::figure::Figure;
use super::generate::{PACKAGE, Package, expand, ours};
use super::timing::{Shortest, timed};

/// Ten files of ten tools: a crate that somebody may have, and not one file that nobody would.
const GROUPS: usize = 10;
const TOOLS_PER_GROUP: usize = 10;

const ROUNDS: usize = 4;

const OURS: Templates = Templates {
    main: include_str!("../../../benches/compile/ours/main.rs"),
    group: include_str!("../../../benches/compile/ours/group.rs"),
};
const PEER: Templates = Templates {
    main: include_str!("../../../benches/compile/peer/main.rs"),
    group: include_str!("../../../benches/compile/peer/group.rs"),
};
const PEER_DEPENDENCIES: &str = "rmcp = { version = \"=3.11.0\", default-features = false, features = [\"server\", \"macros\"] }\n\
                                 schemars = \"1\"\n\
                                 serde = { version = \"1\", features = [\"derive\"] }\n";

/// The two files that a crate of tools is made of.
struct Templates {
    main: &'static str,
    group: &'static str,
}

/// The three figures of one side.
struct Costs {
    check_cold: Shortest,
    check_warm: Shortest,
    build: Shortest,
}

/// Measures both crates in turn, and gives ours as a part of the peer's.
///
/// # Errors
/// A crate cannot be written or built, or a measured command compiled nothing.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let sides = [package("compile/ours", &ours(), &OURS)?, package("compile/peer", PEER_DEPENDENCIES, &PEER)?];
    let mut costs = [Costs::new(), Costs::new()];
    for _ in 0..ROUNDS {
        for (side, costs) in sides.iter().zip(&mut costs) {
            costs.see(side)?;
        }
    }
    let [ours, peer] = &costs;
    Ok(vec![
        ratio("compile.check_cold", &ours.check_cold, &peer.check_cold),
        ratio("compile.check_warm", &ours.check_warm, &peer.check_warm),
        ratio("compile.build", &ours.build, &peer.build),
    ])
}

fn ratio(name: &str, ours: &Shortest, peer: &Shortest) -> Figure {
    let (ours, peer) = (ours.seconds(), peer.seconds());
    println!("measured {name}_s {ours:.2}");
    println!("measured {name}_peer_s {peer:.2}");
    Figure::at_most(name, ours / peer, 0.4)
}

impl Costs {
    const fn new() -> Self {
        Self { check_cold: Shortest::new(), check_warm: Shortest::new(), build: Shortest::new() }
    }

    /// One round: the crate alone forgets what was compiled, its dependencies stay.
    fn see(&mut self, side: &Package) -> Result<(), String> {
        timed(&mut side.cargo(&["clean", "--package", PACKAGE]))?;
        self.check_cold.see(compiled(side, "check")?);
        touch(side, "src/group_3.rs")?;
        self.check_warm.see(compiled(side, "check")?);
        self.build.see(compiled(side, "build")?);
        Ok(())
    }
}

/// Writes the crate, and builds it once both ways, which leaves its dependencies built.
fn package(place: &str, dependencies: &str, templates: &Templates) -> Result<Package, String> {
    let package = Package::new(place, dependencies)?;
    for (name, text) in files(templates) {
        package.write(&name, &text)?;
    }
    timed(&mut package.cargo(&["check"]))?;
    timed(&mut package.cargo(&["build"]))?;
    Ok(package)
}

/// The files of a crate, by name.
fn files(templates: &Templates) -> Vec<(String, String)> {
    let groups: Vec<_> = (0..GROUPS).map(|group| vec![("group_g", format!("group_{group}"))]).collect();
    let mut files = vec![("src/main.rs".to_owned(), expand(templates.main, "group", &groups))];
    for (group, names) in groups.iter().enumerate() {
        let tools: Vec<_> = (0..TOOLS_PER_GROUP).map(|tool| numbered(group * TOOLS_PER_GROUP + tool)).collect();
        let text = expand(templates.group, "tool", &tools).replace("group_g", &names[0].1);
        files.push((format!("src/{}.rs", names[0].1), text));
    }
    files
}

/// The number of a tool in each form in which a template names it: `record_nn`, `RecordNn`, "record nn".
fn numbered(tool: usize) -> Vec<(&'static str, String)> {
    vec![("_nn", format!("_{tool:02}")), ("Nn", format!("{tool:02}")), (" nn", format!(" {tool:02}"))]
}

/// Runs a cargo command and sees to it that the crate was compiled: a time of a fresh crate would flatter whoever has it.
fn compiled(side: &Package, command: &str) -> Result<Duration, String> {
    let (output, time) = timed(&mut side.cargo(&[command]))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains(&format!("{PACKAGE} v")) {
        return Ok(time);
    }
    Err(format!("`cargo {command}` compiled nothing:\n{said}"))
}

fn touch(side: &Package, name: &str) -> Result<(), String> {
    let path = side.path(name);
    File::options()
        .append(true)
        .open(&path)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{OURS, PEER, files};

    #[test]
    fn both_sides_declare_the_same_hundred_tools() {
        for (templates, attribute) in [(&OURS, "#[tool]"), (&PEER, "#[tool]")] {
            let files = files(templates);
            assert_eq!(files.len(), 11);
            let text: String = files.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(text.matches(attribute).count(), 100);
            for tool in 0..100 {
                assert!(text.contains(&format!("async fn record_{tool:02}(")), "record_{tool:02}");
            }
        }
    }

    #[test]
    fn no_placeholder_is_left() {
        for (name, text) in files(&OURS).into_iter().chain(files(&PEER)) {
            for placeholder in ["_nn", "Nn", " nn", "group_g", "// for each", "// end"] {
                assert!(!text.contains(placeholder), "{placeholder} in {name}");
            }
        }
    }
}
