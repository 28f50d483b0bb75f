//! The messages that should stand now.

use crate::kernel::panel::Board;

use super::Tabletop;

/// All boards.
pub fn boards(_tabletop: &Tabletop) -> Vec<Board> {
    Vec::new()
}
