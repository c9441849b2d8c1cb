//! Looking through one file.

use std::collections::VecDeque;
use std::io::{self, Read};

use grep_matcher::Matcher as _;
use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};

use super::query::Query;
use crate::args::GrepMode;
use crate::blocking::Stop;
use crate::encoding::{self, Encoding};
use crate::provider::{Content, OpenFile};
use crate::read::read_some;

/// Files up to this size are looked through where they were read to.
const BUFFER: usize = 128 << 10;

/// How much of one line is kept, around the match.
pub(crate) const LINE_KEPT: usize = 64 << 10;

/// What was found in one file.
#[derive(Debug, Default)]
pub(crate) struct Hits {
    /// How many matches, also those that are not kept.
    pub(super) count: u64,
    pub(super) matches: Vec<Hit>,
    /// Whether a line was cut.
    pub(super) cut: bool,
}

/// One match.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(super) number: u64,
    /// The number of its last line.
    last: u64,
    pub(super) line: String,
    /// Where the match begins in `line`.
    pub(super) at: usize,
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

/// What became of the look at one file.
#[derive(Debug)]
pub(crate) enum Looked {
    Hits(Hits),
    /// It is no text.
    Binary,
    /// More would have to be held in memory than is allowed.
    TooLong,
    Failed(io::Error),
}

/// Looks through files, one after the other, on one thread.
#[derive(Debug)]
pub(crate) struct Seeker<'a> {
    query: &'a Query,
    searcher: Searcher,
    buffer: Vec<u8>,
    stop: &'a Stop,
}

impl<'a> Seeker<'a> {
    pub(crate) fn new(query: &'a Query, stop: &'a Stop) -> Self {
        Self { query, searcher: query.searcher(), buffer: Vec::new(), stop }
    }

    pub(crate) fn look(&mut self, mut file: OpenFile) -> Looked {
        self.buffer.resize(BUFFER, 0);
        let (filled, ended) = match fill(&mut *file.content, &mut self.buffer) {
            Ok(filled) => filled,
            Err(error) => return Looked::Failed(error),
        };
        let start = &self.buffer[..filled];
        let Ok((encoding, mark)) = encoding::sniff(&start[..filled.min(encoding::HEAD)]) else { return Looked::Binary };
        // Ripgrep's engine tells UTF-16 by its mark, and has no use for that of UTF-8.
        let start = if encoding == Encoding::Utf8 { &start[mark..] } else { start };

        let mut sink = Collect { query: self.query, hits: Hits::default(), recent: VecDeque::new() };
        let searched = if ended {
            self.searcher.search_slice(&self.query.matcher, start, &mut sink)
        } else {
            let rest = Stoppable { content: &mut *file.content, stop: self.stop };
            self.searcher.search_reader(&self.query.matcher, start.chain(rest), &mut sink)
        };
        match searched {
            Ok(()) => Looked::Hits(sink.hits),
            Err(error) if is_over_limit(&error) => Looked::TooLong,
            Err(error) => Looked::Failed(error),
        }
    }
}

/// The searcher's own error, which it makes of a text.
fn is_over_limit(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Other && error.to_string().contains("allocation limit")
}

/// Reads until the buffer is full or the content has ended; tells how much, and whether it has.
fn fill(content: &mut dyn Content, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
    let mut filled = 0;
    while filled < buffer.len() {
        match read_some(content, &mut buffer[filled..])? {
            0 => return Ok((filled, true)),
            count => filled += count,
        }
    }
    Ok((filled, false))
}

/// The rest of a large file, which ends when the call is cancelled.
struct Stoppable<'a> {
    content: &'a mut dyn Content,
    stop: &'a Stop,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() { Ok(0) } else { self.content.read(buffer) }
    }
}

/// Takes what the searcher finds.
struct Collect<'a> {
    query: &'a Query,
    hits: Hits,
    /// The last lines, with their numbers, for the match that may follow.
    recent: VecDeque<(u64, String)>,
}

impl Collect<'_> {
    /// Gives a line to the matches that it stands behind, and keeps it for those that it stands before.
    fn see(&mut self, number: u64, line: &str) {
        let context = self.query.context;
        if context == 0 {
            return;
        }
        for hit in self.hits.matches.iter_mut().rev().take_while(|hit| hit.last + context as u64 >= number) {
            if hit.last < number {
                hit.after.push(line.to_owned());
            }
        }
        self.recent.push_back((number, line.to_owned()));
        if self.recent.len() > context {
            self.recent.pop_front();
        }
    }

    /// The lines right before a line.
    fn before(&self, number: u64) -> Vec<String> {
        let reach = number.saturating_sub(self.query.context as u64);
        self.recent.iter().filter(|(near, _)| (reach..number).contains(near)).map(|(_, line)| line.clone()).collect()
    }

    /// The text of a line, cut around `at`, and where `at` is in it.
    fn kept(&mut self, bytes: &[u8], at: usize) -> (String, usize) {
        let (mut from, mut to) = (0, bytes.len());
        if bytes.len() > LINE_KEPT {
            self.hits.cut = true;
            from = at.saturating_sub(LINE_KEPT / 2).min(bytes.len() - LINE_KEPT);
            to = from + LINE_KEPT;
            from += bytes[from..to].iter().take_while(|byte| from > 0 && is_continuation(**byte)).count();
            to -= bytes[from..to].iter().rev().take_while(|byte| is_continuation(**byte)).count();
            // What is left at the end may be the first byte of a character whose others were cut.
            to -= usize::from(to > from && bytes[to - 1] >= 0xc0 && to < bytes.len());
        }
        let at = at.clamp(from, to);
        let mut line = String::from_utf8_lossy(&bytes[from..at]).into_owned();
        let place = line.len();
        line.push_str(&String::from_utf8_lossy(&bytes[at..to]));
        (line, place)
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

impl Sink for &mut Collect<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.hits.count += 1;
        match self.query.mode {
            GrepMode::Files => return Ok(false),
            GrepMode::Count => return Ok(true),
            GrepMode::Content => {}
        }
        let bytes = without_end(found.bytes());
        let number = found.line_number().unwrap_or(1);
        let lines = memchr::memchr_iter(b'\n', bytes).count() as u64;
        let place = self.query.matcher.find(found.bytes()).ok().flatten().map_or(0, |place| place.start());
        let (line, at) = self.kept(bytes, place.min(bytes.len()));
        let before = self.before(number);
        if self.query.context > 0 {
            for (offset, line) in line.split('\n').enumerate() {
                let line = line.strip_suffix('\r').unwrap_or(line).to_owned();
                self.see(number + offset as u64, &line);
            }
        }
        self.hits.matches.push(Hit { number, last: number + lines, line, at, before, after: Vec::new() });
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, found: &SinkContext<'_>) -> io::Result<bool> {
        let (line, _) = self.kept(without_end(found.bytes()), 0);
        self.see(found.line_number().unwrap_or(1), &line);
        Ok(true)
    }
}

/// A line as `read` gives it.
fn without_end(bytes: &[u8]) -> &[u8] {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
