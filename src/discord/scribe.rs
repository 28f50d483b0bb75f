//! The scribe: what a notice says, as messages. It is called when a decision is recorded, so that what will be sent is
//! fixed then, whatever happens to names afterwards.

use std::collections::BTreeSet;

use crate::games::Session;
use crate::kernel::audience::{Audience, Notice};
use crate::kernel::ids::{PlayerId, Seat};
use crate::store::Part;

use super::limits;
use super::render::{Names, split};

/// Characters of a notice's part; what is left up to a message's limit is for its head: a mention, or the game's name.
const PART: usize = limits::MESSAGE - 140;

/// Turns a notice into the messages that carry it, as they will be sent; none where it has no audience or says nothing.
///
/// Pings are for the seats named alone; in a private room only for those who are in it, for a mention brings people in.
pub fn scribe(session: &Session, notice: &Notice) -> Vec<Part> {
    if notice.audience == Audience::Nobody {
        return Vec::new();
    }
    let ping = pinged(session, notice);
    let mentions: String = ping.iter().map(|player| format!("<@{player}> ")).collect();
    let content = format!("{mentions}{}", Names::of(session).content(&notice.text));
    let mut parts: Vec<Part> = split(&content, PART)
        .into_iter()
        .map(|content| Part {
            content,
            ping: Vec::new(),
            file: None,
        })
        .collect();
    if let Some(first) = parts.first_mut() {
        first.ping = ping;
    }
    if notice.file.is_some() {
        if parts.is_empty() {
            parts.push(Part {
                content: String::new(),
                ping: Vec::new(),
                file: None,
            });
        }
        if let Some(last) = parts.last_mut() {
            last.file.clone_from(&notice.file);
        }
    }
    parts
}

fn pinged(session: &Session, notice: &Notice) -> Vec<PlayerId> {
    let room = match notice.audience {
        Audience::Room(room) => room,
        // A DM is noticed by itself, and the courier calls the owner of a thread that stands in for it.
        Audience::Seat(_) | Audience::Nobody => return Vec::new(),
    };
    let members = room.thread().map(|key| {
        session
            .place()
            .into_iter()
            .flat_map(|place| place.threads)
            .find(|thread| thread.key == key)
            .map(|thread| thread.members)
            .unwrap_or_default()
    });
    let may = |seat: &Seat| {
        members
            .as_ref()
            .is_none_or(|members| members.contains(seat))
    };
    let seats: BTreeSet<Seat> = notice.ping.iter().copied().filter(may).collect();
    seats
        .into_iter()
        .filter_map(|seat| session.player_at(seat))
        .collect()
}

impl Names {
    /// The names in a session: players by seat, and all on its roll by id.
    pub fn of(session: &Session) -> Names {
        Names::with(session, &[])
    }

    /// The names in a session, and those of others who have to do with it; all told apart.
    pub fn with(session: &Session, others: &[(PlayerId, &str)]) -> Names {
        let lobby = &session.lobby;
        let mut people: Vec<(PlayerId, &str)> = lobby
            .members
            .iter()
            .chain(&lobby.candidates)
            .chain(&lobby.former)
            .map(|member| (member.player, member.name.as_str()))
            .collect();
        people.push((lobby.host, lobby.host_name.as_str()));
        people.extend(others);
        Names::new(&session.seats(), &people)
    }
}
