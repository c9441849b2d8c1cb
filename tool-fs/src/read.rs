//! The tool `read`.

use std::path::{Path, PathBuf};

use tool_sdk::ErrorCode;
use tool_sdk::prelude::*;

use crate::args::ReadArgs;
use crate::output::ReadOutput;
use crate::trouble::{Trouble, What};
use crate::window::{Limits, Scan, Window};
use crate::{path, provider, render};

/// What one call returns at most. The number of lines is also the `max` and `default` of the argument `limit`.
pub(crate) const LIMITS: Limits = Limits { lines: 2_000, characters: 2_000, bytes: 51_200 };

/// How much is read at once; between two pieces a cancelled call stops.
const PIECE: usize = 256 << 10;

/// The tool `read`: shows a window of the lines of a text file.
///
/// It keeps no state but the folder where relative paths start. Use [`Read::default`] for the directory of the process.
/// Which files may be read is up to the policies of the host.
///
/// The lines of one call are bounded in number, length and bytes, and the cost of reading does not grow with the length
/// of a line. The file is read to its end, since the value tells how many lines there are; it is not held in memory. A
/// directory, FIFO, socket or device is refused and never waited for. A cancelled call stops between two pieces of the
/// file. The reading is done on the blocking pool of tokio, so a call has to be made inside a tokio runtime.
///
/// # Errors
/// * no such file, or fewer lines than the offset → [`code::NOT_FOUND`](crate::code::NOT_FOUND)
/// * a file where the path needs a folder → [`code::NOT_DIRECTORY`](crate::code::NOT_DIRECTORY)
/// * anything but a regular file → [`code::NOT_REGULAR_FILE`](crate::code::NOT_REGULAR_FILE)
/// * a NUL byte among the first 8,192 bytes, or an encoding besides UTF-8 and marked UTF-16 →
///   [`code::NOT_TEXT`](crate::code::NOT_TEXT)
/// * the operating system forbids it or fails → [`code::PERMISSION_DENIED`](crate::code::PERMISSION_DENIED),
///   [`code::IO_ERROR`](crate::code::IO_ERROR)
///
/// ```
/// use tool_fs::{Read, ReadOutput};
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let tool = Read::new(env!("CARGO_MANIFEST_DIR"));
/// let outcome = tool_sdk::testing::call(tool, r#"{"file_path":"Cargo.toml","limit":1}"#).await;
/// let value: &ReadOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
/// assert_eq!(value.lines[0].text, "[package]");
/// # });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Read {
    folder: Option<PathBuf>,
}

impl Read {
    /// The tool for an agent that works in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }
}

/// Read a text file and return its lines with their numbers. Prefer this over shell commands like `cat`. Long files
/// come in windows: send `offset` and `limit` to read on.
#[tool(name = "read", effect = read, idempotent, parallel)]
impl Read {
    async fn execute(&self, args: ReadArgs, cx: &ToolContext) -> ToolResult<ReadOutput> {
        let path = absolute(self.folder.as_deref(), &args.file_path)?;
        // The thread outlives this future when a call is abandoned, so it is told when nobody waits for it any more.
        let signal = cx.signal().child_token();
        let _stop = signal.clone().drop_guard();
        let limits = Limits { lines: args.limit, ..LIMITS };
        let shown = path.display().to_string();
        let reading = tokio::task::spawn_blocking(move || window(&path, args.offset, limits, || signal.is_cancelled()));
        let window = match reading.await {
            Ok(window) => window?,
            // A panic goes on, for the registry to contain; anything else is the runtime shutting down.
            Err(failed) => failed.try_into_panic().map_or(None, |panic| std::panic::resume_unwind(panic)),
        };
        let Some(window) = window else { return Err(ToolError::of(ErrorCode::ABORTED)) };
        Ok(ReadOutput::new(shown, args.offset, window))
    }

    fn render(args: &ReadArgs, value: &ReadOutput) -> String {
        render::text(args, value)
    }
}

fn absolute(folder: Option<&Path>, written: &str) -> Result<PathBuf, Trouble> {
    path::absolute(folder, written).map_err(|source| Trouble::new(written, What::Failed { source }))
}

/// Reads the file at `path` to its end, or gives nothing if it was told to stop on the way.
fn window(path: &Path, offset: u64, limits: Limits, stop: impl Fn() -> bool) -> Result<Option<Window>, Trouble> {
    let mut file = provider::open(path)?;
    let mut scan = Scan::new(offset, limits);
    let mut piece = vec![0; PIECE];
    let not_text = |why| Trouble::new(path, What::NotText(why));
    loop {
        if stop() {
            return Ok(None);
        }
        match file.read(&mut piece)? {
            0 => break,
            count => scan.push(&piece[..count]).map_err(not_text)?,
        }
    }
    let window = scan.finish().map_err(not_text)?;
    // An empty file has no first line either, but asking for it is no mistake.
    if window.total < offset && offset > 1 {
        return Err(Trouble::new(path, What::PastEnd { offset, total: window.total }));
    }
    Ok(Some(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_and_the_limits_agree() {
        let parameters = tool_sdk::testing::parameters::<ReadArgs>();
        for keyword in ["maximum", "default"] {
            assert!(parameters.contains(&format!("\"{keyword}\":{}", LIMITS.lines)), "{parameters}");
        }
    }
}
