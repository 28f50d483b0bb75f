//! Identities: games, players, seats, events. Newtypes, so that one cannot be taken for another.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A game (from its sign-up on): random, 64 bits, unique in a store. Written as 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text is not a game's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a game's id")]
pub struct NotAGameId;

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<Self, NotAGameId> {
        let canonical =
            text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !canonical {
            return Err(NotAGameId);
        }
        u64::from_str_radix(text, 16)
            .map(GameId)
            .map_err(|_| NotAGameId)
    }
}

/// A person, by the platform's user id. A string in JSON, because such ids exceed 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u64);

macro_rules! string_in_json {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for PlayerId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(PlayerId)
    }
}

string_in_json!(GameId);
string_in_json!(PlayerId);

/// A seat at the table, numbered from 1 in row order. A seat keeps its number for the whole game (F3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

/// A number that is no seat's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("seats are numbered from 1")]
pub struct NotASeat;

impl Seat {
    /// The seat with this number, counted from 1.
    ///
    /// # Panics
    /// On 0, which is no seat: numbers from outside are checked where they are parsed.
    pub fn new(number: u8) -> Seat {
        assert!(number > 0, "seats are numbered from 1");
        Seat(number)
    }

    /// The seat at this place (from 0) of a list in row order.
    pub fn at(index: usize) -> Seat {
        Seat(u8::try_from(index + 1).expect("a table has far fewer than 255 seats"))
    }

    /// The number that players see, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The place in a list in row order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = NotASeat;

    fn try_from(number: u8) -> Result<Self, NotASeat> {
        if number == 0 {
            return Err(NotASeat);
        }
        Ok(Seat(number))
    }
}

/// The number of an event in its game, from 0; it also names the event's stream of dice.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EventNumber(pub u64);

impl EventNumber {
    /// The number of the event after this one.
    pub fn next(self) -> EventNumber {
        EventNumber(self.0 + 1)
    }
}

/// What tells one question to a player from every other one: random, so that it counts nothing. It stands in buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PromptId(pub u32);
