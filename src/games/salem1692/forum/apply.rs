//! Events fold into the state. Nothing in here can fail, roll dice or read time.

use crate::kernel::time::Time;

use super::{Event, Forum};

/// Takes one event into the state.
pub fn apply(_forum: &mut Forum, _event: &Event, _at: Time) {}
