//! Places in a value or a schema, for walks that keep their own stack instead of recursing.

use std::fmt::Write as _;

/// One place of a [`Trail`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// Where the walk began.
    pub(crate) const ROOT: Place = Place(0);
}

/// One step below a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// A key of an object.
    Key(&'a str),
    /// An item of an array.
    Index(usize),
}

/// Every place that a walk has seen, each with the one above it; a place becomes text only when something is wrong there.
#[derive(Debug, Default)]
pub(crate) struct Trail<'a> {
    steps: Vec<(Place, Step<'a>)>,
}

impl<'a> Trail<'a> {
    /// The place one step below `parent`.
    pub(crate) fn step(&mut self, parent: Place, step: Step<'a>) -> Place {
        self.steps.push((parent, step));
        Place(self.steps.len() as u32)
    }

    /// A key of the object at `parent`.
    pub(crate) fn key(&mut self, parent: Place, key: &'a str) -> Place {
        self.step(parent, Step::Key(key))
    }

    /// An item of the array at `parent`.
    pub(crate) fn index(&mut self, parent: Place, index: usize) -> Place {
        self.step(parent, Step::Index(index))
    }

    /// The place as text: `servers[1].host`, empty at the root.
    pub(crate) fn text(&self, place: Place) -> String {
        self.text_from("", place)
    }

    /// The text of a place in a walk that began at `prefix`.
    pub(crate) fn text_from(&self, prefix: &str, place: Place) -> String {
        let mut steps = Vec::new();
        let mut at = place;
        while at != Place::ROOT {
            let (parent, step) = self.steps[at.0 as usize - 1];
            steps.push(step);
            at = parent;
        }
        let mut text = prefix.to_owned();
        for step in steps.into_iter().rev() {
            push_step(&mut text, step);
        }
        text
    }

    /// The text of a key below a place, without keeping that place.
    pub(crate) fn text_of_key(&self, parent: Place, key: &str) -> String {
        let mut text = self.text(parent);
        push_step(&mut text, Step::Key(key));
        text
    }
}

/// Adds one step to a path that is text already.
pub(crate) fn push_step(text: &mut String, step: Step<'_>) {
    match step {
        Step::Key(key) => {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(key);
        }
        Step::Index(index) => {
            let _ = write!(text, "[{index}]");
        }
    }
}
