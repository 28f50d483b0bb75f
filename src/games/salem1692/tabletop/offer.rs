//! What an intent of somebody amounts to: a command, a panel that asks for what is missing, or a refusal.

use crate::kernel::intent::{Intent, Offer, Person};
use crate::kernel::time::Time;

use super::{Command, Refusal, Tabletop};

/// What this intent amounts to.
pub fn offer(
    _tabletop: &Tabletop,
    _person: Person,
    _intent: &Intent,
    _now: Time,
) -> Offer<Command> {
    Offer::Refuse(Refusal::Stale.text())
}
