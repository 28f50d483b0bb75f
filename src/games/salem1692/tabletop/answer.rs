//! What the one who gave a command is told right after it, privately and shortly.

use crate::kernel::intent::Person;
use crate::kernel::text::Text;

use super::{Command, Event, Tabletop};

/// The private answer to a command that was accepted; `tabletop` is the state after it.
pub fn answer(
    _tabletop: &Tabletop,
    _person: Person,
    _command: &Command,
    _events: &[Event],
) -> Text {
    "Noted.".into()
}
