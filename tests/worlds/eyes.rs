//! All that stands before a viewer's eyes: rooms, boards, what was told, and what a question comes to.

use town_crier::games::{Session, SessionCommand};
use town_crier::kernel::audience::{Audience, Notice, Room};
use town_crier::kernel::dice::Dice;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::{Choice, Intent, Offer, Person};
use town_crier::kernel::panel::{Board, Panel, Row};
use town_crier::kernel::place::{ChannelPlan, Place, Rights, ThreadKey, ThreadPlan};
use town_crier::kernel::time::Time;

use crate::verbs::VERBS;

/// Somebody who may manage the server.
pub const MANAGER: u64 = 5_000;

pub fn person(player: PlayerId) -> Person {
    Person {
        id: player,
        manages_server: player.0 == MANAGER,
    }
}

/// The eyes of one viewer on one session.
pub struct Eyes<'a> {
    session: &'a Session,
    viewer: PlayerId,
    place: Place,
}

impl<'a> Eyes<'a> {
    pub fn of(session: &'a Session, viewer: PlayerId) -> Eyes<'a> {
        Eyes {
            session,
            viewer,
            place: session.place().expect("it has begun"),
        }
    }

    fn host(&self) -> bool {
        self.session.lobby.host == self.viewer
    }

    /// The rights that this viewer has in each channel: who sees one is sent its name, topic and all its overwrites.
    fn rights(&self, channel: &ChannelPlan) -> Rights {
        let seat = self.session.seat_of(self.viewer);
        let seated = seat.and_then(|seat| channel.seats.get(&seat).copied());
        let host = channel.host.filter(|_| self.host());
        seated.or(host).unwrap_or(channel.everyone)
    }

    fn within(&self, key: ThreadKey) -> bool {
        let seat = self.session.seat_of(self.viewer);
        self.place.threads.iter().any(|thread| {
            thread.key == key
                && (seat.is_some_and(|seat| thread.members.contains(&seat))
                    || (thread.host && self.host()))
        })
    }

    fn reads(&self, audience: Audience) -> bool {
        match audience {
            Audience::Nobody => false,
            Audience::Seat(seat) => self.session.seat_of(self.viewer) == Some(seat),
            Audience::Room(Room::SignUp) => true,
            Audience::Room(room) => match (room.channel(), room.thread()) {
                (Some(key), _) => {
                    let channels = &self.place.channels;
                    let channel = channels.iter().find(|channel| channel.key == key);
                    channel.is_some_and(|channel| self.rights(channel).see)
                }
                (None, Some(key)) => self.within(key),
                (None, None) => false,
            },
        }
    }

    /// Channels and threads. A client is sent hidden channels too, with all their overwrites; of threads, its own alone.
    pub fn rooms(&self) -> (&[ChannelPlan], Vec<&ThreadPlan>) {
        let threads = self.place.threads.iter();
        let own = threads.filter(|thread| self.within(thread.key));
        (&self.place.channels, own.collect())
    }

    /// The boards in this viewer's rooms, in their order.
    pub fn boards(&self) -> Vec<Board> {
        let boards = self.session.boards().into_iter();
        boards.filter(|board| self.reads(board.audience)).collect()
    }

    /// What of this was told to this viewer, in its order.
    pub fn told<'n>(&self, notices: &'n [Notice]) -> Vec<&'n Notice> {
        let heard = notices.iter().filter(|notice| self.reads(notice.audience));
        heard.collect()
    }

    /// What a question comes to.
    pub fn asks(&self, intent: &Intent, now: Time) -> Offer<SessionCommand> {
        self.session.offer(person(self.viewer), intent, now)
    }

    /// What is suggested while it is typed.
    pub fn types(&self, intent: &Intent, field: &str, now: Time) -> Vec<Choice> {
        let who = person(self.viewer);
        self.session.complete(who, intent, field, "", now)
    }
}

/// What the controls of a panel can ask.
pub fn controls(panel: &Panel) -> Vec<Intent> {
    let mut intents = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => intents.extend(buttons.iter().map(|b| b.intent.clone())),
            Row::Menu(menu) => intents.extend(
                menu.options
                    .iter()
                    .map(|option| menu.intent.clone().with(&menu.field, &option.value)),
            ),
        }
    }
    intents
}

/// Something that anybody could type: a verb without a field, or with some that it has.
pub fn question(seats: usize, whim: &mut Dice) -> Intent {
    let mut number = |most: usize| 1 + whim.index(most);
    match number(3) {
        1 => Intent::new(VERBS[number(VERBS.len()) - 1]),
        2 => {
            let (verb, field) = FIELDS[number(FIELDS.len()) - 1];
            Intent::new(verb).with(field, number(seats + 1))
        }
        _ => {
            let play = Intent::new("play").with("card", CARDS[number(CARDS.len()) - 1]);
            play.with("target", number(seats))
        }
    }
}

/// Fields of verbs that name a seat or a place.
pub const FIELDS: [(&str, &str); 16] = [
    ("flip", "target"),
    ("flip", "position"),
    ("pick", "position"),
    ("power", "use"),
    ("cat", "target"),
    ("kill", "target"),
    ("guard", "target"),
    ("confess", "position"),
    ("chat.open", "members"),
    ("chat.invite", "target"),
    ("chat.leave", "chat"),
    ("host.remove", "target"),
    ("host.replace", "target"),
    ("take", "card"),
    ("choose", "card"),
    ("play", "card"),
];

const CARDS: [&str; 13] = [
    "accusation",
    "evidence",
    "witness",
    "alibi",
    "arson",
    "curse",
    "robbery",
    "scapegoat",
    "stocks",
    "black-cat",
    "asylum",
    "matchmaker",
    "piety",
];
