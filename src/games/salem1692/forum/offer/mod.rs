//! What an intent amounts to: a command where it is complete, a question for what is missing, or a refusal.
//!
//! Whether a complete command is allowed is `decide`'s to say. What is missing is asked for by a panel whose controls carry
//! what is known; where only one thing is possible it is taken, but never where it is dangerous.

mod day;
mod host;
mod night;
mod powers;

use crate::games::salem1692::table::Position;
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::intent::{Intent, Offer, Person};
use crate::kernel::panel::{MenuOption, Panel, Row};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

pub use day::{relief_label, relief_word};

use super::controls::{self, PAGE, PROMPT};
use super::view::{PublicView, SeatView};
use super::{Command, Forum, Phase, Refusal, chronicle, panels};

/// An offer, or why not.
type Answer = Result<Offer<Command>, Text>;

/// What this intent of this person amounts to now.
pub fn offer(forum: &Forum, person: Person, intent: &Intent, now: Time) -> Offer<Command> {
    let asked = Asked {
        forum,
        person,
        intent,
        now,
    };
    asked.answer().unwrap_or_else(Offer::Refuse)
}

/// Who asks for what, and when.
struct Asked<'a> {
    forum: &'a Forum,
    person: Person,
    intent: &'a Intent,
    now: Time,
}

impl Asked<'_> {
    fn answer(&self) -> Answer {
        match self.intent.verb.as_str() {
            "status" | "board" => show(panels::status(&PublicView::of(self.forum))),
            "history" => show(chronicle::history(self.forum, self.intent)),
            "rooms.open" => self.open_rooms(),
            "me" => show(panels::me(&SeatView::of(self.forum, self.seat()?))),
            "hand" => show(panels::hand(&SeatView::of(self.forum, self.living()?))),
            "chat.list" => show(panels::chats(&SeatView::of(self.forum, self.seat()?))),
            "play" => self.play(),
            "flip" => self.flip(),
            "pick" => self.pick(),
            "power" if self.forum.settings.role_cards => self.power(),
            "cat" => self.cat(),
            "kill" => self.kill(),
            "guard" => self.guard(),
            "confess" => self.confess(),
            "chat.open" => self.chat_open(),
            "chat.invite" => self.chat_invite(),
            "chat.leave" => self.chat_leave(),
            "consent" => self.consent(),
            "host.pause" => self.by_host(Command::Pause),
            "host.resume" => self.by_host(Command::Resume),
            "host.extend" => self.extend(),
            "host.advance" => self.advance(),
            "host.replace" => self.replace(),
            "host.remove" => self.remove(),
            "host.end" => self.end(),
            "host.withdraw" => self.by_host(Command::WithdrawProposal),
            "host.secrets" => self.secrets(),
            _ => Ok(Offer::Unknown),
        }
    }

    fn open_rooms(&self) -> Answer {
        if matches!(self.forum.phase, Phase::Over(_)) {
            return show(Panel::say(
                "The game is over, and nothing is secret any more: you are brought into all its rooms.",
            ));
        }
        Err(Text::from(
            "The rooms are open to all when the game is over. `/board` shows what is public now.",
        ))
    }

    /// The seat of the one who asks.
    fn seat(&self) -> Result<Seat, Text> {
        self.forum.seat_of(self.person.id).ok_or_else(|| {
            if self.person.id == self.forum.host {
                Text::from("You host this game and do not play in it. `/board` shows what is public, and the host's desk what is yours to decide.")
            } else if self.forum.everyone.contains(&self.person.id) {
                Text::from("You no longer play in this game: somebody else has your seat.")
            } else {
                Text::from("You do not play in this game. `/board` and `/history` show what is public.")
            }
        })
    }

    /// The seat of the one who asks, if the player lives.
    fn living(&self) -> Result<Seat, Text> {
        let seat = self.seat()?;
        if self.forum.chair(seat).alive {
            Ok(seat)
        } else {
            Err(Refusal::Dead.text())
        }
    }

    /// The seat of the one who asks, if the player can act at all: the game runs, and the player lives.
    fn actor(&self) -> Result<Seat, Text> {
        let seat = self.seat()?;
        self.running()?;
        if self.forum.pause.is_some() {
            return Err(Refusal::GamePaused.text());
        }
        self.living()?;
        Ok(seat)
    }

    fn running(&self) -> Result<(), Text> {
        if matches!(self.forum.phase, Phase::Over(_)) {
            return Err(Refusal::GameOver.text());
        }
        Ok(())
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.intent.field(name)
    }

    fn sure(&self) -> bool {
        self.field("sure") == Some("yes")
    }

    /// The prompt that a button carries, if any.
    fn prompt(&self) -> Result<Option<PromptId>, Text> {
        self.field(PROMPT)
            .map(|word| u32::from_str_radix(word, 16).map(PromptId))
            .transpose()
            .map_err(|_| Refusal::Stale.text())
    }

    /// Whether what is answered is still asked; without a prompt it is what is asked now.
    fn fresh(&self, seat: Seat, asked_now: Option<PromptId>) -> Result<(), Text> {
        match self.prompt()? {
            Some(prompt) if Some(prompt) != asked_now => Err(self.stale(seat)),
            Some(_) | None => Ok(()),
        }
    }

    /// What is answered is over: says so, and what is open now.
    fn stale(&self, seat: Seat) -> Text {
        let view = SeatView::of(self.forum, seat);
        let mut text =
            Text::from("This is over: what that button or menu asked is no longer asked.");
        text.line(panels::open_now(&view));
        text
    }

    /// The seat that a field names, if it does.
    fn named(&self, field: &str) -> Result<Option<Seat>, Text> {
        self.field(field)
            .map(|word| self.parse_seat(word))
            .transpose()
    }

    fn parse_seat(&self, word: &str) -> Result<Seat, Text> {
        word.trim()
            .parse()
            .ok()
            .filter(|number| *number > 0)
            .map(Seat::new)
            .filter(|seat| self.forum.table.has(*seat))
            .ok_or_else(|| Refusal::NoSuchSeat.text())
    }

    /// The position that is named, if one is.
    fn position(&self) -> Result<Option<Position>, Text> {
        self.field("position").map(parse_position).transpose()
    }

    /// What is known so far, with one more field, as a control carries it.
    fn with(&self, field: &str, value: impl ToString) -> Intent {
        self.intent.clone().with(field, value)
    }

    /// The same without what only says how it is shown.
    fn bare(&self) -> Intent {
        let mut intent = self.intent.clone();
        intent.fields.remove(PAGE);
        intent
    }

    /// A menu of options; with more than 25 of them, one page of it and buttons to the others.
    fn menu(
        &self,
        placeholder: impl Into<Text>,
        intent: Intent,
        field: &str,
        options: Vec<MenuOption>,
    ) -> Vec<Row> {
        controls::paged_menu(self.field(PAGE), placeholder, intent, field, options)
    }
}

fn parse_position(word: &str) -> Result<Position, Text> {
    word.trim()
        .parse()
        .ok()
        .and_then(Position::new)
        .ok_or_else(|| Text::from("A Tryal is named by its position, from 1 to 5."))
}

fn show(panel: Panel) -> Answer {
    Ok(Offer::Show(panel))
}

fn act(command: Command) -> Answer {
    Ok(Offer::Do(command))
}
