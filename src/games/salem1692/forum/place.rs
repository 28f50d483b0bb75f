//! The rooms of the game: who sees and writes where (F5, F28, F38 to F41).
//!
//! Rights follow from what is public alone: the phase, the pause, who lives, and (in the graveyard) whose death has told
//! the alignment. What is secret decides only who is in which thread, which its members alone can see. Names and topics
//! never change.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ids::Seat;
use crate::kernel::place::{ChannelKey, ChannelPlan, Place, Rights, ThreadKey, ThreadPlan};
use crate::kernel::time::Time;

use super::{Chat, Forum, Phase};

/// The place as it should be now.
pub fn place(forum: &Forum) -> Place {
    let mut threads = vec![coven_thread(forum)];
    threads.extend(forum.chats.iter().map(|chat| chat_thread(forum, chat)));
    threads.extend(forum.table.seats().map(cards_thread));
    Place {
        channels: vec![
            town(forum),
            coven(forum),
            chats(forum),
            graveyard(forum),
            desk(forum),
        ],
        threads,
        open_to_all: is_over(forum),
        kept_until: kept_until(forum),
    }
}

/// All may read; the living write, in the Day and at Dawn, and while the game is paused (H2). After the end all players do.
fn town(forum: &Forum) -> ChannelPlan {
    let open = match forum.phase {
        Phase::Dawn(_) | Phase::Day(_) => true,
        Phase::Night(_) => forum.pause.is_some(),
        Phase::Setup | Phase::Over(_) => false,
    };
    ChannelPlan {
        key: ChannelKey::Town,
        name: "town-square".to_owned(),
        topic: "The town of Salem. All may read; the living talk here in the Day.".to_owned(),
        everyone: Rights::READ,
        seats: by_seat(forum, |seat| {
            let talks = is_over(forum) || (open && forum.chair(seat).alive);
            talks.then_some(Rights::WRITE)
        }),
        host: None,
    }
}

/// The same for all players, so that it tells nothing of who is in its thread; open at Dawn and at Night (F5, F28, F40).
fn coven(forum: &Forum) -> ChannelPlan {
    let rights = match forum.phase {
        Phase::Dawn(_) | Phase::Night(_) => Rights::THREADS,
        Phase::Setup | Phase::Day(_) | Phase::Over(_) => Rights::READ,
    };
    ChannelPlan {
        key: ChannelKey::Coven,
        name: "the-woods".to_owned(),
        topic: "The woods outside Salem. All players see this; it is open at Dawn and at Night."
            .to_owned(),
        everyone: after_the_end(forum),
        seats: by_seat(forum, |_| Some(rights)),
        host: None,
    }
}

/// The living write in their chats at Night; the dead, who are publicly dead, only read and do not react (F38, F39).
fn chats(forum: &Forum) -> ChannelPlan {
    let night = forum.night().is_some();
    ChannelPlan {
        key: ChannelKey::Chats,
        name: "back-rooms".to_owned(),
        topic: "The back rooms of Salem: private talk at Night, and the cards of those who get no messages from the \
                Moderator directly."
            .to_owned(),
        everyone: after_the_end(forum),
        seats: by_seat(forum, |seat| {
            let talks = night && forum.chair(seat).alive;
            Some(if talks { Rights::THREADS } else { Rights::READ })
        }),
        host: host_reads(forum),
    }
}

/// The dead talk there; those of the coven, who still talk to living Witches, come when the game is over (F41).
fn graveyard(forum: &Forum) -> ChannelPlan {
    ChannelPlan {
        key: ChannelKey::Graveyard,
        name: "graveyard".to_owned(),
        topic: "Where the dead talk among themselves.".to_owned(),
        everyone: after_the_end(forum),
        seats: by_seat(forum, |seat| {
            let chair = forum.chair(seat);
            let enters = is_over(forum) || (!chair.alive && !chair.coven);
            enters.then_some(Rights::WRITE)
        }),
        host: host_reads(forum),
    }
}

/// The host's alone, playing or not: it holds no secret.
fn desk(forum: &Forum) -> ChannelPlan {
    let seat = forum.seat_of(forum.host);
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

/// All who have ever held a Witch card, the dead too.
fn coven_thread(forum: &Forum) -> ThreadPlan {
    ThreadPlan {
        key: ThreadKey::Coven,
        parent: ChannelKey::Coven,
        name: "The coven".to_owned(),
        members: seats(forum, |seat| forum.chair(seat).coven),
        host: false,
        locked: false,
    }
}

/// Named by Night and opener, which its members know; its number would tell how many others there are.
fn chat_thread(forum: &Forum, chat: &Chat) -> ThreadPlan {
    ThreadPlan {
        key: ThreadKey::Chat(chat.number),
        parent: ChannelKey::Chats,
        name: format!("Night {} · by seat {}", chat.night, chat.opener.number()),
        members: chat.members.clone(),
        host: !forum.host_plays(),
        locked: !chat.open,
    }
}

/// Where a seat whose DMs are closed reads its cards and presses its buttons; nobody needs to write there.
fn cards_thread(seat: Seat) -> ThreadPlan {
    ThreadPlan {
        key: ThreadKey::Cards(seat),
        parent: ChannelKey::Chats,
        name: format!("Cards of seat {}", seat.number()),
        members: BTreeSet::from([seat]),
        host: false,
        locked: false,
    }
}

/// A host who has never played here may read what is private (F39); one who plays is a player.
fn host_reads(forum: &Forum) -> Option<Rights> {
    (!forum.host_plays()).then_some(Rights::READ)
}

/// When the game is over there is no secret left: all may look into the rooms, and are brought into threads by a button.
fn after_the_end(forum: &Forum) -> Rights {
    if is_over(forum) {
        Rights::READ
    } else {
        Rights::NONE
    }
}

/// The rooms go when the game has been over for as long as its host set.
fn kept_until(forum: &Forum) -> Option<Time> {
    match &forum.phase {
        Phase::Over(over) => forum.settings.keep_rooms.map(|length| over.at + length),
        Phase::Setup | Phase::Dawn(_) | Phase::Day(_) | Phase::Night(_) => None,
    }
}

fn is_over(forum: &Forum) -> bool {
    matches!(forum.phase, Phase::Over(_))
}

fn by_seat(forum: &Forum, rights: impl Fn(Seat) -> Option<Rights>) -> BTreeMap<Seat, Rights> {
    let seats = forum.table.seats();
    seats
        .filter_map(|seat| Some((seat, rights(seat)?)))
        .collect()
}

fn seats(forum: &Forum, which: impl Fn(Seat) -> bool) -> BTreeSet<Seat> {
    forum.table.seats().filter(|seat| which(*seat)).collect()
}
