//! Decisions, by chapters. A refusal comes before the first event; what follows from an event follows in `settle`.

use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::time::Time;

use super::{Command, Refusal, Tabletop};

/// A decision on the tabletop edition in the making.
type Making<'a> = Draft<'a, Tabletop>;

/// The start.
pub fn open(_draft: &mut Making<'_>) {}

/// When something happens by itself next.
pub fn due(_tabletop: &Tabletop) -> Option<Time> {
    None
}

/// Decides on a command.
///
/// # Errors
/// The refusal; then nothing has been emitted.
pub fn decide(_draft: &mut Making<'_>, _actor: Actor, _command: &Command) -> Result<(), Refusal> {
    Err(Refusal::GameOver)
}
