//! `/power`: what a role card can do when its player says so, and the answer to a power that is offered (T32).

use crate::games::salem1692::table::{Card, Character};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Menu, MenuOption, Panel, Row};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::forum::decide::{may_change_hand, may_salvage};
use crate::games::salem1692::forum::view::SeatView;
use crate::games::salem1692::forum::{Command, Refusal, controls, panels, words};
use crate::games::salem1692::typed::chosen_cards;

impl Asked<'_> {
    /// What is used: the answer to what is offered (`yes`, `no`), Parris' pick (`discard`), Tituba's exchange (`hand`); unsaid, what
    /// there is.
    pub(super) fn power(&self) -> Answer {
        let seat = self.actor()?;
        match self.field("use") {
            Some("yes") => self.answer_power(seat, true),
            Some("no") => self.answer_power(seat, false),
            Some("discard") => self.salvage(seat),
            Some("hand") => self.change_hand(seat),
            Some(_) => Err(Text::from(
                "A power is used with `yes`, `no`, `discard` or `hand`; `/power` alone shows what there is.",
            )),
            None => self.ask_power(seat),
        }
    }

    fn answer_power(&self, seat: Seat, yes: bool) -> Answer {
        let prompt = self.prompt()?;
        let mut offers = self.forum.offers_to(seat);
        let offer = match prompt {
            Some(prompt) => offers.find(|offer| offer.prompt == prompt),
            None => offers.next(),
        };
        match (offer, prompt) {
            (Some(offer), _) => act(Command::Power {
                prompt: offer.prompt,
                yes,
            }),
            (None, Some(_)) => Err(self.stale(seat)),
            (None, None) => Err(Text::from("No power is offered to you now.")),
        }
    }

    /// What this player's ability is, and what of it can be used now.
    fn ask_power(&self, seat: Seat) -> Answer {
        let view = SeatView::of(self.forum, seat);
        let Some(character) = view.public.seat(seat).character else {
            return Err(Text::from("The role cards have not been dealt yet."));
        };
        let mut text = Text::from(panels::role_card(&view, character));
        let mut rows = controls::offer_rows(&view);
        rows.extend(controls::power_buttons(&view));
        rows.truncate(4);
        let ability = view.public.seat(seat).ability;
        if let (Some(Character::WilliamPhips), Some(night)) = (ability, &view.night) {
            rows.push(controls::confess_menu(&view, night));
        }
        text.line(if rows.is_empty() {
            when(ability)
        } else {
            "It can be used now."
        });
        show(Panel { text, rows })
    }

    /// Parris takes one or two cards out of the discard (T26).
    fn salvage(&self, seat: Seat) -> Answer {
        self.fresh(seat, self.forum.day().map(|day| day.prompt))?;
        let view = SeatView::of(self.forum, seat);
        if let Some(typed) = self.field("cards") {
            let cards = chosen_cards(&view.salvage, typed)?;
            return act(Command::Salvage { cards });
        }
        let first: Vec<Card> = self.forum.table.discard.iter().copied().take(1).collect();
        may_salvage(self.forum, seat, &first).map_err(Refusal::text)?;
        // Two of a kind are two options; more of it would be the same choice.
        let options: Vec<MenuOption> = view
            .salvage
            .chunk_by(|one, other| one.kind == other.kind)
            .flat_map(|copies| &copies[..copies.len().min(2)])
            .map(|card| controls::card_option(*card, 1))
            .collect();
        let most = u8::try_from(options.len().min(2)).unwrap_or(1);
        let menu = Menu {
            most,
            ..Menu::one(
                "Take one or two cards…",
                self.bound().with("use", "discard"),
                "cards",
                options,
            )
        };
        show(
            Panel::say("Which one or two cards do you take out of the discard? Only you see what lies there.")
                .with(Row::Menu(menu)),
        )
    }

    /// Tituba changes her whole hand, and is asked once more (T32).
    fn change_hand(&self, seat: Seat) -> Answer {
        self.fresh(seat, self.forum.day().map(|day| day.prompt))?;
        may_change_hand(self.forum, seat).map_err(Refusal::text)?;
        if self.sure() {
            return act(Command::ChangeHand);
        }
        let count = words::count(self.forum.chair(seat).hand.len(), "card");
        let text = format!(
            "You give your whole hand ({count}) and get as many at random from the discard. Once a game. Do you mean it?"
        );
        let intent = self.bound().with("use", "hand");
        show(Panel::say(text).with(controls::sure_row("Change my whole hand", intent)))
    }

    /// The verb, bound to this Day.
    fn bound(&self) -> Intent {
        let intent = Intent::new("power");
        match self.forum.day() {
            Some(day) => intent.with(controls::PROMPT, controls::prompt_word(day.prompt)),
            None => intent,
        }
    }
}

/// When an ability that cannot be used now comes to be used.
fn when(ability: Option<Character>) -> &'static str {
    match ability {
        None => "There is nothing to use now.",
        Some(Character::AbigailWilliams | Character::AnnPutnam | Character::ThomasDanforth) => {
            "You are asked when you place a card with which it can be used."
        }
        Some(Character::SamuelParris) => {
            "It can be used in the Day while there are cards in the discard."
        }
        Some(Character::Tituba) => {
            "It can be used in the Day before you play a card, while the discard has as many cards as your hand."
        }
        Some(Character::WillGriggs) => "When you play an Alibi you are asked how.",
        Some(Character::WilliamPhips) => {
            "It is used at Night, in place of a confession with a Tryal."
        }
        Some(
            Character::CottonMather
            | Character::GeorgeBurroughs
            | Character::GilesCorey
            | Character::JohnProctor
            | Character::MarthaCorey
            | Character::MaryWarren
            | Character::RebeccaNurse
            | Character::SarahGood,
        ) => "It holds by itself; there is nothing to say.",
    }
}
