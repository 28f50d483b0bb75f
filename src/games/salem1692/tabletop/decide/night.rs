//! The Night, in ordered steps: victim and gavel, confessions, the victim, a new deck (T15).

use crate::games::salem1692::table::{CardKind, Character, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::deck::DeckCard;
use super::super::event::{DeathCause, Event, Fate, RevealCause};
use super::super::phase::{Confession, DrawCause, Gavel, LeftConfession, Night, NightStep};
use super::super::refusal::PhaseName;
use super::super::{Refusal, Tabletop};
use super::{Making, dawn, death, draws, living_target, powers, tryals, watch};

/// T15: the Night is drawn. With more of the deck below it, it is an early one (T29).
pub fn drawn(draft: &mut Making<'_>, drawer: Seat, cause: DrawCause, at: Time) {
    let tabletop = draft.state();
    let event = Event::NightDrawn {
        number: tabletop.watch.nights + 1,
        at,
        drawer,
        cause,
        early: tabletop.table.deck.len() > 1,
        until: at + tabletop.settings.night,
        prompt: PromptId(draft.dice().bits()),
    };
    draft.emit(event);
}

/// T15: what follows in a Night; says whether something did.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let Some(night) = tabletop.night() else {
        return false;
    };
    match night.step {
        NightStep::Gathering { .. } => {
            if !(tabletop.settings.night_early && all_have_spoken(tabletop, night)) {
                return false;
            }
            show_gavel(draft, at);
        }
        // Confessions that were left in advance, in seat order.
        NightStep::Confessing { .. } => {
            let left = night.left.iter().map(|(seat, left)| (*seat, *left));
            let mut made = left.filter(|(seat, _)| tabletop.table.lives(*seat));
            let Some((seat, left)) = made.next() else {
                return false;
            };
            make(draft, seat, left, at);
        }
        NightStep::Naming { victim } => name_victim(draft, victim, at),
        NightStep::Named => over(draft, at),
    }
    true
}

/// T15: with `night_early`: the living Witches name one and the same player, and the Constable, if there is one, has spoken.
fn all_have_spoken(tabletop: &Tabletop, night: &Night) -> bool {
    let votes = counting_votes(tabletop, night);
    let agreed = votes.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let all = votes.len() == tabletop.table.living_coven().count();
    let constable = tabletop.table.constable().is_none() || night.gavel.is_some();
    agreed && all && constable
}

/// The votes of the living for the living.
fn counting_votes(tabletop: &Tabletop, night: &Night) -> Vec<(Seat, Seat)> {
    let votes = night.votes.iter().map(|(seat, target)| (*seat, *target));
    votes
        .filter(|(seat, target)| tabletop.table.lives(*seat) && tabletop.table.lives(*target))
        .collect()
}

/// T15: a Witch names the victim, anybody living, or takes back what she has said; changeable.
pub fn kill(draft: &mut Making<'_>, seat: Seat, target: Option<Seat>) -> Result<(), Refusal> {
    may_kill(draft.state(), seat, target)?;
    draft.emit(Event::KillNamed { seat, target });
    Ok(())
}

/// Whether this living player may say that for the coven now.
///
/// # Errors
/// Why not.
pub fn may_kill(tabletop: &Tabletop, seat: Seat, target: Option<Seat>) -> Result<(), Refusal> {
    let night = gathering(tabletop)?;
    if !tabletop.chair(seat).coven {
        return Err(Refusal::NotOfTheCoven);
    }
    match target {
        Some(target) => living_target(tabletop, target),
        None if night.votes.contains_key(&seat) => Ok(()),
        None => Err(Refusal::NothingToWithdraw),
    }
}

/// T15: the Constable gives the gavel to another living player, or to nobody; changeable.
pub fn give_gavel(draft: &mut Making<'_>, seat: Seat, target: Option<Seat>) -> Result<(), Refusal> {
    may_give_gavel(draft.state(), seat, target)?;
    draft.emit(Event::GavelNamed {
        gavel: Gavel { by: seat, target },
    });
    Ok(())
}

/// Whether this living player may give the gavel to that one now.
///
/// # Errors
/// Why not.
pub fn may_give_gavel(
    tabletop: &Tabletop,
    seat: Seat,
    target: Option<Seat>,
) -> Result<(), Refusal> {
    gathering(tabletop)?;
    if !tabletop.chair(seat).hides(TryalKind::Constable) {
        return Err(Refusal::NotTheConstable);
    }
    match target {
        Some(target) if target == seat => Err(Refusal::GavelForYourself),
        Some(target) => living_target(tabletop, target),
        None => Ok(()),
    }
}

fn gathering(tabletop: &Tabletop) -> Result<&Night, Refusal> {
    tabletop.gathering().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Night,
    })
}

/// T15: the coven and the Constable have spoken: the most-named victim, a tie at random, nobody where no Witch voted; the gavel is
/// shown, and confessions are open.
pub fn show_gavel(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let Some(night) = tabletop.night() else {
        return;
    };
    let votes = counting_votes(tabletop, night);
    let leading = dawn::most_named(&votes);
    let (victim, drawn_among) = match leading[..] {
        [] => (None, Vec::new()),
        [only] => (Some(only), Vec::new()),
        [..] => (draft.dice().pick(&leading).copied(), leading),
    };
    // The gavel stands though its giver is gone; a player who is gone does not have it.
    let gavel = night.gavel.map(|gavel| Gavel {
        target: gavel.target.filter(|target| tabletop.table.lives(*target)),
        ..gavel
    });
    draft.emit(Event::GavelShown {
        number: night.number,
        at,
        gavel,
        constable: gavel.is_some() || tabletop.table.constable().is_some(),
        votes,
        victim,
        drawn_among,
        until: at + tabletop.settings.confess_window,
    });
}

/// T15, T31: a player confesses: at once while confessions are open, before that in advance. What would be the player's own death
/// is asked once more.
pub fn confess(
    draft: &mut Making<'_>,
    seat: Seat,
    confession: Confession,
    unless_gavel: bool,
    confirmed: bool,
) -> Result<(), Refusal> {
    may_confess(draft.state(), seat, confession, unless_gavel, confirmed)?;
    let at = draft.now();
    let left = LeftConfession {
        confession,
        unless_gavel,
    };
    if draft.state().gathering().is_some() {
        draft.emit(Event::ConfessionLeft { seat, left });
    } else {
        make(draft, seat, left, at);
    }
    Ok(())
}

/// Whether this living player may confess with that now.
///
/// # Errors
/// Why not; `DeadlyConfession` where the player has to be asked once more.
pub fn may_confess(
    tabletop: &Tabletop,
    seat: Seat,
    confession: Confession,
    unless_gavel: bool,
    confirmed: bool,
) -> Result<(), Refusal> {
    let wrong = Refusal::OnlyIn {
        phase: PhaseName::Confessions,
    };
    let night = tabletop.night().ok_or(wrong)?;
    match night.step {
        NightStep::Gathering { .. } => {}
        NightStep::Confessing { .. } => {
            if unless_gavel && has_gavel(night, seat) {
                return Err(Refusal::HasGavel);
            }
        }
        NightStep::Naming { .. } | NightStep::Named => return Err(wrong),
    }
    if night.confessed.contains(&seat) {
        return Err(Refusal::ConfessedAlready);
    }
    match confession {
        Confession::Phips => powers::spendable(tabletop, seat, Character::WilliamPhips),
        Confession::Tryal(position) => {
            tryals::may_be_turned(tabletop, seat, position)?;
            let chair = tabletop.chair(seat);
            let deadly =
                chair.tryal(position).card.kind == TryalKind::Witch || chair.hidden_count() == 1;
            if deadly && !confirmed {
                return Err(Refusal::DeadlyConfession { position });
            }
            Ok(())
        }
    }
}

fn has_gavel(night: &Night, seat: Seat) -> bool {
    night.gavel.and_then(|gavel| gavel.target) == Some(seat)
}

/// T15: a confession that was left in advance is taken back.
pub fn withdraw_confession(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_withdraw(draft.state(), seat)?;
    draft.emit(Event::ConfessionWithdrawn { seat });
    Ok(())
}

/// Whether this living player has left a confession that can be taken back.
///
/// # Errors
/// Why not.
pub fn may_withdraw(tabletop: &Tabletop, seat: Seat) -> Result<(), Refusal> {
    if gathering(tabletop)?.left.contains_key(&seat) {
        Ok(())
    } else {
        Err(Refusal::NothingToWithdraw)
    }
}

/// T15: a confession is made, with all that follows from what it shows; not by one who has the gavel and did not want it then, nor
/// where what should be shown is gone.
fn make(draft: &mut Making<'_>, seat: Seat, left: LeftConfession, at: Time) {
    let tabletop = draft.state();
    let Some(night) = tabletop.night() else {
        return;
    };
    let has_gavel = left.unless_gavel && has_gavel(night, seat);
    let possible = may_confess(tabletop, seat, left.confession, false, true).is_ok();
    if has_gavel || !possible {
        draft.emit(Event::ConfessionDropped { seat, has_gavel });
        return;
    }
    let confession = left.confession;
    draft.emit(Event::Confessed {
        at,
        seat,
        confession,
    });
    match confession {
        Confession::Phips => {}
        Confession::Tryal(position) => {
            tryals::reveal(draft, seat, position, RevealCause::Confession, at);
        }
    }
}

/// T15: confessions are over; the victim is named when all that followed from them is settled.
pub fn end_confessions(draft: &mut Making<'_>, at: Time) {
    draft.emit(Event::ConfessionsOver { at });
}

/// T15: the victim is named and dies, unless that player has the gavel, has confessed, or has Asylum (F22); one who is dead already
/// is named and nothing more happens.
fn name_victim(draft: &mut Making<'_>, victim: Option<Seat>, at: Time) {
    let tabletop = draft.state();
    let Some(night) = tabletop.night() else {
        return;
    };
    let fate = match victim {
        None => Fate::Nobody,
        Some(victim) if !tabletop.table.lives(victim) => Fate::DeadAlready,
        Some(victim) if has_gavel(night, victim) => Fate::Gavel,
        Some(victim) if night.confessed.contains(&victim) => Fate::Confessed,
        Some(victim) if tabletop.chair(victim).has_in_front(CardKind::Asylum) => Fate::Asylum,
        Some(_) => Fate::Dies,
    };
    draft.emit(Event::VictimNamed { at, victim, fate });
    if let Some(victim) = victim.filter(|_| fate == Fate::Dies) {
        death::die(draft, victim, DeathCause::Killed, at);
    }
}

/// T15: the Night is over: the discard is shuffled into a new deck, Night at the bottom; not after an early Night (T29), and not of
/// the Night alone (T9).
fn over(draft: &mut Making<'_>, at: Time) {
    watch::report_inactivity(draft);
    let tabletop = draft.state();
    let Some(night) = tabletop.night() else {
        return;
    };
    let (number, early) = (night.number, night.early);
    let alone = tabletop.table.discard.is_empty();
    let deck = (!early && !alone).then(|| draws::new_deck(draft, &[DeckCard::Night]));
    draft.emit(Event::NightOver { number, at, deck });
}
