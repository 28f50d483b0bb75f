//! Private chats, where the game is played with them (T16, F38, F39).

use crate::kernel::ids::Seat;
use crate::kernel::intent::Offer;
use crate::kernel::panel::{Button, Menu, MenuOption, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, show};
use crate::games::salem1692::sight::chat_option;
use crate::games::salem1692::tabletop::decide::{may_invite, may_open_chat};
use crate::games::salem1692::tabletop::view::{ChatView, SeatView};
use crate::games::salem1692::tabletop::{Command, Refusal, controls, legal, panels, words};

impl Asked<'_> {
    /// A new chat, with whom (F38).
    pub(super) fn chat_open(&self) -> Answer {
        let (view, night) = self.at_night_with_chats()?;
        if self.field("alone") == Some("yes") {
            return act(Command::ChatOpen { guests: Vec::new() });
        }
        if let Some(members) = self.field("members") {
            let words = members.split(',').filter(|word| !word.trim().is_empty());
            let mut guests = words
                .map(|word| self.parse_seat(word))
                .collect::<Result<Vec<Seat>, Text>>()?;
            guests.sort_unstable();
            guests.dedup();
            return act(Command::ChatOpen { guests });
        }
        // What refuses an empty chat refuses every chat.
        may_open_chat(self.tabletop, view.seat, &[]).map_err(Refusal::text)?;
        let options = everybody_else(&view);
        let most = u8::try_from(options.len()).unwrap_or(u8::MAX);
        let intent = controls::answering("chat.open", night.prompt);
        let menu = Menu {
            most,
            ..Menu::one("With whom?", intent.clone(), "members", options)
        };
        let text = format!(
            "With whom? At most three living players are in a chat, you included; the dead read along. It closes when the Night is over. You may open {} more.",
            words::count(usize::from(view.chats_left), "chat")
        );
        let alone = Button::new(
            Style::Secondary,
            "Open it with nobody yet",
            intent.with("alone", "yes"),
        );
        show(
            Panel::say(text)
                .with(Row::Menu(menu))
                .with(Row::Buttons(vec![alone])),
        )
    }

    /// Somebody is brought into a chat (F39).
    pub(super) fn chat_invite(&self) -> Answer {
        let (view, _) = self.at_night_with_chats()?;
        let guest = self.named("target")?;
        let may = |chat: &&ChatView| chat.opener == view.seat;
        let chats: Vec<&ChatView> = panels::open_chats(&view).filter(may).collect();
        let chat = match (self.field("chat"), chats.as_slice()) {
            (Some(word), _) => Some(parse_chat(word)?),
            (None, []) => {
                return Err(Text::from(
                    "You have opened no chat that is still open; only its opener brings somebody in. Open one: `/chat open`.",
                ));
            }
            (None, [chat]) => Some(chat.number),
            (None, _) => None,
        };
        let Some(chat) = chat else {
            let options = chats
                .iter()
                .map(|chat| chat_option(view.seat, &view.chats, chat))
                .collect();
            return show(Panel {
                text: "Into which chat?".into(),
                rows: self.menu("Which chat?", self.bare(), "chat", options),
            });
        };
        if let Some(guest) = guest {
            return act(Command::ChatInvite { chat, guest });
        }
        let Some(known) = view.chats.iter().find(|known| known.number == chat) else {
            return Err(Refusal::NotInChat.text());
        };
        let options: Vec<MenuOption> = legal::chat_invitees(self.tabletop, view.seat, chat)
            .into_iter()
            .map(|guest| guest_option(&view, guest))
            .collect();
        if options.is_empty() {
            let mut outside = self
                .tabletop
                .table
                .seats()
                .filter(|seat| !known.members.contains(seat));
            let refused =
                outside.find_map(|guest| may_invite(self.tabletop, view.seat, chat, guest).err());
            return Err(refused.map_or_else(
                || "Everybody is in this chat already.".into(),
                Refusal::text,
            ));
        }
        let intent = self.bare().with("chat", chat);
        show(Panel {
            text:
                "Whom do you bring in? They are added at once and can read all that was said there."
                    .into(),
            rows: self.menu("Bring in…", intent, "target", options),
        })
    }

    /// A chat is left (F39).
    pub(super) fn chat_leave(&self) -> Answer {
        let seat = self.seat()?;
        self.running()?;
        let view = SeatView::of(self.tabletop, seat);
        if let Some(word) = self.field("chat") {
            let chat = parse_chat(word)?;
            return Ok(Offer::Do(Command::ChatLeave { chat }));
        }
        let chats: Vec<&ChatView> = panels::open_chats(&view).collect();
        if chats.is_empty() {
            return Err(Text::from(
                "You are in no open chat. `/chat list` shows those that are over.",
            ));
        }
        let options = chats
            .iter()
            .map(|chat| chat_option(view.seat, &view.chats, chat))
            .collect();
        show(Panel {
            text: "Which chat do you leave? You can come back only if you are brought in again."
                .into(),
            rows: self.menu("Leave…", self.bare(), "chat", options),
        })
    }
}

/// The number of a chat that a field names.
fn parse_chat(word: &str) -> Result<u16, Text> {
    let number = word.trim().parse();
    number.map_err(|_| Refusal::NotInChat.text())
}

fn everybody_else(view: &SeatView) -> Vec<MenuOption> {
    let seats = view.public.seats.iter().map(|seat| seat.seat);
    seats
        .filter(|seat| *seat != view.seat)
        .map(|seat| guest_option(view, seat))
        .collect()
}

/// A possible guest of a chat; the dead only read.
fn guest_option(view: &SeatView, seat: Seat) -> MenuOption {
    let option = controls::seat_option(seat, false);
    if view.public.seat(seat).alive {
        option
    } else {
        MenuOption {
            detail: Some("dead: reads only, and takes no place".into()),
            ..option
        }
    }
}
