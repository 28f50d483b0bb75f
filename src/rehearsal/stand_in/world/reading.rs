//! Who reads what: pages of a channel, single messages.

use super::World;
use super::model::{Id, Message};
use super::permissions::bit;
use super::refusal::Refusal;

/// Which part of a channel's messages is asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Page {
    /// Older than this.
    pub before: Option<Id>,
    /// Newer than this.
    pub after: Option<Id>,
    /// Around this.
    pub around: Option<Id>,
    /// How many, 1 to 100; 50 where it is 0.
    pub limit: usize,
}

impl World {
    /// Messages that a user reads in a channel, newest first; none without READ_MESSAGE_HISTORY.
    /// Ephemeral ones are there for their own user.
    ///
    /// # Errors
    /// 10003, 50001, 50035.
    pub fn history(&self, viewer: Id, channel: Id, page: Page) -> Result<Vec<&Message>, Refusal> {
        let limit = if page.limit == 0 { 50 } else { page.limit };
        if limit > 100 {
            return Err(Refusal::invalid_form(
                "limit",
                "NUMBER_TYPE_MAX",
                "int value should be less than or equal to 100.",
            ));
        }
        let place = self.require(viewer, channel, 0)?;
        if !self.can(viewer, channel, bit::READ_MESSAGE_HISTORY) {
            return Ok(Vec::new());
        }
        let seen = |message: &&Message| message.ephemeral_for.is_none_or(|user| user == viewer);
        let messages = &place.messages;
        let mut found: Vec<&Message> = if let Some(around) = page.around {
            let half = limit / 2;
            let older = messages
                .range(..around)
                .rev()
                .map(|(_, one)| one)
                .filter(seen);
            let newer = messages.range(around..).map(|(_, one)| one).filter(seen);
            older.take(half).chain(newer.take(limit - half)).collect()
        } else if let Some(after) = page.after {
            let newer = messages
                .range(after.saturating_add(1)..)
                .map(|(_, one)| one);
            newer.filter(seen).take(limit).collect()
        } else {
            let before = page.before.unwrap_or(Id::MAX);
            let older = messages.range(..before).rev().map(|(_, one)| one);
            older.filter(seen).take(limit).collect()
        };
        found.sort_by_key(|message| std::cmp::Reverse(message.id));
        Ok(found)
    }

    /// A message that a user may see.
    ///
    /// # Errors
    /// 10003, 10008.
    pub fn visible_message(&self, viewer: Id, channel: Id, id: Id) -> Result<&Message, Refusal> {
        let message = self.message(channel, id)?;
        if message.ephemeral_for.is_some_and(|user| user != viewer) {
            return Err(Refusal::unknown_message());
        }
        Ok(message)
    }
}
