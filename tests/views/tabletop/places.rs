//! Who sees and writes where (T14 to T16, H2).

use town_crier::games::salem1692::tabletop::{Command, Outcome, Over, Phase};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::intent::Person;
use town_crier::kernel::place::{ChannelKey, Rights, ThreadKey};

use super::town::*;

fn rights(town: &Town, who: Seat, key: ChannelKey) -> Rights {
    let place = town.tabletop.place();
    let mut channels = place.channels.iter();
    let plan = channels.find(|channel| channel.key == key).expect("it is");
    plan.seats.get(&who).copied().unwrap_or(plan.everyone)
}

fn coven(town: &Town) -> Vec<Seat> {
    let place = town.tabletop.place();
    let mut threads = place.threads.iter();
    let thread = threads.find(|thread| thread.key == ThreadKey::Coven);
    thread.expect("it is").members.iter().copied().collect()
}

fn host() -> Actor {
    Actor::Person(Person {
        id: PlayerId(HOST),
        manages_server: false,
    })
}

use ChannelKey::{Chats, Coven, Graveyard, Town as TownKey};

#[test]
fn t16_the_town_talks_but_while_it_sleeps_and_the_woods_are_open_at_dawn_and_then() {
    let hall = Town::dealt(1, 7, &[]);
    assert_eq!(rights(&hall, seat(1), TownKey), Rights::WRITE);
    assert_eq!(rights(&hall, seat(1), Coven), Rights::READ);
    let mut dawn = Town::dealt(1, 7, &[]);
    dawn.tick();
    while dawn.tabletop.dawn().is_none() {
        dawn.tick();
    }
    assert_eq!(rights(&dawn, seat(1), TownKey), Rights::WRITE);
    assert_eq!(rights(&dawn, seat(1), Coven), Rights::THREADS);
    let turns = Town::turns();
    assert_eq!(rights(&turns, seat(1), TownKey), Rights::WRITE);
    assert_eq!(rights(&turns, seat(1), Coven), Rights::READ);
    let mut night = Town::night();
    for who in 1..=7 {
        assert_eq!(rights(&night, seat(who), TownKey), Rights::READ);
        assert_eq!(rights(&night, seat(who), Coven), Rights::THREADS);
        assert_eq!(
            rights(&night, seat(who), Chats),
            Rights::READ,
            "chats are off"
        );
    }
    // Its first part is over: the gavel is shown, and the town talks.
    while night.tabletop.gathering().is_some() {
        night.tick();
    }
    assert!(night.tabletop.night().is_some());
    assert_eq!(rights(&night, seat(1), TownKey), Rights::WRITE);
    assert_eq!(rights(&night, seat(1), Coven), Rights::READ);
}

#[test]
fn t16_chats_are_open_at_night_where_they_are_set() {
    let mut night = Town::night();
    night.tabletop.settings.chats = true;
    assert_eq!(rights(&night, seat(1), Chats), Rights::THREADS);
    let mut turns = Town::turns();
    turns.tabletop.settings.chats = true;
    assert_eq!(rights(&turns, seat(1), Chats), Rights::READ);
}

#[test]
fn h2_while_paused_the_living_talk_in_the_town_even_while_it_sleeps() {
    let mut night = Town::night();
    night.decide(host(), &Command::Pause);
    assert_eq!(rights(&night, seat(1), TownKey), Rights::WRITE);
}

#[test]
fn t14_a_new_witch_is_in_the_covens_thread_when_it_next_opens() {
    let town = Town::turns().known_rows();
    let (new, known) = (town.after(2), coven(&town));
    let town = town.row(new, "wnnnn");
    assert_eq!(coven(&town), known, "not yet");
    let mut town = town.next_is(town_crier::games::salem1692::tabletop::DeckCard::Night);
    let drawer = town.turn();
    town.does(drawer, Command::Draw);
    assert!(coven(&town).contains(&new), "with the Night");
}

#[test]
fn f41_the_dead_of_the_town_talk_in_the_graveyard() {
    let mut town = Town::turns().known_rows();
    let (witch, other) = (town.after(3), town.after(2));
    town.chair(witch).alive = false;
    town.chair(other).alive = false;
    assert_eq!(rights(&town, other, Graveyard), Rights::WRITE);
    assert_eq!(rights(&town, witch, Graveyard), Rights::NONE);
    assert_eq!(rights(&town, other, TownKey), Rights::READ);
}

#[test]
fn f37_after_the_end_all_can_be_read_and_all_players_talk() {
    let mut town = Town::turns();
    town.tabletop.phase = Phase::Over(Over {
        at: town.now,
        outcome: Outcome::EndedByHost,
    });
    let place = town.tabletop.place();
    assert!(place.open_to_all);
    assert_eq!(rights(&town, seat(1), TownKey), Rights::WRITE);
}

#[test]
fn names_and_topics_never_change() {
    let names = |town: &Town| {
        let place = town.tabletop.place();
        let channels = place.channels.iter();
        channels
            .map(|plan| (plan.name.clone(), plan.topic.clone()))
            .collect::<Vec<_>>()
    };
    let first = names(&Town::dealt(1, 7, &[]));
    for town in [Town::turns(), Town::night()] {
        assert_eq!(names(&town), first);
    }
}
