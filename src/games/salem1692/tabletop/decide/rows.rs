//! The own row, put in another order (T12).

use std::collections::BTreeSet;

use crate::games::salem1692::table::Position;
use crate::kernel::ids::Seat;

use super::super::event::Event;
use super::super::{Refusal, Tabletop};
use super::Making;

/// T12: a player puts the own hidden Tryals in another order. For each hidden place from the left, `order` names the place of the
/// Tryal that comes there.
pub fn reorder(draft: &mut Making<'_>, seat: Seat, order: &[Position]) -> Result<(), Refusal> {
    may_reorder(draft.state(), seat, order)?;
    let hidden: Vec<Position> = draft.state().chair(seat).hidden().collect();
    let moves = order.iter().copied().zip(hidden).collect();
    draft.emit(Event::Reordered { seat, moves });
    Ok(())
}

/// Whether this living player may put the own hidden Tryals in that order now.
///
/// # Errors
/// Why not.
pub fn may_reorder(tabletop: &Tabletop, seat: Seat, order: &[Position]) -> Result<(), Refusal> {
    let asked = tabletop.turn().and_then(|turn| turn.asked);
    let chosen =
        tabletop.owed_by(seat).is_some() || asked.is_some_and(|asked| asked.target == seat);
    if tabletop.conspiracy().is_some() || chosen {
        return Err(Refusal::RowInUse);
    }
    let hidden: BTreeSet<Position> = tabletop.chair(seat).hidden().collect();
    let named: BTreeSet<Position> = order.iter().copied().collect();
    if order.len() == hidden.len() && named == hidden {
        Ok(())
    } else {
        Err(Refusal::NotThisRow)
    }
}
