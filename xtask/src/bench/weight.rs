//! The group `weight`: what an empty crate pays for depending on us, beside rmcp's server part.

use std::collections::BTreeSet;

use super::figure::Figure;
use super::generate::{PACKAGE, Package, ours, remove};
use super::timing::{Shortest, timed};

/// The part of rmcp that serves tools over stdio, which is the least that one can use of it.
const PEER: &str = "rmcp = { version = \"=3.11.0\", default-features = false, features = [\"server\", \"macros\", \"transport-io\"] }\n";

const ROUNDS: usize = 2;

/// Counts the crates and times clean builds of both.
///
/// # Errors
/// A crate cannot be written, fetched or built.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let sides = [package("weight/ours", &ours())?, package("weight/peer", PEER)?];
    let crates = [crates_of(&sides[0])?, crates_of(&sides[1])?];
    let mut times = [Shortest::new(), Shortest::new()];
    for _ in 0..ROUNDS {
        for (side, time) in sides.iter().zip(&mut times) {
            remove(&side.target())?;
            time.see(timed(&mut side.cargo(&["build"]))?.1);
        }
    }
    let [ours, peer] = times.map(|time| time.seconds());
    println!("measured weight.peer_crates {}", crates[1]);
    println!("measured weight.build_s {ours:.2}");
    println!("measured weight.peer_build_s {peer:.2}");
    Ok(vec![
        Figure::at_most("weight.crates", crates[0] as f64, 38.0),
        Figure::at_most("weight.build_ratio", ours / peer, 0.6),
    ])
}

fn package(place: &str, dependencies: &str) -> Result<Package, String> {
    let package = Package::new(place, dependencies)?;
    package.write("src/lib.rs", "")?;
    timed(&mut package.cargo(&["fetch"]))?;
    Ok(package)
}

fn crates_of(package: &Package) -> Result<usize, String> {
    let (output, _) = timed(&mut package.cargo(&["tree", "-e", "normal,build", "--prefix", "none"]))?;
    Ok(distinct(&String::from_utf8_lossy(&output.stdout)))
}

/// The distinct crates of a `cargo tree` without prefixes, the crate at its root left out.
///
/// A line is `NAME vVERSION`, then perhaps `(proc-macro)`, the path, or `(*)` for a crate that was listed before.
fn distinct(tree: &str) -> usize {
    let crates: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or_default()))
        .filter(|(name, _)| *name != PACKAGE)
        .collect();
    crates.len()
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn a_crate_counts_once_per_version_and_the_root_not_at_all() {
        let tree = "measured v0.0.0 (/somewhere/ours)\n\
                    tool-sdk v0.1.0 (/somewhere/tool-sdk)\n\
                    serde_derive v1.0.229 (proc-macro)\n\
                    syn v3.0.10\n\
                    syn v3.0.10 (*)\n\
                    syn v2.0.100\n\
                    \n";
        assert_eq!(distinct(tree), 4);
    }
}
