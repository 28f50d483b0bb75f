//! What somebody wants, as it comes from a command, a button or a menu: a verb and named fields, possibly not all yet.
//!
//! One form for every way in. A game turns an intent into a command, into a panel that asks for what is missing (whose
//! buttons carry what is known, so that nothing lives in memory), or into a refusal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::PlayerId;
use super::panel::Panel;
use super::text::Text;

/// A verb (such as `play` or `flip`) with its fields (such as `card`, `target`).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Intent {
    /// What is to be done: lower-case letters and dots, at most 16 characters.
    pub verb: String,
    /// What is known of it: short keys, values as text.
    pub fields: BTreeMap<String, String>,
}

impl Intent {
    /// An intent without fields.
    pub fn new(verb: &str) -> Intent {
        Intent {
            verb: verb.to_owned(),
            fields: BTreeMap::new(),
        }
    }

    /// The same intent with one more field.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl ToString) -> Intent {
        self.fields.insert(field.to_owned(), value.to_string());
        self
    }

    /// A field's value.
    pub fn field(&self, field: &str) -> Option<&str> {
        self.fields.get(field).map(String::as_str)
    }
}

/// Who looks or acts, as the platform vouches for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The user.
    pub id: PlayerId,
    /// Whether this user may manage the server (H9); such a one may end any game.
    pub manages_server: bool,
}

/// What a game makes of an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer<Command> {
    /// It is complete: this is the command to decide on.
    Do(Command),
    /// Something to show to this person alone: an answer, or a question for what is missing.
    Show(Panel),
    /// It cannot be: why, and what is possible instead.
    Refuse(Text),
    /// The game has no such thing, for anybody at any time.
    Unknown,
}

/// One suggestion of autocomplete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What is shown.
    pub label: Text,
    /// What is sent back when it is chosen.
    pub value: String,
}
