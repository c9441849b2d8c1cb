//! What a host and a supervisor say to each other, on a stream socket.
//!
//! ```text
//! frame:       length u32 · kind u8 · body                      (little-endian; the length counts kind and body)
//! to it:       START body, with the write ends of stdout and stderr as ancillary data · STOP grace_ms u32
//! from it:     FAILED step u8, errno i32 · ENDED signal u8, number i32, stopped u32, left u32
//! ```
//!
//! Both ends are one executable, so the frames have no version.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;
use std::time::Duration;

use crate::supervisor::rules::Rules;

/// More than this is no frame of ours: a command and an environment that large cannot be run.
const MOST: usize = 256 << 20;

/// How many bytes stand before the body of a frame.
const HEAD: usize = 5;

/// A command to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) shell: PathBuf,
    pub(crate) command: String,
    pub(crate) directory: PathBuf,
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) leftovers: Leftovers,
    pub(crate) rules: Option<Rules>,
}

/// What becomes of the processes that a shell leaves behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leftovers {
    /// They get this long to end by themselves, then they are stopped.
    Stop { linger: Duration },
    /// They go on until the supervisor loses its host.
    #[default]
    Keep,
}

/// What a host asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Start(Box<Start>),
    /// End everything: SIGTERM, and after the grace SIGKILL.
    Stop {
        grace: Duration,
    },
}

/// What a supervisor tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Failed { step: Step, errno: i32 },
    Ended(Ended),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) status: Status,
    /// How many processes the shell left behind that had to be stopped.
    pub(crate) stopped: u32,
    /// How many processes no signal could end.
    pub(crate) left: u32,
}

/// How the shell itself ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Code(i32),
    Signal(i32),
}

/// The step at which a start failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Directory,
    Confine,
    Shell,
    Script,
}

impl Order {
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            Self::Start(start) => {
                let mut frame = Encoder::new(0);
                frame.bytes(start.shell.as_os_str().as_bytes());
                frame.bytes(start.command.as_bytes());
                frame.bytes(start.directory.as_os_str().as_bytes());
                frame.number(start.environment.len());
                for (name, value) in &start.environment {
                    frame.bytes(name.as_bytes());
                    frame.bytes(value.as_bytes());
                }
                match start.leftovers {
                    Leftovers::Keep => frame.byte(0),
                    Leftovers::Stop { linger } => {
                        frame.byte(1);
                        frame.millis(linger);
                    }
                }
                frame.byte(u8::from(start.rules.is_some()));
                if let Some(rules) = &start.rules {
                    rules.encode(&mut frame);
                }
                frame.finish()
            }
            Self::Stop { grace } => {
                let mut frame = Encoder::new(1);
                frame.millis(*grace);
                frame.finish()
            }
        }
    }

    fn decode(kind: u8, body: &mut Decoder<'_>) -> Option<Self> {
        if kind == 1 {
            return Some(Self::Stop { grace: body.millis()? });
        }
        let mut start = Start {
            shell: body.path()?,
            command: String::from_utf8(body.bytes()?.to_vec()).ok()?,
            directory: body.path()?,
            ..Start::default()
        };
        for _ in 0..body.number()? {
            start.environment.push((body.os_string()?, body.os_string()?));
        }
        if body.byte()? == 1 {
            start.leftovers = Leftovers::Stop { linger: body.millis()? };
        }
        if body.byte()? == 1 {
            start.rules = Some(Rules::decode(body)?);
        }
        Some(Self::Start(Box::new(start)))
    }
}

impl Event {
    pub(crate) fn encode(self) -> Vec<u8> {
        match self {
            Self::Failed { step, errno } => {
                let mut frame = Encoder::new(1);
                frame.byte(step as u8);
                frame.u32(errno.cast_unsigned());
                frame.finish()
            }
            Self::Ended(Ended { status, stopped, left }) => {
                let (signal, number) = match status {
                    Status::Code(code) => (0, code),
                    Status::Signal(signal) => (1, signal),
                };
                let mut frame = Encoder::new(2);
                frame.byte(signal);
                frame.u32(number.cast_unsigned());
                frame.u32(stopped);
                frame.u32(left);
                frame.finish()
            }
        }
    }

    fn decode(kind: u8, body: &mut Decoder<'_>) -> Option<Self> {
        match kind {
            1 => {
                let step = match body.byte()? {
                    0 => Step::Directory,
                    1 => Step::Confine,
                    2 => Step::Shell,
                    _ => Step::Script,
                };
                Some(Self::Failed { step, errno: body.u32()?.cast_signed() })
            }
            _ => {
                let signal = body.byte()? == 1;
                let number = body.u32()?.cast_signed();
                let status = if signal { Status::Signal(number) } else { Status::Code(number) };
                Some(Self::Ended(Ended { status, stopped: body.u32()?, left: body.u32()? }))
            }
        }
    }
}

/// Whole frames out of a stream that arrives in pieces of any size.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    bytes: Vec<u8>,
}

/// What a stream holds is no frame of ours.
#[derive(Debug)]
pub(crate) struct Broken;

impl Frames {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn order(&mut self) -> Result<Option<Order>, Broken> {
        self.next(Order::decode)
    }

    pub(crate) fn event(&mut self) -> Result<Option<Event>, Broken> {
        self.next(Event::decode)
    }

    fn next<T>(&mut self, decode: impl FnOnce(u8, &mut Decoder<'_>) -> Option<T>) -> Result<Option<T>, Broken> {
        let Some((length, rest)) = self.bytes.split_first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length == 0 || length > MOST {
            return Err(Broken);
        }
        let Some((kind, body)) = rest.get(..length).and_then(<[u8]>::split_first) else { return Ok(None) };
        let decoded = decode(*kind, &mut Decoder(body)).ok_or(Broken)?;
        self.bytes.drain(..length + HEAD - 1);
        Ok(Some(decoded))
    }
}

/// Builds one frame.
#[derive(Debug)]
pub(crate) struct Encoder(Vec<u8>);

impl Encoder {
    fn new(kind: u8) -> Self {
        Self(vec![0, 0, 0, 0, kind])
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// A count or a length. What does not fit makes a frame that is longer than [`MOST`] and refused as such.
    pub(crate) fn number(&mut self, number: usize) {
        self.u32(u32::try_from(number).unwrap_or(u32::MAX));
    }

    fn millis(&mut self, duration: Duration) {
        self.u32(u32::try_from(duration.as_millis()).unwrap_or(u32::MAX));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn finish(mut self) -> Vec<u8> {
        let length = u32::try_from(self.0.len() - HEAD + 1).unwrap_or(u32::MAX);
        self.0[..HEAD - 1].copy_from_slice(&length.to_le_bytes());
        self.0
    }
}

/// Reads the body of one frame; `None` where it is too short.
#[derive(Debug)]
pub(crate) struct Decoder<'a>(&'a [u8]);

impl<'a> Decoder<'a> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    pub(crate) fn number(&mut self) -> Option<usize> {
        self.u32().map(|number| number as usize)
    }

    fn millis(&mut self) -> Option<Duration> {
        self.u32().map(|millis| Duration::from_millis(millis.into()))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn os_string(&mut self) -> Option<OsString> {
        self.bytes().map(|bytes| OsString::from_vec(bytes.to_vec()))
    }

    pub(crate) fn path(&mut self) -> Option<PathBuf> {
        self.os_string().map(PathBuf::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confined::Enforcement;

    fn start() -> Start {
        Start {
            shell: "bash".into(),
            command: "printf 'é\\n'".repeat(100),
            directory: OsString::from_vec(vec![b'/', 0xff]).into(),
            environment: vec![("A".into(), OsString::from_vec(vec![0xfe, b'b'])), ("EMPTY".into(), "".into())],
            leftovers: Leftovers::Stop { linger: Duration::from_millis(200) },
            rules: Some(Rules {
                enforcement: Enforcement::Bubblewrap,
                writable: vec!["/srv/work".into()],
                network: false,
            }),
        }
    }

    #[test]
    fn frames_arrive_in_pieces_of_any_size() {
        let orders = [Order::Start(Box::new(start())), Order::Stop { grace: Duration::from_secs(3) }];
        let bytes: Vec<u8> = orders.iter().flat_map(Order::encode).collect();
        for piece in [1, 3, 7, bytes.len()] {
            let (mut frames, mut seen) = (Frames::default(), Vec::new());
            for piece in bytes.chunks(piece) {
                frames.push(piece);
                while let Some(order) = frames.order().expect("frames") {
                    seen.push(order);
                }
            }
            assert_eq!(seen, orders);
        }
    }

    #[test]
    fn events_come_back_as_they_were() {
        let ended = |status| Event::Ended(Ended { status, stopped: 3, left: 1 });
        let events =
            [Event::Failed { step: Step::Confine, errno: 38 }, ended(Status::Code(255)), ended(Status::Signal(9))];
        let mut frames = Frames::default();
        for event in events {
            frames.push(&event.encode());
            assert_eq!(frames.event().expect("a frame"), Some(event));
        }
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        for bytes in [&[0, 0, 0, 0, 0][..], &[0xff, 0xff, 0xff, 0xff, 0], &[1, 0, 0, 0, 0], &[2, 0, 0, 0, 1, 9]] {
            let mut frames = Frames::default();
            frames.push(bytes);
            assert!(frames.order().is_err(), "{bytes:?}");
        }
    }
}
