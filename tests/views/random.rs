//! Boards and panels of random games: within the platform's limits with the worst of names, and every control that is shown
//! does what it says.

use std::collections::BTreeSet;

use town_crier::discord::components::{self, Shown};
use town_crier::discord::limits;
use town_crier::discord::render::Names;
use town_crier::games::salem1692::forum::{Command, Forum, decide, legal};
use town_crier::kernel::audience::Audience;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use town_crier::kernel::intent::{Intent, Offer};
use town_crier::kernel::panel::{Panel, Row};
use town_crier::kernel::time::{Length, Time};

use crate::kit::*;
use crate::viewer::{controls, person};

const GAME: GameId = GameId(u64::MAX);
/// The longest name, and one that doubles when it is escaped.
pub const NAME: &str = "*_*_*_*_*_*_*_*W*_*_*_*_*_*_*_*W";

const ASKED: [&str; 22] = [
    "status",
    "me",
    "hand",
    "history",
    "play",
    "flip",
    "pick",
    "cat",
    "kill",
    "guard",
    "confess",
    "chat.open",
    "chat.invite",
    "chat.leave",
    "chat.list",
    "consent",
    "host.extend",
    "host.advance",
    "host.remove",
    "host.replace",
    "host.end",
    "rooms.open",
];

/// A random game, looked at again and again while it goes on.
fn walk(seed: u8, players: u8, changes: &[(&str, &str)], mut look: impl FnMut(&Forum, Time)) {
    let rules = Seed([seed; 32]);
    let mut whim = Dice::new(&Seed([seed.wrapping_add(100); 32]), EventNumber(0));
    let mut settings = settings(changes);
    settings.players = players;
    let people: Vec<PlayerId> = (1..=players).map(player).collect();
    let mut now = START;
    let forum = Forum::new(&settings, &people, PlayerId(HOST));
    let mut draft = Draft::new(forum, &rules, EventNumber(0), now, false);
    Forum::open(&mut draft);
    let (mut forum, opening, _) = draft.finish();
    let mut next = opening.len() as u64;
    for step in 0..2_500 {
        if step % 40 == 0 {
            look(&forum, now);
        }
        let Some(due) = forum.due() else { break };
        let (actor, command) = if now >= due {
            (Actor::Clock, Command::Tick)
        } else if whim.below(4) == 0 {
            let pause = i64::try_from(whim.below(7_200_000)).expect("small");
            now = (now + Length(pause)).min(due);
            continue;
        } else {
            let living: Vec<Seat> = forum.table.living().collect();
            let seat = *whim.pick(&living).expect("somebody lives");
            let commands = legal::commands(&forum, seat, now);
            let Some(command) = whim.pick(&commands) else {
                now = (now + Length::HOUR).min(due);
                continue;
            };
            (actor(forum.chair(seat).player.0), command.clone())
        };
        let mut draft = Draft::new(forum.clone(), &rules, EventNumber(next), now, false);
        decide(&mut draft, actor, &command).expect("it is legal");
        let (after, events, _) = draft.finish();
        forum = after;
        next += events.len() as u64;
        if forum.is_over() {
            break;
        }
    }
    look(&forum, now);
}

fn names(forum: &Forum) -> Names {
    let seats = forum.seats();
    let people: Vec<_> = seats.iter().map(|(_, player)| (*player, NAME)).collect();
    Names::new(&seats, &people)
}

/// Whether a panel fits into a message and each of its controls into a custom id, each different.
pub fn fits(names: &Names, panel: &Panel, what: &str) {
    // Building it asserts the counts and that every intent fits.
    let shown = Shown::new(GAME, names, panel);
    assert_eq!(shown.rows.len(), panel.rows.len(), "{what}: {panel:?}");
    let mut ids = Vec::new();
    for row in &panel.rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=limits::BUTTONS).contains(&buttons.len()), "{what}");
                for button in buttons {
                    let label = button.label.render(|name| names.plain(name));
                    assert!(limits::length(&label) <= limits::BUTTON_LABEL, "{label}");
                    ids.push(components::encode(GAME, &button.intent, None));
                }
            }
            Row::Menu(menu) => {
                assert!(
                    (1..=limits::OPTIONS).contains(&menu.options.len()),
                    "{what}"
                );
                for option in &menu.options {
                    let label = option.label.render(|name| names.plain(name));
                    assert!(!label.is_empty());
                    if let Some(detail) = &option.detail {
                        let detail = detail.render(|name| names.plain(name));
                        assert!(limits::length(&detail) <= limits::OPTION, "{detail}");
                    }
                }
                ids.push(components::encode(GAME, &menu.intent, Some(&menu.field)));
            }
        }
    }
    assert!(ids.iter().all(Option::is_some), "{what}: {panel:?}");
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids.len(),
        count,
        "{what}: each control wants something else"
    );
    assert!(!panel.text.is_empty(), "{what}");
}

/// Follows a control to its end: what it asks next, and whether the rules accept what it amounts to.
fn works(forum: &Forum, now: Time, who: u64, intent: &Intent, depth: u8) {
    match forum.offer(person(who), intent, now) {
        Offer::Do(command) => {
            let seed = Seed([1; 32]);
            let mut draft = Draft::new(forum.clone(), &seed, EventNumber(9), now, false);
            let decided = decide(&mut draft, actor(who), &command);
            assert!(decided.is_ok(), "{intent:?} is {command:?}: {decided:?}");
        }
        Offer::Show(panel) if depth > 0 => {
            fits(&names(forum), &panel, &intent.verb);
            for next in controls(&panel) {
                if next.verb == intent.verb && may_fail(&next).is_none() {
                    works(forum, now, who, &next, depth - 1);
                }
            }
        }
        Offer::Show(_) => {}
        Offer::Refuse(text) => panic!("{intent:?} is refused: {text:?}"),
        Offer::Unknown => panic!("{intent:?} is unknown"),
    }
}

/// Controls that may be refused all the same, and why.
fn may_fail(intent: &Intent) -> Option<&'static str> {
    match (intent.verb.as_str(), intent.field("position")) {
        ("confess", Some("withdraw")) => Some("there may be nothing to take back"),
        ("play", _) if intent.fields.len() == 2 => {
            Some("a card of the hand that nothing can be done with now")
        }
        ("chat.invite" | "chat.leave", _) => Some("there may be no chat, or none with room"),
        ("chat.open", _) => Some("the guests are chosen together"),
        _ => None,
    }
}

#[test]
fn every_board_and_every_panel_fits_with_the_longest_names() {
    let mut kinds = BTreeSet::new();
    for (seed, players) in [(1, 9), (2, 12), (3, 5), (4, 7)] {
        walk(seed, players, &[], |forum, now| {
            let names = names(forum);
            for board in forum.boards() {
                fits(&names, &board.panel, &board.key);
                let kind = board.key.trim_end_matches(|c: char| c.is_ascii_hexdigit());
                kinds.insert(kind.to_owned());
            }
            let everybody = (1..=u64::from(players)).chain([HOST, STRANGER]);
            for who in everybody {
                for verb in ASKED {
                    let offer = forum.offer(person(who), &Intent::new(verb), now);
                    if let Offer::Show(panel) = offer {
                        fits(&names, &panel, verb);
                    }
                }
            }
        });
    }
    for kind in [
        "status",
        "desk",
        "dawn",
        "day-",
        "flip-",
        "shift-",
        "night-",
        "coven-night-",
    ] {
        assert!(kinds.contains(kind), "the walk never saw {kind}: {kinds:?}");
    }
}

#[test]
fn every_control_on_a_seats_own_board_does_what_it_says() {
    for (seed, players) in [(11, 9), (12, 6)] {
        walk(
            seed,
            players,
            &[("chat_invites", "members")],
            |forum, now| {
                if forum.due().is_some_and(|due| due <= now) {
                    return;
                }
                for board in forum.boards() {
                    let Audience::Seat(seat) = board.audience else {
                        continue;
                    };
                    let who = forum.chair(seat).player.0;
                    for intent in controls(&board.panel) {
                        if may_fail(&intent).is_none() {
                            works(forum, now, who, &intent, 3);
                        }
                    }
                }
            },
        );
    }
}

#[test]
fn every_play_is_reached_by_panels_alone() {
    walk(21, 9, &[], |forum, now| {
        for seat in forum.table.living() {
            let plays = legal::plays(forum, seat, now);
            if plays.is_empty() || forum.due().is_some_and(|due| due <= now) {
                continue;
            }
            works(
                forum,
                now,
                forum.chair(seat).player.0,
                &Intent::new("play"),
                3,
            );
        }
    });
}

#[test]
fn the_status_fits_one_message_at_a_full_table() {
    let mut worst = 0;
    for (seed, players) in [(31, 12), (32, 12), (33, 9)] {
        walk(seed, players, &[], |forum, _| {
            let seats = forum.seats();
            let plain = "abcdefghijklmnopqrstuvwxyz123456";
            let people: Vec<_> = seats.iter().map(|(_, player)| (*player, plain)).collect();
            let names = Names::new(&seats, &people);
            for board in forum.boards() {
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
