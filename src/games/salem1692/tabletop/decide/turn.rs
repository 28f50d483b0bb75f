//! The turn: who may draw, play and end it when (T6, T13), what is settled in it in which order, and whose turn follows (T5, T10).

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::dice::Dice;
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{DeathCause, Effect, Event};
use super::super::phase::{Black, OwedCause, Stage, Turn, TurnEnd};
use super::super::refusal::PhaseName;
use super::super::{Play, Refusal, Tabletop};
use super::{Making, cards, conspiracy, death, draws, living_target, night, powers, tryals, watch};

/// T6: the player draws two cards, which ends the turn.
pub fn draw(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_draw(draft.state(), seat)?;
    let at = draft.now();
    draft.emit(Event::DrawChosen { at, seat });
    Ok(())
}

/// Whether this living player may draw now.
///
/// # Errors
/// Why not.
pub fn may_draw(tabletop: &Tabletop, seat: Seat) -> Result<(), Refusal> {
    match at_play(tabletop, seat)?.stage {
        Stage::Open | Stage::Studying => Ok(()),
        Stage::Playing => Err(Refusal::PlayedAlready),
        Stage::Drawing { .. } | Stage::Closing(_) => Err(Refusal::TurnEnding),
    }
}

/// T6: the player says that the turn is over, having played.
pub fn end(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_end(draft.state(), seat)?;
    close(draft, TurnEnd::Said, draft.now());
    Ok(())
}

/// Whether this living player may say now that the turn is over.
///
/// # Errors
/// Why not.
pub fn may_end(tabletop: &Tabletop, seat: Seat) -> Result<(), Refusal> {
    match at_play(tabletop, seat)?.stage {
        Stage::Open | Stage::Studying => Err(Refusal::NothingDone),
        Stage::Playing => Ok(()),
        Stage::Drawing { .. } | Stage::Closing(_) => Err(Refusal::TurnEnding),
    }
}

/// T6: the player plays a card, in public.
pub fn play(draft: &mut Making<'_>, seat: Seat, play: &Play) -> Result<(), Refusal> {
    let at = draft.now();
    let tabletop = draft.state();
    may_play(tabletop, seat, play)?;
    let effect = cards::effect(tabletop, seat, play)?;
    let came_to = came_to(&effect);
    let placed = matches!(effect, Effect::Marked { .. });
    draft.emit(Event::Played {
        at,
        seat,
        card: play.card(),
        effect,
    });
    let Some(target) = came_to else {
        return Ok(());
    };
    discard_matchmakers(draft, target);
    let tabletop = draft.state();
    if tabletop.table.marks(target) >= tabletop.table.threshold(target) {
        let cause = if placed {
            OwedCause::Placed
        } else {
            OwedCause::Carried
        };
        tryals::owe(draft, target, cause, at);
    }
    if placed {
        powers::offer(draft, seat, target, at);
    }
    Ok(())
}

/// Whether this living player may play this card so now.
///
/// # Errors
/// Why not.
pub fn may_play(tabletop: &Tabletop, seat: Seat, play: &Play) -> Result<(), Refusal> {
    match at_play(tabletop, seat)?.stage {
        Stage::Open | Stage::Studying | Stage::Playing => {}
        Stage::Drawing { .. } | Stage::Closing(_) => return Err(Refusal::TurnEnding),
    }
    let card = play.card();
    if !tabletop.chair(seat).hand.contains(&card) {
        return Err(Refusal::NotInHand { card });
    }
    let named = play.named();
    for target in &named {
        living_target(tabletop, *target)?;
        if *target == seat {
            return Err(Refusal::OnYourself { kind: card.kind });
        }
    }
    if let [source, receiver] = named[..]
        && source == receiver
    {
        return Err(Refusal::SameSourceAndReceiver);
    }
    cards::effect(tabletop, seat, play).map(|_| ())
}

/// The turn, if it is this player's and nothing else comes first.
///
/// # Errors
/// What comes first.
pub fn at_play(tabletop: &Tabletop, seat: Seat) -> Result<&Turn, Refusal> {
    let turn = tabletop.turn().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Turns,
    })?;
    if turn.seat != seat {
        return Err(Refusal::NotYourTurn { seat: turn.seat });
    }
    if let Some(sharing) = tabletop.estate.sharing {
        return Err(Refusal::ChoiceFirst { seat: sharing.next });
    }
    if turn.black.is_some() {
        return Err(Refusal::BlackFirst);
    }
    if let Some(asked) = turn.asked {
        return Err(Refusal::PowerFirst { power: asked.power });
    }
    if turn.owed.is_empty() {
        Ok(turn)
    } else {
        Err(Refusal::TryalFirst)
    }
}

/// In front of whom cards have come to lie.
fn came_to(effect: &Effect) -> Option<Seat> {
    match effect {
        Effect::Marked { target, .. } | Effect::Placed { target } => Some(*target),
        Effect::Blamed { receiver, .. } => Some(*receiver),
        Effect::Cleared { .. }
        | Effect::Burned { .. }
        | Effect::Unmoved { .. }
        | Effect::Cursed { .. }
        | Effect::Robbed { .. }
        | Effect::Stocked { .. } => None,
    }
}

/// F21: both Matchmakers in front of one player are discarded.
fn discard_matchmakers(draft: &mut Making<'_>, seat: Seat) {
    let front = &draft.state().chair(seat).front;
    let cards: Vec<_> = front
        .iter()
        .filter(|card| card.kind == CardKind::Matchmaker)
        .copied()
        .collect();
    if cards.len() == 2 {
        draft.emit(Event::MatchmakersDiscarded { seat, cards });
    }
}

/// What follows in a turn, in this order; says whether something did.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let Some(turn) = tabletop.turn() else {
        return false;
    };
    // H4: removals that waited until the Tryals had changed hands.
    if tabletop.shift().is_none()
        && let Some(seat) = turn.removals.first().copied()
    {
        death::die(draft, seat, DeathCause::Removed, at);
        return true;
    }
    // T13, T23: Tryals that are owed by a change of ability, and those that nobody can choose.
    if tryals::owe_by_change(draft, at) || tryals::turn_at_once(draft, at) {
        return true;
    }
    // T9: the black card on the table.
    let tabletop = draft.state();
    let Some(turn) = tabletop.turn() else {
        return false;
    };
    match &turn.black {
        Some(Black::Conspiracy(_)) => return conspiracy::settle(draft, at),
        Some(Black::Night(_)) => return night::settle(draft, at),
        None => {}
    }
    // T7, T8, T23: the power and the Tryal that wait for the turn's player, who has time until the clock has run out.
    if turn.asked.is_some() {
        return turn.hurried && powers::decline(draft);
    }
    if let Some(owed) = tabletop.owed_now().copied() {
        return turn.hurried && tryals::turn_late(draft, owed, at);
    }
    // T18, T25, T6: what Nurse draws, then Putnam, then the rest of the draw.
    if !turn.draws.is_empty() {
        draws::draw(draft, at);
        return true;
    }
    if tabletop.shows_accusations(turn) {
        let cards = turn.drawn.iter().copied().filter_map(draws::playing);
        let (seat, cards) = (turn.seat, cards.collect());
        draft.emit(Event::AccusationsShown { at, seat, cards });
        return true;
    }
    finish(draft, at)
}

/// T6, T13: the turn ends when nothing more is done in it, and the next one begins.
fn finish(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let Some(turn) = tabletop.turn() else {
        return false;
    };
    let chair = tabletop.chair(turn.seat);
    let end = if !chair.alive {
        TurnEnd::Died
    } else {
        match turn.stage {
            Stage::Closing(end) => end,
            Stage::Drawing { .. } => TurnEnd::Drew,
            Stage::Playing if chair.hand.is_empty() => TurnEnd::EmptyHand,
            Stage::Playing | Stage::Open | Stage::Studying => return false,
        }
    };
    close(draft, end, at);
    true
}

/// The turn is over; that of the next living seat begins, unless Stocks skip it (T5, T10).
fn close(draft: &mut Making<'_>, end: TurnEnd, at: Time) {
    let Some(turn) = draft.state().turn() else {
        return;
    };
    let mut seat = turn.seat;
    draft.emit(Event::TurnEnded { at, seat, end });
    loop {
        seat = draft.state().table.after(seat);
        match stocks_before(draft.state(), seat) {
            Some(card) => draft.emit(Event::TurnSkipped { at, seat, card }),
            None => break,
        }
    }
    begin(draft, seat, at);
    watch::pause_at_standstill(draft, at);
}

/// T10: the oldest Stocks in front of a player.
fn stocks_before(tabletop: &Tabletop, seat: Seat) -> Option<Card> {
    let front = &tabletop.chair(seat).front;
    front
        .iter()
        .copied()
        .find(|card| card.kind == CardKind::Stocks)
}

/// The first turn is drawn among the living.
pub fn begin_anywhere(draft: &mut Making<'_>, at: Time) {
    let mut dice = draft.dice();
    let living: Vec<Seat> = draft.state().table.living().collect();
    let seat = *dice.pick(&living).expect("somebody lives");
    begin_with(draft, seat, dice, at);
}

/// A turn begins, with a clock of its own (T7).
pub fn begin(draft: &mut Making<'_>, seat: Seat, at: Time) {
    begin_with(draft, seat, draft.dice(), at);
}

fn begin_with(draft: &mut Making<'_>, seat: Seat, mut dice: Dice, at: Time) {
    let tabletop = draft.state();
    let number = tabletop.turn().map_or(1, |turn| turn.number + 1);
    let until = at + tabletop.settings.turn;
    let prompt = PromptId(dice.bits());
    draft.emit(Event::TurnBegan {
        number,
        at,
        seat,
        until,
        prompt,
    });
}
