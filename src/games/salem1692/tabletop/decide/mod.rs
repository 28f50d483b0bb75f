//! Decisions, by chapters. A refusal comes before the first event; what follows from an event follows in `settle`.

mod cards;
mod chats;
mod clock;
mod conspiracy;
mod dawn;
mod death;
mod draws;
mod estate;
mod hosts;
mod night;
mod powers;
mod rows;
mod setup;
mod town_hall;
mod tryals;
mod turn;
mod watch;

use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::ids::Seat;
use crate::kernel::intent::Person;
use crate::kernel::time::Time;

use super::event::{DeathCause, Event};
use super::phase::{Outcome, Phase};
use super::{Command, Refusal, Tabletop};

pub(super) use chats::{CHATS_PER_NIGHT, may_invite, may_open_chat};
pub(super) use clock::due;
pub(super) use conspiracy::may_pick;
pub(super) use dawn::may_name_cat;
pub(super) use draws::can_draw;
pub(super) use estate::may_take;
pub(super) use hosts::{may_advance, may_remove, may_replace};
pub(super) use night::{may_confess, may_give_gavel, may_kill, may_withdraw};
pub(super) use powers::{may_answer, may_arrange, may_salvage, may_study};
pub(super) use rows::may_reorder;
pub(super) use setup::open;
pub(super) use town_hall::may_keep;
pub(super) use tryals::may_choose;
pub(super) use turn::{may_draw, may_end, may_play};

/// A decision on the tabletop edition in the making.
type Making<'a> = Draft<'a, Tabletop>;

/// Decides on a command.
///
/// # Errors
/// The refusal; then nothing has been emitted.
pub fn decide(draft: &mut Making<'_>, actor: Actor, command: &Command) -> Result<(), Refusal> {
    let tabletop = draft.state();
    if matches!(tabletop.phase, Phase::Over(_) | Phase::Setup) {
        return Err(Refusal::GameOver);
    }
    let at = match actor {
        Actor::Clock => match clock::decide(draft, command)? {
            Some(at) => at,
            None => return Ok(()),
        },
        Actor::Person(person) => {
            // F33: what arrives at the instant of something due is later than it, though the clock has not come by yet.
            if clock::overdue(tabletop, draft.now()) {
                return Err(Refusal::Late);
            }
            let at = tabletop.pause.map_or(draft.now(), |pause| pause.since);
            of_a_person(draft, person, command)?;
            at
        }
    };
    settle(draft, at);
    clock::regulate(draft, at);
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
            watch::speak(draft, seat)
        }
        Command::ChatLeave { chat } => {
            // The dead can leave a chat, too.
            let seat = any_seat(draft.state(), person)?;
            chats::leave(draft, seat, *chat)
        }
        Command::LastWords { words } => {
            let seat = any_seat(draft.state(), person)?;
            death::last_words(draft, seat, words)
        }
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
        | Command::ChatOpen { .. }
        | Command::ChatInvite { .. } => {
            let seat = acting_seat(draft.state(), person)?;
            of_a_player(draft, seat, command)
        }
    }
}

/// What a living player does in the game.
fn of_a_player(draft: &mut Making<'_>, seat: Seat, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Keep { character } => town_hall::keep(draft, seat, *character),
        Command::Cat { target } => dawn::name_cat(draft, seat, *target),
        Command::Draw => turn::draw(draft, seat),
        Command::Play(play) => turn::play(draft, seat, play),
        Command::EndTurn => turn::end(draft, seat),
        Command::Power { prompt, yes } => powers::answer(draft, seat, *prompt, *yes),
        Command::Reveal { prompt, position } => tryals::choose(draft, seat, *prompt, *position),
        Command::Study => powers::study(draft, seat),
        Command::Arrange { deck } => powers::arrange(draft, seat, deck),
        Command::Salvage { cards } => powers::salvage(draft, seat, cards),
        Command::Pick { position } => conspiracy::pick(draft, seat, *position),
        Command::Kill { target } => night::kill(draft, seat, *target),
        Command::Gavel { target } => night::give_gavel(draft, seat, *target),
        Command::Confess {
            confession,
            unless_gavel,
            confirmed,
        } => night::confess(draft, seat, *confession, *unless_gavel, *confirmed),
        Command::WithdrawConfession => night::withdraw_confession(draft, seat),
        Command::Take { prompt, card } => estate::take(draft, seat, *prompt, *card),
        Command::Reorder { order } => rows::reorder(draft, seat, order),
        Command::ChatOpen { guests } => chats::open(draft, seat, guests),
        Command::ChatInvite { chat, guest } => chats::invite(draft, seat, *chat, *guest),
        Command::Tick
        | Command::Absence { .. }
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
        | Command::Speak
        | Command::ChatLeave { .. }
        | Command::LastWords { .. }
        | Command::Leave { .. }
        | Command::ComeBack { .. } => unreachable!("these are no acts of a living player's"),
    }
}

/// The seat of a player, living or dead.
fn any_seat(tabletop: &Tabletop, person: Person) -> Result<Seat, Refusal> {
    tabletop.seat_of(person.id).ok_or(Refusal::NotAPlayer)
}

/// The seat of a living player.
fn living_seat(tabletop: &Tabletop, person: Person) -> Result<Seat, Refusal> {
    let seat = any_seat(tabletop, person)?;
    if tabletop.table.lives(seat) {
        Ok(seat)
    } else {
        Err(Refusal::Dead)
    }
}

/// The seat of a living player while the game is not paused (H2).
fn acting_seat(tabletop: &Tabletop, person: Person) -> Result<Seat, Refusal> {
    let seat = living_seat(tabletop, person)?;
    if tabletop.pause.is_some() {
        Err(Refusal::GamePaused)
    } else {
        Ok(seat)
    }
}

/// A named player must exist and live (F11).
fn living_target(tabletop: &Tabletop, target: Seat) -> Result<(), Refusal> {
    if !tabletop.table.has(target) {
        Err(Refusal::NoSuchSeat)
    } else if !tabletop.table.lives(target) {
        Err(Refusal::TargetDead { target })
    } else {
        Ok(())
    }
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
    let tabletop = draft.state();
    if matches!(tabletop.phase, Phase::Over(_)) {
        return false;
    }
    if let Some(side) = tabletop.table.victory() {
        end(draft, at, Outcome::Won(side));
        return false;
    }
    // T14: nobody chooses a Tryal of the dead, whatever else is still to be settled.
    if conspiracy::skip_scratch(draft, at) {
        return true;
    }
    let tabletop = draft.state();
    // T22, T23: what the dead have left is given out before anything else goes on.
    if !tabletop.estate.cards.is_empty() {
        return estate::settle(draft, at) || hosts::carry(draft);
    }
    let settled = match &tabletop.phase {
        Phase::Setup | Phase::Over(_) => false,
        Phase::TownHall(_) => town_hall::settle(draft, at),
        Phase::Dawn(_) => dawn::settle(draft, at),
        Phase::Turn(_) => turn::settle(draft, at),
    };
    settled || hosts::carry(draft)
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
