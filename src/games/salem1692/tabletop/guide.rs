//! The guide for players, page by page.

use crate::kernel::panel::Panel;

/// A page of the guide; the first where no topic is named, or an unknown one.
pub fn guide(_topic: Option<&str>) -> Panel {
    Panel::say("Salem 1692, by turns.")
}

/// The topics of the guide: what is shown, and the word for it.
pub fn topics() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}
