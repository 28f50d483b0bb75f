//! The application commands that bots have registered, global ones and those of one guild.

use super::super::validate::{Invalid, commands as rules};
use super::super::world::{Id, Refusal, World};
use serde_json::{Map, Value, json};

/// A registered command.
#[derive(Debug, Clone)]
pub struct Command {
    /// Snowflake.
    pub id: Id,
    /// Whose it is.
    pub application: Id,
    /// The only guild it is for; none for a global one.
    pub guild: Option<Id>,
    /// The command as Discord answers with it.
    pub body: Value,
}

impl Command {
    /// Its name, without the slash.
    pub fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    /// Its kind: 1 for a slash command, 2 on a user, 3 on a message.
    pub fn kind(&self) -> i64 {
        rules::kind_of(&self.body)
    }
}

impl World {
    /// The commands of one scope, in the order in which they were registered.
    ///
    /// # Errors
    /// 50001 for a guild that the application is not in.
    pub fn commands(&self, application: Id, guild: Option<Id>) -> Result<Vec<&Command>, Refusal> {
        self.require_scope(application, guild)?;
        let all = self.interactions.commands.iter();
        Ok(all
            .filter(|command| command.application == application && command.guild == guild)
            .collect())
    }

    /// One command of a scope.
    ///
    /// # Errors
    /// 10063, 50001.
    pub fn command(&self, application: Id, guild: Option<Id>, id: Id) -> Result<&Command, Refusal> {
        self.commands(application, guild)?
            .into_iter()
            .find(|command| command.id == id)
            .ok_or_else(unknown_command)
    }

    /// Registers a command, or replaces the one of the same name and kind; says whether it is new.
    ///
    /// # Errors
    /// 50035 for a body that is not as it should be, 30032 for too many, 50001.
    pub fn create_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<(Command, bool), Refusal> {
        self.require_scope(application, guild)?;
        rules::check_command(body)?;
        let mut bodies =
            self.bodies_without(application, guild, |command| same(&command.body, body));
        bodies.push(body.clone());
        rules::check_set(&bodies)?;
        let earlier = self.interactions.commands.iter().position(|command| {
            command.application == application
                && command.guild == guild
                && same(&command.body, body)
        });
        let id = match earlier {
            Some(place) => self.interactions.commands[place].id,
            None => self.new_id(),
        };
        let command = self.command_of(id, application, guild, body);
        match earlier {
            Some(place) => self.interactions.commands[place] = command.clone(),
            None => self.interactions.commands.push(command.clone()),
        }
        Ok((command, earlier.is_none()))
    }

    /// Puts a whole new set of commands in place of a scope's former one; those that stay keep their ids.
    ///
    /// # Errors
    /// As [`World::create_command`]; nothing has changed then.
    pub fn overwrite_commands(
        &mut self,
        application: Id,
        guild: Option<Id>,
        body: &Value,
    ) -> Result<Vec<Command>, Refusal> {
        self.require_scope(application, guild)?;
        let Some(bodies) = body.as_array() else {
            return Err(Invalid::at(
                "",
                "LIST_TYPE_CONVERT",
                "Only iterables may be used in a ListType",
            )
            .into());
        };
        rules::check_set(bodies)?;
        let mut fresh = Vec::new();
        for body in bodies {
            let earlier = self
                .commands(application, guild)?
                .into_iter()
                .find(|command| same(&command.body, body))
                .cloned();
            let id = match &earlier {
                Some(command) => command.id,
                None => self.new_id(),
            };
            let mut command = self.command_of(id, application, guild, body);
            if let Some(earlier) = earlier {
                let mut unversioned = command.body.clone();
                unversioned["version"] = earlier.body["version"].clone();
                if unversioned == earlier.body {
                    command = earlier;
                }
            }
            fresh.push(command);
        }
        self.interactions
            .commands
            .retain(|command| command.application != application || command.guild != guild);
        self.interactions.commands.extend(fresh.iter().cloned());
        Ok(fresh)
    }

    /// Changes the parts of a command that are named.
    ///
    /// # Errors
    /// 10063, and as [`World::create_command`].
    pub fn edit_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        id: Id,
        patch: &Value,
    ) -> Result<Command, Refusal> {
        let mut body = self.command(application, guild, id)?.body.clone();
        for (key, value) in patch.as_object().into_iter().flatten() {
            body[key] = value.clone();
        }
        rules::check_command(&body)?;
        let mut bodies = self.bodies_without(application, guild, |command| command.id == id);
        bodies.push(body.clone());
        rules::check_set(&bodies)?;
        let command = self.command_of(id, application, guild, &body);
        for place in self
            .interactions
            .commands
            .iter_mut()
            .filter(|command| command.id == id)
        {
            *place = command.clone();
        }
        Ok(command)
    }

    /// Takes a command back.
    ///
    /// # Errors
    /// 10063, 50001.
    pub fn delete_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        id: Id,
    ) -> Result<(), Refusal> {
        self.command(application, guild, id)?;
        self.interactions
            .commands
            .retain(|command| command.id != id);
        Ok(())
    }

    fn require_scope(&self, application: Id, guild: Option<Id>) -> Result<(), Refusal> {
        match guild {
            Some(guild)
                if !self
                    .guilds
                    .get(&guild)
                    .is_some_and(|guild| guild.members.contains_key(&application)) =>
            {
                Err(Refusal::missing_access())
            }
            _ => Ok(()),
        }
    }

    fn bodies_without(
        &self,
        application: Id,
        guild: Option<Id>,
        without: impl Fn(&Command) -> bool,
    ) -> Vec<Value> {
        let all = self.interactions.commands.iter();
        all.filter(|command| {
            command.application == application && command.guild == guild && !without(command)
        })
        .map(|command| command.body.clone())
        .collect()
    }

    /// The command with every key that Discord answers with.
    fn command_of(&mut self, id: Id, application: Id, guild: Option<Id>, given: &Value) -> Command {
        let version = self.new_id();
        let slash = rules::kind_of(given) == rules::CHAT_INPUT;
        let permissions = match &given["default_member_permissions"] {
            Value::Number(bits) => json!(bits.to_string()),
            other => other.clone(),
        };
        let mut body = json!({
            "id": id.to_string(), "application_id": application.to_string(), "version": version.to_string(),
            "default_member_permissions": permissions, "type": rules::kind_of(given), "name": given["name"],
            "name_localizations": given["name_localizations"],
            "description": if slash { given["description"].clone() } else { json!("") },
            "description_localizations": given["description_localizations"], "nsfw": given["nsfw"] == true,
        });
        match guild {
            Some(guild) => body["guild_id"] = json!(guild.to_string()),
            None => {
                let contexts = &given["contexts"];
                let in_dms = match contexts.as_array() {
                    Some(list) => list.iter().any(|context| context == 1),
                    None => given["dm_permission"] != false,
                };
                body["dm_permission"] = json!(in_dms);
                body["contexts"] = contexts.clone();
                body["integration_types"] = match &given["integration_types"] {
                    Value::Null => json!([0]),
                    types => types.clone(),
                };
            }
        }
        let options = given["options"].as_array().map_or(&[][..], Vec::as_slice);
        if !options.is_empty() {
            body["options"] = options.iter().map(option_as_answered).collect();
        }
        Command {
            id,
            application,
            guild,
            body,
        }
    }
}

/// 10063.
pub fn unknown_command() -> Refusal {
    Refusal::new(404, 10063, "Unknown application command")
}

/// Whether two bodies are of one command: same name and kind.
fn same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && rules::kind_of(one) == rules::kind_of(other)
}

/// An option without what is null or an unset flag, as Discord leaves it out.
fn option_as_answered(given: &Value) -> Value {
    let mut option = Map::new();
    for (key, value) in given.as_object().into_iter().flatten() {
        let unset =
            value.is_null() || value == false || value.as_array().is_some_and(Vec::is_empty);
        if key == "options" {
            let inner = value
                .as_array()
                .into_iter()
                .flatten()
                .map(option_as_answered)
                .collect();
            option.insert(key.clone(), inner);
        } else if !unset {
            option.insert(key.clone(), value.clone());
        }
    }
    Value::Object(option)
}
