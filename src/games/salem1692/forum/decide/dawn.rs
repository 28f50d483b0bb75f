//! Dawn: the coven gives the Black Cat to somebody (F5).

use std::collections::BTreeMap;

use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::super::event::Event;
use super::super::phase::Dawn;
use super::super::refusal::PhaseName;
use super::super::{Forum, Refusal};
use super::{Making, deal, death, living_target};

/// F5: a Witch names the holder of the Black Cat, any living player, a Witch included; changeable until Dawn ends.
pub fn name_cat(draft: &mut Making<'_>, seat: Seat, target: Seat) -> Result<(), Refusal> {
    may_name_cat(draft.state(), seat, target)?;
    draft.emit(Event::CatNamed { seat, target });
    Ok(())
}

/// Whether this living player may name that one for the Black Cat now.
///
/// # Errors
/// Why not.
pub fn may_name_cat(forum: &Forum, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if forum.dawn().is_none() {
        return Err(Refusal::OnlyIn {
            phase: PhaseName::Dawn,
        });
    }
    if !forum.chair(seat).coven {
        return Err(Refusal::NotOfTheCoven);
    }
    living_target(forum, target)
}

/// F5: with the setting `dawn_early`, Dawn ends as soon as the living of the coven name one and the same player.
pub fn ends_early(forum: &Forum) -> bool {
    let Some(dawn) = forum.dawn().filter(|_| forum.settings.dawn_early) else {
        return false;
    };
    let votes = counting_votes(forum, dawn);
    let unanimous = votes.windows(2).all(|pair| pair[0].1 == pair[1].1);
    !votes.is_empty() && votes.len() == forum.table.living_coven().count() && unanimous
}

/// F5: Dawn ends: the player with most votes gets the Black Cat; between those tied, and where nobody voted among all the
/// living, it is drawn. The first Day begins.
pub fn end(draft: &mut Making<'_>, at: Time) {
    let forum = draft.state();
    let Some(dawn) = forum.dawn() else {
        return;
    };
    // F10: where removals have left two, the Black Cat has left the game with all blue cards.
    if forum.table.living_count() <= death::LAST {
        deal::begin_day(draft, at);
        return;
    }
    let votes = counting_votes(forum, dawn);
    let mut tally: BTreeMap<Seat, usize> = BTreeMap::new();
    for (_, target) in &votes {
        *tally.entry(*target).or_default() += 1;
    }
    let most = tally.values().max().copied();
    let leading: Vec<Seat> = match most {
        Some(most) => tally
            .iter()
            .filter(|(_, count)| **count == most)
            .map(|(seat, _)| *seat)
            .collect(),
        None => forum.table.living().collect(),
    };
    let (seat, drawn_among) = if let [seat] = leading[..] {
        (seat, Vec::new())
    } else {
        let drawn = draft.dice().index(leading.len());
        (leading[drawn], leading)
    };
    draft.emit(Event::CatGiven {
        at,
        seat,
        votes,
        drawn_among,
    });
    deal::begin_day(draft, at);
}

/// The votes of the living for the living: a removal at Dawn (H4) takes others away.
fn counting_votes(forum: &Forum, dawn: &Dawn) -> Vec<(Seat, Seat)> {
    let votes = dawn.votes.iter().map(|(seat, target)| (*seat, *target));
    votes
        .filter(|(seat, target)| forum.table.lives(*seat) && forum.table.lives(*target))
        .collect()
}
