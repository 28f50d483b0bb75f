//! Who hears what of each event: the matrix of F4, F5, F8, F16, F25 to F27, F31, F32, F38 and H4 to H7.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{Effect, Event, Forum, KillVote, Phase, Taking};
use town_crier::kernel::audience::{Audience, Notice, Room};
use town_crier::kernel::draft::Fold;
use town_crier::kernel::ids::Seat;

use super::sample::{self, NOW, plain, seat};

/// Who may hear of an event at all, besides the town.
enum Hearers {
    /// Nobody.
    Nobody,
    /// All living seats alike, each in private.
    EverySeat,
    /// These rooms alone.
    Rooms(&'static [Room]),
    /// These seats alone.
    Seats(Vec<Seat>),
    /// These rooms, and these seats.
    Both(Vec<Room>, Vec<Seat>),
}

/// The matrix: whether the town hears of it, and who else. Without a default arm, so that a new event has to be placed.
fn expected(event: &Event) -> (bool, Hearers) {
    let chat = Room::Chat(0);
    match event {
        Event::SeatsDrawn { .. } => (true, Hearers::Nobody),
        Event::TryalsDealt { .. } => (false, Hearers::EverySeat),
        Event::DawnBegan { .. } | Event::CatGiven { .. } | Event::NightFell { .. } => {
            (true, Hearers::Rooms(&[Room::Coven]))
        }
        Event::CatNamed { .. }
        | Event::Picked { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessedUnshown { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::ConfessionSpared { .. }
        | Event::SecretsShown { .. }
        | Event::Spoke { .. } => (false, Hearers::Nobody),
        Event::RoleCardsDealt { .. }
        | Event::RedsShed { .. }
        | Event::ScratchHarmless { .. }
        | Event::DayBegan { .. }
        | Event::Dealt { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::FlipOwed { .. }
        | Event::Revealed { .. }
        | Event::StocksEnded { .. }
        | Event::ConspiracyCalled { .. }
        | Event::ScratchSkipped
        | Event::ShiftOpened { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Proposed { .. }
        | Event::Seconded { .. }
        | Event::ProposalWithdrawn
        | Event::ModeratorReturned { .. }
        | Event::Ended { .. } => (true, Hearers::Nobody),
        // The rest is told in the answer alone.
        Event::TookFromDiscard {
            taking: Taking::SamuelParris,
            ..
        } => (true, Hearers::Nobody),
        Event::CoreyDealt { seat, .. }
        | Event::TookFromDiscard { seat, .. }
        | Event::HandChanged { seat, .. } => (true, Hearers::Seats(vec![*seat])),
        Event::Inherited { shares } => {
            let heirs = shares.iter().map(|share| share.seat).collect();
            (true, Hearers::Seats(heirs))
        }
        Event::Played { effect, .. } => (
            true,
            match effect {
                Effect::Burned { target, .. } => Hearers::Seats(vec![*target]),
                Effect::Robbed {
                    source, receiver, ..
                } => Hearers::Seats(vec![*source, *receiver]),
                Effect::Marked { .. }
                | Effect::Spared { .. }
                | Effect::Cleared { .. }
                | Effect::Cursed { .. }
                | Effect::Blamed { .. }
                | Effect::Frozen { .. }
                | Effect::Placed { .. } => Hearers::Nobody,
            },
        ),
        Event::Died {
            seat, coven: true, ..
        } => (true, Hearers::Seats(vec![*seat])),
        Event::Died {
            seat, coven: false, ..
        } => (true, Hearers::Both(vec![Room::Graveyard], vec![*seat])),
        Event::BlueCardsLeft { .. } | Event::DaybreakReported { .. } => (true, Hearers::EverySeat),
        Event::Redistributed { moves, .. } => {
            let seats = moves.iter().map(|moved| moved.seat).collect();
            (true, Hearers::Both(vec![Room::Coven], seats))
        }
        Event::NightEnded { .. } => (true, Hearers::Rooms(&[Room::Coven, Room::Chat(0)])),
        Event::ChatOpened { guests, .. } => (false, Hearers::Both(vec![chat], guests.clone())),
        Event::ChatJoined { guest, .. } => (false, Hearers::Both(vec![chat], vec![*guest])),
        Event::ChatLeft { .. } => (false, Hearers::Rooms(&[Room::Chat(0)])),
        Event::Paused { pause } if pause.until.is_some() => (true, Hearers::Rooms(&[Room::Desk])),
        Event::Paused { .. } => (true, Hearers::Nobody),
        Event::Replaced { seat, .. } => (true, Hearers::Seats(vec![*seat])),
        Event::RemovalDeferred { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::InactivityReported { .. } => (false, Hearers::Rooms(&[Room::Desk])),
        Event::Reminded { owing, .. } => (true, Hearers::Seats(owing.clone())),
    }
}

fn hearers(forum: &Forum, hearers: Hearers) -> BTreeSet<Audience> {
    let rooms = |rooms: Vec<Room>| rooms.into_iter().map(Audience::Room);
    let seats = |seats: Vec<Seat>| seats.into_iter().map(Audience::Seat);
    match hearers {
        Hearers::Nobody => BTreeSet::new(),
        Hearers::EverySeat => seats(forum.table.living().collect()).collect(),
        Hearers::Rooms(these) => rooms(these.to_vec()).collect(),
        Hearers::Seats(these) => seats(these).collect(),
        Hearers::Both(some, others) => rooms(some).chain(seats(others)).collect(),
    }
}

/// Whether this audience may hear of this event at all.
pub fn may_hear(forum: &Forum, event: &Event, audience: Audience) -> bool {
    let (town, others) = expected(event);
    match (audience, others) {
        (Audience::Nobody, _) => false,
        (Audience::Room(Room::Town), _) => town,
        // The dead of a daybreak lived at the Night's end.
        (Audience::Seat(_), Hearers::EverySeat) => true,
        (Audience::Room(Room::Chat(_)), Hearers::Rooms(rooms)) => {
            rooms.iter().any(|room| matches!(room, Room::Chat(_)))
        }
        (Audience::Room(Room::Chat(_)), Hearers::Both(rooms, _)) => {
            rooms.iter().any(|room| matches!(room, Room::Chat(_)))
        }
        (_, others) => hearers(forum, others).contains(&audience),
    }
}

fn tables() -> [Forum; 3] {
    [sample::day(), sample::night(), sample::over()].map(sample::table)
}

fn told(forum: &Forum, event: &Event) -> Vec<Notice> {
    forum.tell(event, NOW)
}

#[test]
fn f4_each_event_is_told_to_those_whom_it_concerns_and_to_nobody_else() {
    for event in sample::every_event(&sample::table(sample::day())) {
        // A Night's end is told in the Night, all else by Day.
        let phase = match event {
            Event::NightFell { .. } | Event::NightEnded { .. } => sample::night(),
            _ => sample::day(),
        };
        let forum = sample::table(phase);
        let (town, others) = expected(&event);
        let mut wanted = hearers(&forum, others);
        if town {
            wanted.insert(Audience::Room(Room::Town));
        }
        let heard: BTreeSet<Audience> = told(&forum, &event)
            .iter()
            .map(|notice| notice.audience)
            .collect();
        assert_eq!(heard, wanted, "{event:?}");
    }
}

#[test]
fn each_notice_has_an_audience_says_something_and_keeps_within_a_line() {
    for forum in tables() {
        for event in sample::every_event(&forum) {
            for notice in told(&forum, &event) {
                assert_ne!(notice.audience, Audience::Nobody, "{event:?}");
                let text = sample::longest(&notice.text);
                assert!(!text.trim().is_empty(), "{event:?}");
                for line in text.lines() {
                    let length = line.encode_utf16().count();
                    assert!(length < 400, "{length}: {line}");
                }
            }
        }
    }
}

#[test]
fn only_the_town_is_pinged_and_only_who_has_to_do_something() {
    for forum in tables() {
        for event in sample::every_event(&forum) {
            for notice in told(&forum, &event) {
                if !notice.ping.is_empty() {
                    assert_eq!(notice.audience, Audience::Room(Room::Town), "{event:?}");
                    assert!(
                        matches!(
                            event,
                            Event::SeatsDrawn { .. }
                                | Event::FlipOwed { .. }
                                | Event::ConspiracyCalled { .. }
                                | Event::ShiftOpened { .. }
                                | Event::Proposed { .. }
                        ),
                        "{event:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn h7_the_conspiracys_instant_is_never_told() {
    let forum = sample::table(sample::day());
    for event in sample::every_event(&forum) {
        let secret = match event {
            Event::DayBegan { conspiracy, .. } => conspiracy,
            Event::ModeratorReturned {
                conspiracy: Some(conspiracy),
                ..
            } => conspiracy,
            _ => continue,
        };
        let stamp = (secret.0 / 1000).to_string();
        for notice in told(&forum, &event) {
            assert!(!plain(&notice.text).contains(&stamp), "{event:?}");
        }
    }
}

#[test]
fn h7_a_day_that_waits_for_a_conspiracy_not_yet_announced_is_not_said_to() {
    use town_crier::games::salem1692::forum::Conspiracy;
    for (conspiracy, public) in [
        (Conspiracy::Awaited { at: NOW }, false),
        (Conspiracy::Called, true),
    ] {
        let mut forum = sample::table(sample::day());
        if let Phase::Day(day) = &mut forum.phase {
            day.conspiracy = conspiracy;
        }
        let event = Event::ModeratorReturned {
            since: NOW,
            at: NOW,
            until: None,
            flips: Vec::new(),
            shift: None,
            waits: true,
            conspiracy: Some(NOW),
            standstill: None,
        };
        let text = plain(&told(&forum, &event)[0].text);
        assert_eq!(text.contains("Conspiracy"), public, "{text}");
    }
}

#[test]
fn f16_the_town_hears_how_many_cards_burned_or_moved_and_not_which() {
    let forum = sample::table(sample::day());
    for (card, effect) in sample::every_effect() {
        let (Effect::Burned { ref cards, .. } | Effect::Robbed { ref cards, .. }) = effect else {
            continue;
        };
        let count = format!("{} cards", cards.len());
        let event = Event::Played {
            at: NOW,
            seat: seat(8),
            card,
            effect: effect.clone(),
        };
        for notice in told(&forum, &event) {
            let text = plain(&notice.text);
            if notice.audience == Audience::Room(Room::Town) {
                assert!(text.contains(&count), "{text}");
                assert!(
                    !text.contains("Evidence") && !text.contains("Accusation"),
                    "{text}"
                );
            } else {
                assert!(
                    text.contains("5 Evidence cards") && text.contains("6 Accusations"),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn f27_each_is_told_what_came_and_neither_what_was_lost_nor_from_whom() {
    let forum = sample::table(sample::day());
    let events = sample::every_event(&forum);
    let event = events
        .iter()
        .find(|event| matches!(event, Event::Redistributed { .. }))
        .expect("there is one");
    let notices = told(&forum, event);
    for notice in &notices {
        let text = plain(&notice.text);
        match notice.audience {
            Audience::Room(Room::Town) => {
                assert!(
                    !text.contains("Witch") && !text.contains("Constable") && !text.contains('#'),
                    "{text}"
                );
            }
            // The coven is told of the new member and of nothing else.
            Audience::Room(Room::Coven) => {
                assert_eq!(text.matches('#').count(), 1, "{text}");
                assert!(text.contains("#2 ") && !text.contains("Tryal"), "{text}");
            }
            // The new Witch is told who the others are; nobody else reads a name.
            Audience::Seat(reader) if reader == seat(2) => {
                assert!(text.contains("With you: #1."), "{text}");
            }
            Audience::Seat(reader) => {
                let named = text.matches('#').count();
                assert_eq!(named, 0, "{reader:?}: {text}");
            }
            Audience::Nobody | Audience::Room(_) => panic!("{:?}", notice.audience),
        }
    }
    let of = |number: u8| {
        let mine = notices
            .iter()
            .find(|notice| notice.audience == Audience::Seat(seat(number)));
        plain(&mine.expect("every seat gets one").text)
    };
    assert!(of(3).contains("You are the **Constable** now"), "{}", of(3));
    assert!(of(4).contains("no longer the Constable"), "{}", of(4));
    assert!(of(2).contains("you are a **Witch**"), "{}", of(2));
    assert!(!of(5).contains("Constable"), "{}", of(5));
}

#[test]
fn f32_the_spared_are_told_with_the_report_and_everybody_gets_something() {
    let forum = sample::table(sample::day());
    let event = Event::DaybreakReported {
        number: 1,
        at: NOW,
        confessions: Vec::new(),
        unshown: Vec::new(),
        died: Vec::new(),
        guarded: None,
    };
    let notices = told(&forum, &event);
    assert_eq!(
        plain(&notices[0].text),
        "📣 **Report of Night 1**\nNobody died."
    );
    for number in 1..=12 {
        let mine = notices
            .iter()
            .filter(|notice| notice.audience == Audience::Seat(seat(number)));
        let mine: Vec<String> = mine.map(|notice| plain(&notice.text)).collect();
        assert_eq!(mine.len(), 1);
        assert_eq!(mine[0].contains("Constable"), number == 6, "{}", mine[0]);
    }
}

#[test]
fn f32_the_town_never_hears_whom_the_coven_chose_or_why_a_kill_failed() {
    let forum = sample::table(sample::night());
    let ended = |votes, target, asylum| Event::NightEnded {
        number: 1,
        at: NOW,
        votes,
        target,
        guard: None,
        confessions: Vec::new(),
        unshown: Vec::new(),
        asylum,
    };
    let silent = told(&forum, &ended(Vec::new(), None, None));
    let votes = vec![
        (seat(1), KillVote::Target(seat(9))),
        (seat(2), KillVote::Target(seat(9))),
    ];
    let agreed = told(&forum, &ended(votes, Some(seat(9)), Some(seat(9))));
    assert_eq!(silent, agreed);
}

#[test]
fn h6_the_desk_does_not_read_who_of_the_coven_is_silent() {
    let forum = sample::table(sample::night());
    let event = Event::InactivityReported {
        silent: vec![seat(5)],
        unvoted: vec![seat(1)],
    };
    for notice in told(&forum, &event) {
        let text = plain(&notice.text);
        assert!(text.contains("#5") && !text.contains("#1"), "{text}");
        assert!(!text.contains("Witch") && !text.contains("coven"), "{text}");
    }
}

#[test]
fn f34_what_the_dead_had_in_hand_is_not_told() {
    let forum = sample::table(sample::day());
    let events = sample::every_event(&forum);
    for event in events
        .iter()
        .filter(|event| matches!(event, Event::Died { .. }))
    {
        for notice in told(&forum, event) {
            let text = plain(&notice.text);
            assert!(
                !text.contains("Evidence") && !text.contains("Alibi"),
                "{text}"
            );
        }
    }
}

#[test]
fn f37_everything_is_disclosed_at_the_end_and_nothing_before() {
    let ended = |phase| {
        let forum = sample::table(phase);
        let events = sample::every_event(&forum);
        let event = events
            .into_iter()
            .find(|event| matches!(event, Event::Ended { .. }))
            .expect("there is one");
        let notices = told(&forum, &event);
        let texts: Vec<String> = notices.iter().map(|notice| plain(&notice.text)).collect();
        texts.join("\n")
    };
    assert!(!ended(sample::day()).contains("- #1 named #9"));
    let all = ended(sample::over());
    for line in [
        "- #1, from the start",
        "- #2, since Day 1",
        "- Dawn: #1 named #9 for the Black Cat.",
        "- The Black Cat went to #9, by lot.",
        "- The Black Cat scratched #9: Tryal 1 was Not a Witch.",
        "- #2 took Tryal 1 of #1 (Not a Witch, by chance) and got Tryal 5 of #11 (**Witch**).",
        "- #1 named #9.",
        "- #2 wanted nobody dead.",
        "- The Constable #3 guarded #6.",
        "- #6 confessed with Tryal 4 (Not a Witch), but was guarded and revealed nothing.",
        "- Asylum lay in front of #8.",
        "- Died: #10.",
        "**Witch 1** was dealt to #1 as Tryal 3.",
        "**Constable** was dealt to #3 as Tryal 3.",
        "@1 gave seat 5 to @2.",
    ] {
        assert!(all.contains(line), "{line}\n{all}");
    }
}
