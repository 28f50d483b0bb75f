//! The rooms of both editions: who sees and writes where (F5, F28, F38 to F41, T16).
//!
//! Rights follow from what is public alone: the phase, the pause, who lives, and (in the graveyard) whose death has told
//! the alignment. What is secret decides only who is in which thread, which its members alone can see. Names and topics
//! never change.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::salem1692::table::Chair;
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::place::{ChannelKey, ChannelPlan, Place, Rights, ThreadKey, ThreadPlan};
use crate::kernel::time::Time;

use super::order::Chat;

/// What the rooms follow from.
pub struct Rooms<'a> {
    /// The chairs in row order.
    pub chairs: &'a [Chair],
    /// Who hosts the game.
    pub host: PlayerId,
    /// Whether the host plays, or has played (H1).
    pub host_plays: bool,
    /// Whether the game is over.
    pub over: bool,
    /// When the rooms are deleted.
    pub kept_until: Option<Time>,
    /// Whether the living write in the town now.
    pub town_open: bool,
    /// Whether the coven's thread can be written in now.
    pub woods_open: bool,
    /// Whether private chats can be written in now.
    pub chats_open: bool,
    /// Who is in the coven's thread.
    pub coven: BTreeSet<Seat>,
    /// All chats.
    pub chats: &'a [Chat],
    /// What stands above the town, the woods and the back rooms.
    pub topics: Topics,
}

/// What stands above the rooms, as the edition has it.
pub struct Topics {
    /// Above the town.
    pub town: &'static str,
    /// Above the coven's parent.
    pub woods: &'static str,
    /// Above the chats' parent.
    pub back_rooms: &'static str,
}

impl Rooms<'_> {
    /// The place as it should be now.
    pub fn place(&self) -> Place {
        let mut threads = vec![self.coven_thread()];
        threads.extend(self.chats.iter().map(|chat| self.chat_thread(chat)));
        threads.extend(self.seats().map(cards_thread));
        Place {
            channels: vec![
                self.town(),
                self.woods(),
                self.back_rooms(),
                self.graveyard(),
                self.desk(),
            ],
            threads,
            open_to_all: self.over,
            kept_until: self.kept_until,
        }
    }

    /// All may read; the living write while it is open. After the end all players do.
    fn town(&self) -> ChannelPlan {
        ChannelPlan {
            key: ChannelKey::Town,
            name: "town-square".to_owned(),
            topic: self.topics.town.to_owned(),
            everyone: Rights::READ,
            seats: self.by_seat(|chair| {
                let talks = self.over || (self.town_open && chair.alive);
                talks.then_some(Rights::WRITE)
            }),
            host: None,
        }
    }

    /// The same for all players, so that it tells nothing of who is in its thread (F5, F28, F40).
    fn woods(&self) -> ChannelPlan {
        let rights = if self.woods_open {
            Rights::THREADS
        } else {
            Rights::READ
        };
        ChannelPlan {
            key: ChannelKey::Coven,
            name: "the-woods".to_owned(),
            topic: self.topics.woods.to_owned(),
            everyone: self.after_the_end(),
            seats: self.by_seat(|_| Some(rights)),
            host: None,
        }
    }

    /// The living write in their chats while they are open; the dead, who are publicly dead, only read and do not react (F38,
    /// F39).
    fn back_rooms(&self) -> ChannelPlan {
        ChannelPlan {
            key: ChannelKey::Chats,
            name: "back-rooms".to_owned(),
            topic: self.topics.back_rooms.to_owned(),
            everyone: self.after_the_end(),
            seats: self.by_seat(|chair| {
                let talks = self.chats_open && chair.alive;
                Some(if talks { Rights::THREADS } else { Rights::READ })
            }),
            host: self.host_reads(),
        }
    }

    /// The dead talk there; those of the coven, who still talk to living Witches, come when the game is over (F41).
    fn graveyard(&self) -> ChannelPlan {
        ChannelPlan {
            key: ChannelKey::Graveyard,
            name: "graveyard".to_owned(),
            topic: "Where the dead talk among themselves.".to_owned(),
            everyone: self.after_the_end(),
            seats: self.by_seat(|chair| {
                let enters = self.over || (!chair.alive && !chair.coven);
                enters.then_some(Rights::WRITE)
            }),
            host: self.host_reads(),
        }
    }

    /// The host's alone, playing or not: it holds no secret.
    fn desk(&self) -> ChannelPlan {
        let seat = self
            .seats()
            .find(|seat| self.chairs[seat.index()].player == self.host);
        ChannelPlan {
            key: ChannelKey::Desk,
            name: "host-desk".to_owned(),
            topic: "The host's desk: what has to be decided, and what went wrong. No secrets."
                .to_owned(),
            everyone: Rights::NONE,
            seats: seat.map(|seat| (seat, Rights::WRITE)).into_iter().collect(),
            host: seat.is_none().then_some(Rights::WRITE),
        }
    }

    /// The coven's, the dead too.
    fn coven_thread(&self) -> ThreadPlan {
        ThreadPlan {
            key: ThreadKey::Coven,
            parent: ChannelKey::Coven,
            name: "The coven".to_owned(),
            members: self.coven.clone(),
            host: false,
            locked: false,
        }
    }

    /// Named by Night and by a place that follows from its random number: who may read the server's audit log reads names
    /// of threads there, so that they tell nothing of who is in them (F39).
    fn chat_thread(&self, chat: &Chat) -> ThreadPlan {
        ThreadPlan {
            key: ThreadKey::Chat(chat.number),
            parent: ChannelKey::Chats,
            name: format!("Night {} · {}", chat.night, meeting_place(chat.number)),
            members: chat.members.clone(),
            host: !self.host_plays,
            locked: !chat.open,
        }
    }

    /// A host who has never played here may read what is private (F39); one who plays is a player.
    fn host_reads(&self) -> Option<Rights> {
        (!self.host_plays).then_some(Rights::READ)
    }

    /// When the game is over there is no secret left: all may look into the rooms, and are brought into threads by a button.
    fn after_the_end(&self) -> Rights {
        if self.over {
            Rights::READ
        } else {
            Rights::NONE
        }
    }

    fn by_seat(&self, rights: impl Fn(&Chair) -> Option<Rights>) -> BTreeMap<Seat, Rights> {
        self.seats()
            .filter_map(|seat| Some((seat, rights(&self.chairs[seat.index()])?)))
            .collect()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.chairs.len()).map(Seat::at)
    }
}

/// Where a seat whose DMs are closed reads its cards and presses its buttons; nobody needs to write there. Like that of a
/// chat, its name tells those who read the audit log nothing of whose it is.
fn cards_thread(seat: Seat) -> ThreadPlan {
    ThreadPlan {
        key: ThreadKey::Cards(seat),
        parent: ChannelKey::Chats,
        name: "Your cards".to_owned(),
        members: BTreeSet::from([seat]),
        host: false,
        locked: false,
    }
}

/// Where people of Salem might meet in private; chats are told apart by it.
const MEETING_PLACES: [&str; 24] = [
    "the mill",
    "the barn",
    "the cellar",
    "the orchard",
    "the smithy",
    "the attic",
    "the stable",
    "the ferry",
    "the well",
    "the tannery",
    "the hayloft",
    "the kitchen",
    "the wharf",
    "the bakehouse",
    "the herb garden",
    "the old bridge",
    "the brook",
    "the wood shed",
    "the schoolroom",
    "the tavern",
    "the bell tower",
    "the sheepfold",
    "the cornfield",
    "the lighthouse",
];

fn meeting_place(chat: u16) -> &'static str {
    MEETING_PLACES[usize::from(chat) % MEETING_PLACES.len()]
}
