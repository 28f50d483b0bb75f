//! The end of a Day that comes before its Conspiracy is over (F24), and what can still happen in it.

use town_crier::games::salem1692::forum::{
    Command, Conspiracy, DeathCause, Event, FlipChoice, Phase, RevealCause,
};
use town_crier::games::salem1692::table::CardKind::BlackCat;
use town_crier::games::salem1692::table::Side;
use town_crier::kernel::time::Length;

use crate::kit::*;

/// The Day ends so long after its start, and the Conspiracy stands there.
fn ending(mut town: Town, length: Length, conspiracy: Option<Conspiracy>) -> Town {
    let Phase::Day(day) = &mut town.forum.phase else {
        panic!("it is Day")
    };
    day.span.until = START + length;
    if let Some(conspiracy) = conspiracy {
        day.conspiracy = conspiracy;
    }
    town
}

/// What happened, by name.
fn steps(events: &[Event]) -> Vec<&'static str> {
    let name = |event: &Event| match event {
        Event::Revealed {
            cause: RevealCause::CatScratch,
            ..
        } => "scratched",
        Event::Revealed {
            cause:
                RevealCause::Flip {
                    choice: FlipChoice::DayEnded,
                    ..
                },
            ..
        } => "flipped",
        Event::Died {
            cause: DeathCause::Removed,
            ..
        } => "removed",
        Event::ScratchSkipped => "skipped",
        Event::ConspiracyCalled { .. } => "called",
        Event::ShiftOpened { .. } => "opened",
        Event::Redistributed { .. } => "redistributed",
        Event::NightFell { .. } => "night",
        Event::Ended { .. } => "ended",
        other => panic!("not expected: {other:?}"),
    };
    events.iter().map(name).collect()
}

#[test]
fn f24_a_shift_that_the_days_end_closes_has_had_its_scratch() {
    let town = Town::new().at_shift().front(BOB, &[BlackCat]);
    let mut town = ending(town, hours(1), None);
    assert_eq!(steps(&town.end_phase()), ["redistributed", "night"]);
    let town = Town::new().front(BOB, &[BlackCat]).owes_flip(CAL, ANN);
    let mut town = ending(town, minutes(5), Some(Conspiracy::Called));
    assert_eq!(
        steps(&town.end_phase()),
        ["flipped", "scratched", "redistributed", "night"]
    );
}

#[test]
fn f35_a_flip_at_the_days_end_that_ends_the_game_ends_it_there() {
    let town = Town::new()
        .dead(IVY)
        .row(HAL, "wNNNN")
        .front(BOB, &[BlackCat])
        .owes_flip(HAL, ANN)
        .owes_flip(CAL, ANN);
    let mut town = ending(town, minutes(5), Some(Conspiracy::Called));
    assert_eq!(steps(&town.end_phase()), ["flipped", "ended"]);
    assert_eq!(town.winner(), Some(Side::Town));
}

#[test]
fn f35_a_scratch_at_the_days_end_that_ends_the_game_ends_it_there() {
    let town = Town::new()
        .dead(IVY)
        .row(HAL, "wNNNN")
        .front(HAL, &[BlackCat])
        .owes_flip(CAL, ANN);
    let mut town = ending(town, minutes(5), Some(Conspiracy::Called));
    assert_eq!(
        steps(&town.end_phase()),
        ["flipped", "scratched", "ended"],
        "no card is dealt anew"
    );
}

#[test]
fn h04_a_removal_that_waited_for_the_shift_comes_before_the_night() {
    let mut town = ending(Town::new().at_shift(), hours(1), None);
    for who in [BOB, CAL] {
        town.host(Command::Remove {
            seat: seat(who),
            confirmed: true,
        });
    }
    assert_eq!(
        steps(&town.end_phase()),
        ["redistributed", "removed", "removed", "night"]
    );
    assert!(!town.lives(BOB) && !town.lives(CAL));
}

#[test]
fn h06_a_day_that_is_being_ended_is_not_reminded_of() {
    let mut town = Town::with(&[("reminders", "1h")]).after_conspiracy();
    town.end_phase();
    town.end_phase();
    let Phase::Day(day) = &town.forum.phase else {
        panic!("it is Day 2")
    };
    let end = day.span.until;
    assert_eq!(day.span.reminders, [hours(1)]);
    // The host advances so late that the Shift would be open when the reminder is due.
    let mut town = town;
    if let Phase::Day(day) = &mut town.forum.phase {
        day.conspiracy = Conspiracy::Awaited { at: end };
    }
    town.now = end - minutes(90);
    town.host(Command::Advance);
    assert!(town.forum.shift().is_some());
    let events = town.until(end - MILLISECOND);
    assert!(events.is_empty(), "{events:?}");
}
