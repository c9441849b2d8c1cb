//! The session log: what happened, in append-only lines of JSON, and cards made again from it (contract L1–L3).
//!
//! | who | for what |
//! | --- | --- |
//! | [`SessionLog`] | the one writer; survives the death of its process, and answers what an earlier one left open |
//! | [`LogReader`] | every line in order, one in memory at a time |
//! | [`LogIndex`] | where the lines of a call stand |
//! | [`LiveCards`] | the cards of a scope while its calls run, each made once |
//! | [`Replay`] | the cards of a log, from the log and presenters alone |
//!
//! The first line is `{"type":"session","version":1,"id":"…","startedAt":…}`, every other one
//! `{"seq":…,"time":…,"type":"tool/call",…}` with `time` in milliseconds since 1970. Canonical values are not in it.
//!
//! ```
//! use tool_sdk::present::{CardState, Presenters};
//! use tool_sdk::session::{Event, Replay, SessionLog};
//!
//! # let folder = std::env::temp_dir().join(format!("tool-sdk-session-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("session.jsonl");
//! let log = SessionLog::append_to(&path)?;
//! log.append(&Event::call("c1", "read", r#"{"file_path":"a.txt"}"#))?;
//! log.append(&Event::start("c1"))?;
//! drop(log); // or the process dies here
//!
//! // Whoever opens the log next answers the call.
//! drop(SessionLog::append_to(&path)?);
//! let cards: Vec<_> = Replay::open(&path)?.cards(&Presenters::new()).collect::<Result<_, _>>()?;
//! assert_eq!((cards[0].title(), cards[0].state), ("read", CardState::Failed));
//! assert_eq!(cards[0].code.as_deref(), Some("TOOL_OUTCOME_UNKNOWN"));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attach;
mod cards;
mod error;
mod event;
mod index;
mod live;
mod open;
mod reader;
mod replay;
mod writer;

pub use cards::Cards;
pub use error::LogError;
pub use event::{CallEvent, DispatchEvent, DispatchStartEvent, Event, JobEvent, ResultEvent};
pub use index::{LogIndex, Places};
pub use live::LiveCards;
pub use reader::{Entry, Header, Line, LogReader, MAX_LINE};
pub use replay::Replay;
pub use writer::{Durability, SessionLog, SessionLogOptions};
