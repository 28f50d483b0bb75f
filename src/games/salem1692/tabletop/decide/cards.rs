//! What each card does, card by card. What holds for every card is in `turn`; what a black card does is in `conspiracy` and
//! `night`.

use crate::games::salem1692::table::{Card, CardKind, Character, Colour};
use crate::kernel::ids::Seat;

use super::super::event::Effect;
use super::super::{Play, Refusal, Relief, Tabletop};

/// How many marks an Alibi removes at most (F15).
const ALIBI_MARKS: u8 = 3;

/// The effect of a play that is allowed as far as every card goes.
///
/// # Errors
/// Why this card cannot be played so: mostly because it would do nothing (F11).
pub fn effect(tabletop: &Tabletop, seat: Seat, play: &Play) -> Result<Effect, Refusal> {
    let table = &tabletop.table;
    match *play {
        // Red: marks in front of the target, one, three or seven; Piety refuses them (T8, F20).
        Play::Accusation { target, .. }
        | Play::Evidence { target, .. }
        | Play::Witness { target, .. } => {
            if table.chair(target).has_in_front(CardKind::Piety) {
                return Err(Refusal::Piety { target });
            }
            Ok(marked(tabletop, target, play.card()))
        }
        // Alibi as a Witness: Griggs' power, against Piety too (T30).
        Play::AlibiAsWitness { target, .. } => {
            if !tabletop.table.has_ability(seat, Character::WillGriggs) {
                return Err(Refusal::NotYourPower {
                    character: Character::WillGriggs,
                });
            }
            Ok(marked(tabletop, target, play.card()))
        }
        // Alibi: red cards worth at most three marks go (F15, T19).
        Play::Alibi { target, relief, .. } => {
            let removed = relieved(tabletop, target, relief)?;
            let gone: u8 = removed
                .iter()
                .map(|card| tabletop.table.worth(target, *card))
                .sum();
            let marks = tabletop.table.marks(target) - gone;
            Ok(Effect::Cleared {
                target,
                removed,
                marks,
            })
        }
        // Arson: the whole hand goes to the discard (T4); Sarah Good's stays (T27).
        Play::Arson { target, .. } => {
            let cards = hand(tabletop, target)?;
            if tabletop.keeps_hand(target) {
                return Ok(Effect::Unmoved { target });
            }
            Ok(Effect::Burned { target, cards })
        }
        // Curse: one blue card in front of the target goes (F17).
        Play::Curse { target, blue, .. } => {
            let lying: Vec<Card> = table.chair(target).in_front(Colour::Blue).collect();
            let blue = match (lying[..].as_ref(), blue) {
                ([], _) => return Err(Refusal::NoBlueCard { target }),
                (lying, Some(blue)) if lying.contains(&blue) => blue,
                (_, Some(card)) => return Err(Refusal::NotThatBlueCard { target, card }),
                ([only], None) => *only,
                (_, None) => return Err(Refusal::WhichBlueCard { target }),
            };
            Ok(Effect::Cursed { target, blue })
        }
        // Robbery: the source's whole hand goes into the receiver's (T4); Sarah Good's stays (T27).
        Play::Robbery {
            source, receiver, ..
        } => {
            let cards = hand(tabletop, source)?;
            if tabletop.keeps_hand(source) {
                return Ok(Effect::Unmoved { target: source });
            }
            Ok(Effect::Robbed {
                source,
                receiver,
                cards,
            })
        }
        // Scapegoat: everything in front of the source comes in front of the receiver (F18).
        Play::Scapegoat {
            source, receiver, ..
        } => {
            let cards = table.chair(source).front.clone();
            if cards.is_empty() {
                return Err(Refusal::NothingInFront { target: source });
            }
            let coming: u8 = cards
                .iter()
                .map(|card| tabletop.table.worth(receiver, *card))
                .sum();
            Ok(Effect::Blamed {
                source,
                receiver,
                cards,
                marks: tabletop.table.marks(receiver) + coming,
                threshold: tabletop.table.threshold(receiver),
            })
        }
        // Stocks: the target's next turn is skipped (T10).
        Play::Stocks { target, .. } => Ok(Effect::Stocked { target }),
        // Blue: they lie in front of the target until they leave play (F20 to F22, T14).
        Play::BlackCat { target, .. }
        | Play::Asylum { target, .. }
        | Play::Matchmaker { target, .. }
        | Play::Piety { target, .. } => Ok(Effect::Placed { target }),
    }
}

fn marked(tabletop: &Tabletop, target: Seat, card: Card) -> Effect {
    Effect::Marked {
        target,
        marks: tabletop.table.marks(target) + tabletop.table.worth(target, card),
        threshold: tabletop.table.threshold(target),
    }
}

/// A hand that a card can do something to (F11).
fn hand(tabletop: &Tabletop, target: Seat) -> Result<Vec<Card>, Refusal> {
    let hand = &tabletop.chair(target).hand;
    if hand.is_empty() {
        Err(Refusal::EmptyHand { target })
    } else {
        Ok(hand.clone())
    }
}

/// F15, T19: the red cards that an Alibi removes, worth at most three marks. Unsaid, those that remove most marks, Evidence
/// first.
fn relieved(
    tabletop: &Tabletop,
    target: Seat,
    relief: Option<Relief>,
) -> Result<Vec<Card>, Refusal> {
    let lying = |kind: CardKind| -> Vec<Card> {
        let front = tabletop.chair(target).front.iter().copied();
        front.filter(|card| card.kind == kind).collect()
    };
    let (evidence, accusations) = (lying(CardKind::Evidence), lying(CardKind::Accusation));
    if evidence.is_empty() && accusations.is_empty() {
        return Err(Refusal::NoMarks { target });
    }
    let each = evidence
        .first()
        .map_or(ALIBI_MARKS, |card| tabletop.table.worth(target, *card));
    let Relief {
        accusations: ones,
        evidence: threes,
    } = relief.unwrap_or_else(|| {
        let threes = count(&evidence).min(ALIBI_MARKS / each);
        Relief {
            accusations: count(&accusations).min(ALIBI_MARKS - threes * each),
            evidence: threes,
        }
    });
    let worth = u32::from(ones) + u32::from(threes) * u32::from(each);
    if !(1..=u32::from(ALIBI_MARKS)).contains(&worth) {
        return Err(Refusal::OneToThree);
    }
    if ones > count(&accusations) || threes > count(&evidence) {
        return Err(Refusal::NoSuchMarks { target });
    }
    let evidence = evidence.into_iter().take(usize::from(threes));
    Ok(evidence
        .chain(accusations.into_iter().take(usize::from(ones)))
        .collect())
}

fn count(cards: &[Card]) -> u8 {
    u8::try_from(cards.len()).expect("the game holds 59 cards")
}
