//! Pinned messages.

use serde_json::json;

use super::World;
use super::audit::action;
use super::hub::intent;
use super::model::{By, Id, Message, Reference, message_kind};
use super::permissions::bit;
use super::refusal::Refusal;
use super::render::timestamp;

/// Pins of a channel.
const PINS: usize = 250;

impl World {
    /// Pins a message; the channel says so.
    ///
    /// # Errors
    /// 10003, 10008, 30003, 50001, 50013, 50021, 50083.
    pub fn pin_message(&mut self, by: &By, channel: Id, id: Id) -> Result<(), Refusal> {
        let guild = self.require(by.id, channel, bit::PIN_MESSAGES)?.guild;
        let message = self.visible_message(by.id, channel, id)?;
        if message.pinned {
            return Ok(());
        }
        if message.ephemeral_for.is_some() || !pinnable(message) {
            return Err(Refusal::system_message());
        }
        let author = message.author;
        self.check_not_archived(channel)?;
        if self.pins(channel)?.len() >= PINS {
            return Err(Refusal::new(
                400,
                30003,
                "Maximum number of pins reached for the channel (250)",
            ));
        }
        let now = self.now_ms();
        let message = self.message_mut(channel, id)?;
        message.pinned = true;
        message.pinned_ms = Some(now);
        self.channel_mut(channel)?.last_pin_ms = Some(now);
        self.emit_message_update(channel, id);
        self.emit_pins_update(channel);
        let reference = Reference {
            message: Some(id),
            channel,
            guild,
        };
        self.post_system(
            channel,
            by.id,
            message_kind::PIN,
            "",
            Some(reference),
            Vec::new(),
        );
        self.log_pin(guild, by, action::MESSAGE_PIN, channel, id, author);
        Ok(())
    }

    /// Unpins a message.
    ///
    /// # Errors
    /// 10003, 10008, 50001, 50013, 50083.
    pub fn unpin_message(&mut self, by: &By, channel: Id, id: Id) -> Result<(), Refusal> {
        let guild = self.require(by.id, channel, bit::PIN_MESSAGES)?.guild;
        self.visible_message(by.id, channel, id)?;
        self.check_not_archived(channel)?;
        let message = self.message_mut(channel, id)?;
        if !message.pinned {
            return Ok(());
        }
        message.pinned = false;
        message.pinned_ms = None;
        let author = message.author;
        self.emit_message_update(channel, id);
        self.emit_pins_update(channel);
        self.log_pin(guild, by, action::MESSAGE_UNPIN, channel, id, author);
        Ok(())
    }

    /// Pinned messages, the last pinned first.
    ///
    /// # Errors
    /// 10003.
    pub fn pins(&self, channel: Id) -> Result<Vec<&Message>, Refusal> {
        let messages = self.channel(channel)?.messages.values();
        let mut pinned: Vec<&Message> = messages.filter(|message| message.pinned).collect();
        pinned.sort_by_key(|message| std::cmp::Reverse((message.pinned_ms, message.id)));
        Ok(pinned)
    }

    pub(crate) fn emit_pins_update(&mut self, channel: Id) {
        let Some(place) = self.channels.get(&channel) else {
            return;
        };
        let mut data = json!({"channel_id": channel.to_string(),
            "last_pin_timestamp": place.last_pin_ms.map(timestamp)});
        if let Some(guild) = place.guild {
            data["guild_id"] = json!(guild.to_string());
        }
        let intents = (intent::GUILDS, intent::DIRECT_MESSAGES);
        self.emit_to_channel(channel, "CHANNEL_PINS_UPDATE", intents, |_, _| data.clone());
    }

    fn log_pin(
        &mut self,
        guild: Option<Id>,
        by: &By,
        action: u16,
        channel: Id,
        message: Id,
        author: Id,
    ) {
        if let Some(guild) = guild {
            let options =
                json!({"channel_id": channel.to_string(), "message_id": message.to_string()});
            self.log(guild, by, action, Some(author), Vec::new(), Some(options));
        }
    }
}

fn pinnable(message: &Message) -> bool {
    matches!(
        message.kind,
        message_kind::DEFAULT
            | message_kind::REPLY
            | message_kind::CHAT_INPUT_COMMAND
            | message_kind::CONTEXT_MENU_COMMAND
    )
}
