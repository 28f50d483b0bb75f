//! One responder per interaction: whatever happens, it is answered once, in time, and to that person alone.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use serenity::all::{
    ApplicationId, CommandInteraction, ComponentInteraction, CreateActionRow,
    CreateAllowedMentions, CreateInteractionResponse, CreateInteractionResponseFollowup,
    CreateInteractionResponseMessage, CreateModal, EditInteractionResponse, InteractionId,
    MessageFlags, ModalInteraction,
};

use super::components::Shown;
use super::faults::Fault;
use super::limits;
use super::render::{Names, split};
use super::wire::Wire;
use crate::kernel::ids::GameId;
use crate::kernel::panel::Panel;
use crate::kernel::text::Text;
use crate::kill_point::{self, KillPoint};

/// How long an answer may take before it is put off. Discord waits for 3 s, part of which the way takes.
const PATIENCE: Duration = Duration::from_millis(1200);

/// What is said where the bot itself made a mistake.
const BUG: &str =
    "The bot made a mistake of its own, so nothing was done. Whoever runs it finds it in the log.";

/// What somebody is answered, privately: text in parts that fit a message, with controls below the last one.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    parts: Vec<String>,
    rows: Vec<CreateActionRow>,
}

impl Reply {
    /// Plain words of ours (never with a raw name in them).
    pub fn say(words: impl AsRef<str>) -> Reply {
        Reply {
            parts: split(words.as_ref(), limits::MESSAGE),
            rows: Vec::new(),
        }
    }

    /// A text with names put in.
    pub fn text(names: &Names, text: &Text) -> Reply {
        Reply::say(names.content(text))
    }

    /// A panel of this game.
    pub fn panel(game: GameId, names: &Names, panel: &Panel) -> Reply {
        let shown = Shown::new(game, names, panel);
        Reply {
            parts: shown.contents,
            rows: shown.rows,
        }
    }

    /// The same reply with these controls below it.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<CreateActionRow>) -> Reply {
        self.rows = rows;
        self
    }

    /// This reply, with another one's text above its own.
    #[must_use]
    pub fn below(mut self, head: Reply) -> Reply {
        let text = head.parts.into_iter().chain(self.parts).collect::<Vec<_>>();
        self.parts = split(&text.join("\n\n"), limits::MESSAGE);
        self
    }

    /// The messages to send: the first is never missing, for an interaction must be answered with something.
    fn messages(self) -> Vec<(String, Vec<CreateActionRow>)> {
        let mut parts = self.parts;
        if parts.is_empty() {
            parts.push("Done.".to_owned());
        }
        let last = parts.len() - 1;
        let mut rows = self.rows;
        parts
            .into_iter()
            .enumerate()
            .map(|(index, part)| {
                let below = if index == last {
                    std::mem::take(&mut rows)
                } else {
                    Vec::new()
                };
                (part, below)
            })
            .collect()
    }
}

/// How an interaction is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// With a new message that only this person sees.
    Fresh,
    /// By changing the message that only this person sees already.
    Update,
}

/// Answers one interaction, once.
pub struct Responder {
    wire: Wire,
    application: ApplicationId,
    id: InteractionId,
    token: String,
    way: Way,
}

impl Responder {
    /// For a slash command.
    pub fn to_command(wire: &Wire, command: &CommandInteraction) -> Responder {
        Responder {
            wire: wire.clone(),
            application: command.application_id,
            id: command.id,
            token: command.token.clone(),
            way: Way::Fresh,
        }
    }

    /// For a button or a menu: on a message that only this person sees it changes that message; on a board or in a DM it
    /// answers with a new one, for those are kept as they should be by others.
    pub fn to_component(wire: &Wire, component: &ComponentInteraction) -> Responder {
        let own = component
            .message
            .flags
            .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
        Responder {
            wire: wire.clone(),
            application: component.application_id,
            id: component.id,
            token: component.token.clone(),
            way: if own { Way::Update } else { Way::Fresh },
        }
    }

    /// For a modal that was sent in; as for the control that opened it.
    pub fn to_modal(wire: &Wire, modal: &ModalInteraction) -> Responder {
        let own = modal.message.as_ref().is_some_and(|message| {
            message
                .flags
                .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
        });
        Responder {
            wire: wire.clone(),
            application: modal.application_id,
            id: modal.id,
            token: modal.token.clone(),
            way: if own { Way::Update } else { Way::Fresh },
        }
    }

    /// Does the work and answers with what comes of it; where that takes long, the person is told to wait first.
    /// A bug in the work is answered as well: nobody is left with "the application did not respond".
    pub async fn answer(self, work: impl Future<Output = Reply>) {
        let work = async {
            let reply = match AssertUnwindSafe(work).catch_unwind().await {
                Ok(reply) => reply,
                Err(_) => Reply::say(BUG),
            };
            kill_point::pass(KillPoint::AnswerDue);
            reply
        };
        let mut work = std::pin::pin!(work);
        let result = match tokio::time::timeout(PATIENCE, &mut work).await {
            Ok(reply) => self.first(reply).await,
            Err(_) => {
                let (deferred, reply) = tokio::join!(self.defer(), work);
                match deferred {
                    Ok(()) => self.edit(reply).await,
                    Err(fault) => Err(fault),
                }
            }
        };
        kill_point::pass(KillPoint::Answered);
        if let Err(fault) = result {
            // What was decided stands, and is in the record; only the private answer to it is lost.
            tracing::warn!(interaction = %self.id, %fault, "an answer did not arrive");
        }
    }

    /// Answers by asking for words in a modal.
    pub async fn ask(self, modal: CreateModal) {
        let response = CreateInteractionResponse::Modal(modal);
        if let Err(fault) = self.respond(response).await {
            tracing::warn!(interaction = %self.id, %fault, "a modal did not arrive");
        }
    }

    async fn first(&self, reply: Reply) -> Result<(), Fault> {
        let mut messages = reply.messages().into_iter();
        if let Some((content, rows)) = messages.next() {
            let message = CreateInteractionResponseMessage::new()
                .content(content)
                .components(rows)
                .allowed_mentions(CreateAllowedMentions::new());
            self.respond(match self.way {
                Way::Fresh => CreateInteractionResponse::Message(message.ephemeral(true)),
                Way::Update => CreateInteractionResponse::UpdateMessage(message),
            })
            .await?;
        }
        self.follow_up(messages).await
    }

    async fn defer(&self) -> Result<(), Fault> {
        self.respond(match self.way {
            Way::Fresh => CreateInteractionResponse::Defer(
                CreateInteractionResponseMessage::new().ephemeral(true),
            ),
            Way::Update => CreateInteractionResponse::Acknowledge,
        })
        .await
    }

    async fn edit(&self, reply: Reply) -> Result<(), Fault> {
        let mut messages = reply.messages().into_iter();
        if let Some((content, rows)) = messages.next() {
            let message = EditInteractionResponse::new()
                .content(content)
                .components(rows)
                .allowed_mentions(CreateAllowedMentions::new());
            self.wire
                .edit_answer(self.application, &self.token, &message)
                .await?;
        }
        self.follow_up(messages).await
    }

    async fn follow_up(
        &self,
        messages: impl Iterator<Item = (String, Vec<CreateActionRow>)>,
    ) -> Result<(), Fault> {
        for (content, rows) in messages {
            let message = CreateInteractionResponseFollowup::new()
                .content(content)
                .components(rows)
                .allowed_mentions(CreateAllowedMentions::new())
                .ephemeral(true);
            self.wire
                .follow_up(self.application, &self.token, &message)
                .await?;
        }
        Ok(())
    }

    async fn respond(&self, response: CreateInteractionResponse) -> Result<(), Fault> {
        self.wire.answer(self.id, &self.token, &response).await
    }
}
