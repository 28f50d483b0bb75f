//! Intents of Dawn and Night: the coven's votes, the gavel, confessions; and the answer to a proposal.

use crate::kernel::ids::Seat;
use crate::kernel::panel::{Panel, Row};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, only_in, parse_position, show};
use crate::games::salem1692::tabletop::decide::may_confess;
use crate::games::salem1692::tabletop::refusal::PhaseName;
use crate::games::salem1692::tabletop::view::{NightView, SeatView};
use crate::games::salem1692::tabletop::{Command, Confession, Refusal, controls, words};

use controls::{NOBODY, PHIPS, UNLESS, WITHDRAW};

impl Asked<'_> {
    /// A Witch names the holder of the Black Cat (T5).
    pub(super) fn cat(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        self.fresh(seat, self.tabletop.dawn().map(|dawn| dawn.prompt))?;
        if self.tabletop.dawn().is_none() {
            return Err(only_in(PhaseName::Dawn));
        }
        let Some(dawn) = &view.dawn else {
            return Err(Refusal::NotOfTheCoven.text());
        };
        if let Some(target) = self.named("target")? {
            return act(Command::Cat { target });
        }
        let living: Vec<Seat> = view.public.living().collect();
        show(
            Panel::say("Who gets the Black Cat? You can change it until Dawn ends.")
                .with(controls::cat_menu(dawn.prompt, &living, dawn.vote)),
        )
    }

    /// A Witch says whom the coven is to kill (T15).
    pub(super) fn kill(&self) -> Answer {
        let (view, night) = self.at_night()?;
        if !night.gathering {
            return Err(only_in(PhaseName::Night));
        }
        let Some(vote) = night.kill else {
            return Err(Refusal::NotOfTheCoven.text());
        };
        let back = self.field("back") == Some("yes");
        if back || matches!(self.field("target"), Some(WITHDRAW | NOBODY)) {
            return act(Command::Kill { target: None });
        }
        if let Some(target) = self.named("target")? {
            let target = Some(target);
            return act(Command::Kill { target });
        }
        let living: Vec<Seat> = view.public.living().collect();
        let mut panel = Panel::say(format!(
            "Whom shall the coven kill? If you do not agree, the most-named one it is.{}",
            until(&night)
        ))
        .with(controls::kill_menu(night.prompt, &living, vote));
        if vote.is_some() {
            panel = panel.with(Row::Buttons(vec![controls::unsay_button(night.prompt)]));
        }
        show(panel)
    }

    /// The Constable gives the gavel (T15).
    pub(super) fn gavel(&self) -> Answer {
        let (view, night) = self.at_night()?;
        if !night.gathering {
            return Err(only_in(PhaseName::Night));
        }
        let Some(menu) = controls::gavel_menu(&view, &night) else {
            return Err(Refusal::NotTheConstable.text());
        };
        if self.field("target") == Some(NOBODY) {
            return act(Command::Gavel { target: None });
        }
        if let Some(target) = self.named("target")? {
            return act(Command::Gavel {
                target: Some(target),
            });
        }
        let text = format!(
            "Who gets the gavel? It saves from the coven this Night. Never you yourself.{}",
            until(&night)
        );
        show(Panel::say(text).with(menu))
    }

    /// A player confesses, at once or in advance, or takes back what was left; what would be the player's own death is asked
    /// once more (T15, T31).
    pub(super) fn confess(&self) -> Answer {
        let (view, night) = self.at_night()?;
        let seat = view.seat;
        if self.field("position") == Some(WITHDRAW) {
            return act(Command::WithdrawConfession);
        }
        let Some(word) = self.field("position") else {
            let Some(menu) = controls::confess_menu(&view, &night) else {
                return Err(if night.confessed {
                    Refusal::ConfessedAlready.text()
                } else {
                    only_in(PhaseName::Confessions)
                });
            };
            let text = if night.gathering {
                "Leave a confession, and one of your hidden Tryals is shown when the gavel is; the coven cannot kill you this Night. \
                 You can change it until then."
            } else {
                "Confess, and one of your hidden Tryals is shown at once; the coven cannot kill you this Night. It is final."
            };
            return show(Panel::say(text).with(menu));
        };
        let word = word.trim().to_lowercase();
        let (what, unless_gavel) = match word.strip_suffix(UNLESS) {
            Some(what) => (what, true),
            None => (word.as_str(), self.field("unless") == Some("gavel")),
        };
        let confession = match what {
            PHIPS => Confession::Phips,
            position => Confession::Tryal(parse_position(position)?),
        };
        let confirmed = self.sure();
        let asks = may_confess(self.tabletop, seat, confession, unless_gavel, confirmed);
        match (asks, confession) {
            (Err(Refusal::DeadlyConfession { position }), Confession::Tryal(_)) => {
                let what = match view.hidden().as_slice() {
                    [_] => "your last hidden one",
                    _ => "a Witch card",
                };
                let text = format!(
                    "**This would be your death.** Tryal {position} is {what}: when it is shown, you die. Do you mean it?"
                );
                let intent = controls::answering("confess", night.prompt).with("position", word);
                let label = format!("Confess with Tryal {position} all the same");
                show(Panel::say(text).with(controls::sure_row(label, intent)))
            }
            (Err(refusal), _) => Err(refusal.text()),
            (Ok(()), _) => act(Command::Confess {
                confession,
                unless_gavel,
                confirmed,
            }),
        }
    }

    /// The seat's Night, if it is Night and the player can act.
    fn at_night(&self) -> Result<(SeatView, NightView), Text> {
        let seat = self.actor()?;
        self.fresh(seat, self.tabletop.night().map(|night| night.prompt))?;
        let view = self.view(seat);
        let night = view.night.clone();
        let night = night.ok_or_else(|| only_in(PhaseName::Confessions))?;
        Ok((view, night))
    }

    /// The same, where the game is played with private chats (T16).
    pub(super) fn at_night_with_chats(&self) -> Result<(SeatView, NightView), Text> {
        if self.tabletop.settings.chats {
            self.at_night()
        } else {
            Err(Refusal::NoChats.text())
        }
    }

    /// Yes or no to what the host proposes (H1).
    pub(super) fn consent(&self) -> Answer {
        let seat = self.seat()?;
        self.running()?;
        self.living()?;
        let Some(proposal) = &self.tabletop.proposal else {
            return Err(Refusal::NoProposal.text());
        };
        self.fresh(seat, Some(proposal.prompt))?;
        let yes = match self.field("yes") {
            Some("yes") => true,
            Some("no") => false,
            Some(_) | None => {
                return show(
                    Panel::say(format!(
                        "The host proposes {}.",
                        words::motion(proposal.motion)
                    ))
                    .with(controls::consent_row(proposal.prompt)),
                );
            }
        };
        act(Command::Second {
            prompt: proposal.prompt,
            yes,
        })
    }
}

fn until(night: &NightView) -> String {
    night.until.map_or_else(String::new, |until| {
        format!(" You can change it until {}.", words::when(until))
    })
}
