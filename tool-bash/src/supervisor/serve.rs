//! What a supervisor does: one command after another, until its host is gone.

use std::collections::HashSet;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, chdir, setsid, wait};
use tokio::net::UnixStream;
use tokio::signal::unix::{Signal as Signals, SignalKind, signal};
use tokio::time::Instant;

use super::protocol::{Ended, Event, Frames, Leftovers, Order, Start, Status, Step};
use super::socket;
use super::start::start;
use super::tree::{self, Shell};

/// How long the end of processes that were killed is waited for. What the kernel cannot end by then is told as left.
const KILLED: Duration = Duration::from_secs(5);

/// The whole life of a supervisor; gives its exit code.
pub(super) fn main() -> i32 {
    match prepare().and_then(|socket| runtime()?.block_on(serve(socket))) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

/// Takes the socket from where the host put it and lets go of all else of the host's.
fn prepare() -> io::Result<StdUnixStream> {
    // What a terminal sends to the host's group is not meant for the commands.
    let _ = setsid();
    close_inherited();
    let socket = io::stdin().as_fd().try_clone_to_owned()?;
    // The shells get the same standard input.
    let null = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    let _ = chdir("/");
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let socket = StdUnixStream::from(socket);
    socket.set_nonblocking(true)?;
    // Anything but a connected socket is no host.
    socket.peer_addr()?;
    Ok(socket)
}

/// Descriptors that some library of the host left open for every program would otherwise be held for as long as the host runs.
#[expect(unsafe_code, reason = "runs before anything else of this process has opened a descriptor")]
fn close_inherited() {
    #[cfg(target_os = "linux")]
    if unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) } == 0 {
        return;
    }
    for descriptor in 3..1_024 {
        unsafe { libc::close(descriptor) };
    }
}

/// One thread: what runs between fork and the shell may then do what it likes.
fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

async fn serve(socket: StdUnixStream) -> io::Result<()> {
    let mut children = signal(SignalKind::child())?;
    let mut link = Link::new(socket)?;
    while let Some(order) = link.order().await? {
        // An order to stop may arrive when its command has just ended.
        let Order::Start(order) = order else { continue };
        match begin(&order, &mut link) {
            Ok(pid) => Watch::new(pid, order.leftovers).until_end(&mut children, &mut link).await?,
            Err((step, errno)) => link.tell(Event::Failed { step, errno: errno.raw_os_error() }).await?,
        }
    }
    Ok(())
}

fn begin(order: &Start, link: &mut Link) -> Result<Pid, super::start::Failed> {
    let mut descriptors = std::mem::take(&mut link.descriptors).into_iter();
    let (Some(stdout), Some(stderr)) = (descriptors.next(), descriptors.next()) else {
        return Err((Step::Shell, Errno::BADF));
    };
    start(order, stdout, stderr)
}

/// The socket to the host.
struct Link {
    socket: UnixStream,
    frames: Frames,
    descriptors: Vec<OwnedFd>,
    buffer: Vec<u8>,
}

impl Link {
    fn new(socket: StdUnixStream) -> io::Result<Self> {
        let socket = UnixStream::from_std(socket)?;
        Ok(Self { socket, frames: Frames::default(), descriptors: Vec::new(), buffer: vec![0; 16 << 10] })
    }

    /// The next order, or nothing when the host is gone. Safe to drop and call again.
    async fn order(&mut self) -> io::Result<Option<Order>> {
        loop {
            if let Some(order) = self.frames.order().map_err(|_| io::ErrorKind::InvalidData)? {
                return Ok(Some(order));
            }
            match socket::receive(&self.socket, &mut self.buffer, &mut self.descriptors).await? {
                0 => return Ok(None),
                count => self.frames.push(&self.buffer[..count]),
            }
        }
    }

    async fn tell(&self, event: Event) -> io::Result<()> {
        socket::send(&self.socket, &event.encode(), &[]).await
    }
}

/// What is being waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The shell.
    Running,
    /// What it left behind, to end by itself.
    Lingering,
    /// The same, for as long as the host is there. It knows that the shell has ended.
    Keeping,
    /// Everything, after SIGTERM.
    Asked,
    /// Everything, after SIGKILL.
    Killed,
}

/// One command, from its start until nothing is left of it.
struct Watch {
    shell: Shell,
    status: Option<Status>,
    leftovers: Leftovers,
    phase: Phase,
    /// When the phase ends.
    until: Option<Instant>,
    /// Whether what the shell left behind is being stopped, and not everything because the host said so.
    is_tidying: bool,
    stopped: HashSet<Pid>,
    host_is_gone: bool,
}

impl Watch {
    fn new(shell: Pid, leftovers: Leftovers) -> Self {
        Self {
            shell: Shell::Unwaited(shell),
            status: None,
            leftovers,
            phase: Phase::Running,
            until: None,
            is_tidying: false,
            stopped: HashSet::new(),
            host_is_gone: false,
        }
    }

    /// Tells the host the end when it has come.
    async fn until_end(mut self, children: &mut Signals, link: &mut Link) -> io::Result<()> {
        while self.reap() {
            if self.phase == Phase::Running && self.status.is_some() {
                match self.leftovers {
                    Leftovers::Keep => {
                        link.tell(Event::Ended(self.ended(0))).await?;
                        self.phase = Phase::Keeping;
                    }
                    Leftovers::Stop { linger } => self.enter(Phase::Lingering, linger),
                }
            }
            // A process that was adopted since the last look came with the event that led here.
            if self.phase == Phase::Killed {
                self.signal(Signal::KILL);
            }
            let until = self.until.unwrap_or_else(|| Instant::now() + KILLED);
            tokio::select! {
                _ = children.recv() => {}
                order = link.order(), if !self.host_is_gone => self.follow(&order),
                () = tokio::time::sleep_until(until), if self.until.is_some() => {
                    if self.phase == Phase::Killed {
                        let left = self.signal(Signal::KILL);
                        return link.tell(Event::Ended(self.ended(left))).await;
                    }
                    self.go_on();
                }
            }
        }
        match self.phase {
            Phase::Keeping => Ok(()),
            _ => link.tell(Event::Ended(self.ended(0))).await,
        }
    }

    /// Waits for all that has ended; tells whether there may be more.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if Shell::Unwaited(pid) == self.shell => {
                    self.status = status_of(status);
                    self.shell = Shell::Gone(pid);
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return tree::remains(self.shell),
            }
        }
    }

    fn follow(&mut self, order: &io::Result<Option<Order>>) {
        match order {
            Ok(Some(Order::Stop { grace })) if matches!(self.phase, Phase::Running | Phase::Lingering) => {
                self.signal(Signal::TERM);
                self.enter(Phase::Asked, *grace);
            }
            Ok(Some(Order::Stop { .. })) => {}
            // Nobody is there to whom anything could be told, or who could wait for a grace.
            Ok(Some(Order::Start(_)) | None) | Err(_) => {
                self.host_is_gone = true;
                self.enter(Phase::Killed, KILLED);
            }
        }
    }

    /// The time of a phase is over.
    fn go_on(&mut self) {
        match (self.phase, self.leftovers) {
            (Phase::Lingering, Leftovers::Stop { linger }) => {
                self.is_tidying = true;
                self.signal(Signal::TERM);
                self.enter(Phase::Asked, linger);
            }
            _ => self.enter(Phase::Killed, KILLED),
        }
    }

    fn enter(&mut self, phase: Phase, time: Duration) {
        self.phase = phase;
        self.until = Some(Instant::now() + time);
    }

    /// Signals everything, and tells to how many processes besides the shell.
    fn signal(&mut self, signal: Signal) -> u32 {
        let alive = tree::signal_all(self.shell, signal);
        let count = u32::try_from(alive.len()).unwrap_or(u32::MAX);
        if self.is_tidying {
            self.stopped.extend(alive);
        }
        count
    }

    fn ended(&self, left: u32) -> Ended {
        // Without a status it is the shell itself that no signal ends.
        let status = self.status.unwrap_or(Status::Signal(Signal::KILL.as_raw()));
        let left = left + u32::from(self.status.is_none());
        let stopped = u32::try_from(self.stopped.len()).unwrap_or(u32::MAX).saturating_sub(left);
        Ended { status, stopped, left }
    }
}

fn status_of(status: WaitStatus) -> Option<Status> {
    let code = status.exit_status().map(Status::Code);
    code.or_else(|| status.terminating_signal().map(Status::Signal))
}
