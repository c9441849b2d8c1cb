//! Cards as a person sees them: in a terminal, as a page, as JSON.
//!
//! * `sheet.rs` what of a card is shown, in which order: one answer for terminal and page
//! * `diff.rs` lines and words of a change
//! * `visible.rs` what no terminal and no page may be given raw
//! * `amount.rs` numbers and times in words
//! * `terminal/`, `html/` how it is drawn

mod amount;
mod diff;
mod html;
mod sheet;
mod terminal;
mod visible;

#[cfg(test)]
mod golden;

pub(crate) use html::Page;
pub(crate) use terminal::{Paint, draw};
