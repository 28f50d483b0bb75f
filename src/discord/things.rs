//! What the store knows of channels and threads, and under which keys.

use serde::Serialize;

use crate::kernel::ids::Seat;
use crate::kernel::place::{ChannelKey, ThreadKey};
use crate::store::Thing;

/// The store's key of the category.
pub(super) const CATEGORY: &str = "category";

/// What goes into the store for a thing.
pub(super) struct Mark {
    /// Which.
    pub key: String,
    extra: String,
}

impl Mark {
    /// Under this key, with what else is known.
    pub fn new(key: String, extra: &impl Serialize) -> Mark {
        let extra = serde_json::to_string(extra).expect("names and ids have a form in JSON");
        Mark { key, extra }
    }

    /// With this id.
    pub fn thing(&self, discord_id: u64) -> Thing {
        Thing {
            key: self.key.clone(),
            discord_id,
            extra: self.extra.clone(),
        }
    }
}

/// The store's key of a channel.
pub(super) fn channel_thing(key: ChannelKey) -> String {
    let name = match key {
        ChannelKey::Town => "town",
        ChannelKey::Graveyard => "graveyard",
        ChannelKey::Desk => "desk",
        ChannelKey::Coven => "coven",
        ChannelKey::Chats => "chats",
    };
    format!("channel:{name}")
}

/// The channel of this key, if it is one's.
pub(super) fn channel_of(thing: &str) -> Option<ChannelKey> {
    use ChannelKey::{Chats, Coven, Desk, Graveyard, Town};
    [Town, Graveyard, Desk, Coven, Chats]
        .into_iter()
        .find(|key| channel_thing(*key) == thing)
}

/// The store's key of a thread.
pub(super) fn thread_thing(key: ThreadKey) -> String {
    match key {
        ThreadKey::Coven => "thread:coven".to_owned(),
        ThreadKey::Chat(number) => format!("thread:chat:{number}"),
        ThreadKey::Cards(seat) => format!("thread:cards:{}", seat.number()),
    }
}

/// The thread of this key, if it is one's.
pub(super) fn thread_of(thing: &str) -> Option<ThreadKey> {
    let name = thing.strip_prefix("thread:")?;
    match name.split_once(':') {
        None if name == "coven" => Some(ThreadKey::Coven),
        Some(("chat", number)) => number.parse().ok().map(ThreadKey::Chat),
        Some(("cards", number)) => {
            let number: u8 = number.parse().ok().filter(|number| *number > 0)?;
            Some(ThreadKey::Cards(Seat::new(number)))
        }
        _ => None,
    }
}
