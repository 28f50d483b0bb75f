//! What a player could do next, found by asking the rules themselves: a choice is offered where `decide` would accept it.

use crate::games::salem1692::table::{Card, CardKind, Colour};
use crate::kernel::dice::Seed;
use crate::kernel::draft::Draft;
use crate::kernel::game::{Actor, Game};
use crate::kernel::ids::{EventNumber, Seat};
use crate::kernel::intent::Person;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::{Command, Forum, Play, Relief};

/// Whether the rules would accept this command of this seat's player now, and if not why. It is decided on a copy, with
/// dice of no consequence.
///
/// # Errors
/// The refusal.
pub fn accepted(forum: &Forum, seat: Seat, command: &Command, now: Time) -> Result<(), Text> {
    let person = Person {
        id: forum.chair(seat).player,
        manages_server: false,
    };
    let seed = Seed([0; 32]);
    let mut draft = Draft::new(forum.clone(), &seed, EventNumber(0), now, false);
    Forum::decide(&mut draft, Actor::Person(person), command)
}

/// The players at whom (or from whom) this card could be played now, in row order.
pub fn targets(forum: &Forum, seat: Seat, card: Card, now: Time) -> Vec<Seat> {
    let living = forum.table.living();
    living
        .filter(|target| {
            plays(forum, card, *target)
                .iter()
                .any(|play| accepted(forum, seat, &Command::Play(*play), now).is_ok())
        })
        .collect()
}

/// The players to whom this card could move what it takes from `source`, in row order.
pub fn receivers(forum: &Forum, seat: Seat, card: Card, source: Seat, now: Time) -> Vec<Seat> {
    let living = forum.table.living();
    living
        .filter(|receiver| {
            Play::from_to(card, source, *receiver)
                .is_some_and(|play| accepted(forum, seat, &Command::Play(play), now).is_ok())
        })
        .collect()
}

/// The cards of this hand that could be played at somebody now, one of each kind.
pub fn playable(forum: &Forum, seat: Seat, hand: &[Card], now: Time) -> Vec<Card> {
    let kinds = hand.chunk_by(|one, other| one.kind == other.kind);
    kinds
        .map(|copies| copies[0])
        .filter(|card| !targets(forum, seat, *card, now).is_empty())
        .collect()
}

/// Why this card can be played at nobody now: the one reason where it is the same for all.
pub fn why_not(forum: &Forum, seat: Seat, card: Card, now: Time) -> Text {
    let mut reasons: Vec<Text> = Vec::new();
    for target in forum.table.living().filter(|target| *target != seat) {
        for play in plays(forum, card, target) {
            if let Err(reason) = accepted(forum, seat, &Command::Play(play), now)
                && !reasons.contains(&reason)
            {
                reasons.push(reason);
            }
        }
    }
    match reasons.as_slice() {
        [reason] => reason.clone(),
        _ => {
            let name = card.kind.name();
            format!("{name} can be played on nobody now: on everybody it would be against a rule, or do nothing. It is kept. `/board` shows what lies where.").into()
        }
    }
}

/// The blue cards that a Curse could take away from a player.
pub fn blues(forum: &Forum, target: Seat) -> Vec<Card> {
    forum.chair(target).in_front(Colour::Blue).collect()
}

/// What an Alibi could take away from a player (F15), most first.
pub fn reliefs(forum: &Forum, target: Seat) -> Vec<Relief> {
    let chair = forum.chair(target);
    let count = |kind| chair.front.iter().filter(|card| card.kind == kind).count();
    let most = u8::try_from(count(CardKind::Accusation).min(3)).unwrap_or(3);
    let accusations = (1..=most).rev().map(Relief::Accusations);
    let evidence = (count(CardKind::Evidence) > 0).then_some(Relief::Evidence);
    evidence.into_iter().chain(accusations).collect()
}

/// The ways in which this card could be played with this player as target or source.
fn plays(forum: &Forum, card: Card, target: Seat) -> Vec<Play> {
    if card.kind == CardKind::Curse {
        let blue = blues(forum, target).into_iter().map(Some);
        let copy = card.copy;
        // Where there is none, the rules say so themselves.
        let unsaid = std::iter::once(None);
        return unsaid
            .chain(blue)
            .map(|blue| Play::Curse { copy, target, blue })
            .collect();
    }
    match Play::at(card, target) {
        Some(play) => vec![play],
        None => {
            let receivers = forum.table.living();
            receivers
                .filter_map(|receiver| Play::from_to(card, target, receiver))
                .collect()
        }
    }
}
