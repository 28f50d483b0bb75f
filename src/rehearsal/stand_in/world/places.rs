//! All channels, threads and DMs, found by id, by guild and by who is in a DM, however many there are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use super::model::{Channel, Id};

/// Channels, threads and DMs. A channel's guild and a DM's recipients are those that it was put in with.
#[derive(Debug, Default)]
pub struct Places {
    all: BTreeMap<Id, Channel>,
    of_guild: BTreeMap<Id, BTreeSet<Id>>,
    dms_of: BTreeMap<Id, BTreeSet<Id>>,
}

impl Places {
    /// Puts a channel in, in the place of any with the same id.
    pub fn insert(&mut self, id: Id, channel: Channel) {
        self.remove(&id);
        if let Some(guild) = channel.guild {
            self.of_guild.entry(guild).or_default().insert(id);
        }
        for user in &channel.recipients {
            self.dms_of.entry(*user).or_default().insert(id);
        }
        self.all.insert(id, channel);
    }

    /// Takes a channel out.
    pub fn remove(&mut self, id: &Id) -> Option<Channel> {
        let channel = self.all.remove(id)?;
        if let Some(guild) = channel.guild
            && let Some(ids) = self.of_guild.get_mut(&guild)
        {
            ids.remove(id);
        }
        for user in &channel.recipients {
            if let Some(ids) = self.dms_of.get_mut(user) {
                ids.remove(id);
            }
        }
        Some(channel)
    }

    /// A channel.
    pub fn get(&self, id: &Id) -> Option<&Channel> {
        self.all.get(id)
    }

    /// A channel, to be changed.
    pub fn get_mut(&mut self, id: &Id) -> Option<&mut Channel> {
        self.all.get_mut(id)
    }

    /// Whether there is a channel with this id.
    pub fn contains_key(&self, id: &Id) -> bool {
        self.all.contains_key(id)
    }

    /// All of them, by id.
    pub fn values(&self) -> impl Iterator<Item = &Channel> {
        self.all.values()
    }

    /// Those of a guild, threads among them, by id.
    pub fn of_guild(&self, guild: Id) -> impl Iterator<Item = &Channel> {
        let ids = self.of_guild.get(&guild).into_iter().flatten();
        ids.filter_map(|id| self.all.get(id))
    }

    /// The DMs of a user, by id.
    pub fn dms_of(&self, user: Id) -> impl Iterator<Item = &Channel> {
        let ids = self.dms_of.get(&user).into_iter().flatten();
        ids.filter_map(|id| self.all.get(id))
    }
}

impl Index<&Id> for Places {
    type Output = Channel;

    fn index(&self, id: &Id) -> &Channel {
        &self.all[id]
    }
}
