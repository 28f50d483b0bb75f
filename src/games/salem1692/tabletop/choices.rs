//! What a player could still say of a card: whom it could name, what it could take away; and why it can name nobody.

use crate::games::salem1692::table::{Card, CardKind, Colour};
use crate::kernel::ids::Seat;
use crate::kernel::text::Text;

use super::decide::may_play;
use super::{Play, Refusal, Relief, Tabletop};

/// Every way in which this card could be played at the living, allowed or not. An Alibi as a Witness is one of its own.
fn conceivable(tabletop: &Tabletop, seat: Seat, card: Card, as_witness: bool) -> Vec<Play> {
    let others: Vec<Seat> = tabletop
        .table
        .living()
        .filter(|other| *other != seat)
        .collect();
    let at = |target: &Seat| match card.kind {
        CardKind::Alibi if as_witness => Some(Play::AlibiAsWitness {
            copy: card.copy,
            target: *target,
        }),
        CardKind::Curse => Some(Play::Curse {
            copy: card.copy,
            target: *target,
            blue: blues(tabletop, *target).first().copied(),
        }),
        _ => Play::at(card, *target),
    };
    let plain: Vec<Play> = others.iter().filter_map(at).collect();
    if !plain.is_empty() {
        return plain;
    }
    let mut moves = Vec::new();
    for source in &others {
        let receivers = others.iter().filter(|receiver| *receiver != source);
        moves.extend(receivers.filter_map(|receiver| Play::from_to(card, *source, *receiver)));
    }
    moves
}

fn allowed(tabletop: &Tabletop, seat: Seat, card: Card, as_witness: bool) -> Vec<Play> {
    let mut plays = conceivable(tabletop, seat, card, as_witness);
    plays.retain(|play| may_play(tabletop, seat, play).is_ok());
    plays
}

/// The players at whom (or from whom) this card could be played now, in row order.
pub fn targets(tabletop: &Tabletop, seat: Seat, card: Card, as_witness: bool) -> Vec<Seat> {
    let plays = allowed(tabletop, seat, card, as_witness);
    distinct(plays.iter().map(|play| play.named()[0]))
}

/// The players to whom this card could move what it takes from `source`, in row order.
pub fn receivers(tabletop: &Tabletop, seat: Seat, card: Card, source: Seat) -> Vec<Seat> {
    let plays = allowed(tabletop, seat, card, false);
    distinct(plays.iter().filter_map(|play| match play.named()[..] {
        [from, to] if from == source => Some(to),
        _ => None,
    }))
}

/// The players from whom this card could move something to `receiver`, in row order.
pub fn sources(tabletop: &Tabletop, seat: Seat, card: Card, receiver: Seat) -> Vec<Seat> {
    let plays = allowed(tabletop, seat, card, false);
    distinct(plays.iter().filter_map(|play| match play.named()[..] {
        [from, to] if to == receiver => Some(from),
        _ => None,
    }))
}

/// The cards of this hand that could be played at somebody now, one of each kind.
pub fn playable(tabletop: &Tabletop, seat: Seat, hand: &[Card]) -> Vec<Card> {
    let kinds = hand.chunk_by(|one, other| one.kind == other.kind);
    kinds
        .map(|copies| copies[0])
        .filter(|card| {
            [false, true]
                .into_iter()
                .any(|as_witness| !targets(tabletop, seat, *card, as_witness).is_empty())
        })
        .collect()
}

/// Why this card can be played at nobody now: the one reason where it is the same for all.
pub fn why_not(tabletop: &Tabletop, seat: Seat, card: Card, as_witness: bool) -> Text {
    let mut reasons: Vec<Refusal> = Vec::new();
    for play in conceivable(tabletop, seat, card, as_witness) {
        if let Err(reason) = may_play(tabletop, seat, &play)
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
pub fn blues(tabletop: &Tabletop, target: Seat) -> Vec<Card> {
    tabletop.chair(target).in_front(Colour::Blue).collect()
}

/// What an Alibi could take away from a player (F15, T19): so many Accusations and Evidence cards, worth at most three marks;
/// what takes most marks first.
pub fn reliefs(tabletop: &Tabletop, target: Seat) -> Vec<Relief> {
    let front = &tabletop.chair(target).front;
    let count = |kind| {
        let cards = front.iter().filter(|card| card.kind == kind).count();
        u8::try_from(cards.min(3)).unwrap_or(3)
    };
    let each = tabletop
        .table
        .worth(target, Card::new(CardKind::Evidence, 1));
    let mut reliefs = Vec::new();
    for evidence in 0..=count(CardKind::Evidence) {
        for accusations in 0..=count(CardKind::Accusation) {
            let marks = evidence * each + accusations;
            if (1..=3).contains(&marks) {
                let relief = Relief {
                    accusations,
                    evidence,
                };
                reliefs.push((marks, evidence, relief));
            }
        }
    }
    reliefs.sort_unstable_by_key(|relief| std::cmp::Reverse((relief.0, relief.1)));
    reliefs.into_iter().map(|(_, _, relief)| relief).collect()
}

/// A way of moving something from this player to another with this card, for the reason why it cannot be.
pub fn any_move(tabletop: &Tabletop, seat: Seat, card: Card, source: Seat) -> Option<Play> {
    let mut others = tabletop.table.living();
    let receiver = others.find(|other| *other != seat && *other != source)?;
    Play::from_to(card, source, receiver)
}

fn distinct(seats: impl Iterator<Item = Seat>) -> Vec<Seat> {
    let mut seats: Vec<Seat> = seats.collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
