//! Flips for seven marks (F12 to F14).

use crate::games::salem1692::table::{Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{DeathCause, Event, FlipChoice, RevealCause};
use super::super::phase::{Day, Flip};
use super::super::refusal::PhaseName;
use super::super::{Forum, Refusal};
use super::{Making, death, powers, won};

/// F12, F13: a flip comes to be owed. The chooser has the setting `flip_window`, or a quarter of what remains of the Day,
/// whichever is less.
pub fn owe(draft: &mut Making<'_>, seat: Seat, chooser: Seat, marks: u8, at: Time) {
    let forum = draft.state();
    let until = window(forum, at);
    let threshold = forum.table.threshold(seat);
    let prompt = PromptId(draft.dice().bits());
    let flip = Flip {
        prompt,
        seat,
        chooser,
        since: at,
        until,
    };
    draft.emit(Event::FlipOwed {
        flip,
        marks,
        threshold,
    });
}

/// F13: when the time for a choice that begins now is over: the setting `flip_window`, or a quarter of what remains of the Day.
pub fn window(forum: &Forum, at: Time) -> Time {
    let end = forum.day().map_or(at, |day| day.span.until);
    at + forum.settings.flip_window().min((end - at).share(1, 4))
}

/// F12: the chooser names the hidden Tryal that is flipped.
pub fn choose(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    position: Position,
) -> Result<(), Refusal> {
    let flip = may_choose(draft.state(), seat, prompt, position)?;
    let at = draft.now();
    let cause = RevealCause::Flip {
        prompt,
        chooser: seat,
        choice: FlipChoice::Chosen,
    };
    reveal(draft, flip.seat, position, cause, at);
    Ok(())
}

/// Whether this living player may choose that Tryal for this flip now.
///
/// # Errors
/// Why not.
pub fn may_choose(
    forum: &Forum,
    seat: Seat,
    prompt: PromptId,
    position: Position,
) -> Result<Flip, Refusal> {
    let day = forum.day().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Day,
    })?;
    let flip = day
        .flips
        .iter()
        .find(|flip| flip.prompt == prompt)
        .ok_or(Refusal::Stale)?;
    if flip.chooser != seat {
        return Err(Refusal::NotYourFlip {
            chooser: flip.chooser,
        });
    }
    may_be_turned(forum, flip.seat, position)?;
    Ok(*flip)
}

/// Whether the Tryal at this position is still hidden.
pub fn may_be_turned(forum: &Forum, target: Seat, position: Position) -> Result<(), Refusal> {
    match forum.chair(target).row.get(position.index()) {
        Some(tryal) if !tryal.revealed => Ok(()),
        _ => Err(Refusal::NotHidden { target, position }),
    }
}

/// F13: the flip that is settled first where a chooser has died: the oldest of those whose chooser is dead or whose time is over
/// at this instant; none where no chooser has died.
pub fn orphaned(forum: &Forum, day: &Day, at: Time) -> Option<(Flip, FlipChoice)> {
    let orphan = |flip: &Flip| !forum.table.lives(flip.chooser);
    if !day.flips.iter().any(orphan) {
        return None;
    }
    let flip = day
        .flips
        .iter()
        .find(|flip| orphan(flip) || flip.until <= at)?;
    let choice = if orphan(flip) {
        FlipChoice::ChooserDied
    } else {
        FlipChoice::TimeOut
    };
    Some((*flip, choice))
}

/// F13: the Moderator flips one at random.
pub fn at_random(draft: &mut Making<'_>, flip: Flip, choice: FlipChoice, at: Time) {
    let position = random_hidden(draft, flip.seat);
    let cause = RevealCause::Flip {
        prompt: flip.prompt,
        chooser: flip.chooser,
        choice,
    };
    reveal(draft, flip.seat, position, cause, at);
}

/// A hidden Tryal at random.
pub fn random_hidden(draft: &Making<'_>, seat: Seat) -> Position {
    let hidden: Vec<Position> = draft.state().chair(seat).hidden().collect();
    *draft
        .dice()
        .pick(&hidden)
        .expect("every living player has a hidden Tryal")
}

/// F14: a Tryal is revealed, with what follows from it: after a flip the red cards go to the discard; a Witch card kills, and
/// so does the last Tryal. Where it ends the game, nothing follows (F35).
pub fn reveal(
    draft: &mut Making<'_>,
    seat: Seat,
    position: Position,
    cause: RevealCause,
    at: Time,
) {
    let chair = draft.state().chair(seat);
    let card = chair.tryal(position).card;
    let discarded = match cause {
        RevealCause::Flip { .. } | RevealCause::Burdened => draft.state().table.reds(seat),
        RevealCause::CatScratch | RevealCause::Confession => Vec::new(),
    };
    draft.emit(Event::Revealed {
        at,
        seat,
        position,
        card,
        cause,
        discarded,
    });
    if won(draft) {
        return;
    }
    if card.kind == TryalKind::Witch {
        death::die(draft, seat, DeathCause::WitchRevealed, at);
    } else if draft.state().chair(seat).hidden_count() == 0 {
        death::die(draft, seat, DeathCause::LastTryal, at);
    }
    // T25: not for a confession.
    match cause {
        RevealCause::Flip { .. } | RevealCause::Burdened | RevealCause::CatScratch => {
            if !won(draft) {
                powers::nurse(draft, seat, at);
            }
        }
        RevealCause::Confession => {}
    }
}
