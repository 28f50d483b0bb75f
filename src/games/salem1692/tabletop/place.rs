//! The rooms of the game, phase by phase (T5, T15, T16); what they have in common with the other edition's stands in `rooms`.

use crate::games::salem1692::rooms::{Rooms, Topics};
use crate::kernel::place::Place;

use super::{Phase, Tabletop};

const TOPICS: Topics = Topics {
    town: "The town of Salem. All may read; the living talk here, but not while the town sleeps.",
    woods: "The woods outside Salem. All players see this; it is open at Dawn and while the town sleeps.",
    back_rooms: "The back rooms of Salem: the cards of those who get no messages from the Moderator directly, and private \
                 talk at Night where the game is played with it.",
};

/// The place as it should be now.
///
/// The living write in the town at all times but while the town sleeps, from the drawing of the Night until the gavel is shown
/// (our ruling, after the Night's script: eyes are closed). Then, as at Dawn, the woods are open (T16).
pub fn place(tabletop: &Tabletop) -> Place {
    let sleeps = tabletop.gathering().is_some();
    let over = match &tabletop.phase {
        Phase::Over(over) => Some(over),
        Phase::Setup | Phase::TownHall(_) | Phase::Dawn(_) | Phase::Turn(_) => None,
    };
    let begun = tabletop.phase != Phase::Setup && over.is_none();
    Rooms {
        chairs: &tabletop.table.chairs,
        host: tabletop.host,
        host_plays: tabletop.host_plays(),
        over: over.is_some(),
        // The rooms go when the game has been over for as long as its host set.
        kept_until: over
            .and_then(|over| tabletop.settings.keep_rooms.map(|length| over.at + length)),
        town_open: begun && (!sleeps || tabletop.pause.is_some()),
        woods_open: sleeps || tabletop.dawn().is_some(),
        chats_open: tabletop.settings.chats && tabletop.night().is_some(),
        // Those who were of the coven when the woods were last opened (T14).
        coven: tabletop.insiders.clone(),
        chats: &tabletop.chats,
        topics: TOPICS,
    }
    .place()
}
