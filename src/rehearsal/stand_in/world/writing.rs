//! Who may write where, and whom a text pings.

use super::World;
use super::draft::{AllowedMentions, MessageDraft};
use super::model::{Channel, Id, kind};
use super::permissions::bit;
use super::refusal::Refusal;

impl World {
    pub(super) fn check_may_write(
        &self,
        author: Id,
        channel: Id,
        draft: &MessageDraft,
    ) -> Result<(), Refusal> {
        let place = self.channel(channel)?;
        if place.is_dm() {
            return self.check_may_dm(author, place);
        }
        if matches!(place.kind, kind::CATEGORY | kind::FORUM) {
            self.require(author, channel, 0)?;
            return Err(Refusal::new(
                400,
                50008,
                "Cannot send messages in a non-text channel",
            ));
        }
        let sending = if place.is_thread() {
            bit::SEND_MESSAGES_IN_THREADS
        } else {
            bit::SEND_MESSAGES
        };
        self.require(author, channel, sending)?;
        if let Some(thread) = &place.thread
            && thread.locked
            && !self.can(author, channel, bit::MANAGE_THREADS)
        {
            return Err(if thread.archived {
                Refusal::thread_archived()
            } else {
                Refusal::thread_locked()
            });
        }
        let has = self.permissions(author, channel);
        let lacks = |bits: u64, wanted: bool| wanted && has & bits == 0;
        if lacks(bit::ATTACH_FILES, !draft.files.is_empty())
            || lacks(bit::EMBED_LINKS, !draft.embeds.is_empty())
            || lacks(bit::SEND_TTS_MESSAGES, draft.tts)
        {
            return Err(Refusal::missing_permissions());
        }
        Ok(())
    }

    fn check_may_dm(&self, author: Id, place: &Channel) -> Result<(), Refusal> {
        if !place.recipients.contains(&author) {
            return Err(Refusal::missing_access());
        }
        let is_bot = |user: &Id| self.users.get(user).is_some_and(|user| user.bot);
        for other in place.recipients.iter().filter(|user| **user != author) {
            let closed = self.users.get(other).is_none_or(|user| user.dms_closed);
            let strangers = !self
                .guilds
                .values()
                .any(|one| one.members.contains_key(&author) && one.members.contains_key(other));
            let both_bots = is_bot(&author) && is_bot(other);
            // A person can always answer a bot, whose DMs are never closed.
            if closed || both_bots || (strangers && is_bot(&author)) {
                return Err(Refusal::cannot_dm());
            }
        }
        Ok(())
    }

    pub(super) fn check_slow_mode(&self, author: Id, channel: Id) -> Result<(), Refusal> {
        let place = self.channel(channel)?;
        let wait = i64::try_from(place.rate_limit_per_user).unwrap_or(0) * 1000;
        let exempt = self.users.get(&author).is_some_and(|user| user.bot)
            || self.can(author, channel, bit::BYPASS_SLOWMODE);
        let since = place.wrote_at_ms.get(&author).map(|at| self.now_ms() - at);
        match since {
            Some(since) if wait > 0 && !exempt && since < wait => Err(Refusal {
                code: 20016,
                ..Refusal::rate_limited((wait - since) as f64 / 1000.0, false)
            }),
            _ => Ok(()),
        }
    }

    /// Users, roles and everyone that a text pings, after allowed_mentions and permissions.
    pub(super) fn mentions_of(
        &self,
        author: Id,
        channel: Id,
        content: &str,
        draft: &MessageDraft,
    ) -> (Vec<Id>, Vec<Id>, bool) {
        let allowed = draft
            .allowed_mentions
            .clone()
            .unwrap_or_else(AllowedMentions::everyone);
        let Some(place) = self.channels.get(&channel) else {
            return (Vec::new(), Vec::new(), false);
        };
        let mut users: Vec<Id> = Vec::new();
        let replied = draft
            .reply_to
            .and_then(|(message, _)| place.messages.get(&message))
            .map(|message| message.author)
            .filter(|_| allowed.replied_user);
        let named = mentioned_ids(content, "<@")
            .into_iter()
            .filter(|id| allowed.all_users || allowed.users.contains(id));
        for id in replied.into_iter().chain(named) {
            if self.users.contains_key(&id) && !users.contains(&id) {
                users.push(id);
            }
        }
        let may_all = self.can(author, channel, bit::MENTION_EVERYONE);
        let mut roles: Vec<Id> = Vec::new();
        if let Some(guild) = place.guild.and_then(|id| self.guilds.get(&id)) {
            for id in mentioned_ids(content, "<@&") {
                let role = guild
                    .roles
                    .get(&id)
                    .filter(|one| one.mentionable || may_all);
                let wanted = allowed.all_roles || allowed.roles.contains(&id);
                if role.is_some() && wanted && !roles.contains(&id) {
                    roles.push(id);
                }
            }
        }
        let everyone = (content.contains("@everyone") || content.contains("@here"))
            && allowed.everyone
            && may_all
            && place.guild.is_some();
        (users, roles, everyone)
    }
}

/// Ids in `<@1>`, `<@!1>` (prefix `<@`) or `<@&1>` (prefix `<@&`).
fn mentioned_ids(content: &str, prefix: &str) -> Vec<Id> {
    content
        .match_indices(prefix)
        .filter_map(|(at, _)| {
            let rest = &content[at + prefix.len()..];
            let rest = rest.strip_prefix('!').unwrap_or(rest);
            rest.split_once('>')?.0.parse().ok()
        })
        .collect()
}
