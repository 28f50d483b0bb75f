//! The rooms of the game, phase by phase (F5, F28, F38 to F41); what they have in common with the other edition's stands in
//! `rooms`.

use crate::games::salem1692::rooms::{Rooms, Topics};
use crate::kernel::place::Place;

use super::{Forum, Phase};

const TOPICS: Topics = Topics {
    town: "The town of Salem. All may read; the living talk here in the Day.",
    woods: "The woods outside Salem. All players see this; it is open at Dawn and at Night.",
    back_rooms: "The back rooms of Salem: private talk at Night, and the cards of those who get no messages from the \
                 Moderator directly.",
};

/// The place as it should be now.
pub fn place(forum: &Forum) -> Place {
    // In the Day and at Dawn the living talk in the town, and while the game is paused (H2); at Dawn and at Night the woods
    // are open (F40), at Night the chats (F38).
    let (town_open, woods_open, chats_open) = match forum.phase {
        Phase::Setup | Phase::Over(_) => (false, false, false),
        Phase::Dawn(_) => (true, true, false),
        Phase::Day(_) => (true, false, false),
        Phase::Night(_) => (forum.pause.is_some(), true, true),
    };
    let coven = forum.table.seats().filter(|seat| forum.chair(*seat).coven);
    let over = match &forum.phase {
        Phase::Over(over) => Some(over),
        Phase::Setup | Phase::Dawn(_) | Phase::Day(_) | Phase::Night(_) => None,
    };
    Rooms {
        chairs: &forum.table.chairs,
        host: forum.host,
        host_plays: forum.host_plays(),
        over: over.is_some(),
        // The rooms go when the game has been over for as long as its host set.
        kept_until: over.and_then(|over| forum.settings.keep_rooms.map(|length| over.at + length)),
        town_open,
        woods_open,
        chats_open,
        // All who have ever held a Witch card, the dead too.
        coven: coven.collect(),
        chats: &forum.chats,
        topics: TOPICS,
    }
    .place()
}
