//! Powers that are a choice of the turn's player: Abigail Williams, Ann Putnam and Thomas Danforth on placing; Tituba and Samuel
//! Parris before a draw (T17, T18, T26, T28, T29). Griggs' is a play (`cards`), Phips' a confession (`night`).

use std::collections::BTreeSet;

use crate::games::salem1692::table::{Card, Character, Pile};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::deck::DeckCard;
use super::super::event::Event;
use super::super::phase::{Asked, OwedCause, PlacingPower, Stage, Turn};
use super::super::refusal::PhaseName;
use super::super::{Refusal, Tabletop};
use super::{Making, draws, tryals, turn};

/// The smallest deck that can be put in order (T29).
const SMALLEST_DECK: usize = 2;
/// How many cards Parris takes (T26).
const SALVAGED: std::ops::RangeInclusive<usize> = 1..=2;

/// T17, T18, T28: a power on placing is offered to the player who has just placed a card, where there is one.
pub fn offer(draft: &mut Making<'_>, seat: Seat, target: Seat, at: Time) {
    let tabletop = draft.state();
    let can_draw = draws::can_draw(tabletop);
    let Some(power) = tabletop.table.power_on_placing(seat, target, can_draw) else {
        return;
    };
    let asked = Asked {
        prompt: PromptId(draft.dice().bits()),
        power,
        target,
    };
    draft.emit(Event::PowerOffered { at, seat, asked });
}

/// A power that is offered is used, or not.
pub fn answer(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    yes: bool,
) -> Result<(), Refusal> {
    let asked = may_answer(draft.state(), seat, prompt)?;
    let at = draft.now();
    if !yes {
        decline(draft);
        return Ok(());
    }
    match asked.power {
        PlacingPower::AbigailWilliams => {
            let cards = draft.state().table.reds(seat);
            draft.emit(Event::RedsShed { at, seat, cards });
        }
        PlacingPower::AnnPutnam => draft.emit(Event::PutnamDraws { at, seat }),
        PlacingPower::ThomasDanforth => {
            tryals::owe(draft, asked.target, OwedCause::Early, at);
        }
    }
    Ok(())
}

/// Whether this living player may answer that offer now.
///
/// # Errors
/// Why not.
pub fn may_answer(tabletop: &Tabletop, seat: Seat, prompt: PromptId) -> Result<Asked, Refusal> {
    let turn = tabletop.turn().ok_or(Refusal::Stale)?;
    let asked = turn
        .asked
        .filter(|asked| asked.prompt == prompt)
        .ok_or(Refusal::Stale)?;
    if turn.seat == seat {
        Ok(asked)
    } else {
        Err(Refusal::NotYourChoice { chooser: turn.seat })
    }
}

/// The power that is offered is not used; says so, for `settle`.
pub fn decline(draft: &mut Making<'_>) -> bool {
    let turn = draft.state().turn();
    let Some((seat, asked)) = turn.and_then(|turn| Some((turn.seat, turn.asked?))) else {
        return false;
    };
    draft.emit(Event::PowerDeclined {
        seat,
        power: asked.power,
    });
    true
}

/// T29: Tituba sees the deck.
pub fn study(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_study(draft.state(), seat)?;
    let at = draft.now();
    draft.emit(Event::DeckStudied { at, seat });
    Ok(())
}

/// Whether this living player may see the deck now.
///
/// # Errors
/// Why not.
pub fn may_study(tabletop: &Tabletop, seat: Seat) -> Result<(), Refusal> {
    spendable(tabletop, seat, Character::Tituba)?;
    untouched(turn::at_play(tabletop, seat)?)?;
    if tabletop.table.deck.len() < SMALLEST_DECK {
        return Err(Refusal::DeckTooSmall);
    }
    Ok(())
}

/// T29: Tituba puts the deck in any order, Night too.
pub fn arrange(draft: &mut Making<'_>, seat: Seat, deck: &[DeckCard]) -> Result<(), Refusal> {
    may_arrange(draft.state(), seat, deck)?;
    let at = draft.now();
    draft.emit(Event::DeckArranged {
        at,
        seat,
        deck: deck.to_vec(),
    });
    Ok(())
}

/// Whether this living player may put the deck in that order now.
///
/// # Errors
/// Why not.
pub fn may_arrange(tabletop: &Tabletop, seat: Seat, deck: &[DeckCard]) -> Result<(), Refusal> {
    if turn::at_play(tabletop, seat)?.stage != Stage::Studying {
        return Err(Refusal::NotStudied);
    }
    let sorted = |cards: &[DeckCard]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    if sorted(deck) == sorted(&tabletop.table.deck) {
        Ok(())
    } else {
        Err(Refusal::NotThisDeck)
    }
}

/// T26: Parris takes one or two cards out of the discard, which ends the turn.
pub fn salvage(draft: &mut Making<'_>, seat: Seat, cards: &[Card]) -> Result<(), Refusal> {
    may_salvage(draft.state(), seat, cards)?;
    let at = draft.now();
    draft.emit(Event::Salvaged {
        at,
        seat,
        cards: cards.to_vec(),
    });
    Ok(())
}

/// Whether this living player may take those cards out of the discard now.
///
/// # Errors
/// Why not.
pub fn may_salvage(tabletop: &Tabletop, seat: Seat, cards: &[Card]) -> Result<(), Refusal> {
    spendable(tabletop, seat, Character::SamuelParris)?;
    untouched(turn::at_play(tabletop, seat)?)?;
    let lying: BTreeSet<Card> = tabletop
        .table
        .discard
        .iter()
        .filter_map(|card| card.playing())
        .collect();
    if lying.is_empty() {
        return Err(Refusal::EmptyDiscard);
    }
    let distinct: BTreeSet<&Card> = cards.iter().collect();
    if !SALVAGED.contains(&cards.len()) || distinct.len() != cards.len() {
        return Err(Refusal::OneOrTwo);
    }
    match cards.iter().find(|card| !lying.contains(card)) {
        Some(card) => Err(Refusal::NotInDiscard { card: *card }),
        None => Ok(()),
    }
}

/// Whether this player has this ability, and a use of it left.
///
/// # Errors
/// Why not.
pub fn spendable(tabletop: &Tabletop, seat: Seat, character: Character) -> Result<(), Refusal> {
    if tabletop.turn().is_none() {
        return Err(Refusal::OnlyIn {
            phase: PhaseName::Turns,
        });
    }
    if !tabletop.table.has_ability(seat, character) {
        return Err(Refusal::NotYourPower { character });
    }
    if tabletop.uses_left(seat, character) == Some(0) {
        return Err(Refusal::PowerSpent { character });
    }
    Ok(())
}

/// Whether nothing has been done in the turn yet.
fn untouched(turn: &Turn) -> Result<(), Refusal> {
    match turn.stage {
        Stage::Open => Ok(()),
        Stage::Studying => Err(Refusal::AlreadyNoted),
        Stage::Playing => Err(Refusal::PlayedAlready),
        Stage::Drawing { .. } | Stage::Closing(_) => Err(Refusal::TurnEnding),
    }
}
