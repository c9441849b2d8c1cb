//! Reading one stream of a command.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::Arc;

use tokio::net::unix::pipe::Receiver;

use crate::capture::{Capture, Captured, Memory};
use crate::executor::{Live, Output};
use crate::live::Characters;
use crate::spill::SpillFolder;

/// Most commands write little, so the buffer and the pipe grow when one writes much.
const FIRST_BUFFER: usize = 4 << 10;
const LARGE_BUFFER: usize = 256 << 10;
const LARGE_PIPE: usize = 1 << 20;

/// Whether the runtime will be asked again to wait for this pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Again,
    Over,
}

/// The reading end of a pipe, and where what comes out of it goes.
pub(crate) struct Feed<'a> {
    output: Output,
    pipe: Option<Receiver>,
    buffer: Vec<u8>,
    capture: Capture,
    live: Option<(&'a dyn Live, Characters)>,
}

impl<'a> Feed<'a> {
    pub(crate) fn new(
        output: Output,
        pipe: OwnedFd,
        memory: Memory,
        spills: Arc<SpillFolder>,
        live: Option<&'a dyn Live>,
    ) -> io::Result<Self> {
        let name = match output {
            Output::Stdout => "stdout-",
            Output::Stderr => "stderr-",
        };
        Ok(Self {
            output,
            pipe: Some(Receiver::from_owned_fd(pipe)?),
            buffer: Vec::new(),
            capture: Capture::new(memory, spills, name),
            live: live.map(|live| (live, Characters::default())),
        })
    }

    /// Waits until something was written and takes a part of it. Never ends once the stream has. Safe to drop and call again.
    pub(crate) async fn turn(&mut self) {
        let Some(pipe) = &self.pipe else { return std::future::pending().await };
        if pipe.readable().await.is_err() {
            self.pipe = None;
            return;
        }
        self.take(Waiting::Again);
    }

    /// Takes what is there without waiting: all that was written before this was called.
    ///
    /// Somebody may go on writing for ever, so it takes no more than a pipe can hold.
    pub(crate) fn drain(&mut self) {
        let mut left = LARGE_PIPE;
        while let Some(count) = self.take(Waiting::Over).filter(|count| *count < left) {
            left -= count;
        }
    }

    /// One read; tells how much came, or nothing if there is nothing now or ever.
    fn take(&mut self, waiting: Waiting) -> Option<usize> {
        let pipe = self.pipe.as_ref()?;
        if self.buffer.is_empty() {
            self.buffer.resize(FIRST_BUFFER, 0);
        }
        let mut read = || Ok(rustix::io::read(pipe.as_fd(), &mut self.buffer[..])?);
        let result = match waiting {
            Waiting::Again => pipe.try_io(read),
            // The runtime would say that nothing is there when it has not looked yet.
            Waiting::Over => read(),
        };
        match &result {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Some(0),
            _ => {}
        }
        let Some(count) = result.ok().filter(|count| *count > 0) else {
            self.pipe = None;
            return None;
        };
        self.accept(count);
        Some(count)
    }

    fn accept(&mut self, count: usize) {
        let bytes = &self.buffer[..count];
        self.capture.push(bytes);
        if let Some((live, characters)) = &mut self.live {
            let text = characters.push(bytes);
            if !text.is_empty() {
                live.wrote(self.output, &text);
            }
        }
        if count == self.buffer.len() && count < LARGE_BUFFER {
            self.buffer.resize(LARGE_BUFFER, 0);
            #[cfg(target_os = "linux")]
            if let Some(pipe) = &self.pipe {
                // Only faster; there is a limit on how many such pipes a user may have.
                let _ = rustix::pipe::fcntl_setpipe_size(pipe, LARGE_PIPE);
            }
        }
    }

    /// What has been kept of it, as a text for an error.
    pub(crate) fn shown(&self) -> String {
        self.capture.shown()
    }

    pub(crate) fn finish(self) -> Captured {
        if let Some((live, characters)) = self.live {
            let rest = characters.finish();
            if !rest.is_empty() {
                live.wrote(self.output, &rest);
            }
        }
        self.capture.finish()
    }
}
