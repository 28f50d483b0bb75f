//! H7: the Moderator's absence.

use town_crier::games::salem1692::forum::{Command, Conspiracy, Event, Refusal};
use town_crier::games::salem1692::table::CardKind::{Stocks, Witness};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::time::{Length, Time};

use crate::kit::*;

fn end(town: &Town) -> Time {
    town.forum.span().expect("there is a phase").until
}

/// Away from then to then, counted from the start of the phase.
fn away(town: &mut Town, from: Length, to: Length) {
    town.now = START + to;
    town.absent_since(START + from);
}

#[test]
fn h07_two_minutes_are_no_absence_and_a_millisecond_more_are() {
    let mut town = Town::new();
    town.now = START + minutes(2);
    let absence = Command::Absence { since: START };
    assert_eq!(
        town.attempt(Actor::Clock, &absence),
        Err(Refusal::NotAbsent)
    );
    town.now = town.now + MILLISECOND;
    town.absent_since(START);
    assert_eq!(town.person_cannot(STRANGER, absence), Refusal::OnlyTheClock);
}

#[test]
fn h07_a_phase_end_that_fell_in_it_moves_to_the_return_plus_grace() {
    let mut town = Town::new().at_night();
    away(&mut town, hours(20), hours(30));
    assert_eq!(end(&town), START + hours(30) + minutes(15));
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.end_phase();
    assert!(!town.lives(BOB), "what is chosen in the grace counts");
}

#[test]
fn h07_one_that_falls_within_grace_moves_too_and_a_later_one_does_not() {
    let mut town = Town::new().at_night();
    away(&mut town, hours(20), hours(24) - minutes(15) + MILLISECOND);
    assert_eq!(end(&town), START + hours(24) + MILLISECOND);
    let mut town = Town::new().at_night();
    away(&mut town, hours(20), hours(24) - minutes(15));
    assert_eq!(end(&town), START + hours(24));
    let mut town = Town::new().at_night();
    away(&mut town, hours(20), hours(21));
    assert_eq!(end(&town), START + hours(24));
}

#[test]
fn h07_no_two_phases_end_at_one_return() {
    let mut town = Town::new().at_night();
    away(&mut town, hours(1), hours(200));
    let ended = end(&town);
    town.until(ended);
    assert!(town.forum.day().is_some());
    assert_eq!(
        end(&town),
        ended + hours(24),
        "the next phase has its whole length"
    );
}

#[test]
fn h07_open_flips_move_with_it() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    away(&mut town, minutes(10), hours(3));
    assert_eq!(town.flip_against(BOB).until, START + hours(3) + minutes(15));
    town.flip(ANN, BOB, 1);
    let mut town = Town::new().owes_flip(BOB, ANN);
    away(&mut town, minutes(10), minutes(20));
    assert_eq!(
        town.flip_against(BOB).until,
        START + hours(1),
        "not within the grace"
    );
    town.flip(ANN, BOB, 1);
}

#[test]
fn h07_dawn_moves_too() {
    let mut town = Town::new().at_dawn();
    away(&mut town, hours(11), hours(13));
    assert_eq!(end(&town), START + hours(13) + minutes(15));
}

#[test]
fn h07_a_conspiracy_whose_instant_fell_in_it_comes_at_the_return() {
    let mut town = Town::new();
    away(&mut town, hours(11), hours(14));
    let returned = START + hours(14);
    assert_eq!(town.forum.due(), Some(returned));
    let events = town.tick();
    assert!(
        matches!(events[0], Event::ConspiracyCalled { at, .. } if at == returned),
        "as if it had been meant for now"
    );
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(returned + hours(2))
    );
}

#[test]
fn h07_a_conspiracy_still_to_come_keeps_its_instant() {
    let mut town = Town::new();
    away(&mut town, hours(10), hours(12) - MILLISECOND);
    assert_eq!(
        town.forum.day().map(|day| day.conspiracy.clone()),
        Some(Conspiracy::Awaited {
            at: START + hours(12)
        })
    );
    let mut town = Town::new();
    away(&mut town, hours(10), hours(12));
    assert!(
        town.forum.day().is_some_and(|day| day.waits),
        "at the instant itself it fell in the absence"
    );
}

#[test]
fn h07_one_that_is_owed_keeps_its_full_window_and_the_days_end_waits() {
    let mut town = Town::new();
    away(&mut town, hours(11), hours(30)); // The whole rest of the Day.
    let returned = START + hours(30);
    assert_eq!(end(&town), returned + minutes(15));
    town.tick();
    town.until(returned + hours(2) - MILLISECOND);
    assert!(
        town.forum.shift().is_some(),
        "the Day's end has passed and waits"
    );
    let events = town.wait(MILLISECOND);
    assert!(
        matches!(events[..], [Event::Redistributed { .. }, Event::NightFell { at, .. }] if at == returned + hours(2))
    );
}

#[test]
fn h07_one_that_is_announced_and_waits_for_a_flip_keeps_its_full_window_too() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.until(START + hours(12) - minutes(40));
    town.play(ANN, Witness, at(BOB));
    town.until(START + hours(12));
    away(&mut town, hours(12) + minutes(5), hours(30)); // The whole rest of the Day.
    let grace = START + hours(30) + minutes(15);
    assert_eq!(town.flip_against(BOB).until, grace);
    assert_eq!(end(&town), grace);
    town.until(grace);
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(grace + hours(2)),
        "the Day's end, at the same instant, waits"
    );
    town.all_pick();
    assert!(town.forum.night().is_some());
}

#[test]
fn h07_an_open_shift_is_not_cut_by_the_days_end() {
    let mut town = Town::new().at_shift();
    if let town_crier::games::salem1692::forum::Phase::Day(day) = &mut town.forum.phase {
        day.span.until = START + hours(1) + minutes(30);
    }
    away(&mut town, minutes(20), hours(1) + minutes(25));
    assert_eq!(end(&town), START + hours(1) + minutes(40));
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(START + hours(2))
    );
    town.until(START + hours(2) - MILLISECOND);
    town.pick(ANN, 1);
    town.wait(MILLISECOND);
    assert!(town.forum.night().is_some());
}

#[test]
fn h07_a_shift_that_would_have_closed_moves_to_the_return_plus_grace() {
    let mut town = Town::new().at_shift();
    away(&mut town, hours(1), hours(3));
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(START + hours(3) + minutes(15))
    );
}

#[test]
fn h07_a_shift_that_ends_early_lets_the_day_go_on_to_its_end() {
    let mut town = Town::new().at_shift();
    away(&mut town, hours(1), hours(3));
    town.all_pick();
    assert!(town.forum.day().is_some());
    assert_eq!(end(&town), START + hours(24));
}

#[test]
fn h07_stocks_do_not_move() {
    let mut town = Town::new().hand(ANN, &[Stocks]);
    town.play(ANN, Stocks, at(BOB));
    away(&mut town, hours(5), hours(7));
    assert_eq!(town.forum.frozen_until(seat(BOB)), Some(START + hours(6)));
    let events = town.tick();
    assert!(matches!(events[..], [Event::StocksEnded { at, .. }] if at == START + hours(6)));
}

/// The reminders among these events, by how long before the end they are set.
fn reminders(events: &[Event]) -> Vec<Length> {
    let told = |event: &Event| match event {
        Event::Reminded { before, .. } => Some(*before),
        _ => None,
    };
    events.iter().filter_map(told).collect()
}

/// What of the reminders of a Night, 6 h and 1 h before its end, comes after an absence in it.
fn reminded(since: Length, back: Length) -> Vec<Length> {
    let mut town = Town::new().after_conspiracy();
    town.end_phase();
    let began = town.now;
    town.until(began + since);
    town.now = began + back;
    town.absent_since(began + since);
    let at_once = town.until(town.now);
    let later = town.end_phase();
    assert!(reminders(&at_once).len() <= 1, "one at a return");
    [reminders(&at_once), reminders(&later)].concat()
}

#[test]
fn h07_of_the_reminders_that_fell_in_it_the_last_is_sent_at_the_return() {
    let (six, one) = (hours(6), hours(1));
    assert_eq!(reminded(hours(17), hours(18) - MILLISECOND), [six, one]);
    assert_eq!(reminded(hours(17), hours(19)), [six, one], "late, not lost");
    assert_eq!(reminded(hours(17), hours(23) + minutes(30)), [one]);
    assert_eq!(reminded(hours(19), hours(20)), [one], "none twice");
    assert_eq!(reminded(hours(17), hours(30)), [one], "the end moved");
}

#[test]
fn h07_in_a_pause_no_reminder_is_overdue() {
    let mut town = Town::new().after_conspiracy();
    town.end_phase();
    let began = town.now;
    town.until(began + hours(10));
    town.host(Command::Pause);
    town.now = began + hours(40);
    town.absent_since(began + hours(11));
    town.host(Command::Resume);
    assert_eq!(reminders(&town.until(town.now)), []);
    assert_eq!(reminders(&town.end_phase()), [hours(6), hours(1)]);
}

#[test]
fn h07_in_a_pause_nothing_moves() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    town.host(Command::Pause);
    town.now = START + hours(40);
    town.absent_since(START + hours(1));
    assert_eq!(end(&town), START + hours(24));
    town.host(Command::Resume);
    assert_eq!(end(&town), START + hours(64));
    town.flip(ANN, BOB, 1);
}

#[test]
fn h07_the_hosts_time_to_answer_a_standstill_moves_too() {
    let standstill = |since, back| {
        let mut town = Town::new().after_conspiracy();
        while town.forum.pause.is_none() {
            town.tick();
        }
        let asked = town.now;
        town.now = asked + back;
        town.absent_since(asked + since);
        let until = town.forum.pause.and_then(|pause| pause.until);
        until.expect("the host is asked") - asked
    };
    let week = Length::DAY.times(7);
    assert_eq!(standstill(hours(1), hours(2)), week);
    assert_eq!(
        standstill(hours(1), week + hours(5)),
        week + hours(5) + minutes(15)
    );
}

#[test]
fn h07_what_was_decided_before_stays_decided() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    town.flip(ANN, BOB, 1);
    away(&mut town, hours(1), hours(2));
    assert_eq!(town.hidden(BOB), 4);
    assert_eq!(town.marks(BOB), 0);
}

#[test]
fn h07_grace_is_a_setting() {
    let mut town = Town::with(&[("grace", "1h")]).at_night();
    away(&mut town, hours(20), hours(30));
    assert_eq!(end(&town), START + hours(31));
}
