//! Application commands and interactions: what a bot registers, what a user's client makes of it, and how the bot may answer.
//!
//! [`commands`] is the register, [`client`] what a client lets its user do, [`open`] how an interaction begins and what the bot is
//! sent, [`answer`] how the bot answers within [`ANSWER_WITHIN_MS`] and follows up within [`TOKEN_LIVES_MS`], [`rest`] the routes.

pub mod answer;
pub mod client;
pub mod commands;
pub mod open;
mod resolved;
mod rest;

pub use self::rest::routes;
use super::world::{Id, Millis};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Instant;

/// How long a bot has for its first answer, in milliseconds.
pub const ANSWER_WITHIN_MS: Millis = 3_000;
/// How long an interaction's token is good for follow-ups and edits, in milliseconds.
pub const TOKEN_LIVES_MS: Millis = 15 * 60 * 1_000;

/// Everything about commands and interactions that the world remembers.
#[derive(Debug, Default)]
pub struct InteractionState {
    /// Registered commands of all applications, in order.
    pub commands: Vec<commands::Command>,
    /// Interactions by id.
    pub opened: BTreeMap<Id, Interaction>,
    /// The modal that each user has on the screen.
    pub modals: BTreeMap<Id, ShownModal>,
}

/// One interaction, from the press of a button to the last follow-up.
#[derive(Debug, Clone)]
pub struct Interaction {
    /// Snowflake.
    pub id: Id,
    /// What the bot answers with.
    pub token: String,
    /// Whom it was sent to.
    pub application: Id,
    /// Who began it.
    pub user: Id,
    /// Where.
    pub channel: Id,
    /// The channel's guild, none in a DM.
    pub guild: Option<Id>,
    /// When, on the stand-in's clock.
    pub opened_ms: Millis,
    /// When the bot was sent it, on the machine's clock.
    pub sent: Instant,
    /// How long it took the bot to answer, in microseconds; none before it did.
    pub took_us: Option<u64>,
    /// What it is about.
    pub about: About,
    /// How far its answer has come.
    pub outcome: Outcome,
    /// The message that `@original` stands for.
    pub original: Option<Id>,
    /// Messages made through this interaction, the original included where it was made here.
    pub messages: Vec<Id>,
}

/// What an interaction is about.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// A slash command.
    Command {
        /// The command with its subcommand.
        name: String,
        /// The command's id.
        command: Id,
    },
    /// What to offer for an option.
    Autocomplete {
        /// The kind of the option.
        kind: i64,
    },
    /// A button or a menu.
    Component {
        /// The message that it is on.
        message: Id,
    },
    /// A modal that was sent off.
    Modal {
        /// The message whose component had opened it; none if a command had.
        message: Option<Id>,
        /// The interaction that the modal had answered.
        shown_by: Id,
    },
}

impl About {
    /// Discord's number for the type of interaction.
    pub fn number(&self) -> u8 {
        match self {
            About::Command { .. } => 2,
            About::Component { .. } => 3,
            About::Autocomplete { .. } => 4,
            About::Modal { .. } => 5,
        }
    }
}

/// How far the answer to an interaction has come.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Not answered.
    Waiting,
    /// A message of its own, which is there.
    Message,
    /// A message of its own, which shows as "thinking".
    Thinking,
    /// The component's message stays as it is for now.
    Acknowledged,
    /// The component's message was edited.
    Updated,
    /// Choices for an option.
    Choices(Vec<Value>),
    /// A modal.
    Modal(Value),
}

/// A modal on a user's screen.
#[derive(Debug, Clone)]
pub struct ShownModal {
    /// The interaction that it answered; names the modal in the control API.
    pub shown_by: Id,
    /// Whose modal it is.
    pub application: Id,
    /// Where the user is.
    pub channel: Id,
    /// The message whose component opened it.
    pub message: Option<Id>,
    /// Custom id, title and components as the bot sent them.
    pub data: Value,
}
