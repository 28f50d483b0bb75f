//! Tryals that are owed, and what follows when one is revealed (T8, T13, T23, F14).

use crate::games::salem1692::table::{Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{Choosing, DeathCause, Event, RevealCause};
use super::super::phase::{Owed, OwedCause};
use super::super::{Refusal, Tabletop};
use super::{Making, death, won};

/// T8: a Tryal comes to be owed; the player whose turn it is chooses.
pub fn owe(draft: &mut Making<'_>, seat: Seat, cause: OwedCause, at: Time) {
    let tabletop = draft.state();
    let Some(turn) = tabletop.turn() else {
        return;
    };
    let owed = Owed {
        prompt: PromptId(draft.dice().bits()),
        seat,
        chooser: turn.seat,
        cause,
    };
    let (marks, threshold) = (tabletop.table.marks(seat), tabletop.table.threshold(seat));
    draft.emit(Event::TryalOwed {
        at,
        owed,
        marks,
        threshold,
    });
}

/// T23: a change of ability counts for what lies in front already.
pub fn owe_by_change(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let reached = |seat: &Seat| {
        tabletop.table.marks(*seat) >= tabletop.table.threshold(*seat)
            && tabletop.owed_by(*seat).is_none()
    };
    let Some(seat) = tabletop.table.living().find(reached) else {
        return false;
    };
    owe(draft, seat, OwedCause::Changed, at);
    true
}

/// T13, T23: what nobody can choose is turned at once: the chooser is dead, or it is the chooser's own Tryal.
pub fn turn_at_once(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let owed = tabletop.turn().map_or(&[][..], |turn| &turn.owed);
    let found = owed.iter().find_map(|owed| {
        if !tabletop.table.lives(owed.chooser) {
            Some((*owed, Choosing::ChooserDied))
        } else if owed.chooser == owed.seat {
            Some((*owed, Choosing::OwnTurn))
        } else {
            None
        }
    });
    let Some((owed, choice)) = found else {
        return false;
    };
    turn_at_random(draft, owed, choice, at);
    true
}

/// T7: the clock has run out: one is turned at random; says so, for `settle`.
pub fn turn_late(draft: &mut Making<'_>, owed: Owed, at: Time) -> bool {
    turn_at_random(draft, owed, Choosing::TimeOut, at);
    true
}

fn turn_at_random(draft: &mut Making<'_>, owed: Owed, choice: Choosing, at: Time) {
    let position = random_hidden(draft, owed.seat);
    let cause = RevealCause::Owed {
        prompt: owed.prompt,
        chooser: owed.chooser,
        choice,
    };
    reveal(draft, owed.seat, position, cause, at);
}

/// T8, T14: the chooser names the hidden Tryal that is revealed.
pub fn choose(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    position: Position,
) -> Result<(), Refusal> {
    let target = may_choose(draft.state(), seat, prompt, position)?;
    let at = draft.now();
    let choice = Choosing::Chosen;
    let is_cats = draft.state().cat_choice().is_some();
    let cause = if is_cats {
        RevealCause::CatScratch {
            chooser: seat,
            choice,
        }
    } else {
        RevealCause::Owed {
            prompt,
            chooser: seat,
            choice,
        }
    };
    reveal(draft, target, position, cause, at);
    Ok(())
}

/// Whether this living player may choose that Tryal now; whose it is.
///
/// # Errors
/// Why not.
pub fn may_choose(
    tabletop: &Tabletop,
    seat: Seat,
    prompt: PromptId,
    position: Position,
) -> Result<Seat, Refusal> {
    let (chooser, target) = tabletop.choice(prompt).ok_or(Refusal::Stale)?;
    if chooser != seat {
        return Err(Refusal::NotYourChoice { chooser });
    }
    may_be_turned(tabletop, target, position)?;
    Ok(target)
}

/// Whether the Tryal at this position is still hidden.
pub fn may_be_turned(tabletop: &Tabletop, target: Seat, position: Position) -> Result<(), Refusal> {
    match tabletop.chair(target).row.get(position.index()) {
        Some(tryal) if !tryal.revealed => Ok(()),
        _ => Err(Refusal::NotHidden { target, position }),
    }
}

/// A hidden Tryal at random.
pub fn random_hidden(draft: &Making<'_>, seat: Seat) -> Position {
    let hidden: Vec<Position> = draft.state().chair(seat).hidden().collect();
    *draft
        .dice()
        .pick(&hidden)
        .expect("every living player has a hidden Tryal")
}

/// F14: a Tryal is revealed, with what follows from it: where it was owed the red cards go to the discard, and Nurse will draw
/// (T25); a Witch card kills, and so does the last Tryal. Where it ends the game, nothing follows (F35).
pub fn reveal(
    draft: &mut Making<'_>,
    seat: Seat,
    position: Position,
    cause: RevealCause,
    at: Time,
) {
    let tabletop = draft.state();
    let card = tabletop.chair(seat).tryal(position).card;
    let (discarded, nurses) = match cause {
        RevealCause::Owed { .. } => (tabletop.table.reds(seat), tabletop.nurses(seat)),
        RevealCause::CatScratch { .. } => (Vec::new(), tabletop.nurses(seat)),
        RevealCause::Confession => (Vec::new(), Vec::new()),
    };
    draft.emit(Event::Revealed {
        at,
        seat,
        position,
        card,
        cause,
        discarded,
        nurses,
    });
    if won(draft) {
        return;
    }
    if card.kind == TryalKind::Witch {
        death::die(draft, seat, DeathCause::WitchRevealed, at);
    } else if draft.state().chair(seat).hidden_count() == 0 {
        death::die(draft, seat, DeathCause::LastTryal, at);
    }
}
