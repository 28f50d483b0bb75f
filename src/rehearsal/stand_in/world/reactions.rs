//! Reactions.

use serde_json::{Value, json};

use super::World;
use super::hub::intent;
use super::model::{Emoji, Id, Reaction};
use super::permissions::bit;
use super::refusal::Refusal;
use super::render;

/// Different emojis on a message.
const EMOJIS: usize = 20;
/// Intents for reactions in guilds and DMs.
const INTENTS: (u64, u64) = (
    intent::GUILD_MESSAGE_REACTIONS,
    intent::DIRECT_MESSAGE_REACTIONS,
);

impl Emoji {
    /// Parses a route's emoji: a character, or `name:id` for a custom one.
    ///
    /// # Errors
    /// 10014.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        if let Some((name, id)) = text.rsplit_once(':') {
            let id = id.parse().map_err(|_| Refusal::unknown_emoji())?;
            let name = name.rsplit(':').next().unwrap_or(name).to_owned();
            return Ok(Self { name, id: Some(id) });
        }
        if text.is_empty() || text.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(Refusal::unknown_emoji());
        }
        Ok(Self {
            name: text.to_owned(),
            id: None,
        })
    }
}

impl World {
    /// Someone reacts to a message.
    ///
    /// # Errors
    /// 10003, 10008, 30010, 50001, 50013, 50083, 160005.
    pub fn add_reaction(
        &mut self,
        user: Id,
        channel: Id,
        message: Id,
        emoji: &Emoji,
    ) -> Result<(), Refusal> {
        self.require(user, channel, bit::READ_MESSAGE_HISTORY)?;
        let found = self.visible_message(user, channel, message)?;
        let there = found.reactions.iter().find(|one| one.emoji == *emoji);
        if there.is_some_and(|one| one.users.contains(&user)) {
            return Ok(());
        }
        if there.is_none() {
            if found.reactions.len() >= EMOJIS {
                return Err(Refusal::new(
                    400,
                    30010,
                    "Maximum number of reactions reached (20)",
                ));
            }
            self.require(user, channel, bit::ADD_REACTIONS)?;
        }
        self.check_not_archived(channel)?;
        if let Some(thread) = &self.channel(channel)?.thread
            && thread.locked
            && !self.can(user, channel, bit::MANAGE_THREADS)
        {
            return Err(Refusal::thread_locked());
        }
        let found = self.message_mut(channel, message)?;
        let author = found.author;
        match found.reactions.iter_mut().find(|one| one.emoji == *emoji) {
            Some(one) => one.users.push(user),
            None => found.reactions.push(Reaction {
                emoji: emoji.clone(),
                users: vec![user],
            }),
        }
        let mut data = self.reaction_json(channel, message, emoji);
        data["user_id"] = json!(user.to_string());
        data["message_author_id"] = json!(author.to_string());
        data["burst"] = json!(false);
        data["type"] = json!(0);
        let guild = self
            .channel(channel)?
            .guild
            .and_then(|id| self.guilds.get(&id));
        if let Some(member) = guild.and_then(|guild| guild.members.get(&user)) {
            data["member"] = self.member_json(member);
        }
        self.emit_to_channel(channel, "MESSAGE_REACTION_ADD", INTENTS, |_, _| {
            data.clone()
        });
        Ok(())
    }

    /// Takes a reaction away: one's own, or with MANAGE_MESSAGES another's.
    ///
    /// # Errors
    /// 10003, 10008, 10014, 50001, 50013, 50083.
    pub fn remove_reaction(
        &mut self,
        by: Id,
        channel: Id,
        message: Id,
        emoji: &Emoji,
        user: Id,
    ) -> Result<(), Refusal> {
        let needed = if by == user { 0 } else { bit::MANAGE_MESSAGES };
        self.require(by, channel, needed)?;
        self.visible_message(by, channel, message)?;
        self.check_not_archived(channel)?;
        let found = self.message_mut(channel, message)?;
        let one = found
            .reactions
            .iter_mut()
            .find(|one| one.emoji == *emoji && one.users.contains(&user))
            .ok_or_else(Refusal::unknown_emoji)?;
        one.users.retain(|other| *other != user);
        found.reactions.retain(|one| !one.users.is_empty());
        let mut data = self.reaction_json(channel, message, emoji);
        data["user_id"] = json!(user.to_string());
        data["burst"] = json!(false);
        data["type"] = json!(0);
        self.emit_to_channel(channel, "MESSAGE_REACTION_REMOVE", INTENTS, |_, _| {
            data.clone()
        });
        Ok(())
    }

    /// Takes all reactions, or all with one emoji, away.
    ///
    /// # Errors
    /// 10003, 10008, 50001, 50013, 50083.
    pub fn clear_reactions(
        &mut self,
        by: Id,
        channel: Id,
        message: Id,
        emoji: Option<&Emoji>,
    ) -> Result<(), Refusal> {
        self.require(by, channel, bit::MANAGE_MESSAGES)?;
        self.visible_message(by, channel, message)?;
        self.check_not_archived(channel)?;
        let found = self.message_mut(channel, message)?;
        found
            .reactions
            .retain(|one| emoji.is_some_and(|emoji| one.emoji != *emoji));
        let (event, data) = match emoji {
            Some(emoji) => (
                "MESSAGE_REACTION_REMOVE_EMOJI",
                self.reaction_json(channel, message, emoji),
            ),
            None => {
                let mut data = json!({"channel_id": channel.to_string(),
                    "message_id": message.to_string()});
                if let Some(guild) = self.channel(channel)?.guild {
                    data["guild_id"] = json!(guild.to_string());
                }
                ("MESSAGE_REACTION_REMOVE_ALL", data)
            }
        };
        self.emit_to_channel(channel, event, INTENTS, |_, _| data.clone());
        Ok(())
    }

    fn reaction_json(&self, channel: Id, message: Id, emoji: &Emoji) -> Value {
        let mut data = json!({"channel_id": channel.to_string(),
            "message_id": message.to_string(), "emoji": render::emoji(emoji)});
        if let Some(guild) = self.channels.get(&channel).and_then(|one| one.guild) {
            data["guild_id"] = json!(guild.to_string());
        }
        data
    }
}
