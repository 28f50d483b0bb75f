//! Who may read: every message has an audience, and the default is nobody.

use serde::{Deserialize, Serialize};

use super::ids::Seat;
use super::text::Text;

/// A room of a game's place. What a room is called and who is in it is the game's plan (`place`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The channel in which the game was announced and people signed up.
    SignUp,
    /// The town's channel: all may read.
    Town,
    /// Where the dead talk.
    Graveyard,
    /// The host's desk: faults and choices, no secret.
    Desk,
    /// The coven's thread.
    Coven,
    /// A private chat's thread.
    Chat(u16),
}

/// To whom something is told.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Nobody: what forgot to name its audience stays untold.
    #[default]
    Nobody,
    /// Whoever can read this room.
    Room(Room),
    /// The player in this seat alone: by DM, or in that seat's own thread where DMs are closed.
    Seat(Seat),
}

/// Something that happened once and is told once: at least once on the wire, with a nonce, in order for each room.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Notice {
    /// Who reads it.
    pub audience: Audience,
    /// What it says.
    pub text: Text,
    /// Seats whose players are pinged; nobody else is, whatever the text holds.
    pub ping: Vec<Seat>,
    /// A file that goes with it.
    pub file: Option<File>,
}

/// A file to be attached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name, which gives nothing away.
    pub name: String,
    /// What stands in it.
    pub content: String,
}

impl Notice {
    /// A notice to an audience, without pings.
    pub fn to(audience: Audience, text: impl Into<Text>) -> Notice {
        Notice {
            audience,
            text: text.into(),
            ..Notice::default()
        }
    }

    /// A notice to a room.
    pub fn room(room: Room, text: impl Into<Text>) -> Notice {
        Notice::to(Audience::Room(room), text)
    }

    /// A notice to one seat.
    pub fn seat(seat: Seat, text: impl Into<Text>) -> Notice {
        Notice::to(Audience::Seat(seat), text)
    }

    /// The same notice, pinging these seats.
    #[must_use]
    pub fn pinging(mut self, seats: impl IntoIterator<Item = Seat>) -> Notice {
        self.ping.extend(seats);
        self
    }
}
