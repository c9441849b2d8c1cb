//! What Ctrl-C and SIGTERM do.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::os::fd::AsFd as _;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The first SIGINT or SIGTERM cancels `call`; the next one ends the process, with 128 and the number of the signal as shells tell
/// it. Once `call` is cancelled otherwise, the first one does.
///
/// A terminal sends Ctrl-C to its whole foreground group. What `bash` starts is in sessions of its own and does not get it: it is
/// stopped by the cancel, or by the end of this process.
pub(crate) fn cancels(call: CancellationToken) -> io::Result<()> {
    let mut heard = Heard { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? };
    tokio::spawn(async move {
        tokio::select! {
            kind = heard.next() => {
                if kind == SignalKind::interrupt() {
                    tell();
                }
                call.cancel();
            }
            () = call.cancelled() => {}
        }
        std::process::exit(128 + heard.next().await.as_raw_value());
    });
    Ok(())
}

/// Says in the terminal what Ctrl-C did, on a line of its own: the terminal has written `^C` into whatever line there was.
///
/// It goes around the lock of standard error, which whoever waits for an answer there holds.
fn tell() {
    let stderr = io::stderr();
    if !stderr.is_terminal() {
        return;
    }
    // Who cannot be told is still obeyed.
    if let Ok(terminal) = stderr.as_fd().try_clone_to_owned() {
        let _ = File::from(terminal).write_all(b"\ncancelling; once more ends it at once\n");
    }
}

struct Heard {
    interrupt: Signal,
    terminate: Signal,
}

impl Heard {
    async fn next(&mut self) -> SignalKind {
        tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.terminate.recv() => SignalKind::terminate(),
        }
    }
}
