//! What all games have in common on their way out.

use std::sync::Arc;

use tokio::sync::Mutex;

use crate::kernel::time::Time;
use crate::store::Store;

use super::faults::Fault;
use super::wire::{Wire, id_of};

/// The way to Discord and the store, shared by all games.
#[derive(Clone)]
pub struct House {
    /// The line.
    pub wire: Wire,
    /// What is known and what is to be told.
    pub store: Store,
    /// The bot's own id.
    pub bot: u64,
    /// Held while something is made and put down as ours, so that no game takes what another is just making.
    pub making: Arc<Mutex<()>>,
}

impl House {
    /// Over this line, with this store, as this bot.
    pub fn new(wire: Wire, store: Store, bot: u64) -> House {
        House {
            wire,
            store,
            bot,
            making: Arc::default(),
        }
    }

    /// A message of ours that arrived although nobody said so: the oldest behind `after` that says exactly this and that
    /// nothing in the store claims.
    ///
    /// # Errors
    /// Where history cannot be read.
    pub async fn find_own(
        &self,
        channel: u64,
        content: &str,
        after: Option<u64>,
    ) -> Result<Option<u64>, Fault> {
        for message in self.wire.messages(channel, after).await? {
            let ours = message["author"]["id"].as_str() == Some(self.bot.to_string().as_str());
            // Discord cuts blanks off at both ends.
            let same = message["content"].as_str().map(str::trim) == Some(content.trim());
            if ours && same && self.store.whose_message(id_of(&message)).await?.is_none() {
                return Ok(Some(id_of(&message)));
            }
        }
        Ok(None)
    }
}

/// The machine's time: when something was tried has nothing to do with any game's clock.
pub fn machine_time() -> Time {
    Time(chrono::Utc::now().timestamp_millis())
}
