//! Hosts: pause, resume, extend, advance, replace, remove, end; and what a host who plays may do only with a majority of the
//! living (H1 to H4).

use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::intent::Person;
use crate::kernel::time::Length;

use super::super::event::{DeathCause, Event};
use super::super::phase::{Motion, Outcome, Pause, PauseCause};
use super::super::{Refusal, Tabletop};
use super::{Making, clock, death, living_target};

/// The longest extension at once.
const LONGEST_EXTENSION: Length = Length(14 * Length::DAY.0);

/// H2: every clock stops.
pub fn pause(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    the_host(draft.state(), person)?;
    if draft.state().pause.is_some() {
        return Err(Refusal::AlreadyPaused);
    }
    let pause = Pause {
        since: draft.now(),
        cause: PauseCause::Host,
        until: None,
    };
    draft.emit(Event::Paused { pause });
    Ok(())
}

/// H2: every deadline moves by the time paused. At a standstill this is the host's answer (H8).
pub fn resume(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    the_host(draft.state(), person)?;
    let pause = draft.state().pause.ok_or(Refusal::NotPaused)?;
    let at = draft.now();
    draft.emit(Event::Resumed {
        at,
        paused_for: at - pause.since,
        cause: pause.cause,
    });
    Ok(())
}

/// H1: the phase's end alone moves: that of Town Hall, Dawn, the turn, or the first part of the Night. Open windows stay.
pub fn extend(draft: &mut Making<'_>, person: Person, by: Length) -> Result<(), Refusal> {
    let tabletop = draft.state();
    the_host(tabletop, person)?;
    if by <= Length::ZERO || by > LONGEST_EXTENSION {
        return Err(Refusal::ExtensionLength);
    }
    let until = tabletop.phase_ends().ok_or(Refusal::WindowOpen)? + by;
    draft.emit(Event::Extended { by, until });
    Ok(())
}

/// H1: what is waited for ends at once: what nobody has chosen yet is drawn, and the turn passes as when its clock has run out (T7).
pub fn advance(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    may_advance(draft.state(), person)?;
    let at = draft.now();
    draft.emit(Event::Advanced { at });
    clock::end_what_is_waited_for(draft, at);
    Ok(())
}

/// H1: the host does not play, and the game is not stopped.
pub fn may_advance(tabletop: &Tabletop, person: Person) -> Result<(), Refusal> {
    a_host_who_does_not_play(tabletop, person)?;
    if tabletop.pause.is_some() {
        return Err(Refusal::GamePaused);
    }
    Ok(())
}

/// H3: a substitute takes over a seat; from a host who plays, a proposal to the living (H1).
pub fn replace(
    draft: &mut Making<'_>,
    person: Person,
    seat: Seat,
    player: PlayerId,
) -> Result<(), Refusal> {
    the_host(draft.state(), person)?;
    may_replace(draft.state(), seat, player)?;
    if draft.state().host_plays() {
        return propose(draft, person, Motion::Replace { seat, player });
    }
    substitute(draft, seat, player);
    Ok(())
}

/// H3: the seat is a living player's, and the substitute has never played in or hosted this game.
pub fn may_replace(tabletop: &Tabletop, seat: Seat, player: PlayerId) -> Result<(), Refusal> {
    living_target(tabletop, seat)?;
    if is_being_removed(tabletop, seat) {
        return Err(Refusal::AlreadyRemoved { seat });
    }
    if tabletop.everyone.contains(&player) || tabletop.host == player {
        return Err(Refusal::NotASubstitute);
    }
    Ok(())
}

fn substitute(draft: &mut Making<'_>, seat: Seat, player: PlayerId) {
    let out = draft.state().chair(seat).player;
    draft.emit(Event::Replaced { seat, out, player });
}

/// H4: a player is removed and dies; during a Shift, when the Tryals have changed hands. Asked once more.
pub fn remove(
    draft: &mut Making<'_>,
    person: Person,
    seat: Seat,
    confirmed: bool,
) -> Result<(), Refusal> {
    let tabletop = draft.state();
    may_remove(tabletop, person, seat)?;
    if !confirmed {
        return Err(Refusal::Unconfirmed);
    }
    if tabletop.shift().is_some() {
        draft.emit(Event::RemovalDeferred { seat });
    } else {
        let at = tabletop.pause.map_or(draft.now(), |pause| pause.since);
        death::die(draft, seat, DeathCause::Removed, at);
    }
    Ok(())
}

/// H4: the host does not play, and the seat is a living player's who is not being removed already.
pub fn may_remove(tabletop: &Tabletop, person: Person, seat: Seat) -> Result<(), Refusal> {
    a_host_who_does_not_play(tabletop, person)?;
    living_target(tabletop, seat)?;
    if is_being_removed(tabletop, seat) {
        return Err(Refusal::AlreadyRemoved { seat });
    }
    Ok(())
}

fn is_being_removed(tabletop: &Tabletop, seat: Seat) -> bool {
    tabletop
        .turn()
        .is_some_and(|turn| turn.removals.contains(&seat))
}

/// H1: the game ends without a winner; asked once more. From a host who plays, a proposal to the living. Others who manage
/// the server may end any game.
pub fn end(draft: &mut Making<'_>, person: Person, confirmed: bool) -> Result<(), Refusal> {
    let tabletop = draft.state();
    let is_host = tabletop.host == person.id;
    if !(is_host || person.manages_server) {
        return Err(Refusal::NotTheHost);
    }
    if !confirmed {
        return Err(Refusal::Unconfirmed);
    }
    if is_host && tabletop.host_plays() {
        return propose(draft, person, Motion::End);
    }
    let at = draft.now();
    super::end(draft, at, Outcome::EndedByHost);
    Ok(())
}

/// H1: the host asks for secrets, which a host who plays never sees; the record notes it.
pub fn show_secrets(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    a_host_who_does_not_play(draft.state(), person)?;
    draft.emit(Event::SecretsShown { player: person.id });
    Ok(())
}

/// H1: what a host who plays wants is put to the living; a new proposal takes the place of an older one.
fn propose(draft: &mut Making<'_>, person: Person, motion: Motion) -> Result<(), Refusal> {
    let tabletop = draft.state();
    let by = tabletop.seat_of(person.id);
    if tabletop
        .proposal
        .as_ref()
        .is_some_and(|standing| standing.motion == motion)
    {
        return Err(Refusal::AlreadyNoted);
    }
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::Proposed { prompt, motion, by });
    Ok(())
}

/// H1: the host takes a proposal back.
pub fn withdraw_proposal(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    the_host(draft.state(), person)?;
    if draft.state().proposal.is_none() {
        return Err(Refusal::NothingToWithdraw);
    }
    draft.emit(Event::ProposalWithdrawn);
    Ok(())
}

/// H1: a living player says yes or no to a proposal, in a pause too.
pub fn second(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    yes: bool,
) -> Result<(), Refusal> {
    let proposal = draft.state().proposal.as_ref().ok_or(Refusal::NoProposal)?;
    if proposal.prompt != prompt {
        return Err(Refusal::Stale);
    }
    if proposal.yes.contains(&seat) == yes {
        return Err(Refusal::AlreadyNoted);
    }
    draft.emit(Event::Seconded { seat, yes });
    Ok(())
}

/// H1: what a majority of the living has said yes to is done. Says whether something was.
pub fn carry(draft: &mut Making<'_>) -> bool {
    let tabletop = draft.state();
    let Some(proposal) = &tabletop.proposal else {
        return false;
    };
    if 2 * proposal.yes.len() <= tabletop.table.living_count() {
        return false;
    }
    match proposal.motion {
        Motion::End => {
            let at = draft.now();
            super::end(draft, at, Outcome::EndedByHost);
        }
        Motion::Replace { seat, player } => match may_replace(tabletop, seat, player) {
            Ok(()) => substitute(draft, seat, player),
            // What it was about is no longer so: its player has died meanwhile.
            Err(_) => draft.emit(Event::ProposalWithdrawn),
        },
    }
    true
}

fn the_host(tabletop: &Tabletop, person: Person) -> Result<(), Refusal> {
    if tabletop.host == person.id {
        Ok(())
    } else {
        Err(Refusal::NotTheHost)
    }
}

fn a_host_who_does_not_play(tabletop: &Tabletop, person: Person) -> Result<(), Refusal> {
    the_host(tabletop, person)?;
    if tabletop.host_plays() {
        Err(Refusal::HostPlays)
    } else {
        Ok(())
    }
}
