//! Who is told of what happens: gateway sessions of bots, by sight and intents, and the feeds of
//! people, which hold everything that a person's client would receive.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::World;
use super::model::{Id, Millis};
use super::permissions::bit;

/// Gateway intents.
pub mod intent {
    /// Guilds, roles, channels, threads.
    pub const GUILDS: u64 = 1;
    /// Members (privileged).
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    /// Bans and the audit log.
    pub const GUILD_MODERATION: u64 = 1 << 2;
    /// Presences (privileged).
    pub const GUILD_PRESENCES: u64 = 1 << 8;
    /// Messages in guilds.
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    /// Reactions in guilds.
    pub const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    /// Typing in guilds.
    pub const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
    /// Direct messages.
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    /// Reactions in direct messages.
    pub const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
    /// Typing in direct messages.
    pub const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;
    /// What others write (privileged).
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    /// For events that need no intent.
    pub const NONE: u64 = 0;
}

/// How many frames a session keeps for RESUME.
const REPLAY_LIMIT: usize = 5_000;
/// How many entries a feed keeps.
const FEED_LIMIT: usize = 100_000;

/// What the gateway task of a session is told to do.
#[derive(Debug, Clone)]
pub enum Outgoing {
    /// Send a frame.
    Frame(Value),
    /// Send this text, be it a frame or not.
    Text(String),
    /// Close the connection with a code; the session stays for RESUME.
    Close(u16, &'static str),
    /// Drop the connection without a word.
    Drop,
}

/// A gateway session of a bot.
#[derive(Debug)]
pub struct Session {
    /// Session id of READY.
    pub id: String,
    /// The bot.
    pub bot: Id,
    /// Intents of IDENTIFY.
    pub intents: u64,
    /// Shard number and count.
    pub shard: (u64, u64),
    /// The last sequence number.
    pub seq: u64,
    /// Dispatch frames for RESUME.
    pub replay: VecDeque<(u64, Value)>,
    /// The connection, none while it is away.
    pub connection: Option<UnboundedSender<Outgoing>>,
    /// Whether READY was sent.
    pub started: bool,
}

impl Session {
    /// Numbers a dispatch, keeps it for RESUME and sends it where a connection is open.
    pub fn dispatch(&mut self, event: &str, data: Value) {
        self.seq += 1;
        let frame = json!({"t": event, "s": self.seq, "op": 0, "d": data});
        if self.replay.len() >= REPLAY_LIMIT {
            self.replay.pop_front();
        }
        self.replay.push_back((self.seq, frame.clone()));
        self.send(Outgoing::Frame(frame));
    }

    /// Sends something to the connection, where one is open.
    pub fn send(&mut self, outgoing: Outgoing) {
        if let Some(connection) = &self.connection
            && connection.send(outgoing).is_err()
        {
            self.connection = None;
        }
    }
}

/// One thing that a person's client received.
#[derive(Debug, Clone)]
pub struct FeedEntry {
    /// Counts over all feeds; ask for what came later with it.
    pub seq: u64,
    /// When, on the stand-in's clock.
    pub at_ms: Millis,
    /// Gateway event name.
    pub event: String,
    /// Gateway event data.
    pub data: Value,
}

impl World {
    /// Tells one user: a person through the feed, a bot through its sessions that have the intent
    /// (`intent::NONE` for none needed) and, for a guild, the shard.
    pub fn deliver(&mut self, user: Id, guild: Option<Id>, event: &str, needed: u64, data: Value) {
        if !self.users.get(&user).is_some_and(|user| user.bot) {
            self.append_to_feed(user, event, data);
            return;
        }
        for session in self.sessions.values_mut() {
            let (shard, shards) = session.shard;
            let here = guild.map_or(0, |guild| (guild >> 22) % shards.max(1)) == shard;
            let wanted = needed == intent::NONE || session.intents & needed == needed;
            if session.bot != user || !here || !wanted || !session.started {
                continue;
            }
            let data = match event {
                "MESSAGE_CREATE" | "MESSAGE_UPDATE"
                    if session.intents & intent::MESSAGE_CONTENT == 0 =>
                {
                    without_content(user, guild.is_none(), data.clone())
                }
                "GUILD_CREATE" => guild_for(session.intents, user, data.clone()),
                _ => data.clone(),
            };
            session.dispatch(event, data);
        }
    }

    /// Tells a bot something that needs no intent (READY aside): interactions above all.
    pub fn dispatch_to_bot(&mut self, application: Id, event: &str, data: Value) {
        let guild = data["guild_id"].as_str().and_then(|id| id.parse().ok());
        self.deliver(application, guild, event, intent::NONE, data);
    }

    /// Drops every gateway connection; the sessions stay for RESUME.
    pub fn drop_connections(&mut self) {
        for session in self.sessions.values_mut() {
            session.send(Outgoing::Drop);
            session.connection = None;
        }
    }

    /// Appends to a person's feed.
    pub fn append_to_feed(&mut self, user: Id, event: &str, data: Value) {
        self.feed_seq += 1;
        let entry = FeedEntry {
            seq: self.feed_seq,
            at_ms: self.now_ms(),
            event: event.to_owned(),
            data,
        };
        let feed = self.feeds.entry(user).or_default();
        if feed.len() >= FEED_LIMIT {
            feed.pop_front();
        }
        feed.push_back(entry);
    }

    /// What a person's client received after `since` (0 for all), oldest first.
    pub fn feed_since(&self, user: Id, since: u64) -> impl DoubleEndedIterator<Item = &FeedEntry> {
        // Numbers grow along a feed, so that its end is found without reading it all.
        self.feeds.get(&user).into_iter().flat_map(move |feed| {
            let first = feed.partition_point(|entry| entry.seq <= since);
            feed.range(first..)
        })
    }

    /// Tells every member of a guild, hidden channels or not.
    pub fn emit_to_guild(&mut self, guild: Id, event: &str, needed: u64, data: &Value) {
        for user in self.member_ids(guild) {
            self.deliver(user, Some(guild), event, needed, data.clone());
        }
    }

    /// Tells everyone who sees a channel, thread or DM; `data` is made per viewer.
    pub fn emit_to_channel(
        &mut self,
        channel: Id,
        event: &str,
        (in_guild, in_dm): (u64, u64),
        data: impl Fn(&World, Id) -> Value,
    ) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        let guild = place.guild;
        let needed = if guild.is_some() { in_guild } else { in_dm };
        for user in self.viewers(channel) {
            let data = data(self, user);
            self.deliver(user, guild, event, needed, data);
        }
    }

    /// Everyone who sees a channel, thread or DM.
    pub fn viewers(&self, channel: Id) -> Vec<Id> {
        let Some(place) = self.channels.get(&channel) else {
            return Vec::new();
        };
        let candidates = match place.guild {
            Some(guild) => self.member_ids(guild),
            None => place.recipients.clone(),
        };
        candidates
            .into_iter()
            .filter(|user| self.can_see(*user, channel))
            .collect()
    }

    /// Everyone who may read a guild's audit log is told of a line of it.
    pub(crate) fn emit_audit(&mut self, guild: Id, data: &Value) {
        for user in self.member_ids(guild) {
            if self.guild_permissions(user, guild) & bit::VIEW_AUDIT_LOG != 0 {
                self.deliver(
                    user,
                    Some(guild),
                    "GUILD_AUDIT_LOG_ENTRY_CREATE",
                    intent::GUILD_MODERATION,
                    data.clone(),
                );
            }
        }
    }

    /// The ids of a guild's members.
    pub fn member_ids(&self, guild: Id) -> Vec<Id> {
        self.guilds
            .get(&guild)
            .map(|guild| guild.members.keys().copied().collect())
            .unwrap_or_default()
    }
}

/// A guild as GUILD_CREATE tells it to a bot: without the presence intent, the bot is its only member.
pub fn guild_for(intents: u64, bot: Id, mut guild: Value) -> Value {
    if intents & intent::GUILD_PRESENCES == 0 {
        let me = bot.to_string();
        if let Some(members) = guild["members"].as_array_mut() {
            members.retain(|member| member["user"]["id"] == me.as_str());
        }
    }
    guild
}

/// A message as a bot without the message-content intent gets it: what others wrote in a guild
/// without mentioning the bot is empty.
pub fn without_content(bot: Id, in_dm: bool, mut message: Value) -> Value {
    let me = bot.to_string();
    let mine = message["author"]["id"] == me.as_str();
    let mentioned = message["mentions"]
        .as_array()
        .is_some_and(|list| list.iter().any(|user| user["id"] == me.as_str()));
    if !mine && !in_dm && !mentioned {
        message["content"] = json!("");
        message["embeds"] = json!([]);
        message["components"] = json!([]);
        message["attachments"] = json!([]);
    }
    message
}
