//! What is told of an event, and to whom.

use crate::kernel::audience::Notice;
use crate::kernel::time::Time;

use super::{Event, Tabletop};

/// The notices of an event; `tabletop` is the state right after it.
pub fn tell(_tabletop: &Tabletop, _event: &Event, _at: Time) -> Vec<Notice> {
    Vec::new()
}
