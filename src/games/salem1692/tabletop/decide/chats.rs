//! Private chats, where the game is played with them (T16, F38, F39).

use crate::kernel::ids::Seat;

use super::super::event::Event;
use super::super::phase::Chat;
use super::super::refusal::PhaseName;
use super::super::{Refusal, Tabletop};
use super::Making;

/// How many chats a player opens at most each Night (F38).
pub const CHATS_PER_NIGHT: u8 = 2;
/// How many living players a chat holds at most (F39).
const LIVING: usize = 3;

/// F38: a living player opens a chat at Night.
pub fn open(draft: &mut Making<'_>, opener: Seat, guests: &[Seat]) -> Result<(), Refusal> {
    let tabletop = draft.state();
    may_open_chat(tabletop, opener, guests)?;
    let chat = free_number(draft);
    draft.emit(Event::ChatOpened {
        chat,
        opener,
        guests: guests.to_vec(),
    });
    Ok(())
}

/// A number that no chat has yet. It is drawn, for it stands in buttons, where a count would tell of the chats of others.
fn free_number(draft: &Making<'_>) -> u16 {
    let mut dice = draft.dice();
    loop {
        let number = u16::try_from(dice.below(1 << 16)).expect("it is below 65,536");
        if draft.state().chat(number).is_none() {
            return number;
        }
    }
}

/// Whether this living player may open a chat with those guests now.
///
/// # Errors
/// Why not.
pub fn may_open_chat(tabletop: &Tabletop, opener: Seat, guests: &[Seat]) -> Result<(), Refusal> {
    if !tabletop.settings.chats {
        return Err(Refusal::NoChats);
    }
    if tabletop.night().is_none() {
        return Err(Refusal::OnlyIn {
            phase: PhaseName::Confessions,
        });
    }
    if tabletop.chats_left(opener) == 0 {
        return Err(Refusal::NoChatsLeft {
            limit: CHATS_PER_NIGHT,
        });
    }
    for (index, guest) in guests.iter().enumerate() {
        if !tabletop.table.has(*guest) {
            return Err(Refusal::NoSuchSeat);
        }
        if *guest == opener || guests[..index].contains(guest) {
            return Err(Refusal::AlreadyInChat { guest: *guest });
        }
    }
    // F39: the dead may be added without limit.
    let living = 1 + guests
        .iter()
        .filter(|guest| tabletop.table.lives(**guest))
        .count();
    if living > LIVING {
        Err(Refusal::ChatFull)
    } else {
        Ok(())
    }
}

/// F39: the opener brings somebody in, who is added at once.
pub fn invite(draft: &mut Making<'_>, by: Seat, chat: u16, guest: Seat) -> Result<(), Refusal> {
    may_invite(draft.state(), by, chat, guest)?;
    draft.emit(Event::ChatJoined { chat, by, guest });
    Ok(())
}

/// Whether this living player may bring that one into this chat now.
///
/// # Errors
/// Why not.
pub fn may_invite(tabletop: &Tabletop, by: Seat, chat: u16, guest: Seat) -> Result<(), Refusal> {
    let chat = member_of(tabletop, by, chat)?;
    if !chat.open {
        return Err(Refusal::ChatClosed);
    }
    if chat.opener != by {
        return Err(Refusal::NotTheOpener);
    }
    if !tabletop.table.has(guest) {
        return Err(Refusal::NoSuchSeat);
    }
    if chat.members.contains(&guest) {
        return Err(Refusal::AlreadyInChat { guest });
    }
    if tabletop.table.lives(guest) && tabletop.living_in(chat) >= LIVING {
        return Err(Refusal::ChatFull);
    }
    Ok(())
}

/// F39: whoever is in a chat may leave it, which frees the place.
pub fn leave(draft: &mut Making<'_>, seat: Seat, chat: u16) -> Result<(), Refusal> {
    if draft.state().pause.is_some() {
        return Err(Refusal::GamePaused);
    }
    if !member_of(draft.state(), seat, chat)?.open {
        return Err(Refusal::ChatClosed);
    }
    draft.emit(Event::ChatLeft { chat, seat });
    Ok(())
}

/// The chat with this number, if this seat is in it; chats of others are as good as none.
fn member_of(tabletop: &Tabletop, seat: Seat, chat: u16) -> Result<&Chat, Refusal> {
    tabletop
        .chat(chat)
        .filter(|chat| chat.members.contains(&seat))
        .ok_or(Refusal::NotInChat)
}
