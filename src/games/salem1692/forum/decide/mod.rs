//! Decisions, by chapters. A refusal comes before the first event; what follows from an event follows in `settle`.

mod cards;
mod chats;
mod clock;
mod conspiracy;
mod dawn;
mod day;
mod daybreak;
mod deal;
mod death;
mod flips;
mod hosts;
mod night;
mod powers;
mod setup;

use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::ids::Seat;
use crate::kernel::intent::Person;
use crate::kernel::time::Time;

use super::event::{DeathCause, Event};
use super::phase::{Conspiracy, Outcome, Phase};
use super::{Command, Forum, Refusal};

pub(super) use chats::{may_invite, may_open_chat};
pub(super) use clock::due;
pub(super) use conspiracy::may_pick;
pub(super) use dawn::may_name_cat;
pub(super) use day::may_play;
pub(super) use flips::may_choose;
pub(super) use hosts::{may_advance, may_remove, may_replace};
pub(super) use night::{may_confess, may_confess_unshown, may_guard, may_kill};
pub(super) use powers::{may_change_hand, may_salvage};
pub(super) use setup::open;

/// A decision on the forum edition in the making.
type Making<'a> = Draft<'a, Forum>;

/// Decides on a command.
///
/// # Errors
/// The refusal; then nothing has been emitted.
pub fn decide(draft: &mut Making<'_>, actor: Actor, command: &Command) -> Result<(), Refusal> {
    let forum = draft.state();
    if matches!(forum.phase, Phase::Over(_) | Phase::Setup) {
        return Err(Refusal::GameOver);
    }
    let at = match actor {
        Actor::Clock => match clock::decide(draft, command)? {
            Some(at) => at,
            None => return Ok(()),
        },
        Actor::Person(person) => {
            // F33: what arrives at the instant of something due is later than it, though the clock has not come by yet.
            if clock::overdue(forum, draft.now()) {
                return Err(Refusal::Late);
            }
            let at = forum.pause.map_or(draft.now(), |pause| pause.since);
            of_a_person(draft, person, command)?;
            at
        }
    };
    settle(draft, at);
    Ok(())
}

/// What a person asks: a host's matter, or a player's.
fn of_a_person(draft: &mut Making<'_>, person: Person, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Tick
        | Command::Absence { .. }
        | Command::Leave { .. }
        | Command::ComeBack { .. } => Err(Refusal::OnlyTheClock),
        Command::Pause => hosts::pause(draft, person),
        Command::Resume => hosts::resume(draft, person),
        Command::Extend { by } => hosts::extend(draft, person, *by),
        Command::Advance => hosts::advance(draft, person),
        Command::Replace { seat, player } => hosts::replace(draft, person, *seat, *player),
        Command::Remove { seat, confirmed } => hosts::remove(draft, person, *seat, *confirmed),
        Command::End { confirmed } => hosts::end(draft, person, *confirmed),
        Command::WithdrawProposal => hosts::withdraw_proposal(draft, person),
        Command::ShowSecrets => hosts::show_secrets(draft, person),
        Command::Second { prompt, yes } => {
            let seat = living_seat(draft.state(), person)?;
            hosts::second(draft, seat, *prompt, *yes)
        }
        Command::Speak => {
            let seat = living_seat(draft.state(), person)?;
            speak(draft, seat)
        }
        Command::ChatLeave { chat } => {
            // The dead can leave a chat, too.
            let seat = draft
                .state()
                .seat_of(person.id)
                .ok_or(Refusal::NotAPlayer)?;
            chats::leave(draft, seat, *chat)
        }
        Command::Cat { target } => {
            dawn::name_cat(draft, acting_seat(draft.state(), person)?, *target)
        }
        Command::Play(play) => day::play(draft, acting_seat(draft.state(), person)?, play),
        Command::Flip { prompt, position } => flips::choose(
            draft,
            acting_seat(draft.state(), person)?,
            *prompt,
            *position,
        ),
        Command::Pick { position } => {
            conspiracy::pick(draft, acting_seat(draft.state(), person)?, *position)
        }
        Command::Kill { vote } => night::kill(draft, acting_seat(draft.state(), person)?, *vote),
        Command::Guard { target } => {
            night::guard(draft, acting_seat(draft.state(), person)?, *target)
        }
        Command::Confess {
            position,
            confirmed,
        } => night::confess(
            draft,
            acting_seat(draft.state(), person)?,
            *position,
            *confirmed,
        ),
        Command::ConfessUnshown => {
            night::confess_unshown(draft, acting_seat(draft.state(), person)?)
        }
        Command::Power { prompt, yes } => {
            powers::answer(draft, acting_seat(draft.state(), person)?, *prompt, *yes)
        }
        Command::Salvage { cards } => {
            powers::salvage(draft, acting_seat(draft.state(), person)?, cards)
        }
        Command::ChangeHand => powers::change_hand(draft, acting_seat(draft.state(), person)?),
        Command::WithdrawConfession => {
            night::withdraw_confession(draft, acting_seat(draft.state(), person)?)
        }
        Command::ChatOpen { guests } => {
            chats::open(draft, acting_seat(draft.state(), person)?, guests)
        }
        Command::ChatInvite { chat, guest } => {
            chats::invite(draft, acting_seat(draft.state(), person)?, *chat, *guest)
        }
    }
}

/// The seat of a living player.
fn living_seat(forum: &Forum, person: Person) -> Result<Seat, Refusal> {
    let seat = forum.seat_of(person.id).ok_or(Refusal::NotAPlayer)?;
    if forum.table.lives(seat) {
        Ok(seat)
    } else {
        Err(Refusal::Dead)
    }
}

/// The seat of a living player while the game is not paused (H2).
fn acting_seat(forum: &Forum, person: Person) -> Result<Seat, Refusal> {
    let seat = living_seat(forum, person)?;
    if forum.pause.is_some() {
        Err(Refusal::GamePaused)
    } else {
        Ok(seat)
    }
}

/// A named player must exist and live (F11).
fn living_target(forum: &Forum, target: Seat) -> Result<(), Refusal> {
    if !forum.table.has(target) {
        Err(Refusal::NoSuchSeat)
    } else if !forum.table.lives(target) {
        Err(Refusal::TargetDead { target })
    } else {
        Ok(())
    }
}

/// H6: a message counts as a sign of life, once for each Day and Night.
fn speak(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    if draft.state().watch.stirred.contains(&seat) {
        return Err(Refusal::AlreadyNoted);
    }
    draft.emit(Event::Spoke { seat });
    Ok(())
}

/// Whether a side has won (F35): then nothing else is resolved.
fn won(draft: &Making<'_>) -> bool {
    draft.state().table.victory().is_some()
}

/// What follows by itself from what has happened, one thing after the other, until nothing does. `at` is the instant that
/// counts.
fn settle(draft: &mut Making<'_>, at: Time) {
    while settle_one(draft, at) {}
}

/// Settles the first thing that follows; says whether there may be more.
fn settle_one(draft: &mut Making<'_>, at: Time) -> bool {
    let forum = draft.state();
    if matches!(forum.phase, Phase::Over(_)) {
        return false;
    }
    if let Some(side) = forum.table.victory() {
        end(draft, at, Outcome::Won(side));
        return false;
    }
    match &forum.phase {
        Phase::Setup | Phase::Over(_) => {}
        Phase::Dawn(_) => {
            if dawn::ends_early(forum) {
                dawn::end(draft, at);
                return true;
            }
        }
        Phase::Day(day) => {
            if let Some((flip, choice)) = flips::orphaned(forum, day, at) {
                flips::at_random(draft, flip, choice, at);
                return true;
            }
            if let Some(seat) = powers::burdened(forum) {
                powers::flip_burdened(draft, seat, at);
                return true;
            }
            if let Some(prompt) = powers::lapsed(forum) {
                draft.emit(Event::PowerDeclined { prompt });
                return true;
            }
            match &day.conspiracy {
                Conspiracy::Awaited { .. } if day.closing => {
                    conspiracy::call(draft, at);
                    return true;
                }
                Conspiracy::Called if day.flips.is_empty() => {
                    conspiracy::scratch_and_open(draft, at);
                    return true;
                }
                Conspiracy::Shift(_) if conspiracy::all_have_picked(forum) => {
                    conspiracy::redistribute(draft, at);
                    return true;
                }
                Conspiracy::Past => {
                    if let Some(seat) = day.removals.first().copied() {
                        death::die(draft, seat, DeathCause::Removed, at);
                        return true;
                    }
                    if day.closing || (day.waits && day.span.until <= at) {
                        night::fall(draft, at);
                        return true;
                    }
                }
                Conspiracy::Awaited { .. } | Conspiracy::Called | Conspiracy::Shift(_) => {}
            }
        }
        Phase::Night(_) => {}
    }
    hosts::carry(draft)
}

/// The end of the game (F35, H1, H8).
fn end(draft: &mut Making<'_>, at: Time, outcome: Outcome) {
    // H4: the last thing that happened was a removal, if it was one that ended the game.
    let last = draft.state().history.chronicle.last();
    let by_removal = match (outcome, last) {
        (
            Outcome::Won(_),
            Some((
                _,
                _,
                Event::Died {
                    seat,
                    cause: DeathCause::Removed,
                    ..
                },
            )),
        ) => Some(*seat),
        _ => None,
    };
    draft.emit(Event::Ended {
        at,
        outcome,
        by_removal,
    });
}
