//! Threads: who makes them, who is in them, archiving and locks.

use serde_json::{Value, json};

use super::World;
use super::audit::{action, change};
use super::channels::new_channel;
use super::hub::intent;
use super::model::{
    By, Channel, Id, Millis, Reference, Thread, ThreadMember, kind, message_flag, message_kind,
};
use super::permissions::bit;
use super::refusal::Refusal;
use super::render;

/// Threads of a guild that are not archived.
const ACTIVE_THREADS: usize = 1_000;
/// How often idle threads are looked for at most, by the stand-in's clock.
const LOOK_FOR_IDLE_MS: Millis = 1_000;
/// Minutes Discord takes for auto_archive_duration.
const ARCHIVE_MINUTES: [u64; 4] = [60, 1_440, 4_320, 10_080];

/// What is wanted of a thread. On an edit, what is `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct ThreadDraft {
    /// Name, 1 to 100 characters.
    pub name: Option<String>,
    /// Type 11 or 12 on creation; private where none is given.
    pub kind: Option<u8>,
    /// Minutes.
    pub auto_archive_minutes: Option<u64>,
    /// Whether members may add others.
    pub invitable: Option<bool>,
    /// Archived or not.
    pub archived: Option<bool>,
    /// Locked or not.
    pub locked: Option<bool>,
    /// Slow mode, seconds.
    pub rate_limit_per_user: Option<u64>,
}

impl World {
    /// Makes a thread without a message; its maker is in it.
    ///
    /// # Errors
    /// 10003, 50001, 50013, 50024, 50035, 160006.
    pub fn create_thread(
        &mut self,
        by: &By,
        parent: Id,
        draft: &ThreadDraft,
    ) -> Result<Id, Refusal> {
        let kind = draft.kind.unwrap_or(kind::PRIVATE_THREAD);
        let guild = self.check_thread_place(by.id, parent, kind, draft)?;
        let id = self.new_id();
        self.insert_thread(by, guild, parent, id, kind, draft);
        if kind == kind::PUBLIC_THREAD {
            let reference = Reference {
                message: None,
                channel: id,
                guild: Some(guild),
            };
            let name = draft.name.clone().unwrap_or_default();
            let system = message_kind::THREAD_CREATED;
            self.post_system(parent, by.id, system, &name, Some(reference), Vec::new());
        }
        Ok(id)
    }

    /// Makes a public thread from a message; it has the message's id.
    ///
    /// # Errors
    /// 10003, 10008, 50001, 50013, 50024, 50035, 160004, 160006.
    pub fn create_thread_from_message(
        &mut self,
        by: &By,
        parent: Id,
        message: Id,
        draft: &ThreadDraft,
    ) -> Result<Id, Refusal> {
        let kind = kind::PUBLIC_THREAD;
        let guild = self.check_thread_place(by.id, parent, kind, draft)?;
        self.visible_message(by.id, parent, message)?;
        if self.channels.contains_key(&message) {
            return Err(Refusal::new(
                400,
                160_004,
                "A thread has already been created for this message",
            ));
        }
        self.insert_thread(by, guild, parent, message, kind, draft);
        let found = self.message_mut(parent, message)?;
        found.thread = Some(message);
        found.flags |= message_flag::HAS_THREAD;
        self.emit_message_update(parent, message);
        let reference = Reference {
            message: Some(message),
            channel: parent,
            guild: Some(guild),
        };
        let system = message_kind::THREAD_STARTER;
        self.post_system(message, by.id, system, "", Some(reference), Vec::new());
        Ok(message)
    }

    /// Changes a thread.
    ///
    /// # Errors
    /// 10003, 50001, 50013, 50035, 50083, 429 for the third new name in ten minutes.
    pub fn edit_thread(&mut self, by: &By, id: Id, draft: &ThreadDraft) -> Result<(), Refusal> {
        let channel = self.require(by.id, id, 0)?;
        let (Some(thread), Some(guild)) = (&channel.thread, channel.guild) else {
            return Err(Refusal::wrong_channel_type());
        };
        check_draft(draft, false)?;
        let manages = self.can(by.id, id, bit::MANAGE_THREADS);
        let only_unarchives = draft.archived == Some(false)
            && draft.name.is_none()
            && draft.locked.is_none()
            && draft.invitable.is_none()
            && draft.auto_archive_minutes.is_none()
            && draft.rate_limit_per_user.is_none();
        if !manages {
            let owns = thread.owner == by.id;
            let allowed = !thread.locked
                && draft.locked.is_none()
                && (owns || only_unarchives && self.can(by.id, id, bit::SEND_MESSAGES_IN_THREADS));
            if !allowed {
                return Err(Refusal::missing_permissions());
            }
        }
        if thread.archived && draft.archived != Some(false) {
            return Err(Refusal::thread_archived());
        }
        let new_name = draft.name.clone().filter(|name| *name != channel.name);
        if new_name.is_some() {
            self.count_rename(id)?;
        }
        let now = self.now_ms();
        let channel = self.channel_mut(id)?;
        let mut changes = Vec::new();
        if let Some(name) = &new_name {
            changes.push(change("name", json!(channel.name), json!(name)));
            channel.name.clone_from(name);
        }
        if let Some(seconds) = draft.rate_limit_per_user {
            channel.rate_limit_per_user = seconds;
        }
        let Some(thread) = &mut channel.thread else {
            return Err(Refusal::wrong_channel_type());
        };
        let mut flip = |key: &str, field: &mut bool, wanted: Option<bool>| {
            let changed = wanted.is_some_and(|wanted| wanted != *field);
            if let Some(wanted) = wanted.filter(|_| changed) {
                changes.push(change(key, json!(*field), json!(wanted)));
                *field = wanted;
            }
            changed
        };
        if flip("archived", &mut thread.archived, draft.archived) {
            thread.archive_changed_ms = now;
        }
        flip("locked", &mut thread.locked, draft.locked);
        flip("invitable", &mut thread.invitable, draft.invitable);
        if let Some(minutes) = draft.auto_archive_minutes {
            thread.auto_archive_minutes = minutes;
        }
        self.emit_thread(id, "THREAD_UPDATE", false);
        if let Some(name) = new_name {
            let system = message_kind::CHANNEL_NAME_CHANGE;
            self.post_system(id, by.id, system, &name, None, Vec::new());
        }
        self.log(guild, by, action::THREAD_UPDATE, Some(id), changes, None);
        Ok(())
    }

    /// Deletes a thread.
    ///
    /// # Errors
    /// 10003, 50001, 50013.
    pub fn delete_thread(&mut self, by: &By, id: Id) -> Result<Channel, Refusal> {
        let channel = self.require(by.id, id, bit::MANAGE_THREADS)?;
        let Some(guild) = channel.guild else {
            return Err(Refusal::not_on_a_dm());
        };
        let viewers = self.viewers(id);
        let gone = self
            .channels
            .remove(&id)
            .ok_or_else(Refusal::unknown_channel)?;
        let data = json!({"id": id.to_string(), "guild_id": guild.to_string(),
            "parent_id": render::optional_id(gone.parent), "type": gone.kind});
        for user in viewers {
            self.deliver(
                user,
                Some(guild),
                "THREAD_DELETE",
                intent::GUILDS,
                data.clone(),
            );
        }
        if let Some(parent) = gone.parent
            && let Ok(starter) = self.message_mut(parent, id)
        {
            starter.thread = None;
        }
        let changes = vec![change("name", json!(gone.name), Value::Null)];
        self.log(guild, by, action::THREAD_DELETE, Some(id), changes, None);
        Ok(gone)
    }

    /// Archives threads that were idle for longer than their limit; looks for them once a second at most.
    pub fn archive_idle_threads(&mut self) {
        let now = self.now_ms();
        if now - self.idle_looked_ms < LOOK_FOR_IDLE_MS {
            return;
        }
        self.idle_looked_ms = now;
        let idle: Vec<Id> = self
            .channels
            .values()
            .filter(|channel| {
                channel
                    .thread
                    .as_ref()
                    .is_some_and(|one| is_idle(channel, one, now))
            })
            .map(|channel| channel.id)
            .collect();
        for id in idle {
            if let Ok(channel) = self.channel_mut(id)
                && let Some(thread) = &mut channel.thread
            {
                thread.archived = true;
                thread.archive_changed_ms = now;
            }
            self.emit_thread(id, "THREAD_UPDATE", false);
        }
    }

    pub(crate) fn unarchive(&mut self, id: Id) {
        let now = self.now_ms();
        if let Ok(channel) = self.channel_mut(id)
            && let Some(thread) = &mut channel.thread
            && thread.archived
        {
            thread.archived = false;
            thread.archive_changed_ms = now;
            self.emit_thread(id, "THREAD_UPDATE", false);
        }
    }

    fn check_thread_place(
        &self,
        user: Id,
        parent: Id,
        kind: u8,
        draft: &ThreadDraft,
    ) -> Result<Id, Refusal> {
        let needed = match kind {
            kind::PUBLIC_THREAD => bit::CREATE_PUBLIC_THREADS,
            kind::PRIVATE_THREAD => bit::CREATE_PRIVATE_THREADS,
            _ => {
                return Err(Refusal::invalid_form(
                    "type",
                    "BASE_TYPE_CHOICES",
                    "Value must be one of {10, 11, 12}.",
                ));
            }
        };
        let channel = self.channel(parent)?;
        let takes = matches!(channel.kind, kind::TEXT | kind::ANNOUNCEMENT)
            && !(kind == kind::PRIVATE_THREAD && channel.kind == kind::ANNOUNCEMENT);
        let Some(guild) = channel.guild.filter(|_| takes) else {
            return Err(Refusal::wrong_channel_type());
        };
        self.require(user, parent, needed)?;
        check_draft(draft, true)?;
        let active = self
            .channels
            .of_guild(guild)
            .filter(|one| one.thread.as_ref().is_some_and(|one| !one.archived));
        if active.count() >= ACTIVE_THREADS {
            return Err(Refusal::new(
                400,
                160_006,
                "Maximum number of active threads reached",
            ));
        }
        Ok(guild)
    }

    fn insert_thread(
        &mut self,
        by: &By,
        guild: Id,
        parent: Id,
        id: Id,
        kind: u8,
        draft: &ThreadDraft,
    ) {
        let now = self.now_ms();
        let name = draft.name.clone().unwrap_or_default();
        let mut channel = new_channel(id, kind, Some(guild), &name);
        channel.parent = Some(parent);
        channel.rate_limit_per_user = draft.rate_limit_per_user.unwrap_or(0);
        let usual = self
            .channels
            .get(&parent)
            .and_then(|one| one.default_auto_archive_duration);
        channel.thread = Some(Thread {
            owner: by.id,
            archived: false,
            archive_changed_ms: now,
            auto_archive_minutes: draft.auto_archive_minutes.or(usual).unwrap_or(1_440),
            locked: false,
            invitable: draft.invitable.unwrap_or(true),
            created_ms: now,
            members: [(by.id, ThreadMember { joined_ms: now })].into(),
            total_message_sent: 0,
        });
        self.channels.insert(id, channel);
        self.emit_thread(id, "THREAD_CREATE", true);
        self.emit_thread_members(id, &[by.id], &[]);
        let changes = vec![
            change("name", Value::Null, json!(name)),
            change("type", Value::Null, json!(kind)),
        ];
        self.log(guild, by, action::THREAD_CREATE, Some(id), changes, None);
    }

    fn emit_thread(&mut self, id: Id, event: &str, newly_created: bool) {
        let events = (intent::GUILDS, intent::NONE);
        self.emit_to_channel(id, event, events, |world, viewer| {
            let mut data = world
                .channels
                .get(&id)
                .map_or(Value::Null, |one| world.channel_json(one, viewer));
            if newly_created {
                data["newly_created"] = json!(true);
            }
            data
        });
    }
}

fn is_idle(channel: &Channel, thread: &Thread, now: Millis) -> bool {
    let last = channel
        .last_message
        .map_or(thread.created_ms, super::snowflake_ms)
        .max(thread.archive_changed_ms);
    let limit = i64::try_from(thread.auto_archive_minutes).unwrap_or(i64::MAX / 60_000) * 60_000;
    !thread.archived && now - last >= limit
}

fn check_draft(draft: &ThreadDraft, new: bool) -> Result<(), Refusal> {
    let length = draft.name.as_ref().map(|name| name.trim().chars().count());
    if length.is_some_and(|length| !(1..=100).contains(&length)) || new && length.is_none() {
        return Err(Refusal::bad_length("name", 1, 100));
    }
    if draft
        .auto_archive_minutes
        .is_some_and(|minutes| !ARCHIVE_MINUTES.contains(&minutes))
    {
        return Err(Refusal::invalid_form(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        ));
    }
    Ok(())
}
