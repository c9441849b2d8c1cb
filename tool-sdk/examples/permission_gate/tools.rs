//! Three tools on notes. They know nothing of permissions.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tool_sdk::prelude::*;

/// Notes by name.
#[derive(Default)]
pub(crate) struct Notes(Mutex<BTreeMap<String, String>>);

/// Read a note.
#[tool(effect = read)]
pub(crate) fn read_note(name: String, State(notes): State<Notes>) -> String {
    let notes = notes.0.lock().unwrap();
    notes.get(&name).cloned().unwrap_or_else(|| format!("there is no note {name}"))
}

/// Write a note.
#[tool(effect = write)]
pub(crate) fn write_note(name: String, text: String, State(notes): State<Notes>) -> bool {
    notes.0.lock().unwrap().insert(name, text);
    true
}

/// Delete a note; tells whether it was there.
#[tool(effect = destructive)]
pub(crate) fn delete_note(name: String, State(notes): State<Notes>) -> bool {
    notes.0.lock().unwrap().remove(&name).is_some()
}
