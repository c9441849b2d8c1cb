//! The tool `read`.

use std::io;
use std::path::Path;

use tool_sdk::prelude::*;

use crate::args::ReadArgs;
use crate::blocking::{self, Stop};
use crate::observe::{Digest, Seen};
use crate::output::ReadOutput;
use crate::present::{self, ReadMeta};
use crate::provider::{Content, DiskError};
use crate::render;
use crate::trouble::{Doing, Trouble, What};
use crate::window::{Limits, Scan, Window};
use crate::workspace::Workspace;

/// What one call returns at most. The number of lines is also the `max` and `default` of the argument `limit`.
pub(crate) const LIMITS: Limits = Limits { lines: 2_000, characters: 2_000, bytes: 51_200 };

/// How much is read at once; between two pieces a cancelled call stops.
const PIECE: usize = 256 << 10;

/// The tool `read`: shows a window of the lines of a text file.
///
/// [`Read::default`] works in the directory of the process. Which files may be read is up to the policies of the host.
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
    workspace: Workspace,
}

impl Read {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Read a text file and return its lines with their numbers. Prefer this over shell commands like `cat`. Long files
/// come in windows: send `offset` and `limit` to read on.
#[tool(name = "read", effect = read, idempotent, parallel)]
impl Read {
    async fn execute(&self, args: ReadArgs, cx: &ToolContext) -> ToolResult<ReadOutput> {
        let workspace = self.workspace.of_call(cx);
        blocking::run(cx, move |stop| read(&workspace, &args, stop)).await
    }

    fn render(args: &ReadArgs, value: &ReadOutput) -> String {
        render::read::text(args, value)
    }

    fn presentation_meta(_: &ReadArgs, value: &ReadOutput) -> ReadMeta {
        ReadMeta::new(value)
    }

    fn present_call(args: &ReadArgs) -> CallView {
        present::reading(args)
    }

    fn present_result(_: &ReadArgs, result: &Presented<ReadMeta>) -> Option<ResultView> {
        present::shown(result)
    }
}

fn read(workspace: &Workspace, args: &ReadArgs, stop: &Stop) -> Result<ReadOutput, Trouble> {
    let path = workspace.absolute(Doing::Reading, &args.file_path)?;
    let limits = Limits { lines: args.limit, ..LIMITS };
    match window(workspace, &path, args.offset, limits, stop) {
        Ok((window, seen)) => {
            if let (Some(seen), Some(observations)) = (seen, workspace.seen()) {
                observations.saw(workspace.real(Doing::Reading, &path)?, seen);
            }
            Ok(ReadOutput::new(path.display().to_string(), args.offset, window))
        }
        Err(trouble) => {
            if let (What::Missing { .. } | What::DanglingLink { .. }, Some(observations)) =
                (trouble.what(), workspace.seen())
            {
                observations.saw_nothing(workspace.real(Doing::Reading, &path)?);
            }
            Err(trouble)
        }
    }
}

/// Reads the file at `path` to its end, once; tells also which state of it was seen, if somebody remembers that.
fn window(
    workspace: &Workspace,
    path: &Path,
    offset: u64,
    limits: Limits,
    stop: &Stop,
) -> Result<(Window, Option<Seen>), Trouble> {
    let trouble = |what| Trouble::new(Doing::Reading, path, what);
    let failed = |error| Trouble::of(Doing::Reading, workspace.disk(), path, error);
    let mut file = workspace.disk().open(path).map_err(failed)?;
    let mut digest = workspace.seen().map(|_| Digest::for_file(&file.stat));
    let mut scan = Scan::new(offset, limits);
    let mut piece = vec![0; PIECE];
    loop {
        if stop.is_set() {
            return Err(trouble(What::Stopped));
        }
        let count = read_some(&mut *file.content, &mut piece).map_err(|error| failed(DiskError::Io(error)))?;
        let Some(last) = piece[..count].last() else { break };
        scan.push(&piece[..count]).map_err(|why| trouble(What::NotText(why)))?;
        if let Some(digest) = &mut digest {
            digest.add(&piece[..count]);
        }
        // A hole has no line ends, and reading it costs as much as reading a text.
        if *last == 0 && digest.as_ref().is_none_or(Digest::is_idle) && scan.takes_zeros() {
            let zeros = file.content.skip_hole().map_err(|error| failed(DiskError::Io(error)))?;
            scan.push_zeros(zeros);
        }
    }
    let window = scan.finish().map_err(|why| trouble(What::NotText(why)))?;
    // An empty file has no first line either, but asking for it is no mistake.
    if window.total < offset && offset > 1 {
        return Err(trouble(What::PastEnd { offset, total: window.total }));
    }
    Ok((window, digest.map(|digest| digest.finish(&file.stat))))
}

/// The next bytes of a content into the start of `buffer`; 0 is the end.
pub(crate) fn read_some(content: &mut dyn Content, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match content.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
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
