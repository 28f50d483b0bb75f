//! How the play of a card is told to the town.

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::ids::Seat;

use crate::games::salem1692::forum::{Effect, words};

/// A play and what it did, as the town reads it: never which cards of a hand were burned or moved (F16).
pub fn played(seat: Seat, card: Card, effect: &Effect) -> String {
    let sign = words::sign(card.colour());
    let plays = format!("{sign} {seat} plays {}", words::card(card.kind));
    match effect {
        Effect::Marked {
            target,
            marks,
            threshold,
        } => {
            // Only Griggs plays an Alibi so (T30).
            let how = match card.kind {
                CardKind::Alibi => " as a Witness",
                _ => "",
            };
            let marks = words::marks(*marks, *threshold);
            format!("{plays}{how} on {target}: {marks} marks.")
        }
        Effect::Spared { target } => format!(
            "{plays} against {target}, but nobody burns or robs the hand of Sarah Good: nothing happens."
        ),
        Effect::Cleared {
            target,
            removed,
            marks,
            threshold,
        } => {
            let rest = match marks {
                0 => "no mark remains".to_owned(),
                _ => format!("{} marks remain", words::marks(*marks, *threshold)),
            };
            let removed_cards = words::cards(removed);
            format!(
                "{plays} for {target}: {removed_cards} {} away, and {rest}.",
                go(removed.len())
            )
        }
        Effect::Burned { target, cards } => format!(
            "{plays}: {} from the hand of {target} {} up in smoke.",
            words::count(cards.len(), "card"),
            go(cards.len())
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
            "{plays}: {} {} from the hand of {source} into the hand of {receiver}.",
            words::count(cards.len(), "card"),
            go(cards.len())
        ),
        Effect::Blamed {
            source,
            receiver,
            cards,
            stocks,
            marks,
            threshold,
        } => {
            let mut text = format!(
                "{plays}: all that lay in front of {source} now lies in front of {receiver} \
                 ({}), who stands at {} marks.",
                words::cards(cards),
                words::marks(*marks, *threshold)
            );
            if let Some(until) = stocks.iter().map(|stocks| stocks.until).max() {
                let until = words::when(until);
                text = format!("{text}\nThe Stocks now hold {receiver} until {until}.");
            }
            text
        }
        Effect::Frozen { stocks } => format!(
            "{plays} on {}, who can play no card until {}.",
            stocks.seat,
            words::when(stocks.until)
        ),
        Effect::Placed { target } => {
            format!("{plays} on {target}. {}", lasting(card.kind, *target))
        }
    }
}

/// What a blue card means for its holder from now on.
fn lasting(kind: CardKind, holder: Seat) -> String {
    match kind {
        CardKind::BlackCat => format!("When the Conspiracy comes, it will scratch {holder}."),
        CardKind::Asylum => format!("The coven cannot kill {holder} at Night."),
        CardKind::Matchmaker => {
            "Two who have a Matchmaker in front of them die together.".to_owned()
        }
        CardKind::Piety => format!("No red card can be played directly on {holder}."),
        CardKind::Accusation
        | CardKind::Evidence
        | CardKind::Witness
        | CardKind::Alibi
        | CardKind::Arson
        | CardKind::Curse
        | CardKind::Robbery
        | CardKind::Scapegoat
        | CardKind::Stocks => format!("It stays in front of {holder}."),
    }
}

fn go(count: usize) -> &'static str {
    if count == 1 { "goes" } else { "go" }
}
