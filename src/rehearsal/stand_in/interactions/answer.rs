//! How a bot answers an interaction: the first answer within three seconds, follow-ups and edits for fifteen minutes.

use super::super::rest::parse;
use super::super::validate::{Invalid, commands, components, message as rules};
use super::super::world::model::{message_flag, message_kind};
use super::super::world::{AllowedMentions, Id, MessageDraft, Refusal, Upload, World};
use super::{ANSWER_WITHIN_MS, About, Interaction, Outcome, ShownModal, TOKEN_LIVES_MS};
use serde_json::{Value, json};

/// Discord's numbers for the kinds of answers.
pub mod callback {
    /// A message.
    pub const MESSAGE: i64 = 4;
    /// "Thinking": the message comes later.
    pub const DEFERRED_MESSAGE: i64 = 5;
    /// The component's message stays; it may be edited later.
    pub const DEFERRED_UPDATE: i64 = 6;
    /// The component's message is edited.
    pub const UPDATE: i64 = 7;
    /// Choices for an option.
    pub const CHOICES: i64 = 8;
    /// A modal.
    pub const MODAL: i64 = 9;
}

/// What a bot may set on a message of its own.
const SETTABLE: u64 = message_flag::SUPPRESS_EMBEDS
    | message_flag::EPHEMERAL
    | message_flag::SUPPRESS_NOTIFICATIONS
    | message_flag::IS_COMPONENTS_V2;

/// Which message of an interaction is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// `@original`: the first answer, or the component's message.
    Original,
    /// One of the interaction's messages by id.
    One(Id),
}

impl World {
    /// The first answer to an interaction. Answers with what `with_response` asks for.
    ///
    /// # Errors
    /// 10062 for an unknown interaction or one that has waited too long, 40060 for a second answer, 50035 for a body or a kind of
    /// answer that does not fit. A refused answer leaves the interaction open.
    pub fn answer(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, Refusal> {
        let interaction = self
            .interactions
            .opened
            .get(&id)
            .filter(|interaction| interaction.token == token);
        let interaction = interaction.cloned().ok_or_else(unknown_interaction)?;
        if interaction.outcome != Outcome::Waiting {
            return Err(Refusal::new(
                400,
                40060,
                "Interaction has already been acknowledged.",
            ));
        }
        if self.now_ms() - interaction.opened_ms > ANSWER_WITHIN_MS {
            return Err(unknown_interaction());
        }
        let kind = body["type"].as_i64().unwrap_or(0);
        require_fitting(&interaction.about, kind)?;
        let data = &body["data"];
        let outcome = match kind {
            callback::MESSAGE => {
                rules::check_create(data, files.len()).map_err(within_data)?;
                let flags = settable(data);
                let message = self.post_answer(&interaction, data, files, flags)?;
                self.note(id, |interaction| interaction.original = Some(message));
                Outcome::Message
            }
            callback::DEFERRED_MESSAGE => {
                let flags = settable(data) & message_flag::EPHEMERAL | message_flag::LOADING;
                let message = self.post_answer(&interaction, &json!({}), Vec::new(), flags)?;
                self.note(id, |interaction| interaction.original = Some(message));
                Outcome::Thinking
            }
            callback::DEFERRED_UPDATE => {
                self.note(id, |interaction| {
                    interaction.original = component_message(&interaction.about)
                });
                Outcome::Acknowledged
            }
            callback::UPDATE => {
                let message =
                    component_message(&interaction.about).ok_or_else(Refusal::unknown_message)?;
                rules::check_edit(data, files.len()).map_err(within_data)?;
                self.apply_edit(
                    interaction.channel,
                    message,
                    parse::message_edit(data, &files)?,
                )?;
                self.note(id, |interaction| interaction.original = Some(message));
                Outcome::Updated
            }
            callback::CHOICES => {
                let About::Autocomplete { kind } = interaction.about else {
                    return Err(wrong_kind());
                };
                commands::check_offers(&data["choices"], kind)?;
                Outcome::Choices(data["choices"].as_array().cloned().unwrap_or_default())
            }
            _ => {
                components::check_modal(data)?;
                let modal = ShownModal {
                    shown_by: id,
                    application: interaction.application,
                    channel: interaction.channel,
                    message: component_message(&interaction.about),
                    data: data.clone(),
                };
                self.interactions.modals.insert(interaction.user, modal);
                Outcome::Modal(data.clone())
            }
        };
        if let About::Modal { shown_by, .. } = interaction.about {
            // The client closes a modal when what was sent off is answered, unless another one has come up since.
            let modals = &mut self.interactions.modals;
            if modals
                .get(&interaction.user)
                .is_some_and(|modal| modal.shown_by == shown_by)
            {
                modals.remove(&interaction.user);
            }
        }
        self.note(id, |interaction| {
            interaction.outcome = outcome;
            interaction.took_us = u64::try_from(interaction.sent.elapsed().as_micros()).ok();
        });
        Ok(self.callback_json(id, kind))
    }

    /// A follow-up. While the original is still "thinking", the first follow-up takes its place.
    ///
    /// # Errors
    /// 10015 before the first answer or for an unknown token, 50027 when the token's time is over, 50006, 50035.
    pub fn follow_up(
        &mut self,
        application: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, Refusal> {
        let interaction = self.answered(application, token)?;
        let message = match interaction.original {
            Some(original) if interaction.outcome == Outcome::Thinking => {
                self.complete(&interaction, original, body, files)?;
                original
            }
            _ => self.post_answer(&interaction, body, files, settable(body))?,
        };
        Ok(self.own_message_json(&interaction, message))
    }

    /// A message of an interaction.
    ///
    /// # Errors
    /// 10015, 50027, 10008.
    pub fn interaction_message(
        &self,
        application: Id,
        token: &str,
        which: Which,
    ) -> Result<Value, Refusal> {
        let interaction = self.answered(application, token)?;
        let message = self.message_of(&interaction, which)?;
        Ok(self.own_message_json(&interaction, message))
    }

    /// Edits a message of an interaction; a "thinking" original is completed by it.
    ///
    /// # Errors
    /// 10015, 50027, 10008, 50006, 50035.
    pub fn edit_interaction_message(
        &mut self,
        application: Id,
        token: &str,
        which: Which,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, Refusal> {
        let interaction = self.answered(application, token)?;
        let message = self.message_of(&interaction, which)?;
        if interaction.original == Some(message) && interaction.outcome == Outcome::Thinking {
            self.complete(&interaction, message, body, files)?;
        } else {
            self.apply_edit(
                interaction.channel,
                message,
                parse::message_edit(body, &files)?,
            )?;
            if interaction.original == Some(message) && interaction.outcome == Outcome::Acknowledged
            {
                self.note(interaction.id, |interaction| {
                    interaction.outcome = Outcome::Updated
                });
            }
        }
        Ok(self.own_message_json(&interaction, message))
    }

    /// Deletes a message of an interaction.
    ///
    /// # Errors
    /// 10015, 50027, 10008.
    pub fn delete_interaction_message(
        &mut self,
        application: Id,
        token: &str,
        which: Which,
    ) -> Result<(), Refusal> {
        let interaction = self.answered(application, token)?;
        let message = self.message_of(&interaction, which)?;
        self.remove_message(interaction.channel, message)?;
        self.note(interaction.id, |interaction| {
            if interaction.outcome == Outcome::Thinking && interaction.original == Some(message) {
                interaction.outcome = Outcome::Message;
            }
        });
        Ok(())
    }

    /// The interaction behind a token that is good for follow-ups.
    fn answered(&self, application: Id, token: &str) -> Result<Interaction, Refusal> {
        let found = self.interactions.opened.values().rev().find(|interaction| {
            interaction.token == token && interaction.application == application
        });
        let interaction = found.ok_or_else(unknown_webhook)?;
        if self.now_ms() - interaction.opened_ms > TOKEN_LIVES_MS {
            return Err(Refusal::new(401, 50027, "Invalid Webhook Token"));
        }
        if interaction.outcome == Outcome::Waiting {
            return Err(unknown_webhook());
        }
        Ok(interaction.clone())
    }

    fn message_of(&self, interaction: &Interaction, which: Which) -> Result<Id, Refusal> {
        let id = match which {
            Which::Original => interaction.original,
            Which::One(id) => Some(id).filter(|id| {
                interaction.messages.contains(id) || interaction.original == Some(*id)
            }),
        };
        let id = id.ok_or_else(Refusal::unknown_message)?;
        self.message(interaction.channel, id)
            .map(|message| message.id)
    }

    fn note(&mut self, id: Id, change: impl FnOnce(&mut Interaction)) {
        if let Some(interaction) = self.interactions.opened.get_mut(&id) {
            change(interaction);
        }
    }

    /// Completes a "thinking" original: it keeps the ephemeral flag of the deferral.
    fn complete(
        &mut self,
        interaction: &Interaction,
        message: Id,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<(), Refusal> {
        rules::check_create(body, files.len())?;
        self.apply_edit(
            interaction.channel,
            message,
            parse::message_edit(body, &files)?,
        )?;
        self.note(interaction.id, |interaction| {
            interaction.outcome = Outcome::Message
        });
        Ok(())
    }

    /// Puts an answer into the channel, where its author needs no permission; an ephemeral one is for the interaction's user alone.
    fn post_answer(
        &mut self,
        interaction: &Interaction,
        body: &Value,
        files: Vec<Upload>,
        flags: u64,
    ) -> Result<Id, Refusal> {
        let reply_to = match (&interaction.about, interaction.original) {
            (About::Component { message }, None) => Some((*message, false)),
            (_, Some(original)) => Some((original, false)),
            _ => None,
        };
        let kind = match &interaction.about {
            About::Command { .. } if interaction.original.is_none() => {
                message_kind::CHAT_INPUT_COMMAND
            }
            _ if reply_to.is_some() => message_kind::REPLY,
            _ => message_kind::DEFAULT,
        };
        let draft = if flags & message_flag::LOADING != 0 {
            MessageDraft::default()
        } else {
            parse::message_draft(body, &files)?
        };
        // An answer shows as a reply to what it answers and pings nobody by that.
        let allowed = draft.allowed_mentions.clone().unwrap_or(AllowedMentions {
            all_users: true,
            all_roles: true,
            everyone: true,
            ..AllowedMentions::default()
        });
        let draft = MessageDraft {
            allowed_mentions: Some(AllowedMentions {
                replied_user: false,
                ..allowed
            }),
            flags,
            kind,
            reply_to,
            nonce: None,
            application: Some(interaction.application),
            webhook: Some(interaction.application),
            interaction_metadata: Some(self.metadata_json(interaction)),
            interaction: self.old_metadata_json(interaction),
            ephemeral_for: (flags & message_flag::EPHEMERAL != 0).then_some(interaction.user),
            ..draft
        };
        let message = self.post(interaction.application, interaction.channel, draft)?;
        self.note(interaction.id, |interaction| {
            interaction.messages.push(message)
        });
        Ok(message)
    }

    fn own_message_json(&self, interaction: &Interaction, message: Id) -> Value {
        match self.message(interaction.channel, message) {
            Ok(message) => self.message_json(message, interaction.application),
            Err(_) => Value::Null,
        }
    }

    /// What a callback answers with where the response is asked for.
    fn callback_json(&self, id: Id, kind: i64) -> Value {
        let Some(interaction) = self.interactions.opened.get(&id) else {
            return Value::Null;
        };
        let mut about = json!({
            "id": id.to_string(), "type": interaction.about.number(), "channel_id": interaction.channel.to_string(),
        });
        if let Some(guild) = interaction.guild {
            about["guild_id"] = json!(guild.to_string());
        }
        let mut answer = json!({});
        if let Some(message) = interaction
            .original
            .and_then(|id| self.message(interaction.channel, id).ok())
        {
            about["response_message_id"] = json!(message.id.to_string());
            about["response_message_loading"] = json!(message.flags & message_flag::LOADING != 0);
            about["response_message_ephemeral"] =
                json!(message.flags & message_flag::EPHEMERAL != 0);
            let shown = self.message_json(message, interaction.application);
            // Discord's description knows a resource for messages made (4) and edited (7), also where that is deferred.
            let made = matches!(kind, callback::MESSAGE | callback::DEFERRED_MESSAGE);
            let kind = if made {
                callback::MESSAGE
            } else {
                callback::UPDATE
            };
            answer["resource"] = json!({ "type": kind, "message": shown });
        }
        answer["interaction"] = about;
        answer
    }

    /// What a message says of the interaction that it came from.
    fn metadata_json(&self, interaction: &Interaction) -> Value {
        let mut metadata = json!({
            "id": interaction.id.to_string(), "type": interaction.about.number(), "user": self.user_json(interaction.user),
            "authorizing_integration_owners": self.integration_owners(interaction.guild),
        });
        match &interaction.about {
            About::Command { name, .. } => {
                metadata["name"] = json!(name);
                metadata["command_type"] = json!(commands::CHAT_INPUT);
            }
            About::Component { message } => {
                metadata["interacted_message_id"] = json!(message.to_string())
            }
            About::Modal { shown_by, .. } => {
                if let Some(trigger) = self.interactions.opened.get(shown_by) {
                    metadata["triggering_interaction_metadata"] = self.metadata_json(trigger);
                }
            }
            About::Autocomplete { .. } => {}
        }
        if let Some(original) = interaction.original {
            metadata["original_response_message_id"] = json!(original.to_string());
        }
        metadata
    }

    /// The old form of [`World::metadata_json`], for commands alone.
    fn old_metadata_json(&self, interaction: &Interaction) -> Option<Value> {
        let About::Command { name, .. } = &interaction.about else {
            return None;
        };
        Some(
            json!({ "id": interaction.id.to_string(), "type": 2, "name": name, "user": self.user_json(interaction.user) }),
        )
    }
}

/// Kinds of answers that an interaction may have.
fn require_fitting(about: &About, kind: i64) -> Result<(), Refusal> {
    use callback::*;
    let from_component = component_message(about).is_some();
    let fits = match about {
        About::Autocomplete { .. } => kind == CHOICES,
        About::Command { .. } => matches!(kind, MESSAGE | DEFERRED_MESSAGE | MODAL),
        About::Component { .. } => matches!(
            kind,
            MESSAGE | DEFERRED_MESSAGE | DEFERRED_UPDATE | UPDATE | MODAL
        ),
        About::Modal { .. } => {
            matches!(kind, MESSAGE | DEFERRED_MESSAGE)
                || (from_component && matches!(kind, DEFERRED_UPDATE | UPDATE))
        }
    };
    if fits { Ok(()) } else { Err(wrong_kind()) }
}

/// The message whose component is behind an interaction, directly or through a modal.
fn component_message(about: &About) -> Option<Id> {
    match about {
        About::Component { message } => Some(*message),
        About::Modal { message, .. } => *message,
        About::Command { .. } | About::Autocomplete { .. } => None,
    }
}

fn settable(body: &Value) -> u64 {
    body["flags"].as_u64().unwrap_or(0) & SETTABLE
}

/// A callback's message stands in `data`, and so do its faults.
fn within_data(mut invalid: Invalid) -> Refusal {
    if !invalid.errors.is_null() {
        invalid.errors = json!({ "data": invalid.errors });
    }
    invalid.into()
}

fn wrong_kind() -> Refusal {
    Invalid::at(
        "type",
        "INTERACTION_CALLBACK_TYPE_INVALID",
        "This kind of answer is not for this kind of interaction",
    )
    .into()
}

fn unknown_interaction() -> Refusal {
    Refusal::new(404, 10062, "Unknown interaction")
}

fn unknown_webhook() -> Refusal {
    Refusal::new(404, 10015, "Unknown Webhook")
}
