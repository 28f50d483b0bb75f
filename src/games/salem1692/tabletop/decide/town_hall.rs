//! Town Hall: each player keeps one of two characters (T3).

use crate::games::salem1692::table::Character;
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{Event, Kept};
use super::super::refusal::PhaseName;
use super::super::{Refusal, Tabletop};
use super::{Making, setup};

/// How many characters are dealt to each player, where one is kept (T3).
const TWO: usize = 2;

/// T3: two characters are dealt to each player.
pub fn open(draft: &mut Making<'_>, at: Time) {
    let until = at + draft.state().settings.choose_window;
    let mut dice = draft.dice();
    let offered = setup::deal_characters(draft.state(), TWO, &mut dice);
    let prompt = PromptId(dice.bits());
    draft.emit(Event::TownHallOpened {
        at,
        until,
        prompt,
        offered,
    });
}

/// T3: a player keeps one of the two; changeable until all have chosen.
pub fn keep(draft: &mut Making<'_>, seat: Seat, character: Character) -> Result<(), Refusal> {
    may_keep(draft.state(), seat, character)?;
    draft.emit(Event::CharacterKept { seat, character });
    Ok(())
}

/// Whether this living player may keep that character now.
///
/// # Errors
/// Why not.
pub fn may_keep(tabletop: &Tabletop, seat: Seat, character: Character) -> Result<(), Refusal> {
    let town_hall = tabletop.town_hall().ok_or(Refusal::OnlyIn {
        phase: PhaseName::TownHall,
    })?;
    let offered = town_hall
        .offered
        .iter()
        .find(|offered| offered.seat == seat);
    if offered.is_some_and(|offered| offered.characters.contains(&character)) {
        Ok(())
    } else {
        Err(Refusal::NotOffered)
    }
}

/// T3: it is over as soon as all the living have chosen.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let chosen = tabletop.town_hall().map(|town_hall| &town_hall.chosen);
    let all = chosen.is_some_and(|chosen| {
        tabletop
            .table
            .living()
            .all(|seat| chosen.contains_key(&seat))
    });
    if all {
        close(draft, at);
    }
    all
}

/// T3: the choices are shown together; who has not chosen keeps one at random. Hands come after.
pub fn close(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let Some(town_hall) = tabletop.town_hall() else {
        return;
    };
    let mut dice = draft.dice();
    let kept = town_hall
        .offered
        .iter()
        .filter(|offered| tabletop.table.lives(offered.seat))
        .map(|offered| {
            let chosen = town_hall.chosen.get(&offered.seat).copied();
            Kept {
                seat: offered.seat,
                character: chosen.unwrap_or_else(|| {
                    *dice
                        .pick(&offered.characters)
                        .expect("each player was dealt characters")
                }),
                random: chosen.is_none(),
            }
        })
        .collect();
    draft.emit(Event::CharactersShown { at, kept });
    setup::deal_hands(draft, at);
}
