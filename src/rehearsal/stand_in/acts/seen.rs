//! What a user's client shows: channels, messages with their components, modals, and the bot's answers.

use super::super::interactions::client::list;
use super::super::interactions::{About, Interaction, Outcome, ShownModal};
use super::super::validate::components as parts;
use super::super::world::model::{Message, message_flag};
use super::super::world::permissions::bit;
use super::super::world::{Channel, Id, Refusal, World};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A channel, thread or DM in a user's list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    /// Snowflake.
    #[serde(serialize_with = "text")]
    pub id: Id,
    /// Discord's type of channel: 0 text, 1 DM, 4 category, 11 and 12 public and private thread.
    pub kind: u8,
    /// The guild, none for a DM.
    #[serde(serialize_with = "optional_text")]
    pub guild: Option<Id>,
    /// Name; for a DM that of the other party.
    pub name: String,
    /// Topic.
    pub topic: Option<String>,
    /// Category, or the channel that a thread hangs under.
    #[serde(serialize_with = "optional_text")]
    pub parent: Option<Id>,
    /// The other party of a DM.
    #[serde(serialize_with = "optional_text")]
    pub with: Option<Id>,
    /// Whether a message of this user would be taken.
    pub may_write: bool,
    /// Whether this user may react with an emoji of the own choice.
    pub may_react: bool,
    /// Whether it is an archived thread.
    pub archived: bool,
    /// Whether it is a locked thread.
    pub locked: bool,
    /// Members of a thread.
    #[serde(serialize_with = "texts")]
    pub members: Vec<Id>,
}

/// A message as a user's client shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Seen {
    /// Snowflake.
    #[serde(serialize_with = "text")]
    pub id: Id,
    /// Where it stands.
    #[serde(serialize_with = "text")]
    pub channel: Id,
    /// Who wrote it.
    #[serde(serialize_with = "text")]
    pub author: Id,
    /// What the author is called there.
    pub author_name: String,
    /// Discord's type of message.
    pub kind: u8,
    /// Text.
    pub content: String,
    /// Embeds as on the wire.
    pub embeds: Vec<Value>,
    /// Components as on the wire.
    pub components: Vec<Value>,
    /// Files.
    pub files: Vec<File>,
    /// Only this user sees it.
    pub ephemeral: bool,
    /// The bot is "thinking".
    pub thinking: bool,
    /// Whether it was edited.
    pub edited: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// When it was sent, milliseconds since the Unix epoch.
    pub sent_ms: i64,
    /// The message that it replies to.
    #[serde(serialize_with = "optional_text")]
    pub reply_to: Option<Id>,
    /// Users that it pings.
    #[serde(serialize_with = "texts")]
    pub mentions: Vec<Id>,
    /// Emojis with who reacted, in order.
    pub reactions: Vec<(String, Vec<String>)>,
}

/// A file of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct File {
    /// Name.
    pub name: String,
    /// Bytes.
    pub size: usize,
    /// Where it can be fetched.
    pub url: String,
    /// What is in it.
    #[serde(skip)]
    pub data: Vec<u8>,
}

/// A button of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// Custom id; none for one that opens an address.
    pub custom_id: Option<String>,
    /// What is written on it.
    pub label: String,
    /// Whether it can be pressed.
    pub disabled: bool,
}

/// A menu of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Custom id.
    pub custom_id: String,
    /// Discord's type of component: 3 for one with options of its own, 5 users, 6 roles, 7 both, 8 channels.
    pub kind: i64,
    /// What is written on it while nothing is picked.
    pub placeholder: String,
    /// Label and value of each option.
    pub options: Vec<(String, String)>,
    /// How few and how many may be picked.
    pub picks: (usize, usize),
    /// Whether it can be used.
    pub disabled: bool,
}

impl Seen {
    /// Everything that can be read in it: content, then the embeds' texts, a line each.
    pub fn text(&self) -> String {
        let mut lines = vec![self.content.clone()];
        for embed in &self.embeds {
            let mut add = |value: &Value| lines.extend(value.as_str().map(str::to_owned));
            add(&embed["author"]["name"]);
            add(&embed["title"]);
            add(&embed["description"]);
            for field in list(&embed["fields"]) {
                add(&field["name"]);
                add(&field["value"]);
            }
            add(&embed["footer"]["text"]);
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Its buttons, row by row.
    pub fn buttons(&self) -> Vec<Button> {
        let buttons = self
            .flat_components()
            .into_iter()
            .filter(|part| part["type"] == parts::BUTTON);
        buttons
            .map(|part| Button {
                custom_id: part["custom_id"].as_str().map(str::to_owned),
                label: part["label"].as_str().unwrap_or_default().to_owned(),
                disabled: part["disabled"] == true,
            })
            .collect()
    }

    /// Its menus.
    pub fn menus(&self) -> Vec<Menu> {
        let is_menu = |part: &&Value| {
            matches!(
                part["type"].as_i64(),
                Some(parts::STRING_SELECT | parts::USER_SELECT..=parts::CHANNEL_SELECT)
            )
        };
        self.flat_components()
            .into_iter()
            .filter(is_menu)
            .map(menu)
            .collect()
    }

    /// The button with this custom id or label.
    pub fn button(&self, which: &str) -> Option<Button> {
        let mut buttons = self.buttons().into_iter();
        buttons.find(|button| button.custom_id.as_deref() == Some(which) || button.label == which)
    }

    /// The menu with this custom id or placeholder.
    pub fn menu(&self, which: &str) -> Option<Menu> {
        let mut menus = self.menus().into_iter();
        menus.find(|menu| menu.custom_id == which || menu.placeholder == which)
    }

    fn flat_components(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        for row in &self.components {
            found.push(row);
            found.extend(list(&row["components"]));
        }
        found
    }
}

fn menu(part: &Value) -> Menu {
    let said = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let count = |key: &str| part[key].as_u64().unwrap_or(1) as usize;
    Menu {
        custom_id: said(&part["custom_id"]),
        kind: part["type"].as_i64().unwrap_or(0),
        placeholder: said(&part["placeholder"]),
        options: list(&part["options"])
            .iter()
            .map(|option| (said(&option["label"]), said(&option["value"])))
            .collect(),
        picks: (count("min_values"), count("max_values")),
        disabled: part["disabled"] == true,
    }
}

/// A modal on a user's screen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Modal {
    /// Names it when it is sent off.
    #[serde(serialize_with = "text")]
    pub id: Id,
    /// Title.
    pub title: String,
    /// The bot's own name for it.
    pub custom_id: String,
    /// What can be filled in.
    pub inputs: Vec<Input>,
}

/// An input of a modal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Input {
    /// Custom id.
    pub custom_id: String,
    /// What is written above it.
    pub label: String,
    /// Discord's type of component: 4 for a text.
    pub kind: i64,
    /// What stands in it from the start.
    pub value: String,
    /// Whether it must be filled in.
    pub required: bool,
}

impl Modal {
    pub(super) fn of(shown: &ShownModal) -> Modal {
        let said = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut inputs = Vec::new();
        for row in list(&shown.data["components"]) {
            let single = row
                .get("component")
                .into_iter()
                .map(|input| (input, &row["label"]));
            let several = list(&row["components"])
                .iter()
                .map(|input| (input, &input["label"]));
            inputs.extend(single.chain(several).map(|(input, label)| Input {
                custom_id: said(&input["custom_id"]),
                label: said(label),
                kind: input["type"].as_i64().unwrap_or(0),
                value: said(&input["value"]),
                required: input["required"] != false,
            }));
        }
        Modal {
            id: shown.shown_by,
            title: said(&shown.data["title"]),
            custom_id: said(&shown.data["custom_id"]),
            inputs,
        }
    }
}

/// One thing that an autocomplete offers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// What is shown.
    pub name: String,
    /// What is sent.
    pub value: Value,
}

/// What a user sees of the bot's answer to a command, press, choice or modal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// The interaction.
    #[serde(serialize_with = "text")]
    pub interaction: Id,
    /// What kind of answer it is.
    pub kind: AnswerKind,
    /// The message that came, or the edited one; none also where it has been deleted since.
    pub message: Option<Seen>,
    /// The modal that came up.
    pub modal: Option<Modal>,
    /// How long it took from when the bot was sent it until its first answer was here, in microseconds.
    pub took_us: Option<u64>,
}

/// Kinds of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// A message of its own.
    Message,
    /// "Thinking", and it stayed so for as long as the user waited.
    Thinking,
    /// The message with the component was edited.
    Updated,
    /// The press was taken and nothing was shown for it.
    Acknowledged,
    /// A modal came up.
    Modal,
    /// "The application did not respond."
    NoResponse,
}

impl Answer {
    /// What can be read in the answer's message; empty where there is none.
    pub fn text(&self) -> String {
        self.message.as_ref().map(Seen::text).unwrap_or_default()
    }

    /// Whether the answer is a message that only this user sees.
    pub fn is_private(&self) -> bool {
        self.message
            .as_ref()
            .is_some_and(|message| message.ephemeral)
    }
}

impl World {
    /// What a user sees of an interaction's answer now.
    pub(super) fn answer_seen(&self, interaction: &Interaction) -> Answer {
        let kind = match &interaction.outcome {
            Outcome::Waiting => AnswerKind::NoResponse,
            Outcome::Message => AnswerKind::Message,
            Outcome::Thinking => AnswerKind::Thinking,
            Outcome::Updated => AnswerKind::Updated,
            Outcome::Acknowledged | Outcome::Choices(_) => AnswerKind::Acknowledged,
            Outcome::Modal(_) => AnswerKind::Modal,
        };
        let message = match interaction.about {
            About::Autocomplete { .. } => None,
            _ => interaction
                .original
                .and_then(|id| self.message(interaction.channel, id).ok()),
        };
        let modal = self.interactions.modals.get(&interaction.user);
        Answer {
            interaction: interaction.id,
            kind,
            message: message.map(|message| self.seen(message)),
            modal: modal
                .filter(|modal| modal.shown_by == interaction.id)
                .map(Modal::of),
            took_us: interaction.took_us,
        }
    }

    /// Messages of a channel as a user's client shows them, newest first.
    ///
    /// Without READ_MESSAGE_HISTORY those that came while the client was there are shown all the same.
    pub(super) fn read_as(
        &self,
        user: Id,
        channel: Id,
    ) -> Result<impl Iterator<Item = Seen>, Refusal> {
        let place = self.require(user, channel, 0)?;
        let history = self.can(user, channel, bit::READ_MESSAGE_HISTORY);
        let messages = place.messages.values().rev();
        Ok(messages
            .filter(move |message| message.ephemeral_for.is_none_or(|only| only == user))
            .filter(move |message| history || self.was_received(user, message.id))
            .map(|message| self.seen(message)))
    }

    fn was_received(&self, user: Id, message: Id) -> bool {
        let id = message.to_string();
        self.feed_since(user, 0)
            .any(|entry| entry.event.starts_with("MESSAGE_") && entry.data["id"] == id.as_str())
    }

    /// A message as it is shown.
    pub(super) fn seen(&self, message: &Message) -> Seen {
        let guild = self
            .channels
            .get(&message.channel)
            .and_then(|place| place.guild);
        let files = message.attachments.iter().map(|file| {
            let url = self.attachment_json(message.channel, file)["url"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            File {
                name: file.filename.clone(),
                size: file.data.len(),
                url,
                data: file.data.clone(),
            }
        });
        Seen {
            id: message.id,
            channel: message.channel,
            author: message.author,
            author_name: self.shown_name(guild, message.author),
            kind: message.kind,
            content: message.content.clone(),
            embeds: message.embeds.clone(),
            components: message.components.clone(),
            files: files.collect(),
            ephemeral: message.ephemeral_for.is_some(),
            thinking: message.flags & message_flag::LOADING != 0,
            edited: message.edited_ms.is_some(),
            pinned: message.pinned,
            sent_ms: message.sent_ms,
            reply_to: message
                .reference
                .as_ref()
                .and_then(|reference| reference.message),
            mentions: message.mentions.clone(),
            reactions: message
                .reactions
                .iter()
                .map(|reaction| {
                    (
                        reaction.emoji.name.clone(),
                        reaction.users.iter().map(Id::to_string).collect(),
                    )
                })
                .collect(),
        }
    }

    /// A channel as it stands in a user's list.
    pub(super) fn place_seen(&self, user: Id, place: &Channel) -> Place {
        let with = place
            .recipients
            .iter()
            .find(|other| **other != user)
            .copied();
        let thread = place.thread.as_ref();
        Place {
            id: place.id,
            kind: place.kind,
            guild: place.guild,
            name: with.map_or_else(|| place.name.clone(), |other| self.shown_name(None, other)),
            topic: place.topic.clone(),
            parent: place.parent,
            with,
            may_write: self.can_write(user, place.id),
            may_react: self.can_react(user, place.id),
            archived: thread.is_some_and(|thread| thread.archived),
            locked: thread.is_some_and(|thread| thread.locked),
            members: thread
                .map(|thread| thread.members.keys().copied().collect())
                .unwrap_or_default(),
        }
    }
}

/// Ids are texts in JSON, as everywhere in Discord.
fn text<S: Serializer>(id: &Id, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(id)
}

fn optional_text<S: Serializer>(id: &Option<Id>, out: S) -> Result<S::Ok, S::Error> {
    id.map(|id| id.to_string()).serialize(out)
}

fn texts<S: Serializer>(ids: &[Id], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(ids.iter().map(Id::to_string))
}
