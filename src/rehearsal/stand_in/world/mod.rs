//! The state of the stand-in: a Discord server in small. Every change goes through a verb of
//! [`World`], which refuses what Discord refuses and tells everyone concerned through the hub.
//! No network and no waiting happen here.

pub mod audit;
pub mod channels;
pub mod copies;
pub mod draft;
pub mod faults;
pub mod hub;
pub mod members;
pub mod messages;
pub mod model;
pub mod overwrites;
pub mod people;
pub mod permissions;
pub mod pins;
pub mod places;
pub mod reactions;
pub mod reading;
pub mod refusal;
pub mod render;
pub mod thread_members;
pub mod threads;
mod writing;

use std::collections::{BTreeMap, VecDeque};

pub use self::draft::{AllowedMentions, MessageDraft, MessageEdit};
pub use self::model::{By, Channel, Guild, Id, Message, Millis, Upload, User};
pub use self::refusal::Refusal;

use self::faults::Faults;
use self::hub::{FeedEntry, Session};
use self::model::Application;
use self::places::Places;
use super::interactions::InteractionState;

/// Milliseconds between the Unix epoch and Discord's.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// Everything the stand-in knows.
pub struct World {
    /// Users by id, bots included.
    pub users: BTreeMap<Id, User>,
    /// Applications by id.
    pub applications: BTreeMap<Id, Application>,
    /// Guilds by id.
    pub guilds: BTreeMap<Id, Guild>,
    /// Channels, threads and DMs by id.
    pub channels: Places,
    /// Gateway sessions by session id.
    pub sessions: BTreeMap<String, Session>,
    /// What each person's client has received, oldest first.
    pub feeds: BTreeMap<Id, VecDeque<FeedEntry>>,
    /// What goes wrong on purpose.
    pub faults: Faults,
    /// Requests that matched no route, as `METHOD path`.
    pub unknown_routes: Vec<String>,
    /// Commands, interactions and their answers.
    pub interactions: InteractionState,
    /// Where REST is served, `http://127.0.0.1:PORT`; attachments' addresses start with it.
    pub base: String,
    nonces: messages::Nonces,
    /// When it was last looked for idle threads.
    idle_looked_ms: Millis,
    last_id: Id,
    feed_seq: u64,
    clock_offset_ms: Millis,
}

impl World {
    /// An empty world, served at `base`.
    pub fn new(base: String) -> Self {
        Self {
            users: BTreeMap::new(),
            applications: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: Places::default(),
            sessions: BTreeMap::new(),
            feeds: BTreeMap::new(),
            faults: Faults::default(),
            unknown_routes: Vec::new(),
            interactions: InteractionState::default(),
            base,
            nonces: messages::Nonces::default(),
            idle_looked_ms: 0,
            last_id: 0,
            feed_seq: 0,
            clock_offset_ms: 0,
        }
    }

    /// The stand-in's clock, milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> Millis {
        chrono::Utc::now().timestamp_millis() + self.clock_offset_ms
    }

    /// Moves the stand-in's clock forward, so that a test need not wait for nonces, interactions and
    /// limits to run out.
    pub fn advance_clock(&mut self, milliseconds: Millis) {
        self.clock_offset_ms += milliseconds;
        self.archive_idle_threads();
    }

    /// A new snowflake, greater than every one before.
    pub fn new_id(&mut self) -> Id {
        let since = u64::try_from(self.now_ms() - DISCORD_EPOCH_MS).unwrap_or(0);
        self.last_id = (since << 22).max(self.last_id + 1);
        self.last_id
    }

    /// A user.
    ///
    /// # Errors
    /// 10013.
    pub fn user(&self, id: Id) -> Result<&User, Refusal> {
        self.users.get(&id).ok_or_else(Refusal::unknown_user)
    }

    /// A guild that is up.
    ///
    /// # Errors
    /// 10004.
    pub fn guild(&self, id: Id) -> Result<&Guild, Refusal> {
        self.guilds
            .get(&id)
            .filter(|guild| !guild.unavailable)
            .ok_or_else(Refusal::unknown_guild)
    }

    /// A channel, thread or DM.
    ///
    /// # Errors
    /// 10003.
    pub fn channel(&self, id: Id) -> Result<&Channel, Refusal> {
        self.channels.get(&id).ok_or_else(Refusal::unknown_channel)
    }

    /// A message, ephemeral ones included.
    ///
    /// # Errors
    /// 10003, 10008.
    pub fn message(&self, channel: Id, id: Id) -> Result<&Message, Refusal> {
        self.channel(channel)?
            .messages
            .get(&id)
            .ok_or_else(Refusal::unknown_message)
    }

    pub(crate) fn guild_mut(&mut self, id: Id) -> Result<&mut Guild, Refusal> {
        self.guilds.get_mut(&id).ok_or_else(Refusal::unknown_guild)
    }

    pub(crate) fn channel_mut(&mut self, id: Id) -> Result<&mut Channel, Refusal> {
        self.channels
            .get_mut(&id)
            .ok_or_else(Refusal::unknown_channel)
    }

    pub(crate) fn message_mut(&mut self, channel: Id, id: Id) -> Result<&mut Message, Refusal> {
        self.channel_mut(channel)?
            .messages
            .get_mut(&id)
            .ok_or_else(Refusal::unknown_message)
    }
}

/// When a snowflake was made, milliseconds since the Unix epoch.
pub fn snowflake_ms(id: Id) -> Millis {
    i64::try_from(id >> 22).unwrap_or(i64::MAX) + DISCORD_EPOCH_MS
}

/// The least snowflake of an instant, to compare ids with.
pub fn snowflake_at(instant_ms: Millis) -> Id {
    u64::try_from(instant_ms - DISCORD_EPOCH_MS).unwrap_or(0) << 22
}
