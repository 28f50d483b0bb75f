//! Which channel or thread belongs to which game, and which of its rooms it is.

use crate::kernel::audience::Room;
use crate::kernel::ids::GameId;
use crate::store::{Store, StoreFault};

/// The game to which a channel or thread belongs, and which room it is; a parent of threads, and a thread that stands in
/// for closed DMs, are no rooms.
///
/// # Errors
/// The store's.
pub(super) async fn whose(
    store: &Store,
    channel: u64,
) -> Result<Option<(GameId, Option<Room>)>, StoreFault> {
    let thing = store.whose_thing(channel).await?;
    // A DM is noted with every game of that person, and belongs to none of them.
    let of_one = |(_, key): &(GameId, String)| {
        ["category", "channel:", "thread:"]
            .iter()
            .any(|kind| key.starts_with(kind))
    };
    Ok(thing.filter(of_one).map(|(game, key)| (game, room(&key))))
}

fn room(key: &str) -> Option<Room> {
    match key {
        "channel:town" => Some(Room::Town),
        "channel:graveyard" => Some(Room::Graveyard),
        "channel:desk" => Some(Room::Desk),
        "thread:coven" => Some(Room::Coven),
        _ => {
            let chat = key.strip_prefix("thread:chat:")?;
            chat.parse().ok().map(Room::Chat)
        }
    }
}
