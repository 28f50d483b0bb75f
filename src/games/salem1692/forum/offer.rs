//! What an intent amounts to: a command, a question, or a refusal.

use crate::kernel::intent::{Intent, Offer, Person};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::{Command, Forum};

/// What this intent of this person amounts to now.
pub fn offer(_forum: &Forum, _person: Person, _intent: &Intent, _now: Time) -> Offer<Command> {
    Offer::Refuse(Text::from("This game knows no such command."))
}
