//! Behind the scenes: who and what is there, who may do what, what goes wrong, and what the server knows.

use super::super::Shared;
use super::super::world::channels::ChannelDraft;
use super::super::world::faults::Faults;
use super::super::world::members::RoleDraft;
use super::super::world::model::{Overwrite, Target, kind};
use super::super::world::permissions::bit;
use super::super::world::threads::ThreadDraft;
use super::super::world::{By, Id, Refusal};
use super::{Denied, Person};
use serde_json::Value;
use std::sync::Arc;

/// The world from behind. Cheap to clone.
#[derive(Clone)]
pub struct Stage {
    shared: Arc<Shared>,
}

impl Stage {
    /// Behind the scenes of a world.
    pub fn new(shared: Arc<Shared>) -> Stage {
        Stage { shared }
    }

    /// The world itself.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// A new person.
    pub fn user(&self, name: &str) -> Person {
        let id = self.shared.write(|world| world.create_user(name));
        self.person(id)
    }

    /// Somebody who is there already.
    pub fn person(&self, id: Id) -> Person {
        Person::new(self.shared.clone(), id)
    }

    /// A new guild of an owner's, with a text channel `general`; its id.
    ///
    /// # Errors
    /// 10013.
    pub fn guild(&self, name: &str, owner: &Person) -> Result<Id, Denied> {
        Ok(self
            .shared
            .write(|world| world.create_guild(name, owner.id()))?)
    }

    /// A new bot; the id of application and user, and its token.
    pub fn bot(&self, name: &str) -> (Id, String) {
        let parts: [u64; 3] = rand::random();
        let token = format!(
            "{:016x}.{:08x}.{:016x}",
            parts[0], parts[1] as u32, parts[2]
        );
        let id = self.shared.write(|world| world.create_bot(name, &token));
        (id, token)
    }

    /// Adds a bot to a guild with a role of its own that has these permission bits; the role's id.
    ///
    /// # Errors
    /// 10004, 10013.
    pub fn add_bot(&self, bot: Id, guild: Id, permissions: u64) -> Result<Id, Denied> {
        Ok(self
            .shared
            .write(|world| world.add_bot_to_guild(bot, guild, permissions))?)
    }

    /// Whether a bot has an open gateway connection.
    pub fn is_connected(&self, bot: Id) -> bool {
        self.shared.read(|world| world.is_connected(bot))
    }

    /// Drops a bot's gateway connections, as a broken network does.
    pub fn drop_connections(&self, bot: Id) {
        self.shared.write(|world| world.drop_connections_of(bot));
    }

    /// Sends a bot this text over its gateway connections, be it a frame or not.
    pub fn send_text(&self, bot: Id, text: &str) {
        self.shared.write(|world| world.send_text(bot, text));
    }

    /// Asks a bot to reconnect, as Discord does now and then.
    pub fn ask_to_reconnect(&self, bot: Id) {
        self.shared.write(|world| world.ask_to_reconnect(bot));
    }

    /// Ends a bot's gateway sessions, so that it has to begin afresh.
    pub fn invalidate_sessions(&self, bot: Id) {
        self.shared.write(|world| world.invalidate_session(bot));
    }

    /// Makes a channel as the guild's owner; its id.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn channel(
        &self,
        guild: Id,
        name: &str,
        kind: u8,
        parent: Option<Id>,
    ) -> Result<Id, Denied> {
        let draft = ChannelDraft {
            name: Some(name.to_owned()),
            kind: Some(kind),
            parent: Some(parent),
            ..ChannelDraft::default()
        };
        let by = self.owner(guild)?;
        Ok(self
            .shared
            .write(|world| world.create_channel(&by, guild, &draft))?)
    }

    /// Makes a private thread under a channel, as the guild's owner; its id.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn private_thread(&self, parent: Id, name: &str) -> Result<Id, Denied> {
        let draft = ThreadDraft {
            name: Some(name.to_owned()),
            kind: Some(kind::PRIVATE_THREAD),
            ..ThreadDraft::default()
        };
        let by = self.owner_of(parent)?;
        Ok(self
            .shared
            .write(|world| world.create_thread(&by, parent, &draft))?)
    }

    /// A guild's owner.
    ///
    /// # Errors
    /// 10004.
    pub fn owner_of_guild(&self, guild: Id) -> Result<Person, Denied> {
        Ok(self.person(self.owner(guild)?.id))
    }

    /// Deletes a channel as the guild's owner.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn delete_channel(&self, channel: Id) -> Result<(), Denied> {
        let by = self.owner_of(channel)?;
        self.shared
            .write(|world| world.delete_channel(&by, channel))?;
        Ok(())
    }

    /// Deletes a message as the guild's owner (in a DM as its author).
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn delete_message(&self, channel: Id, message: Id) -> Result<(), Denied> {
        let by = match self.owner_of(channel) {
            Ok(by) => by,
            Err(_) => By::from(self.shared.read(|world| {
                world
                    .message(channel, message)
                    .map(|message| message.author)
            })?),
        };
        Ok(self
            .shared
            .write(|world| world.delete_message(&by, channel, message))?)
    }

    /// Makes a role as the guild's owner; its id.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn role(&self, guild: Id, name: &str, permissions: u64) -> Result<Id, Denied> {
        let draft = RoleDraft {
            name: Some(name.to_owned()),
            permissions: Some(permissions),
            ..RoleDraft::default()
        };
        let by = self.owner(guild)?;
        Ok(self
            .shared
            .write(|world| world.create_role(&by, guild, &draft))?)
    }

    /// Changes a role's permission bits and place in the order; the guild's id is that of @everyone.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn change_role(
        &self,
        guild: Id,
        role: Id,
        permissions: Option<u64>,
        position: Option<i64>,
    ) -> Result<(), Denied> {
        let draft = RoleDraft {
            permissions,
            position,
            ..RoleDraft::default()
        };
        let by = self.owner(guild)?;
        Ok(self
            .shared
            .write(|world| world.edit_role(&by, guild, role, &draft))?)
    }

    /// Deletes a role as the guild's owner.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn delete_role(&self, guild: Id, role: Id) -> Result<(), Denied> {
        let by = self.owner(guild)?;
        Ok(self
            .shared
            .write(|world| world.delete_role(&by, guild, role))?)
    }

    /// Gives a member a role, or takes it away.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn set_role(&self, guild: Id, user: Id, role: Id, has: bool) -> Result<(), Denied> {
        let by = self.owner(guild)?;
        Ok(self
            .shared
            .write(|world| world.set_member_role(&by, guild, user, role, has))?)
    }

    /// Sets what a channel allows and denies a role or member, as the guild's owner.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn overwrite(
        &self,
        channel: Id,
        target: Target,
        allow: u64,
        deny: u64,
    ) -> Result<(), Denied> {
        let by = self.owner_of(channel)?;
        let overwrite = Overwrite {
            target,
            allow,
            deny,
        };
        Ok(self
            .shared
            .write(|world| world.set_overwrite(&by, channel, overwrite))?)
    }

    /// Takes a channel's overwrite for a role or member away.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn remove_overwrite(&self, channel: Id, target: Id) -> Result<(), Denied> {
        let by = self.owner_of(channel)?;
        Ok(self
            .shared
            .write(|world| world.delete_overwrite(&by, channel, target))?)
    }

    /// Sets a member's name in a guild.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn nickname(&self, guild: Id, user: Id, nick: Option<&str>) -> Result<(), Denied> {
        let by = self.owner(guild)?;
        Ok(self.shared.write(|world| {
            world.edit_member(&by, guild, user, Some(nick.map(str::to_owned)), None)
        })?)
    }

    /// Kicks a member or a bot, as the guild's owner.
    ///
    /// # Errors
    /// As Discord refuses it.
    pub fn kick(&self, guild: Id, user: Id) -> Result<(), Denied> {
        let by = self.owner(guild)?;
        Ok(self.shared.write(|world| world.kick(&by, guild, user))?)
    }

    /// Takes a guild down (an outage, not a kick), or brings it back.
    ///
    /// # Errors
    /// 10004.
    pub fn set_outage(&self, guild: Id, down: bool) -> Result<(), Denied> {
        Ok(self
            .shared
            .write(|world| world.set_guild_unavailable(guild, down))?)
    }

    /// Sets all faults, in place of those before.
    pub fn set_faults(&self, faults: Faults) {
        self.shared.write(|world| world.faults = faults);
    }

    /// The faults that are still to come.
    pub fn faults(&self) -> Faults {
        self.shared.read(|world| world.faults.clone())
    }

    /// A guild's audit log as one who may read it, newest first.
    ///
    /// # Errors
    /// 10004, and 50013 for one who may not.
    pub fn audit_log(&self, guild: Id, reader: Id) -> Result<Vec<Value>, Denied> {
        self.shared.read(|world| {
            let place = world.require_guild(reader, guild, bit::VIEW_AUDIT_LOG)?;
            Ok(place
                .audit
                .iter()
                .rev()
                .map(|entry| world.audit_json(entry))
                .collect())
        })
    }

    /// Everybody who sees a channel, thread or DM, bots included.
    pub fn who_sees(&self, channel: Id) -> Vec<Id> {
        self.shared.read(|world| world.viewers(channel))
    }

    /// Everybody whose message would be taken in a channel, thread or DM, bots included.
    pub fn who_writes(&self, channel: Id) -> Vec<Id> {
        self.shared.read(|world| {
            let mut users = world.viewers(channel);
            users.retain(|user| world.can_write(*user, channel));
            users
        })
    }

    /// Requests that matched no route, as `METHOD path`: a test that passes has none.
    pub fn unknown_routes(&self) -> Vec<String> {
        self.shared.read(|world| world.unknown_routes.clone())
    }

    /// Moves the stand-in's clock forward, in milliseconds, so that nonces, interactions and limits run out.
    pub fn advance_clock(&self, milliseconds: i64) {
        self.shared.write(|world| world.advance_clock(milliseconds));
    }

    fn owner(&self, guild: Id) -> Result<By, Denied> {
        self.shared.read(|world| {
            let place = world
                .guilds
                .get(&guild)
                .ok_or_else(Refusal::unknown_guild)?;
            Ok(By::from(place.owner))
        })
    }

    fn owner_of(&self, channel: Id) -> Result<By, Denied> {
        let guild = self
            .shared
            .read(|world| world.channel(channel).map(|place| place.guild))?;
        self.owner(guild.ok_or_else(Refusal::not_on_a_dm)?)
    }
}
