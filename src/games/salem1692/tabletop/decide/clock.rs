//! The clock: what is due when, when the turn's own clock stands, and the Moderator's absence (F33, T7, H6 to H8).

use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::time::{Length, Time};

use super::super::event::{Choosing, Event};
use super::super::phase::{Black, Clock, ConspiracyStep, Dying, NightStep, Outcome, Phase, Stage};
use super::super::{Command, Refusal, Tabletop};
use super::{Making, conspiracy, dawn, estate, night, town_hall};

/// How long the Moderator can be away before it counts as an absence (H7).
const SHORT_ABSENCE: Length = Length(2 * Length::MINUTE.0);

/// What the clock says. Answers with the instant that counts for what follows; with none where nothing follows: what the clock
/// reports ends no phase, least of all in a pause (H2).
pub fn decide(draft: &mut Making<'_>, command: &Command) -> Result<Option<Time>, Refusal> {
    match command {
        Command::Tick => tick(draft).map(Some),
        Command::Absence { since } => absence(draft, *since).map(|()| None),
        Command::Leave { player } => leave(draft, *player).map(|()| None),
        Command::ComeBack { player } => come_back(draft, *player).map(|()| None),
        Command::Keep { .. }
        | Command::Cat { .. }
        | Command::Draw
        | Command::Play(_)
        | Command::EndTurn
        | Command::Power { .. }
        | Command::Reveal { .. }
        | Command::Study
        | Command::Arrange { .. }
        | Command::Salvage { .. }
        | Command::Pick { .. }
        | Command::Kill { .. }
        | Command::Gavel { .. }
        | Command::Confess { .. }
        | Command::WithdrawConfession
        | Command::Take { .. }
        | Command::Reorder { .. }
        | Command::LastWords { .. }
        | Command::ChatOpen { .. }
        | Command::ChatInvite { .. }
        | Command::ChatLeave { .. }
        | Command::Pause
        | Command::Resume
        | Command::Extend { .. }
        | Command::Advance
        | Command::Replace { .. }
        | Command::Remove { .. }
        | Command::End { .. }
        | Command::Second { .. }
        | Command::WithdrawProposal
        | Command::ShowSecrets
        | Command::Speak => Err(Refusal::NotAPlayer),
    }
}

/// The next instant at which something happens by itself.
pub fn due(tabletop: &Tabletop) -> Option<Time> {
    earliest(tabletop).map(|(at, _)| at)
}

/// Whether a deadline has passed that the clock has not settled yet: what arrives now is later than it (F33). Reminders and last
/// words hold nobody up.
pub fn overdue(tabletop: &Tabletop, now: Time) -> bool {
    let binds = |due: &Due| match due {
        Due::TakeTimeOut
        | Due::ScratchTimeOut
        | Due::ShiftCloses
        | Due::GavelShown
        | Due::ConfessionsOver
        | Due::TownHallCloses
        | Due::DawnEnds
        | Due::TurnRunsOut
        | Due::StandstillUnanswered => true,
        Due::LastWordsLapse(_) | Due::Reminder(_) => false,
    };
    earliest_of(tabletop, binds).is_some_and(|(at, _)| at <= now)
}

/// What can be due. At one instant, in this order.
#[derive(Debug, Clone, Copy)]
enum Due {
    TakeTimeOut,
    ScratchTimeOut,
    ShiftCloses,
    GavelShown,
    ConfessionsOver,
    TownHallCloses,
    DawnEnds,
    TurnRunsOut,
    LastWordsLapse(Dying),
    Reminder(Length),
    StandstillUnanswered,
}

/// The earliest thing that is due, and when. In a pause every clock stands, but the patience at a standstill (H2, H8).
fn earliest(tabletop: &Tabletop) -> Option<(Time, Due)> {
    earliest_of(tabletop, |_| true)
}

fn earliest_of(tabletop: &Tabletop, counts: impl Fn(&Due) -> bool) -> Option<(Time, Due)> {
    if let Some(pause) = &tabletop.pause {
        return pause.until.map(|until| (until, Due::StandstillUnanswered));
    }
    let mut first: Option<(Time, Due)> = None;
    // Of two at one instant the one that is offered first stays.
    let mut offer = |at: Time, due: Due| {
        if counts(&due) && first.is_none_or(|(earliest, _)| at < earliest) {
            first = Some((at, due));
        }
    };
    if let Some(sharing) = &tabletop.estate.sharing {
        offer(sharing.until, Due::TakeTimeOut);
    }
    let mut reminders: Option<(Time, &[Length])> = None;
    match &tabletop.phase {
        Phase::Setup | Phase::Over(_) => return None,
        Phase::TownHall(town_hall) => {
            offer(town_hall.span.until, Due::TownHallCloses);
            reminders = Some((town_hall.span.until, &town_hall.span.reminders));
        }
        Phase::Dawn(dawn) => {
            offer(dawn.span.until, Due::DawnEnds);
            reminders = Some((dawn.span.until, &dawn.span.reminders));
        }
        Phase::Turn(turn) => {
            match &turn.black {
                Some(Black::Conspiracy(conspiracy)) => match &conspiracy.step {
                    ConspiracyStep::Cat(choice) => {
                        if let Some(until) = choice.until {
                            offer(until, Due::ScratchTimeOut);
                        }
                    }
                    ConspiracyStep::Scratched => {}
                    ConspiracyStep::Shift(shift) => offer(shift.until, Due::ShiftCloses),
                },
                Some(Black::Night(night)) => match &night.step {
                    NightStep::Gathering { span } => {
                        offer(span.until, Due::GavelShown);
                        reminders = Some((span.until, &span.reminders));
                    }
                    NightStep::Confessing { until, .. } => offer(*until, Due::ConfessionsOver),
                    NightStep::Naming { .. } | NightStep::Named => {}
                },
                None => {}
            }
            if let Clock::Running { until } = turn.clock {
                offer(until, Due::TurnRunsOut);
                reminders = Some((until, &turn.reminders));
            }
        }
    }
    for dying in &tabletop.dying {
        offer(dying.until, Due::LastWordsLapse(*dying));
    }
    if let Some((until, all)) = reminders
        && let Some(before) = all.first()
    {
        offer(until - *before, Due::Reminder(*before));
    }
    first
}

/// Settles the earliest thing that is due, as of the instant at which it was.
fn tick(draft: &mut Making<'_>) -> Result<Time, Refusal> {
    let (at, due) = earliest(draft.state()).ok_or(Refusal::NothingDue)?;
    if at > draft.now() {
        return Err(Refusal::NothingDue);
    }
    match due {
        Due::TakeTimeOut => estate::take_late(draft, at),
        Due::ScratchTimeOut => conspiracy::scratch_at_random(draft, Choosing::TimeOut, at),
        Due::ShiftCloses => conspiracy::pass(draft, at),
        Due::GavelShown => night::show_gavel(draft, at),
        Due::ConfessionsOver => night::end_confessions(draft, at),
        Due::TownHallCloses => town_hall::close(draft, at),
        Due::DawnEnds => dawn::end(draft, at),
        Due::TurnRunsOut => run_out(draft, at),
        Due::LastWordsLapse(dying) => draft.emit(Event::LastWordsLapsed { seat: dying.seat }),
        Due::Reminder(before) => {
            let tabletop = draft.state();
            let until = tabletop.phase_ends().unwrap_or(at + before);
            let owing = tabletop.owing();
            draft.emit(Event::Reminded {
                at,
                before,
                until,
                owing,
            });
        }
        Due::StandstillUnanswered => super::end(draft, at, Outcome::Standstill),
    }
    Ok(at)
}

/// T7: the clock of the turn has run out: who has done nothing draws two, and the turn passes.
fn run_out(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let Some(turn) = tabletop.turn() else {
        return;
    };
    let seat = turn.seat;
    let missed = match turn.stage {
        Stage::Open => 1 + tabletop.watch.missed.get(&seat).copied().unwrap_or(0),
        Stage::Studying | Stage::Playing | Stage::Drawing { .. } | Stage::Closing(_) => 0,
    };
    draft.emit(Event::TurnRanOut { at, seat, missed });
}

/// H1: what is waited for ends at once. What belongs to the turn itself follows in `settle`.
pub fn end_what_is_waited_for(draft: &mut Making<'_>, at: Time) {
    if draft.state().estate.sharing.is_some() {
        while draft.state().estate.cards.len() > 1 {
            estate::take_late(draft, at);
        }
        return;
    }
    match &draft.state().phase {
        Phase::Setup | Phase::Over(_) => {}
        Phase::TownHall(_) => town_hall::close(draft, at),
        Phase::Dawn(_) => dawn::end(draft, at),
        Phase::Turn(turn) => match &turn.black {
            Some(Black::Conspiracy(conspiracy)) => match &conspiracy.step {
                ConspiracyStep::Cat(_) => {
                    conspiracy::scratch_at_random(draft, Choosing::TimeOut, at);
                }
                ConspiracyStep::Scratched => {}
                ConspiracyStep::Shift(_) => conspiracy::pass(draft, at),
            },
            Some(Black::Night(night)) => match &night.step {
                NightStep::Gathering { .. } => night::show_gavel(draft, at),
                NightStep::Confessing { .. } => night::end_confessions(draft, at),
                NightStep::Naming { .. } | NightStep::Named => {}
            },
            None => {}
        },
    }
}

/// T7: the clock of the turn runs while its player is waited for, and stands while a black card or another player's choice is open.
/// Called when everything that follows from a decision is settled.
pub fn regulate(draft: &mut Making<'_>, at: Time) {
    let Some(turn) = draft.state().turn() else {
        return;
    };
    match (turn.clock, runs(draft.state())) {
        (Clock::Running { until }, false) => draft.emit(Event::ClockStopped {
            at,
            left: until - at,
        }),
        (Clock::Standing { left }, true) => draft.emit(Event::ClockRan {
            at,
            until: at + left,
        }),
        (Clock::Running { .. }, true) | (Clock::Standing { .. }, false) => {}
    }
}

/// Whether the player whose turn it is is waited for.
fn runs(tabletop: &Tabletop) -> bool {
    let Some(turn) = tabletop.turn() else {
        return false;
    };
    if turn.hurried || tabletop.estate.sharing.is_some() {
        return false;
    }
    match &turn.black {
        Some(Black::Conspiracy(conspiracy)) => match &conspiracy.step {
            // The drawer's own choice belongs to the own turn.
            ConspiracyStep::Cat(choice) => choice.until.is_none(),
            ConspiracyStep::Scratched | ConspiracyStep::Shift(_) => false,
        },
        Some(Black::Night(_)) => false,
        None => true,
    }
}

/// H7: the Moderator is back. The phase's end and open windows that fell in the absence, or fall within `grace` of the return,
/// move together to the return plus `grace`.
fn absence(draft: &mut Making<'_>, since: Time) -> Result<(), Refusal> {
    let at = draft.now();
    if since >= at - SHORT_ABSENCE {
        return Err(Refusal::NotAbsent);
    }
    let tabletop = draft.state();
    let until = at + tabletop.settings.grace;
    let moved = tabletop.deadlines().iter().any(|open| *open < until);
    draft.emit(Event::ModeratorReturned {
        since,
        at,
        until,
        moved,
    });
    Ok(())
}

/// H4: a player has left the server; the game goes on.
fn leave(draft: &mut Making<'_>, player: PlayerId) -> Result<(), Refusal> {
    let seat = known(draft.state(), player)?;
    if draft.state().away.contains(&seat) {
        return Err(Refusal::AlreadyNoted);
    }
    draft.emit(Event::LeftServer { seat });
    Ok(())
}

/// H4: coming back restores access and deals nothing anew.
fn come_back(draft: &mut Making<'_>, player: PlayerId) -> Result<(), Refusal> {
    let seat = known(draft.state(), player)?;
    if !draft.state().away.contains(&seat) {
        return Err(Refusal::AlreadyNoted);
    }
    draft.emit(Event::CameBack { seat });
    Ok(())
}

fn known(tabletop: &Tabletop, player: PlayerId) -> Result<Seat, Refusal> {
    tabletop.seat_of(player).ok_or(Refusal::NotAPlayer)
}
