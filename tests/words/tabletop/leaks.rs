//! What never leaves: whole games in which no public text ties a secret to somebody who lives, unless it is public.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::{CardKind, TryalKind};
use town_crier::games::salem1692::tabletop::{Conspiring, DrawCause, Event, RevealCause, Tabletop};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::Seat;
use town_crier::kernel::text::{Name, Text};

use super::super::sample::plain;
use super::game::{games, play};

/// Words that say what somebody is.
const ROLES: [&str; 4] = ["Witch", "witch", "Constable", "coven"];

/// What is said of the coven, Constable and the Witness card as such, and so about nobody.
const OF_NOBODY: [&str; 3] = [
    "The coven cannot kill whoever has it.",
    "as a Witness",
    "the Witness",
];

/// The living seats whose names stand in a line.
fn named(line: &str, tabletop: &Tabletop) -> Vec<Seat> {
    let text = Text::from(line);
    let mut seats = Vec::new();
    text.render(|name| {
        if let Name::Seat(seat) = name {
            seats.push(seat);
        }
        String::new()
    });
    seats.retain(|seat| tabletop.table.lives(*seat));
    seats
}

/// Whether the public knows from this very event what the line may say of a seat.
fn disclosed(event: &Event, seat: Seat) -> bool {
    match event {
        // The one who chose stands in the same line as the one who is shown.
        Event::Revealed {
            seat: shown,
            cause: RevealCause::Owed { chooser, .. } | RevealCause::CatScratch { chooser, .. },
            ..
        } => *shown == seat || *chooser == seat,
        Event::Revealed { seat: shown, .. } | Event::Died { seat: shown, .. } => *shown == seat,
        // The script speaks of the coven, and reads a name.
        Event::VictimNamed { victim, .. } => *victim == Some(seat),
        Event::GavelShown { gavel, .. } => gavel.and_then(|gavel| gavel.target) == Some(seat),
        // Whose turn is first, beside the words for the Witches.
        Event::CatGiven { seat: holder, .. } => *holder == seat,
        Event::Ended { .. } => true,
        _ => false,
    }
}

#[test]
fn f4_no_text_that_others_read_ties_a_role_to_one_who_lives() {
    for table in games() {
        play(table, |told| {
            for notice in told.notices {
                let Audience::Room(room) = notice.audience else {
                    continue;
                };
                if room == Room::Coven {
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
                    for seat in named(&line, told.tabletop) {
                        assert!(disclosed(told.event, seat), "{table:?}, {room:?}: {line}");
                    }
                }
            }
        });
    }
}

#[test]
fn t6_what_is_drawn_or_taken_is_told_by_number_alone() {
    for table in games() {
        play(table, |told| {
            let secret = match told.event {
                Event::Drew { lost: false, .. }
                | Event::Salvaged { .. }
                | Event::Inherited { .. }
                | Event::SharingOpened { .. }
                | Event::HandsDealt { .. }
                | Event::EstateDiscarded { .. } => true,
                Event::Drew { .. } => false,
                _ => return,
            };
            let town = told
                .notices
                .iter()
                .find(|notice| notice.audience == Audience::Room(Room::Town))
                .expect("the town hears of it");
            let text = plain(&town.text);
            let names = CardKind::ALL.iter().any(|kind| text.contains(kind.name()));
            assert_eq!(names, !secret, "{text}");
        });
    }
}

#[test]
fn t14_each_is_told_the_own_new_row_and_what_came_only_where_it_is_passed() {
    let mut seen = 0;
    for table in games() {
        play(table, |told| {
            let Event::Passed { rows, joined, .. } = told.event else {
                return;
            };
            seen += 1;
            for row in rows {
                let mine = told
                    .notices
                    .iter()
                    .find(|notice| notice.audience == Audience::Seat(row.seat))
                    .expect("each living player is told");
                let text = plain(&mine.text);
                for (place, card) in &row.tryals {
                    let lies = format!("{place} {}", card.kind.name());
                    assert!(text.contains(&lies), "{text}");
                }
                // Nobody is named: neither from whom it came, nor who took, nor who the coven is.
                assert!(!text.contains('#'), "{text}");
                let passes = told.tabletop.settings.conspiracy == Conspiring::Pass;
                assert_eq!(text.contains("You took"), passes, "{text}");
                let new = joined.contains(&row.seat);
                assert_eq!(text.contains("From now on and for good"), new, "{text}");
            }
        });
    }
    assert!(seen > 20, "Conspiracies came up: {seen}");
}

#[test]
fn t14_the_coven_and_its_newcomers_know_of_each_other_from_its_next_meeting_on() {
    let mut met = 0;
    for table in games() {
        let mut joined: BTreeSet<Seat> = BTreeSet::new();
        play(table, |told| {
            if let Event::Passed { joined: new, .. } = told.event {
                joined.extend(new);
            }
            for notice in told.notices {
                if notice.audience != Audience::Room(Room::Coven) {
                    continue;
                }
                let text = plain(&notice.text);
                match told.event {
                    Event::NightDrawn { .. } => {
                        for seat in &joined {
                            met += 1;
                            let name = format!("#{}", seat.number());
                            let new = text
                                .lines()
                                .find(|line| line.contains("New among you"))
                                .expect("the newcomers are named");
                            assert!(new.contains(&name), "{text}");
                        }
                        if joined.is_empty() {
                            assert!(!text.contains("New among you"), "{text}");
                        }
                        joined.clear();
                    }
                    Event::DawnBegan { .. } | Event::CatGiven { .. } | Event::GavelShown { .. } => {
                    }
                    other => panic!("the coven meets at Dawn and at Night: {other:?}"),
                }
            }
        });
    }
    assert!(met > 3, "newcomers came up: {met}");
}

#[test]
fn t15_until_the_name_is_read_nobody_else_can_tell_whom_the_coven_has_chosen() {
    for table in games() {
        play(table, |told| {
            let Event::GavelShown { gavel, .. } = told.event else {
                return;
            };
            let shown = gavel.and_then(|gavel| gavel.target);
            for notice in told.notices {
                if notice.audience == Audience::Room(Room::Coven) {
                    continue;
                }
                assert_eq!(notice.audience, Audience::Room(Room::Town));
                let all = notice.text.marked().lines();
                let named: BTreeSet<Seat> =
                    all.flat_map(|line| named(line, told.tabletop)).collect();
                assert_eq!(named, shown.into_iter().collect(), "{:?}", notice.text);
            }
        });
    }
}

#[test]
fn t25_a_draw_out_of_turn_says_for_whose_ability() {
    for table in games() {
        play(table, |told| {
            let Event::Drew { cause, .. } = told.event else {
                return;
            };
            let text = plain(&told.notices[0].text);
            let said = match cause {
                DrawCause::Turn => return,
                DrawCause::GilesCorey => "Giles Corey",
                DrawCause::AnnPutnam => "Ann Putnam",
                DrawCause::RebeccaNurse => "Rebecca Nurse",
            };
            assert!(text.contains(said) || text.contains("discard"), "{text}");
        });
    }
}

#[test]
fn f4_a_role_is_claimed_in_private_only_where_it_is_held() {
    for table in games() {
        play(table, |told| {
            for notice in told.notices {
                let Audience::Seat(reader) = notice.audience else {
                    continue;
                };
                let text = plain(&notice.text);
                let chair = told.tabletop.chair(reader);
                if !chair.coven {
                    assert!(
                        !text.contains("In the coven with you") && !text.contains("a **Witch**."),
                        "{text}"
                    );
                }
                if text.contains("you are the **Constable**")
                    || text.contains("You are the **Constable**")
                {
                    assert!(chair.hides(TryalKind::Constable), "{text}");
                }
            }
        });
    }
}

#[test]
fn h6_the_desk_reads_no_secret() {
    for table in games() {
        play(table, |told| {
            for notice in told.notices {
                if notice.audience == Audience::Room(Room::Desk) {
                    let text = plain(&notice.text);
                    let role = ROLES.iter().any(|role| text.contains(role));
                    assert!(!role, "{text}");
                }
            }
        });
    }
}
