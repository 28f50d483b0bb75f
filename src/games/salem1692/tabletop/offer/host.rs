//! Intents of the host. What ends a life, a phase or the game is asked once more.

use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::{Named, Text};
use crate::kernel::time::Length;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::tabletop::decide::{may_advance, may_remove, may_replace};
use crate::games::salem1692::tabletop::{Command, Refusal, controls, words};
use crate::games::salem1692::typed::{parse_length, written};

impl Asked<'_> {
    /// What the host does at once.
    pub(super) fn by_host(&self, command: Command) -> Answer {
        self.host()?;
        act(command)
    }

    /// The phase is extended; by how much, is asked in shares of a turn.
    pub(super) fn extend(&self) -> Answer {
        self.host()?;
        if let Some(by) = self.field("by") {
            return act(Command::Extend {
                by: parse_length(by)?,
            });
        }
        let mut lengths: Vec<Length> = [8, 4, 2, 1]
            .into_iter()
            .map(|share| {
                let minutes = self.tabletop.settings.turn.share(1, share).0 / Length::MINUTE.0;
                Length::MINUTE.times(minutes.max(1))
            })
            .collect();
        lengths.dedup();
        let buttons = lengths.into_iter().map(|by| {
            let intent = self.bare().with("by", written(by));
            Button::new(Style::Primary, format!("By {}", written(by)), intent)
        });
        let text = "By how much is it extended: Town Hall, Dawn, the turn or the Night, whichever it is now? Windows that are open stay \
                    as they are. `/host extend` takes any length, such as `90m` or `1d6h`.";
        show(Panel::say(text).with(Row::Buttons(buttons.collect())))
    }

    /// The phase is ended at once.
    pub(super) fn advance(&self) -> Answer {
        self.host()?;
        may_advance(self.tabletop, self.person).map_err(Refusal::text)?;
        if self.sure() {
            return act(Command::Advance);
        }
        let phase = words::moment(self.tabletop.moment());
        let text = format!(
            "This ends {phase} at once, for everybody, with what has been chosen so far. It cannot be undone."
        );
        self.confirm(text, &format!("End {phase} now"), self.bare())
    }

    /// A substitute comes into a seat (H3).
    pub(super) fn replace(&self) -> Answer {
        self.host()?;
        let Some(seat) = self.named("target")? else {
            return self.ask_seat("Whose seat is to be taken over?");
        };
        let Some(word) = self.field("user") else {
            return show(Panel::say(format!(
                "Who takes over the seat of {seat}? Type `/host replace`, and give this player and the substitute: somebody who has never played in, watched or hosted this game."
            )));
        };
        let player: PlayerId = word
            .trim()
            .parse()
            .map_err(|_| Text::from("Name the substitute by choosing a member of the server."))?;
        may_replace(self.tabletop, seat, player).map_err(Refusal::text)?;
        if self.sure() {
            return act(Command::Replace { seat, player });
        }
        let consequence = if self.tabletop.host_plays() {
            "As you play yourself, a majority of the living has to agree."
        } else {
            "The player who sits there loses all access at once."
        };
        let substitute = Named(player);
        let text = format!(
            "{substitute} takes over the seat of {seat} with everything in it: row, hand, alignment, choices and chats. {consequence}"
        );
        self.confirm(text, &format!("Replace {seat}"), self.bare())
    }

    /// A player is removed and dies (H4).
    pub(super) fn remove(&self) -> Answer {
        self.host()?;
        if self.tabletop.host_plays() {
            return Err(Refusal::HostPlays.text());
        }
        let Some(seat) = self.named("target")? else {
            return self.ask_seat("Who is removed?");
        };
        if self.sure() {
            return act(Command::Remove {
                seat,
                confirmed: true,
            });
        }
        may_remove(self.tabletop, self.person, seat).map_err(Refusal::text)?;
        let text = format!(
            "{seat} is removed and dies: the whole row is revealed, which may end the game. It cannot be undone. A substitute is kinder: `/host replace`."
        );
        self.confirm(text, &format!("Remove {seat}"), self.bare())
    }

    /// The game is ended without a winner; one who manages the server may do so, too (H1, H9).
    pub(super) fn end(&self) -> Answer {
        self.running()?;
        if !self.person.manages_server {
            self.host()?;
        }
        if self.sure() {
            return act(Command::End { confirmed: true });
        }
        let proposes = self.person.id == self.tabletop.host && self.tabletop.host_plays();
        let text = if proposes {
            "As you play yourself, a majority of the living has to agree to the end. Nobody wins, and everything is disclosed."
        } else {
            "The game ends at once: nobody wins, and everything is disclosed. It cannot be undone."
        };
        self.confirm(text.to_owned(), "End the game", self.bare())
    }

    /// The secrets, for a host who has never played here; the record notes it.
    pub(super) fn secrets(&self) -> Answer {
        self.host()?;
        if self.tabletop.host_plays() {
            return Err(Text::from(
                "A host who plays, or has played, in the game sees no secret of it. `/me` shows what is yours.",
            ));
        }
        act(Command::ShowSecrets)
    }

    fn host(&self) -> Result<(), Text> {
        if self.person.id != self.tabletop.host {
            return Err(Refusal::NotTheHost.text());
        }
        self.running()
    }

    fn ask_seat(&self, question: &str) -> Answer {
        let living: Vec<Seat> = self.tabletop.table.living().collect();
        show(Panel::say(question).with(controls::seats_menu(
            "Which player?",
            self.bare(),
            "target",
            &living,
            None,
        )))
    }

    fn confirm(&self, text: String, label: &str, intent: Intent) -> Answer {
        show(Panel::say(text).with(controls::sure_row(label, without_facts(intent))))
    }
}

/// What the platform fills in anew on every pass need not stand in a button.
fn without_facts(mut intent: Intent) -> Intent {
    for fact in ["name", "reach", "readers"] {
        intent.fields.remove(fact);
    }
    intent
}
