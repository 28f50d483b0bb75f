//! Hosts: pause, resume, extend, advance, replace, remove, end; and what a host who plays may do only with a majority of the
//! living (H1 to H4).

use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::intent::Person;
use crate::kernel::time::Length;

use super::super::event::{DeathCause, Event};
use super::super::phase::{Conspiracy, Motion, Outcome, Pause, PauseCause, Phase};
use super::super::{Forum, Refusal};
use super::{Making, dawn, day, daybreak, death, living_target};

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

/// H1: the phase's end alone moves; open windows, Stocks and the Conspiracy's instant stay.
pub fn extend(draft: &mut Making<'_>, person: Person, by: Length) -> Result<(), Refusal> {
    let forum = draft.state();
    the_host(forum, person)?;
    if by <= Length::ZERO || by > LONGEST_EXTENSION {
        return Err(Refusal::ExtensionLength);
    }
    not_closing(forum)?;
    let until = forum.span().ok_or(Refusal::GameOver)?.until + by;
    draft.emit(Event::Extended { by, until });
    Ok(())
}

/// H1: the phase ends at once; a Day as F24 has it: owed flips at random, no more cards, the Conspiracy with its window if it
/// is still owed, Night.
pub fn advance(draft: &mut Making<'_>, person: Person) -> Result<(), Refusal> {
    may_advance(draft.state(), person)?;
    let at = draft.now();
    draft.emit(Event::Advanced { at });
    match draft.state().phase {
        Phase::Dawn(_) => dawn::end(draft, at),
        Phase::Day(_) => day::flip_all(draft, at),
        Phase::Night(_) => daybreak::run(draft, at),
        Phase::Setup | Phase::Over(_) => {}
    }
    Ok(())
}

/// H1: the host does not play, and the phase is not stopped or ending already.
pub fn may_advance(forum: &Forum, person: Person) -> Result<(), Refusal> {
    a_host_who_does_not_play(forum, person)?;
    if forum.pause.is_some() {
        return Err(Refusal::GamePaused);
    }
    not_closing(forum)
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
pub fn may_replace(forum: &Forum, seat: Seat, player: PlayerId) -> Result<(), Refusal> {
    living_target(forum, seat)?;
    if is_being_removed(forum, seat) {
        return Err(Refusal::AlreadyRemoved { seat });
    }
    if forum.everyone.contains(&player) || forum.host == player {
        return Err(Refusal::NotASubstitute);
    }
    Ok(())
}

fn substitute(draft: &mut Making<'_>, seat: Seat, player: PlayerId) {
    let out = draft.state().chair(seat).player;
    draft.emit(Event::Replaced { seat, out, player });
}

/// H4: a player is removed and dies; during a Shift, after the redistribution. Asked once more.
pub fn remove(
    draft: &mut Making<'_>,
    person: Person,
    seat: Seat,
    confirmed: bool,
) -> Result<(), Refusal> {
    let forum = draft.state();
    may_remove(forum, person, seat)?;
    if !confirmed {
        return Err(Refusal::Unconfirmed);
    }
    if forum.shift().is_some() {
        draft.emit(Event::RemovalDeferred { seat });
    } else {
        let at = forum.pause.map_or(draft.now(), |pause| pause.since);
        death::die(draft, seat, DeathCause::Removed, at);
    }
    Ok(())
}

/// H4: the host does not play, and the seat is a living player's who is not being removed already.
pub fn may_remove(forum: &Forum, person: Person, seat: Seat) -> Result<(), Refusal> {
    a_host_who_does_not_play(forum, person)?;
    living_target(forum, seat)?;
    if is_being_removed(forum, seat) {
        return Err(Refusal::AlreadyRemoved { seat });
    }
    Ok(())
}

fn is_being_removed(forum: &Forum, seat: Seat) -> bool {
    forum.day().is_some_and(|day| day.removals.contains(&seat))
}

/// H1: the game ends without a winner; asked once more. From a host who plays, a proposal to the living. Others who manage
/// the server may end any game.
pub fn end(draft: &mut Making<'_>, person: Person, confirmed: bool) -> Result<(), Refusal> {
    let forum = draft.state();
    let is_host = forum.host == person.id;
    if !(is_host || person.manages_server) {
        return Err(Refusal::NotTheHost);
    }
    if !confirmed {
        return Err(Refusal::Unconfirmed);
    }
    if is_host && forum.host_plays() {
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
    let forum = draft.state();
    let by = forum.seat_of(person.id);
    if forum
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
    let forum = draft.state();
    let Some(proposal) = &forum.proposal else {
        return false;
    };
    if 2 * proposal.yes.len() <= forum.table.living_count() {
        return false;
    }
    match proposal.motion {
        Motion::End => {
            let at = draft.now();
            super::end(draft, at, Outcome::EndedByHost);
        }
        Motion::Replace { seat, player } => match may_replace(forum, seat, player) {
            Ok(()) => substitute(draft, seat, player),
            // What it was about is no longer so: its player has died meanwhile.
            Err(_) => draft.emit(Event::ProposalWithdrawn),
        },
    }
    true
}

fn the_host(forum: &Forum, person: Person) -> Result<(), Refusal> {
    if forum.host == person.id {
        Ok(())
    } else {
        Err(Refusal::NotTheHost)
    }
}

fn a_host_who_does_not_play(forum: &Forum, person: Person) -> Result<(), Refusal> {
    the_host(forum, person)?;
    if forum.host_plays() {
        Err(Refusal::HostPlays)
    } else {
        Ok(())
    }
}

/// F24: a Day that is being ended is neither extended nor advanced again.
fn not_closing(forum: &Forum) -> Result<(), Refusal> {
    let Some(day) = forum.day().filter(|day| day.closing) else {
        return Ok(());
    };
    let until = match &day.conspiracy {
        Conspiracy::Shift(shift) => Some(shift.until),
        Conspiracy::Awaited { .. } | Conspiracy::Called | Conspiracy::Past => None,
    };
    Err(Refusal::AlreadyEnding { until })
}
