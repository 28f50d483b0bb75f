//! How an interaction begins: a user types, presses, chooses or sends off, and the bot is sent INTERACTION_CREATE.

use super::super::validate::components as parts;
use super::super::world::{Id, World};
use super::client::{Barred, Focus, list};
use super::{About, Interaction, Outcome, TOKEN_LIVES_MS};
use serde_json::{Value, json};
use std::time::Instant;

/// The largest file that an answer may carry, in bytes.
const ATTACHMENT_SIZE_LIMIT: u64 = 10 * 1024 * 1024;

impl World {
    /// A user sends off a slash command; answers with the interaction's id.
    ///
    /// # Errors
    /// What [`World::compose`] bars.
    pub fn open_command(
        &mut self,
        user: Id,
        channel: Id,
        application: Option<Id>,
        line: &str,
        options: &[(String, String)],
    ) -> Result<Id, Barred> {
        let composed = self.compose(user, channel, application, line, options, None)?;
        self.require_unlocked(user, channel)?;
        let about = About::Command {
            name: composed.name,
            command: composed.command,
        };
        Ok(self.open(
            composed.application,
            user,
            channel,
            about,
            composed.data,
            None,
        ))
    }

    /// A user's client asks what to offer for the option that is being typed.
    ///
    /// # Errors
    /// What [`World::compose`] bars.
    pub fn open_autocomplete(
        &mut self,
        user: Id,
        channel: Id,
        application: Option<Id>,
        line: &str,
        options: &[(String, String)],
        focus: Focus<'_>,
    ) -> Result<Id, Barred> {
        let composed = self.compose(user, channel, application, line, options, Some(focus))?;
        let about = About::Autocomplete {
            kind: composed.focused_kind.unwrap_or_default(),
        };
        Ok(self.open(
            composed.application,
            user,
            channel,
            about,
            composed.data,
            None,
        ))
    }

    /// A user presses a button (named by custom id or label) of a message as it is now.
    ///
    /// # Errors
    /// A message that this user does not see, no such button, a disabled one, or one that opens an address.
    pub fn open_press(
        &mut self,
        user: Id,
        channel: Id,
        message: Id,
        which: &str,
    ) -> Result<Id, Barred> {
        let shown = self.message_on_screen(user, channel, message)?;
        let component = find_component(list(&shown["components"]), which)
            .ok_or_else(|| Barred::because(format!("the message has no {which} now")))?;
        self.open_component(user, channel, &shown, &component, None)
    }

    /// A user presses a button that the client still had on the screen: from an earlier version of the message, or of one deleted since.
    ///
    /// # Errors
    /// Nothing of that name was ever shown to this user there.
    pub fn open_stale_press(
        &mut self,
        user: Id,
        channel: Id,
        message: Id,
        which: &str,
        values: Option<&[String]>,
    ) -> Result<Id, Barred> {
        let (shown, component) = self
            .earlier_versions(user, message)
            .find_map(|shown| {
                let component = find_component(list(&shown["components"]), which)?;
                Some((shown.clone(), component))
            })
            .ok_or_else(|| Barred::because(format!("{which} was never on this user's screen")))?;
        self.open_component(user, channel, &shown, &component, values)
    }

    /// A user picks values from a menu (named by custom id or placeholder) of a message as it is now.
    ///
    /// # Errors
    /// As [`World::open_press`], and values that the menu does not offer or too few or too many.
    pub fn open_choice(
        &mut self,
        user: Id,
        channel: Id,
        message: Id,
        which: &str,
        values: &[String],
    ) -> Result<Id, Barred> {
        let shown = self.message_on_screen(user, channel, message)?;
        let component = find_component(list(&shown["components"]), which)
            .ok_or_else(|| Barred::because(format!("the message has no {which} now")))?;
        self.open_component(user, channel, &shown, &component, Some(values))
    }

    /// A user sends off the modal on the screen; `values` are by the inputs' custom ids or labels.
    ///
    /// # Errors
    /// No such modal on the screen, an unknown input, a required one left empty, too short or too long.
    pub fn open_submit(
        &mut self,
        user: Id,
        shown_by: Id,
        values: &[(String, Vec<String>)],
    ) -> Result<Id, Barred> {
        let modal = self
            .interactions
            .modals
            .get(&user)
            .filter(|modal| modal.shown_by == shown_by)
            .cloned()
            .ok_or_else(|| Barred::because("this modal is not on the user's screen"))?;
        let mut left: Vec<&(String, Vec<String>)> = values.iter().collect();
        let mut components = Vec::new();
        let mut number = 0;
        let mut next = || {
            number += 1;
            number
        };
        for row in list(&modal.data["components"]) {
            let row_id = next();
            let label = row["label"].as_str();
            if let Some(input) = row.get("component") {
                let sent = self.fill_input(user, modal.channel, input, label, next(), &mut left)?;
                components.push(json!({ "type": parts::LABEL, "id": row_id, "component": sent }));
            } else if row["type"] == parts::ACTION_ROW {
                let mut inner = Vec::new();
                for input in list(&row["components"]) {
                    let label = input["label"].as_str();
                    inner.push(self.fill_input(
                        user,
                        modal.channel,
                        input,
                        label,
                        next(),
                        &mut left,
                    )?);
                }
                components
                    .push(json!({ "type": parts::ACTION_ROW, "id": row_id, "components": inner }));
            } else {
                components.push(json!({ "type": row["type"], "id": row_id }));
            }
        }
        if let Some((name, _)) = left.first() {
            return Err(Barred::because(format!("the modal has no input {name}")));
        }
        let data = json!({ "custom_id": modal.data["custom_id"], "components": components, "resolved": {} });
        let message = modal.message.and_then(|id| {
            let message = self.message(modal.channel, id).ok()?;
            Some(self.message_json(message, modal.application))
        });
        let about = About::Modal {
            message: modal.message,
            shown_by,
        };
        Ok(self.open(modal.application, user, modal.channel, about, data, message))
    }

    fn fill_input(
        &self,
        user: Id,
        channel: Id,
        input: &Value,
        label: Option<&str>,
        number: u64,
        left: &mut Vec<&(String, Vec<String>)>,
    ) -> Result<Value, Barred> {
        let custom_id = input["custom_id"].as_str().unwrap_or_default();
        let shown = label.unwrap_or(custom_id);
        let place = left
            .iter()
            .position(|(name, _)| name == custom_id || Some(name.as_str()) == label);
        let given = place.map(|place| &left.remove(place).1);
        let mut sent = json!({ "type": input["type"], "id": number, "custom_id": custom_id });
        if input["type"] == parts::TEXT_INPUT {
            let preset = input["value"].as_str().unwrap_or_default();
            let text = given.map_or_else(|| preset.to_owned(), |lines| lines.join("\n"));
            let length = text.chars().count() as u64;
            let least = input["min_length"].as_u64().unwrap_or(0);
            let most = input["max_length"].as_u64().unwrap_or(4000);
            if length == 0 && input["required"] != false {
                return Err(Barred::because(format!("{shown} is required")));
            }
            if length > most || (length > 0 && length < least) {
                return Err(Barred::because(format!(
                    "{shown} must have {least} to {most} characters"
                )));
            }
            sent["value"] = json!(text);
        } else {
            let picked = given.map_or(&[][..], Vec::as_slice);
            let optional = input["required"] == false && picked.is_empty();
            let values = if optional {
                Vec::new()
            } else {
                self.pick_from(user, channel, input, picked)?.0
            };
            sent["values"] = Value::Array(values);
        }
        Ok(sent)
    }

    fn open_component(
        &mut self,
        user: Id,
        channel: Id,
        shown: &Value,
        component: &Value,
        values: Option<&[String]>,
    ) -> Result<Id, Barred> {
        let name = component["custom_id"].as_str();
        let Some(custom_id) = name else {
            return Err(Barred::because(
                "this button opens an address and sends nothing",
            ));
        };
        if component["disabled"] == true {
            return Err(Barred::because(format!("{custom_id} is disabled")));
        }
        let is_button = component["type"] == parts::BUTTON;
        let mut data = json!({ "component_type": component["type"], "custom_id": custom_id, "id": component["id"] });
        match values {
            Some(_) if is_button => {
                return Err(Barred::because(format!(
                    "{custom_id} is a button, not a menu"
                )));
            }
            None if !is_button => {
                return Err(Barred::because(format!(
                    "{custom_id} is a menu, not a button"
                )));
            }
            None => {}
            Some(values) => {
                let (values, resolved) = self.pick_from(user, channel, component, values)?;
                data["values"] = Value::Array(values);
                if let Some(resolved) = resolved {
                    data["resolved"] = resolved;
                }
            }
        }
        let id = |value: &Value| value.as_str().and_then(|text| text.parse::<Id>().ok());
        let (Some(message), Some(application)) = (
            id(&shown["id"]),
            id(&shown["application_id"]).or_else(|| id(&shown["author"]["id"])),
        ) else {
            return Err(Barred::because("the message is of no application"));
        };
        let guild = self
            .channels
            .get(&channel)
            .and_then(|place| place.guild)
            .and_then(|id| self.guilds.get(&id));
        if guild.is_some_and(|guild| !guild.members.contains_key(&application)) {
            return Err(Barred::because(
                "the application is not in this server any more",
            ));
        }
        // The bot gets the message as the API shows it, without what only the gateway adds.
        let mut message_json = shown.clone();
        if let Some(map) = message_json.as_object_mut() {
            for key in ["guild_id", "member", "channel_type"] {
                map.shift_remove(key);
            }
        }
        Ok(self.open(
            application,
            user,
            channel,
            About::Component { message },
            data,
            Some(message_json),
        ))
    }

    /// A message as it stands on a user's screen now.
    pub(crate) fn message_on_screen(
        &self,
        user: Id,
        channel: Id,
        message: Id,
    ) -> Result<Value, Barred> {
        let unseen = || Barred::because("this user does not see that message");
        let found = self.message(channel, message).map_err(|_| unseen())?;
        let visible =
            self.can_see(user, channel) && found.ephemeral_for.is_none_or(|only| only == user);
        if !visible {
            return Err(unseen());
        }
        Ok(self.message_json(found, found.application.unwrap_or(found.author)))
    }

    /// What a user's client has received of a message, newest first.
    fn earlier_versions(&self, user: Id, message: Id) -> impl Iterator<Item = &Value> {
        let id = message.to_string();
        let feed = self.feeds.get(&user).into_iter().flatten().rev();
        feed.filter(|entry| matches!(entry.event.as_str(), "MESSAGE_CREATE" | "MESSAGE_UPDATE"))
            .map(|entry| &entry.data)
            .filter(move |data| data["id"] == id.as_str())
    }

    /// A client has no text box in a locked thread, except for those who manage threads.
    fn require_unlocked(&self, user: Id, channel: Id) -> Result<(), Barred> {
        use super::super::world::permissions::bit;
        let locked = self
            .channels
            .get(&channel)
            .and_then(|place| place.thread.as_ref())
            .is_some_and(|thread| thread.locked);
        if locked && !self.can(user, channel, bit::MANAGE_THREADS) {
            return Err(Barred::because("the thread is locked"));
        }
        Ok(())
    }

    /// Notes the interaction and sends it to the application.
    fn open(
        &mut self,
        application: Id,
        user: Id,
        channel: Id,
        about: About,
        data: Value,
        message: Option<Value>,
    ) -> Id {
        let id = self.new_id();
        let interaction = Interaction {
            id,
            token: new_token(),
            application,
            user,
            channel,
            guild: self.channels.get(&channel).and_then(|place| place.guild),
            opened_ms: self.now_ms(),
            sent: Instant::now(),
            took_us: None,
            about,
            outcome: Outcome::Waiting,
            original: None,
            messages: Vec::new(),
        };
        let payload = self.interaction_json(&interaction, data, message);
        self.forget_old_interactions();
        self.interactions.opened.insert(id, interaction);
        if self.faults.double_interaction > 0 {
            self.faults.double_interaction -= 1;
            self.dispatch_to_bot(application, "INTERACTION_CREATE", payload.clone());
        }
        self.dispatch_to_bot(application, "INTERACTION_CREATE", payload);
        id
    }

    /// Interactions whose token has long been dead are not asked for again.
    fn forget_old_interactions(&mut self) {
        let before = self.now_ms() - 4 * TOKEN_LIVES_MS;
        let opened = &mut self.interactions.opened;
        while opened
            .first_key_value()
            .is_some_and(|(_, oldest)| oldest.opened_ms < before)
        {
            opened.pop_first();
        }
    }

    /// What INTERACTION_CREATE carries, with every key that Discord sends.
    fn interaction_json(
        &self,
        interaction: &Interaction,
        data: Value,
        message: Option<Value>,
    ) -> Value {
        let Interaction {
            application,
            user,
            channel,
            guild,
            ..
        } = *interaction;
        let mut payload = json!({
            "version": 1, "type": interaction.about.number(), "token": interaction.token, "id": interaction.id.to_string(),
            "application_id": application.to_string(), "data": data, "locale": "en-US", "channel_id": channel.to_string(),
            "entitlements": [], "entitlement_sku_ids": [], "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
            "app_permissions": self.permissions(application, channel).to_string(),
            "authorizing_integration_owners": self.integration_owners(guild),
            "context": if guild.is_some() { 0 } else { 1 },
        });
        if let Some(place) = self.channels.get(&channel) {
            let mut value = self.channel_json(place, application);
            if let Some(map) = value.as_object_mut() {
                map.shift_remove("permission_overwrites");
            }
            if guild.is_some() {
                value["permissions"] = json!(self.permissions(user, channel).to_string());
            }
            payload["channel"] = value;
        }
        match guild {
            Some(guild) => {
                payload["guild_id"] = json!(guild.to_string());
                payload["guild_locale"] = json!("en-US");
                payload["guild"] =
                    json!({ "id": guild.to_string(), "locale": "en-US", "features": [] });
                let member = self.interaction_member_json(guild, user, channel);
                payload["member"] = member.unwrap_or(Value::Null);
            }
            None => payload["user"] = self.user_json(user),
        }
        if let Some(message) = message {
            payload["message"] = message;
        }
        payload
    }

    /// Who installed the application that an interaction is of: the guild, or in a DM nobody in particular.
    pub(super) fn integration_owners(&self, guild: Option<Id>) -> Value {
        json!({ "0": guild.map_or_else(|| "0".to_owned(), |guild| guild.to_string()) })
    }
}

/// A component of a message by custom id, or by what is written on it.
pub(crate) fn find_component(rows: &[Value], which: &str) -> Option<Value> {
    let mut all = Vec::new();
    collect(rows, &mut all);
    let by = |key: &str| {
        all.iter()
            .find(|component| component[key] == which)
            .map(|found| (*found).clone())
    };
    by("custom_id")
        .or_else(|| by("label"))
        .or_else(|| by("placeholder"))
}

fn collect<'a>(components: &'a [Value], all: &mut Vec<&'a Value>) {
    for component in components {
        all.push(component);
        collect(list(&component["components"]), all);
        if let Some(accessory) = component.get("accessory") {
            all.push(accessory);
        }
    }
}

fn new_token() -> String {
    let parts: [u64; 6] = rand::random();
    parts.iter().map(|part| format!("{part:016x}")).collect()
}
