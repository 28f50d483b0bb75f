//! Events fold into the state. Nothing in here can fail, roll dice or read time.

use crate::kernel::time::Time;

use super::{Event, Tabletop};

/// Takes one event into the state.
pub fn apply(_tabletop: &mut Tabletop, _event: &Event, _at: Time) {}
