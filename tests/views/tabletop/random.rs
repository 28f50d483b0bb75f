//! Boards and panels of random games: within the platform's limits with the worst of names, and every control that is shown
//! does what it says.

use std::collections::BTreeSet;

use town_crier::discord::limits;
use town_crier::discord::render::Names;
use town_crier::kernel::audience::Audience;
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::intent::{Intent, Offer, Person};

use super::town::*;
use crate::random::{NAME, fits};
use crate::viewer::controls;

const ASKED: [&str; 28] = [
    "status",
    "me",
    "hand",
    "history",
    "choose",
    "draw",
    "play",
    "endturn",
    "power",
    "flip",
    "take",
    "tryals.reorder",
    "pick",
    "cat",
    "kill",
    "guard",
    "confess",
    "lastwords",
    "chat.open",
    "chat.invite",
    "chat.leave",
    "chat.list",
    "consent",
    "host.extend",
    "host.advance",
    "host.remove",
    "host.end",
    "rooms.open",
];

fn names(town: &Town, name: &str) -> Names {
    let seats = town.tabletop.seats();
    let people: Vec<_> = seats.iter().map(|(_, player)| (*player, name)).collect();
    Names::new(&seats, &people)
}

fn offer(
    town: &Town,
    who: u64,
    intent: &Intent,
) -> Offer<town_crier::games::salem1692::tabletop::Command> {
    let person = Person {
        id: PlayerId(who),
        manages_server: false,
    };
    town.tabletop.offer(person, intent, town.now)
}

/// Follows a control to its end: what it asks next, and whether the rules accept what it amounts to.
fn works(town: &Town, who: Seat, intent: &Intent, depth: u8) {
    match offer(town, town.id(who), intent) {
        Offer::Do(command) => {
            let accepted = town.accepts(town.actor(who), &command);
            assert!(accepted.is_ok(), "{intent:?} is {command:?}: {accepted:?}");
        }
        Offer::Show(panel) if depth > 0 => {
            fits(&names(town, NAME), &panel, &intent.verb);
            for next in controls(&panel) {
                if next.verb == intent.verb && !may_fail(&next) {
                    works(town, who, &next, depth - 1);
                }
            }
        }
        Offer::Show(_) => {}
        Offer::Refuse(text) => panic!("{intent:?} is refused: {text:?}"),
        Offer::Unknown => panic!("{intent:?} is unknown"),
    }
}

/// Controls that may be refused all the same: nothing to take back, a card with which nothing can be done now, words that are
/// still to be typed, guests that are chosen together.
fn may_fail(intent: &Intent) -> bool {
    match intent.verb.as_str() {
        "confess" => intent.field("position") == Some("withdraw"),
        "play" => intent.fields.len() == 2,
        "kill" => intent.field("back").is_some(),
        "chat.open" | "chat.invite" | "chat.leave" | "consent" | "lastwords" => true,
        _ => false,
    }
}

/// A seed, how many play, and what is set.
type Played = (u8, u8, &'static [(&'static str, &'static str)]);

const GAMES: [Played; 5] = [
    (1, 7, &[("chats", "on")]),
    (2, 12, &[]),
    (3, 4, &[("hard", "on")]),
    (4, 9, &[("conspiracy", "pool")]),
    (5, 5, &[("characters", "off")]),
];

#[test]
fn every_board_and_every_panel_fits_with_the_longest_names() {
    let mut kinds = BTreeSet::new();
    for (seed, players, changes) in GAMES {
        walk(seed, players, changes, |town| {
            let names = names(town, NAME);
            for board in town.tabletop.boards() {
                fits(&names, &board.panel, &board.key);
                let kind = board.key.trim_end_matches(|c: char| c.is_ascii_hexdigit());
                kinds.insert(kind.to_owned());
            }
            for who in (1..=u64::from(players)).chain([HOST, STRANGER]) {
                for verb in ASKED {
                    if let Offer::Show(panel) = offer(town, who, &Intent::new(verb)) {
                        fits(&names, &panel, verb);
                    }
                }
            }
        });
    }
    for kind in [
        "status",
        "desk",
        "town-hall",
        "dawn",
        "turn-",
        "power-",
        "flip-",
        "shift-",
        "night-",
        "coven-night-",
        "words-",
    ] {
        assert!(kinds.contains(kind), "the walk never saw {kind}: {kinds:?}");
    }
}

#[test]
fn every_control_on_a_seats_own_board_does_what_it_says() {
    for (seed, players, changes) in GAMES {
        walk(seed + 20, players, changes, |town| {
            if town.tabletop.due().is_some_and(|due| due <= town.now) {
                return;
            }
            for board in town.tabletop.boards() {
                let Audience::Seat(who) = board.audience else {
                    continue;
                };
                for intent in controls(&board.panel) {
                    if !may_fail(&intent) {
                        works(town, who, &intent, 3);
                    }
                }
            }
        });
    }
}

#[test]
fn what_me_shows_works_too() {
    walk(41, 7, &[], |town| {
        if town.tabletop.due().is_some_and(|due| due <= town.now) {
            return;
        }
        for who in town.tabletop.table.seats() {
            let panel = town.shows(who, "me");
            for intent in controls(&panel) {
                if !may_fail(&intent) {
                    works(town, who, &intent, 2);
                }
            }
        }
    });
}

#[test]
fn boards_fit_one_message_at_a_full_table() {
    let mut worst = 0;
    for seed in [31, 32, 33] {
        walk(seed, 12, &[], |town| {
            let names = names(town, "abcdefghijklmnopqrstuvwxyz123456");
            for board in town.tabletop.boards() {
                let content = names.content(&board.panel.text);
                worst = worst.max(limits::length(&content));
                assert!(
                    limits::length(&content) <= limits::MESSAGE,
                    "{}: {content}",
                    board.key
                );
            }
        });
    }
    assert!(worst > 500, "the walk has seen full boards: {worst}");
}
