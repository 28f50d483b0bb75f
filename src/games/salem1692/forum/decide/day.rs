//! The Day: who may play a card when (F11, F12, F19, F24), and how a Day ends.

use crate::games::salem1692::table::CardKind;
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::super::event::{DeathCause, Effect, Event, FlipChoice};
use super::super::phase::Conspiracy;
use super::super::refusal::PhaseName;
use super::super::{Forum, Play, Refusal};
use super::{Making, cards, conspiracy, death, flips, living_target, night, powers, won};

/// F11: a player plays a card, in public.
pub fn play(draft: &mut Making<'_>, seat: Seat, play: &Play) -> Result<(), Refusal> {
    let at = draft.now();
    let forum = draft.state();
    may_act(forum, seat, play, at)?;
    let effect = cards::effect(forum, seat, play, at, &mut |hand| {
        // F16: half of the hand, rounded up, drawn at random.
        let mut hand = hand.to_vec();
        draft.dice().shuffle(&mut hand);
        hand.truncate(hand.len().div_ceil(2));
        hand
    })?;
    let came_to = came_to(&effect);
    let placed = matches!(effect, Effect::Marked { .. });
    draft.emit(Event::Played {
        at,
        seat,
        card: play.card(),
        effect,
    });
    if let Some(target) = came_to {
        discard_matchmakers(draft, target);
        // F12: seven marks or more, eight against Burroughs (T20).
        let table = &draft.state().table;
        let marks = table.marks(target);
        if marks >= table.threshold(target) {
            flips::owe(draft, target, seat, marks, at);
        }
        // T8: placing is a red card or Griggs' Alibi, not what a Scapegoat brings.
        if placed {
            powers::offer(draft, seat, target, at);
        }
    }
    Ok(())
}

/// Whether this living player may play this card so now. What it draws at random does not matter for that.
///
/// # Errors
/// Why not.
pub fn may_play(forum: &Forum, seat: Seat, play: &Play, now: Time) -> Result<(), Refusal> {
    may_act(forum, seat, play, now)?;
    cards::effect(forum, seat, play, now, &mut <[_]>::to_vec).map(|_| ())
}

/// What holds for every card (F11, F12, F19, F24).
fn may_act(forum: &Forum, seat: Seat, play: &Play, now: Time) -> Result<(), Refusal> {
    let day = forum.day().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Day,
    })?;
    let card = play.card();
    if !forum.chair(seat).hand.contains(&card) {
        return Err(Refusal::NotInHand { card });
    }
    match day.conspiracy {
        // A Day that its host has advanced is always there: what it still waits for is the Shift.
        Conspiracy::Called | Conspiracy::Shift(_) => return Err(Refusal::DuringConspiracy),
        Conspiracy::Awaited { .. } | Conspiracy::Past => {}
    }
    if now < day.quiet_until {
        return Err(Refusal::Quiet {
            until: day.quiet_until,
        });
    }
    if let Some(until) = forum.frozen_until(seat).filter(|until| now < *until) {
        return Err(Refusal::Frozen { until });
    }
    let named = play.named();
    for target in &named {
        living_target(forum, *target)?;
        if *target == seat {
            return Err(Refusal::OnYourself { kind: card.kind });
        }
    }
    if let [source, receiver] = named[..]
        && source == receiver
    {
        return Err(Refusal::SameSourceAndReceiver);
    }
    match named
        .iter()
        .find(|target| forum.flip_against(**target).is_some())
    {
        Some(target) => Err(Refusal::FlipPending { target: *target }),
        None => Ok(()),
    }
}

/// The player in front of whom cards have come to lie.
fn came_to(effect: &Effect) -> Option<Seat> {
    match effect {
        Effect::Marked { target, .. } | Effect::Placed { target } => Some(*target),
        Effect::Blamed { receiver, .. } => Some(*receiver),
        Effect::Cleared { .. }
        | Effect::Burned { .. }
        | Effect::Spared { .. }
        | Effect::Cursed { .. }
        | Effect::Robbed { .. }
        | Effect::Frozen { .. } => None,
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

/// F24: the Day's own end: owed flips at random, the rest of the Conspiracy with random picks, removals that waited, Night.
pub fn end(draft: &mut Making<'_>, at: Time) {
    flip_all(draft, at);
    if won(draft) {
        return;
    }
    conspiracy::hurry(draft, at);
    while let Some(seat) = next_removal(draft.state())
        && !won(draft)
    {
        death::die(draft, seat, DeathCause::Removed, at);
    }
    if !won(draft) {
        night::fall(draft, at);
    }
}

/// F24: the flips that are owed when a Day ends, at random, the oldest first.
pub fn flip_all(draft: &mut Making<'_>, at: Time) {
    while let Some(flip) = draft
        .state()
        .day()
        .and_then(|day| day.flips.first().copied())
        && !won(draft)
    {
        let orphaned = !draft.state().table.lives(flip.chooser);
        let choice = if orphaned {
            FlipChoice::ChooserDied
        } else {
            FlipChoice::DayEnded
        };
        flips::at_random(draft, flip, choice, at);
    }
}

fn next_removal(forum: &Forum) -> Option<Seat> {
    forum.day()?.removals.first().copied()
}
