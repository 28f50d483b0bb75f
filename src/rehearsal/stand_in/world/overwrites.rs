//! Overwrites of channels: who may set which, and what the audit log says of it.

use serde_json::{Value, json};

use super::World;
use super::audit::{action, change};
use super::model::{By, Channel, Id, Overwrite, Target};
use super::permissions::{ALL, bit};
use super::refusal::Refusal;

/// Overwrites of a channel.
const OVERWRITES: usize = 100;

impl World {
    /// Sets the overwrite of a role or member.
    ///
    /// # Errors
    /// 10003, 10009, 50001, 50003, 50013 (also for bits that the setter lacks), 50024, 50035.
    pub fn set_overwrite(&mut self, by: &By, id: Id, wanted: Overwrite) -> Result<(), Refusal> {
        let guild = self.check_overwrite_place(by.id, id)?;
        let channel = self.channel(id)?;
        let mut list = channel.overwrites.clone();
        match list.iter_mut().find(|one| one.target == wanted.target) {
            Some(one) => *one = wanted,
            None => list.push(wanted),
        }
        self.check_overwrite_targets(guild, &list)?;
        self.check_overwrites(by.id, guild, Some(id), channel.parent, &list)?;
        self.replace_overwrites(by, guild, id, list)
    }

    /// Takes the overwrite of a role or member away.
    ///
    /// # Errors
    /// 10003, 10009, 50001, 50003, 50013, 50024.
    pub fn delete_overwrite(&mut self, by: &By, id: Id, target: Id) -> Result<(), Refusal> {
        let guild = self.check_overwrite_place(by.id, id)?;
        let channel = self.channel(id)?;
        let list: Vec<Overwrite> = channel
            .overwrites
            .iter()
            .filter(|one| one.target.id() != target)
            .copied()
            .collect();
        if list.len() == channel.overwrites.len() {
            return Err(Refusal::unknown_overwrite());
        }
        self.check_overwrites(by.id, guild, Some(id), channel.parent, &list)?;
        self.replace_overwrites(by, guild, id, list)
    }

    /// Refuses overwrites that name bits which the user may not allow or deny there.
    ///
    /// Only bits that the user has in the guild or in the parent may be changed, unless the channel
    /// itself gives the user MANAGE_ROLES by an overwrite; MANAGE_ROLES itself is for administrators.
    ///
    /// # Errors
    /// 50013.
    pub fn check_overwrites(
        &self,
        user: Id,
        guild: Id,
        channel: Option<Id>,
        parent: Option<Id>,
        wanted: &[Overwrite],
    ) -> Result<(), Refusal> {
        let mut may = self.guild_permissions(user, guild);
        if may & bit::ADMINISTRATOR != 0 {
            return Ok(());
        }
        let before: &[Overwrite] = match channel.and_then(|id| self.channels.get(&id)) {
            Some(place) => {
                if self.has_manage_roles_overwrite(user, guild, place) {
                    may = ALL;
                }
                &place.overwrites
            }
            None => &[],
        };
        if let Some(parent) = parent.filter(|_| channel.is_some()) {
            may |= self.permissions(user, parent);
        }
        for target in wanted.iter().chain(before).map(|one| one.target) {
            let bits_in = |list: &[Overwrite]| {
                list.iter()
                    .find(|one| one.target == target)
                    .map_or((0, 0), |one| (one.allow, one.deny))
            };
            let (old, new) = (bits_in(before), bits_in(wanted));
            let changed = (old.0 ^ new.0) | (old.1 ^ new.1);
            if changed & ALL & !may != 0 || changed & bit::MANAGE_ROLES != 0 {
                return Err(Refusal::missing_permissions());
            }
        }
        Ok(())
    }

    pub(super) fn check_overwrite_targets(
        &self,
        guild: Id,
        list: &[Overwrite],
    ) -> Result<(), Refusal> {
        if list.len() > OVERWRITES {
            return Err(Refusal::new(
                400,
                30060,
                "Maximum number of channel permission overwrites reached (100)",
            ));
        }
        let place = self.guild(guild)?;
        for one in list {
            let known = match one.target {
                Target::Role(id) => place.roles.contains_key(&id),
                Target::Member(id) => self.users.contains_key(&id),
            };
            if !known {
                return Err(Refusal::unknown_overwrite());
            }
        }
        Ok(())
    }

    pub(super) fn log_overwrites(
        &mut self,
        guild: Id,
        by: &By,
        channel: Id,
        old: &[Overwrite],
        new: &[Overwrite],
    ) {
        let mut targets: Vec<Target> = old.iter().chain(new).map(|one| one.target).collect();
        targets.sort();
        targets.dedup();
        for target in targets {
            let find = |list: &[Overwrite]| list.iter().find(|one| one.target == target).copied();
            let (before, after) = (find(old), find(new));
            if before == after {
                continue;
            }
            let action = match (before, after) {
                (None, _) => action::OVERWRITE_CREATE,
                (_, None) => action::OVERWRITE_DELETE,
                _ => action::OVERWRITE_UPDATE,
            };
            let text = |one: Option<Overwrite>, allow: bool| {
                one.map_or(Value::Null, |one| {
                    json!((if allow { one.allow } else { one.deny }).to_string())
                })
            };
            let changes = vec![
                change("allow", text(before, true), text(after, true)),
                change("deny", text(before, false), text(after, false)),
            ];
            let mut options =
                json!({"id": target.id().to_string(), "type": target.number().to_string()});
            if let Target::Role(id) = target {
                let name = self.guilds.get(&guild).and_then(|one| one.roles.get(&id));
                options["role_name"] = json!(name.map(|role| role.name.clone()));
            }
            self.log(guild, by, action, Some(channel), changes, Some(options));
        }
    }

    fn check_overwrite_place(&self, user: Id, id: Id) -> Result<Id, Refusal> {
        let channel = self.channel(id)?;
        let Some(guild) = channel.guild else {
            return Err(Refusal::not_on_a_dm());
        };
        if channel.is_thread() {
            return Err(Refusal::wrong_channel_type());
        }
        self.require(user, id, bit::MANAGE_ROLES)?;
        Ok(guild)
    }

    fn replace_overwrites(
        &mut self,
        by: &By,
        guild: Id,
        id: Id,
        list: Vec<Overwrite>,
    ) -> Result<(), Refusal> {
        let before = self.sight(guild);
        let channel = self.channel_mut(id)?;
        let new: Vec<Overwrite> = list
            .into_iter()
            .map(|one| Overwrite {
                allow: one.allow & ALL,
                deny: one.deny & ALL & !one.allow,
                ..one
            })
            .collect();
        let old = std::mem::replace(&mut channel.overwrites, new.clone());
        self.emit_channel(guild, id, "CHANNEL_UPDATE");
        self.announce_gained(guild, &before);
        self.log_overwrites(guild, by, id, &old, &new);
        Ok(())
    }

    fn has_manage_roles_overwrite(&self, user: Id, guild: Id, channel: &Channel) -> bool {
        let roles = self
            .guilds
            .get(&guild)
            .and_then(|guild| guild.members.get(&user))
            .map(|member| &member.roles);
        channel.overwrites.iter().any(|one| {
            let mine = match one.target {
                Target::Member(id) => id == user,
                Target::Role(id) => id == guild || roles.is_some_and(|roles| roles.contains(&id)),
            };
            mine && one.allow & bit::MANAGE_ROLES != 0
        })
    }
}
