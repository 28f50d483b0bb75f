//! What is told of an event, and to whom.

use crate::kernel::audience::Notice;
use crate::kernel::time::Time;

use super::{Event, Forum};

/// The notices of one event; `forum` is the state right after it.
pub fn tell(_forum: &Forum, _event: &Event, _at: Time) -> Vec<Notice> {
    Vec::new()
}
