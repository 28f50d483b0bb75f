//! F5: the Black Cat.

use town_crier::games::salem1692::forum::{Command, Event, Phase, Refusal};
use town_crier::games::salem1692::table::CardKind;
use town_crier::kernel::game::{Actor, Game};

use crate::kit::*;

fn names(target: u8) -> Command {
    Command::Cat {
        target: seat(target),
    }
}

fn holder(town: &Town) -> Option<u8> {
    town.forum
        .table
        .holder(CardKind::BlackCat)
        .map(|seat| seat.number())
}

#[test]
fn f05_the_player_with_most_votes_gets_the_black_cat() {
    let mut town = Town::new().at_dawn();
    town.does(HAL, names(BOB));
    town.does(IVY, names(BOB));
    town.end_phase();
    assert_eq!(holder(&town), Some(BOB));
    assert!(matches!(town.forum.phase, Phase::Day(_)));
}

#[test]
fn f05_votes_are_changeable_and_a_witch_may_be_named() {
    let mut town = Town::new().at_dawn();
    town.does(HAL, names(BOB));
    town.does(HAL, names(HAL));
    town.end_phase();
    assert_eq!(holder(&town), Some(HAL));
}

#[test]
fn f05_a_tie_is_drawn_between_those_tied() {
    for wanted in [BOB, CAL] {
        let mut town = Town::new().at_dawn();
        town.does(HAL, names(BOB));
        town.does(IVY, names(CAL));
        town.now = town.forum.due().expect("Dawn ends");
        let events = town.lucky(Actor::Clock, &Command::Tick, |events| {
            events.iter().any(|event| matches!(event, Event::CatGiven { seat: given, .. } if *given == seat(wanted)))
        });
        assert!(
            matches!(&events[0], Event::CatGiven { drawn_among, .. } if *drawn_among == seats(&[BOB, CAL]))
        );
    }
}

#[test]
fn f05_without_a_vote_it_is_drawn_among_all_living() {
    let mut town = Town::new().at_dawn();
    let events = town.end_phase();
    assert!(matches!(&events[0], Event::CatGiven { drawn_among, .. } if drawn_among.len() == 9));
}

#[test]
fn f05_only_the_coven_votes_and_only_for_the_living() {
    let mut town = Town::new().at_dawn().dead(DAN);
    assert_eq!(town.cannot(ANN, names(BOB)), Refusal::NotOfTheCoven);
    assert_eq!(
        town.cannot(HAL, names(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    assert_eq!(town.cannot(HAL, names(10)), Refusal::NoSuchSeat);
    assert_eq!(town.cannot(DAN, names(BOB)), Refusal::Dead);
}

#[test]
fn f05_dawn_ends_at_its_instant_and_a_vote_then_is_late() {
    let mut town = Town::new().at_dawn();
    town.now = START + hours(12) - MILLISECOND;
    town.does(HAL, names(BOB));
    town.now = START + hours(12);
    assert_eq!(town.cannot(IVY, names(CAL)), Refusal::Late);
    town.tick();
    assert_eq!(
        town.cannot(IVY, names(CAL)),
        Refusal::OnlyIn {
            phase: town_crier::games::salem1692::forum::PhaseName::Dawn
        }
    );
    assert_eq!(holder(&town), Some(BOB));
}

#[test]
fn f05_with_dawn_early_it_ends_when_the_coven_agrees() {
    let mut town = Town::with(&[("dawn_early", "on")]).at_dawn();
    town.does(HAL, names(BOB));
    assert!(town.forum.dawn().is_some(), "one of two is not unanimous");
    town.does(IVY, names(CAL));
    assert!(town.forum.dawn().is_some(), "two names are not unanimous");
    town.does(IVY, names(BOB));
    assert!(town.forum.dawn().is_none());
    assert_eq!(holder(&town), Some(BOB));
}

#[test]
fn f05_without_dawn_early_it_lasts_its_whole_time() {
    let mut town = Town::new().at_dawn();
    town.does(HAL, names(BOB));
    town.does(IVY, names(BOB));
    town.until(START + hours(12) - MILLISECOND);
    assert!(town.forum.dawn().is_some());
    town.wait(MILLISECOND);
    assert!(town.forum.dawn().is_none());
}

#[test]
fn f05_no_card_is_played_at_dawn() {
    let mut town = Town::new().at_dawn();
    let refusal = town.cannot_play(ANN, CardKind::Accusation, at(BOB));
    assert_eq!(
        refusal,
        Refusal::OnlyIn {
            phase: town_crier::games::salem1692::forum::PhaseName::Day
        }
    );
}

#[test]
fn f05_a_removal_can_make_the_coven_unanimous() {
    let mut town = Town::with(&[("dawn_early", "on")]).at_dawn();
    town.does(HAL, names(BOB));
    town.host(Command::Remove {
        seat: seat(IVY),
        confirmed: true,
    });
    assert_eq!(holder(&town), Some(BOB));
}

#[test]
fn f10_two_who_are_left_at_dawn_get_no_black_cat() {
    let remove = |who| Command::Remove {
        seat: seat(who),
        confirmed: true,
    };
    for (living, given) in [(3, true), (2, false)] {
        let mut town = Town::seating(5, settings(&[])).at_dawn();
        for who in 1..=5 - living {
            town.host(remove(who));
        }
        town.does(5, names(4));
        town.end_phase();
        assert!(town.forum.day().is_some(), "the first Day begins");
        assert_eq!(holder(&town), given.then_some(4), "{living} living");
    }
}

#[test]
fn f05_votes_of_the_removed_and_for_the_removed_do_not_count() {
    let remove = |who| Command::Remove {
        seat: seat(who),
        confirmed: true,
    };
    // Hal's vote for Bob goes with Hal.
    let mut town = Town::new().at_dawn();
    town.does(HAL, names(BOB));
    town.does(IVY, names(CAL));
    town.host(remove(HAL));
    let events = town.end_phase();
    assert_eq!(holder(&town), Some(CAL));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::CatGiven { drawn_among, .. } if drawn_among.is_empty()
    )));
    // Both votes for Bob go with Bob.
    let mut town = Town::new().at_dawn();
    town.does(HAL, names(BOB));
    town.does(IVY, names(BOB));
    town.host(remove(BOB));
    let events = town.end_phase();
    assert!(events.iter().any(|event| matches!(
        event,
        Event::CatGiven { drawn_among, .. } if drawn_among.len() == 8
    )));
}
