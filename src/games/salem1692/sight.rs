//! What the views of both editions hold in the same form: own Tryals, chats and proposals, as those who may know them see them.

use crate::games::salem1692::table::{Chair, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::controls::{answering, consent_row};
use super::order::{Chat, Motion, Proposal};
use super::words;

/// A Tryal of one's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnTryal {
    /// What it is.
    pub kind: TryalKind,
    /// Whether all can see it.
    pub revealed: bool,
}

/// The row of a chair, as its player sees it.
pub fn own_row(chair: &Chair) -> Vec<OwnTryal> {
    let row = chair.row.iter();
    row.map(|tryal| OwnTryal {
        kind: tryal.card.kind,
        revealed: tryal.revealed,
    })
    .collect()
}

/// A row as its holder reads it.
pub fn row_line(row: &[OwnTryal]) -> String {
    let tryals = row.iter().enumerate().map(|(index, tryal)| {
        let number = index + 1;
        let name = tryal.kind.name();
        if tryal.revealed {
            format!("{number} {name} (revealed)")
        } else {
            format!("{number} **{name}**")
        }
    });
    tryals.collect::<Vec<_>>().join(" · ")
}

/// A chat, as its members know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatView {
    /// Its number, which is shown to nobody.
    pub number: u16,
    /// The Night in which it was opened.
    pub night: u32,
    /// Who opened it.
    pub opener: Seat,
    /// Who is in it.
    pub members: Vec<Seat>,
    /// Whether it can be written in.
    pub open: bool,
}

impl ChatView {
    /// The chats that this seat is in, in the order in which they were opened.
    pub fn of(chats: &[Chat], seat: Seat) -> Vec<ChatView> {
        chats
            .iter()
            .filter(|chat| chat.members.contains(&seat))
            .map(|chat| ChatView {
                number: chat.number,
                night: chat.night,
                opener: chat.opener,
                members: chat.members.iter().copied().collect(),
                open: chat.open,
            })
            .collect()
    }
}

/// A chat as one of its members tells it from the other `chats`: by who else is in it, and among those with the same people by
/// number.
pub fn chat_label(seat: Seat, chats: &[ChatView], chat: &ChatView) -> Text {
    let alike: Vec<&ChatView> = chats
        .iter()
        .filter(|other| other.night == chat.night && other.members == chat.members)
        .collect();
    let others: Vec<String> = chat
        .members
        .iter()
        .filter(|member| **member != seat)
        .map(Seat::to_string)
        .collect();
    let mut label = match others.is_empty() {
        true => format!("Night {}: you alone", chat.night),
        false => format!("Night {}: with {}", chat.night, words::list(others)),
    };
    let place = alike.iter().position(|other| other.number == chat.number);
    if let (Some(place), 2..) = (place, alike.len()) {
        label += &format!(" ({})", place + 1);
    }
    label.into()
}

/// A chat as a menu's option: known by who is in it.
pub fn chat_option(seat: Seat, chats: &[ChatView], chat: &ChatView) -> MenuOption {
    MenuOption::new(chat_label(seat, chats, chat), chat.number)
}

/// The chats a player is in (`/chat list`), and what can be done with them.
pub struct Chats<'a> {
    /// Who looks.
    pub seat: Seat,
    /// The chats of that player.
    pub chats: &'a [ChatView],
    /// How many may still be opened, in words that also say when chats close; none where nothing can be done any more.
    pub left: Option<String>,
    /// The prompt to open one, where that can be done now, and whether any can be opened still.
    pub now: Option<(PromptId, bool)>,
}

impl Chats<'_> {
    /// The panel.
    pub fn panel(&self) -> Panel {
        let mut text = Text::default();
        if self.chats.is_empty() {
            text.line("You are in no private chat.");
        }
        // The last twenty are enough for one message; older ones are long closed.
        let skipped = self.chats.len().saturating_sub(20);
        for chat in self.chats.iter().skip(skipped) {
            let state = if chat.open {
                "open"
            } else {
                "closed, to be read"
            };
            let opener = if chat.opener == self.seat {
                "you opened it".to_owned()
            } else {
                format!("{} opened it", chat.opener)
            };
            let label = chat_label(self.seat, self.chats, chat);
            text.line(format!("- {} ({opener}; {state})", label.marked()));
        }
        if let Some(left) = &self.left {
            text.line(left);
        }
        let mut buttons = Vec::new();
        if let Some((prompt, more)) = self.now {
            if more {
                buttons.push(Button::new(
                    Style::Primary,
                    "Open a chat",
                    answering("chat.open", prompt),
                ));
            }
            if self.chats.iter().any(|chat| chat.open) {
                buttons.push(Button::new(
                    Style::Secondary,
                    "Bring somebody in",
                    Intent::new("chat.invite"),
                ));
                buttons.push(Button::new(
                    Style::Secondary,
                    "Leave a chat",
                    Intent::new("chat.leave"),
                ));
            }
        }
        let panel = Panel::say(text);
        if buttons.is_empty() {
            panel
        } else {
            panel.with(Row::Buttons(buttons))
        }
    }
}

/// A proposal to the living (H1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposalView {
    /// Its prompt.
    pub prompt: PromptId,
    /// What is proposed.
    pub motion: Motion,
    /// How many have said yes.
    pub yes: usize,
    /// How many are needed.
    pub needed: usize,
}

impl ProposalView {
    /// This proposal, among those who live.
    pub fn of(proposal: &Proposal, living: &[Seat]) -> ProposalView {
        ProposalView {
            prompt: proposal.prompt,
            motion: proposal.motion,
            yes: proposal
                .yes
                .iter()
                .filter(|seat| living.contains(seat))
                .count(),
            needed: living.len() / 2 + 1,
        }
    }

    /// What a living player is asked.
    pub fn panel(&self) -> Panel {
        let text = format!(
            "🗳️ The host, who plays in this game, proposes {}. A majority of the living decides: {} of {} needed have said yes.",
            words::motion(self.motion),
            self.yes,
            self.needed
        );
        Panel::say(text).with(consent_row(self.prompt))
    }
}
