//! What is told in private chats, and to those who are brought into one (T16, F38, F39). Only members hear of it.

use crate::games::salem1692::tabletop::{Chat, Tabletop, words};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;

/// In a chat names are text and ping nobody: a ping could bring somebody in who has left. Guests are told by DM instead.
pub fn opened(tabletop: &Tabletop, chat: u16, opener: Seat, guests: &[Seat]) -> Vec<Notice> {
    let with = if guests.is_empty() {
        String::new()
    } else {
        format!(" with {}", words::names(guests))
    };
    let mut notices = vec![Notice::room(
        Room::Chat(chat),
        format!(
            "💬 {opener} has opened this chat{with}. At most three living players can be in it; the dead only read. {opener} may \
             bring somebody in with `/chat invite`. It closes when the Night is over. The Moderator, and a host who does not \
             play, can read it."
        ),
    )];
    notices.extend(
        guests
            .iter()
            .map(|guest| Notice::seat(*guest, invited(tabletop, opener, *guest))),
    );
    notices
}

pub fn joined(tabletop: &Tabletop, chat: u16, by: Seat, guest: Seat) -> Vec<Notice> {
    let note = if tabletop.chair(guest).alive {
        ""
    } else {
        ", who is dead and only reads"
    };
    vec![
        Notice::room(
            Room::Chat(chat),
            format!("💬 {by} has brought in {guest}{note}."),
        ),
        Notice::seat(guest, invited(tabletop, by, guest)),
    ]
}

/// The chats of a Night that is over.
pub fn over(tabletop: &Tabletop, night: u32) -> Vec<Notice> {
    let of_this_night = |chat: &&Chat| chat.night == night;
    let chats = tabletop.chats.iter().filter(of_this_night);
    chats
        .map(|chat| {
            Notice::room(
                Room::Chat(chat.number),
                "🌅 The Night is over, and with it this chat. You can still read it.",
            )
        })
        .collect()
}

fn invited(tabletop: &Tabletop, by: Seat, guest: Seat) -> String {
    let may = if tabletop.chair(guest).alive {
        "You can leave it with `/chat leave`."
    } else {
        "You can read there, not write."
    };
    format!("💬 {by} has brought you into a private chat; you find it among your threads. {may}")
}
