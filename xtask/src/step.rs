//! Named steps, run one after the other; the first that fails ends the command and is named.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

/// A command line with the name under which it is announced, timed and blamed.
pub(crate) struct Step {
    name: &'static str,
    command: Command,
}

impl Step {
    /// A step that has yet to run.
    pub(crate) fn new(name: &'static str, command: Command) -> Self {
        Self { name, command }
    }

    /// The same step with one more variable in its environment.
    pub(crate) fn env(mut self, key: &str, value: &str) -> Self {
        self.command.env(key, value);
        self
    }

    /// Runs the step with its output going where ours goes.
    ///
    /// # Errors
    /// The command does not start, or exits with a failure.
    pub(crate) fn run(mut self) -> Result<(), String> {
        let started = self.announce();
        let status = self.command.status().map_err(|error| self.not_started(&error))?;
        self.finish(status, started)
    }

    /// Runs the step and shows every line of its standard output to `see` as well.
    ///
    /// # Errors
    /// The command does not start, its output cannot be read, or it exits with a failure.
    pub(crate) fn run_watched(mut self, mut see: impl FnMut(&str)) -> Result<(), String> {
        let started = self.announce();
        let mut child = self.command.stdout(Stdio::piped()).spawn().map_err(|error| self.not_started(&error))?;
        let output = child.stdout.take().expect("standard output was piped above");
        for line in BufReader::new(output).split(b'\n') {
            let line = line.map_err(|error| format!("step `{}`: {error}", self.name))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            see(&line);
        }
        let status = child.wait().map_err(|error| format!("step `{}`: {error}", self.name))?;
        self.finish(status, started)
    }

    fn announce(&self) -> Instant {
        eprintln!("\n==> {}: {}", self.name, spell(&self.command));
        Instant::now()
    }

    fn finish(&self, status: ExitStatus, started: Instant) -> Result<(), String> {
        let seconds = started.elapsed().as_secs_f64();
        if status.success() {
            eprintln!("<== {}: {seconds:.1} s", self.name);
            Ok(())
        } else {
            Err(format!("step `{}` failed after {seconds:.1} s ({status})", self.name))
        }
    }

    fn not_started(&self, error: &std::io::Error) -> String {
        format!("step `{}` does not start: {error}", self.name)
    }
}

/// The command as one would type it, so that a failing step can be repeated by hand.
fn spell(command: &Command) -> String {
    let variables =
        command.get_envs().filter_map(|(key, value)| Some(format!("{}='{}'", key.display(), value?.display())));
    let program = command.get_program();
    let program = std::path::Path::new(program).file_name().unwrap_or(program);
    let words = std::iter::once(program).chain(command.get_args()).map(|word| word.display().to_string());
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Step, spell};
    use std::process::Command;

    #[test]
    fn a_step_is_spelled_as_it_is_typed() {
        let mut command = Command::new("/opt/bin/cargo");
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(spell(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn a_failing_step_is_named() {
        let reason = Step::new("nonsense", Command::new("false")).run().expect_err("`false` fails");
        assert!(reason.starts_with("step `nonsense` failed"), "{reason}");
    }

    #[test]
    fn a_program_that_is_not_there_is_no_panic() {
        let reason = Step::new("missing", Command::new("no-such-program-anywhere"))
            .run()
            .expect_err("nothing of that name exists");
        assert!(reason.starts_with("step `missing` does not start"), "{reason}");
    }

    #[test]
    fn a_watched_step_shows_every_line() {
        let mut command = Command::new("printf");
        command.arg("one\\ntwo\\n");
        let mut seen = Vec::new();
        Step::new("lines", command).run_watched(|line| seen.push(line.to_owned())).expect("printf succeeds");
        assert_eq!(seen, ["one", "two"]);
    }
}
