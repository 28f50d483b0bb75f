//! A card is played: which, at whom, and what else the card wants to know.

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, only_in, show};
use crate::games::salem1692::table::Character;
use crate::games::salem1692::tabletop::refusal::PhaseName;
use crate::games::salem1692::tabletop::{Command, Play, Refusal, Relief, choices, controls, words};

/// The relief that takes most marks, as a player may leave it (F15).
const MOST: &str = "most";
/// The field that says how an Alibi is played (T30).
const AS: &str = "as";
/// An Alibi that is played as a Witness.
const WITNESS: &str = "witness";
/// An Alibi that is played as one.
const ALIBI: &str = "alibi";

impl Asked<'_> {
    /// A card, then at whom, then what else the card wants to know.
    pub(super) fn play(&self) -> Answer {
        let seat = self.actor()?;
        let Some(turn) = self.tabletop.turn() else {
            return Err(only_in(PhaseName::Turns));
        };
        self.fresh(seat, Some(turn.prompt))?;
        if turn.seat != seat {
            return Err(Refusal::NotYourTurn { seat: turn.seat }.text());
        }
        let Some(word) = self.field("card") else {
            return self.ask_card(seat);
        };
        let card = self.find_card(seat, word)?;
        if let Some(question) = self.ask_how(seat, card) {
            return question;
        }
        let Some(target) = self.named("target")? else {
            return self.ask_target(seat, card);
        };
        match card.kind {
            CardKind::Robbery | CardKind::Scapegoat => self.play_between(seat, card, target),
            CardKind::Curse => self.play_curse(card, target),
            CardKind::Alibi if self.as_witness() => act(Command::Play(Play::AlibiAsWitness {
                copy: card.copy,
                target,
            })),
            CardKind::Alibi => self.play_alibi(card, target),
            CardKind::Accusation
            | CardKind::Evidence
            | CardKind::Witness
            | CardKind::Arson
            | CardKind::Stocks
            | CardKind::BlackCat
            | CardKind::Asylum
            | CardKind::Matchmaker
            | CardKind::Piety => {
                let play = Play::at(card, target).expect("these cards are played at one player");
                act(Command::Play(play))
            }
        }
    }

    fn as_witness(&self) -> bool {
        self.field(AS) == Some(WITNESS)
    }

    fn ask_card(&self, seat: Seat) -> Answer {
        let view = self.view(seat);
        if view.hand.is_empty() {
            return Err(Text::from(
                "Your hand is empty. You draw cards in your turn: `/draw`.",
            ));
        }
        let playable = choices::playable(self.tabletop, seat, &view.hand);
        if playable.is_empty() {
            return Err(choices::why_not(self.tabletop, seat, view.hand[0], false));
        }
        let options = playable
            .into_iter()
            .map(|card| {
                let copies = view.hand.iter().filter(|other| other.kind == card.kind);
                controls::card_option(card, copies.count())
            })
            .collect();
        show(Panel {
            text: "Which card do you play? It is played publicly.".into(),
            rows: self.menu("Play a card…", self.bare(), "card", options),
        })
    }

    /// The card in this player's hand that a word names: one copy, or (a kind) any of them.
    fn find_card(&self, seat: Seat, word: &str) -> Result<Card, Text> {
        let word = word.trim().to_lowercase().replace('_', "-");
        let hand = &self.tabletop.chair(seat).hand;
        let (card, any) = match word.parse::<Card>() {
            Ok(card) => (card, Some(card)),
            Err(_) => {
                let kind = CardKind::ALL.into_iter().find(|kind| kind.word() == word);
                let kind = kind.ok_or_else(|| {
                    Text::from("There is no such card. `/hand` shows what you hold.")
                })?;
                let held = hand.iter().filter(|card| card.kind == kind).min();
                (Card::new(kind, 1), held.copied())
            }
        };
        any.filter(|card| hand.contains(card))
            .ok_or_else(|| Refusal::NotInHand { card }.text())
    }

    /// Griggs says whether an Alibi is played as one or as a Witness (T30), where both could be.
    fn ask_how(&self, seat: Seat, card: Card) -> Option<Answer> {
        if card.kind != CardKind::Alibi || self.field(AS).is_some() {
            return None;
        }
        if !self.tabletop.table.has_ability(seat, Character::WillGriggs)
            || self.field("marks").is_some()
        {
            return None;
        }
        let possible =
            |as_witness| !choices::targets(self.tabletop, seat, card, as_witness).is_empty();
        match (possible(false), possible(true)) {
            (true, true) => {
                let button = |style, label, how| {
                    let intent = self.known(card).with(AS, how);
                    Button::new(style, label, intent)
                };
                let row = Row::Buttons(vec![
                    button(Style::Primary, "As an Alibi", ALIBI),
                    button(Style::Danger, "Griggs: as a Witness (7 marks)", WITNESS),
                ]);
                let text = self.question(card, "How do you play it?");
                Some(show(Panel::say(text).with(row)))
            }
            (false, true) => Some(self.again(AS, WITNESS)),
            (_, false) => None,
        }
    }

    fn ask_target(&self, seat: Seat, card: Card) -> Answer {
        let targets = choices::targets(self.tabletop, seat, card, self.as_witness());
        match targets.as_slice() {
            [] => Err(choices::why_not(
                self.tabletop,
                seat,
                card,
                self.as_witness(),
            )),
            [target] => self.again("target", target.number()),
            _ => {
                let (text, placeholder) = match card.kind {
                    CardKind::Robbery | CardKind::Scapegoat => ("From whom?", "From…"),
                    CardKind::Accusation
                    | CardKind::Evidence
                    | CardKind::Witness
                    | CardKind::Alibi
                    | CardKind::Arson
                    | CardKind::Curse
                    | CardKind::Stocks
                    | CardKind::BlackCat
                    | CardKind::Asylum
                    | CardKind::Matchmaker
                    | CardKind::Piety => ("On whom?", "On…"),
                };
                show(Panel::say(self.question(card, text)).with(self.seats(
                    placeholder,
                    card,
                    "target",
                    &targets,
                )))
            }
        }
    }

    fn play_between(&self, seat: Seat, card: Card, source: Seat) -> Answer {
        if let Some(receiver) = self.named("receiver")? {
            let play = Play::from_to(card, source, receiver).expect("these cards move something");
            return act(Command::Play(play));
        }
        let receivers = choices::receivers(self.tabletop, seat, card, source);
        match receivers.as_slice() {
            // The reason is the rules' own.
            [] => match choices::any_move(self.tabletop, seat, card, source) {
                Some(play) => act(Command::Play(play)),
                None => Err(choices::why_not(self.tabletop, seat, card, false)),
            },
            [receiver] => self.again("receiver", receiver.number()),
            _ => {
                let question = self.question(card, &format!("From {source} to whom?"));
                let receivers = self.seats("To…", card, "receiver", &receivers);
                show(Panel::say(question).with(receivers))
            }
        }
    }

    fn play_curse(&self, card: Card, target: Seat) -> Answer {
        let blues = choices::blues(self.tabletop, target);
        let curse = |blue| {
            act(Command::Play(Play::Curse {
                copy: card.copy,
                target,
                blue,
            }))
        };
        if let Some(word) = self.field("blue") {
            let word = word.trim().to_lowercase().replace('_', "-");
            let found = word.parse::<Card>().ok().or_else(|| {
                let kind: CardKind = word.parse().ok()?;
                let here = blues.iter().copied().find(|blue| blue.kind == kind);
                // What does not lie there is for the rules to refuse.
                Some(here.unwrap_or(Card::new(kind, 1)))
            });
            return match found {
                Some(blue) => curse(Some(blue)),
                None => Err(Text::from(
                    "There is no such blue card. The Curse takes away a Black Cat, an Asylum, a Matchmaker or a Piety.",
                )),
            };
        }
        let mut kinds = blues.clone();
        kinds.sort_unstable();
        kinds.dedup_by_key(|blue| blue.kind);
        match kinds.as_slice() {
            [] => curse(None),
            [blue] => curse(Some(*blue)),
            _ => {
                let buttons = kinds.iter().map(|blue| {
                    let intent = self.known(card).with("blue", blue);
                    Button::new(Style::Primary, words::signed(blue.kind), intent)
                });
                let text = self.question(card, &format!("Which blue card of {target}?"));
                show(Panel::say(text).with(Row::Buttons(buttons.collect())))
            }
        }
    }

    /// Unsaid, an Alibi removes most marks (F15); from a panel it is asked where different cards could go.
    fn play_alibi(&self, card: Card, target: Seat) -> Answer {
        let alibi = |relief| {
            act(Command::Play(Play::Alibi {
                copy: card.copy,
                target,
                relief,
            }))
        };
        if let Some(word) = self.field("marks") {
            return alibi(parse_relief(word)?);
        }
        let reliefs = choices::reliefs(self.tabletop, target);
        let mixed = reliefs.iter().any(|relief| relief.evidence > 0)
            && reliefs.iter().any(|relief| relief.accusations > 0);
        if self.field(controls::PROMPT).is_none() || !mixed {
            return alibi(None);
        }
        let options = reliefs
            .into_iter()
            .map(|relief| MenuOption::new(relief_label(relief), relief_word(relief)))
            .collect();
        show(Panel {
            text: self.question(card, &format!("What is taken away from {target}?")),
            rows: self.menu("Take away…", self.known(card), "marks", options),
        })
    }

    /// What is known of the play, with the very copy of the card.
    fn known(&self, card: Card) -> Intent {
        let mut intent = self.bare().with("card", card);
        // A play that began without a button is from here on bound to this turn.
        if let Some(turn) = self.tabletop.turn() {
            intent = intent.with(controls::PROMPT, controls::prompt_word(turn.prompt));
        }
        intent
    }

    fn seats(&self, placeholder: &str, card: Card, field: &str, seats: &[Seat]) -> Row {
        controls::seats_menu(placeholder, self.known(card), field, seats, None)
    }

    fn question(&self, card: Card, question: &str) -> Text {
        let name = words::signed(card.kind);
        let gist = words::gist(card.kind);
        format!("**{name}**: {gist}\n{question} The card is played at once.").into()
    }
}

/// The word for a relief in menus and suggestions: how many Accusations and how many Evidence cards.
pub fn relief_word(relief: Relief) -> String {
    format!("a{}e{}", relief.accusations, relief.evidence)
}

/// A relief, as a player reads it.
pub fn relief_label(relief: Relief) -> String {
    let accusations = words::count(usize::from(relief.accusations), "Accusation");
    let evidence = format!("{} Evidence", relief.evidence);
    match (relief.accusations, relief.evidence) {
        (_, 0) => accusations,
        (0, _) => evidence,
        _ => format!("{evidence} and {accusations}"),
    }
}

/// The relief that a word means; none where it is left to the rules.
fn parse_relief(word: &str) -> Result<Option<Relief>, Text> {
    let word = word.trim().to_lowercase();
    let relief = |accusations, evidence| {
        Ok(Some(Relief {
            accusations,
            evidence,
        }))
    };
    match word.as_str() {
        MOST => return Ok(None),
        "evidence" => return relief(0, 1),
        _ => {}
    }
    if let Some((accusations, evidence)) = word
        .strip_prefix('a')
        .and_then(|rest| rest.split_once('e'))
        .and_then(|(a, e)| Some((a.parse().ok()?, e.parse().ok()?)))
    {
        return relief(accusations, evidence);
    }
    match word.parse() {
        Ok(count @ 1..=3) => relief(count, 0),
        Ok(_) | Err(_) => Err(Refusal::OneToThree.text()),
    }
}
