//! Daybreak, in ordered steps (F32), and what is counted then (H6, H8).

use crate::games::salem1692::table::{CardKind, Character, Position, TryalCard};
use crate::kernel::ids::Seat;
use crate::kernel::time::{Length, Time};

use super::super::Forum;
use super::super::event::{DeathCause, Event, RevealCause};
use super::super::phase::{KillVote, Moment, Pause, PauseCause};
use super::{Making, deal, death, flips, night, won};

/// How many Days and Nights in a row without any act stop the game (H8).
const IDLE: u8 = 2;
/// How many Days and Nights in a row without any reveal or death stop the game (H8).
const BARREN: u8 = 3;
/// How long the host is waited for then (H8).
const PATIENCE: Length = Length(7 * Length::DAY.0);
/// After how many Nights in a row without a vote a Witch is reported (H6).
const UNVOTED: u8 = 2;

/// What stood at the Night's end (F32).
struct Standing {
    number: u32,
    target: Option<Seat>,
    guarded: Option<Seat>,
    confessions: Vec<(Seat, Position)>,
    /// Who confesses without a Tryal (T31).
    unshown: Vec<Seat>,
    asylum: Option<Seat>,
}

/// F32: the Night ends: confessions, the kill, the report; then a new Day.
pub fn run(draft: &mut Making<'_>, at: Time) {
    let standing = end_night(draft, at);
    let shown = confessions(draft, &standing, at);
    if !won(draft) {
        kill(draft, &standing, at);
    }
    report(draft, &standing, shown, at);
    if !won(draft) {
        report_inactivity(draft);
        deal::begin_day(draft, at);
        pause_at_standstill(draft, at);
    }
}

/// What counts is what stood at this instant.
fn end_night(draft: &mut Making<'_>, at: Time) -> Standing {
    let forum = draft.state();
    let table = &forum.table;
    let night = forum.night().expect("daybreak follows a Night");
    let votes: Vec<(Seat, KillVote)> = night
        .votes
        .iter()
        .filter(|(seat, _)| table.lives(**seat))
        .map(|(seat, vote)| (*seat, *vote))
        .collect();
    // F30: it counts if the one who named is still the living holder.
    let guard = night
        .guard
        .filter(|guard| table.constable() == Some(guard.by));
    let confessions: Vec<(Seat, Position)> = night
        .confessions
        .iter()
        .filter(|(seat, _)| table.lives(**seat))
        .map(|(seat, position)| (*seat, *position))
        .collect();
    // T31: who has lost the ability since, with a neighbour's death, confesses nothing.
    let unshown: Vec<Seat> = night
        .unshown
        .iter()
        .copied()
        .filter(|seat| table.lives(*seat) && table.has_ability(*seat, Character::WilliamPhips))
        .collect();
    let standing = Standing {
        number: night.number,
        target: night::unanimous_target(forum),
        guarded: guard
            .and_then(|guard| guard.target)
            .filter(|target| table.lives(*target)),
        confessions: confessions.clone(),
        unshown: unshown.clone(),
        asylum: table.holder(CardKind::Asylum),
    };
    draft.emit(Event::NightEnded {
        number: standing.number,
        at,
        votes,
        target: standing.target,
        guard,
        confessions,
        unshown,
        asylum: standing.asylum,
    });
    standing
}

/// Step 1: confessions in seat order. A guarded confessor reveals nothing; one who has died meanwhile neither.
fn confessions(
    draft: &mut Making<'_>,
    standing: &Standing,
    at: Time,
) -> Vec<(Seat, Position, TryalCard)> {
    let mut shown = Vec::new();
    for seat in &standing.unshown {
        if standing.guarded == Some(*seat) {
            draft.emit(Event::ConfessionSpared { seat: *seat });
        }
    }
    for (seat, position) in &standing.confessions {
        if won(draft) {
            break;
        }
        if !draft.state().table.lives(*seat) {
            continue;
        }
        if standing.guarded == Some(*seat) {
            draft.emit(Event::ConfessionSpared { seat: *seat });
            continue;
        }
        shown.push((
            *seat,
            *position,
            draft.state().chair(*seat).tryal(*position).card,
        ));
        flips::reveal(draft, *seat, *position, RevealCause::Confession, at);
    }
    shown
}

/// Step 2: the kill, unless the target is guarded, confessed, has Asylum, or is dead already (F22, F32).
fn kill(draft: &mut Making<'_>, standing: &Standing, at: Time) {
    let Some(target) = standing.target else {
        return;
    };
    let confessed = standing.confessions.iter().any(|(seat, _)| *seat == target)
        || standing.unshown.contains(&target);
    let safe = confessed || standing.guarded == Some(target) || standing.asylum == Some(target);
    if !safe && draft.state().table.lives(target) {
        death::die(draft, target, DeathCause::Killed, at);
    }
}

/// Step 3: the report, also where the game has ended in between.
fn report(
    draft: &mut Making<'_>,
    standing: &Standing,
    confessions: Vec<(Seat, Position, TryalCard)>,
    at: Time,
) {
    let forum = draft.state();
    let died = forum
        .history
        .nights
        .last()
        .map(|night| night.died.clone())
        .unwrap_or_default();
    let unshown = standing.unshown.iter().copied();
    let unshown = unshown
        .filter(|seat| standing.guarded != Some(*seat))
        .collect();
    let guarded = standing.guarded.filter(|_| forum.settings.announce_guard);
    draft.emit(Event::DaybreakReported {
        number: standing.number,
        at,
        confessions,
        unshown,
        died,
        guarded,
    });
}

/// H6: players without any action or message for a whole Day and Night, and living Witches who have not voted for two Nights,
/// are reported to a host who does not play. Nobody is blamed where the Moderator itself was away.
fn report_inactivity(draft: &mut Making<'_>) {
    let forum = draft.state();
    let watch = &forum.watch;
    if forum.host_plays() || !forum.settings.report_inactive || watch.disturbed {
        return;
    }
    let silent: Vec<Seat> = forum
        .table
        .living()
        .filter(|seat| !watch.stirred.contains(seat))
        .collect();
    let unvoted = |seat: &Seat| {
        watch
            .unvoted
            .get(seat)
            .is_some_and(|nights| *nights >= UNVOTED)
    };
    let unvoted: Vec<Seat> = forum.table.living_coven().filter(unvoted).collect();
    if !(silent.is_empty() && unvoted.is_empty()) {
        draft.emit(Event::InactivityReported { silent, unvoted });
    }
}

/// H8: where nobody acts or nothing happens any more the game pauses and asks its host. The new Day is dealt; its clock stands
/// until the host answers.
fn pause_at_standstill(draft: &mut Making<'_>, at: Time) {
    let Some(cause) = standstill(draft.state()) else {
        return;
    };
    let pause = Pause {
        since: at,
        cause,
        until: Some(at + PATIENCE),
    };
    draft.emit(Event::Paused { pause });
}

fn standstill(forum: &Forum) -> Option<PauseCause> {
    debug_assert!(matches!(forum.moment(), Moment::Day(_)), "a Day has begun");
    if forum.watch.idle >= IDLE {
        Some(PauseCause::NobodyActs)
    } else if forum.watch.barren >= BARREN {
        Some(PauseCause::NothingHappens)
    } else {
        None
    }
}
