//! Members and roles: names, roles, time-outs, leaving and being kicked.

use serde_json::{Value, json};

use super::World;
use super::audit::{action, change};
use super::hub::intent;
use super::model::{By, Id, Millis, Role};
use super::permissions::{ALL, bit};
use super::refusal::Refusal;
use super::render::{self, timestamp};

/// What is wanted of a role; what is `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct RoleDraft {
    /// Name.
    pub name: Option<String>,
    /// Permission bits.
    pub permissions: Option<u64>,
    /// RGB.
    pub color: Option<u64>,
    /// Shown apart.
    pub hoist: Option<bool>,
    /// Anyone may mention it.
    pub mentionable: Option<bool>,
    /// Place in the order.
    pub position: Option<i64>,
}

impl World {
    /// A user leaves a guild by own will.
    ///
    /// # Errors
    /// 10004, 10007.
    pub fn leave_guild(&mut self, user: Id, guild: Id) -> Result<(), Refusal> {
        if !self.guild_mut(guild)?.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        let threads: Vec<Id> = self
            .channels
            .of_guild(guild)
            .filter(|one| {
                let thread = one.thread.as_ref();
                thread.is_some_and(|thread| thread.members.contains_key(&user))
            })
            .map(|one| one.id)
            .collect();
        for thread in threads {
            self.drop_thread_member(thread, user);
        }
        let place = self.guild_mut(guild)?;
        place.members.remove(&user);
        let managed: Vec<Id> = place
            .roles
            .values()
            .filter(|role| role.managed_by == Some(user))
            .map(|role| role.id)
            .collect();
        for role in managed {
            place.roles.remove(&role);
        }
        let data = json!({"user": self.user_json(user), "guild_id": guild.to_string()});
        self.emit_to_guild(guild, "GUILD_MEMBER_REMOVE", intent::GUILD_MEMBERS, &data);
        let gone = json!({"id": guild.to_string()});
        self.deliver(user, Some(guild), "GUILD_DELETE", intent::GUILDS, gone);
        Ok(())
    }

    /// Kicks a member.
    ///
    /// # Errors
    /// 10004, 10007, 50013 (also by the order of roles).
    pub fn kick(&mut self, by: &By, guild: Id, user: Id) -> Result<(), Refusal> {
        let place = self.require_guild(by.id, guild, bit::KICK_MEMBERS)?;
        if !place.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        if !self.outranks(by.id, user, guild) {
            return Err(Refusal::missing_permissions());
        }
        self.leave_guild(user, guild)?;
        self.log(guild, by, action::MEMBER_KICK, Some(user), Vec::new(), None);
        Ok(())
    }

    /// Changes a member's name in the guild (`Some(None)` takes it away) and time-out.
    ///
    /// # Errors
    /// 10004, 10007, 50013, 50035.
    pub fn edit_member(
        &mut self,
        by: &By,
        guild: Id,
        user: Id,
        nick: Option<Option<String>>,
        timeout_until_ms: Option<Option<Millis>>,
    ) -> Result<(), Refusal> {
        self.require_guild(by.id, guild, 0)?;
        if !self.guild(guild)?.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        let may = self.guild_permissions(by.id, guild);
        let ranks = self.outranks(by.id, user, guild);
        if let Some(nick) = &nick {
            let needed = if by.id == user {
                bit::CHANGE_NICKNAME
            } else {
                bit::MANAGE_NICKNAMES
            };
            if may & needed == 0 || (by.id != user && !ranks) {
                return Err(Refusal::missing_permissions());
            }
            if nick.as_ref().is_some_and(|nick| nick.chars().count() > 32) {
                return Err(Refusal::bad_length("nick", 1, 32));
            }
        }
        if timeout_until_ms.is_some() {
            let immune = self.guild_permissions(user, guild) & bit::ADMINISTRATOR != 0;
            if may & bit::MODERATE_MEMBERS == 0 || !ranks || immune {
                return Err(Refusal::missing_permissions());
            }
        }
        let Some(member) = self.guild_mut(guild)?.members.get_mut(&user) else {
            return Err(Refusal::unknown_member());
        };
        let mut changes = Vec::new();
        if let Some(nick) = nick {
            let nick = nick.filter(|nick| !nick.is_empty());
            changes.push(change("nick", json!(member.nick), json!(nick)));
            member.nick = nick;
        }
        if let Some(until) = timeout_until_ms {
            changes.push(change(
                "communication_disabled_until",
                json!(member.timeout_until_ms.map(timestamp)),
                json!(until.map(timestamp)),
            ));
            member.timeout_until_ms = until;
        }
        self.emit_member_update(guild, user);
        self.log(guild, by, action::MEMBER_UPDATE, Some(user), changes, None);
        Ok(())
    }

    /// Gives a member a role or takes it away.
    ///
    /// # Errors
    /// 10004, 10007, 10011, 50013 (also by the order of roles, and for managed roles).
    pub fn set_member_role(
        &mut self,
        by: &By,
        guild: Id,
        user: Id,
        role: Id,
        has: bool,
    ) -> Result<(), Refusal> {
        let place = self.require_guild(by.id, guild, bit::MANAGE_ROLES)?;
        if !place.members.contains_key(&user) {
            return Err(Refusal::unknown_member());
        }
        let found = place.roles.get(&role).ok_or_else(Refusal::unknown_role)?;
        if found.managed_by.is_some() || role == guild {
            return Err(Refusal::missing_permissions());
        }
        if found.position >= self.top_position(by.id, guild) {
            return Err(Refusal::missing_permissions());
        }
        let name = found.name.clone();
        let before = self.sight(guild);
        let Some(member) = self.guild_mut(guild)?.members.get_mut(&user) else {
            return Err(Refusal::unknown_member());
        };
        let changed = if has {
            member.roles.insert(role)
        } else {
            member.roles.remove(&role)
        };
        if !changed {
            return Ok(());
        }
        self.emit_member_update(guild, user);
        self.announce_gained(guild, &before);
        let key = if has { "$add" } else { "$remove" };
        let value = json!([{"id": role.to_string(), "name": name}]);
        let changes = vec![change(key, Value::Null, value)];
        self.log(
            guild,
            by,
            action::MEMBER_ROLE_UPDATE,
            Some(user),
            changes,
            None,
        );
        Ok(())
    }

    /// Makes a role, just above @everyone.
    ///
    /// # Errors
    /// 10004, 50013 (also for bits that the maker lacks), 50035.
    pub fn create_role(&mut self, by: &By, guild: Id, draft: &RoleDraft) -> Result<Id, Refusal> {
        self.require_guild(by.id, guild, bit::MANAGE_ROLES)?;
        let permissions = match draft.permissions {
            Some(bits) => bits & ALL,
            None => self
                .guild(guild)?
                .roles
                .get(&guild)
                .map_or(0, |one| one.permissions),
        };
        if draft.permissions.is_some() && permissions & !self.guild_permissions(by.id, guild) != 0 {
            return Err(Refusal::missing_permissions());
        }
        let name = draft.name.clone().unwrap_or_else(|| "new role".to_owned());
        check_role_name(&name)?;
        if self.guild(guild)?.roles.len() >= 250 {
            return Err(Refusal::new(
                400,
                30005,
                "Maximum number of guild roles reached (250)",
            ));
        }
        let id = self.new_id();
        let place = self.guild_mut(guild)?;
        for role in place.roles.values_mut().filter(|role| role.id != guild) {
            role.position += 1;
        }
        place.roles.insert(
            id,
            Role {
                id,
                name,
                permissions,
                position: 1,
                color: draft.color.unwrap_or(0),
                hoist: draft.hoist.unwrap_or(false),
                mentionable: draft.mentionable.unwrap_or(false),
                managed_by: None,
            },
        );
        self.emit_role(guild, id, "GUILD_ROLE_CREATE");
        self.log(guild, by, action::ROLE_CREATE, Some(id), Vec::new(), None);
        Ok(id)
    }

    /// Changes a role.
    ///
    /// # Errors
    /// 10004, 10011, 50013 (also by the order of roles and for bits that the changer lacks), 50035.
    pub fn edit_role(
        &mut self,
        by: &By,
        guild: Id,
        role: Id,
        draft: &RoleDraft,
    ) -> Result<(), Refusal> {
        let place = self.require_guild(by.id, guild, bit::MANAGE_ROLES)?;
        let found = place.roles.get(&role).ok_or_else(Refusal::unknown_role)?;
        let (position, permissions) = (found.position, found.permissions);
        let changed = draft.permissions.map_or(0, |bits| bits ^ permissions) & ALL;
        if position >= self.top_position(by.id, guild)
            || changed & !self.guild_permissions(by.id, guild) != 0
        {
            return Err(Refusal::missing_permissions());
        }
        if let Some(name) = &draft.name {
            check_role_name(name)?;
        }
        let before = self.sight(guild);
        let Some(found) = self.guild_mut(guild)?.roles.get_mut(&role) else {
            return Err(Refusal::unknown_role());
        };
        let mut changes = Vec::new();
        if let Some(name) = &draft.name {
            changes.push(change("name", json!(found.name), json!(name)));
            found.name.clone_from(name);
        }
        if let Some(bits) = draft.permissions {
            let texts = (permissions.to_string(), (bits & ALL).to_string());
            changes.push(change("permissions", json!(texts.0), json!(texts.1)));
            found.permissions = bits & ALL;
        }
        found.color = draft.color.unwrap_or(found.color);
        found.hoist = draft.hoist.unwrap_or(found.hoist);
        found.mentionable = draft.mentionable.unwrap_or(found.mentionable);
        if let Some(position) = draft.position {
            found.position = position;
        }
        self.emit_role(guild, role, "GUILD_ROLE_UPDATE");
        self.announce_gained(guild, &before);
        self.log(guild, by, action::ROLE_UPDATE, Some(role), changes, None);
        Ok(())
    }

    /// Deletes a role.
    ///
    /// # Errors
    /// 10004, 10011, 50013, 50028 for managed roles and @everyone.
    pub fn delete_role(&mut self, by: &By, guild: Id, role: Id) -> Result<(), Refusal> {
        let place = self.require_guild(by.id, guild, bit::MANAGE_ROLES)?;
        let found = place.roles.get(&role).ok_or_else(Refusal::unknown_role)?;
        if found.managed_by.is_some() || role == guild {
            return Err(Refusal::invalid_role());
        }
        if found.position >= self.top_position(by.id, guild) {
            return Err(Refusal::missing_permissions());
        }
        let before = self.sight(guild);
        let place = self.guild_mut(guild)?;
        place.roles.remove(&role);
        for member in place.members.values_mut() {
            member.roles.remove(&role);
        }
        let data = json!({"guild_id": guild.to_string(), "role_id": role.to_string()});
        self.emit_to_guild(guild, "GUILD_ROLE_DELETE", intent::GUILDS, &data);
        self.announce_gained(guild, &before);
        self.log(guild, by, action::ROLE_DELETE, Some(role), Vec::new(), None);
        Ok(())
    }

    pub(crate) fn emit_role(&mut self, guild: Id, role: Id, event: &str) {
        let Some(found) = self.guilds.get(&guild).and_then(|one| one.roles.get(&role)) else {
            return;
        };
        let data = json!({"guild_id": guild.to_string(), "role": render::role(found)});
        self.emit_to_guild(guild, event, intent::GUILDS, &data);
    }

    /// Tells of a changed member: everyone with the members intent, and a bot of itself always.
    pub(crate) fn emit_member_update(&mut self, guild: Id, user: Id) {
        let Some(member) = self
            .guilds
            .get(&guild)
            .and_then(|one| one.members.get(&user))
        else {
            return;
        };
        let mut data = self.member_json(member);
        data["guild_id"] = json!(guild.to_string());
        for other in self.member_ids(guild) {
            let needed = if other == user {
                intent::GUILDS
            } else {
                intent::GUILD_MEMBERS
            };
            self.deliver(
                other,
                Some(guild),
                "GUILD_MEMBER_UPDATE",
                needed,
                data.clone(),
            );
        }
    }
}

fn check_role_name(name: &str) -> Result<(), Refusal> {
    if name.is_empty() || name.chars().count() > 100 {
        return Err(Refusal::bad_length("name", 1, 100));
    }
    Ok(())
}
