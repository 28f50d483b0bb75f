//! Channels, categories and their overwrites.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::World;
use super::audit::{action, change};
use super::hub::intent;
use super::model::{By, Channel, Id, Overwrite, kind};
use super::permissions::bit;
use super::refusal::Refusal;
use super::render::{self, optional_id};

/// Channels of a guild.
const GUILD_CHANNELS: usize = 500;
/// Channels of a category.
const CATEGORY_CHANNELS: usize = 50;
/// Within this time a name or topic may be changed twice.
const RENAME_WINDOW_MS: i64 = 600_000;
/// Name or topic changes in that window.
const RENAMES: usize = 2;

/// What is wanted of a channel. On an edit, what is `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct ChannelDraft {
    /// Name; text channels' names are normalised.
    pub name: Option<String>,
    /// See [`kind`]; text where none is given.
    pub kind: Option<u8>,
    /// Topic, `Some(None)` for none.
    pub topic: Option<Option<String>>,
    /// Category, `Some(None)` for none.
    pub parent: Option<Option<Id>>,
    /// The full set of overwrites.
    pub overwrites: Option<Vec<Overwrite>>,
    /// Order.
    pub position: Option<i64>,
    /// Age-restricted.
    pub nsfw: Option<bool>,
    /// Slow mode, seconds.
    pub rate_limit_per_user: Option<u64>,
    /// Minutes, for new threads.
    pub default_auto_archive_duration: Option<u64>,
}

/// A channel with nothing in it.
pub fn new_channel(id: Id, kind: u8, guild: Option<Id>, name: &str) -> Channel {
    Channel {
        id,
        kind,
        guild,
        name: name.to_owned(),
        topic: None,
        position: 0,
        parent: None,
        overwrites: Vec::new(),
        nsfw: false,
        rate_limit_per_user: 0,
        default_auto_archive_duration: None,
        last_message: None,
        last_pin_ms: None,
        recipients: Vec::new(),
        thread: None,
        messages: Default::default(),
        renamed_at_ms: Vec::new(),
        wrote_at_ms: Default::default(),
    }
}

/// A text channel's name as Discord keeps it: lower case, dashes for spaces, hardly any punctuation.
pub fn normal_name(name: &str) -> String {
    let mut kept = String::new();
    for c in name.trim().chars().flat_map(char::to_lowercase) {
        if c.is_whitespace() || c == '-' {
            if !kept.ends_with('-') {
                kept.push('-');
            }
        } else if !c.is_ascii_punctuation() || c == '_' {
            kept.push(c);
        }
    }
    kept
}

impl World {
    /// Makes a channel or category.
    ///
    /// Without overwrites a channel takes over those of its category, as in Discord.
    ///
    /// # Errors
    /// 10004, 30013, 50013, 50024, 50035.
    pub fn create_channel(
        &mut self,
        by: &By,
        guild: Id,
        draft: &ChannelDraft,
    ) -> Result<Id, Refusal> {
        self.require_guild(by.id, guild, bit::MANAGE_CHANNELS)?;
        let kind = draft.kind.unwrap_or(kind::TEXT);
        if !matches!(
            kind,
            kind::TEXT | kind::VOICE | kind::CATEGORY | kind::ANNOUNCEMENT | kind::FORUM
        ) {
            return Err(Refusal::invalid_form(
                "type",
                "BASE_TYPE_CHOICES",
                "Value must be one of {0, 2, 4, 5, 15}.",
            ));
        }
        let count = self.guild_channels(guild).count();
        if count >= GUILD_CHANNELS {
            return Err(Refusal::new(
                400,
                30013,
                "Maximum number of guild channels reached (500)",
            ));
        }
        let name = self.checked_name(kind, draft.name.as_deref().unwrap_or_default())?;
        let parent = draft.parent.flatten();
        self.check_parent(by.id, guild, None, kind, parent)?;
        check_topic(draft)?;
        let overwrites = match &draft.overwrites {
            Some(wanted) => {
                self.check_overwrite_targets(guild, wanted)?;
                self.check_overwrites(by.id, guild, None, parent, wanted)?;
                wanted.clone()
            }
            None => parent
                .and_then(|parent| self.channels.get(&parent))
                .map(|parent| parent.overwrites.clone())
                .unwrap_or_default(),
        };
        let id = self.new_id();
        let mut channel = new_channel(id, kind, Some(guild), &name);
        channel.parent = parent;
        channel.overwrites = overwrites;
        channel.topic = draft
            .topic
            .clone()
            .flatten()
            .filter(|topic| !topic.is_empty());
        channel.position = draft
            .position
            .unwrap_or_else(|| i64::try_from(count).unwrap_or(i64::MAX));
        channel.nsfw = draft.nsfw.unwrap_or(false);
        channel.rate_limit_per_user = draft.rate_limit_per_user.unwrap_or(0);
        channel.default_auto_archive_duration = draft.default_auto_archive_duration;
        self.channels.insert(id, channel);
        self.emit_channel(guild, id, "CHANNEL_CREATE");
        let changes = vec![
            change("name", Value::Null, json!(name)),
            change("type", Value::Null, json!(kind)),
        ];
        self.log(guild, by, action::CHANNEL_CREATE, Some(id), changes, None);
        Ok(id)
    }

    /// Changes a channel or category (threads: [`World::edit_thread`]).
    ///
    /// # Errors
    /// 10003, 50001, 50003, 50013, 50035, and 429 for the third new name or topic in ten minutes.
    pub fn edit_channel(&mut self, by: &By, id: Id, draft: &ChannelDraft) -> Result<(), Refusal> {
        let channel = self.channel(id)?;
        let Some(guild) = channel.guild else {
            return Err(Refusal::not_on_a_dm());
        };
        let channel = self.require(by.id, id, bit::MANAGE_CHANNELS)?;
        let kind = channel.kind;
        let name = match &draft.name {
            Some(name) => Some(self.checked_name(kind, name)?),
            None => None,
        };
        check_topic(draft)?;
        if let Some(parent) = draft.parent
            && parent != channel.parent
        {
            self.check_parent(by.id, guild, Some(id), kind, parent)?;
        }
        let parent = draft.parent.unwrap_or(channel.parent);
        if let Some(wanted) = &draft.overwrites {
            self.require(by.id, id, bit::MANAGE_ROLES)?;
            self.check_overwrite_targets(guild, wanted)?;
            self.check_overwrites(by.id, guild, Some(id), parent, wanted)?;
        }
        let channel = self.channel(id)?;
        let renamed = name.as_ref().is_some_and(|name| *name != channel.name)
            || draft
                .topic
                .as_ref()
                .is_some_and(|topic| *topic != channel.topic);
        if renamed {
            self.count_rename(id)?;
        }
        let before = self.sight(guild);
        let channel = self.channel_mut(id)?;
        let mut changes = Vec::new();
        let mut note = |key: &str, old: Value, new: Value| {
            if old != new {
                changes.push(change(key, old, new));
            }
        };
        if let Some(name) = name {
            note("name", json!(channel.name), json!(name));
            channel.name = name;
        }
        if let Some(topic) = &draft.topic {
            let topic = topic.clone().filter(|topic| !topic.is_empty());
            note("topic", json!(channel.topic), json!(topic));
            channel.topic = topic;
        }
        if let Some(parent) = draft.parent {
            note(
                "parent_id",
                optional_id(channel.parent),
                optional_id(parent),
            );
            channel.parent = parent;
        }
        if let Some(seconds) = draft.rate_limit_per_user {
            note(
                "rate_limit_per_user",
                json!(channel.rate_limit_per_user),
                json!(seconds),
            );
            channel.rate_limit_per_user = seconds;
        }
        if let Some(nsfw) = draft.nsfw {
            note("nsfw", json!(channel.nsfw), json!(nsfw));
            channel.nsfw = nsfw;
        }
        if let Some(position) = draft.position {
            note("position", json!(channel.position), json!(position));
            channel.position = position;
        }
        if draft.default_auto_archive_duration.is_some() {
            channel.default_auto_archive_duration = draft.default_auto_archive_duration;
        }
        let old = channel.overwrites.clone();
        if let Some(wanted) = &draft.overwrites {
            channel.overwrites.clone_from(wanted);
        }
        let new = channel.overwrites.clone();
        self.emit_channel(guild, id, "CHANNEL_UPDATE");
        self.announce_gained(guild, &before);
        if !changes.is_empty() {
            self.log(guild, by, action::CHANNEL_UPDATE, Some(id), changes, None);
        }
        self.log_overwrites(guild, by, id, &old, &new);
        Ok(())
    }

    /// Deletes a channel with its threads, a category (its channels stay), or a thread.
    ///
    /// # Errors
    /// 10003, 50001, 50003, 50013.
    pub fn delete_channel(&mut self, by: &By, id: Id) -> Result<Channel, Refusal> {
        let channel = self.channel(id)?;
        let Some(guild) = channel.guild else {
            return Err(Refusal::not_on_a_dm());
        };
        if channel.is_thread() {
            return self.delete_thread(by, id);
        }
        self.require(by.id, id, bit::MANAGE_CHANNELS)?;
        let gone = self
            .channels
            .remove(&id)
            .ok_or_else(Refusal::unknown_channel)?;
        let below: Vec<(Id, bool)> = self
            .channels
            .of_guild(guild)
            .filter(|one| one.parent == Some(id))
            .map(|one| (one.id, one.is_thread()))
            .collect();
        for user in self.member_ids(guild) {
            let data = self.channel_json(&gone, user);
            self.deliver(user, Some(guild), "CHANNEL_DELETE", intent::GUILDS, data);
        }
        for (child, is_thread) in below {
            if is_thread {
                self.channels.remove(&child);
            } else {
                self.channel_mut(child)?.parent = None;
                self.emit_channel(guild, child, "CHANNEL_UPDATE");
            }
        }
        if self.guild(guild)?.system_channel == Some(id) {
            self.guild_mut(guild)?.system_channel = None;
        }
        let changes = vec![change("name", json!(gone.name), Value::Null)];
        self.log(guild, by, action::CHANNEL_DELETE, Some(id), changes, None);
        Ok(gone)
    }

    /// A guild's channels and categories, without threads.
    pub fn guild_channels(&self, guild: Id) -> impl Iterator<Item = &Channel> {
        self.channels
            .of_guild(guild)
            .filter(|channel| !channel.is_thread())
    }

    /// Channels (not threads) that each member sees.
    pub(crate) fn sight(&self, guild: Id) -> BTreeSet<(Id, Id)> {
        let channels: Vec<Id> = self.guild_channels(guild).map(|one| one.id).collect();
        let mut seen = BTreeSet::new();
        for user in self.member_ids(guild) {
            for channel in &channels {
                if self.can_see(user, *channel) {
                    seen.insert((user, *channel));
                }
            }
        }
        seen
    }

    /// Those who came to see a channel get its threads.
    pub(crate) fn announce_gained(&mut self, guild: Id, before: &BTreeSet<(Id, Id)>) {
        let gained: Vec<(Id, Id)> = self.sight(guild).difference(before).copied().collect();
        for (user, channel) in gained {
            let mut threads = Vec::new();
            let mut members = Vec::new();
            for thread in self.channels.of_guild(guild) {
                let Some(inside) = thread.thread.as_ref().filter(|one| !one.archived) else {
                    continue;
                };
                if thread.parent != Some(channel) || !self.is_told_of_thread(user, thread) {
                    continue;
                }
                threads.push(self.channel_json(thread, user));
                if let Some(own) = inside.members.get(&user) {
                    members.push(render::thread_member(thread.id, user, own));
                }
            }
            let data = json!({"guild_id": guild.to_string(), "channel_ids": [channel.to_string()],
                "threads": threads, "members": members});
            self.deliver(user, Some(guild), "THREAD_LIST_SYNC", intent::GUILDS, data);
        }
    }

    /// Tells every member of a channel, hidden or not, as Discord does.
    pub(crate) fn emit_channel(&mut self, guild: Id, id: Id, event: &str) {
        // Only threads and DMs look different to different users.
        let data = self.channels.get(&id).map(|one| self.channel_json(one, 0));
        if let Some(data) = data {
            self.emit_to_guild(guild, event, intent::GUILDS, &data);
        }
    }

    /// Refuses the third new name or topic within ten minutes, with the seconds to wait.
    pub(crate) fn count_rename(&mut self, id: Id) -> Result<(), Refusal> {
        let now = self.now_ms();
        let channel = self.channel_mut(id)?;
        channel
            .renamed_at_ms
            .retain(|at| *at > now - RENAME_WINDOW_MS);
        if channel.renamed_at_ms.len() >= RENAMES {
            let oldest = channel.renamed_at_ms.first().copied().unwrap_or(now);
            let seconds = (oldest + RENAME_WINDOW_MS - now) as f64 / 1000.0;
            return Err(Refusal::rate_limited(seconds, false));
        }
        channel.renamed_at_ms.push(now);
        Ok(())
    }

    fn checked_name(&self, kind: u8, name: &str) -> Result<String, Refusal> {
        let kept = if matches!(kind, kind::TEXT | kind::ANNOUNCEMENT | kind::FORUM) {
            normal_name(name)
        } else {
            name.trim().to_owned()
        };
        if name.chars().count() > 100 || kept.is_empty() {
            return Err(Refusal::bad_length("name", 1, 100));
        }
        Ok(kept)
    }

    fn check_parent(
        &self,
        user: Id,
        guild: Id,
        channel: Option<Id>,
        kind: u8,
        parent: Option<Id>,
    ) -> Result<(), Refusal> {
        let Some(parent) = parent else {
            return Ok(());
        };
        let invalid = |code, message: &str| Refusal::invalid_form("parent_id", code, message);
        let found = self
            .channels
            .get(&parent)
            .filter(|one| one.guild == Some(guild) && one.kind == kind::CATEGORY)
            .filter(|_| kind != kind::CATEGORY)
            .ok_or_else(|| invalid("CHANNEL_PARENT_INVALID", "Category does not exist"))?;
        self.require(user, found.id, bit::MANAGE_CHANNELS)?;
        let children = self
            .guild_channels(guild)
            .filter(|one| one.parent == Some(parent) && Some(one.id) != channel)
            .count();
        if children >= CATEGORY_CHANNELS {
            return Err(invalid(
                "CHANNEL_PARENT_MAX_CHANNELS",
                "Maximum number of channels in category reached (50)",
            ));
        }
        Ok(())
    }
}

fn check_topic(draft: &ChannelDraft) -> Result<(), Refusal> {
    let most = if draft.kind == Some(kind::FORUM) {
        4096
    } else {
        1024
    };
    if let Some(Some(topic)) = &draft.topic
        && topic.chars().count() > most
    {
        return Err(Refusal::bad_length("topic", 0, most));
    }
    if draft
        .rate_limit_per_user
        .is_some_and(|seconds| seconds > 21_600)
    {
        return Err(Refusal::invalid_form(
            "rate_limit_per_user",
            "NUMBER_TYPE_MAX",
            "int value should be less than or equal to 21600.",
        ));
    }
    Ok(())
}
