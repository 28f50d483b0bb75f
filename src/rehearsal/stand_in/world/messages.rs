//! Messages: written, edited, deleted, read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use super::World;
use super::audit::action;
use super::draft::{MessageDraft, MessageEdit, numbered, stored_embeds};
use super::hub::intent;
use super::model::{
    Attachment, By, Id, Message, Millis, Reference, Upload, message_flag, message_kind,
};
use super::permissions::bit;
use super::refusal::Refusal;

/// How long a nonce is remembered.
const NONCE_MEMORY_MS: i64 = 180_000;
/// Messages older than this cannot be deleted in bulk.
const BULK_DELETE_AGE_MS: i64 = 14 * 86_400_000;

/// Intents for messages in guilds and DMs.
pub(crate) const MESSAGE_INTENTS: (u64, u64) = (intent::GUILD_MESSAGES, intent::DIRECT_MESSAGES);

/// The nonces of the last minutes.
#[derive(Debug, Default)]
pub(super) struct Nonces {
    /// By author, channel and nonce: the message.
    known: BTreeMap<(Id, Id, String), Id>,
    /// The same, in the order in which they are forgotten.
    by_age: VecDeque<(Millis, (Id, Id, String))>,
}

impl World {
    /// Someone writes a message, as far as Discord allows it; its id.
    ///
    /// # Errors
    /// 10003, 20016, 50001, 50006, 50007, 50008, 50013, 50035, 50083, 160005.
    pub fn create_message(
        &mut self,
        author: Id,
        channel: Id,
        mut draft: MessageDraft,
    ) -> Result<Id, Refusal> {
        self.check_may_write(author, channel, &draft)?;
        draft.flags &= message_flag::SUPPRESS_EMBEDS
            | message_flag::SUPPRESS_NOTIFICATIONS
            | message_flag::IS_COMPONENTS_V2;
        check_not_empty(&draft)?;
        if let Some(found) = self.known_nonce(author, channel, &draft) {
            return Ok(found);
        }
        if let Some((message, must_exist)) = draft.reply_to {
            self.require(author, channel, bit::READ_MESSAGE_HISTORY)?;
            let visible = self.visible_message(author, channel, message).is_ok();
            if !visible && must_exist {
                return Err(Refusal::invalid_form(
                    "message_reference",
                    "REPLIES_UNKNOWN_MESSAGE",
                    "Unknown message",
                ));
            }
            if visible {
                draft.kind = message_kind::REPLY;
            } else {
                draft.reply_to = None;
            }
        }
        self.check_slow_mode(author, channel)?;
        self.unarchive(channel);
        let now = self.now_ms();
        if let Ok(place) = self.channel_mut(channel) {
            place.wrote_at_ms.insert(author, now);
        }
        self.insert_thread_member(channel, author);
        let nonce = draft.nonce.clone().filter(|_| draft.enforce_nonce);
        let message = self.post(author, channel, draft)?;
        if let Some(nonce) = nonce {
            let key = (author, channel, nonce_text(&nonce));
            self.nonces.by_age.push_back((now, key.clone()));
            self.nonces.known.insert(key, message);
        }
        Ok(message)
    }

    /// Puts a message into a channel without asking whether the author may write there: answers to
    /// interactions come this way. Its id.
    ///
    /// # Errors
    /// 10003.
    pub fn post(&mut self, author: Id, channel: Id, draft: MessageDraft) -> Result<Id, Refusal> {
        let place = self.channel(channel)?;
        let (guild, fresh_dm) = (
            place.guild,
            place.is_dm() && place.last_message.is_none() && place.messages.is_empty(),
        );
        let (mentions, mention_roles, mention_everyone) =
            self.mentions_of(author, channel, &draft.content, &draft);
        let id = self.new_id();
        let attachments = draft
            .files
            .into_iter()
            .map(|file| self.store_file(file))
            .collect();
        let reference = draft.reply_to.map(|(message, _)| Reference {
            message: Some(message),
            channel,
            guild,
        });
        let message = Message {
            id,
            channel,
            author,
            kind: draft.kind,
            content: draft.content,
            sent_ms: self.now_ms(),
            edited_ms: None,
            tts: draft.tts,
            mentions,
            mention_roles,
            mention_everyone,
            attachments,
            embeds: stored_embeds(draft.embeds),
            components: numbered(draft.components),
            reactions: Vec::new(),
            nonce: draft.nonce,
            pinned: false,
            pinned_ms: None,
            flags: draft.flags,
            reference,
            application: draft.application,
            webhook: draft.webhook,
            interaction_metadata: draft.interaction_metadata,
            interaction: draft.interaction,
            ephemeral_for: draft.ephemeral_for,
            thread: None,
            position: None,
        };
        if fresh_dm {
            self.tell_of_dm(channel);
        }
        let mentioned = message.mentions.clone();
        self.insert_message(message);
        self.add_mentioned(channel, author, &mentioned);
        Ok(id)
    }

    /// Changes one's own message, or hides the embeds of another's.
    ///
    /// # Errors
    /// 10003, 10008, 50001, 50005, 50006, 50013, 50021, 50083.
    pub fn edit_message(
        &mut self,
        by: Id,
        channel: Id,
        id: Id,
        edit: MessageEdit,
    ) -> Result<(), Refusal> {
        self.require(by, channel, 0)?;
        let message = self.visible_message(by, channel, id)?;
        if message.author != by {
            let only_flags = edit.flags.is_some()
                && edit.content.is_none()
                && edit.embeds.is_none()
                && edit.components.is_none()
                && edit.keep_attachments.is_none()
                && edit.files.is_empty();
            if !only_flags || !self.can(by, channel, bit::MANAGE_MESSAGES) {
                return Err(Refusal::not_your_message());
            }
        }
        if !is_written(message.kind) {
            return Err(Refusal::system_message());
        }
        self.check_not_archived(channel)?;
        self.apply_edit(channel, id, edit)
    }

    /// Changes a message without asking who may: answers to interactions come this way.
    ///
    /// # Errors
    /// 10003, 10008, 50006.
    pub fn apply_edit(&mut self, channel: Id, id: Id, edit: MessageEdit) -> Result<(), Refusal> {
        let message = self.message(channel, id)?.clone();
        let content = edit.content.unwrap_or(message.content);
        let embeds = edit.embeds.map_or(message.embeds, stored_embeds);
        let components = edit.components.map_or(message.components, numbered);
        let kept: Vec<Attachment> = message
            .attachments
            .into_iter()
            .filter(|file| {
                edit.keep_attachments
                    .as_ref()
                    .is_none_or(|ids| ids.contains(&file.id))
            })
            .collect();
        if content.is_empty()
            && embeds.is_empty()
            && components.is_empty()
            && kept.is_empty()
            && edit.files.is_empty()
        {
            return Err(Refusal::empty_message());
        }
        let draft = MessageDraft {
            allowed_mentions: edit.allowed_mentions,
            ..MessageDraft::default()
        };
        let (mentions, mention_roles, mention_everyone) =
            self.mentions_of(message.author, channel, &content, &draft);
        let new: Vec<Attachment> = edit
            .files
            .into_iter()
            .map(|file| self.store_file(file))
            .collect();
        let now = self.now_ms();
        let changeable = message_flag::SUPPRESS_EMBEDS | message_flag::IS_COMPONENTS_V2;
        let found = self.message_mut(channel, id)?;
        found.content = content;
        found.embeds = embeds;
        found.components = components;
        found.attachments = kept.into_iter().chain(new).collect();
        if let Some(flags) = edit.flags {
            found.flags = found.flags & !changeable | flags & changeable;
        }
        found.flags &= !message_flag::LOADING;
        found.mentions.clone_from(&mentions);
        found.mention_roles = mention_roles;
        found.mention_everyone = mention_everyone;
        found.edited_ms = Some(now);
        self.emit_message_update(channel, id);
        self.add_mentioned(channel, message.author, &mentions);
        Ok(())
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// 10003, 10008, 50001, 50003, 50013, 50021, 50083.
    pub fn delete_message(&mut self, by: &By, channel: Id, id: Id) -> Result<(), Refusal> {
        let place = self.require(by.id, channel, 0)?;
        let guild = place.guild;
        let message = self.visible_message(by.id, channel, id)?;
        let (author, kind) = (message.author, message.kind);
        let own = author == by.id && message.ephemeral_for.is_none_or(|user| user == by.id);
        if !own && guild.is_none() {
            return Err(Refusal::not_on_a_dm());
        }
        if !own && !self.can(by.id, channel, bit::MANAGE_MESSAGES) {
            return Err(Refusal::missing_permissions());
        }
        if !is_deletable(kind) {
            return Err(Refusal::system_message());
        }
        self.check_not_archived(channel)?;
        self.remove_message(channel, id)?;
        if let Some(guild) = guild.filter(|_| !own) {
            let options = json!({"channel_id": channel.to_string(), "count": "1"});
            let action = action::MESSAGE_DELETE;
            self.log(guild, by, action, Some(author), Vec::new(), Some(options));
        }
        Ok(())
    }

    /// Removes a message without asking who may, and tells those who saw it.
    ///
    /// # Errors
    /// 10003, 10008.
    pub fn remove_message(&mut self, channel: Id, id: Id) -> Result<(), Refusal> {
        let place = self.channel_mut(channel)?;
        let guild = place.guild;
        let gone = place
            .messages
            .remove(&id)
            .ok_or_else(Refusal::unknown_message)?;
        let mut data = json!({"id": id.to_string(), "channel_id": channel.to_string()});
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.to_string());
        }
        if let Some(user) = gone.ephemeral_for {
            self.deliver(user, guild, "MESSAGE_DELETE", intent::NONE, data);
            return Ok(());
        }
        self.emit_to_channel(channel, "MESSAGE_DELETE", MESSAGE_INTENTS, |_, _| {
            data.clone()
        });
        if gone.pinned {
            self.emit_pins_update(channel);
        }
        Ok(())
    }

    /// Deletes 2 to 100 messages not older than two weeks.
    ///
    /// # Errors
    /// 10003, 50001, 50003, 50013, 50016, 50034.
    pub fn bulk_delete(&mut self, by: &By, channel: Id, ids: &[Id]) -> Result<(), Refusal> {
        let Some(guild) = self.channel(channel)?.guild else {
            return Err(Refusal::not_on_a_dm());
        };
        self.require(by.id, channel, bit::MANAGE_MESSAGES)?;
        let ids: BTreeSet<Id> = ids.iter().copied().collect();
        if !(2..=100).contains(&ids.len()) {
            return Err(Refusal::new(
                400,
                50016,
                "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete",
            ));
        }
        let now = self.now_ms();
        if ids
            .iter()
            .any(|id| now - super::snowflake_ms(*id) > BULK_DELETE_AGE_MS)
        {
            return Err(Refusal::new(
                400,
                50034,
                "You can only bulk delete messages that are under 14 days old.",
            ));
        }
        self.check_not_archived(channel)?;
        let place = self.channel_mut(channel)?;
        place
            .messages
            .retain(|id, message| !ids.contains(id) || message.ephemeral_for.is_some());
        let data = json!({"ids": super::render::id_list(ids.iter().copied()),
            "channel_id": channel.to_string(), "guild_id": guild.to_string()});
        self.emit_to_channel(channel, "MESSAGE_DELETE_BULK", MESSAGE_INTENTS, |_, _| {
            data.clone()
        });
        let options = json!({"count": ids.len().to_string()});
        let action = action::MESSAGE_BULK_DELETE;
        self.log(guild, by, action, Some(channel), Vec::new(), Some(options));
        Ok(())
    }

    /// Someone is typing.
    ///
    /// # Errors
    /// 10003, 50001, 50013.
    pub fn start_typing(&mut self, user: Id, channel: Id) -> Result<(), Refusal> {
        let place = self.channel(channel)?;
        let needed = if place.is_thread() {
            bit::SEND_MESSAGES_IN_THREADS
        } else {
            bit::SEND_MESSAGES
        };
        let guild = place.guild;
        self.require(user, channel, needed)?;
        let mut data = json!({"channel_id": channel.to_string(), "user_id": user.to_string(),
            "timestamp": self.now_ms() / 1000});
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.to_string());
            if let Some(member) = self.guild(guild)?.members.get(&user) {
                data["member"] = self.member_json(member);
            }
        }
        let intents = (intent::GUILD_MESSAGE_TYPING, intent::DIRECT_MESSAGE_TYPING);
        self.emit_to_channel(channel, "TYPING_START", intents, |_, _| data.clone());
        Ok(())
    }

    /// Puts a system message into a channel.
    pub(crate) fn post_system(
        &mut self,
        channel: Id,
        author: Id,
        kind: u8,
        content: &str,
        reference: Option<Reference>,
        mentions: Vec<Id>,
    ) {
        let id = self.new_id();
        let sent_ms = self.now_ms();
        self.insert_message(Message {
            id,
            channel,
            author,
            kind,
            content: content.to_owned(),
            sent_ms,
            edited_ms: None,
            tts: false,
            mentions,
            mention_roles: Vec::new(),
            mention_everyone: false,
            attachments: Vec::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            reactions: Vec::new(),
            nonce: None,
            pinned: false,
            pinned_ms: None,
            flags: 0,
            reference,
            application: None,
            webhook: None,
            interaction_metadata: None,
            interaction: None,
            ephemeral_for: None,
            thread: None,
            position: None,
        });
    }

    pub(crate) fn emit_message_update(&mut self, channel: Id, id: Id) {
        self.emit_message("MESSAGE_UPDATE", channel, id);
    }

    pub(crate) fn check_not_archived(&self, channel: Id) -> Result<(), Refusal> {
        match &self.channel(channel)?.thread {
            Some(thread) if thread.archived => Err(Refusal::thread_archived()),
            _ => Ok(()),
        }
    }

    fn emit_message(&mut self, event: &str, channel: Id, id: Id) {
        let Ok(message) = self.message(channel, id) else {
            return;
        };
        if let Some(user) = message.ephemeral_for {
            let data = self.message_event_json(message, user);
            let guild = self.channels.get(&channel).and_then(|one| one.guild);
            self.deliver(user, guild, event, intent::NONE, data);
            return;
        }
        self.emit_to_channel(channel, event, MESSAGE_INTENTS, |world, viewer| {
            world.message(channel, id).map_or(Value::Null, |message| {
                world.message_event_json(message, viewer)
            })
        });
    }

    fn insert_message(&mut self, mut message: Message) {
        let (channel, id) = (message.channel, message.id);
        let Ok(place) = self.channel_mut(channel) else {
            return;
        };
        if message.ephemeral_for.is_none() {
            place.last_message = Some(id);
            if let Some(thread) = &mut place.thread {
                message.position = Some(thread.total_message_sent);
                if message.kind != message_kind::THREAD_STARTER {
                    thread.total_message_sent += 1;
                }
            }
        }
        place.messages.insert(id, message);
        self.emit_message("MESSAGE_CREATE", channel, id);
    }

    fn tell_of_dm(&mut self, channel: Id) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        let people: Vec<Id> = place
            .recipients
            .iter()
            .filter(|user| self.users.get(user).is_some_and(|user| !user.bot))
            .copied()
            .collect();
        for user in people {
            if let Some(place) = self.channels.get(&channel) {
                let data = self.channel_json(place, user);
                self.append_to_feed(user, "CHANNEL_CREATE", data);
            }
        }
    }

    fn store_file(&mut self, file: Upload) -> Attachment {
        Attachment {
            id: self.new_id(),
            filename: file.filename,
            description: file.description,
            content_type: file.content_type,
            data: file.data,
        }
    }

    fn known_nonce(&mut self, author: Id, channel: Id, draft: &MessageDraft) -> Option<Id> {
        let now = self.now_ms();
        while let Some((at_ms, key)) = self.nonces.by_age.front()
            && now - at_ms >= NONCE_MEMORY_MS
        {
            // One that was used again since, because its message had been deleted, is forgotten a little early.
            self.nonces.known.remove(key);
            self.nonces.by_age.pop_front();
        }
        let nonce = nonce_text(draft.nonce.as_ref().filter(|_| draft.enforce_nonce)?);
        let known = self.nonces.known.get(&(author, channel, nonce)).copied();
        known.filter(|message| self.message(channel, *message).is_ok())
    }
}

fn nonce_text(nonce: &Value) -> String {
    match nonce {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn check_not_empty(draft: &MessageDraft) -> Result<(), Refusal> {
    if draft.content.trim().is_empty()
        && draft.embeds.is_empty()
        && draft.components.is_empty()
        && draft.files.is_empty()
    {
        return Err(Refusal::empty_message());
    }
    Ok(())
}

fn is_written(kind: u8) -> bool {
    matches!(
        kind,
        message_kind::DEFAULT
            | message_kind::REPLY
            | message_kind::CHAT_INPUT_COMMAND
            | message_kind::CONTEXT_MENU_COMMAND
    )
}

fn is_deletable(kind: u8) -> bool {
    is_written(kind)
        || matches!(
            kind,
            message_kind::PIN | message_kind::USER_JOIN | message_kind::THREAD_CREATED
        )
}
