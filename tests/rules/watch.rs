//! H6 and H8: reminders, silence, standstill.

use town_crier::games::salem1692::forum::{Command, Event, Outcome, Pause, PauseCause, Refusal};
use town_crier::games::salem1692::table::CardKind::{Accusation, Witness};
use town_crier::games::salem1692::table::{Card, CardKind};
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

/// A real Night: the one after a Day, with its reminders.
fn night(changes: &[(&str, &str)]) -> Town {
    let mut town = Town::with(changes).after_conspiracy();
    town.end_phase();
    town
}

#[test]
fn h06_reminders_come_six_hours_and_one_hour_before_the_end() {
    let mut town = night(&[]);
    let began = town.now;
    assert!(reminders(&town.until(began + hours(18) - MILLISECOND)).is_empty());
    town.kill(HAL, BOB);
    let first = reminders(&town.wait(MILLISECOND));
    assert_eq!(
        first,
        [(hours(6), began + hours(18), seats(&[GUS, IVY]))],
        "those who owe an action now"
    );
    town.guard(GUS, ANN);
    let second = reminders(&town.until(began + hours(23)));
    assert_eq!(second, [(hours(1), began + hours(23), seats(&[IVY]))]);
}

#[test]
fn h06_a_reminder_at_its_instant_makes_nobody_late() {
    let mut town = night(&[]);
    town.now = town.now + hours(18);
    town.kill(HAL, BOB);
}

#[test]
fn h06_a_phase_shorter_than_a_reminder_has_it_not() {
    let mut town = night(&[("reminders", "24h,1h")]);
    assert_eq!(
        town.forum.span().map(|span| span.reminders.clone()),
        Some(vec![hours(1)])
    );
    town.end_phase();
    assert_eq!(reminders(&town.story).len(), 1);
}

#[test]
fn h06_an_extension_sends_no_reminder_twice() {
    let mut town = night(&[]);
    town.wait(hours(20));
    town.host(Command::Extend { by: hours(12) });
    let later = reminders(&town.until(START + hours(60) - MILLISECOND));
    assert_eq!(
        later.iter().map(|(before, ..)| *before).collect::<Vec<_>>(),
        [hours(1)]
    );
}

#[test]
fn h06_reminders_can_be_off() {
    let mut town = night(&[("reminders", "off")]);
    let end = town.forum.span().expect("a Night").until;
    assert!(reminders(&town.until(end - MILLISECOND)).is_empty());
}

#[test]
fn h06_choosers_and_pickers_owe_in_the_day() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(town.forum.owing(), seats(&[ANN]));
    town.flip(ANN, BOB, 1);
    assert!(town.forum.owing().is_empty());
    let mut town = Town::new().at_shift();
    town.pick(ANN, 1);
    assert_eq!(town.forum.owing().len(), 8);
}

#[test]
fn h06_the_coven_owes_its_vote_at_dawn() {
    let mut town = Town::new().at_dawn();
    assert_eq!(town.forum.owing(), seats(&[HAL, IVY]));
    town.does(HAL, Command::Cat { target: seat(BOB) });
    assert_eq!(town.forum.owing(), seats(&[IVY]));
}

fn silent(events: &[Event]) -> Option<(Vec<Seat>, Vec<Seat>)> {
    events.iter().find_map(|event| match event {
        Event::InactivityReported { silent, unvoted } => Some((silent.clone(), unvoted.clone())),
        _ => None,
    })
}

#[test]
fn h06_players_without_act_or_message_are_reported() {
    let mut town = Town::new()
        .dead(EVE)
        .after_conspiracy()
        .hand(ANN, &[Accusation]);
    town.play(ANN, Accusation, at(BOB));
    town.does(BOB, Command::Speak);
    assert_eq!(town.cannot(BOB, Command::Speak), Refusal::AlreadyNoted);
    assert_eq!(
        town.cannot(ANN, Command::Speak),
        Refusal::AlreadyNoted,
        "who has acted need not speak"
    );
    town.end_phase();
    town.confess(CAL, 1);
    town.does(DAN, Command::ChatOpen { guests: vec![] });
    let events = town.end_phase();
    assert_eq!(
        silent(&events),
        Some((seats(&[FAY, GUS, HAL, IVY]), vec![])),
        "neither the dead nor whoever did anything"
    );
}

#[test]
fn h06_a_witch_who_has_not_voted_for_two_nights_is_reported() {
    let mut town = Town::new().after_conspiracy();
    let vote = Command::Kill {
        vote: Some(town_crier::games::salem1692::forum::KillVote::Nobody),
    };
    for night in 1..=2 {
        while town.forum.night().is_none() {
            town.tick();
        }
        town.does(HAL, vote.clone());
        let events = town.end_phase();
        let unvoted = silent(&events).expect("others are silent").1;
        assert_eq!(
            unvoted,
            if night == 2 { seats(&[IVY]) } else { vec![] },
            "Night {night}"
        );
    }
}

#[test]
fn h06_a_host_who_plays_gets_no_report_and_it_can_be_off() {
    let mut town = Town::new().after_conspiracy().hosted_by(ANN);
    town.end_phase();
    assert_eq!(silent(&town.end_phase()), None);
    let mut town = Town::with(&[("report_inactive", "off")]).after_conspiracy();
    town.end_phase();
    assert_eq!(silent(&town.end_phase()), None);
}

#[test]
fn h06_nobody_is_blamed_where_the_moderator_was_away() {
    let mut town = Town::new().after_conspiracy();
    town.now = START + hours(2);
    town.absent_since(START + hours(1));
    town.end_phase();
    assert_eq!(silent(&town.end_phase()), None);
}

#[test]
fn h06_a_night_in_which_the_moderator_was_away_is_none_without_a_vote() {
    let mut town = Town::new().after_conspiracy();
    let unvoted: Vec<_> = (1..=3)
        .map(|night| {
            while town.forum.night().is_none() {
                town.tick();
            }
            if night == 1 {
                town.wait(hours(1));
                let since = town.now;
                town.now = since + hours(1);
                town.absent_since(since);
            }
            town.does(HAL, ballot());
            silent(&town.end_phase()).map(|(_, unvoted)| unvoted)
        })
        .collect();
    assert_eq!(
        unvoted,
        [None, Some(vec![]), Some(seats(&[IVY]))],
        "the first of the three does not count"
    );
}

fn ballot() -> Command {
    let nobody = town_crier::games::salem1692::forum::KillVote::Nobody;
    Command::Kill { vote: Some(nobody) }
}

/// Runs through one Day and Night in which `act` is done at Night; says what the pause is then.
fn cycle(town: &mut Town, act: impl FnOnce(&mut Town)) -> Option<Pause> {
    while town.forum.night().is_none() {
        town.tick();
    }
    act(town);
    town.end_phase();
    town.forum.pause
}

fn vote(town: &mut Town) {
    let nobody = town_crier::games::salem1692::forum::KillVote::Nobody;
    town.does(HAL, Command::Kill { vote: Some(nobody) });
}

/// As `Town::new`, without the Black Cat, so that nothing is revealed by itself.
fn sleepy() -> Town {
    let mut town = Town::new().after_conspiracy();
    assert!(
        town.forum
            .table
            .aside
            .iter()
            .any(|card| card.kind == town_crier::games::salem1692::table::CardKind::BlackCat)
    );
    town.now = START;
    town
}

#[test]
fn h08_two_days_and_nights_without_any_act_pause_the_game() {
    let mut town = sleepy();
    assert_eq!(cycle(&mut town, |_| ()), None, "one is not two");
    let pause = cycle(&mut town, |_| ()).expect("two in a row");
    assert_eq!(pause.cause, PauseCause::NobodyActs);
    assert_eq!(pause.until, Some(pause.since + Length::DAY.times(7)));
}

#[test]
fn h08_one_act_between_begins_the_count_anew() {
    let mut town = sleepy();
    assert_eq!(cycle(&mut town, |_| ()), None);
    assert_eq!(cycle(&mut town, vote), None);
    let third = cycle(&mut town, |_| ()).expect("the third in a row without reveal or death");
    assert_eq!(third.cause, PauseCause::NothingHappens);
}

/// Runs through one Day and Night with nothing but this; whether anybody has acted in it.
fn counts(mut town: Town, act: impl FnOnce(&mut Town)) -> bool {
    act(&mut town);
    if town.forum.day().is_some() {
        town.end_phase();
    }
    town.end_phase();
    assert!(town.forum.day().is_some(), "the next Day has begun");
    town.forum.watch.idle == 0
}

#[test]
fn h08_a_card_choice_vote_pick_guard_or_confession_is_an_act() {
    let day = || Town::new().after_conspiracy();
    assert!(!counts(day(), |_| ()));
    assert!(counts(day().hand(ANN, &[Accusation]), |town| {
        town.play(ANN, Accusation, at(BOB));
    }));
    assert!(counts(day().owes_flip(BOB, ANN), |town| {
        town.flip(ANN, BOB, 1);
    }));
    assert!(
        !counts(day().owes_flip(BOB, ANN), |_| ()),
        "what chance flips is nobody's act"
    );
    assert!(counts(Town::new().at_shift(), |town| {
        town.pick(ANN, 1);
    }));
    assert!(!counts(Town::new().at_shift(), |_| ()));
    assert!(counts(day(), |town| {
        town.end_phase();
        vote(town);
    }));
    assert!(counts(day(), |town| {
        town.end_phase();
        town.guard(GUS, ANN);
    }));
    assert!(counts(day(), |town| {
        town.end_phase();
        town.confess(ANN, 1);
    }));
    assert!(!counts(day(), |town| {
        town.end_phase();
        town.does(ANN, Command::ChatOpen { guests: vec![] });
    }));
}

#[test]
fn h08_a_death_begins_that_count_anew() {
    let mut town = sleepy();
    assert_eq!(cycle(&mut town, vote), None);
    assert_eq!(cycle(&mut town, vote), None);
    let killed = cycle(&mut town, |town| {
        town.kill(HAL, BOB);
        town.kill(IVY, BOB);
    });
    assert_eq!(killed, None, "a death is something");
    assert!(!town.lives(BOB));
}

#[test]
fn h08_three_without_reveal_or_death_pause_it_and_two_do_not() {
    let mut town = sleepy();
    assert_eq!(cycle(&mut town, vote), None);
    assert_eq!(cycle(&mut town, vote), None);
    let pause = cycle(&mut town, vote).expect("three in a row");
    assert_eq!(pause.cause, PauseCause::NothingHappens);
}

#[test]
fn h08_a_reveal_begins_that_count_anew() {
    let mut town = sleepy();
    assert_eq!(cycle(&mut town, vote), None);
    assert_eq!(cycle(&mut town, vote), None);
    assert_eq!(cycle(&mut town, |town| drop(town.confess(ANN, 5))), None);
    assert_eq!(cycle(&mut town, vote), None);
}

#[test]
fn h08_a_message_is_no_act() {
    let mut town = sleepy();
    assert_eq!(
        cycle(&mut town, |town| drop(town.does(ANN, Command::Speak))),
        None
    );
    assert!(cycle(&mut town, |town| drop(town.does(ANN, Command::Speak))).is_some());
}

#[test]
fn h08_the_hosts_answer_lets_it_go_on() {
    let mut town = sleepy();
    cycle(&mut town, |_| ());
    let pause = cycle(&mut town, |_| ()).expect("a standstill");
    town.until(pause.since + Length::DAY.times(7) - MILLISECOND);
    town.host(Command::Resume);
    assert!(town.forum.pause.is_none());
    assert_eq!(cycle(&mut town, |_| ()), None, "the count begins anew");
}

#[test]
fn h08_unanswered_for_seven_days_it_ends_without_a_winner() {
    let mut town = sleepy();
    cycle(&mut town, |_| ());
    let pause = cycle(&mut town, |_| ()).expect("a standstill");
    town.now = pause.since + Length::DAY.times(7);
    assert_eq!(town.host_cannot(Command::Resume), Refusal::Late);
    town.tick();
    assert_eq!(town.outcome(), Some(Outcome::Standstill));
}

#[test]
fn h08_dawn_is_no_day_and_night() {
    let mut town = Town::new().at_dawn();
    town.end_phase();
    let cat = town.forum.table.holder(CardKind::BlackCat).expect("given");
    town.forum.table.chairs[cat.index()].front.clear();
    town.forum
        .table
        .aside
        .push(Card::new(CardKind::BlackCat, 1));
    assert_eq!(cycle(&mut town, |_| ()), None, "the first Day and Night");
    assert!(cycle(&mut town, |_| ()).is_some(), "the second");
}
