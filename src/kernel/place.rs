//! The place of a game: which channels and threads there should be and who sees and writes where.
//!
//! A plan of what should be true now; the platform is compared with it and repaired. Names and topics give nothing away.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::audience::Room;
use super::ids::Seat;
use super::time::Time;

/// What somebody may do in a channel. The default is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Rights {
    /// See it and read what was said.
    pub see: bool,
    /// Write in the channel itself.
    pub write: bool,
    /// Write in the threads below it of which one is a member.
    pub write_in_threads: bool,
    /// React to messages, in it and in its threads.
    pub react: bool,
}

impl Rights {
    /// Nothing at all.
    pub const NONE: Rights = Rights {
        see: false,
        write: false,
        write_in_threads: false,
        react: false,
    };
    /// See and read, no more.
    pub const READ: Rights = Rights {
        see: true,
        write: false,
        write_in_threads: false,
        react: false,
    };
    /// Read, write and react in the channel.
    pub const WRITE: Rights = Rights {
        see: true,
        write: true,
        write_in_threads: false,
        react: true,
    };
    /// Read the channel, write and react in one's threads below it.
    pub const THREADS: Rights = Rights {
        see: true,
        write: false,
        write_in_threads: true,
        react: true,
    };
}

/// A channel of the place, below the game's category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelKey {
    /// The town's channel.
    Town,
    /// Where the dead talk.
    Graveyard,
    /// The host's desk.
    Desk,
    /// The parent of the coven's thread: its rights are the same for all players.
    Coven,
    /// The parent of the private chats and of the threads of those whose DMs are closed: only the dead, who are publicly
    /// dead, are denied writing.
    Chats,
}

/// One channel as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelPlan {
    /// Which one.
    pub key: ChannelKey,
    /// Its name: lower case, dashes, at most 100 characters.
    pub name: String,
    /// Its topic, at most 1,024 characters.
    pub topic: String,
    /// What everybody on the server may do.
    pub everyone: Rights,
    /// What the players may do, seat by seat, where it differs from everybody.
    pub seats: BTreeMap<Seat, Rights>,
    /// What the host may do who is not playing, where it differs from everybody.
    pub host: Option<Rights>,
}

/// A private thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreadKey {
    /// The coven's.
    Coven,
    /// A private chat's.
    Chat(u16),
    /// That of a seat whose DMs are closed; the platform's side decides whether it is needed.
    Cards(Seat),
}

/// One private thread as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadPlan {
    /// Which one.
    pub key: ThreadKey,
    /// The channel above it.
    pub parent: ChannelKey,
    /// Its name, at most 100 characters.
    pub name: String,
    /// The seats that are in it.
    pub members: BTreeSet<Seat>,
    /// Whether the host who is not playing is in it.
    pub host: bool,
    /// Whether it is over: locked for good.
    pub locked: bool,
}

/// The whole place as it should be now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Place {
    /// The channels, in the order in which they stand.
    pub channels: Vec<ChannelPlan>,
    /// The threads.
    pub threads: Vec<ThreadPlan>,
    /// Whether all of it is open to whoever asks (the game is over).
    pub open_to_all: bool,
    /// When all of it is deleted; none while the game runs, or where it is kept for good.
    pub kept_until: Option<Time>,
}

impl Room {
    /// The channel that is this room, where it is one.
    pub fn channel(self) -> Option<ChannelKey> {
        match self {
            Room::Town => Some(ChannelKey::Town),
            Room::Graveyard => Some(ChannelKey::Graveyard),
            Room::Desk => Some(ChannelKey::Desk),
            Room::SignUp | Room::Coven | Room::Chat(_) => None,
        }
    }

    /// The thread that is this room, where it is one.
    pub fn thread(self) -> Option<ThreadKey> {
        match self {
            Room::Coven => Some(ThreadKey::Coven),
            Room::Chat(number) => Some(ThreadKey::Chat(number)),
            Room::SignUp | Room::Town | Room::Graveyard | Room::Desk => None,
        }
    }
}
