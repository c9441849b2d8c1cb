//! One command from its order to its end, as the host sees it. All that touches processes beyond this is the supervisor's.

use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::PathBuf;
use std::process::Child;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::executor::{Cause, End, Finished, Live, Output};
use crate::feed::Feed;
use crate::local::Local;
use crate::supervisor::{
    Ended, Event, Frames, Leftovers, Order, Pool, Start, Status, Step, Supervisor, receive, send, sweep,
};
use crate::trouble::ShellError;

/// How long a supervisor may stay silent when everything should be over: it gives processes that were killed five seconds itself.
const SILENCE: Duration = Duration::from_secs(8);

/// Runs a command to its end.
pub(crate) async fn run(
    local: &Local,
    mut start: Start,
    timeout: Option<Duration>,
    stop: CancellationToken,
    live: Option<&dyn Live>,
) -> Result<Finished, ShellError> {
    let (read_stdout, stdout) = pipe().map_err(|source| not_started("a pipe for the output", source))?;
    let (read_stderr, stderr) = pipe().map_err(|source| not_started("a pipe for the output", source))?;
    let feed = |output, pipe| {
        Feed::new(output, pipe, local.settings.memory, local.spills.clone(), live)
            .map_err(|source| not_started("a pipe for the output", source))
    };
    let mut run = Run {
        stdout: feed(Output::Stdout, read_stdout)?,
        stderr: feed(Output::Stderr, read_stderr)?,
        link: Link::open(&local.pool, &start).map_err(|source| not_started("the supervisor of the command", source))?,
        mark: String::new(),
        cause: None,
        deadline: timeout.map(|timeout| Instant::now() + timeout),
        silent_until: None,
    };
    let (name, value) = mark();
    run.mark = format!("{name}={value}");
    // After the supervisor was started: it serves other commands too.
    start.environment.push((name.into(), value.into()));
    let leftovers = start.leftovers;
    let (what, directory) = (start.shell.display().to_string(), start.directory.clone());
    let order = Order::Start(Box::new(start)).encode();
    let sent = send(&run.link.stream, &order, &[stdout.as_fd(), stderr.as_fd()]).await;
    // The supervisor and the shell have theirs; with one here the pipes would never end.
    drop((stdout, stderr, order));
    if let Err(error) = sent {
        return Err(run.lost(&format!("the supervisor of the command is gone ({error})")));
    }
    match run.until_end(&stop, local.settings.grace).await? {
        Ok(ended) => {
            run.stdout.drain();
            run.stderr.drain();
            run.link.close(match leftovers {
                Leftovers::Keep => Afterwards::Watches,
                Leftovers::Stop { .. } if ended.left > 0 => Afterwards::Ends,
                Leftovers::Stop { .. } => Afterwards::Waits,
            });
            Ok(finished(ended, run.cause, run.stdout, run.stderr))
        }
        Err((step, errno)) => {
            run.link.close(Afterwards::Waits);
            Err(failed(step, io::Error::from_raw_os_error(errno), &what, directory))
        }
    }
}

fn failed(step: Step, source: io::Error, shell: &str, directory: PathBuf) -> ShellError {
    match step {
        Step::Directory => ShellError::Directory { path: directory, source },
        Step::Confine => ShellError::SandboxUnavailable { reason: why_not_confined(&source) },
        Step::Script => not_started("a file for the long command", source),
        Step::Shell => not_started(&format!("the shell {shell}"), source),
    }
}

/// A variable that no other command has, by which its processes are found when their supervisor is gone.
fn mark() -> (&'static str, String) {
    static COMMANDS: AtomicU64 = AtomicU64::new(0);
    static HOST: OnceLock<u64> = OnceLock::new();
    // Process ids come again; the random start of a hasher does not.
    let host = HOST.get_or_init(|| RandomState::new().hash_one(std::process::id()));
    ("TOOL_BASH_COMMAND", format!("{host:016x}-{}", COMMANDS.fetch_add(1, Ordering::Relaxed)))
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    Ok((reader.into(), writer.into()))
}

fn not_started(what: &str, source: io::Error) -> ShellError {
    ShellError::NotStarted { what: what.to_owned(), source }
}

fn why_not_confined(source: &io::Error) -> String {
    use rustix::io::Errno;
    match Errno::from_io_error(source) {
        Some(Errno::NOSYS) => {
            "the kernel has no Landlock, or one that is too old (Linux 6.2 is needed, 6.7 to cut the network)"
                .to_owned()
        }
        Some(Errno::OPNOTSUPP) => "Landlock is switched off in the kernel".to_owned(),
        _ => format!("Landlock refused: {source}"),
    }
}

fn finished(ended: Ended, cause: Option<Cause>, stdout: Feed<'_>, stderr: Feed<'_>) -> Finished {
    let end = match ended.status {
        Status::Code(code) => End::Code(code),
        Status::Signal(signal) => End::Signal(signal),
    };
    Finished { cause, stopped: ended.stopped, left: ended.left, ..Finished::new(end, stdout.finish(), stderr.finish()) }
}

/// A command that has been ordered.
struct Run<'a> {
    stdout: Feed<'a>,
    stderr: Feed<'a>,
    link: Link<'a>,
    /// What stands in the environment of all processes of the command, unless they clear it.
    mark: String,
    cause: Option<Cause>,
    deadline: Option<Instant>,
    /// When the supervisor has to have told the end.
    silent_until: Option<Instant>,
}

/// The end of a command, or the step of its start that failed.
type Told = Result<Ended, (Step, i32)>;

impl Run<'_> {
    async fn until_end(&mut self, stop: &CancellationToken, grace: Duration) -> Result<Told, ShellError> {
        loop {
            let is_unasked = self.cause.is_none();
            let cause = tokio::select! {
                event = self.link.event() => match event {
                    Ok(Event::Ended(ended)) => return Ok(Ok(ended)),
                    Ok(Event::Failed { step, errno }) => return Ok(Err((step, errno))),
                    Err(_) => return Err(self.lost("the supervisor of the command was killed, perhaps by the command itself")),
                },
                () = self.stdout.turn() => continue,
                () = self.stderr.turn() => continue,
                () = sleep_until(self.deadline), if is_unasked => Cause::TimedOut,
                () = stop.cancelled(), if is_unasked => Cause::Cancelled,
                () = sleep_until(self.silent_until) => {
                    return Err(self.lost("the supervisor of the command does not answer"));
                }
            };
            self.cause = Some(cause);
            self.silent_until = Some(Instant::now() + grace + SILENCE);
            let order = Order::Stop { grace }.encode();
            // If it is gone, the next event tells so.
            let _ = send(&self.link.stream, &order, &[]).await;
        }
    }

    /// Ends what can be found when there is nobody left to ask.
    fn lost(&mut self, reason: &str) -> ShellError {
        self.link.process.kill();
        sweep(&self.mark);
        self.stdout.drain();
        self.stderr.drain();
        let output = self.stdout.shown() + &self.stderr.shown();
        ShellError::Lost { reason: reason.to_owned(), output }
    }
}

/// At a time, or never.
async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// A supervisor at work. Dropping it closes the socket, and then the supervisor ends everything by itself.
struct Link<'a> {
    stream: UnixStream,
    frames: Frames,
    process: Process<'a>,
}

/// The process of a supervisor; whatever becomes of it, the pool waits for its end.
struct Process<'a> {
    pool: &'a Pool,
    child: Option<Child>,
}

impl<'a> Link<'a> {
    fn open(pool: &'a Pool, start: &Start) -> io::Result<Self> {
        let Supervisor { socket, child } = pool.take(&start.environment)?;
        let process = Process { pool, child: Some(child) };
        Ok(Self { stream: UnixStream::from_std(socket)?, frames: Frames::default(), process })
    }

    /// What the supervisor tells next; its end is an error. Safe to drop and call again.
    async fn event(&mut self) -> io::Result<Event> {
        loop {
            if let Some(event) = self.frames.event().map_err(|_| io::ErrorKind::InvalidData)? {
                return Ok(event);
            }
            let mut buffer = [0; 64];
            match receive(&self.stream, &mut buffer, &mut Vec::new()).await? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => self.frames.push(&buffer[..count]),
            }
        }
    }

    /// The command is over.
    fn close(mut self, afterwards: Afterwards) {
        let Some(child) = self.process.child.take() else { return };
        let pool = self.process.pool;
        match (self.stream.into_std(), afterwards) {
            (Ok(socket), Afterwards::Waits) => pool.give_back(Supervisor { socket, child }),
            (Ok(socket), Afterwards::Watches) => pool.retire(child, Some(socket)),
            _ => pool.retire(child, None),
        }
    }
}

/// What a supervisor does when its command is over.
#[derive(Clone, Copy)]
enum Afterwards {
    /// Waits for the next one.
    Waits,
    /// Watches over what the command left, until the executor goes.
    Watches,
    /// Ends: something is left that it cannot end.
    Ends,
}

impl Process<'_> {
    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            self.pool.retire(child, None);
        }
    }
}
