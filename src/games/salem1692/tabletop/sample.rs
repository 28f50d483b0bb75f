//! What somebody could do now, drawn: for simulations.

use crate::kernel::dice::Dice;
use crate::kernel::game::Actor;
use crate::kernel::time::Time;

use super::{Command, Tabletop};

/// Who does what; none where the one who was drawn has nothing to do.
pub fn sample(_tabletop: &Tabletop, _now: Time, _dice: &mut Dice) -> Option<(Actor, Command)> {
    None
}
