//! Users, applications, guilds and direct messages: what is there before anyone acts.

use std::collections::BTreeMap;

use serde_json::json;

use super::World;
use super::audit::action;
use super::channels::new_channel;
use super::model::{
    Application, By, Guild, Id, Member, Role, User, application_flag, kind, message_kind,
};
use super::permissions::EVERYONE_DEFAULT;
use super::refusal::Refusal;
use super::{hub::intent, render};

impl World {
    /// A new person.
    pub fn create_user(&mut self, name: &str) -> Id {
        let id = self.new_id();
        self.users.insert(
            id,
            User {
                id,
                name: user_name(name),
                global_name: Some(name.to_owned()),
                bot: false,
                dms_closed: false,
            },
        );
        id
    }

    /// A new application with its bot user; both have the id that is returned. It may use every
    /// privileged intent: change `applications[id].flags` to take that away.
    pub fn create_bot(&mut self, name: &str, token: &str) -> Id {
        let owner = self.create_user(&format!("{name} owner"));
        let id = self.new_id();
        self.users.insert(
            id,
            User {
                id,
                name: name.to_owned(),
                global_name: None,
                bot: true,
                dms_closed: false,
            },
        );
        let flags = application_flag::PRESENCE
            | application_flag::MEMBERS
            | application_flag::MESSAGE_CONTENT;
        self.applications.insert(
            id,
            Application {
                id,
                name: name.to_owned(),
                token: token.to_owned(),
                flags,
                owner,
            },
        );
        id
    }

    /// The application with a token.
    pub fn application_by_token(&self, token: &str) -> Option<&Application> {
        self.applications.values().find(|one| one.token == token)
    }

    /// A new guild with its owner, the @everyone role and a text channel `general`.
    ///
    /// # Errors
    /// 10013.
    pub fn create_guild(&mut self, name: &str, owner: Id) -> Result<Id, Refusal> {
        self.user(owner)?;
        let id = self.new_id();
        let everyone = Role {
            id,
            name: "@everyone".to_owned(),
            permissions: EVERYONE_DEFAULT,
            position: 0,
            color: 0,
            hoist: false,
            mentionable: false,
            managed_by: None,
        };
        self.guilds.insert(
            id,
            Guild {
                id,
                name: name.to_owned(),
                owner,
                roles: BTreeMap::from([(id, everyone)]),
                members: BTreeMap::new(),
                audit: Vec::new(),
                unavailable: false,
                system_channel: None,
            },
        );
        let general = self.new_id();
        let mut channel = new_channel(general, kind::TEXT, Some(id), "general");
        channel.position = 0;
        self.channels.insert(general, channel);
        self.join_guild(owner, id)?;
        Ok(id)
    }

    /// A user joins a guild, or comes back without roles. Nothing happens to a member.
    ///
    /// # Errors
    /// 10013, 10004.
    pub fn join_guild(&mut self, user: Id, guild: Id) -> Result<(), Refusal> {
        self.user(user)?;
        let joined_ms = self.now_ms();
        let place = self.guild_mut(guild)?;
        if place.members.contains_key(&user) {
            return Ok(());
        }
        let member = Member {
            user,
            nick: None,
            roles: Default::default(),
            joined_ms,
            timeout_until_ms: None,
        };
        place.members.insert(user, member);
        let system_channel = place.system_channel;
        self.tell_guild_create(user, guild)?;
        let Some(member) = self.guild(guild)?.members.get(&user) else {
            return Ok(());
        };
        let mut data = self.member_json(member);
        data["guild_id"] = json!(guild.to_string());
        for other in self.member_ids(guild) {
            if other != user {
                let data = data.clone();
                self.deliver(
                    other,
                    Some(guild),
                    "GUILD_MEMBER_ADD",
                    intent::GUILD_MEMBERS,
                    data,
                );
            }
        }
        if let Some(channel) = system_channel {
            self.post_system(channel, user, message_kind::USER_JOIN, "", None, Vec::new());
        }
        Ok(())
    }

    /// Adds a bot to a guild with a managed role that has these permission bits; the role's id.
    ///
    /// # Errors
    /// 10013, 10004.
    pub fn add_bot_to_guild(
        &mut self,
        bot: Id,
        guild: Id,
        permissions: u64,
    ) -> Result<Id, Refusal> {
        let name = self.user(bot)?.name.clone();
        let role = self.new_id();
        let place = self.guild_mut(guild)?;
        let position = place
            .roles
            .values()
            .map(|one| one.position)
            .max()
            .unwrap_or(0)
            + 1;
        let owner = place.owner;
        place.roles.insert(
            role,
            Role {
                id: role,
                name,
                permissions,
                position,
                color: 0,
                hoist: false,
                mentionable: false,
                managed_by: Some(bot),
            },
        );
        self.emit_role(guild, role, "GUILD_ROLE_CREATE");
        let joined_ms = self.now_ms();
        // The member is made with the role, so that the bot's first GUILD_CREATE shows it.
        let place = self.guild_mut(guild)?;
        place.members.insert(
            bot,
            Member {
                user: bot,
                nick: None,
                roles: [role].into(),
                joined_ms,
                timeout_until_ms: None,
            },
        );
        self.log(
            guild,
            &By::from(owner),
            action::BOT_ADD,
            Some(bot),
            Vec::new(),
            None,
        );
        self.tell_guild_create(bot, guild)?;
        let Some(member) = self.guild(guild)?.members.get(&bot) else {
            return Ok(role);
        };
        let mut data = self.member_json(member);
        data["guild_id"] = json!(guild.to_string());
        for other in self.member_ids(guild) {
            if other != bot {
                let data = data.clone();
                self.deliver(
                    other,
                    Some(guild),
                    "GUILD_MEMBER_ADD",
                    intent::GUILD_MEMBERS,
                    data,
                );
            }
        }
        Ok(role)
    }

    /// Takes a guild down (an outage) or brings it back; its members are told.
    ///
    /// # Errors
    /// 10004.
    pub fn set_guild_unavailable(&mut self, guild: Id, down: bool) -> Result<(), Refusal> {
        self.guild_mut(guild)?.unavailable = down;
        if down {
            let data = json!({"id": guild.to_string(), "unavailable": true});
            self.emit_to_guild(guild, "GUILD_DELETE", intent::GUILDS, &data);
            return Ok(());
        }
        for user in self.member_ids(guild) {
            self.tell_guild_create(user, guild)?;
        }
        Ok(())
    }

    /// The DM of two users, made where there is none yet. Works also where messages would be refused.
    ///
    /// # Errors
    /// 50033 for an unknown recipient or oneself.
    pub fn open_dm(&mut self, user: Id, recipient: Id) -> Result<Id, Refusal> {
        if user == recipient || !self.users.contains_key(&recipient) {
            return Err(Refusal::invalid_recipients());
        }
        if let Some(found) = self.dm_between(user, recipient) {
            return Ok(found);
        }
        let id = self.new_id();
        let mut channel = new_channel(id, kind::DM, None, "");
        channel.recipients = vec![user, recipient];
        self.channels.insert(id, channel);
        Ok(id)
    }

    /// The DM of two users, where there is one.
    pub fn dm_between(&self, one: Id, other: Id) -> Option<Id> {
        self.channels
            .dms_of(one)
            .find(|channel| channel.recipients.contains(&other))
            .map(|channel| channel.id)
    }

    /// Opens or closes a user's direct messages.
    ///
    /// # Errors
    /// 10013.
    pub fn set_dms_closed(&mut self, user: Id, closed: bool) -> Result<(), Refusal> {
        let user = self
            .users
            .get_mut(&user)
            .ok_or_else(Refusal::unknown_user)?;
        user.dms_closed = closed;
        Ok(())
    }

    /// A user changes the display name; everyone who shares a guild is told.
    ///
    /// # Errors
    /// 10013.
    pub fn rename_user(&mut self, user: Id, name: &str) -> Result<(), Refusal> {
        let found = self
            .users
            .get_mut(&user)
            .ok_or_else(Refusal::unknown_user)?;
        if found.bot {
            found.name = name.to_owned();
        } else {
            found.global_name = Some(name.to_owned());
        }
        let guilds: Vec<Id> = self.guilds_of(user);
        let own = self.users.get(&user).map(render::own_user);
        if let Some(own) = own {
            self.deliver(user, None, "USER_UPDATE", intent::NONE, own);
        }
        for guild in guilds {
            self.emit_member_update(guild, user);
        }
        Ok(())
    }

    /// Guilds that a user is a member of.
    pub fn guilds_of(&self, user: Id) -> Vec<Id> {
        self.guilds
            .values()
            .filter(|guild| guild.members.contains_key(&user))
            .map(|guild| guild.id)
            .collect()
    }

    fn tell_guild_create(&mut self, user: Id, guild: Id) -> Result<(), Refusal> {
        let data = self.guild_create_json(self.guild(guild)?, user);
        self.deliver(user, Some(guild), "GUILD_CREATE", intent::GUILDS, data);
        Ok(())
    }
}

fn user_name(name: &str) -> String {
    let kept: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .take(32)
        .collect();
    if kept.chars().count() < 2 {
        format!("{kept}__")
    } else {
        kept
    }
}
