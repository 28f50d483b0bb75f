//! Words on their way to a reader: text with marks where a seat's name goes.
//!
//! The rules know seats, not names. `format!("{ann} accuses {bob}")` with seats writes marks; whoever sends the text
//! puts the names in, escaped for the place where they stand. A text cannot go out unrendered: only `render` opens it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ids::Seat;

const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{OPEN}{}{CLOSE}", self.number())
    }
}

/// A text with marks for seats.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    /// The text with every seat's mark replaced by what `name` says for it.
    pub fn render(&self, mut name: impl FnMut(Seat) -> String) -> String {
        let mut rendered = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some(open) = rest.find(OPEN) {
            rendered.push_str(&rest[..open]);
            let marked = &rest[open + OPEN.len_utf8()..];
            let Some(close) = marked.find(CLOSE) else {
                break;
            };
            if let Some(number) = marked[..close].parse().ok().filter(|number| *number > 0) {
                rendered.push_str(&name(Seat::new(number)));
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
