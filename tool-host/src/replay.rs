//! `toolbox replay FILE`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tool_sdk::present::{Card, Presenters};
use tool_sdk::session::{LogError, Replay};

use crate::cards::{Page, draw};
use crate::cli::Replay as Arguments;
use crate::{Exit, print};

/// Shows the cards of a session log in a terminal, as a page, or one JSON object a line.
pub(crate) fn run(presenters: &Presenters, arguments: &Arguments) -> Exit {
    let replay = match Replay::open(&arguments.file) {
        Ok(replay) if arguments.running => replay.while_running(),
        Ok(replay) => replay,
        Err(error) => return print::failure(&because(&error), Exit::Usage),
    };
    let cards = replay.cards(presenters);
    let shown = match &arguments.html {
        Some(out) => page(cards, &arguments.file, out),
        None => lines(cards, arguments.json),
    };
    match shown {
        Ok(()) => Exit::Success,
        Err(Trouble::Log(error)) => print::failure(&because(&error), Exit::Failure),
        // Whoever closes the pipe has seen enough.
        Err(Trouble::Out(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(Trouble::Out(error)) => {
            print::failure(&format_args!("the cards could not be written: {error}"), Exit::Failure)
        }
    }
}

/// A log that cannot be read, or cards that cannot be written.
enum Trouble {
    Log(LogError),
    Out(io::Error),
}

fn lines(cards: impl Iterator<Item = Result<Card, LogError>>, json: bool) -> Result<(), Trouble> {
    let paint = print::paint();
    let mut out = BufWriter::new(io::stdout().lock());
    for (i, card) in cards.enumerate() {
        let card = card.map_err(Trouble::Log)?;
        let text = match (json, i) {
            (true, _) => card.to_text() + "\n",
            (false, 0) => draw(&card, paint),
            (false, _) => format!("\n{}", draw(&card, paint)),
        };
        out.write_all(text.as_bytes()).map_err(Trouble::Out)?;
    }
    out.flush().map_err(Trouble::Out)
}

fn page(cards: impl Iterator<Item = Result<Card, LogError>>, log: &Path, out: &Path) -> Result<(), Trouble> {
    let title = log.file_name().unwrap_or(log.as_os_str()).to_string_lossy();
    let file = File::create(out).map_err(Trouble::Out)?;
    let mut page = Page::begin(BufWriter::new(file), &title).map_err(Trouble::Out)?;
    for card in cards {
        page.card(&card.map_err(Trouble::Log)?).map_err(Trouble::Out)?;
    }
    page.end().map_err(Trouble::Out)
}

/// An error with what lies beneath it.
pub(crate) fn because(error: &LogError) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
