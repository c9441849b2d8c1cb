//! What a command finds in its environment.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;

/// What keeps programs from colouring, paging and asking.
const QUIET: [(&str, &str); 4] = [("NO_COLOR", "1"), ("TERM", "dumb"), ("PAGER", "cat"), ("GIT_PAGER", "cat")];

/// Variables that make a shell run something, or run it differently, before the command has its turn.
const SHELL_CONTROL: [&str; 5] = ["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "OLDPWD"];

/// Words that make a name a secret wherever they stand in it.
const SECRET_PARTS: [&str; 7] = ["PASSWORD", "PASSWD", "PASSPHRASE", "SECRET", "TOKEN", "CREDENTIAL", "PRIVATEKEY"];

/// Words that make a name a secret when they stand between its underscores.
const SECRET_WORDS: [&str; 5] = ["KEY", "KEYS", "PASS", "COOKIE", "DSN"];

/// Ends of a word that make a name a secret.
const SECRET_ENDS: [&str; 3] = ["APIKEY", "ACCESSKEY", "AUTHKEY"];

/// Which variables of the host a command gets.
///
/// By default all but those that look like secrets: whose **name** holds `PASSWORD`, `PASSWD`, `PASSPHRASE`, `SECRET`, `TOKEN`,
/// `CREDENTIAL` or `PRIVATEKEY`, or has `KEY`, `KEYS`, `PASS`, `COOKIE` or `DSN` as one of its words, or ends in `APIKEY`,
/// `ACCESSKEY`, `AUTHKEY` or `_AUTH`, in any case; or whose **value** is an address with a password in it
/// (`scheme://user:password@host`). That is a guess from names. A host that knows better names its secrets with
/// [`secret`](Self::secret), or says with [`only`](Self::only) what may pass at all.
///
/// Never passed on: `BASH_ENV`, `ENV`, `SHELLOPTS`, `BASHOPTS`, which change what the shell does with a command, and `OLDPWD`.
/// Always set: `NO_COLOR=1`, `TERM=dumb`, `PAGER=cat`, `GIT_PAGER=cat`, `PWD`, and
/// `TOOL_BASH_COMMAND`, an id of the command by which its processes can be told. What the host sets with [`set`](Self::set)
/// comes last and is not looked at.
///
/// This is tidiness and no wall: a command that runs as the same user can read much of what the host can.
///
/// ```
/// use std::ffi::OsStr;
///
/// use tool_bash::Environment;
///
/// let environment = Environment::scrubbed().secret("DEPLOY_HOOK").set("CI", "1");
/// let passed = environment.of([("HOME", "/root"), ("GH_TOKEN", "x"), ("DEPLOY_HOOK", "y"), ("MONKEY", "z")]);
/// let has = |name| passed.contains_key(OsStr::new(name));
/// assert!(has("HOME") && has("MONKEY") && has("CI") && !has("GH_TOKEN") && !has("DEPLOY_HOOK"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Environment {
    only: Option<Vec<OsString>>,
    secrets: Vec<OsString>,
    set: Vec<(OsString, OsString)>,
}

impl Environment {
    /// All variables of the host but those that look like secrets.
    pub fn scrubbed() -> Self {
        Self::default()
    }

    /// No variable of the host but these; `PATH`, `HOME` and `LANG` are a usual choice. A secret stays out even when named.
    pub fn only<N: Into<OsString>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { only: Some(names.into_iter().map(Into::into).collect()), ..Self::default() }
    }

    /// Also keeps this variable of the host out.
    #[must_use]
    pub fn secret(mut self, name: impl Into<OsString>) -> Self {
        self.secrets.push(name.into());
        self
    }

    /// Sets a variable for every command, whatever its name.
    #[must_use]
    pub fn set(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    /// What a command gets of these variables.
    pub fn of<N: Into<OsString>, V: Into<OsString>>(
        &self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> BTreeMap<OsString, OsString> {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        let passed = variables.filter(|(name, value)| self.passes(name, value));
        let quiet = QUIET.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        passed.chain(quiet).chain(self.set.iter().cloned()).collect()
    }

    /// What a command gets of the variables of this process.
    pub(crate) fn of_host(&self) -> BTreeMap<OsString, OsString> {
        self.of(env::vars_os())
    }

    fn passes(&self, name: &OsStr, value: &OsStr) -> bool {
        let is_among = |names: &[OsString]| names.iter().any(|other| other == name);
        !SHELL_CONTROL.iter().any(|control| name == *control)
            && !is_among(&self.secrets)
            && self.only.as_deref().is_none_or(is_among)
            && !is_secret_name(name)
            && !holds_password(value)
    }
}

fn is_secret_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    SECRET_PARTS.iter().any(|part| name.contains(part))
        || name
            .split(['_', '-', '.'])
            .any(|word| SECRET_WORDS.contains(&word) || SECRET_ENDS.iter().any(|end| word.ends_with(end)))
        || name.ends_with("_AUTH")
        || name == "DOCKER_AUTH_CONFIG"
}

/// Whether the value is an address of the form `scheme://user:password@host`.
fn holds_password(value: &OsStr) -> bool {
    let value = value.as_bytes();
    let scheme_end = value.windows(3).position(|window| window == b"://");
    let authority = scheme_end.map(|at| &value[at + 3..]).unwrap_or_default();
    let end = authority.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(authority.len());
    let user = authority[..end].iter().rposition(|byte| *byte == b'@').map(|at| &authority[..at]);
    user.and_then(|user| user.iter().position(|byte| *byte == b':').map(|colon| colon + 1 < user.len()))
        .unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(name: &str, value: &str) -> bool {
        Environment::scrubbed().of([(name, value)]).contains_key(OsStr::new(name))
    }

    // contract: X1
    #[test]
    fn names_of_secrets_stay_out() {
        let secrets = [
            "MY_TOKEN",
            "GITHUB_TOKEN",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "OPENAI_API_KEY",
            "OPENAIAPIKEY",
            "openai_api_key",
            "DB_PASSWORD",
            "PGPASSWORD",
            "SSH_PASSPHRASE",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "NPM_AUTH",
            "DOCKER_AUTH_CONFIG",
            "SESSION_COOKIE",
            "SENTRY_DSN",
            "SMTP_PASS",
            "SIGNING_KEYS",
        ];
        for name in secrets {
            assert!(!passes(name, "x"), "{name}");
        }
        for name in
            ["PATH", "HOME", "KEYBOARD_LAYOUT", "MONKEY", "SSH_AUTH_SOCK", "AUTHOR", "COMPASS", "LANG", "BYPASS"]
        {
            assert!(passes(name, "x"), "{name}");
        }
    }

    // contract: X1
    #[test]
    fn a_password_in_an_address_stays_out() {
        for value in ["postgres://app:hunter2@db/prod", "https://u:p@example.org", "redis://:pw@host:6379/0"] {
            assert!(!passes("SERVICE", value), "{value}");
        }
        for value in ["https://example.org/a:b@c", "postgres://app@db/prod", "http://host:80", "u:p@h", "://"] {
            assert!(passes("SERVICE", value), "{value}");
        }
    }

    #[test]
    fn what_the_host_names_decides() {
        let only = Environment::only(["PATH", "GH_TOKEN"]).set("GH_TOKEN", "wanted");
        let passed = only.of([("PATH", "/bin"), ("GH_TOKEN", "x"), ("LANG", "C")]);
        let names: Vec<_> = passed.keys().filter_map(|name| name.to_str()).collect();
        assert_eq!(names, ["GH_TOKEN", "GIT_PAGER", "NO_COLOR", "PAGER", "PATH", "TERM"]);
        assert_eq!(passed[OsStr::new("GH_TOKEN")], "wanted");
    }

    #[test]
    fn what_would_run_before_the_command_stays_out() {
        for name in SHELL_CONTROL {
            assert!(!passes(name, "x"), "{name}");
        }
    }
}
