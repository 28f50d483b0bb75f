//! What a Discord server is made of. Data only: how it changes stands in the sibling modules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A snowflake. A number inside, a string on the wire.
pub type Id = u64;

/// Milliseconds since the Unix epoch on the stand-in's clock.
pub type Millis = i64;

/// Discord's channel types.
pub mod kind {
    /// A text channel of a guild.
    pub const TEXT: u8 = 0;
    /// A direct message between two users.
    pub const DM: u8 = 1;
    /// A voice channel.
    pub const VOICE: u8 = 2;
    /// A category.
    pub const CATEGORY: u8 = 4;
    /// An announcement channel.
    pub const ANNOUNCEMENT: u8 = 5;
    /// A thread that all who see its parent may read.
    pub const PUBLIC_THREAD: u8 = 11;
    /// A thread for its members and those who may manage threads.
    pub const PRIVATE_THREAD: u8 = 12;
    /// A forum channel.
    pub const FORUM: u8 = 15;
}

/// Discord's message types, as far as the stand-in makes them.
pub mod message_kind {
    /// An ordinary message.
    pub const DEFAULT: u8 = 0;
    /// A user was added to a thread.
    pub const RECIPIENT_ADD: u8 = 1;
    /// A user was removed from a thread.
    pub const RECIPIENT_REMOVE: u8 = 2;
    /// A channel (here: a thread) was renamed.
    pub const CHANNEL_NAME_CHANGE: u8 = 4;
    /// A message was pinned.
    pub const PIN: u8 = 6;
    /// A member joined the guild.
    pub const USER_JOIN: u8 = 7;
    /// A thread was created without a message.
    pub const THREAD_CREATED: u8 = 18;
    /// A reply.
    pub const REPLY: u8 = 19;
    /// The answer to a slash command.
    pub const CHAT_INPUT_COMMAND: u8 = 20;
    /// The first message of a thread made from a message.
    pub const THREAD_STARTER: u8 = 21;
    /// The answer to a context-menu command.
    pub const CONTEXT_MENU_COMMAND: u8 = 23;
}

/// Discord's message flags, as far as the stand-in knows them.
pub mod message_flag {
    /// Embeds are not shown.
    pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
    /// The message has a thread.
    pub const HAS_THREAD: u64 = 1 << 5;
    /// Only the user of the interaction sees it.
    pub const EPHEMERAL: u64 = 1 << 6;
    /// An interaction response that is "thinking".
    pub const LOADING: u64 = 1 << 7;
    /// No push notification.
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    /// Components V2.
    pub const IS_COMPONENTS_V2: u64 = 1 << 15;
}

/// Flags of an application that say which privileged intents it may use.
pub mod application_flag {
    /// May use the presence intent (limited: under 100 servers).
    pub const PRESENCE: u64 = 1 << 13;
    /// May use the members intent (limited).
    pub const MEMBERS: u64 = 1 << 15;
    /// May use the message-content intent (limited).
    pub const MESSAGE_CONTENT: u64 = 1 << 19;
}

/// A person or a bot.
#[derive(Debug, Clone)]
pub struct User {
    /// Snowflake.
    pub id: Id,
    /// Unique lower-case name.
    pub name: String,
    /// Display name, where set.
    pub global_name: Option<String>,
    /// Whether this is an application's user.
    pub bot: bool,
    /// Whether direct messages to this user are refused with 50007.
    pub dms_closed: bool,
}

/// An application; its id is that of its bot user.
#[derive(Debug, Clone)]
pub struct Application {
    /// Snowflake, that of the bot user as well.
    pub id: Id,
    /// Name.
    pub name: String,
    /// The bot token that REST and IDENTIFY expect.
    pub token: String,
    /// See [`application_flag`].
    pub flags: u64,
    /// The user who owns the application.
    pub owner: Id,
}

/// A server.
#[derive(Debug, Clone)]
pub struct Guild {
    /// Snowflake, also the id of the @everyone role.
    pub id: Id,
    /// Name.
    pub name: String,
    /// Who may do everything.
    pub owner: Id,
    /// Roles by id; @everyone has the guild's id.
    pub roles: BTreeMap<Id, Role>,
    /// Members by user id.
    pub members: BTreeMap<Id, Member>,
    /// The audit log, oldest first.
    pub audit: Vec<AuditEntry>,
    /// Whether the guild is down (an outage, not a kick).
    pub unavailable: bool,
    /// The channel where joins are announced, where set.
    pub system_channel: Option<Id>,
}

/// A role.
#[derive(Debug, Clone)]
pub struct Role {
    /// Snowflake.
    pub id: Id,
    /// Name.
    pub name: String,
    /// Permission bits.
    pub permissions: u64,
    /// Higher stands above.
    pub position: i64,
    /// RGB.
    pub color: u64,
    /// Shown apart in the list of members.
    pub hoist: bool,
    /// Anyone may mention it.
    pub mentionable: bool,
    /// Belongs to a bot; cannot be given or deleted by hand.
    pub managed_by: Option<Id>,
}

/// Someone in a guild.
#[derive(Debug, Clone)]
pub struct Member {
    /// The user.
    pub user: Id,
    /// Name in this guild.
    pub nick: Option<String>,
    /// Roles without @everyone.
    pub roles: BTreeSet<Id>,
    /// When the user joined.
    pub joined_ms: Millis,
    /// Until when the member is timed out.
    pub timeout_until_ms: Option<Millis>,
}

/// Who an overwrite is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A role (type 0); @everyone has the guild's id.
    Role(Id),
    /// A member (type 1).
    Member(Id),
}

impl Target {
    /// The id of the role or user.
    pub fn id(self) -> Id {
        match self {
            Self::Role(id) | Self::Member(id) => id,
        }
    }

    /// Discord's type number.
    pub fn number(self) -> u8 {
        match self {
            Self::Role(_) => 0,
            Self::Member(_) => 1,
        }
    }
}

/// A permission overwrite of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overwrite {
    /// Who it is for.
    pub target: Target,
    /// Bits allowed.
    pub allow: u64,
    /// Bits denied.
    pub deny: u64,
}

/// A channel, category, thread or DM.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Snowflake.
    pub id: Id,
    /// See [`kind`].
    pub kind: u8,
    /// The guild, none for a DM.
    pub guild: Option<Id>,
    /// Name (empty for a DM).
    pub name: String,
    /// Topic.
    pub topic: Option<String>,
    /// Order among its siblings.
    pub position: i64,
    /// Category, or the channel a thread hangs under.
    pub parent: Option<Id>,
    /// Overwrites; a thread has none of its own.
    pub overwrites: Vec<Overwrite>,
    /// Age-restricted.
    pub nsfw: bool,
    /// Slow mode, seconds.
    pub rate_limit_per_user: u64,
    /// Minutes, for new threads.
    pub default_auto_archive_duration: Option<u64>,
    /// The newest message ever sent (it may be deleted since).
    pub last_message: Option<Id>,
    /// When a message was last pinned.
    pub last_pin_ms: Option<Millis>,
    /// The two users of a DM.
    pub recipients: Vec<Id>,
    /// What makes it a thread.
    pub thread: Option<Thread>,
    /// Messages by id, ephemeral ones included.
    pub messages: BTreeMap<Id, Message>,
    /// When the name or topic was changed lately (two changes in ten minutes).
    pub renamed_at_ms: Vec<Millis>,
    /// When each user last wrote here (slow mode).
    pub wrote_at_ms: BTreeMap<Id, Millis>,
}

impl Channel {
    /// Whether this is a thread.
    pub fn is_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// Whether this is a DM.
    pub fn is_dm(&self) -> bool {
        self.kind == kind::DM
    }

    /// The overwrite for a target.
    pub fn overwrite(&self, target: Target) -> Option<&Overwrite> {
        self.overwrites.iter().find(|one| one.target == target)
    }
}

/// What a thread has beyond a channel.
#[derive(Debug, Clone)]
pub struct Thread {
    /// Who made it.
    pub owner: Id,
    /// Hidden from the list until someone writes.
    pub archived: bool,
    /// When that last changed.
    pub archive_changed_ms: Millis,
    /// Minutes without activity until it is archived.
    pub auto_archive_minutes: u64,
    /// Only those who may manage threads can write or unarchive.
    pub locked: bool,
    /// Whether members may add others (private threads).
    pub invitable: bool,
    /// When it was made.
    pub created_ms: Millis,
    /// Who is in it.
    pub members: BTreeMap<Id, ThreadMember>,
    /// Messages ever sent.
    pub total_message_sent: u64,
}

/// Someone in a thread.
#[derive(Debug, Clone)]
pub struct ThreadMember {
    /// When the user joined or was added.
    pub joined_ms: Millis,
}

/// A file of a message.
#[derive(Debug, Clone)]
pub struct Attachment {
    /// Snowflake.
    pub id: Id,
    /// File name.
    pub filename: String,
    /// Alt text.
    pub description: Option<String>,
    /// MIME type.
    pub content_type: Option<String>,
    /// The bytes.
    pub data: Vec<u8>,
}

/// An emoji of a reaction: a name and, for a custom one, its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emoji {
    /// The character, or the custom emoji's name.
    pub name: String,
    /// The custom emoji's id.
    pub id: Option<Id>,
}

/// Those who reacted with one emoji, in order.
#[derive(Debug, Clone)]
pub struct Reaction {
    /// With what.
    pub emoji: Emoji,
    /// Who.
    pub users: Vec<Id>,
}

/// What a message answers, pins or starts.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The message, none where only a channel is meant (thread created).
    pub message: Option<Id>,
    /// The channel.
    pub channel: Id,
    /// The guild.
    pub guild: Option<Id>,
}

/// A message.
#[derive(Debug, Clone)]
pub struct Message {
    /// Snowflake.
    pub id: Id,
    /// Where it stands.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// See [`message_kind`].
    pub kind: u8,
    /// Text.
    pub content: String,
    /// When it was sent.
    pub sent_ms: Millis,
    /// When it was last edited.
    pub edited_ms: Option<Millis>,
    /// Text to speech.
    pub tts: bool,
    /// Who was pinged (after allowed_mentions).
    pub mentions: Vec<Id>,
    /// Roles pinged.
    pub mention_roles: Vec<Id>,
    /// Whether @everyone or @here was pinged.
    pub mention_everyone: bool,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// Embeds as on the wire.
    pub embeds: Vec<Value>,
    /// Components as on the wire.
    pub components: Vec<Value>,
    /// Reactions.
    pub reactions: Vec<Reaction>,
    /// The nonce it was sent with.
    pub nonce: Option<Value>,
    /// Whether it is pinned.
    pub pinned: bool,
    /// When it was pinned.
    pub pinned_ms: Option<Millis>,
    /// See [`message_flag`].
    pub flags: u64,
    /// What it refers to.
    pub reference: Option<Reference>,
    /// Application that sent it through an interaction.
    pub application: Option<Id>,
    /// Webhook id (an application's id for interaction answers).
    pub webhook: Option<Id>,
    /// `interaction_metadata` as on the wire.
    pub interaction_metadata: Option<Value>,
    /// The old `interaction` object as on the wire.
    pub interaction: Option<Value>,
    /// The only user who sees it.
    pub ephemeral_for: Option<Id>,
    /// The thread that was made from it.
    pub thread: Option<Id>,
    /// Its place in a thread.
    pub position: Option<u64>,
}

/// A line of the audit log.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// Snowflake.
    pub id: Id,
    /// Who did it.
    pub user: Id,
    /// Discord's action type.
    pub action: u16,
    /// What it was done to.
    pub target: Option<Id>,
    /// `{key, old_value, new_value}` each.
    pub changes: Vec<Value>,
    /// Extra information, for some actions.
    pub options: Option<Value>,
    /// `X-Audit-Log-Reason`.
    pub reason: Option<String>,
}

/// A file as it was uploaded.
#[derive(Debug, Clone, Default)]
pub struct Upload {
    /// The `n` of `files[n]`, which `attachments[].id` refers to.
    pub index: u64,
    /// File name.
    pub filename: String,
    /// MIME type.
    pub content_type: Option<String>,
    /// Alt text.
    pub description: Option<String>,
    /// The bytes.
    pub data: Vec<u8>,
}

/// Who does something, and the reason given for the audit log.
#[derive(Debug, Clone)]
pub struct By {
    /// The user.
    pub id: Id,
    /// `X-Audit-Log-Reason`.
    pub reason: Option<String>,
}

impl From<Id> for By {
    fn from(id: Id) -> Self {
        Self { id, reason: None }
    }
}
