//! The guild's audit log.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::World;
use super::model::{AuditEntry, By, Id};
use super::permissions::bit;
use super::refusal::Refusal;

/// Discord's audit-log action types, as far as the stand-in writes them.
pub mod action {
    /// A channel was made.
    pub const CHANNEL_CREATE: u16 = 10;
    /// A channel was changed.
    pub const CHANNEL_UPDATE: u16 = 11;
    /// A channel was deleted.
    pub const CHANNEL_DELETE: u16 = 12;
    /// An overwrite was made.
    pub const OVERWRITE_CREATE: u16 = 13;
    /// An overwrite was changed.
    pub const OVERWRITE_UPDATE: u16 = 14;
    /// An overwrite was deleted.
    pub const OVERWRITE_DELETE: u16 = 15;
    /// A member was kicked.
    pub const MEMBER_KICK: u16 = 20;
    /// A member was renamed or timed out.
    pub const MEMBER_UPDATE: u16 = 24;
    /// A member's roles were changed.
    pub const MEMBER_ROLE_UPDATE: u16 = 25;
    /// A bot was added.
    pub const BOT_ADD: u16 = 28;
    /// A role was made.
    pub const ROLE_CREATE: u16 = 30;
    /// A role was changed.
    pub const ROLE_UPDATE: u16 = 31;
    /// A role was deleted.
    pub const ROLE_DELETE: u16 = 32;
    /// Another's message was deleted.
    pub const MESSAGE_DELETE: u16 = 72;
    /// Messages were deleted in bulk.
    pub const MESSAGE_BULK_DELETE: u16 = 73;
    /// A message was pinned.
    pub const MESSAGE_PIN: u16 = 74;
    /// A message was unpinned.
    pub const MESSAGE_UNPIN: u16 = 75;
    /// A thread was made.
    pub const THREAD_CREATE: u16 = 110;
    /// A thread was changed.
    pub const THREAD_UPDATE: u16 = 111;
    /// A thread was deleted.
    pub const THREAD_DELETE: u16 = 112;
}

/// A changed field of an audit-log line; nulls stand for "not there".
pub fn change(key: &str, old: Value, new: Value) -> Value {
    let mut value = json!({ "key": key });
    if !old.is_null() {
        value["old_value"] = old;
    }
    if !new.is_null() {
        value["new_value"] = new;
    }
    value
}

/// Which lines of the audit log are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Only of this user.
    pub user: Option<Id>,
    /// Only of this action type.
    pub action: Option<u16>,
    /// Only older than this.
    pub before: Option<Id>,
    /// Only newer than this.
    pub after: Option<Id>,
    /// How many, 1 to 100; 50 where it is 0.
    pub limit: u64,
}

impl World {
    /// The audit log as one who may read it gets it, newest first.
    ///
    /// # Errors
    /// 10004, 50013.
    pub fn audit_log_json(&self, viewer: Id, guild: Id, filter: &Filter) -> Result<Value, Refusal> {
        let guild = self.require_guild(viewer, guild, bit::VIEW_AUDIT_LOG)?;
        let limit = if filter.limit == 0 {
            50
        } else {
            filter.limit.min(100)
        };
        let found: Vec<&AuditEntry> = guild
            .audit
            .iter()
            .rev()
            .filter(|one| filter.user.is_none_or(|user| one.user == user))
            .filter(|one| filter.action.is_none_or(|action| one.action == action))
            .filter(|one| filter.before.is_none_or(|before| one.id < before))
            .filter(|one| filter.after.is_none_or(|after| one.id > after))
            .take(usize::try_from(limit).unwrap_or(100))
            .collect();
        let users: BTreeSet<Id> = found.iter().map(|one| one.user).collect();
        let targets = found.iter().filter_map(|one| one.target);
        let threads = targets
            .filter_map(|id| self.channels.get(&id))
            .filter(|one| one.is_thread())
            .map(|one| (one.id, self.channel_json(one, viewer)))
            .collect::<BTreeMap<_, _>>();
        Ok(json!({
            "application_commands": [], "auto_moderation_rules": [],
            "guild_scheduled_events": [], "integrations": [], "webhooks": [],
            "audit_log_entries": found.iter().map(|one| self.audit_json(one)).collect::<Vec<_>>(),
            "threads": threads.into_values().collect::<Vec<_>>(),
            "users": users.into_iter().map(|id| self.user_json(id)).collect::<Vec<_>>(),
        }))
    }

    /// Writes a line into a guild's audit log and tells those who may read it.
    pub fn log(
        &mut self,
        guild: Id,
        by: &By,
        action: u16,
        target: Option<Id>,
        changes: Vec<Value>,
        options: Option<Value>,
    ) {
        let entry = AuditEntry {
            id: self.new_id(),
            user: by.id,
            action,
            target,
            changes,
            options,
            reason: by.reason.clone(),
        };
        let mut data = self.audit_json(&entry);
        data["guild_id"] = json!(guild.to_string());
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.audit.push(entry);
        }
        self.emit_audit(guild, &data);
    }
}
