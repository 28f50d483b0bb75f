//! F24 to F27: the Conspiracy.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{
    Command, Conspiracy, DeathCause, Event, FlipChoice, Forum, Move, Pick, Refusal, RevealCause,
};
use town_crier::games::salem1692::table::CardKind::{Accusation, BlackCat, Witness};
use town_crier::games::salem1692::table::{Side, TryalKind};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::Seat;
use town_crier::kernel::time::Time;

use crate::kit::*;

const NOON: i64 = 12;

/// The next Conspiracy's instant, as the next deal draws it.
fn drawn_instant(seed: u8, changes: &[(&str, &str)]) -> (Time, Time) {
    let mut town = Town::dealt(settings(changes), seed);
    town.end_phase();
    let day = town.forum.day().expect("it is Day");
    match day.conspiracy {
        Conspiracy::Awaited { at } => (day.span.began, at),
        _ => panic!("it is awaited"),
    }
}

fn redistribution(events: &[Event]) -> (Vec<Pick>, Vec<Move>, Vec<Seat>) {
    let found = events.iter().find_map(|event| match event {
        Event::Redistributed {
            picks,
            moves,
            joined,
            ..
        } => Some((picks.clone(), moves.clone(), joined.clone())),
        _ => None,
    });
    found.expect("cards were dealt anew")
}

fn is_past(forum: &Forum) -> bool {
    forum
        .day()
        .is_some_and(|day| day.conspiracy == Conspiracy::Past)
}

#[test]
fn f24_its_instant_lies_from_an_eighth_to_seven_eighths_less_the_window() {
    let (mut early, mut late) = (false, false);
    for seed in 0..=255 {
        let (began, at) = drawn_instant(seed, &[]);
        assert!(
            at >= began + hours(3) && at < began + hours(19),
            "{:?}",
            at - began
        );
        early |= at < began + hours(4);
        late |= at >= began + hours(18);
    }
    assert!(early && late, "the whole span comes about");
}

#[test]
fn f24_with_a_window_of_half_a_day_the_span_ends_at_three_eighths() {
    for seed in 0..100 {
        let (began, at) = drawn_instant(seed, &[("shift_window", "12h")]);
        assert!(at >= began + hours(3) && at < began + hours(9));
    }
}

#[test]
fn f24_it_comes_at_its_instant_and_not_before() {
    let mut town = Town::new();
    town.until(START + hours(NOON) - MILLISECOND);
    assert!(town.story.is_empty());
    let events = town.wait(MILLISECOND);
    assert!(matches!(
        events[..],
        [
            Event::ConspiracyCalled { .. },
            Event::ScratchSkipped,
            Event::ShiftOpened { .. }
        ]
    ));
}

#[test]
fn f24_from_then_on_no_card_is_played_until_the_shift_is_over() {
    let mut town = Town::new().hand(ANN, &[Accusation, Accusation]);
    town.until(START + hours(NOON) - MILLISECOND);
    town.play(ANN, Accusation, at(BOB));
    town.wait(MILLISECOND);
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::DuringConspiracy
    );
    town.all_pick();
    town.play(ANN, Accusation, at(BOB));
}

#[test]
fn f24_a_card_at_its_very_instant_is_late() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    town.now = START + hours(NOON);
    assert_eq!(town.cannot_play(ANN, Accusation, at(BOB)), Refusal::Late);
}

#[test]
fn f24_owed_flips_come_first_with_a_quarter_of_an_hour_at_most() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.until(START + hours(NOON) - minutes(40));
    town.play(ANN, Witness, at(BOB)); // until 20 minutes past noon
    town.until(START + hours(NOON));
    assert!(
        town.forum
            .day()
            .is_some_and(|day| day.conspiracy == Conspiracy::Called)
    );
    assert_eq!(
        town.flip_against(BOB).until,
        START + hours(NOON) + minutes(15)
    );
    town.wait(minutes(15) - MILLISECOND);
    assert!(town.forum.shift().is_none());
    let events = town.wait(MILLISECOND);
    assert!(matches!(
        events[0],
        Event::Revealed {
            cause: RevealCause::Flip {
                choice: FlipChoice::TimeOut,
                ..
            },
            ..
        }
    ));
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(START + hours(NOON) + minutes(135))
    );
}

#[test]
fn f24_a_flip_with_less_time_left_keeps_it() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.until(START + hours(NOON) - minutes(50));
    town.play(ANN, Witness, at(BOB));
    town.until(START + hours(NOON));
    assert_eq!(
        town.flip_against(BOB).until,
        START + hours(NOON) + minutes(10)
    );
    town.now = town.now + minutes(5);
    let events = town.flip(ANN, BOB, 1);
    assert!(
        matches!(events.last(), Some(Event::ShiftOpened { .. })),
        "the chosen flip opens the Shift"
    );
}

#[test]
fn f24_an_advanced_day_has_its_conspiracy_with_its_window_then_night() {
    let mut town = Town::new().owes_flip(BOB, ANN).hand(CAL, &[Accusation]);
    town.now = START + minutes(10);
    let events = town.host(Command::Advance);
    assert!(matches!(
        events[..],
        [
            Event::Advanced { .. },
            Event::Revealed {
                cause: RevealCause::Flip {
                    choice: FlipChoice::DayEnded,
                    ..
                },
                ..
            },
            Event::ConspiracyCalled { .. },
            Event::ScratchSkipped,
            Event::ShiftOpened { .. }
        ]
    ));
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(town.now + hours(2))
    );
    assert_eq!(
        town.cannot_play(CAL, Accusation, at(BOB)),
        Refusal::DuringConspiracy
    );
    town.all_pick();
    assert!(town.forum.night().is_some());
}

#[test]
fn f24_an_advanced_day_after_the_conspiracy_ends_at_once() {
    let mut town = Town::new().after_conspiracy().owes_flip(BOB, ANN);
    let events = town.host(Command::Advance);
    assert!(matches!(
        events[..],
        [
            Event::Advanced { .. },
            Event::Revealed { .. },
            Event::NightFell { .. }
        ]
    ));
}

#[test]
fn f24_a_day_that_is_advanced_in_the_shift_waits_for_it() {
    let mut town = Town::new().at_shift();
    town.host(Command::Advance);
    assert!(town.forum.shift().is_some());
    assert!(matches!(
        town.host_cannot(Command::Advance),
        Refusal::AlreadyEnding { until: Some(_) }
    ));
    assert!(matches!(
        town.host_cannot(Command::Extend { by: hours(1) }),
        Refusal::AlreadyEnding { .. }
    ));
    town.wait(hours(2));
    assert!(town.forum.night().is_some());
}

#[test]
fn f24_the_days_own_end_settles_flips_and_shift_at_random() {
    let mut town = Town::new().at_shift();
    if let town_crier::games::salem1692::forum::Phase::Day(day) = &mut town.forum.phase {
        day.span.until = START + hours(1);
    }
    town.pick(ANN, 3);
    let events = town.until(START + hours(1));
    let (picks, ..) = redistribution(&events);
    assert_eq!(picks.iter().filter(|pick| pick.random).count(), 8);
    assert_eq!(picks[0].position, place(3));
    assert!(matches!(events.last(), Some(Event::NightFell { .. })));
}

#[test]
fn f24_the_days_own_end_while_flips_are_awaited() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    if let town_crier::games::salem1692::forum::Phase::Day(day) = &mut town.forum.phase {
        day.conspiracy = Conspiracy::Called;
        day.span.until = START + minutes(5);
    }
    let events = town.until(START + minutes(5));
    assert!(matches!(
        events[..],
        [
            Event::Revealed {
                cause: RevealCause::Flip {
                    choice: FlipChoice::DayEnded,
                    ..
                },
                ..
            },
            Event::ScratchSkipped,
            Event::Redistributed { .. },
            Event::NightFell { .. }
        ]
    ));
}

#[test]
fn f24_once_a_day_and_an_extension_draws_no_second_one() {
    let mut town = Town::new();
    town.until(START + hours(NOON));
    town.all_pick();
    assert!(is_past(&town.forum));
    town.host(Command::Extend { by: hours(48) });
    let events = town.until(START + hours(72) - MILLISECOND);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::ConspiracyCalled { .. }))
    );
}

#[test]
fn f25_a_random_hidden_tryal_of_the_cats_holder_is_revealed() {
    let mut town = Town::new()
        .front(BOB, &[BlackCat])
        .row(BOB, "NnNnn")
        .accused(BOB, 3);
    let events = town.until(START + hours(NOON));
    let Event::Revealed {
        seat: whose,
        position,
        cause: RevealCause::CatScratch,
        ..
    } = events[1]
    else {
        panic!("the cat scratched: {events:?}")
    };
    assert_eq!(whose, seat(BOB));
    assert!([2, 4, 5].contains(&position.number()));
    assert_eq!(town.marks(BOB), 3, "the marks stay (F14)");
}

#[test]
fn f25_the_scratch_is_random() {
    let positions: BTreeSet<u8> = [1, 2, 3, 4, 5]
        .into_iter()
        .filter(|wanted| {
            let mut town = Town::new().front(BOB, &[BlackCat]);
            town.now = START + hours(NOON);
            town.lucky(Actor::Clock, &Command::Tick, |events| {
                matches!(events[1], Event::Revealed { position, .. } if position.number() == *wanted)
            });
            true
        })
        .collect();
    assert_eq!(positions.len(), 5);
}

#[test]
fn f25_nobody_has_the_cat_and_the_step_is_skipped() {
    let mut town = Town::new();
    let events = town.until(START + hours(NOON));
    assert!(matches!(events[1], Event::ScratchSkipped));
}

#[test]
fn f25_whom_the_scratch_kills_takes_no_part_in_the_shift() {
    let mut town = Town::new().front(BOB, &[BlackCat]).row(BOB, "NNNNn");
    let events = town.until(START + hours(NOON));
    assert!(matches!(
        events[2],
        Event::Died {
            cause: DeathCause::LastTryal,
            ..
        }
    ));
    assert_eq!(
        town.cannot(BOB, Command::Pick { position: place(1) }),
        Refusal::Dead
    );
    assert_eq!(
        town.forum.table.before(seat(CAL)),
        seat(ANN),
        "Cal now picks from Ann"
    );
    town.all_pick();
    let (picks, moves, _) = redistribution(&town.story.clone());
    assert_eq!((picks.len(), moves.len()), (8, 8));
    assert!(
        picks
            .iter()
            .all(|pick| pick.seat != seat(BOB) && pick.source != seat(BOB))
    );
}

#[test]
fn f25_a_scratch_that_reveals_the_last_witch_card_ends_the_game() {
    let mut town = Town::new()
        .dead(IVY)
        .front(HAL, &[BlackCat])
        .row(HAL, "wNNNN");
    let events = town.until(START + hours(NOON));
    assert_eq!(town.winner(), Some(Side::Town));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::ShiftOpened { .. }))
    );
}

#[test]
fn f26_each_picks_from_the_living_player_before() {
    let mut town = Town::new()
        .dead(BOB)
        .at_shift()
        .row(ANN, "Nnnnn")
        .row(IVY, "wNnnn");
    let hidden = |target, number| Refusal::NotHidden {
        target: seat(target),
        position: place(number),
    };
    assert_eq!(
        town.cannot(CAL, Command::Pick { position: place(1) }),
        hidden(ANN, 1)
    );
    assert_eq!(
        town.cannot(ANN, Command::Pick { position: place(2) }),
        hidden(IVY, 2)
    );
    town.pick(CAL, 2);
    town.pick(ANN, 1);
}

#[test]
fn f26_picks_are_changeable_until_it_closes() {
    let mut town = Town::new().at_shift();
    town.pick(BOB, 1);
    town.pick(BOB, 4);
    let events = town.wait(hours(2));
    let (picks, ..) = redistribution(&events);
    assert_eq!((picks[1].position, picks[1].random), (place(4), false));
    assert!(picks[0].random);
}

#[test]
fn f26_it_closes_with_the_last_pick() {
    let mut town = Town::new().at_shift();
    for who in ANN..=HAL {
        let events = town.pick(who, 1);
        assert_eq!(events.len(), 1);
    }
    let events = town.pick(IVY, 1);
    assert!(matches!(
        events[..],
        [Event::Picked { .. }, Event::Redistributed { .. }]
    ));
    assert_eq!(
        town.cannot(ANN, Command::Pick { position: place(1) }),
        Refusal::NoShift
    );
}

#[test]
fn f26_it_closes_when_its_window_is_over() {
    let mut town = Town::new().at_shift();
    town.wait(hours(2) - MILLISECOND);
    assert!(town.forum.shift().is_some());
    town.pick(ANN, 1);
    town.now = START + hours(2);
    assert_eq!(
        town.cannot(BOB, Command::Pick { position: place(1) }),
        Refusal::Late
    );
    town.tick();
    assert!(is_past(&town.forum));
}

#[test]
fn f26_outside_the_shift_nobody_picks() {
    assert_eq!(
        Town::new().cannot(ANN, Command::Pick { position: place(1) }),
        Refusal::NoShift
    );
    assert_eq!(
        Town::new()
            .at_night()
            .cannot(ANN, Command::Pick { position: place(1) }),
        Refusal::NoShift
    );
}

#[test]
fn f26_stocks_run_on_through_it() {
    use town_crier::games::salem1692::table::CardKind::Stocks;
    let mut town = Town::new().hand(ANN, &[Stocks]);
    town.until(START + hours(7));
    town.play(ANN, Stocks, at(BOB)); // until 11 h 15 min
    town.until(START + hours(11) + minutes(15));
    assert!(town.front_of(BOB).is_empty());
}

#[test]
fn f27_the_picked_cards_go_one_to_each_into_the_gaps() {
    let mut town = Town::new().at_shift();
    town.all_pick();
    let (picks, moves, _) = redistribution(&town.story.clone());
    let picked: BTreeSet<_> = picks.iter().map(|pick| pick.card).collect();
    let dealt: BTreeSet<_> = moves.iter().map(|step| step.card).collect();
    assert_eq!(picked, dealt);
    for step in &moves {
        let taken = picks
            .iter()
            .find(|pick| pick.source == step.seat)
            .expect("somebody took one");
        assert_eq!((step.position, step.lost), (taken.position, taken.card));
        assert_eq!(
            town.forum.chair(step.seat).tryal(step.position).card,
            step.card
        );
        let origin = picks
            .iter()
            .find(|pick| pick.card == step.card)
            .expect("it was picked");
        assert_eq!(step.origin, (origin.source, origin.position));
    }
}

/// Everybody picks position 1: the Witch cards of Hal and Ivy and the Constable card of Gus are among them.
fn shifted(wanted: impl Fn(&[Move]) -> bool) -> (Town, Vec<Event>) {
    let mut town = Town::new().at_shift();
    for who in ANN..=HAL {
        town.pick(who, 1);
    }
    let last = Command::Pick { position: place(1) };
    let events = town.lucky(actor(u64::from(IVY)), &last, |events| {
        wanted(&redistribution(events).1)
    });
    (town, events)
}

fn got(moves: &[Move], who: u8) -> TryalKind {
    moves
        .iter()
        .find(|step| step.seat == seat(who))
        .expect("everybody got one")
        .card
        .kind
}

#[test]
fn f27_who_gets_a_witch_card_joins_the_coven_for_good() {
    let (town, events) =
        shifted(|moves| got(moves, ANN) == TryalKind::Witch && got(moves, HAL) != TryalKind::Witch);
    assert!(town.is_of_the_coven(ANN));
    assert!(town.is_of_the_coven(HAL), "once a Witch, always a Witch");
    assert!(redistribution(&events).2.contains(&seat(ANN)));
    assert!(
        town.forum
            .history
            .joined
            .iter()
            .any(|(who, _)| *who == seat(ANN))
    );
}

#[test]
fn f27_a_witch_who_gets_a_witch_card_does_not_join_again() {
    let (town, events) =
        shifted(|moves| got(moves, HAL) == TryalKind::Witch && got(moves, IVY) == TryalKind::Witch);
    assert!(redistribution(&events).2.is_empty());
    assert_eq!(town.forum.table.living_coven().count(), 2);
}

#[test]
fn f27_the_constable_changes_with_the_card() {
    let (town, events) = shifted(|moves| got(moves, BOB) == TryalKind::Constable);
    assert_eq!(town.forum.table.constable(), Some(seat(BOB)));
    let told = events.iter().any(|event| {
        matches!(event, Event::Redistributed { constable_before: Some(before), constable_after: Some(after), .. }
            if (*before, *after) == (seat(GUS), seat(BOB)))
    });
    assert!(told);
}

#[test]
fn f27_a_constable_card_that_is_not_picked_stays() {
    let mut town = Town::new().at_shift();
    town.pick(HAL, 2);
    for who in (ANN..=IVY).filter(|who| *who != HAL) {
        town.pick(who, 1);
    }
    assert_eq!(town.forum.table.constable(), Some(seat(GUS)));
    let Some(Event::Redistributed {
        constable_before,
        constable_after,
        ..
    }) = town.story.last()
    else {
        panic!("the Shift is closed")
    };
    let gus = Some(seat(GUS));
    assert_eq!((*constable_before, *constable_after), (gus, gus));
}

#[test]
fn f27_a_redistribution_that_turns_the_last_of_the_town_ends_the_game() {
    // Ann is the last outside the coven.
    let mut town = (BOB..=GUS).fold(Town::new(), Town::dead).at_shift();
    town.pick(ANN, 1); // From Ivy: a Witch card.
    town.pick(HAL, 1); // From Ann.
    let last = Command::Pick { position: place(1) };
    town.lucky(actor(u64::from(IVY)), &last, |events| {
        got(&redistribution(events).1, ANN) == TryalKind::Witch
    });
    assert_eq!(town.winner(), Some(Side::Witches));
}
