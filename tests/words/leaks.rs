//! What never leaves: whole games in which no public text ties a role to somebody who lives, unless it is public.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{Event, Forum, RevealCause};
use town_crier::games::salem1692::table::TryalKind;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::Seat;
use town_crier::kernel::text::Text;

use super::audiences;
use super::game::{Told, play};
use super::sample::plain;

/// Words that say what somebody is.
const ROLES: [&str; 4] = ["Witch", "witch", "Constable", "coven"];

/// What is said of the coven and the Constable as such, and so about nobody: these sentences are the same in every game.
const OF_NOBODY: [&str; 1] = ["The coven cannot kill "];

fn games() -> impl Iterator<Item = (u64, u8, &'static [(&'static str, &'static str)])> {
    let changes: [&[(&str, &str)]; 3] = [
        &[],
        &[("announce_guard", "on"), ("chat_invites", "members")],
        &[
            ("coven_may_target_coven", "on"),
            ("dawn_early", "on"),
            ("day", "6h"),
            ("night", "3h"),
        ],
    ];
    (0..16).map(move |seed| {
        let players = u8::try_from(5 + seed % 8).expect("small");
        (
            seed,
            players,
            changes[usize::try_from(seed % 3).expect("small")],
        )
    })
}

/// The seats whose names stand in a line.
fn named(line: &str, forum: &Forum) -> Vec<Seat> {
    let text = Text::from(line);
    let mut seats = Vec::new();
    text.render(|name| {
        if let town_crier::kernel::text::Name::Seat(seat) = name {
            seats.push(seat);
        }
        String::new()
    });
    seats.retain(|seat| forum.table.lives(*seat));
    seats
}

/// Whether the public knows from this very event what the line may say of a seat.
fn disclosed(event: &Event, seat: Seat) -> bool {
    match event {
        // The one who chose stands in the same line as the one who is shown.
        Event::Revealed {
            seat: shown,
            cause: RevealCause::Flip { chooser, .. },
            ..
        } => *shown == seat || *chooser == seat,
        Event::Revealed { seat: shown, .. } | Event::Died { seat: shown, .. } => *shown == seat,
        Event::DaybreakReported { confessions, .. } => {
            confessions.iter().any(|(shown, ..)| *shown == seat)
        }
        Event::Ended { .. } => true,
        _ => false,
    }
}

fn is_open(room: Room) -> bool {
    match room {
        Room::Town | Room::SignUp | Room::Graveyard | Room::Desk | Room::Chat(_) => true,
        Room::Coven => false,
    }
}

#[test]
fn f4_no_text_that_others_read_ties_a_role_to_one_who_lives() {
    for (seed, players, changes) in games() {
        play(seed, players, changes, |told| {
            for notice in told.notices {
                let Audience::Room(room) = notice.audience else {
                    continue;
                };
                if !is_open(room) {
                    continue;
                }
                for line in notice.text.marked().lines() {
                    let mut line = line.to_owned();
                    for sentence in OF_NOBODY {
                        line = line.replace(sentence, "");
                    }
                    if !ROLES.iter().any(|role| line.contains(role)) {
                        continue;
                    }
                    for seat in named(&line, told.forum) {
                        assert!(disclosed(told.event, seat), "game {seed}, {room:?}: {line}");
                    }
                }
            }
        });
    }
}

#[test]
fn f4_in_whole_games_each_event_reaches_only_those_whom_it_concerns() {
    for (seed, players, changes) in games() {
        play(seed, players, changes, |told| {
            let heard: BTreeSet<Audience> =
                told.notices.iter().map(|notice| notice.audience).collect();
            assert!(!heard.contains(&Audience::Nobody));
            for audience in heard {
                assert!(
                    audiences::may_hear(told.forum, told.event, audience),
                    "game {seed}: {audience:?} hears of {:?}",
                    told.event
                );
            }
        });
    }
}

#[test]
fn f27_f32_where_some_get_a_secret_every_living_seat_gets_one() {
    for (seed, players, changes) in games() {
        play(seed, players, changes, |told: &Told<'_>| {
            let step = matches!(
                told.event,
                Event::TryalsDealt { .. }
                    | Event::Redistributed { .. }
                    | Event::DaybreakReported { .. }
            );
            if !step {
                return;
            }
            for seat in told.forum.table.living() {
                let mine = |notice: &&town_crier::kernel::audience::Notice| {
                    notice.audience == Audience::Seat(seat)
                };
                assert_eq!(
                    told.notices.iter().filter(mine).count(),
                    1,
                    "game {seed}: {:?}",
                    told.event
                );
            }
        });
    }
}

#[test]
fn f27_nobody_outside_the_coven_is_told_who_is_in_it() {
    for (seed, players, changes) in games() {
        play(seed, players, changes, |told| {
            for notice in told.notices {
                let Audience::Seat(reader) = notice.audience else {
                    continue;
                };
                let text = plain(&notice.text);
                let chair = told.forum.chair(reader);
                if !chair.coven {
                    assert!(
                        !text.contains("With you:") && !text.contains("a **Witch**."),
                        "game {seed}: {text}"
                    );
                }
                // A role is claimed only where it is held.
                if text.contains("you are the **Constable**")
                    || text.contains("You are the **Constable**")
                {
                    assert!(chair.hides(TryalKind::Constable), "game {seed}: {text}");
                }
            }
        });
    }
}

#[test]
fn every_message_of_whole_games_has_lines_that_fit() {
    for (seed, players, changes) in games() {
        play(seed, players, changes, |told| {
            for notice in told.notices {
                for line in super::sample::longest(&notice.text).lines() {
                    assert!(line.encode_utf16().count() < 500, "game {seed}: {line}");
                }
            }
        });
    }
}
