//! Who may do what where, computed as Discord computes it: owner, administrator, roles, then the
//! channel's overwrites for @everyone, roles and the member, then what is denied by implication.

use super::World;
use super::model::{Channel, Guild, Id, Target, kind};
use super::refusal::Refusal;

/// Permission bits by Discord's names.
pub mod bit {
    /// Invite people.
    pub const CREATE_INSTANT_INVITE: u64 = 1;
    /// Kick members.
    pub const KICK_MEMBERS: u64 = 1 << 1;
    /// Ban members.
    pub const BAN_MEMBERS: u64 = 1 << 2;
    /// Everything, past every overwrite.
    pub const ADMINISTRATOR: u64 = 1 << 3;
    /// Make, change and delete channels.
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    /// Change the guild.
    pub const MANAGE_GUILD: u64 = 1 << 5;
    /// React with an emoji that nobody has used yet.
    pub const ADD_REACTIONS: u64 = 1 << 6;
    /// Read the audit log.
    pub const VIEW_AUDIT_LOG: u64 = 1 << 7;
    /// Speak over others.
    pub const PRIORITY_SPEAKER: u64 = 1 << 8;
    /// Share video.
    pub const STREAM: u64 = 1 << 9;
    /// See a channel and read it.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Write in a channel (not in threads).
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Text to speech.
    pub const SEND_TTS_MESSAGES: u64 = 1 << 12;
    /// Delete others' messages.
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    /// Links and embeds are shown.
    pub const EMBED_LINKS: u64 = 1 << 14;
    /// Send files.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Read what was written before.
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    /// Ping @everyone and all roles.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Use emojis of other guilds.
    pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
    /// See the guild's insights.
    pub const VIEW_GUILD_INSIGHTS: u64 = 1 << 19;
    /// Join voice.
    pub const CONNECT: u64 = 1 << 20;
    /// Talk in voice.
    pub const SPEAK: u64 = 1 << 21;
    /// Mute members.
    pub const MUTE_MEMBERS: u64 = 1 << 22;
    /// Deafen members.
    pub const DEAFEN_MEMBERS: u64 = 1 << 23;
    /// Move members.
    pub const MOVE_MEMBERS: u64 = 1 << 24;
    /// Voice activity.
    pub const USE_VAD: u64 = 1 << 25;
    /// Change one's own nickname.
    pub const CHANGE_NICKNAME: u64 = 1 << 26;
    /// Change others' nicknames.
    pub const MANAGE_NICKNAMES: u64 = 1 << 27;
    /// Give and change roles, and in a channel its overwrites.
    pub const MANAGE_ROLES: u64 = 1 << 28;
    /// Manage webhooks.
    pub const MANAGE_WEBHOOKS: u64 = 1 << 29;
    /// Manage emojis and stickers.
    pub const MANAGE_GUILD_EXPRESSIONS: u64 = 1 << 30;
    /// Use slash commands.
    pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
    /// Ask to speak on a stage.
    pub const REQUEST_TO_SPEAK: u64 = 1 << 32;
    /// Manage events.
    pub const MANAGE_EVENTS: u64 = 1 << 33;
    /// See every thread, archive, lock, rename and delete it.
    pub const MANAGE_THREADS: u64 = 1 << 34;
    /// Make public threads.
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    /// Make private threads.
    pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
    /// Use stickers of other guilds.
    pub const USE_EXTERNAL_STICKERS: u64 = 1 << 37;
    /// Write in threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    /// Use activities.
    pub const USE_EMBEDDED_ACTIVITIES: u64 = 1 << 39;
    /// Time members out.
    pub const MODERATE_MEMBERS: u64 = 1 << 40;
    /// See monetisation.
    pub const VIEW_CREATOR_MONETIZATION_ANALYTICS: u64 = 1 << 41;
    /// Use the soundboard.
    pub const USE_SOUNDBOARD: u64 = 1 << 42;
    /// Make emojis and stickers.
    pub const CREATE_GUILD_EXPRESSIONS: u64 = 1 << 43;
    /// Make events.
    pub const CREATE_EVENTS: u64 = 1 << 44;
    /// Use sounds of other guilds.
    pub const USE_EXTERNAL_SOUNDS: u64 = 1 << 45;
    /// Send voice messages.
    pub const SEND_VOICE_MESSAGES: u64 = 1 << 46;
    /// Set the voice channel's status.
    pub const SET_VOICE_CHANNEL_STATUS: u64 = 1 << 48;
    /// Send polls.
    pub const SEND_POLLS: u64 = 1 << 49;
    /// Answers of user-installed apps are public.
    pub const USE_EXTERNAL_APPS: u64 = 1 << 50;
    /// Pin and unpin messages.
    pub const PIN_MESSAGES: u64 = 1 << 51;
    /// Slow mode does not apply.
    pub const BYPASS_SLOWMODE: u64 = 1 << 52;
}

/// Every bit Discord knows (47 is not in use).
pub const ALL: u64 = ((1 << 53) - 1) & !(1 << 47);

/// What @everyone has in a new guild.
pub const EVERYONE_DEFAULT: u64 = bit::CREATE_INSTANT_INVITE
    | bit::ADD_REACTIONS
    | bit::STREAM
    | bit::VIEW_CHANNEL
    | bit::SEND_MESSAGES
    | bit::EMBED_LINKS
    | bit::ATTACH_FILES
    | bit::READ_MESSAGE_HISTORY
    | bit::MENTION_EVERYONE
    | bit::USE_EXTERNAL_EMOJIS
    | bit::CONNECT
    | bit::SPEAK
    | bit::USE_VAD
    | bit::CHANGE_NICKNAME
    | bit::USE_APPLICATION_COMMANDS
    | bit::REQUEST_TO_SPEAK
    | bit::CREATE_PUBLIC_THREADS
    | bit::CREATE_PRIVATE_THREADS
    | bit::USE_EXTERNAL_STICKERS
    | bit::SEND_MESSAGES_IN_THREADS
    | bit::USE_EMBEDDED_ACTIVITIES
    | bit::USE_SOUNDBOARD
    | bit::USE_EXTERNAL_SOUNDS
    | bit::SEND_VOICE_MESSAGES
    | bit::SEND_POLLS
    | bit::USE_EXTERNAL_APPS;

/// What is left to a member who is timed out.
const TIMED_OUT: u64 = bit::VIEW_CHANNEL | bit::READ_MESSAGE_HISTORY;

/// What nobody can use who may not write.
const NEEDS_SENDING: u64 =
    bit::MENTION_EVERYONE | bit::SEND_TTS_MESSAGES | bit::ATTACH_FILES | bit::EMBED_LINKS;

/// What both users have in a DM.
const IN_A_DM: u64 = bit::VIEW_CHANNEL
    | bit::SEND_MESSAGES
    | bit::READ_MESSAGE_HISTORY
    | bit::ADD_REACTIONS
    | bit::ATTACH_FILES
    | bit::EMBED_LINKS
    | bit::USE_EXTERNAL_EMOJIS
    | bit::USE_EXTERNAL_STICKERS
    | bit::SEND_VOICE_MESSAGES
    | bit::SEND_POLLS
    | bit::USE_APPLICATION_COMMANDS
    | bit::PIN_MESSAGES
    | bit::USE_EXTERNAL_APPS;

impl World {
    /// The bits a user has in a guild, before any channel's overwrites. None for a non-member.
    pub fn guild_permissions(&self, user: Id, guild: Id) -> u64 {
        let Some(guild) = self.guilds.get(&guild) else {
            return 0;
        };
        let bits = base_permissions(guild, user);
        if bits & bit::ADMINISTRATOR == 0 && self.is_timed_out(guild, user) {
            return bits & TIMED_OUT;
        }
        bits
    }

    /// The bits a user has in a channel, thread or DM, implications included.
    pub fn permissions(&self, user: Id, channel: Id) -> u64 {
        let Some(channel) = self.channels.get(&channel) else {
            return 0;
        };
        let Some(guild) = channel.guild.and_then(|guild| self.guilds.get(&guild)) else {
            return if channel.recipients.contains(&user) {
                IN_A_DM
            } else {
                0
            };
        };
        // A thread has no overwrites: its parent's hold.
        let place = match (channel.is_thread(), channel.parent) {
            (true, Some(parent)) => match self.channels.get(&parent) {
                Some(parent) => parent,
                None => return 0,
            },
            _ => channel,
        };
        let mut bits = overwritten(guild, place, user);
        if bits & bit::ADMINISTRATOR != 0 {
            return ALL;
        }
        if bits & bit::VIEW_CHANNEL == 0 {
            return 0;
        }
        if let Some(thread) = &channel.thread {
            let may_look = channel.kind != kind::PRIVATE_THREAD
                || thread.members.contains_key(&user)
                || bits & bit::MANAGE_THREADS != 0;
            if !may_look {
                return 0;
            }
        }
        let sending = if channel.is_thread() {
            bit::SEND_MESSAGES_IN_THREADS
        } else {
            bit::SEND_MESSAGES
        };
        if bits & sending == 0 {
            bits &= !NEEDS_SENDING;
        }
        if self.is_timed_out(guild, user) {
            bits &= TIMED_OUT;
        }
        bits
    }

    /// Whether a user has a permission (all given bits) in a channel, thread or DM.
    pub fn can(&self, user: Id, channel: Id, bits: u64) -> bool {
        self.permissions(user, channel) & bits == bits
    }

    /// Whether a user sees a channel, thread or DM at all.
    pub fn can_see(&self, user: Id, channel: Id) -> bool {
        self.can(user, channel, bit::VIEW_CHANNEL)
    }

    /// Whether a message of this user would be taken in a channel, thread or DM.
    pub fn can_write(&self, user: Id, channel: Id) -> bool {
        let Some(place) = self.channels.get(&channel) else {
            return false;
        };
        let Some(thread) = &place.thread else {
            return matches!(
                place.kind,
                kind::TEXT | kind::DM | kind::VOICE | kind::ANNOUNCEMENT
            ) && self.can(user, channel, bit::VIEW_CHANNEL | bit::SEND_MESSAGES);
        };
        self.can(
            user,
            channel,
            bit::VIEW_CHANNEL | bit::SEND_MESSAGES_IN_THREADS,
        ) && (!thread.locked || self.can(user, channel, bit::MANAGE_THREADS))
    }

    /// Whether a user may react in a channel with an emoji that is not there yet.
    pub fn can_react(&self, user: Id, channel: Id) -> bool {
        let needed = bit::VIEW_CHANNEL | bit::ADD_REACTIONS | bit::READ_MESSAGE_HISTORY;
        let Some(place) = self.channels.get(&channel) else {
            return false;
        };
        let locked = place.thread.as_ref().is_some_and(|thread| {
            (thread.locked && !self.can(user, channel, bit::MANAGE_THREADS)) || thread.archived
        });
        self.can(user, channel, needed) && !locked
    }

    /// Refuses with 10003, 50001 or 50013 what a user may not do in a channel.
    ///
    /// # Errors
    /// 10003 where there is no such channel, 50001 where the user does not see it, 50013 where bits lack.
    pub fn require(&self, user: Id, channel: Id, bits: u64) -> Result<&Channel, Refusal> {
        let place = self.channel(channel)?;
        let has = self.permissions(user, channel);
        if has & bit::VIEW_CHANNEL == 0 {
            return Err(Refusal::missing_access());
        }
        if has & bits != bits {
            return Err(Refusal::missing_permissions());
        }
        Ok(place)
    }

    /// Refuses with 10004, 50001 or 50013 what a user may not do in a guild.
    ///
    /// # Errors
    /// 10004 where the user is no member of such a guild, 50013 where bits lack.
    pub fn require_guild(&self, user: Id, guild: Id, bits: u64) -> Result<&Guild, Refusal> {
        let place = self.guild(guild)?;
        if !place.members.contains_key(&user) {
            return Err(Refusal::unknown_guild());
        }
        if self.guild_permissions(user, guild) & bits != bits {
            return Err(Refusal::missing_permissions());
        }
        Ok(place)
    }

    /// The position of a member's highest role; the owner stands above all.
    pub fn top_position(&self, user: Id, guild: Id) -> i64 {
        let Some(guild) = self.guilds.get(&guild) else {
            return -1;
        };
        if guild.owner == user {
            return i64::MAX;
        }
        guild.members.get(&user).map_or(-1, |member| {
            member
                .roles
                .iter()
                .filter_map(|role| guild.roles.get(role))
                .map(|role| role.position)
                .max()
                .unwrap_or(0)
        })
    }

    /// Whether `user` may act on `other` by the order of roles.
    pub fn outranks(&self, user: Id, other: Id, guild: Id) -> bool {
        self.top_position(user, guild) > self.top_position(other, guild)
    }

    fn is_timed_out(&self, guild: &Guild, user: Id) -> bool {
        guild
            .members
            .get(&user)
            .and_then(|member| member.timeout_until_ms)
            .is_some_and(|until| until > self.now_ms())
    }
}

fn base_permissions(guild: &Guild, user: Id) -> u64 {
    let Some(member) = guild.members.get(&user) else {
        return 0;
    };
    if guild.owner == user {
        return ALL;
    }
    let everyone = guild
        .roles
        .get(&guild.id)
        .map_or(0, |role| role.permissions);
    let bits = member
        .roles
        .iter()
        .filter_map(|role| guild.roles.get(role))
        .fold(everyone, |bits, role| bits | role.permissions);
    if bits & bit::ADMINISTRATOR != 0 {
        ALL
    } else {
        bits
    }
}

fn overwritten(guild: &Guild, channel: &Channel, user: Id) -> u64 {
    let base = base_permissions(guild, user);
    let Some(member) = guild.members.get(&user) else {
        return 0;
    };
    if base & bit::ADMINISTRATOR != 0 {
        return ALL;
    }
    let mut bits = base;
    if let Some(one) = channel.overwrite(Target::Role(guild.id)) {
        bits = bits & !one.deny | one.allow;
    }
    let (mut allow, mut deny) = (0, 0);
    for role in &member.roles {
        if let Some(one) = channel.overwrite(Target::Role(*role)) {
            allow |= one.allow;
            deny |= one.deny;
        }
    }
    bits = bits & !deny | allow;
    if let Some(one) = channel.overwrite(Target::Member(user)) {
        bits = bits & !one.deny | one.allow;
    }
    // Nobody becomes an administrator by an overwrite.
    bits & !bit::ADMINISTRATOR
}
