//! Who is in a thread: joining, leaving, being added and removed.

use serde_json::{Value, json};

use super::World;
use super::hub::intent;
use super::model::{By, Id, Thread, ThreadMember, kind, message_kind};
use super::permissions::bit;
use super::refusal::Refusal;
use super::render;

impl World {
    /// A user joins a thread by own will.
    ///
    /// # Errors
    /// 10003, 50001, 50024, 50083.
    pub fn join_thread(&mut self, user: Id, id: Id) -> Result<(), Refusal> {
        self.require(user, id, 0)?;
        if self.live_thread(id)?.archived {
            return Err(Refusal::thread_archived());
        }
        self.insert_thread_member(id, user);
        Ok(())
    }

    /// A user leaves a thread by own will.
    ///
    /// # Errors
    /// 10003, 50001, 50024, 50083.
    pub fn leave_thread(&mut self, user: Id, id: Id) -> Result<(), Refusal> {
        self.require(user, id, 0)?;
        if self.live_thread(id)?.archived {
            return Err(Refusal::thread_archived());
        }
        self.drop_thread_member(id, user);
        Ok(())
    }

    /// Adds a user to a thread; the thread says so.
    ///
    /// # Errors
    /// 10003, 10007, 50001 (also where the added user cannot see the parent), 50013, 50024, 50083.
    pub fn add_thread_member(&mut self, by: &By, id: Id, user: Id) -> Result<(), Refusal> {
        let channel = self.require(by.id, id, bit::SEND_MESSAGES_IN_THREADS)?;
        let (guild, parent, private) = (
            channel.guild.unwrap_or_default(),
            channel.parent.unwrap_or_default(),
            channel.kind == kind::PRIVATE_THREAD,
        );
        let thread = self.live_thread(id)?;
        if thread.archived {
            return Err(Refusal::thread_archived());
        }
        let closed = thread.locked || private && !thread.invitable && thread.owner != by.id;
        if closed && !self.can(by.id, id, bit::MANAGE_THREADS) {
            return Err(Refusal::missing_permissions());
        }
        if !self.guild(guild)?.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        if !self.can_see(user, parent) {
            return Err(Refusal::missing_access());
        }
        if self.live_thread(id)?.members.contains_key(&user) {
            return Ok(());
        }
        if user == by.id {
            self.insert_thread_member(id, user);
        } else {
            self.add_and_say(id, by.id, user);
        }
        Ok(())
    }

    /// Takes a user out of a thread; the thread says so.
    ///
    /// # Errors
    /// 10003, 10007, 50001, 50013, 50024, 50083.
    pub fn remove_thread_member(&mut self, by: &By, id: Id, user: Id) -> Result<(), Refusal> {
        let channel = self.require(by.id, id, 0)?;
        let private = channel.kind == kind::PRIVATE_THREAD;
        let thread = self.live_thread(id)?;
        if thread.archived {
            return Err(Refusal::thread_archived());
        }
        let owns = private && thread.owner == by.id;
        if user != by.id && !owns && !self.can(by.id, id, bit::MANAGE_THREADS) {
            return Err(Refusal::missing_permissions());
        }
        if !self.live_thread(id)?.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        self.drop_thread_member(id, user);
        if user != by.id {
            let system = message_kind::RECIPIENT_REMOVE;
            self.post_system(id, by.id, system, "", None, vec![user]);
        }
        Ok(())
    }

    /// Those mentioned in a thread's message are added, where the author may add them and they can
    /// see the parent. This is how a mention leaks a private thread.
    pub(crate) fn add_mentioned(&mut self, id: Id, author: Id, mentioned: &[Id]) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let (Some(thread), Some(parent)) = (&channel.thread, channel.parent) else {
            return;
        };
        let may_add = channel.kind != kind::PRIVATE_THREAD
            || thread.invitable
            || thread.owner == author
            || self.can(author, id, bit::MANAGE_THREADS);
        let new: Vec<Id> = mentioned
            .iter()
            .filter(|user| !thread.members.contains_key(user) && self.can_see(**user, parent))
            .copied()
            .collect();
        if may_add {
            for user in new {
                self.add_and_say(id, author, user);
            }
        }
    }

    /// Makes a user a member of a thread and tells those concerned.
    pub(crate) fn insert_thread_member(&mut self, id: Id, user: Id) {
        let joined_ms = self.now_ms();
        let Ok(channel) = self.channel_mut(id) else {
            return;
        };
        let guild = channel.guild;
        let Some(thread) = &mut channel.thread else {
            return;
        };
        if thread.members.contains_key(&user) {
            return;
        }
        thread.members.insert(user, ThreadMember { joined_ms });
        // The one who was added gets the thread itself, others the change of its members.
        if let Some(channel) = self.channels.get(&id) {
            let data = self.channel_json(channel, user);
            self.deliver(user, guild, "THREAD_CREATE", intent::GUILDS, data);
        }
        self.emit_thread_members(id, &[user], &[]);
    }

    fn live_thread(&self, id: Id) -> Result<&Thread, Refusal> {
        self.channel(id)?
            .thread
            .as_ref()
            .ok_or_else(Refusal::wrong_channel_type)
    }

    fn add_and_say(&mut self, id: Id, by: Id, user: Id) {
        self.insert_thread_member(id, user);
        self.post_system(id, by, message_kind::RECIPIENT_ADD, "", None, vec![user]);
    }

    pub(super) fn drop_thread_member(&mut self, id: Id, user: Id) {
        let Ok(channel) = self.channel_mut(id) else {
            return;
        };
        let Some(thread) = &mut channel.thread else {
            return;
        };
        if thread.members.remove(&user).is_some() {
            self.emit_thread_members(id, &[], &[user]);
        }
    }

    /// THREAD_MEMBERS_UPDATE: with the members intent of all, without it of oneself only.
    pub(super) fn emit_thread_members(&mut self, id: Id, added: &[Id], removed: &[Id]) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let (Some(thread), Some(guild)) = (&channel.thread, channel.guild) else {
            return;
        };
        let joined: Vec<Value> = added
            .iter()
            .filter_map(|user| {
                let mut entry = render::thread_member(id, *user, thread.members.get(user)?);
                let member = self.guilds.get(&guild)?.members.get(user)?;
                entry["member"] = self.member_json(member);
                entry["presence"] = Value::Null;
                Some(entry)
            })
            .collect();
        let data = json!({"id": id.to_string(), "guild_id": guild.to_string(),
            "member_count": thread.members.len().min(50), "added_members": joined,
            "removed_member_ids": render::id_list(removed.iter().copied())});
        let mut concerned = self.viewers(id);
        concerned.extend(
            removed
                .iter()
                .filter(|user| !concerned.contains(user))
                .copied()
                .collect::<Vec<_>>(),
        );
        for user in concerned {
            let own = added.contains(&user) || removed.contains(&user);
            let needed = if own {
                intent::GUILDS
            } else {
                intent::GUILDS | intent::GUILD_MEMBERS
            };
            self.deliver(
                user,
                Some(guild),
                "THREAD_MEMBERS_UPDATE",
                needed,
                data.clone(),
            );
        }
    }
}
