//! The group `peers`: `benches/peers/` measures, in a crate that only this command builds, so that no peer weighs on the workspace.

use super::figure::Figure;
use super::generate::{Package, ours};
use super::program;
use super::timing::timed;
use crate::cargo::root;

const FILES: &[(&str, &str)] = &[
    ("src/main.rs", include_str!("../../../benches/peers/main.rs")),
    ("src/bare.rs", include_str!("../../../benches/peers/bare.rs")),
    ("src/ours.rs", include_str!("../../../benches/peers/ours.rs")),
    ("src/rig.rs", include_str!("../../../benches/peers/rig.rs")),
    ("src/server.rs", include_str!("../../../benches/peers/server.rs")),
];

/// The least of each peer that has its tools, and the newest rig that our compiler builds.
const PEERS: &str = "rig-core = { version = \"=0.44.0\", default-features = false }\n\
                     rmcp = { version = \"=3.11.0\", default-features = false, features = [\"server\", \"macros\"] }\n\
                     schemars = \"1\"\n\
                     serde = { version = \"1\", features = [\"derive\"] }\n\
                     serde_json = \"1\"\n\
                     tokio = { version = \"1\", features = [\"rt\", \"io-util\"] }\n";

/// As the workspace builds what it measures.
const PROFILE: &str = "\n[profile.release]\nlto = \"thin\"\ncodegen-units = 1\n";

/// What the program prints, and how much of the peer's time ours may take at most.
const BOUNDS: [(&str, f64); 3] =
    [("peers.rmcp_kept", 1.0 / 3.5), ("peers.rmcp_default", 1.0 / 3.5), ("peers.rig", 1.0 / 1.5)];

/// Builds and runs the program, and judges its ratios.
///
/// # Errors
/// The crate cannot be written or built, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let benches = format!("benches = {{ path = '{}' }}\n", root().join("benches").display());
    let package = Package::new("peers", &[&ours(), &benches, PEERS, PROFILE].concat())?;
    for (name, text) in FILES {
        package.write(name, text)?;
    }
    timed(&mut package.cargo(&["build", "--release"]))?;
    program::held(&program::run(&mut package.cargo(&["run", "--release", "--quiet"]))?, &BOUNDS)
}

#[cfg(test)]
mod tests {
    use super::super::figure::{Figure, Measured};
    use super::{BOUNDS, program};

    fn measured(values: [f64; 3]) -> Vec<Measured> {
        BOUNDS.iter().zip(values).map(|((name, _), value)| Measured { name: (*name).to_owned(), value }).collect()
    }

    #[test]
    fn ours_takes_its_part_of_each_peer_at_most() {
        let verdicts = |values| -> Vec<bool> {
            program::held(&measured(values), &BOUNDS).expect("all are there").iter().map(Figure::holds).collect()
        };
        assert_eq!(verdicts([0.28, 0.1, 0.66]), [true, true, true]);
        assert_eq!(verdicts([0.29, 0.29, 0.67]), [false, false, false]);
    }

    #[test]
    fn a_missing_measurement_is_an_error() {
        let reason = program::held(&measured([0.1, 0.1, 0.1])[..2], &BOUNDS).expect_err("no ratio to rig");
        assert!(reason.contains("peers.rig"), "{reason}");
    }
}
