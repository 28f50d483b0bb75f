//! The Tryals: life cards, hidden or revealed, in a fixed row.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a Tryal card says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TryalKind {
    /// Who holds it, or ever held it, is of the coven.
    Witch,
    /// Who holds it hidden guards at Night.
    Constable,
    /// Nothing but a life.
    NotAWitch,
}

impl TryalKind {
    /// The word in records.
    pub fn word(self) -> &'static str {
        match self {
            TryalKind::Witch => "witch",
            TryalKind::Constable => "constable",
            TryalKind::NotAWitch => "not-a-witch",
        }
    }

    /// Its name, as players read it.
    pub fn name(self) -> &'static str {
        match self {
            TryalKind::Witch => "Witch",
            TryalKind::Constable => "Constable",
            TryalKind::NotAWitch => "Not a Witch",
        }
    }
}

/// One Tryal card, told from every other one, so that its path can be told at the end. Written as in `witch-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TryalCard {
    /// What it says.
    pub kind: TryalKind,
    /// Which copy, from 1.
    pub copy: u8,
}

impl TryalCard {
    /// This copy of this kind.
    pub fn new(kind: TryalKind, copy: u8) -> TryalCard {
        TryalCard { kind, copy }
    }
}

impl fmt::Display for TryalCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.kind.word(), self.copy)
    }
}

/// A text names no Tryal card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a Tryal card")]
pub struct NotATryal;

impl FromStr for TryalCard {
    type Err = NotATryal;

    fn from_str(text: &str) -> Result<Self, NotATryal> {
        let (word, copy) = text.rsplit_once('-').ok_or(NotATryal)?;
        let kind = [TryalKind::Witch, TryalKind::Constable, TryalKind::NotAWitch]
            .into_iter()
            .find(|kind| kind.word() == word)
            .ok_or(NotATryal)?;
        let number: u8 = copy.parse().map_err(|_| NotATryal)?;
        // One card has one spelling: no leading zero, no plus sign.
        if number >= 1 && number.to_string() == copy {
            Ok(TryalCard { kind, copy: number })
        } else {
            Err(NotATryal)
        }
    }
}

impl Serialize for TryalCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TryalCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A place in a row of Tryals, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Position(u8);

impl Position {
    /// The place with this number, from 1 to 5.
    pub fn new(number: u8) -> Option<Position> {
        (1..=5).contains(&number).then_some(Position(number))
    }

    /// The place at this index (from 0) of a row.
    ///
    /// # Panics
    /// Where a row is never that long.
    pub fn at(index: usize) -> Position {
        u8::try_from(index + 1)
            .ok()
            .and_then(Position::new)
            .expect("a row has five places")
    }

    /// The number that players see, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The index in a row, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Position> for u8 {
    fn from(position: Position) -> u8 {
        position.0
    }
}

impl TryFrom<u8> for Position {
    type Error = NotATryal;

    fn try_from(number: u8) -> Result<Self, NotATryal> {
        Position::new(number).ok_or(NotATryal)
    }
}

/// A Tryal in somebody's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tryal {
    /// The card.
    pub card: TryalCard,
    /// Whether it lies face up.
    pub revealed: bool,
}
