//! Decisions, by chapters. A refusal comes before the first event.

use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::time::Time;

use super::{Command, Forum, Refusal};

pub fn open(_draft: &mut Draft<'_, Forum>) {}

/// Decides on a command.
///
/// # Errors
/// The refusal; then nothing has been emitted.
pub fn decide(
    _draft: &mut Draft<'_, Forum>,
    _actor: Actor,
    _command: &Command,
) -> Result<(), Refusal> {
    Err(Refusal::NothingDue)
}

pub fn due(_forum: &Forum) -> Option<Time> {
    None
}
