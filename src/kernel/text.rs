//! Words on their way to a reader: text with marks where a name goes.
//!
//! The rules know seats, not names. `format!("{ann} accuses {bob}")` with seats writes marks (`Named(player)` does so for
//! those who have no seat); whoever sends the text puts the names in, escaped for the place where they stand. A text
//! cannot go out unrendered: only `render` opens it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ids::{PlayerId, Seat};

const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{OPEN}{}{CLOSE}", self.number())
    }
}

/// A person without a seat, to be named in a text: `format!("{} signed up", Named(player))`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named(pub PlayerId);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{OPEN}@{}{CLOSE}", self.0)
    }
}

/// Whose name goes into a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// That of the player in this seat.
    Seat(Seat),
    /// That of this person.
    Player(PlayerId),
}

/// A text with marks for names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    /// The text with every mark replaced by what `name` says for it.
    pub fn render(&self, mut name: impl FnMut(Name) -> String) -> String {
        let mut rendered = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some(open) = rest.find(OPEN) {
            rendered.push_str(&rest[..open]);
            let marked = &rest[open + OPEN.len_utf8()..];
            let Some(close) = marked.find(CLOSE) else {
                break;
            };
            if let Some(whose) = parse_mark(&marked[..close]) {
                rendered.push_str(&name(whose));
            }
            rest = &marked[close + CLOSE.len_utf8()..];
        }
        rendered.push_str(rest);
        rendered
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(line.as_ref());
    }

    /// The text with its marks, for putting it into a larger text.
    pub fn marked(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.to_owned())
    }
}

fn parse_mark(mark: &str) -> Option<Name> {
    match mark.strip_prefix('@') {
        Some(player) => player.parse().ok().map(Name::Player),
        None => mark
            .parse()
            .ok()
            .filter(|number| *number > 0)
            .map(|n| Name::Seat(Seat::new(n))),
    }
}
