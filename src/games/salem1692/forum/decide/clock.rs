//! The clock: what is due when, and the Moderator's absence (F33, H6 to H8).

use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

use super::super::event::{Event, FlipChoice};
use super::super::phase::{Conspiracy, Flip, Outcome, Phase, Stocks};
use super::super::{Command, Forum, Refusal};
use super::{Making, conspiracy, dawn, day, daybreak, flips};

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
        Command::Cat { .. }
        | Command::Play(_)
        | Command::Flip { .. }
        | Command::Pick { .. }
        | Command::Kill { .. }
        | Command::Guard { .. }
        | Command::Confess { .. }
        | Command::ConfessUnshown
        | Command::WithdrawConfession
        | Command::Power { .. }
        | Command::Salvage { .. }
        | Command::ChangeHand
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
pub fn due(forum: &Forum) -> Option<Time> {
    earliest(forum).map(|(at, _)| at)
}

/// Whether a deadline has passed that the clock has not settled yet: what arrives now is later than it (F33). Reminders and
/// the end of Stocks hold nobody up.
pub fn overdue(forum: &Forum, now: Time) -> bool {
    let binds = |due: &Due| match due {
        Due::FlipTimeOut(_)
        | Due::OfferLapses(_)
        | Due::Conspiracy
        | Due::ShiftCloses
        | Due::PhaseEnds
        | Due::StandstillUnanswered => true,
        Due::StocksEnd(_) | Due::Reminder(_) => false,
    };
    earliest_of(forum, binds).is_some_and(|(at, _)| at <= now)
}

/// What can be due. At one instant, in this order.
#[derive(Debug, Clone, Copy)]
enum Due {
    StocksEnd(Stocks),
    OfferLapses(PromptId),
    FlipTimeOut(Flip),
    Conspiracy,
    ShiftCloses,
    PhaseEnds,
    Reminder(Length),
    StandstillUnanswered,
}

/// The earliest thing that is due, and when. In a pause every clock stands, but the patience at a standstill (H2, H8).
fn earliest(forum: &Forum) -> Option<(Time, Due)> {
    earliest_of(forum, |_| true)
}

fn earliest_of(forum: &Forum, counts: impl Fn(&Due) -> bool) -> Option<(Time, Due)> {
    if let Some(pause) = &forum.pause {
        return pause.until.map(|until| (until, Due::StandstillUnanswered));
    }
    let mut first: Option<(Time, Due)> = None;
    // Of two at one instant the one that is offered first stays: flips, for one, the oldest first (F13).
    let mut offer = |at: Time, due: Due| {
        if counts(&due) && first.is_none_or(|(earliest, _)| at < earliest) {
            first = Some((at, due));
        }
    };
    let span = forum.span()?;
    let mut end = Some(span.until);
    let mut reminders = true;
    if let Phase::Day(day) = &forum.phase {
        for stocks in &day.stocks {
            offer(stocks.until, Due::StocksEnd(*stocks));
        }
        for power in &day.offers {
            offer(power.until, Due::OfferLapses(power.prompt));
        }
        for flip in &day.flips {
            offer(flip.until, Due::FlipTimeOut(*flip));
        }
        match &day.conspiracy {
            Conspiracy::Awaited { at } => offer(*at, Due::Conspiracy),
            Conspiracy::Shift(shift) => offer(shift.until, Due::ShiftCloses),
            Conspiracy::Called | Conspiracy::Past => {}
        }
        // H7: a Conspiracy that an absence has held up keeps its window, and the Day's end waits for it.
        if day.waits && day.conspiracy != Conspiracy::Past {
            end = None;
        }
        reminders = !day.closing;
    }
    if let Some(end) = end {
        offer(end, Due::PhaseEnds);
    }
    if let Some(before) = span.reminders.first().filter(|_| reminders) {
        offer(span.until - *before, Due::Reminder(*before));
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
        Due::StocksEnd(stocks) => {
            draft.emit(Event::StocksEnded {
                at,
                seat: stocks.seat,
                card: stocks.card,
            });
        }
        Due::OfferLapses(prompt) => draft.emit(Event::PowerDeclined { prompt }),
        Due::FlipTimeOut(flip) => flips::at_random(draft, flip, FlipChoice::TimeOut, at),
        Due::Conspiracy => conspiracy::call(draft, at),
        Due::ShiftCloses => conspiracy::redistribute(draft, at),
        Due::PhaseEnds => end_phase(draft, at),
        Due::Reminder(before) => {
            let forum = draft.state();
            let until = forum.span().map_or(at, |span| span.until);
            let owing = forum.owing();
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

fn end_phase(draft: &mut Making<'_>, at: Time) {
    match draft.state().phase {
        Phase::Dawn(_) => dawn::end(draft, at),
        Phase::Day(_) => day::end(draft, at),
        Phase::Night(_) => daybreak::run(draft, at),
        Phase::Setup | Phase::Over(_) => {}
    }
}

/// H7: the Moderator is back. The phase's end and open windows that fell in the absence, or fall within `grace` of the return,
/// move together to the return plus `grace`. A Conspiracy whose instant fell in it comes now. Stocks do not move.
fn absence(draft: &mut Making<'_>, since: Time) -> Result<(), Refusal> {
    let at = draft.now();
    if since >= at - SHORT_ABSENCE {
        return Err(Refusal::NotAbsent);
    }
    let forum = draft.state();
    let grace = at + forum.settings.grace();
    let moved = |until: Time| (until < grace).then_some(grace);
    let mut event = Event::ModeratorReturned {
        since,
        at,
        until: None,
        flips: Vec::new(),
        shift: None,
        waits: false,
        conspiracy: None,
        standstill: None,
    };
    if let Event::ModeratorReturned {
        until,
        flips,
        shift,
        waits,
        conspiracy,
        standstill,
        ..
    } = &mut event
    {
        if let Some(pause) = &forum.pause {
            *standstill = pause.until.and_then(moved);
        } else {
            *until = forum.span().and_then(|span| moved(span.until));
            if let Some(day) = forum.day() {
                let late = |flip: &Flip| moved(flip.until).map(|until| (flip.prompt, until));
                *flips = day.flips.iter().filter_map(late).collect();
                // T32: an offered power keeps its time like a flip.
                flips.extend(
                    day.offers
                        .iter()
                        .filter_map(|offer| moved(offer.until).map(|until| (offer.prompt, until))),
                );
                *waits = match &day.conspiracy {
                    Conspiracy::Awaited { at: instant } => {
                        *conspiracy = (*instant <= at).then_some(at);
                        conspiracy.is_some()
                    }
                    Conspiracy::Called => true,
                    Conspiracy::Shift(open) => {
                        *shift = moved(open.until);
                        true
                    }
                    Conspiracy::Past => false,
                };
            }
        }
    }
    draft.emit(event);
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

fn known(forum: &Forum, player: PlayerId) -> Result<Seat, Refusal> {
    forum.seat_of(player).ok_or(Refusal::NotAPlayer)
}
