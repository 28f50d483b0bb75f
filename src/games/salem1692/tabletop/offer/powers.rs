//! `/power`: what a character can do when the player says so, and the answer to a power that is offered.

use crate::games::salem1692::table::Character;
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::tabletop::decide::{may_arrange, may_salvage, may_study};
use crate::games::salem1692::tabletop::view::SeatView;
use crate::games::salem1692::tabletop::{Command, DeckCard, Refusal, controls, words};
use crate::games::salem1692::typed::chosen_cards;

impl Asked<'_> {
    /// What is used: the answer to what is offered (`yes`, `no`), Tituba's look (`study`) and order (`deck`), Parris' pick
    /// (`discard`); unsaid, what there is.
    pub(super) fn power(&self) -> Answer {
        let seat = self.actor()?;
        match self.field("use") {
            Some("yes") => self.answer_power(seat, true),
            Some("no") => self.answer_power(seat, false),
            Some("study") => {
                self.on_turn()?;
                may_study(self.tabletop, seat).map_err(Refusal::text)?;
                act(Command::Study)
            }
            Some("deck") => self.arrange(seat),
            Some("discard") => self.salvage(seat),
            Some(_) => Err(Text::from(
                "A power is used with `yes`, `no`, `study`, `deck` or `discard`; `/power` alone shows what there is.",
            )),
            None => self.ask_power(seat),
        }
    }

    fn answer_power(&self, seat: Seat, yes: bool) -> Answer {
        let view = self.view(seat);
        self.fresh(seat, view.asked.map(|asked| asked.prompt))?;
        match view.asked {
            Some(asked) => act(Command::Power {
                prompt: asked.prompt,
                yes,
            }),
            None => Err(Text::from("No power is offered to you now.")),
        }
    }

    /// What this player's ability is, and what of it can be used now.
    fn ask_power(&self, seat: Seat) -> Answer {
        let view = self.view(seat);
        let Some(ability) = self.tabletop.table.ability(seat) else {
            return Err(Text::from(match view.public.seat(seat).character {
                Some(_) => {
                    "You have no ability now: your neighbour's is gone with the neighbour's."
                }
                None => "This game is played without characters, or they are still being chosen.",
            }));
        };
        let mut text = Text::from(format!("🎭 {}", controls::ability_line(ability)));
        if let Some(left) = self.tabletop.uses_left(seat, ability) {
            let times = words::count(usize::from(left), "more time");
            text.line(format!("It can be used {times}."));
        }
        let mut rows: Vec<Row> = view
            .asked
            .as_ref()
            .map(|asked| controls::power_row(asked.prompt, asked.power, None))
            .into_iter()
            .collect();
        let now = match ability {
            Character::AbigailWilliams | Character::AnnPutnam | Character::ThomasDanforth => {
                if rows.is_empty() {
                    "You are asked when you place an accusation with which it can be used."
                } else {
                    "It can be used now."
                }
            }
            Character::Tituba | Character::SamuelParris => {
                rows.extend(self.own_power_buttons(&view));
                if rows.is_empty() {
                    "It can be used in your turn, before you draw or play."
                } else {
                    "It can be used now."
                }
            }
            Character::WillGriggs => "When you play an Alibi in your turn, you are asked how.",
            Character::WilliamPhips => {
                if let Some(night) = &view.night {
                    rows.extend(controls::confess_menu(&view, night));
                }
                "It is used at Night, in place of a confession with a Tryal."
            }
            Character::CottonMather
            | Character::GeorgeBurroughs
            | Character::GilesCorey
            | Character::JohnProctor
            | Character::MarthaCorey
            | Character::MaryWarren
            | Character::RebeccaNurse
            | Character::SarahGood => "It holds by itself; there is nothing to say.",
        };
        text.line(now);
        show(Panel { text, rows })
    }

    fn own_power_buttons(&self, view: &SeatView) -> Option<Row> {
        let turn = view.turn.as_ref()?;
        let buttons = controls::power_buttons(turn);
        (!buttons.is_empty()).then_some(Row::Buttons(buttons))
    }

    /// Tituba puts the deck in order (T29): one card is moved, or the numbers of those that come first are typed.
    fn arrange(&self, seat: Seat) -> Answer {
        self.on_turn()?;
        let deck = &self.tabletop.table.deck;
        may_arrange(self.tabletop, seat, deck).map_err(Refusal::text)?;
        if let Some(typed) = self.field("order") {
            let deck = ordered(deck, typed)?;
            return act(Command::Arrange { deck });
        }
        if let Some(word) = self.field("top") {
            let card: DeckCard = word.parse().map_err(|_| Refusal::NotThisDeck.text())?;
            let mut moved: Vec<DeckCard> =
                deck.iter().copied().filter(|one| *one != card).collect();
            moved.insert(0, card);
            return act(Command::Arrange { deck: moved });
        }
        if let Some(word) = self.field("bottom") {
            let card: DeckCard = word.parse().map_err(|_| Refusal::NotThisDeck.text())?;
            let mut moved: Vec<DeckCard> =
                deck.iter().copied().filter(|one| *one != card).collect();
            moved.push(card);
            return act(Command::Arrange { deck: moved });
        }
        let numbered: Vec<String> = deck
            .iter()
            .enumerate()
            .map(|(index, card)| format!("{} {}", index + 1, words::signed_deck_card(*card)))
            .collect();
        let mut text = Text::from(
            "🎭 **The deck**, the next card to be drawn first. Only you see this. Change it as often as you like until you draw or \
             play.",
        );
        text.line(numbered.join(" · "));
        let intent = self.known_turn();
        let options: Vec<MenuOption> = deck
            .iter()
            .enumerate()
            .map(|(index, card)| {
                let label = format!("{} {}", index + 1, words::signed_deck_card(*card));
                MenuOption::new(label, card)
            })
            .collect();
        let mut rows = self.menu("Put on top…", intent.clone(), "top", options);
        let typed = Button::new(Style::Primary, "Type the order…", intent.clone()).typing("order");
        let night = deck.iter().find(|card| **card == DeckCard::Night);
        let mut buttons = vec![typed];
        buttons.extend(night.map(|night| {
            Button::new(
                Style::Secondary,
                "Night to the bottom",
                intent.with("bottom", night),
            )
        }));
        rows.push(Row::Buttons(buttons));
        text.line("-# Typed: the numbers of the cards that come first, such as `12 3 40`; the others follow as they lie.");
        show(Panel { text, rows })
    }

    /// Parris takes one or two cards out of the discard instead of drawing (T26).
    fn salvage(&self, seat: Seat) -> Answer {
        self.on_turn()?;
        let view = self.view(seat);
        let lying = view
            .turn
            .as_ref()
            .and_then(|turn| turn.salvage.clone())
            .unwrap_or_default();
        if let Some(typed) = self.field("cards") {
            let cards = chosen_cards(&lying, typed)?;
            return act(Command::Salvage { cards });
        }
        may_salvage(self.tabletop, seat, &lying[..lying.len().min(1)]).map_err(Refusal::text)?;
        // Two of a kind are two options; more of it would be the same choice.
        let options: Vec<MenuOption> = lying
            .chunk_by(|one, other| one.kind == other.kind)
            .flat_map(|copies| &copies[..copies.len().min(2)])
            .map(|card| controls::card_option(*card, 1))
            .collect();
        let most = u8::try_from(options.len().min(2)).unwrap_or(1);
        let intent = self.known_turn();
        let menu = Menu {
            most,
            ..Menu::one("Take one or two cards…", intent, "cards", options)
        };
        show(
            Panel::say("Which one or two cards do you take out of the discard? It ends your turn, in place of the draw.")
                .with(Row::Menu(menu)),
        )
    }

    /// What is known, bound to this very turn.
    fn known_turn(&self) -> Intent {
        let mut intent = Intent::new("power");
        if let Some(word) = self.field("use") {
            intent = intent.with("use", word);
        }
        match self.tabletop.turn() {
            Some(turn) => intent.with(controls::PROMPT, controls::prompt_word(turn.prompt)),
            None => intent,
        }
    }
}

/// The deck with those cards first whose numbers are typed; the others follow as they lie.
fn ordered(deck: &[DeckCard], typed: &str) -> Result<Vec<DeckCard>, Text> {
    let wrong = || {
        Text::from("Type the numbers of the cards that come first, each once, such as `12 3 40`.")
    };
    let mut first = Vec::new();
    let words = typed.split([',', ' ', '.', ';']);
    for word in words.filter(|word| !word.is_empty()) {
        let number: usize = word.parse().map_err(|_| wrong())?;
        let card = number.checked_sub(1).and_then(|index| deck.get(index));
        let card = *card.ok_or_else(wrong)?;
        if first.contains(&card) {
            return Err(wrong());
        }
        first.push(card);
    }
    let rest: Vec<DeckCard> = deck
        .iter()
        .copied()
        .filter(|card| !first.contains(card))
        .collect();
    first.extend(rest);
    Ok(first)
}
