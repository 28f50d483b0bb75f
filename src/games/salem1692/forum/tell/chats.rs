//! What is told in private chats, and to those who are brought into one (F38, F39). Only members hear of it.

use crate::games::salem1692::forum::{Forum, settings, words};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;

/// In a chat names are text and ping nobody: a ping could bring somebody in who has left. Guests are told by DM instead.
pub fn opened(forum: &Forum, chat: u16, opener: Seat, guests: &[Seat]) -> Vec<Notice> {
    let with = if guests.is_empty() {
        String::new()
    } else {
        format!(" with {}", words::names(guests))
    };
    let who_invites = match forum.settings.chat_invites {
        settings::ChatInvites::Opener => format!("{opener} may bring somebody in"),
        settings::ChatInvites::Members => "Any living member may bring somebody in".to_owned(),
    };
    let mut notices = vec![Notice::room(
        Room::Chat(chat),
        format!(
            "💬 {opener} has opened this chat{with}. At most three living players can be in it; the dead only read. \
             {who_invites} with `/chat invite`. It closes at daybreak. The Moderator, and a host who does not play, can \
             read it."
        ),
    )];
    notices.extend(
        guests
            .iter()
            .map(|guest| Notice::seat(*guest, invited(forum, opener, *guest))),
    );
    notices
}

pub fn joined(forum: &Forum, chat: u16, by: Seat, guest: Seat) -> Vec<Notice> {
    let note = if forum.chair(guest).alive {
        ""
    } else {
        ", who is dead and only reads"
    };
    vec![
        Notice::room(
            Room::Chat(chat),
            format!("💬 {by} has brought in {guest}{note}."),
        ),
        Notice::seat(guest, invited(forum, by, guest)),
    ]
}

fn invited(forum: &Forum, by: Seat, guest: Seat) -> String {
    let may = if forum.chair(guest).alive {
        "You can leave it with `/chat leave`."
    } else {
        "You can read there, not write."
    };
    format!("💬 {by} has brought you into a private chat; you find it among your threads. {may}")
}
