//! Who hears what of each event: the matrix of F4, T3, T5 to T7, T14 to T16, T18, T22, T23, T33 and H4 to H7.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::Character;
use town_crier::games::salem1692::tabletop::{Confession, Effect, Event, Moment, Tabletop};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::Seat;

use super::super::sample::longest;
use super::game::{games, play};

/// Whether the town hears of it, and who else. Without a default arm, so that a new event has to be placed.
fn expected(tabletop: &Tabletop, event: &Event) -> BTreeSet<Audience> {
    let town = [Room::Town];
    let living = || tabletop.table.living().collect::<Vec<Seat>>();
    match event {
        Event::TryalsDealt { .. } => heard([], living()),
        Event::TownHallOpened { .. } | Event::HandsDealt { .. } | Event::CardsLeft { .. } => {
            heard(town, living())
        }
        Event::DawnBegan { .. }
        | Event::CatGiven { .. }
        | Event::NightDrawn { .. }
        | Event::GavelShown { .. } => heard([Room::Town, Room::Coven], []),
        Event::CharacterKept { .. }
        | Event::CatNamed { .. }
        | Event::DrawChosen { .. }
        | Event::PowerDeclined { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::TurnEnded { .. }
        | Event::Picked { .. }
        | Event::Reordered { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::ConfessionsOver { .. }
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::Confessed {
            confession: Confession::Tryal(_),
            ..
        } => heard([], []),
        Event::SeatsDrawn { .. }
        | Event::CharactersShown { .. }
        | Event::TurnBegan { .. }
        | Event::TurnSkipped { .. }
        | Event::NothingDrawn { .. }
        | Event::DeckFormed { .. }
        | Event::AccusationsShown { .. }
        | Event::DeckStudied { .. }
        | Event::DeckArranged { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::TryalOwed { .. }
        | Event::RedsShed { .. }
        | Event::PutnamDraws { .. }
        | Event::Revealed { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsLeft { .. }
        | Event::ClockRan { .. }
        | Event::ConspiracyDrawn { .. }
        | Event::ScratchSkipped { .. }
        | Event::ShiftOpened { .. }
        | Event::VictimNamed { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Proposed { .. }
        | Event::Seconded { .. }
        | Event::ProposalWithdrawn
        | Event::ModeratorReturned { .. }
        | Event::Ended { .. }
        | Event::Confessed {
            confession: Confession::Phips,
            ..
        }
        // What Parris takes is told in the answer alone.
        | Event::Salvaged { .. }
        | Event::Drew { lost: true, .. } => heard(town, []),
        Event::Drew {
            seat, lost: false, ..
        }
        | Event::Inherited { seat, .. }
        | Event::Replaced { seat, .. } => heard(town, [*seat]),
        Event::PowerOffered { seat, .. } | Event::ConfessionDropped { seat, .. } => {
            heard([], [*seat])
        }
        Event::LastWordsAsked { dying } => heard([], [dying.seat]),
        Event::SharingOpened { sharing, .. } => heard(town, [sharing.next]),
        Event::Took { seat, .. } => {
            let mut readers = tabletop.table.able(Character::JohnProctor);
            readers.push(*seat);
            heard([], readers)
        }
        Event::Played { effect, .. } => match effect {
            Effect::Burned { target, .. } => heard(town, [*target]),
            Effect::Robbed {
                source, receiver, ..
            } => heard(town, [*source, *receiver]),
            Effect::Marked { .. }
            | Effect::Cleared { .. }
            | Effect::Unmoved { .. }
            | Effect::Cursed { .. }
            | Effect::Blamed { .. }
            | Effect::Stocked { .. }
            | Effect::Placed { .. } => heard(town, []),
        },
        Event::Died {
            seat, coven: true, ..
        } => heard(town, [*seat]),
        Event::Died {
            seat, coven: false, ..
        } => heard([Room::Town, Room::Graveyard], [*seat]),
        Event::TurnRanOut { missed: 0 | 1, .. } => heard(town, []),
        Event::TurnRanOut { .. } => heard([Room::Town, Room::Desk], []),
        Event::Passed { rows, .. } => heard(town, rows.iter().map(|row| row.seat)),
        Event::NightOver { number, .. } => {
            let closed = tabletop.chats.iter().filter(|chat| chat.night == *number);
            let rooms = closed.map(|chat| Room::Chat(chat.number));
            heard(rooms.chain(town), [])
        }
        Event::ChatOpened { chat, guests, .. } => heard([Room::Chat(*chat)], guests.clone()),
        Event::ChatJoined { chat, guest, .. } => heard([Room::Chat(*chat)], [*guest]),
        Event::ChatLeft { chat, .. } => heard([Room::Chat(*chat)], []),
        Event::Paused { pause } if pause.until.is_some() => heard([Room::Town, Room::Desk], []),
        Event::Paused { .. } => heard(town, []),
        Event::RemovalDeferred { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::InactivityReported { .. } => heard([Room::Desk], []),
        Event::Reminded { owing, .. } => match tabletop.moment() {
            Moment::Turn(_) | Moment::Conspiracy(_) => heard([], owing.clone()),
            _ => heard(town, owing.clone()),
        },
    }
}

fn heard(
    rooms: impl IntoIterator<Item = Room>,
    seats: impl IntoIterator<Item = Seat>,
) -> BTreeSet<Audience> {
    let rooms = rooms.into_iter().map(Audience::Room);
    rooms.chain(seats.into_iter().map(Audience::Seat)).collect()
}

#[test]
fn f4_each_event_is_told_to_those_whom_it_concerns_and_to_nobody_else() {
    let mut kinds = BTreeSet::new();
    for table in games() {
        play(table, |told| {
            let hearers: BTreeSet<Audience> =
                told.notices.iter().map(|notice| notice.audience).collect();
            assert_eq!(
                hearers,
                expected(told.tabletop, told.event),
                "{table:?}: {:?}",
                told.event
            );
            // Nobody is told the same thing twice; the town's end has many chapters.
            if !matches!(told.event, Event::Ended { .. }) {
                assert_eq!(hearers.len(), told.notices.len(), "{:?}", told.event);
            }
            kinds.insert(kind(told.event));
        });
    }
    // The common ones all come up; what is rare is looked for in `simulate`.
    for kind in [
        "characters_shown",
        "drew",
        "played",
        "revealed",
        "died",
        "passed",
        "night_drawn",
        "gavel_shown",
        "confessed",
        "victim_named",
        "last_words_left",
        "power_offered",
        "replaced",
        "ended",
    ] {
        assert!(kinds.contains(kind), "no game had {kind}");
    }
}

/// The word of an event's kind, as in the record.
fn kind(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("an event is JSON");
    match json {
        serde_json::Value::String(word) => word,
        serde_json::Value::Object(fields) => {
            let word = fields.into_iter().next();
            word.expect("an event has a word").0
        }
        other => panic!("{other}"),
    }
}

#[test]
fn only_the_town_is_pinged_and_only_who_has_to_do_something() {
    for table in games() {
        play(table, |told| {
            for notice in told.notices {
                let mut pinged = notice.ping.clone();
                pinged.dedup();
                assert_eq!(pinged.len(), notice.ping.len(), "{:?}", told.event);
                if notice.ping.is_empty() {
                    continue;
                }
                assert_eq!(notice.audience, Audience::Room(Room::Town));
                assert!(
                    matches!(
                        told.event,
                        Event::SeatsDrawn { .. }
                            | Event::TownHallOpened { .. }
                            | Event::TurnBegan { .. }
                            | Event::ClockRan { .. }
                            | Event::ConspiracyDrawn { .. }
                            | Event::ShiftOpened { .. }
                            | Event::NightDrawn { .. }
                            | Event::GavelShown { .. }
                            | Event::SharingOpened { .. }
                            | Event::Proposed { .. }
                    ),
                    "{:?}",
                    told.event
                );
                for seat in &notice.ping {
                    assert!(told.tabletop.table.lives(*seat), "{:?}", told.event);
                }
            }
        });
    }
}

#[test]
fn each_notice_says_something_and_keeps_within_a_line() {
    for table in games() {
        play(table, |told| {
            for notice in told.notices {
                let text = longest(&notice.text);
                assert!(!text.trim().is_empty(), "{:?}", told.event);
                for line in text.lines() {
                    let length = line.encode_utf16().count();
                    assert!(length < 500, "{length}: {line}");
                }
            }
        });
    }
}
