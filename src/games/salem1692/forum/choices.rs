//! What a player could still say of a card: whom it could name, what it could take away; and why it can name nobody.

use crate::games::salem1692::table::{Card, CardKind, Character, Colour};
use crate::kernel::ids::Seat;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::decide::may_play;
use super::{Forum, Play, Refusal, Relief, legal};

/// The players at whom (or from whom) this card could be played now, in row order.
pub fn targets(forum: &Forum, seat: Seat, card: Card, now: Time) -> Vec<Seat> {
    let plays = legal::plays_of(forum, seat, card, now);
    distinct(plays.iter().map(|play| play.named()[0]))
}

/// The players to whom this card could move what it takes from `source`, in row order.
pub fn receivers(forum: &Forum, seat: Seat, card: Card, source: Seat, now: Time) -> Vec<Seat> {
    let plays = legal::plays_of(forum, seat, card, now);
    distinct(plays.iter().filter_map(|play| match play.named()[..] {
        [from, to] if from == source => Some(to),
        _ => None,
    }))
}

/// The players from whom this card could move something to `receiver`, in row order.
pub fn sources(forum: &Forum, seat: Seat, card: Card, receiver: Seat, now: Time) -> Vec<Seat> {
    let plays = legal::plays_of(forum, seat, card, now);
    distinct(plays.iter().filter_map(|play| match play.named()[..] {
        [from, to] if to == receiver => Some(from),
        _ => None,
    }))
}

/// The cards of this hand that could be played at somebody now, one of each kind.
pub fn playable(forum: &Forum, seat: Seat, hand: &[Card], now: Time) -> Vec<Card> {
    let kinds = hand.chunk_by(|one, other| one.kind == other.kind);
    kinds
        .map(|copies| copies[0])
        .filter(|card| !legal::plays_of(forum, seat, *card, now).is_empty())
        .collect()
}

/// Why this card can be played at nobody now: the one reason where it is the same for all.
pub fn why_not(forum: &Forum, seat: Seat, card: Card, now: Time) -> Text {
    let mut reasons: Vec<Refusal> = Vec::new();
    for play in legal::conceivable(forum, card) {
        let named = play.named();
        if named.contains(&seat) || !named.iter().all(|seat| forum.table.lives(*seat)) {
            continue;
        }
        if let Err(reason) = may_play(forum, seat, &play, now)
            && !reasons.contains(&reason)
        {
            reasons.push(reason);
        }
    }
    match reasons.as_slice() {
        [reason] => reason.text(),
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

/// What an Alibi could take away from a player (F15), most first. Before Cotton Mather up to three Evidence (T19).
pub fn reliefs(forum: &Forum, target: Seat) -> Vec<Relief> {
    let front = &forum.chair(target).front;
    let count = |kind| front.iter().filter(|card| card.kind == kind).count().min(3);
    let up_to = |count: usize| (1..=u8::try_from(count).unwrap_or(3)).rev();
    let evidence: Vec<Relief> = if forum.table.has_ability(target, Character::CottonMather) {
        let counts = up_to(count(CardKind::Evidence));
        counts.map(Relief::Evidences).collect()
    } else {
        let one = count(CardKind::Evidence).min(1);
        up_to(one).map(|_| Relief::Evidence).collect()
    };
    let accusations = up_to(count(CardKind::Accusation)).map(Relief::Accusations);
    evidence.into_iter().chain(accusations).collect()
}

/// Whether both kinds of cards could be taken away, so that it has to be said which.
pub fn is_mixed(reliefs: &[Relief]) -> bool {
    let accusations = |relief: &Relief| matches!(relief, Relief::Accusations(_));
    reliefs.iter().any(accusations) && !reliefs.iter().all(accusations)
}

/// A way of moving something from this player to another with this card, for the reason why it cannot be.
pub fn any_move(forum: &Forum, seat: Seat, card: Card, source: Seat) -> Option<Play> {
    let mut others = forum.table.living();
    let receiver = others.find(|other| *other != seat && *other != source)?;
    Play::from_to(card, source, receiver)
}

fn distinct(seats: impl Iterator<Item = Seat>) -> Vec<Seat> {
    let mut seats: Vec<Seat> = seats.collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
