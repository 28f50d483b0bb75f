//! The Conspiracy: announcement, Cat Scratch, Shift, redistribution (F24 to F27).

use crate::games::salem1692::table::{CardKind, Character, Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::{Length, Time};

use super::super::event::{Event, Move, Pick, RevealCause};
use super::super::phase::{Conspiracy, Shift};
use super::super::{Forum, Refusal};
use super::{Making, flips, won};

/// How much longer the choosers of owed flips have at most when the Conspiracy comes (F24).
const LAST_FLIPS: Length = Length(15 * Length::MINUTE.0);

/// F24: the Conspiracy is announced. Owed flips are settled first, their choosers having at most a quarter of an hour more.
pub fn call(draft: &mut Making<'_>, at: Time) {
    let flips = draft.state().day().map_or(&[][..], |day| &day.flips);
    let hurried = |until: Time| until.min(at + LAST_FLIPS);
    let flips = flips
        .iter()
        .map(|flip| (flip.prompt, hurried(flip.until)))
        .collect();
    draft.emit(Event::ConspiracyCalled { at, flips });
}

/// F25, F26: the flips are settled: the cat scratches, and the Shift opens.
pub fn scratch_and_open(draft: &mut Making<'_>, at: Time) {
    scratch(draft, at);
    if won(draft) {
        return;
    }
    let until = at + draft.state().settings.shift_window();
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::ShiftOpened { at, until, prompt });
}

/// F25: a random hidden Tryal of the Black Cat's holder is revealed.
fn scratch(draft: &mut Making<'_>, at: Time) {
    match draft.state().table.holder(CardKind::BlackCat) {
        // T24: it does Mary Warren no harm.
        Some(seat) if draft.state().table.has_ability(seat, Character::MaryWarren) => {
            draft.emit(Event::ScratchHarmless { seat });
        }
        Some(seat) => {
            let position = flips::random_hidden(draft, seat);
            flips::reveal(draft, seat, position, RevealCause::CatScratch, at);
        }
        None => draft.emit(Event::ScratchSkipped),
    }
}

/// F26: a player picks a hidden Tryal of the player before them, unseen; changeable until the Shift closes.
pub fn pick(draft: &mut Making<'_>, seat: Seat, position: Position) -> Result<(), Refusal> {
    may_pick(draft.state(), seat, position)?;
    draft.emit(Event::Picked { seat, position });
    Ok(())
}

/// Whether this living player may pick that Tryal of the player before now.
///
/// # Errors
/// Why not.
pub fn may_pick(forum: &Forum, seat: Seat, position: Position) -> Result<(), Refusal> {
    if forum.shift().is_none() {
        return Err(Refusal::NoShift);
    }
    flips::may_be_turned(forum, forum.table.before(seat), position)
}

/// F26: the Shift closes with the last pick.
pub fn all_have_picked(forum: &Forum) -> bool {
    let picks = forum.shift().map(|shift| &shift.picks);
    picks.is_some_and(|picks| forum.table.living().all(|seat| picks.contains_key(&seat)))
}

/// F24: the Day ends before the Conspiracy does: the rest of it at once, with random picks.
pub fn hurry(draft: &mut Making<'_>, at: Time) {
    let Some(day) = draft.state().day() else {
        return;
    };
    let (called, scratched) = match day.conspiracy {
        Conspiracy::Awaited { .. } => (false, false),
        Conspiracy::Called => (true, false),
        Conspiracy::Shift(_) => (true, true),
        Conspiracy::Past => return,
    };
    if !called {
        call(draft, at);
    }
    if !scratched {
        scratch(draft, at);
    }
    if !won(draft) {
        redistribute(draft, at);
    }
}

/// F26, F27: the Shift closes. Who has not picked gets a random pick; the picked cards are shuffled and dealt one to each living
/// player, into the gap left in that player's row.
pub fn redistribute(draft: &mut Making<'_>, at: Time) {
    let forum = draft.state();
    let table = &forum.table;
    let none = Default::default();
    let picked = forum.shift().map_or(&none, |Shift { picks, .. }| picks);
    let living: Vec<Seat> = table.living().collect();
    let mut dice = draft.dice();
    let picks: Vec<Pick> = living
        .iter()
        .map(|seat| {
            let source = table.before(*seat);
            let position = picked.get(seat).copied().unwrap_or_else(|| {
                let hidden: Vec<Position> = table.chair(source).hidden().collect();
                *dice
                    .pick(&hidden)
                    .expect("every living player has a hidden Tryal")
            });
            let card = table.chair(source).tryal(position).card;
            Pick {
                seat: *seat,
                source,
                position,
                card,
                random: !picked.contains_key(seat),
            }
        })
        .collect();
    let mut shuffled = picks.clone();
    dice.shuffle(&mut shuffled);
    let moves: Vec<Move> = living
        .iter()
        .zip(shuffled)
        .map(|(seat, dealt)| {
            let gap = picks.iter().find(|pick| pick.source == *seat);
            let gap = gap.expect("somebody picks from every living player");
            Move {
                seat: *seat,
                position: gap.position,
                card: dealt.card,
                lost: gap.card,
                origin: (dealt.source, dealt.position),
            }
        })
        .collect();
    let joins = |step: &&Move| step.card.kind == TryalKind::Witch && !table.chair(step.seat).coven;
    let joined = moves.iter().filter(joins).map(|step| step.seat).collect();
    let constable_before = table.constable();
    let given = moves
        .iter()
        .find(|step| step.card.kind == TryalKind::Constable);
    let constable_after = given.map(|step| step.seat).or(constable_before);
    draft.emit(Event::Redistributed {
        at,
        picks,
        moves,
        joined,
        constable_before,
        constable_after,
    });
}
