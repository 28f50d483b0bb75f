//! Dawn: the coven gives the Black Cat to somebody, who has the first turn (T5).

use std::collections::BTreeMap;

use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::Event;
use super::super::phase::Dawn;
use super::super::refusal::PhaseName;
use super::super::{Refusal, Tabletop};
use super::{Making, death, living_target, turn};

/// T5: Dawn begins and ends at an instant that is published.
pub fn begin(draft: &mut Making<'_>, at: Time) {
    let until = at + draft.state().settings.dawn;
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::DawnBegan { at, until, prompt });
}

/// T5: a Witch names the holder of the Black Cat, any living player, a Witch included; changeable until Dawn ends.
pub fn name_cat(draft: &mut Making<'_>, seat: Seat, target: Seat) -> Result<(), Refusal> {
    may_name_cat(draft.state(), seat, target)?;
    draft.emit(Event::CatNamed { seat, target });
    Ok(())
}

/// Whether this living player may name that one for the Black Cat now.
///
/// # Errors
/// Why not.
pub fn may_name_cat(tabletop: &Tabletop, seat: Seat, target: Seat) -> Result<(), Refusal> {
    if tabletop.dawn().is_none() {
        return Err(Refusal::OnlyIn {
            phase: PhaseName::Dawn,
        });
    }
    if !tabletop.chair(seat).coven {
        return Err(Refusal::NotOfTheCoven);
    }
    living_target(tabletop, target)
}

/// T5: with the setting `dawn_early`, Dawn ends as soon as the living of the coven name one and the same player.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let Some(dawn) = tabletop.dawn().filter(|_| tabletop.settings.dawn_early) else {
        return false;
    };
    let votes = counting_votes(tabletop, dawn);
    let unanimous = votes.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let all = votes.len() == tabletop.table.living_coven().count();
    if votes.is_empty() || !all || !unanimous {
        return false;
    }
    end(draft, at);
    true
}

/// T5: Dawn ends: the player with most votes gets the Black Cat; between those tied, and where nobody voted among all the living,
/// it is drawn. Its holder has the first turn.
pub fn end(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let Some(dawn) = tabletop.dawn() else {
        return;
    };
    // T11: where removals have left two, the Black Cat has left the game with all blue cards; chance has the first turn.
    if tabletop.table.living_count() <= death::LAST {
        turn::begin_anywhere(draft, at);
        return;
    }
    let votes = counting_votes(tabletop, dawn);
    let mut leading = most_named(&votes);
    if leading.is_empty() {
        leading = tabletop.table.living().collect();
    }
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
    turn::begin(draft, seat, at);
}

/// Who was named most often, in row order; nobody where there are no votes.
pub fn most_named(votes: &[(Seat, Seat)]) -> Vec<Seat> {
    let mut tally: BTreeMap<Seat, usize> = BTreeMap::new();
    for (_, target) in votes {
        *tally.entry(*target).or_default() += 1;
    }
    let most = tally.values().max().copied().unwrap_or(0);
    let leading = tally.into_iter().filter(|(_, count)| *count == most);
    leading.map(|(seat, _)| seat).collect()
}

/// The votes of the living for the living: a removal at Dawn (H4) takes others away.
fn counting_votes(tabletop: &Tabletop, dawn: &Dawn) -> Vec<(Seat, Seat)> {
    let votes = dawn.votes.iter().map(|(seat, target)| (*seat, *target));
    votes
        .filter(|(seat, target)| tabletop.table.lives(*seat) && tabletop.table.lives(*target))
        .collect()
}
