//! What a user's client makes of typing, pressing and choosing, and what it does not let its user do.
//!
//! A bot never hears of anything that is barred here: the client shows the user why, or does not offer it at all.

use super::super::validate::{commands as rules, components as parts};
use super::super::world::permissions::bit;
use super::super::world::{Id, World};
use super::commands::Command;
use super::resolved::Resolved;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Something that a client does not let its user do, in words for whoever tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred(pub String);

impl Barred {
    pub(crate) fn because(words: impl Into<String>) -> Barred {
        Barred(words.into())
    }
}

impl std::fmt::Display for Barred {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Barred {}

/// The option that has the cursor, and what stands in it so far.
#[derive(Debug, Clone, Copy)]
pub struct Focus<'a> {
    /// The option's name.
    pub option: &'a str,
    /// What was typed so far.
    pub typed: &'a str,
}

/// A command line as the client sends it.
#[derive(Debug, Clone)]
pub struct Composed {
    /// The application that is asked.
    pub application: Id,
    /// The command with its subcommand, as it was typed (`play accusation`).
    pub name: String,
    /// The command.
    pub command: Id,
    /// The kind of the focused option, for an autocomplete.
    pub focused_kind: Option<i64>,
    /// `data` of the interaction.
    pub data: Value,
}

impl World {
    /// The slash commands that a user's client offers in a channel.
    pub fn usable_commands(&self, user: Id, channel: Id) -> Vec<&Command> {
        let Some(place) = self.channels.get(&channel) else {
            return Vec::new();
        };
        let has = self.permissions(user, channel);
        let all = self
            .interactions
            .commands
            .iter()
            .filter(|command| command.kind() == rules::CHAT_INPUT);
        match place.guild {
            Some(guild) => {
                let members = self.guilds.get(&guild).map(|guild| &guild.members);
                let may_use =
                    has & bit::VIEW_CHANNEL != 0 && has & bit::USE_APPLICATION_COMMANDS != 0;
                all.filter(|_| may_use)
                    .filter(|command| {
                        members.is_some_and(|members| members.contains_key(&command.application))
                    })
                    .filter(|command| command.guild.is_none_or(|only| only == guild))
                    .filter(|command| command.guild.is_some() || is_in_context(command, 0))
                    .filter(|command| is_allowed_by_default(command, has))
                    .collect()
            }
            None => all
                .filter(|command| {
                    command.guild.is_none() && place.recipients.contains(&command.application)
                })
                .filter(|_| place.recipients.contains(&user))
                .filter(|command| is_in_context(command, 1))
                .collect(),
        }
    }

    /// Makes an interaction's data of a command line: `/play accusation` and its options by name, as typed.
    ///
    /// With a focus, this is what is asked while typing: required options may still be missing.
    ///
    /// # Errors
    /// A command that is not offered there, an unknown or missing option, a value that the client refuses.
    pub fn compose(
        &self,
        user: Id,
        channel: Id,
        application: Option<Id>,
        line: &str,
        options: &[(String, String)],
        focus: Option<Focus<'_>>,
    ) -> Result<Composed, Barred> {
        let mut words = line.trim().trim_start_matches('/').split_whitespace();
        let name = words.next().unwrap_or_default();
        let offered = self.usable_commands(user, channel);
        let mut fitting = offered.into_iter().filter(|command| {
            command.name() == name && application.is_none_or(|id| id == command.application)
        });
        let command = fitting
            .next()
            .ok_or_else(|| Barred::because(format!("/{name} is not offered to this user here")))?;
        if fitting.any(|other| other.application != command.application) {
            return Err(Barred::because(format!(
                "several applications offer /{name}: say which"
            )));
        }
        let mut path = Vec::new();
        let mut level = &command.body;
        for word in words {
            level = list(&level["options"])
                .iter()
                .find(|option| option["name"] == word && is_branch(option))
                .ok_or_else(|| Barred::because(format!("/{name} has no subcommand {word}")))?;
            path.push(level);
        }
        if list(&level["options"]).iter().any(is_branch) {
            return Err(Barred::because(format!("{line} needs a subcommand")));
        }
        let mut resolved = Resolved::default();
        let (mut sent, focused_kind) = self.fill_in(
            user,
            channel,
            list(&level["options"]),
            options,
            focus,
            &mut resolved,
        )?;
        for branch in path.into_iter().rev() {
            sent = vec![json!({ "type": branch["type"], "name": branch["name"], "options": sent })];
        }
        let mut data = json!({ "id": command.id.to_string(), "name": command.name(), "type": rules::CHAT_INPUT });
        if !sent.is_empty() {
            data["options"] = Value::Array(sent);
        }
        if let Some(resolved) = resolved.into_json() {
            data["resolved"] = resolved;
        }
        if let Some(guild) = command.guild {
            data["guild_id"] = json!(guild.to_string());
        }
        Ok(Composed {
            application: command.application,
            name: line.trim().trim_start_matches('/').to_owned(),
            command: command.id,
            focused_kind,
            data,
        })
    }

    fn fill_in(
        &self,
        user: Id,
        channel: Id,
        known: &[Value],
        given: &[(String, String)],
        focus: Option<Focus<'_>>,
        resolved: &mut Resolved,
    ) -> Result<(Vec<Value>, Option<i64>), Barred> {
        let mut names = BTreeSet::new();
        for (name, _) in given {
            if !known.iter().any(|option| option["name"] == name.as_str()) {
                return Err(Barred::because(format!("there is no option {name}")));
            }
            if !names.insert(name.as_str()) {
                return Err(Barred::because(format!("{name} is given twice")));
            }
        }
        let mut sent = Vec::new();
        let mut focused_kind = None;
        for option in known {
            let name = option["name"].as_str().unwrap_or_default();
            let kind = option["type"].as_i64().unwrap_or(0);
            if let Some(focus) = focus.filter(|focus| focus.option == name) {
                if option["autocomplete"] != true {
                    return Err(Barred::because(format!("{name} has no autocomplete")));
                }
                focused_kind = Some(kind);
                sent.push(
                    json!({ "type": kind, "name": name, "value": focus.typed, "focused": true }),
                );
                continue;
            }
            match given.iter().find(|(given, _)| given == name) {
                Some((_, text)) => {
                    let value = self
                        .read_value(user, channel, option, text, resolved)
                        .map_err(|why| Barred::because(format!("{name}: {why}")))?;
                    sent.push(json!({ "type": kind, "name": name, "value": value }));
                }
                None if option["required"] == true && focus.is_none() => {
                    return Err(Barred::because(format!("{name} is required")));
                }
                None => {}
            }
        }
        if let (Some(focus), None) = (focus, focused_kind) {
            return Err(Barred::because(format!(
                "there is no option {}",
                focus.option
            )));
        }
        Ok((sent, focused_kind))
    }

    /// Reads what was typed for one option as the client would.
    fn read_value(
        &self,
        user: Id,
        channel: Id,
        option: &Value,
        text: &str,
        resolved: &mut Resolved,
    ) -> Result<Value, Barred> {
        let kind = option["type"].as_i64().unwrap_or(0);
        let choices = list(&option["choices"]);
        if !choices.is_empty() {
            let picked = choices
                .iter()
                .find(|choice| choice["name"] == text)
                .or_else(|| {
                    choices
                        .iter()
                        .find(|choice| as_text(&choice["value"]) == text)
                });
            return picked
                .map(|choice| choice["value"].clone())
                .ok_or_else(|| Barred::because(format!("{text} is not among the choices")));
        }
        let guild = self.channels.get(&channel).and_then(|place| place.guild);
        match kind {
            rules::STRING => {
                let length = text.chars().count() as i64;
                let least = option["min_length"].as_i64().unwrap_or(0).max(1);
                let most = option["max_length"].as_i64().unwrap_or(6000);
                if length < least || length > most {
                    return Err(Barred::because(format!(
                        "must have {least} to {most} characters"
                    )));
                }
                Ok(json!(text))
            }
            rules::INTEGER | rules::NUMBER => read_number(option, kind, text),
            rules::BOOLEAN => match text.to_lowercase().as_str() {
                "true" | "yes" => Ok(json!(true)),
                "false" | "no" => Ok(json!(false)),
                _ => Err(Barred::because(format!("{text} is neither true nor false"))),
            },
            rules::USER | rules::MENTIONABLE => {
                if let Some(found) = self.find_user(channel, text) {
                    resolved.add_user(self, guild, channel, found);
                    return Ok(json!(found.to_string()));
                }
                match guild
                    .and_then(|guild| self.find_role(guild, text))
                    .filter(|_| kind == rules::MENTIONABLE)
                {
                    Some(role) => {
                        resolved.add_role(self, guild, role);
                        Ok(json!(role.to_string()))
                    }
                    None => Err(Barred::because(format!("nobody here is called {text}"))),
                }
            }
            rules::ROLE => {
                let role = guild
                    .and_then(|guild| self.find_role(guild, text))
                    .ok_or_else(|| Barred::because(format!("there is no role {text}")))?;
                resolved.add_role(self, guild, role);
                Ok(json!(role.to_string()))
            }
            rules::CHANNEL => {
                let types = list(&option["channel_types"]);
                let found = self
                    .find_channel(user, guild, text)
                    .filter(|id| types.is_empty() || types.contains(&json!(self.channels[id].kind)))
                    .ok_or_else(|| Barred::because(format!("there is no such channel {text}")))?;
                resolved.add_channel(self, user, found);
                Ok(json!(found.to_string()))
            }
            _ => Err(Barred::because("files cannot be given to a command here")),
        }
    }

    /// Someone by id, mention or name: a member of the channel's guild, or a party of the DM.
    fn find_user(&self, channel: Id, text: &str) -> Option<Id> {
        let place = self.channels.get(&channel)?;
        let candidates = match place.guild {
            Some(guild) => self.member_ids(guild),
            None => place.recipients.clone(),
        };
        let plain = text
            .trim_start_matches("<@")
            .trim_start_matches('!')
            .trim_end_matches('>');
        if let Ok(id) = plain.parse::<Id>() {
            return candidates.contains(&id).then_some(id);
        }
        let plain = text.trim_start_matches('@');
        let called = |id: &Id, by: &dyn Fn(&Self, Id) -> Option<String>| {
            by(self, *id).is_some_and(|name| name == plain)
        };
        let unique: &dyn Fn(&Self, Id) -> Option<String> =
            &|world, id| world.users.get(&id).map(|user| user.name.clone());
        let shown: &dyn Fn(&Self, Id) -> Option<String> =
            &|world, id| Some(world.shown_name(place.guild, id));
        [unique, shown]
            .iter()
            .find_map(|by| candidates.iter().find(|id| called(id, by)).copied())
    }

    /// How a user is called in a guild: by nickname, display name or name.
    pub fn shown_name(&self, guild: Option<Id>, user: Id) -> String {
        let nick = guild
            .and_then(|guild| self.guilds.get(&guild)?.members.get(&user))
            .and_then(|member| member.nick.clone());
        let known = self.users.get(&user);
        nick.or_else(|| known.and_then(|user| user.global_name.clone()))
            .or_else(|| known.map(|user| user.name.clone()))
            .unwrap_or_else(|| "Deleted User".to_owned())
    }

    fn find_role(&self, guild: Id, text: &str) -> Option<Id> {
        let roles = &self.guilds.get(&guild)?.roles;
        let plain = text.trim_start_matches("<@&").trim_end_matches('>');
        if let Ok(id) = plain.parse::<Id>() {
            return roles.contains_key(&id).then_some(id);
        }
        let plain = text.trim_start_matches('@');
        roles
            .values()
            .find(|role| role.name.trim_start_matches('@') == plain)
            .map(|role| role.id)
    }

    fn find_channel(&self, user: Id, guild: Option<Id>, text: &str) -> Option<Id> {
        let plain = text.trim_start_matches("<#").trim_end_matches('>');
        let id = plain.parse::<Id>().ok();
        let plain = text.trim_start_matches('#');
        self.channels
            .values()
            .filter(|place| place.guild == guild && self.can_see(user, place.id))
            .find(|place| id.map_or(place.name == plain, |id| id == place.id))
            .map(|place| place.id)
    }

    /// The values that a user picks from a menu, checked against the menu, with what Discord resolves of them.
    pub(super) fn pick_from(
        &self,
        user: Id,
        channel: Id,
        menu: &Value,
        picked: &[String],
    ) -> Result<(Vec<Value>, Option<Value>), Barred> {
        let guild = self.channels.get(&channel).and_then(|place| place.guild);
        let least = menu["min_values"].as_u64().unwrap_or(1) as usize;
        let most = menu["max_values"].as_u64().unwrap_or(1) as usize;
        if picked.len() < least || picked.len() > most {
            return Err(Barred::because(format!(
                "{least} to {most} values are to be picked"
            )));
        }
        let mut resolved = Resolved::default();
        let mut values = Vec::new();
        for text in picked {
            let value = match menu["type"].as_i64().unwrap_or(0) {
                parts::STRING_SELECT => list(&menu["options"])
                    .iter()
                    .find(|option| option["value"] == text.as_str())
                    .or_else(|| {
                        list(&menu["options"])
                            .iter()
                            .find(|option| option["label"] == text.as_str())
                    })
                    .map(|option| option["value"].clone()),
                parts::USER_SELECT => self.find_user(channel, text).map(|found| {
                    resolved.add_user(self, guild, channel, found);
                    json!(found.to_string())
                }),
                parts::ROLE_SELECT => {
                    guild
                        .and_then(|guild| self.find_role(guild, text))
                        .map(|found| {
                            resolved.add_role(self, guild, found);
                            json!(found.to_string())
                        })
                }
                parts::MENTIONABLE_SELECT => match self.find_user(channel, text) {
                    Some(found) => {
                        resolved.add_user(self, guild, channel, found);
                        Some(json!(found.to_string()))
                    }
                    None => guild
                        .and_then(|guild| self.find_role(guild, text))
                        .map(|found| {
                            resolved.add_role(self, guild, found);
                            json!(found.to_string())
                        }),
                },
                _ => self.find_channel(user, guild, text).map(|found| {
                    resolved.add_channel(self, user, found);
                    json!(found.to_string())
                }),
            };
            let value =
                value.ok_or_else(|| Barred::because(format!("{text} is not in the menu")))?;
            if values.contains(&value) {
                return Err(Barred::because(format!("{text} is picked twice")));
            }
            values.push(value);
        }
        Ok((values, resolved.into_json()))
    }
}

/// 0 stands for guilds, 1 for the DM with the application's bot.
fn is_in_context(command: &Command, context: u64) -> bool {
    match command.body["contexts"].as_array() {
        Some(contexts) => contexts.contains(&json!(context)),
        None => context == 0 || command.body["dm_permission"] != false,
    }
}

fn is_allowed_by_default(command: &Command, has: u64) -> bool {
    if has & bit::ADMINISTRATOR != 0 {
        return true;
    }
    match command.body["default_member_permissions"]
        .as_str()
        .and_then(|bits| bits.parse::<u64>().ok())
    {
        // Zero means: nobody but administrators.
        Some(0) => false,
        Some(bits) => has & bits == bits,
        None => true,
    }
}

fn read_number(option: &Value, kind: i64, text: &str) -> Result<Value, Barred> {
    let value = if kind == rules::INTEGER {
        text.trim().parse::<i64>().map(|number| json!(number)).ok()
    } else {
        text.trim().parse::<f64>().map(|number| json!(number)).ok()
    };
    let value = value.ok_or_else(|| Barred::because(format!("{text} is not a number")))?;
    let size = value.as_f64().unwrap_or(f64::NAN);
    if let Some(least) = option["min_value"].as_f64()
        && size < least
    {
        return Err(Barred::because(format!("must be at least {least}")));
    }
    if let Some(most) = option["max_value"].as_f64()
        && size > most
    {
        return Err(Barred::because(format!("must be at most {most}")));
    }
    Ok(value)
}

fn is_branch(option: &Value) -> bool {
    matches!(
        option["type"].as_i64(),
        Some(rules::SUBCOMMAND | rules::SUBCOMMAND_GROUP)
    )
}

fn as_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
