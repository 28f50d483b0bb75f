//! What the one who gave a command is told right after it.

use crate::kernel::intent::Person;
use crate::kernel::text::Text;

use super::{Command, Event, Forum};

/// The private answer to a command that was accepted.
pub fn answer(_forum: &Forum, _person: Person, _command: &Command, _events: &[Event]) -> Text {
    Text::default()
}
