//! Intents of Dawn and Night: the coven's votes, guard, confession, chats; and the answer to a proposal.

use crate::kernel::ids::Seat;
use crate::kernel::intent::Offer;
use crate::kernel::panel::{Button, Menu, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::forum::decide::{may_invite, may_open_chat};
use crate::games::salem1692::forum::refusal::PhaseName;
use crate::games::salem1692::forum::settings::ChatInvites;
use crate::games::salem1692::forum::view::{ChatView, NightView, SeatView};
use crate::games::salem1692::forum::{Command, KillVote, Refusal, controls, legal, panels, words};
use crate::games::salem1692::sight::chat_option;

/// The word for nobody in fields that name a seat.
const NOBODY: &str = "nobody";
/// The word for taking something back.
const WITHDRAW: &str = "withdraw";

impl Asked<'_> {
    /// A Witch names the holder of the Black Cat (F5).
    pub(super) fn cat(&self) -> Answer {
        let seat = self.actor()?;
        let view = SeatView::of(self.forum, seat);
        self.fresh(seat, self.forum.dawn().map(|dawn| dawn.prompt))?;
        if self.forum.dawn().is_none() {
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

    /// A Witch says whom the coven is to kill (F29).
    pub(super) fn kill(&self) -> Answer {
        let (view, night) = self.at_night()?;
        let Some(vote) = night.kill else {
            return Err(Refusal::NotOfTheCoven.text());
        };
        if self.field("back") == Some("yes") || self.field("target") == Some(WITHDRAW) {
            return act(Command::Kill { vote: None });
        }
        if self.field("target") == Some(NOBODY) {
            let vote = Some(KillVote::Nobody);
            return act(Command::Kill { vote });
        }
        if let Some(target) = self.named("target")? {
            let vote = Some(KillVote::Target(target));
            return act(Command::Kill { vote });
        }
        let mut panel = Panel::say(format!(
            "Whom shall the coven kill? Only if all living Witches name the same player. You can change it until {}.",
            words::when(view.public.until.unwrap_or(night.until))
        ))
        .with(controls::kill_menu(night.prompt, &night.targets, vote));
        if vote.is_some() {
            panel = panel.with(Row::Buttons(vec![controls::unsay_button(night.prompt)]));
        }
        show(panel)
    }

    /// The Constable names who is guarded (F30).
    pub(super) fn guard(&self) -> Answer {
        let (view, night) = self.at_night()?;
        let Some(menu) = controls::guard_menu(&view, &night) else {
            return Err(Refusal::NotTheConstable.text());
        };
        if self.field("target") == Some(NOBODY) {
            return act(Command::Guard { target: None });
        }
        if let Some(target) = self.named("target")? {
            return act(Command::Guard {
                target: Some(target),
            });
        }
        let text =
            "Whom do you guard this Night? Never yourself. You can change it until the Night ends.";
        show(Panel::say(text).with(menu))
    }

    /// A player confesses, or takes it back; what would be the player's own death is asked once more (F31).
    pub(super) fn confess(&self) -> Answer {
        let (view, night) = self.at_night()?;
        if self.field("position") == Some(WITHDRAW) {
            return act(Command::WithdrawConfession);
        }
        if self.field("position") == Some(controls::PHIPS) {
            return act(Command::ConfessUnshown);
        }
        let Some(position) = self.position()? else {
            let text = "Confess, and one of your hidden Tryals is shown at daybreak; the coven cannot kill you this Night. \
                        You can change it until the Night ends.";
            return show(Panel::say(text).with(controls::confess_menu(&view, &night)));
        };
        let confirmed = self.sure();
        if confirmed || !view.hidden().contains(&position) || !view.deadly(position) {
            return act(Command::Confess {
                position,
                confirmed,
            });
        }
        let text = format!(
            "**This would be your death.** Tryal {position} is {}: if it is shown at daybreak, you die. You can still change it until the Night ends. Do you mean it?",
            match view.hidden().as_slice() {
                [_] => "your last hidden one",
                _ => "a Witch card",
            }
        );
        let intent = controls::answering("confess", night.prompt).with("position", position);
        show(Panel::say(text).with(controls::sure_row(
            format!("Confess with Tryal {position} all the same"),
            intent,
        )))
    }

    /// The seat's Night, if it is Night and the player can act.
    fn at_night(&self) -> Result<(SeatView, NightView), Text> {
        let seat = self.actor()?;
        self.fresh(seat, self.forum.night().map(|night| night.prompt))?;
        let view = SeatView::of(self.forum, seat);
        let night = view.night.clone();
        let night = night.ok_or_else(|| only_in(PhaseName::Night))?;
        Ok((view, night))
    }

    /// A new chat, with whom (F38).
    pub(super) fn chat_open(&self) -> Answer {
        let (view, night) = self.at_night()?;
        if self.field("alone") == Some("yes") {
            return act(Command::ChatOpen { guests: Vec::new() });
        }
        if let Some(members) = self.field("members") {
            let words = members.split(',').filter(|word| !word.trim().is_empty());
            let mut guests = words
                .map(|word| self.parse_seat(word))
                .collect::<Result<Vec<Seat>, Text>>()?;
            guests.sort_unstable();
            guests.dedup();
            return act(Command::ChatOpen { guests });
        }
        // What refuses an empty chat refuses every chat.
        may_open_chat(self.forum, view.seat, &[]).map_err(Refusal::text)?;
        let options = everybody_else(&view);
        let most = u8::try_from(options.len()).unwrap_or(u8::MAX);
        let intent = controls::answering("chat.open", night.prompt);
        let menu = Menu {
            most,
            ..Menu::one("With whom?", intent.clone(), "members", options)
        };
        let text = format!(
            "With whom? At most three living players are in a chat, you included; the dead read along. It closes at daybreak, {}. You may open {} more.",
            words::when(night.until),
            words::count(usize::from(view.chats_left), "chat")
        );
        let alone = Button::new(
            Style::Secondary,
            "Open it with nobody yet",
            intent.with("alone", "yes"),
        );
        show(
            Panel::say(text)
                .with(Row::Menu(menu))
                .with(Row::Buttons(vec![alone])),
        )
    }

    /// Somebody is brought into a chat (F39).
    pub(super) fn chat_invite(&self) -> Answer {
        let (view, _) = self.at_night()?;
        let guest = self.named("target")?;
        let any = self.forum.settings.chat_invites == ChatInvites::Members;
        let may = |chat: &&ChatView| any || chat.opener == view.seat;
        let chats: Vec<&ChatView> = panels::open_chats(&view).filter(may).collect();
        let chat = match (self.field("chat"), chats.as_slice()) {
            (Some(word), _) => Some(parse_chat(word)?),
            (None, []) => {
                return Err(Text::from(if any {
                    "You are in no open chat. Open one first: `/chat open`."
                } else {
                    "You have opened no chat that is still open; only its opener brings somebody in. Open one: `/chat open`."
                }));
            }
            (None, [chat]) => Some(chat.number),
            (None, _) => None,
        };
        let Some(chat) = chat else {
            let options = chats
                .iter()
                .map(|chat| chat_option(view.seat, &view.chats, chat))
                .collect();
            return show(Panel {
                text: "Into which chat?".into(),
                rows: self.menu("Which chat?", self.bare(), "chat", options),
            });
        };
        if let Some(guest) = guest {
            return act(Command::ChatInvite { chat, guest });
        }
        let Some(known) = view.chats.iter().find(|known| known.number == chat) else {
            return Err(Refusal::NotInChat.text());
        };
        let options: Vec<MenuOption> = legal::chat_invitees(self.forum, view.seat, chat)
            .into_iter()
            .map(|guest| guest_option(&view, guest))
            .collect();
        if options.is_empty() {
            let mut outside = self
                .forum
                .table
                .seats()
                .filter(|seat| !known.members.contains(seat));
            let refused =
                outside.find_map(|guest| may_invite(self.forum, view.seat, chat, guest).err());
            return Err(refused.map_or_else(
                || "Everybody is in this chat already.".into(),
                Refusal::text,
            ));
        }
        let intent = self.bare().with("chat", chat);
        show(Panel {
            text:
                "Whom do you bring in? They are added at once and can read all that was said there."
                    .into(),
            rows: self.menu("Bring in…", intent, "target", options),
        })
    }

    /// A chat is left (F39).
    pub(super) fn chat_leave(&self) -> Answer {
        let seat = self.seat()?;
        self.running()?;
        let view = SeatView::of(self.forum, seat);
        if let Some(word) = self.field("chat") {
            let chat = parse_chat(word)?;
            return Ok(Offer::Do(Command::ChatLeave { chat }));
        }
        let chats: Vec<&ChatView> = panels::open_chats(&view).collect();
        if chats.is_empty() {
            return Err(Text::from(
                "You are in no open chat. `/chat list` shows those that are over.",
            ));
        }
        let options = chats
            .iter()
            .map(|chat| chat_option(view.seat, &view.chats, chat))
            .collect();
        show(Panel {
            text: "Which chat do you leave? You can come back only if you are brought in again."
                .into(),
            rows: self.menu("Leave…", self.bare(), "chat", options),
        })
    }

    /// Yes or no to what the host proposes (H1).
    pub(super) fn consent(&self) -> Answer {
        let seat = self.seat()?;
        self.running()?;
        self.living()?;
        let Some(proposal) = &self.forum.proposal else {
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

fn only_in(phase: PhaseName) -> Text {
    Refusal::OnlyIn { phase }.text()
}

/// The number of a chat that a field names.
fn parse_chat(word: &str) -> Result<u16, Text> {
    let number = word.trim().parse();
    number.map_err(|_| Refusal::NotInChat.text())
}

fn everybody_else(view: &SeatView) -> Vec<MenuOption> {
    let seats = view.public.seats.iter().map(|seat| seat.seat);
    seats
        .filter(|seat| *seat != view.seat)
        .map(|seat| guest_option(view, seat))
        .collect()
}

/// A possible guest of a chat; the dead only read.
fn guest_option(view: &SeatView, seat: Seat) -> MenuOption {
    let option = controls::seat_option(seat, false);
    if view.public.seat(seat).alive {
        option
    } else {
        MenuOption {
            detail: Some("dead: reads only, and takes no place".into()),
            ..option
        }
    }
}
