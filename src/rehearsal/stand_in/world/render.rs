//! The world as JSON, with every key that Discord sends, nulls too.

use serde_json::{Map, Value, json};

use super::World;
use super::model::{
    Attachment, AuditEntry, Channel, Emoji, Guild, Id, Member, Message, Millis, Overwrite, Role,
    ThreadMember, User, kind, message_kind,
};
use super::permissions::bit;

/// An instant as Discord writes it.
pub fn timestamp(instant_ms: Millis) -> String {
    chrono::DateTime::from_timestamp_millis(instant_ms)
        .unwrap_or_default()
        .format("%Y-%m-%dT%H:%M:%S%.6f+00:00")
        .to_string()
}

/// An id that may be missing.
pub fn optional_id(id: Option<Id>) -> Value {
    id.map_or(Value::Null, |id| json!(id.to_string()))
}

/// A list of ids.
pub fn id_list(ids: impl IntoIterator<Item = Id>) -> Value {
    ids.into_iter().map(|id| json!(id.to_string())).collect()
}

/// A user.
pub fn user(user: &User) -> Value {
    let mut value = json!({
        "id": user.id.to_string(), "username": user.name, "avatar": null, "discriminator": "0",
        "public_flags": 0, "flags": 0, "banner": null, "accent_color": null,
        "global_name": user.global_name, "avatar_decoration_data": null, "collectibles": null,
        "display_name_styles": null, "banner_color": null, "clan": null, "primary_guild": null,
    });
    if user.bot {
        value["discriminator"] = json!("1692");
        value["bot"] = json!(true);
    }
    value
}

/// A user as `/users/@me` and READY show it.
pub fn own_user(own: &User) -> Value {
    let mut value = user(own);
    value["mfa_enabled"] = json!(true);
    value["locale"] = json!("en-US");
    value["premium_type"] = json!(0);
    value["email"] = Value::Null;
    value["verified"] = json!(true);
    value["bio"] = json!("");
    value
}

/// A role.
pub fn role(role: &Role) -> Value {
    let mut value = json!({
        "id": role.id.to_string(), "name": role.name, "description": null,
        "permissions": role.permissions.to_string(), "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": null, "tertiary_color": null},
        "hoist": role.hoist, "managed": role.managed_by.is_some(),
        "mentionable": role.mentionable, "icon": null, "unicode_emoji": null, "flags": 0,
    });
    if let Some(bot) = role.managed_by {
        value["tags"] = json!({"bot_id": bot.to_string()});
    }
    value
}

/// An emoji as reactions carry it.
pub fn emoji(emoji: &Emoji) -> Value {
    json!({"id": optional_id(emoji.id), "name": emoji.name})
}

/// An overwrite.
pub fn overwrite(one: &Overwrite) -> Value {
    json!({"id": one.target.id().to_string(), "type": one.target.number(),
        "allow": one.allow.to_string(), "deny": one.deny.to_string()})
}

/// A thread member, without the guild member in it.
pub fn thread_member(thread: Id, user: Id, member: &ThreadMember) -> Value {
    json!({"id": thread.to_string(), "user_id": user.to_string(),
        "join_timestamp": timestamp(member.joined_ms), "flags": 1})
}

impl World {
    /// A user by id; a deleted one as Discord shows it.
    pub fn user_json(&self, id: Id) -> Value {
        match self.users.get(&id) {
            Some(found) => user(found),
            None => json!({"id": id.to_string(), "username": "Deleted User", "avatar": null,
                "discriminator": "0000", "public_flags": 0, "flags": 0, "banner": null,
                "accent_color": null, "global_name": null, "avatar_decoration_data": null,
                "collectibles": null, "display_name_styles": null, "banner_color": null,
                "clan": null, "primary_guild": null}),
        }
    }

    /// A guild member with the user.
    pub fn member_json(&self, member: &Member) -> Value {
        let mut value = member_without_user(member);
        value["user"] = self.user_json(member.user);
        value
    }

    /// A guild member without the user, as messages carry it.
    pub fn message_member_json(&self, guild: Id, user: Id) -> Option<Value> {
        let member = self.guilds.get(&guild)?.members.get(&user)?;
        Some(member_without_user(member))
    }

    /// A guild member with the user and, as interactions carry it, the bits in a channel.
    pub fn interaction_member_json(&self, guild: Id, user: Id, channel: Id) -> Option<Value> {
        let member = self.guilds.get(&guild)?.members.get(&user)?;
        let mut value = self.member_json(member);
        value["permissions"] = json!(self.permissions(user, channel).to_string());
        Some(value)
    }

    /// A channel, thread or DM as `viewer` gets it.
    pub fn channel_json(&self, channel: &Channel, viewer: Id) -> Value {
        if channel.is_dm() {
            let others = channel.recipients.iter().filter(|user| **user != viewer);
            return json!({
                "id": channel.id.to_string(), "type": channel.kind,
                "last_message_id": optional_id(channel.last_message), "flags": 0,
                "last_pin_timestamp": channel.last_pin_ms.map(timestamp),
                "recipients": others.map(|user| self.user_json(*user)).collect::<Vec<_>>(),
            });
        }
        if channel.is_thread() {
            return self.thread_json(channel, viewer);
        }
        let mut value = json!({
            "id": channel.id.to_string(), "type": channel.kind, "flags": 0,
            "guild_id": optional_id(channel.guild), "name": channel.name,
            "parent_id": optional_id(channel.parent), "position": channel.position,
            "permission_overwrites": channel.overwrites.iter().map(overwrite).collect::<Vec<_>>(),
        });
        if channel.kind == kind::CATEGORY {
            return value;
        }
        value["nsfw"] = json!(channel.nsfw);
        value["rate_limit_per_user"] = json!(channel.rate_limit_per_user);
        value["last_message_id"] = optional_id(channel.last_message);
        if channel.kind == kind::VOICE {
            value["bitrate"] = json!(64_000);
            value["user_limit"] = json!(0);
            value["rtc_region"] = Value::Null;
            return value;
        }
        value["topic"] = json!(channel.topic);
        value["last_pin_timestamp"] = json!(channel.last_pin_ms.map(timestamp));
        if let Some(minutes) = channel.default_auto_archive_duration {
            value["default_auto_archive_duration"] = json!(minutes);
        }
        if channel.kind == kind::FORUM {
            value["available_tags"] = json!([]);
            value["default_reaction_emoji"] = Value::Null;
            value["default_sort_order"] = Value::Null;
            value["default_forum_layout"] = json!(0);
            value["template"] = json!("");
        }
        value
    }

    fn thread_json(&self, channel: &Channel, viewer: Id) -> Value {
        let Some(thread) = &channel.thread else {
            return Value::Null;
        };
        let mut metadata = json!({
            "archived": thread.archived, "archive_timestamp": timestamp(thread.archive_changed_ms),
            "auto_archive_duration": thread.auto_archive_minutes, "locked": thread.locked,
            "create_timestamp": timestamp(thread.created_ms),
        });
        if channel.kind == kind::PRIVATE_THREAD {
            metadata["invitable"] = json!(thread.invitable);
        }
        let mut value = json!({
            "id": channel.id.to_string(), "type": channel.kind,
            "last_message_id": optional_id(channel.last_message), "flags": 0,
            "last_pin_timestamp": channel.last_pin_ms.map(timestamp),
            "guild_id": optional_id(channel.guild), "name": channel.name,
            "parent_id": optional_id(channel.parent),
            "rate_limit_per_user": channel.rate_limit_per_user, "bitrate": 64_000,
            "user_limit": 0, "rtc_region": null, "owner_id": thread.owner.to_string(),
            "thread_metadata": metadata, "message_count": thread.message_count(channel).min(50),
            "member_count": thread.members.len().min(50),
            "total_message_sent": thread.total_message_sent,
            "member_ids_preview": id_list(thread.members.keys().copied().take(5)),
        });
        if let Some(own) = thread.members.get(&viewer) {
            value["member"] = json!({"id": channel.id.to_string(), "user_id": viewer.to_string(),
                "flags": 1, "join_timestamp": timestamp(own.joined_ms), "muted": false,
                "mute_config": null});
        }
        value
    }

    /// A file.
    pub fn attachment_json(&self, channel: Id, file: &Attachment) -> Value {
        let url = format!(
            "{}/attachments/{channel}/{}/{}",
            self.base, file.id, file.filename
        );
        let mut value = json!({"id": file.id.to_string(), "filename": file.filename,
            "size": file.data.len(), "url": url, "proxy_url": url,
            "content_type": file.content_type, "content_scan_version": 0});
        if let Some(text) = &file.description {
            value["description"] = json!(text);
        }
        value
    }

    /// A message as REST answers with it.
    pub fn message_json(&self, message: &Message, viewer: Id) -> Value {
        let mut value = self.message_core_json(message, viewer);
        let replies = matches!(
            message.kind,
            message_kind::REPLY | message_kind::CONTEXT_MENU_COMMAND | message_kind::THREAD_STARTER
        );
        if let Some(reference) = message.reference.as_ref().filter(|_| replies) {
            let found = reference.message.and_then(|id| {
                self.channels
                    .get(&reference.channel)
                    .and_then(|channel| channel.messages.get(&id))
            });
            value["referenced_message"] =
                found.map_or(Value::Null, |found| self.message_core_json(found, viewer));
        }
        if let Some(thread) = message.thread.and_then(|id| self.channels.get(&id)) {
            value["thread"] = self.channel_json(thread, viewer);
        }
        value
    }

    /// A message as the gateway sends it.
    pub fn message_event_json(&self, message: &Message, viewer: Id) -> Value {
        let mut value = self.message_json(message, viewer);
        let Some(channel) = self.channels.get(&message.channel) else {
            return value;
        };
        value["channel_type"] = json!(channel.kind);
        if let Some(guild) = channel.guild {
            value["guild_id"] = json!(guild.to_string());
            if let Some(member) = self.message_member_json(guild, message.author) {
                value["member"] = member;
            }
            if let Some(list) = value["mentions"].as_array_mut() {
                for (entry, user) in list.iter_mut().zip(&message.mentions) {
                    if let Some(member) = self.message_member_json(guild, *user) {
                        entry["member"] = member;
                    }
                }
            }
        }
        value
    }

    fn message_core_json(&self, message: &Message, viewer: Id) -> Value {
        let files = message.attachments.iter();
        let mut value = json!({
            "type": message.kind, "content": message.content,
            "mentions": message.mentions.iter().map(|id| self.user_json(*id)).collect::<Vec<_>>(),
            "mention_roles": id_list(message.mention_roles.iter().copied()),
            "attachments": files.map(|file| self.attachment_json(message.channel, file)).collect::<Vec<_>>(),
            "embeds": message.embeds, "timestamp": timestamp(message.sent_ms),
            "edited_timestamp": message.edited_ms.map(timestamp), "flags": message.flags,
            "components": message.components, "id": message.id.to_string(),
            "channel_id": message.channel.to_string(), "author": self.user_json(message.author),
            "pinned": message.pinned, "mention_everyone": message.mention_everyone,
            "tts": message.tts,
        });
        if let Some(nonce) = message.nonce.as_ref().filter(|_| viewer == message.author) {
            value["nonce"] = nonce.clone();
        }
        if !message.reactions.is_empty() {
            value["reactions"] = reactions_json(message, viewer);
        }
        if let Some(reference) = &message.reference {
            let mut entry = json!({"type": 0, "channel_id": reference.channel.to_string()});
            if let Some(id) = reference.message {
                entry["message_id"] = json!(id.to_string());
            }
            if let Some(guild) = reference.guild {
                entry["guild_id"] = json!(guild.to_string());
            }
            value["message_reference"] = entry;
        }
        for (key, id) in [
            ("webhook_id", message.webhook),
            ("application_id", message.application),
        ] {
            if let Some(id) = id {
                value[key] = json!(id.to_string());
            }
        }
        for (key, entry) in [
            ("interaction_metadata", &message.interaction_metadata),
            ("interaction", &message.interaction),
        ] {
            if let Some(entry) = entry {
                value[key] = entry.clone();
            }
        }
        if let Some(position) = message.position {
            value["position"] = json!(position);
        }
        value
    }

    /// A guild as REST answers with it.
    pub fn guild_json(&self, guild: &Guild) -> Value {
        let mut value = json!({
            "id": guild.id.to_string(), "name": guild.name, "icon": null, "description": null,
            "home_header": null, "splash": null, "discovery_splash": null, "features": [],
            "banner": null, "owner_id": guild.owner.to_string(), "application_id": null,
            "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300,
            "system_channel_id": optional_id(guild.system_channel), "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "roles": guild.roles.values().map(role).collect::<Vec<_>>(),
            "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
            "max_presences": null, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "vanity_url_code": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US",
        });
        let rest = json!({
            "rules_channel_id": null, "safety_alerts_channel_id": null,
            "public_updates_channel_id": null, "hub_type": null,
            "premium_progress_bar_enabled": false, "latest_onboarding_question_id": null,
            "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [],
            "incidents_data": null, "inventory_settings": null, "embed_enabled": false,
            "embed_channel_id": null,
        });
        if let (Some(value), Value::Object(rest)) = (value.as_object_mut(), rest) {
            value.extend(rest);
        }
        value
    }

    /// A guild as GUILD_CREATE sends it to a bot or a person.
    pub fn guild_create_json(&self, guild: &Guild, viewer: Id) -> Value {
        let mut value = self.guild_json(guild);
        let mut channels = Vec::new();
        let mut threads = Vec::new();
        for channel in self.channels.of_guild(guild.id) {
            match &channel.thread {
                None => {
                    let mut entry = self.channel_json(channel, viewer);
                    remove(&mut entry, "guild_id");
                    channels.push(entry);
                }
                Some(thread) if !thread.archived && self.is_told_of_thread(viewer, channel) => {
                    threads.push(self.channel_json(channel, viewer));
                }
                Some(_) => {}
            }
        }
        let own = guild.members.get(&viewer);
        value["joined_at"] = json!(own.map(|member| timestamp(member.joined_ms)));
        value["large"] = json!(false);
        value["lazy"] = json!(true);
        value["unavailable"] = json!(false);
        value["member_count"] = json!(guild.members.len());
        value["voice_states"] = json!([]);
        value["members"] = guild
            .members
            .values()
            .map(|member| self.member_json(member))
            .collect();
        value["channels"] = Value::Array(channels);
        value["threads"] = Value::Array(threads);
        value["presences"] = json!([]);
        value["stage_instances"] = json!([]);
        value["guild_scheduled_events"] = json!([]);
        value["soundboard_sounds"] = json!([]);
        value["embedded_activities"] = json!([]);
        value["activity_instances"] = json!([]);
        value["application_command_counts"] = json!({});
        value
    }

    /// A line of the audit log.
    pub fn audit_json(&self, entry: &AuditEntry) -> Value {
        let mut value = json!({"id": entry.id.to_string(), "user_id": entry.user.to_string(),
            "target_id": optional_id(entry.target), "action_type": entry.action});
        if !entry.changes.is_empty() {
            value["changes"] = json!(entry.changes);
        }
        if let Some(options) = &entry.options {
            value["options"] = options.clone();
        }
        if let Some(reason) = &entry.reason {
            value["reason"] = json!(reason);
        }
        value
    }

    /// Whether a client is sent a thread's existence: one it is in, or one it could open.
    pub fn is_told_of_thread(&self, viewer: Id, channel: &Channel) -> bool {
        self.can(viewer, channel.id, bit::VIEW_CHANNEL)
    }
}

impl super::model::Thread {
    /// Messages that are there now, without the one that starts a thread and system lines.
    pub fn message_count(&self, channel: &Channel) -> usize {
        channel
            .messages
            .values()
            .filter(|message| {
                message.ephemeral_for.is_none() && message.kind != message_kind::THREAD_STARTER
            })
            .count()
    }
}

fn member_without_user(member: &Member) -> Value {
    json!({
        "avatar": null, "banner": null, "collectibles": null, "display_name_styles": null,
        "communication_disabled_until": member.timeout_until_ms.map(timestamp), "flags": 0,
        "joined_at": timestamp(member.joined_ms), "nick": member.nick, "pending": false,
        "premium_since": null, "roles": id_list(member.roles.iter().copied()), "mute": false,
        "deaf": false,
    })
}

fn reactions_json(message: &Message, viewer: Id) -> Value {
    message
        .reactions
        .iter()
        .map(|one| {
            json!({"emoji": emoji(&one.emoji), "count": one.users.len(),
                "count_details": {"burst": 0, "normal": one.users.len()}, "burst_colors": [],
                "me_burst": false, "burst_me": false, "me": one.users.contains(&viewer),
                "burst_count": 0})
        })
        .collect()
}

fn remove(value: &mut Value, key: &str) {
    if let Some(map) = value.as_object_mut() {
        let kept: Map<String, Value> = std::mem::take(map)
            .into_iter()
            .filter(|(name, _)| name != key)
            .collect();
        *map = kept;
    }
}
