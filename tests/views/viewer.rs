//! What one person sees of a game, and what this person can ask of it.

use town_crier::games::salem1692::forum::{Command, Forum};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::panel::{Board, Panel, Row};
use town_crier::kernel::text::{Name, Text};

use crate::kit::{MANAGER, Town, seat};

pub fn person(id: u64) -> Person {
    Person {
        id: PlayerId(id),
        manages_server: id == MANAGER,
    }
}

/// An intent, written as `verb key=value key=value`.
pub fn intent(written: &str) -> Intent {
    let mut words = written.split(' ');
    let verb = Intent::new(words.next().expect("a verb"));
    words.fold(verb, |intent, pair| {
        let (key, value) = pair.split_once('=').expect("key=value");
        intent.with(key, value)
    })
}

pub fn ask(town: &Town, who: u64, written: &str) -> Offer<Command> {
    town.forum.offer(person(who), &intent(written), town.now)
}

pub fn does(town: &Town, who: u64, written: &str) -> Command {
    match ask(town, who, written) {
        Offer::Do(command) => command,
        other => panic!("{written} should be complete: {other:?}"),
    }
}

pub fn shows(town: &Town, who: u64, written: &str) -> Panel {
    match ask(town, who, written) {
        Offer::Show(panel) => panel,
        other => panic!("{written} should be asked about: {other:?}"),
    }
}

pub fn refuses(town: &Town, who: u64, written: &str) -> String {
    match ask(town, who, written) {
        Offer::Refuse(text) => read(&text),
        other => panic!("{written} should be refused: {other:?}"),
    }
}

/// A text with "Seat 4" for the player in seat 4.
pub fn read(text: &Text) -> String {
    text.render(|name| match name {
        Name::Seat(seat) => format!("Seat {}", seat.number()),
        Name::Player(player) => format!("User {player}"),
    })
}

/// The values of a panel's first menu.
pub fn menu(panel: &Panel) -> Vec<String> {
    let menus = panel.rows.iter().filter_map(|row| match row {
        Row::Menu(menu) => Some(menu),
        Row::Buttons(_) => None,
    });
    let menu = menus.into_iter().next().expect("a menu");
    menu.options
        .iter()
        .map(|option| option.value.clone())
        .collect()
}

/// The labels of all buttons of a panel.
pub fn buttons(panel: &Panel) -> Vec<String> {
    let mut labels = Vec::new();
    for row in &panel.rows {
        if let Row::Buttons(buttons) = row {
            labels.extend(buttons.iter().map(|button| read(&button.label)));
        }
    }
    labels
}

/// Every intent that the controls of a panel can send, one for each button and each option.
pub fn controls(panel: &Panel) -> Vec<Intent> {
    let mut intents = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => {
                intents.extend(buttons.iter().map(|button| button.intent.clone()));
            }
            Row::Menu(menu) => intents.extend(
                menu.options
                    .iter()
                    .map(|option| menu.intent.clone().with(&menu.field, &option.value)),
            ),
        }
    }
    intents
}

pub fn suggests(town: &Town, who: u64, written: &str, field: &str) -> Vec<String> {
    let choices = town
        .forum
        .complete(person(who), &intent(written), field, "", town.now);
    choices.into_iter().map(|choice| choice.value).collect()
}

/// The boards that one seat sees: the town's, its own, and where it is in them the coven's and the chats'.
pub fn seen_by(forum: &Forum, who: u8) -> Vec<Board> {
    let sees = |board: &Board| match board.audience {
        Audience::Room(Room::Town | Room::SignUp) => true,
        Audience::Room(Room::Coven) => forum.chair(seat(who)).coven,
        Audience::Room(Room::Desk) => forum.host == forum.chair(seat(who)).player,
        Audience::Room(Room::Graveyard | Room::Chat(_)) | Audience::Nobody => false,
        Audience::Seat(seat) => seat == self::seat(who),
    };
    forum.boards().into_iter().filter(sees).collect()
}

pub fn board(forum: &Forum, audience: Audience, key: &str) -> Board {
    let boards = forum.boards();
    boards
        .iter()
        .find(|board| board.audience == audience && board.key == key)
        .cloned()
        .unwrap_or_else(|| panic!("no board {key} among {:?}", keys(&boards)))
}

pub fn own_board(forum: &Forum, who: u8, key: &str) -> Board {
    board(forum, Audience::Seat(seat(who)), key)
}

pub fn keys(boards: &[Board]) -> Vec<(Audience, String)> {
    boards
        .iter()
        .map(|board| (board.audience, board.key.clone()))
        .collect()
}

/// The keys of one seat's own boards.
pub fn own_keys(forum: &Forum, who: Seat) -> Vec<String> {
    let boards = forum.boards().into_iter();
    boards
        .filter(|board| board.audience == Audience::Seat(who))
        .map(|board| board.key)
        .collect()
}
