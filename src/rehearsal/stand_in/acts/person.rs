//! A user at a client: sees what this user may see and does what the client lets do.

use super::super::Shared;
use super::super::world::hub::FeedEntry;
use super::super::world::model::Emoji;
use super::super::world::{By, Id, MessageDraft, MessageEdit, Refusal, World};
use super::Denied;
use super::seen::{Modal, Place, Seen};
use std::sync::Arc;
use std::time::Duration;

/// A user, to act as and to look through the eyes of. Cheap to clone.
#[derive(Clone)]
pub struct Person {
    pub(super) shared: Arc<Shared>,
    pub(super) id: Id,
}

impl std::fmt::Debug for Person {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Person")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Person {
    /// The user with an id, who must be there.
    pub fn new(shared: Arc<Shared>, id: Id) -> Person {
        Person { shared, id }
    }

    /// Snowflake.
    pub fn id(&self) -> Id {
        self.id
    }

    /// What this user is called where no guild has another name.
    pub fn name(&self) -> String {
        self.shared.read(|world| world.shown_name(None, self.id))
    }

    // What is seen.

    /// Channels, threads and DMs that this user sees, oldest first. DMs show as soon as there is a message in them.
    pub fn channels(&self) -> Vec<Place> {
        self.shared.read(|world| {
            let guilds = world.guilds_of(self.id).into_iter();
            let in_guilds = guilds.flat_map(|guild| world.channels.of_guild(guild));
            let dms = world
                .channels
                .dms_of(self.id)
                .filter(|place| place.last_message.is_some() || !place.messages.is_empty());
            let mut listed: Vec<_> = in_guilds
                .chain(dms)
                .filter(|place| world.can_see(self.id, place.id))
                .collect();
            listed.sort_by_key(|place| place.id);
            listed
                .into_iter()
                .map(|place| world.place_seen(self.id, place))
                .collect()
        })
    }

    /// A channel that this user sees, by name (for a DM that of the other party); the newest of several.
    pub fn channel(&self, name: &str) -> Option<Place> {
        self.channels()
            .into_iter()
            .rev()
            .find(|place| place.name == name)
    }

    /// Messages of a channel as this user sees them, oldest first, own ephemeral replies included.
    ///
    /// # Errors
    /// 10003, 50001.
    pub fn read(&self, channel: Id) -> Result<Vec<Seen>, Denied> {
        self.shared.read(|world| {
            let mut messages: Vec<Seen> = world.read_as(self.id, channel)?.collect();
            messages.reverse();
            Ok(messages)
        })
    }

    /// One message as this user sees it.
    ///
    /// # Errors
    /// 10003, 10008, 50001.
    pub fn message(&self, channel: Id, message: Id) -> Result<Seen, Denied> {
        let all = self.read(channel)?;
        all.into_iter()
            .find(|seen| seen.id == message)
            .ok_or_else(|| Refusal::unknown_message().into())
    }

    /// The newest message that this user sees in a channel and that fits.
    pub fn last(&self, channel: Id, fits: impl Fn(&Seen) -> bool) -> Option<Seen> {
        self.shared.read(|world| {
            world
                .read_as(self.id, channel)
                .ok()?
                .find(|seen| fits(seen))
        })
    }

    /// Waits until this user sees a message in a channel that fits; the newest such.
    pub async fn wait_for(
        &self,
        channel: Id,
        patience: Duration,
        fits: impl Fn(&Seen) -> bool,
    ) -> Option<Seen> {
        // Once nothing fits, only a message that comes or changes can, and that shows in the feed; or a channel that opens.
        let mut looked: Option<(u64, bool)> = None;
        let look = |world: &World| {
            let open = world.can_see(self.id, channel);
            let newest = world
                .feed_since(self.id, 0)
                .next_back()
                .map_or(0, |entry| entry.seq);
            if looked.replace((newest, open)) == Some((newest, open)) {
                return None;
            }
            world
                .read_as(self.id, channel)
                .ok()?
                .find(|seen| fits(seen))
        };
        self.shared.wait_for(patience, look).await
    }

    /// Everything that this user's client received after an entry's number (0 for all), oldest first.
    pub fn feed(&self, since: u64) -> Vec<FeedEntry> {
        self.shared
            .read(|world| world.feed_since(self.id, since).cloned().collect())
    }

    /// As [`Person::feed`], but waits until there is something.
    pub async fn wait_feed(&self, since: u64, patience: Duration) -> Vec<FeedEntry> {
        let look = |world: &World| {
            let fresh: Vec<FeedEntry> = world.feed_since(self.id, since).cloned().collect();
            (!fresh.is_empty()).then_some(fresh)
        };
        self.shared
            .wait_for(patience, look)
            .await
            .unwrap_or_default()
    }

    /// The modal on this user's screen.
    pub fn modal(&self) -> Option<Modal> {
        self.shared
            .read(|world| world.interactions.modals.get(&self.id).map(Modal::of))
    }

    // What is done with messages.

    /// Writes a message; its id.
    ///
    /// # Errors
    /// As Discord refuses it: 10003, 50001, 50006, 50007, 50013, 50035, 160005 and others.
    pub fn write(&self, channel: Id, text: &str) -> Result<Id, Denied> {
        let draft = MessageDraft {
            content: text.to_owned(),
            ..MessageDraft::default()
        };
        check_length(text)?;
        Ok(self
            .shared
            .write(|world| world.create_message(self.id, channel, draft))?)
    }

    /// Replies to a message; the reply's id.
    ///
    /// # Errors
    /// As [`Person::write`].
    pub fn reply(&self, channel: Id, to: Id, text: &str) -> Result<Id, Denied> {
        let draft = MessageDraft {
            content: text.to_owned(),
            reply_to: Some((to, true)),
            ..MessageDraft::default()
        };
        check_length(text)?;
        Ok(self
            .shared
            .write(|world| world.create_message(self.id, channel, draft))?)
    }

    /// Edits an own message.
    ///
    /// # Errors
    /// 10008, 50005, 50006, 50035, 50083 and others.
    pub fn edit(&self, channel: Id, message: Id, text: &str) -> Result<(), Denied> {
        check_length(text)?;
        let edit = MessageEdit {
            content: Some(text.to_owned()),
            ..MessageEdit::default()
        };
        Ok(self
            .shared
            .write(|world| world.edit_message(self.id, channel, message, edit))?)
    }

    /// Deletes a message, or dismisses an ephemeral one.
    ///
    /// # Errors
    /// 10008, 50013 and others.
    pub fn delete(&self, channel: Id, message: Id) -> Result<(), Denied> {
        self.shared.write(|world| {
            let only = world
                .visible_message(self.id, channel, message)?
                .ephemeral_for;
            if only == Some(self.id) {
                return Ok(world.remove_message(channel, message)?);
            }
            Ok(world.delete_message(&By::from(self.id), channel, message)?)
        })
    }

    /// Reacts to a message.
    ///
    /// # Errors
    /// 10008, 50013 and others.
    pub fn react(&self, channel: Id, message: Id, emoji: &str) -> Result<(), Denied> {
        let emoji = Emoji::parse(emoji)?;
        Ok(self
            .shared
            .write(|world| world.add_reaction(self.id, channel, message, &emoji))?)
    }

    /// Takes an own reaction back.
    ///
    /// # Errors
    /// 10008, 10014 and others.
    pub fn unreact(&self, channel: Id, message: Id, emoji: &str) -> Result<(), Denied> {
        let emoji = Emoji::parse(emoji)?;
        Ok(self
            .shared
            .write(|world| world.remove_reaction(self.id, channel, message, &emoji, self.id))?)
    }

    /// Shows as typing.
    ///
    /// # Errors
    /// 10003, 50001, 50013.
    pub fn start_typing(&self, channel: Id) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.start_typing(self.id, channel))?)
    }

    // Coming, going, and being reached.

    /// Opens the DM with somebody; its id.
    ///
    /// # Errors
    /// 50033.
    pub fn open_dm(&self, other: Id) -> Result<Id, Denied> {
        Ok(self.shared.write(|world| world.open_dm(self.id, other))?)
    }

    /// The DM with somebody, where there is one.
    pub fn dm_with(&self, other: Id) -> Option<Id> {
        self.shared.read(|world| world.dm_between(self.id, other))
    }

    /// Closes or opens one's direct messages.
    ///
    /// # Errors
    /// 10013.
    pub fn close_dms(&self, closed: bool) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.set_dms_closed(self.id, closed))?)
    }

    /// Leaves a guild.
    ///
    /// # Errors
    /// 10004, 10007.
    pub fn leave(&self, guild: Id) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.leave_guild(self.id, guild))?)
    }

    /// Joins a guild, or comes back.
    ///
    /// # Errors
    /// 10004.
    pub fn join(&self, guild: Id) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.join_guild(self.id, guild))?)
    }

    /// Takes another display name.
    ///
    /// # Errors
    /// 10013.
    pub fn rename(&self, name: &str) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.rename_user(self.id, name))?)
    }

    /// Leaves a thread.
    ///
    /// # Errors
    /// 10003, 50083 and others.
    pub fn leave_thread(&self, thread: Id) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.leave_thread(self.id, thread))?)
    }

    /// Adds somebody to a thread.
    ///
    /// # Errors
    /// 10003, 50013 and others.
    pub fn add_to_thread(&self, thread: Id, user: Id) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.add_thread_member(&By::from(self.id), thread, user))?)
    }
}

fn check_length(text: &str) -> Result<(), Denied> {
    use super::super::validate::message;
    message::check_create(&serde_json::json!({ "content": text }), 0)
        .map_err(|invalid| Denied::Refused(invalid.into()))
}
