//! Night: the coven's votes, the guard, confessions (F28 to F31). What comes of them is in `daybreak`.

use crate::games::salem1692::table::{Character, Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::Event;
use super::super::phase::{Guard, KillVote, Night};
use super::super::refusal::PhaseName;
use super::super::{Forum, Refusal};
use super::{Making, flips, living_target, powers};

/// F28: Night falls; hands and Stocks go to the discard (F9).
pub fn fall(draft: &mut Making<'_>, at: Time) {
    let forum = draft.state();
    let number = forum.day().map_or(1, |day| day.number);
    let until = at + forum.settings.night;
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::NightFell {
        number,
        at,
        until,
        prompt,
    });
}

/// F29: a Witch says who is to be killed, or nobody, or takes back what she has said; changeable until the deadline.
pub fn kill(draft: &mut Making<'_>, seat: Seat, vote: Option<KillVote>) -> Result<(), Refusal> {
    may_kill(draft.state(), seat, vote)?;
    draft.emit(Event::KillNamed { seat, vote });
    Ok(())
}

/// Whether this living player may say that for the coven now.
///
/// # Errors
/// Why not.
pub fn may_kill(forum: &Forum, seat: Seat, vote: Option<KillVote>) -> Result<(), Refusal> {
    let night = night(forum)?;
    if !forum.chair(seat).coven {
        return Err(Refusal::NotOfTheCoven);
    }
    match vote {
        Some(KillVote::Target(target)) => {
            living_target(forum, target)?;
            if forum.chair(target).coven && !forum.settings.coven_may_target_coven {
                return Err(Refusal::TargetOfTheCoven { target });
            }
            Ok(())
        }
        Some(KillVote::Nobody) => Ok(()),
        None if night.votes.contains_key(&seat) => Ok(()),
        None => Err(Refusal::NothingToWithdraw),
    }
}

/// F29: the one whom all living Witches name at the Night's end. With the setting `coven_may_target_coven` a target's own
/// voice is not needed; where that leaves more than one target, they do not agree (our ruling).
pub fn unanimous_target(forum: &Forum) -> Option<Seat> {
    let night = forum.night()?;
    let coven: Vec<Seat> = forum.table.living_coven().collect();
    let names =
        |seat: &Seat, target: Seat| night.votes.get(seat) == Some(&KillVote::Target(target));
    let agreed = |target: &Seat| {
        coven.iter().any(|seat| names(seat, *target))
            && coven
                .iter()
                .all(|seat| seat == target || names(seat, *target))
    };
    let mut targets = forum.table.living().filter(agreed);
    let target = targets.next()?;
    targets.next().is_none().then_some(target)
}

/// F30: the Constable names one other living player, or nobody; changeable until the deadline.
pub fn guard(draft: &mut Making<'_>, seat: Seat, target: Option<Seat>) -> Result<(), Refusal> {
    may_guard(draft.state(), seat, target)?;
    draft.emit(Event::GuardNamed {
        guard: Guard { by: seat, target },
    });
    Ok(())
}

/// Whether this living player may guard that one now.
///
/// # Errors
/// Why not.
pub fn may_guard(forum: &Forum, seat: Seat, target: Option<Seat>) -> Result<(), Refusal> {
    night(forum)?;
    if !forum.chair(seat).hides(TryalKind::Constable) {
        return Err(Refusal::NotTheConstable);
    }
    match target {
        Some(target) if target == seat => Err(Refusal::GuardYourself),
        Some(target) => living_target(forum, target),
        None => Ok(()),
    }
}

/// F31: a player confesses, naming one of their own hidden Tryals. What would be the player's own death is asked once more.
pub fn confess(
    draft: &mut Making<'_>,
    seat: Seat,
    position: Position,
    confirmed: bool,
) -> Result<(), Refusal> {
    may_confess(draft.state(), seat, position, confirmed)?;
    draft.emit(Event::Confessed { seat, position });
    Ok(())
}

/// Whether this living player may confess with that Tryal now.
///
/// # Errors
/// Why not; `DeadlyConfession` where the player has to be asked once more.
pub fn may_confess(
    forum: &Forum,
    seat: Seat,
    position: Position,
    confirmed: bool,
) -> Result<(), Refusal> {
    night(forum)?;
    flips::may_be_turned(forum, seat, position)?;
    let chair = forum.chair(seat);
    let deadly = chair.tryal(position).card.kind == TryalKind::Witch || chair.hidden_count() == 1;
    if deadly && !confirmed {
        return Err(Refusal::DeadlyConfession { position });
    }
    Ok(())
}

/// T31: William Phips confesses without revealing a Tryal. It is used up when the Night ends, even where he was not the victim.
pub fn confess_unshown(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_confess_unshown(draft.state(), seat)?;
    draft.emit(Event::ConfessedUnshown { seat });
    Ok(())
}

/// Whether this living player may confess without a Tryal now.
///
/// # Errors
/// Why not.
pub fn may_confess_unshown(forum: &Forum, seat: Seat) -> Result<(), Refusal> {
    night(forum)?;
    powers::spendable(forum, seat, Character::WilliamPhips)
}

/// F31: a confession is taken back.
pub fn withdraw_confession(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    let night = night(draft.state())?;
    if !night.confessions.contains_key(&seat) && !night.unshown.contains(&seat) {
        return Err(Refusal::NothingToWithdraw);
    }
    draft.emit(Event::ConfessionWithdrawn { seat });
    Ok(())
}

fn night(forum: &Forum) -> Result<&Night, Refusal> {
    forum.night().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Night,
    })
}
