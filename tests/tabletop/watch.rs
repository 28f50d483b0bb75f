//! H6 to H8: reminders, silence, absence, standstill.

use town_crier::games::salem1692::table::CardKind::Stocks;
use town_crier::games::salem1692::tabletop::{Clock, Command, Event, Outcome, PauseCause, Refusal};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::Seat;
use town_crier::kernel::time::{Length, Time};

use crate::kit::*;

fn reminders(events: &[Event]) -> Vec<(Length, Time, Vec<Seat>)> {
    let told = |event: &Event| match event {
        Event::Reminded {
            at, before, owing, ..
        } => Some((*before, *at, owing.clone())),
        _ => None,
    };
    events.iter().filter_map(told).collect()
}

#[test]
fn h06_reminders_come_six_hours_and_one_hour_before_the_end_of_a_turn() {
    let mut town = Town::new();
    town.draw(ANN);
    let first = reminders(&town.until(START + hours(18)));
    assert_eq!(first, [(hours(6), START + hours(18), seats(&[BOB]))]);
    assert!(reminders(&town.until(START + hours(23) - MILLISECOND)).is_empty());
    let second = reminders(&town.until(START + hours(23)));
    assert_eq!(second, [(hours(1), START + hours(23), seats(&[BOB]))]);
}

#[test]
fn h06_a_clock_that_stood_reminds_before_its_new_end() {
    let mut town = Town::new().deck("accusation accusation conspiracy accusation accusation night");
    town.draw(ANN);
    town.wait(hours(1));
    town.draw(BOB);
    let events = town.wait(hours(12));
    assert!(reminders(&events).is_empty(), "while it stands");
    assert_eq!(town.whose_turn(), CAL);
    assert_eq!(reminders(&town.wait(hours(18))).len(), 1);
}

#[test]
fn h06_at_night_those_who_owe_a_voice() {
    let mut town = Town::new().deck("night").discard("evidence evidence");
    town.draw(ANN);
    town.kill(FAY, BOB);
    let told = reminders(&town.wait(hours(6)));
    assert_eq!(told, [(hours(6), START + hours(6), seats(&[EVE, GUS]))]);
    town.end_night();
}

#[test]
fn h06_a_reminder_at_its_instant_makes_nobody_late() {
    let mut town = Town::new();
    town.draw(ANN);
    town.now = START + hours(18);
    town.draw(BOB);
}

fn silent(events: &[Event]) -> Option<(Vec<Seat>, Vec<Seat>)> {
    events.iter().find_map(|event| match event {
        Event::InactivityReported { silent, unvoted } => Some((silent.clone(), unvoted.clone())),
        _ => None,
    })
}

/// Runs on, all drawing in their turns, to the end of the next Night.
fn to_the_end_of_a_night(town: &mut Town, at_night: impl Fn(&mut Town)) -> Vec<Event> {
    while town.game.gathering().is_none() {
        let who = town.whose_turn();
        town.draw(who);
    }
    at_night(town);
    town.end_night()
}

#[test]
fn h06_players_without_act_or_message_are_reported() {
    let mut town = Town::new().dead(DAN).deck("accusation accusation night");
    town = town.discard("evidence evidence evidence");
    let events = to_the_end_of_a_night(&mut town, |town| {
        town.does(CAL, Command::Speak);
        assert_eq!(town.cannot(CAL, Command::Speak), Refusal::AlreadyNoted);
        assert_eq!(town.cannot(ANN, Command::Speak), Refusal::AlreadyNoted);
    });
    assert_eq!(silent(&events), Some((seats(&[EVE, FAY, GUS]), vec![])));
}

#[test]
fn h06_a_witch_who_has_not_voted_for_two_nights_is_reported() {
    let mut town = Town::new();
    for number in 1..=2 {
        town = town.deck("night").discard("evidence evidence evidence");
        let events = to_the_end_of_a_night(&mut town, |town| {
            town.kill(FAY, BOB);
            town.gavel(EVE, BOB);
        });
        let unvoted = silent(&events).map(|(_, unvoted)| unvoted);
        let wanted = if number == 2 { seats(&[GUS]) } else { vec![] };
        assert_eq!(unvoted, Some(wanted), "Night {number}");
    }
}

#[test]
fn h06_a_host_who_plays_gets_no_report_and_it_can_be_off() {
    let night = |town: Town| {
        let mut town = town.deck("night").discard("evidence evidence");
        let events = to_the_end_of_a_night(&mut town, |_| ());
        silent(&events)
    };
    assert_eq!(night(Town::new().hosted_by(ANN)), None);
    assert_eq!(night(Town::with(&[("report_inactive", "off")])), None);
    assert!(night(Town::new()).is_some());
}

#[test]
fn h07_two_minutes_are_no_absence() {
    let mut town = Town::new();
    town.now = START + minutes(2);
    let since = Command::Absence { since: START };
    assert_eq!(town.attempt(Actor::Clock, &since), Err(Refusal::NotAbsent));
    town.now = town.now + MILLISECOND;
    town.absent_since(START);
}

#[test]
fn h07_what_fell_in_it_or_falls_within_grace_moves_to_the_return_plus_grace() {
    let mut town = Town::new();
    town.now = START + hours(30);
    town.absent_since(START + hours(20));
    assert_eq!(town.clock().until(), Some(START + hours(30) + minutes(15)));
    let mut town = Town::new();
    town.now = START + hours(24) - minutes(15);
    town.absent_since(START + hours(20));
    assert_eq!(town.clock().until(), Some(START + hours(24)), "just not");
    let mut town = Town::new();
    town.now = START + hours(24) - minutes(15) + MILLISECOND;
    town.absent_since(START + hours(20));
    let until = START + hours(24) + MILLISECOND;
    assert_eq!(town.clock().until(), Some(until));
}

#[test]
fn h07_open_windows_move_too_and_no_two_phases_end_at_one_return() {
    let mut town = Town::new().deck("conspiracy accusation accusation night");
    town.draw(ANN);
    town.now = START + hours(100);
    town.absent_since(START + hours(1));
    assert_eq!(
        town.game.shift().map(|shift| shift.until),
        Some(START + hours(100) + minutes(15))
    );
    town.wait(minutes(15));
    assert_eq!(town.whose_turn(), BOB);
    assert_eq!(town.clock().until(), Some(town.now + hours(24)));
}

#[test]
fn h07_of_the_reminders_that_are_overdue_the_last_is_sent() {
    let mut town = Town::new();
    town.draw(ANN);
    town.now = START + hours(30);
    town.absent_since(START + hours(10));
    let told = reminders(&town.wait(MILLISECOND));
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, hours(1));
}

/// All clocks run out until the game pauses; how many turns that takes.
fn sleep(town: &mut Town) -> u32 {
    let mut turns = 0;
    while town.game.pause.is_none() {
        let events = town.tick();
        let ran_out = |event: &&Event| matches!(event, Event::TurnRanOut { .. });
        turns += u32::try_from(events.iter().filter(ran_out).count()).expect("a few");
    }
    turns
}

#[test]
fn h08_two_rounds_without_any_act_pause_the_game() {
    let mut town = Town::new();
    assert_eq!(sleep(&mut town), 14, "two rounds of seven");
    let pause = town.game.pause.expect("it is paused");
    assert_eq!(pause.cause, PauseCause::NobodyActs);
    assert_eq!(pause.until, Some(pause.since + Length::DAY.times(7)));
    assert_eq!(town.whose_turn(), ANN);
    town.now = pause.since + hours(48);
    town.host(Command::Resume);
    assert_eq!(town.clock().until(), Some(town.now + hours(24)));
}

#[test]
fn h08_one_act_begins_the_count_anew() {
    let mut town = Town::new();
    while town.whose_turn() != GUS {
        town.tick();
    }
    town.draw(GUS);
    assert_eq!(sleep(&mut town), 14);
}

#[test]
fn h08_unanswered_for_seven_days_it_ends_without_a_winner() {
    let mut town = Town::new();
    sleep(&mut town);
    let until = town.game.due().expect("the patience");
    town.until(until - MILLISECOND);
    assert!(!town.game.is_over());
    town.wait(MILLISECOND);
    assert_eq!(town.outcome(), Some(Outcome::Standstill));
}

#[test]
fn h08_three_nights_without_a_reveal_or_death_pause_the_game() {
    let mut town = Town::new().hand(ANN, &[Stocks]);
    for number in 1..=3 {
        assert_eq!(town.game.pause, None, "Night {number}");
        town = town.deck("night").discard("evidence evidence evidence");
        to_the_end_of_a_night(&mut town, |_| ());
    }
    let pause = town.game.pause.expect("as the next turn begins");
    assert_eq!(pause.cause, PauseCause::NothingHappens);
}

#[test]
fn h08_a_reveal_between_begins_the_count_anew() {
    let mut town = Town::new();
    for number in 1..=4 {
        town = town.deck("night").discard("accusation accusation");
        to_the_end_of_a_night(&mut town, |town| {
            if number == 2 {
                town.confess(BOB, 1);
            }
        });
        assert_eq!(town.game.pause, None, "Night {number}");
    }
}

/// All only draw, and nobody chooses anything else, until the game pauses or is over; how many turns that takes.
fn only_drawing(town: &mut Town) -> u32 {
    let mut turns = 0;
    while town.game.pause.is_none() && !town.game.is_over() {
        assert!(turns < 500, "endless");
        let waiting = town.game.turn().is_some_and(|turn| turn.black.is_none())
            && matches!(town.clock(), Clock::Running { .. });
        if waiting {
            let who = town.whose_turn();
            town.draw(who);
            turns += 1;
        } else {
            town.tick();
        }
    }
    turns
}

#[test]
fn h08_where_all_only_draw_the_nights_bring_the_game_to_a_pause_or_an_end() {
    let mut paused = 0;
    for (players, seed) in [("4", 1), ("4", 2), ("7", 3), ("12", 4), ("12", 5)] {
        for characters in ["on", "off"] {
            let changes = [
                ("players", players),
                ("characters", characters),
                ("choose_character", "off"),
            ];
            let mut town = Town::dealt(settings(&changes), seed);
            only_drawing(&mut town);
            let Some(pause) = town.game.pause else {
                continue;
            };
            paused += 1;
            assert_eq!(pause.cause, PauseCause::NothingHappens, "{players}, {seed}");
            town.wait(Length::DAY.times(7));
            assert_eq!(town.outcome(), Some(Outcome::Standstill));
        }
    }
    assert!(paused > 0, "some of them pause");
}
