//! What all games have in common on their way out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as Lock, PoisonError};
use std::time::Instant;

use serde_json::Value;
use tokio::sync::{Mutex, MutexGuard};

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
    /// What the games of a server share.
    servers: Arc<Lock<HashMap<u64, Arc<Server>>>>,
}

/// What the games of one server share.
#[derive(Default)]
pub struct Server {
    making: Mutex<()>,
    listed: Mutex<Option<Listed>>,
}

impl Server {
    /// Held while something is made and put down as ours, so that no game takes what another is just making.
    pub async fn making(&self) -> MutexGuard<'_, ()> {
        self.making.lock().await
    }
}

/// When a reading of a server was begun, and what it gave, where it gave anything.
type Listed = (Instant, Option<Arc<Listing>>);

/// What stands on a server.
pub struct Listing {
    /// All channels, categories included, threads not.
    pub channels: Vec<Value>,
    /// The threads that are not archived.
    pub threads: Vec<Value>,
}

impl House {
    /// Over this line, with this store, as this bot.
    pub fn new(wire: Wire, store: Store, bot: u64) -> House {
        House {
            wire,
            store,
            bot,
            servers: Arc::default(),
        }
    }

    /// What the games of this server share.
    pub fn server(&self, guild: u64) -> Arc<Server> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(servers.entry(guild).or_default())
    }

    /// What stands on a server, as it is now or later: who asks while another game's reading waits to begin gets that one.
    ///
    /// # Errors
    /// Where it cannot be read; games that waited for the same reading are told less of why.
    pub async fn listing(&self, guild: u64) -> Result<Arc<Listing>, Fault> {
        let asked = Instant::now();
        let server = self.server(guild);
        let mut listed = server.listed.lock().await;
        if let Some((begun, found)) = &*listed
            && *begun >= asked
        {
            let found = found.clone();
            let failed = || Fault::Uncertain("another game could not read the server".to_owned());
            self.forget(&server, &mut listed);
            return found.ok_or_else(failed);
        }
        let begun = Instant::now();
        let reading = async {
            Ok(Arc::new(Listing {
                channels: self.wire.channels(guild).await?,
                threads: self.wire.active_threads(guild).await?,
            }))
        };
        let found: Result<_, Fault> = reading.await;
        *listed = Some((begun, found.as_ref().ok().cloned()));
        self.forget(&server, &mut listed);
        found
    }

    /// Lets go of a reading that nobody waits for.
    fn forget(&self, server: &Arc<Server>, listed: &mut Option<Listed>) {
        // The map's and the caller's.
        if Arc::strong_count(server) <= 2 {
            *listed = None;
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
