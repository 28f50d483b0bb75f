//! The host's desk: what has to be decided, no secret, so that a host who plays may see it.

use crate::kernel::audience::{Audience, Room};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Board, Button, Panel, Row, Style};
use crate::kernel::text::Text;

use super::order::Pause;
use super::sight::ProposalView;
use super::words;

/// What the desk shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Desk {
    /// The pause and why it is, in a sentence, while there is one (H2).
    pub pause: Option<(Pause, &'static str)>,
    /// Whether the host plays, or has played (H1).
    pub host_plays: bool,
    /// The living whose players have left the server (H4).
    pub away: Vec<Seat>,
    /// The proposal to the living, with its yeses so far.
    pub proposal: Option<ProposalView>,
}

impl Desk {
    /// The board in the desk's room.
    pub fn board(&self) -> Board {
        let mut rows = vec![Row::Buttons(self.buttons())];
        // One row of the five is taken.
        rows.extend(self.away.iter().take(4).map(|seat| self.of_one_away(*seat)));
        Board {
            key: "desk".to_owned(),
            audience: Audience::Room(Room::Desk),
            panel: Panel {
                text: self.text(),
                rows,
            },
            pinned: false,
            silent: false,
        }
    }

    fn text(&self) -> Text {
        let mut text = Text::from(
            "**The host's desk.** What went wrong is posted here, and what you have to decide.",
        );
        if let Some((pause, why)) = self.pause {
            text.line(format!("⏸️ {why}"));
            if let Some(until) = pause.until {
                text.line(format!(
                    "Resume the game or end it. Unanswered, it ends without a winner {}.",
                    words::when(until)
                ));
            }
        }
        for seat in &self.away {
            text.line(format!(
                "{seat} has left the server. The game goes on meanwhile; coming back restores everything."
            ));
        }
        if let Some(proposal) = &self.proposal {
            text.line(format!(
                "You proposed {}: {} of {} needed have said yes.",
                words::motion(proposal.motion),
                proposal.yes,
                proposal.needed
            ));
        }
        text
    }

    fn buttons(&self) -> Vec<Button> {
        let mut buttons = Vec::new();
        if self.proposal.is_some() {
            buttons.push(Button::new(
                Style::Secondary,
                "Take the proposal back",
                Intent::new("host.withdraw"),
            ));
        }
        buttons.push(match self.pause {
            Some(_) => Button::new(Style::Success, "Resume", Intent::new("host.resume")),
            None => Button::new(Style::Secondary, "Pause", Intent::new("host.pause")),
        });
        if self.pause.is_none() {
            buttons.push(Button::new(
                Style::Secondary,
                "Extend the phase…",
                Intent::new("host.extend"),
            ));
        }
        buttons.push(Button::new(
            Style::Danger,
            "End the game…",
            Intent::new("host.end"),
        ));
        if !self.host_plays {
            if self.pause.is_none() {
                buttons.push(Button::new(
                    Style::Danger,
                    "End the phase now…",
                    Intent::new("host.advance"),
                ));
            }
            buttons.push(Button::new(
                Style::Secondary,
                "Show me the secrets",
                Intent::new("host.secrets"),
            ));
        }
        buttons
    }

    fn of_one_away(&self, seat: Seat) -> Row {
        let target = |verb: &str| Intent::new(verb).with("target", seat.number());
        let mut buttons = vec![Button::new(
            Style::Primary,
            format!("Replace {seat}…"),
            target("host.replace"),
        )];
        if !self.host_plays {
            buttons.push(Button::new(
                Style::Danger,
                format!("Remove {seat}…"),
                target("host.remove"),
            ));
        }
        Row::Buttons(buttons)
    }
}
