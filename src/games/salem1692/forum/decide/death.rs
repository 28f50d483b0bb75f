//! Death, in ordered steps (F34, F21, F10).

use crate::games::salem1692::table::{Card, Character, Colour};
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::super::event::{DeathCause, Event};
use super::{Making, powers, won};

/// How many living players are the last ones for blue cards (F10).
pub const LAST: usize = 2;

/// A player dies: first the one who is named, then a Matchmaker's partner (F34); then, with two living, the blue cards leave
/// (F10). The game stops as soon as a side has won (F35).
pub fn die(draft: &mut Making<'_>, seat: Seat, cause: DeathCause, at: Time) {
    // H4: a removal does not pull the partner along (F21).
    let partner = match cause {
        DeathCause::Removed => None,
        DeathCause::WitchRevealed
        | DeathCause::LastTryal
        | DeathCause::Killed
        | DeathCause::Matchmaker { .. } => draft.state().table.matched(seat),
    };
    let mut left = powers::estate(draft.state(), seat);
    bury(draft, seat, cause, at);
    if won(draft) {
        return;
    }
    // T24: Mary Warren's Matchmaker does her no harm; her ability is looked at when its partner has died (T23).
    let unharmed = |partner: &Seat| {
        draft
            .state()
            .table
            .has_ability(*partner, Character::MaryWarren)
    };
    if let Some(partner) = partner.filter(|partner| !unharmed(partner)) {
        left.extend(powers::estate(draft.state(), partner));
        bury(draft, partner, DeathCause::Matchmaker { partner: seat }, at);
        if won(draft) {
            return;
        }
    }
    powers::inherit(draft, left);
    blue_cards_leave(draft);
}

/// F34: all remaining Tryals are flipped and the alignment is told; hand and front go to the discard. That it is one event
/// changes no outcome: among these reveals only a Witch card can end the game, and then the Town has won whatever follows it in
/// the row.
fn bury(draft: &mut Making<'_>, seat: Seat, cause: DeathCause, at: Time) {
    let forum = draft.state();
    let chair = forum.chair(seat);
    let remaining = chair
        .hidden()
        .map(|position| (position, chair.tryal(position).card))
        .collect();
    let event = Event::Died {
        at,
        seat,
        cause,
        remaining,
        coven: chair.coven,
        discarded: chair.hand.iter().chain(&chair.front).copied().collect(),
        flip_lapsed: forum.flip_against(seat).is_some(),
    };
    draft.emit(event);
}

/// F10: with two living players all blue cards leave the game.
fn blue_cards_leave(draft: &mut Making<'_>) {
    let table = &draft.state().table;
    if table.living_count() > LAST {
        return;
    }
    let blue = |card: &Card| card.colour() == Colour::Blue;
    let fronts = table.chairs.iter().flat_map(|chair| &chair.front);
    let from_fronts: Vec<Card> = fronts.copied().filter(blue).collect();
    let hands = table.chairs.iter().flat_map(|chair| &chair.hand);
    let elsewhere = table.deck.iter().chain(&table.discard).chain(hands);
    let from_elsewhere: Vec<Card> = elsewhere.copied().filter(blue).collect();
    if !(from_fronts.is_empty() && from_elsewhere.is_empty()) {
        draft.emit(Event::BlueCardsLeft {
            from_fronts,
            from_elsewhere,
        });
    }
}
