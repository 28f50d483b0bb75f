//! What each card does, card by card. What holds for every card is in `day`.

use crate::games::salem1692::table::{Card, CardKind, Character, Colour};
use crate::kernel::ids::Seat;
use crate::kernel::time::{Length, Time};

use super::super::event::Effect;
use super::super::phase::Stocks;
use super::super::{Forum, Play, Refusal, Relief};

/// Draws half of a hand, rounded up (F16).
type DrawHalf<'a> = dyn FnMut(&[Card]) -> Vec<Card> + 'a;

/// The shortest time for which Stocks can be played (F11).
const SHORTEST_STOCKS: Length = Length::MINUTE;
/// How many marks an Alibi removes at most (F15).
const ALIBI_MARKS: u8 = 3;

/// The effect of a play of this player that is allowed as far as every card goes.
///
/// # Errors
/// Why this card cannot be played so: mostly because it would do nothing (F11).
pub fn effect(
    forum: &Forum,
    actor: Seat,
    play: &Play,
    now: Time,
    draw_half: &mut DrawHalf<'_>,
) -> Result<Effect, Refusal> {
    let table = &forum.table;
    match *play {
        // Red: marks in front of the target, one, three or seven; Piety refuses them (F12, F20).
        Play::Accusation { target, .. }
        | Play::Evidence { target, .. }
        | Play::Witness { target, .. } => {
            if table.chair(target).has_in_front(CardKind::Piety) {
                return Err(Refusal::Piety { target });
            }
            Ok(marked(forum, target, play.card()))
        }
        // Alibi as a Witness: Griggs' power, against Piety too (T30).
        Play::AlibiAsWitness { target, .. } => {
            if !table.has_ability(actor, Character::WillGriggs) {
                return Err(Refusal::NotYourPower {
                    character: Character::WillGriggs,
                });
            }
            Ok(marked(forum, target, play.card()))
        }
        // Alibi: up to three Accusations or one Evidence go (F15).
        Play::Alibi { target, relief, .. } => {
            let removed = relieved(forum, target, relief)?;
            let gone: u8 = removed.iter().map(|card| table.worth(target, *card)).sum();
            Ok(Effect::Cleared {
                target,
                removed,
                marks: table.marks(target) - gone,
                threshold: table.threshold(target),
            })
        }
        // Arson: half of the hand goes to the discard (F16).
        Play::Arson { target, .. } => {
            let hand = &table.chair(target).hand;
            if hand.is_empty() {
                return Err(Refusal::EmptyHand { target });
            }
            if table.has_ability(target, Character::SarahGood) {
                return Ok(Effect::Spared { target });
            }
            Ok(Effect::Burned {
                target,
                cards: draw_half(hand),
            })
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
        // Robbery: half of the source's hand goes into the receiver's (F16).
        Play::Robbery {
            source, receiver, ..
        } => {
            let hand = &table.chair(source).hand;
            if hand.is_empty() {
                return Err(Refusal::EmptyHand { target: source });
            }
            if table.has_ability(source, Character::SarahGood) {
                return Ok(Effect::Spared { target: source });
            }
            Ok(Effect::Robbed {
                source,
                receiver,
                cards: draw_half(hand),
            })
        }
        // Scapegoat: everything in front of the source comes in front of the receiver, running Stocks too (F18).
        Play::Scapegoat {
            source, receiver, ..
        } => {
            let cards = table.chair(source).front.clone();
            if cards.is_empty() {
                return Err(Refusal::NothingInFront { target: source });
            }
            // What moves is worth what it is worth there (T19).
            let coming: u8 = cards.iter().map(|card| table.worth(receiver, *card)).sum();
            let stocks = moved_stocks(forum, source, receiver, now);
            Ok(Effect::Blamed {
                source,
                receiver,
                cards,
                stocks,
                marks: table.marks(receiver) + coming,
                threshold: table.threshold(receiver),
            })
        }
        // Stocks: no card plays for a quarter of what remains of the Day, one after the other (F19).
        Play::Stocks { target, .. } => {
            let end = forum.day().map_or(now, |day| day.span.until);
            let from = forum
                .frozen_until(target)
                .map_or(now, |until| until.max(now));
            let length = (end - from).share(1, 4);
            if length < SHORTEST_STOCKS {
                return Err(Refusal::StocksTooShort);
            }
            let stocks = Stocks {
                card: play.card(),
                seat: target,
                from,
                until: from + length,
            };
            Ok(Effect::Frozen { stocks })
        }
        // Blue: they lie in front of the target until they leave play (F20 to F23, F25).
        Play::BlackCat { target, .. }
        | Play::Asylum { target, .. }
        | Play::Matchmaker { target, .. }
        | Play::Piety { target, .. } => Ok(Effect::Placed { target }),
    }
}

/// What a card placed as a red one does.
fn marked(forum: &Forum, target: Seat, card: Card) -> Effect {
    let table = &forum.table;
    Effect::Marked {
        target,
        marks: table.marks(target) + table.worth(target, card),
        threshold: table.threshold(target),
    }
}

/// F15, T19: the red cards that an Alibi removes. Unsaid, those that remove most marks, Evidence first. Before Mather an Evidence
/// is one mark, so that up to three of them can go.
fn relieved(forum: &Forum, target: Seat, relief: Option<Relief>) -> Result<Vec<Card>, Refusal> {
    let lying = |kind: CardKind| -> Vec<Card> {
        let front = forum.table.chair(target).front.iter().copied();
        front.filter(|card| card.kind == kind).collect()
    };
    let (evidence, accusations) = (lying(CardKind::Evidence), lying(CardKind::Accusation));
    if evidence.is_empty() && accusations.is_empty() {
        return Err(Refusal::NoMarks { target });
    }
    // So many marks an Alibi takes at most: three Accusations, one Evidence, or three before Mather.
    let each = evidence
        .first()
        .map_or(ALIBI_MARKS, |card| forum.table.worth(target, *card));
    let most_evidence = evidence.len().min(usize::from(ALIBI_MARKS / each));
    let (pile, count, most) = match relief {
        Some(Relief::Evidence) => (&evidence, 1, most_evidence.max(1)),
        Some(Relief::Evidences(count)) => (
            &evidence,
            usize::from(count),
            usize::from(ALIBI_MARKS / each),
        ),
        Some(Relief::Accusations(count)) => {
            (&accusations, usize::from(count), usize::from(ALIBI_MARKS))
        }
        None => {
            let ones = accusations.len().min(usize::from(ALIBI_MARKS));
            if most_evidence * usize::from(each) >= ones {
                (&evidence, most_evidence, most_evidence)
            } else {
                (&accusations, ones, ones)
            }
        }
    };
    if !(1..=most).contains(&count) {
        return Err(match relief {
            Some(Relief::Evidences(2..)) if each > 1 => Refusal::OneEvidence { target },
            _ => Refusal::OneToThree,
        });
    }
    if count > pile.len() {
        return Err(Refusal::NoSuchMarks { target });
    }
    Ok(pile[..count].to_vec())
}

/// F18: running Stocks keep their remaining time, which begins where the receiver's own ends, one after the other.
fn moved_stocks(forum: &Forum, source: Seat, receiver: Seat, now: Time) -> Vec<Stocks> {
    let mut from = forum
        .frozen_until(receiver)
        .map_or(now, |until| until.max(now));
    let mut moving: Vec<Stocks> = forum
        .day()
        .map_or(&[][..], |day| &day.stocks)
        .iter()
        .filter(|stocks| stocks.seat == source)
        .copied()
        .collect();
    for stocks in &mut moving {
        let remaining = stocks.until - stocks.from.max(now);
        *stocks = Stocks {
            card: stocks.card,
            seat: receiver,
            from,
            until: from + remaining,
        };
        from = stocks.until;
    }
    moving
}
