//! Intents of the Day: cards, flips, picks.

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::forum::decide::may_play;
use crate::games::salem1692::forum::refusal::PhaseName;
use crate::games::salem1692::forum::view::SeatView;
use crate::games::salem1692::forum::{
    Command, Flip, Play, Refusal, Relief, choices, controls, words,
};

/// The field that says how an Alibi is played (T30).
const AS: &str = "as";
/// An Alibi that is played as a Witness.
const WITNESS: &str = "witness";
/// An Alibi that is played as one.
const ALIBI: &str = "alibi";
/// The relief that takes most marks, as a player may leave it (F15).
const MOST: &str = "most";

impl Asked<'_> {
    /// A card, then at whom, then what else the card wants to know.
    pub(super) fn play(&self) -> Answer {
        let seat = self.actor()?;
        self.fresh(seat, self.forum.day().map(|day| day.prompt))?;
        if self.forum.day().is_none() {
            return Err(Refusal::OnlyIn {
                phase: PhaseName::Day,
            }
            .text());
        }
        let Some(word) = self.field("card") else {
            return self.ask_card(seat);
        };
        let card = self.find_card(seat, word)?;
        let Some(target) = self.named("target")? else {
            return self.ask_target(seat, card);
        };
        match card.kind {
            CardKind::Robbery | CardKind::Scapegoat => self.play_between(seat, card, target),
            CardKind::Curse => self.play_curse(card, target),
            CardKind::Alibi => self.play_alibi(seat, card, target),
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

    fn ask_card(&self, seat: Seat) -> Answer {
        let view = SeatView::of(self.forum, seat);
        if view.hand.is_empty() {
            return Err(Text::from(
                "Your hand is empty. New hands are dealt at the start of the next Day.",
            ));
        }
        let playable = choices::playable(self.forum, seat, &view.hand, self.now);
        if playable.is_empty() {
            return Err(choices::why_not(self.forum, seat, view.hand[0], self.now));
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
        let hand = &self.forum.chair(seat).hand;
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

    fn ask_target(&self, seat: Seat, card: Card) -> Answer {
        let targets = choices::targets(self.forum, seat, card, self.now);
        match targets.as_slice() {
            [] => Err(choices::why_not(self.forum, seat, card, self.now)),
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
        let receivers = choices::receivers(self.forum, seat, card, source, self.now);
        match receivers.as_slice() {
            // The reason is the rules' own.
            [] => match choices::any_move(self.forum, seat, card, source) {
                Some(play) => act(Command::Play(play)),
                None => Err(choices::why_not(self.forum, seat, card, self.now)),
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
        let blues = choices::blues(self.forum, target);
        let curse = |blue| {
            act(Command::Play(Play::Curse {
                copy: card.copy,
                target,
                blue,
            }))
        };
        if let Some(word) = self.field("blue") {
            let word = word.trim().to_lowercase().replace('_', "-");
            let exact = word.parse::<Card>().ok();
            let kind = CardKind::ALL.into_iter().find(|kind| kind.word() == word);
            let found = exact.or_else(|| {
                let kind = kind?;
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

    /// Unsaid, an Alibi removes most marks (F15); from a panel it is asked where Accusations and Evidence lie there.
    fn play_alibi(&self, seat: Seat, card: Card, target: Seat) -> Answer {
        let alibi = |relief| {
            act(Command::Play(Play::Alibi {
                copy: card.copy,
                target,
                relief,
            }))
        };
        let as_witness = Play::AlibiAsWitness {
            copy: card.copy,
            target,
        };
        match self.field(AS) {
            Some(WITNESS) => return act(Command::Play(as_witness)),
            Some(_) => {}
            None => {
                if let Some(panel) = self.ask_how(seat, card, target, &as_witness) {
                    return show(panel);
                }
            }
        }
        if let Some(word) = self.field("marks") {
            return alibi(parse_relief(word)?);
        }
        let reliefs = choices::reliefs(self.forum, target);
        let mixed = choices::is_mixed(&reliefs);
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

    /// Griggs says whether an Alibi is played as one or as a Witness (T30). Only the Witness is possible where there is nothing to
    /// take away.
    fn ask_how(&self, seat: Seat, card: Card, target: Seat, witness: &Play) -> Option<Panel> {
        if self.field("marks").is_some() || may_play(self.forum, seat, witness, self.now).is_err() {
            return None;
        }
        let known = self.known(card).with("target", target.number());
        let button = |label: &str, value: &str| {
            Button::new(Style::Primary, label, known.clone().with(AS, value))
        };
        let mut buttons = vec![button("As a Witness: 7 marks", WITNESS)];
        if !choices::reliefs(self.forum, target).is_empty() {
            buttons.push(button("As an Alibi: take marks away", ALIBI));
        }
        let text = self.question(card, &format!("How do you play it on {target}?"));
        Some(Panel::say(text).with(Row::Buttons(buttons)))
    }

    /// What is known of the play, with the very copy of the card.
    fn known(&self, card: Card) -> Intent {
        let mut intent = self.bare().with("card", card);
        // A play that began without a button is from here on bound to this Day's hand.
        if let Some(day) = self.forum.day() {
            intent = intent.with(controls::PROMPT, controls::prompt_word(day.prompt));
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

    /// The same intent with what is the only possibility.
    fn again(&self, field: &str, value: impl ToString) -> Answer {
        let intent = self.with(field, value);
        let asked = Asked {
            intent: &intent,
            ..*self
        };
        asked.answer()
    }

    /// Which flip, if several are owed, and which Tryal. Even the only one is not taken unasked where several are hidden.
    pub(super) fn flip(&self) -> Answer {
        let seat = self.actor()?;
        let Some(flip) = self.which_flip(seat)? else {
            let flips: Vec<Flip> = self.forum.flips_of(seat).copied().collect();
            let buttons = flips.iter().take(5).map(|flip| {
                let label = format!("A Tryal of {}", flip.seat);
                Button::new(
                    Style::Primary,
                    label,
                    controls::answering("flip", flip.prompt),
                )
            });
            let text = "You have several flips to choose. Which one now?";
            return show(Panel::say(text).with(Row::Buttons(buttons.collect())));
        };
        if let Some(position) = self.position()? {
            return act(Command::Flip {
                prompt: flip.prompt,
                position,
            });
        }
        let view = SeatView::of(self.forum, seat);
        let hidden = view.public.hidden(flip.seat);
        if let [position] = hidden.as_slice() {
            return act(Command::Flip {
                prompt: flip.prompt,
                position: *position,
            });
        }
        let text = format!(
            "Which Tryal of {} is flipped? It is final. Until {}.",
            flip.seat,
            words::when(flip.until)
        );
        show(Panel::say(text).with(controls::flip_row(&flip, &hidden)))
    }

    /// The flip that is meant; none where it is one of several.
    fn which_flip(&self, seat: Seat) -> Result<Option<Flip>, Text> {
        let mut own = self.forum.flips_of(seat).copied();
        if let Some(prompt) = self.prompt()? {
            let flip = own.find(|flip| flip.prompt == prompt);
            return flip.map(Some).ok_or_else(|| self.stale(seat));
        }
        if let Some(target) = self.named("target")? {
            if let Some(flip) = own.find(|flip| flip.seat == target) {
                return Ok(Some(flip));
            }
            return Err(match self.forum.flip_against(target) {
                Some(flip) => Refusal::NotYourFlip {
                    chooser: flip.chooser,
                }
                .text(),
                None => format!("No flip is owed against {target}. A flip comes with the seventh mark, and is chosen by the player who brought it.").into(),
            });
        }
        match (own.next(), own.next()) {
            (None, _) => Err(Text::from(
                "You have no flip to choose. Whoever brings a player to seven marks chooses which Tryal is flipped.",
            )),
            (flip, None) => Ok(flip),
            (Some(_), Some(_)) => Ok(None),
        }
    }

    /// The pick in the Shift.
    pub(super) fn pick(&self) -> Answer {
        let seat = self.actor()?;
        let view = SeatView::of(self.forum, seat);
        self.fresh(seat, view.shift.as_ref().map(|shift| shift.prompt))?;
        let Some(shift) = &view.shift else {
            return Err(Refusal::NoShift.text());
        };
        if let Some(position) = self.position()? {
            return act(Command::Pick { position });
        }
        if let ([position], None) = (shift.hidden.as_slice(), shift.pick) {
            return act(Command::Pick {
                position: *position,
            });
        }
        let mut text = Text::from(format!(
            "Which hidden Tryal of {} do you pick? You can pick another until the Shift closes {}.",
            shift.source,
            words::when(shift.until)
        ));
        if let Some(position) = shift.pick {
            text.line(format!("You picked Tryal {position}."));
        }
        show(Panel::say(text).with(controls::pick_row(shift)))
    }
}

/// The word for a relief in menus and suggestions.
pub fn relief_word(relief: Relief) -> String {
    match relief {
        Relief::Evidence => "evidence".to_owned(),
        Relief::Evidences(count) => format!("evidence-{count}"),
        Relief::Accusations(count) => format!("accusations-{count}"),
    }
}

/// A relief, as a player reads it.
pub fn relief_label(relief: Relief) -> String {
    match relief {
        Relief::Evidence => "1 Evidence (3 marks)".to_owned(),
        // Only before Cotton Mather, where each is one mark (T19).
        Relief::Evidences(1) => "1 Evidence (1 mark)".to_owned(),
        Relief::Evidences(count) => format!("{count} Evidence ({count} marks)"),
        Relief::Accusations(1) => "1 Accusation (1 mark)".to_owned(),
        Relief::Accusations(count) => format!("{count} Accusations ({count} marks)"),
    }
}

/// The relief that a word means; none where it is left to the rules.
fn parse_relief(word: &str) -> Result<Option<Relief>, Text> {
    let word = word.trim().to_lowercase();
    if word == MOST {
        return Ok(None);
    }
    if word == "evidence" {
        return Ok(Some(Relief::Evidence));
    }
    if let Some(count) = word.strip_prefix("evidence-") {
        return match count.parse() {
            Ok(count @ 1..=3) => Ok(Some(Relief::Evidences(count))),
            Ok(_) | Err(_) => Err(Refusal::OneToThree.text()),
        };
    }
    let count = word.strip_prefix("accusations-").unwrap_or(&word);
    match count.parse() {
        Ok(count @ 1..=3) => Ok(Some(Relief::Accusations(count))),
        Ok(_) | Err(_) => Err(Refusal::OneToThree.text()),
    }
}
