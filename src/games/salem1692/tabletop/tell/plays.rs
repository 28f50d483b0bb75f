//! How the play of a card is told to the town.

use crate::games::salem1692::table::{Card, CardKind, Character};
use crate::games::salem1692::tabletop::{Effect, words};
use crate::kernel::ids::Seat;

/// A play and what it did, as the town reads it: never which cards of a hand were burned or moved (T4).
pub fn played(seat: Seat, card: Card, effect: &Effect) -> String {
    let sign = words::sign(card.colour());
    let plays = format!("{sign} {seat} plays {}", words::card(card.kind));
    match effect {
        Effect::Marked {
            target,
            marks,
            threshold,
        } => {
            let marks = words::marks(*marks, *threshold);
            match card.kind {
                CardKind::Alibi => format!(
                    "{plays} as a Witness ({}) on {target}: {marks} marks.",
                    Character::WillGriggs
                ),
                CardKind::Accusation
                | CardKind::Evidence
                | CardKind::Witness
                | CardKind::Arson
                | CardKind::Curse
                | CardKind::Robbery
                | CardKind::Scapegoat
                | CardKind::Stocks
                | CardKind::BlackCat
                | CardKind::Asylum
                | CardKind::Matchmaker
                | CardKind::Piety => format!("{plays} on {target}: {marks} marks."),
            }
        }
        Effect::Cleared {
            target,
            removed,
            marks,
        } => {
            let rest = match marks {
                0 => "no mark remains".to_owned(),
                1 => "1 mark remains".to_owned(),
                _ => format!("{marks} marks remain"),
            };
            format!(
                "{plays} for {target}: {} {} away, and {rest}.",
                words::cards(removed),
                go(removed.len())
            )
        }
        Effect::Burned { target, cards } => format!(
            "{plays}: the whole hand of {target} goes up in smoke, {}.",
            words::count(cards.len(), "card")
        ),
        Effect::Unmoved { target } => format!(
            "{plays} against {target}, whose hand stays as it is ({}).",
            Character::SarahGood
        ),
        Effect::Cursed { target, blue } => format!(
            "{plays} on {target}: {} is taken from in front of {target} and goes to the discard.",
            words::card(blue.kind)
        ),
        Effect::Robbed {
            source,
            receiver,
            cards,
        } => format!(
            "{plays}: the whole hand of {source} goes to {receiver}, {}.",
            words::count(cards.len(), "card")
        ),
        Effect::Blamed {
            source,
            receiver,
            cards,
            marks,
            threshold,
        } => format!(
            "{plays}: all that lay in front of {source} now lies in front of {receiver} ({}), who stands at {} marks.",
            words::cards(cards),
            words::marks(*marks, *threshold)
        ),
        Effect::Stocked { target } => {
            format!("{plays} on {target}, whose next turn is missed.")
        }
        Effect::Placed { target } => format!("{plays} on {target}. {}", lasting(card.kind)),
    }
}

/// What a blue card means from now on, whoever has it.
fn lasting(kind: CardKind) -> &'static str {
    match kind {
        CardKind::BlackCat => "It scratches when a Conspiracy comes.",
        CardKind::Asylum => "The coven cannot kill whoever has it.",
        CardKind::Matchmaker => "Two who have one in front of them die together.",
        CardKind::Piety => "No red card can be played directly on whoever has it.",
        CardKind::Accusation
        | CardKind::Evidence
        | CardKind::Witness
        | CardKind::Alibi
        | CardKind::Arson
        | CardKind::Curse
        | CardKind::Robbery
        | CardKind::Scapegoat
        | CardKind::Stocks => "It stays there.",
    }
}

fn go(count: usize) -> &'static str {
    if count == 1 { "goes" } else { "go" }
}
