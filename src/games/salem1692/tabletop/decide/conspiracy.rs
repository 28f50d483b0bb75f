//! The Conspiracy: the Black Cat's scratch, the Shift, and the Tryals that change hands (T14).

use crate::games::salem1692::table::{CardKind, Position, TryalCard, TryalKind};
use crate::kernel::dice::Dice;
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{Choosing, Event, NewRow, Passing, Pick, RevealCause};
use super::super::phase::{CatChoice, ConspiracyStep, DrawCause, Shift};
use super::super::settings::Conspiring;
use super::super::{Refusal, Tabletop};
use super::{Making, tryals};

/// T14: the Conspiracy is drawn: the drawer chooses a Tryal of the Black Cat's holder, unless nobody has it or it does no harm
/// (T24). In the drawer's own turn that runs on the turn's clock (T7).
pub fn drawn(draft: &mut Making<'_>, drawer: Seat, cause: DrawCause, at: Time) {
    let tabletop = draft.state();
    let holder = tabletop.table.holder(CardKind::BlackCat);
    let harmless = holder.filter(|holder| tabletop.is_unharmed(*holder));
    let own_turn = tabletop.turn().is_some_and(|turn| turn.seat == drawer);
    let until = (!own_turn).then(|| at + tabletop.settings.choice_window);
    let cat = holder
        .filter(|_| harmless.is_none())
        .map(|holder| CatChoice {
            prompt: PromptId(draft.dice().bits()),
            holder,
            until,
        });
    let number = tabletop.watch.conspiracies + 1;
    draft.emit(Event::ConspiracyDrawn {
        number,
        at,
        drawer,
        cause,
        cat,
        harmless,
    });
}

/// T14: what follows in a Conspiracy; says whether something did.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let Some(conspiracy) = tabletop.conspiracy() else {
        return false;
    };
    match &conspiracy.step {
        ConspiracyStep::Cat(choice) => {
            let hurried = tabletop.turn().is_some_and(|turn| turn.hurried);
            if !tabletop.table.lives(conspiracy.drawer) {
                scratch_at_random(draft, Choosing::ChooserDied, at);
            } else if choice.until.is_none() && hurried {
                scratch_at_random(draft, Choosing::TimeOut, at);
            } else {
                return false;
            }
        }
        ConspiracyStep::Scratched => open(draft, at),
        ConspiracyStep::Shift(shift) => {
            let picked = |seat: Seat| shift.picks.contains_key(&seat);
            if !tabletop.table.living().all(picked) {
                return false;
            }
            pass(draft, at);
        }
    }
    true
}

/// T14: the scratch is skipped where the Black Cat's holder has been removed meanwhile; says whether it was.
pub fn skip_scratch(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let dead = tabletop
        .cat_choice()
        .is_some_and(|(cat, _)| !tabletop.table.lives(cat.holder));
    if dead {
        draft.emit(Event::ScratchSkipped { at });
    }
    dead
}

/// T7, T14: a random hidden Tryal of the Black Cat's holder is revealed.
pub fn scratch_at_random(draft: &mut Making<'_>, choice: Choosing, at: Time) {
    let Some((cat, chooser)) = draft.state().cat_choice() else {
        return;
    };
    let holder = cat.holder;
    let position = tryals::random_hidden(draft, holder);
    let cause = RevealCause::CatScratch { chooser, choice };
    tryals::reveal(draft, holder, position, cause, at);
}

/// T14: the Shift opens.
fn open(draft: &mut Making<'_>, at: Time) {
    let until = at + draft.state().settings.shift_window;
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::ShiftOpened { at, until, prompt });
}

/// T14: a player picks a hidden Tryal of the left neighbour, unseen; changeable until the Shift closes.
pub fn pick(draft: &mut Making<'_>, seat: Seat, position: Position) -> Result<(), Refusal> {
    may_pick(draft.state(), seat, position)?;
    draft.emit(Event::Picked { seat, position });
    Ok(())
}

/// Whether this living player may pick that Tryal of the left neighbour now.
///
/// # Errors
/// Why not.
pub fn may_pick(tabletop: &Tabletop, seat: Seat, position: Position) -> Result<(), Refusal> {
    if tabletop.shift().is_none() {
        return Err(Refusal::NoShift);
    }
    tryals::may_be_turned(tabletop, tabletop.table.after(seat), position)
}

/// T14: the Shift closes. Who has not picked gets a random pick; the picks change hands together, or with `pool` are shuffled and
/// dealt; then each row's hidden Tryals are shuffled (T12).
pub fn pass(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let table = &tabletop.table;
    let mut dice = draft.dice();
    let picks = picks(tabletop, &mut dice);
    let mut dealt = picks.clone();
    match tabletop.settings.conspiracy {
        Conspiring::Pass => {}
        Conspiring::Pool => dice.shuffle(&mut dealt),
    }
    let passed: Vec<Passing> = picks
        .iter()
        .zip(dealt)
        .map(|(pick, came)| {
            let gap = picks.iter().find(|other| other.source == pick.seat);
            let gap = gap.expect("somebody picks from every living player");
            Passing {
                seat: pick.seat,
                card: came.card,
                lost: (gap.position, gap.card),
                origin: (came.source, came.position),
            }
        })
        .collect();
    let rows = passed
        .iter()
        .map(|passing| shuffled_row(tabletop, passing, &mut dice))
        .collect();
    let joins = |passing: &&Passing| {
        passing.card.kind == TryalKind::Witch && !table.chair(passing.seat).coven
    };
    let joined = passed.iter().filter(joins);
    let joined = joined.map(|passing| passing.seat).collect();
    let constable_before = table.constable();
    let given = passed
        .iter()
        .find(|passing| passing.card.kind == TryalKind::Constable);
    let constable_after = given.map(|passing| passing.seat).or(constable_before);
    draft.emit(Event::Passed {
        at,
        picks,
        passed,
        rows,
        joined,
        constable_before,
        constable_after,
    });
}

/// What everybody picked, in row order; what is missing at random.
fn picks(tabletop: &Tabletop, dice: &mut Dice) -> Vec<Pick> {
    let table = &tabletop.table;
    let none = Default::default();
    let picked = tabletop.shift().map_or(&none, |Shift { picks, .. }| picks);
    table
        .living()
        .map(|seat| {
            let source = table.after(seat);
            let position = picked.get(&seat).copied().unwrap_or_else(|| {
                let hidden: Vec<Position> = table.chair(source).hidden().collect();
                *dice
                    .pick(&hidden)
                    .expect("every living player has a hidden Tryal")
            });
            Pick {
                seat,
                source,
                position,
                card: table.chair(source).tryal(position).card,
                random: !picked.contains_key(&seat),
            }
        })
        .collect()
}

/// T12: a player's hidden Tryals after the exchange, shuffled.
fn shuffled_row(tabletop: &Tabletop, passing: &Passing, dice: &mut Dice) -> NewRow {
    let chair = tabletop.chair(passing.seat);
    let places: Vec<Position> = chair.hidden().collect();
    let mut cards: Vec<TryalCard> = places
        .iter()
        .map(|position| {
            if *position == passing.lost.0 {
                passing.card
            } else {
                chair.tryal(*position).card
            }
        })
        .collect();
    dice.shuffle(&mut cards);
    NewRow {
        seat: passing.seat,
        tryals: places.into_iter().zip(cards).collect(),
    }
}
