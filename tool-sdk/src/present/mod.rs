//! What a person sees of a call: cards, as intents that name no interface and no transport (contract U1–U9).
//!
//! A tool says what to show, never how: a [`CallView`] while the call runs, a [`ResultView`] in its place once it has ended. A
//! terminal, an editor or a page draws them. Whoever makes one is a pure function of arguments and result, so that the same card
//! comes back from a session log, without the tool, its disk or its clock.
//!
//! | card | before the result | with the result |
//! | --- | --- | --- |
//! | `generic` | title, kind, raw input, content, places | title, content |
//! | `terminal` | the command, what it is for, its folder | output, exit code or signal |
//! | `diff` | the changes that are asked for | the changes that were made |
//! | `search` | | matches by file, or paths |
//! | `read` | | numbered lines of a file |
//! | `web` | | sources, or the page that was fetched |
//!
//! ```
//! use tool_sdk::present::{CallView, Kind, ResultView};
//!
//! let call = CallView::generic("grep TODO").kind(Kind::Search).raw_input("TODO").location("src", None);
//! assert_eq!(
//!     call.to_text(),
//!     r#"{"card":"generic","title":"grep TODO","kind":"search","rawInput":"TODO","locations":[{"path":"src"}]}"#
//! );
//! assert_eq!(CallView::from_text(&call.to_text()), Some(call));
//!
//! // Readers are open: what a later version adds is no error, it is shown as the generic card.
//! assert_eq!(ResultView::from_text(r#"{"card":"hologram"}"#), None);
//! ```

mod call;
mod card;
#[doc(hidden)]
pub mod declared;
mod parts;
mod presented;
mod presenters;
mod result;
mod wire;

pub use call::{CallView, DiffCall, GenericCall, TerminalCall};
pub use card::{Card, CardState, Entry};
pub use parts::{FileDiff, FileMatches, Kind, LineMatch, Location, ReadLine, Source};
pub use presented::{Finished, Presented};
pub use presenters::{Presenter, Presenters};
pub use result::{
    DiffResult, Ended, Found, GenericResult, ReadResult, ResultView, SearchResult, TerminalResult, WebResult, WebShown,
};
pub(crate) use wire::{Members, content, members, text_or_nothing};
