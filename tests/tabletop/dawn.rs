//! T5: the Black Cat and the first turn.

use town_crier::games::salem1692::table::CardKind::BlackCat;
use town_crier::games::salem1692::tabletop::{Command, Event, Refusal};
use town_crier::kernel::game::Actor;

use crate::kit::*;

fn cat(target: u8) -> Command {
    Command::Cat {
        target: seat(target),
    }
}

#[test]
fn t05_most_votes_get_the_cat_and_its_holder_the_first_turn() {
    let mut town = Town::new().at_dawn();
    town.does(FAY, cat(BOB));
    town.does(GUS, cat(CAL));
    town.does(FAY, cat(CAL));
    town.until(START + hours(12) - MILLISECOND);
    assert!(town.game.dawn().is_some());
    town.wait(MILLISECOND);
    assert_eq!(town.front_of(CAL), [BlackCat]);
    assert_eq!(town.whose_turn(), CAL);
}

#[test]
fn t05_a_tie_is_drawn_between_those_tied() {
    for wanted in [BOB, CAL] {
        let mut town = Town::new().at_dawn();
        town.does(FAY, cat(BOB));
        town.does(GUS, cat(CAL));
        town.now = START + hours(12);
        town.lucky(Actor::Clock, &Command::Tick, |events| {
            matches!(&events[0], Event::CatGiven { seat: who, drawn_among, .. }
                if *who == seat(wanted) && *drawn_among == seats(&[BOB, CAL]))
        });
    }
}

#[test]
fn t05_without_votes_it_is_drawn_among_all_living() {
    let mut town = Town::new().dead(DAN).at_dawn();
    let events = town.end_phase();
    let Event::CatGiven { drawn_among, .. } = &events[0] else {
        panic!("the cat is given")
    };
    assert_eq!(*drawn_among, seats(&[ANN, BOB, CAL, EVE, FAY, GUS]));
}

#[test]
fn t05_only_the_coven_votes_for_the_living() {
    let mut town = Town::new().dead(DAN).at_dawn();
    assert_eq!(town.cannot(ANN, cat(BOB)), Refusal::NotOfTheCoven);
    assert_eq!(
        town.cannot(FAY, cat(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    town.does(FAY, cat(FAY));
    assert!(matches!(
        town.cannot(ANN, Command::Draw),
        Refusal::OnlyIn { .. }
    ));
}

#[test]
fn t05_dawn_early_ends_with_agreement_and_not_before() {
    let mut town = Town::with(&[("dawn_early", "on")]).at_dawn();
    town.does(FAY, cat(BOB));
    town.does(GUS, cat(CAL));
    assert!(town.game.dawn().is_some());
    town.does(GUS, cat(BOB));
    assert_eq!(town.whose_turn(), BOB);
    let mut town = Town::new().at_dawn();
    town.does(FAY, cat(BOB));
    town.does(GUS, cat(BOB));
    assert!(town.game.dawn().is_some(), "off");
}

#[test]
fn t05_left_is_the_next_living_seat() {
    let mut town = Town::new().dead(BOB).dead(CAL);
    town.draw(ANN);
    assert_eq!(town.whose_turn(), DAN);
    let mut town = Town::new().dead(ANN).turn_of(GUS);
    town.draw(GUS);
    assert_eq!(town.whose_turn(), BOB, "round the circle");
}

#[test]
fn t05_where_removals_have_left_two_chance_has_the_first_turn() {
    let mut town = Town::seating(settings(&[("players", "4")])).at_dawn();
    for who in [ANN, BOB] {
        town.host(Command::Remove {
            seat: seat(who),
            confirmed: true,
        });
    }
    let events = town.end_phase();
    assert!(matches!(&events[..], [Event::TurnBegan { number: 1, .. }]));
}

#[test]
fn t16_the_covens_channel_has_the_coven_of_dawn() {
    let town = Town::dealt(settings(&[("characters", "off")]), 3);
    let coven: Vec<_> = town.game.table.living_coven().collect();
    assert!(!coven.is_empty());
    assert!(coven.iter().eq(town.game.insiders.iter()));
}
