//! The guide for players, in our own words.

use crate::kernel::panel::Panel;

/// A page of the guide; the first one where no topic is named, or an unknown one.
pub fn guide(_topic: Option<&str>) -> Panel {
    Panel::default()
}

/// The topics: what is shown, and the word for it.
pub fn topics() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}
