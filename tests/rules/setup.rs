//! F1 to F4: the table and the deal of the Tryals.

use std::collections::{BTreeMap, BTreeSet};

use town_crier::games::salem1692::forum::{Event, ForumSettings, Moment, Phase};
use town_crier::games::salem1692::table::TryalKind;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::draft::Fold;
use town_crier::kernel::game::{Game, Settings};

use crate::kit::*;

fn count(town: &Town, kind: TryalKind) -> usize {
    let rows = town.forum.table.chairs.iter().flat_map(|chair| &chair.row);
    rows.filter(|tryal| tryal.card.kind == kind).count()
}

fn table_of(players: u8, seed: u8) -> Town {
    Town::dealt(
        ForumSettings {
            players,
            ..ForumSettings::default()
        },
        seed,
    )
}

#[test]
fn f01_five_tryals_each_one_constable_two_witches() {
    for players in 6..=12 {
        let town = table_of(players, 1);
        assert!(
            town.forum
                .table
                .chairs
                .iter()
                .all(|chair| chair.row.len() == 5)
        );
        assert_eq!(count(&town, TryalKind::Constable), 1);
        assert_eq!(count(&town, TryalKind::Witch), 2);
        assert_eq!(
            count(&town, TryalKind::NotAWitch),
            5 * usize::from(players) - 3
        );
    }
}

#[test]
fn f01_nine_players_have_42_cards_that_say_not_a_witch() {
    assert_eq!(count(&table_of(9, 1), TryalKind::NotAWitch), 42);
}

#[test]
fn f01_five_players_have_one_witch_card() {
    let town = table_of(5, 1);
    assert_eq!(count(&town, TryalKind::Witch), 1);
    assert_eq!(count(&town, TryalKind::NotAWitch), 23);
}

#[test]
fn f01_four_and_thirteen_players_are_refused() {
    let settings = ForumSettings::default();
    assert!(settings.set("players", "4").is_err());
    assert!(settings.set("players", "5").is_ok());
    assert!(settings.set("players", "12").is_ok());
    assert!(settings.set("players", "13").is_err());
}

#[test]
fn f01_nine_is_the_edition_and_all_else_a_house_setup() {
    assert!(!settings(&[]).is_house_setup());
    assert!(settings(&[("players", "8")]).is_house_setup());
    assert!(settings(&[("players", "10")]).is_house_setup());
}

#[test]
fn f02_the_witch_cards_lie_with_two_players() {
    for seed in 0..100 {
        let town = table_of(6, seed);
        assert_eq!(town.forum.table.living_coven().count(), 2);
        let joined: Vec<_> = town
            .forum
            .table
            .living_coven()
            .map(|who| (who, Moment::Setup))
            .collect();
        assert_eq!(town.forum.history.joined, joined);
    }
}

#[test]
fn f02_every_pair_of_seats_comes_about() {
    let pairs: BTreeSet<Vec<_>> = (0..=255)
        .map(|seed| table_of(6, seed).forum.table.living_coven().collect())
        .collect();
    assert_eq!(pairs.len(), 15);
}

#[test]
fn f02_the_constable_card_may_lie_with_a_witch() {
    let both = |seed| {
        let town = table_of(9, seed);
        town.forum
            .table
            .constable()
            .is_some_and(|who| town.forum.chair(who).coven)
    };
    assert!((0..=255).any(both));
    assert!(!(0..=255).all(both));
}

#[test]
fn f03_seats_are_shuffled_and_keep_their_numbers() {
    let orders: BTreeSet<Vec<u64>> = (0..50)
        .map(|seed| {
            table_of(9, seed)
                .forum
                .seats()
                .iter()
                .map(|(_, player)| player.0)
                .collect()
        })
        .collect();
    assert!(orders.len() > 40, "seats are shuffled");
    let mut town = Town::new().dead(BOB);
    town.wait(hours(30));
    let seats: Vec<u8> = town
        .forum
        .seats()
        .iter()
        .map(|(seat, _)| seat.number())
        .collect();
    assert_eq!(seats, (1..=9).collect::<Vec<_>>());
}

#[test]
fn f03_the_first_phase_is_dawn() {
    let town = table_of(9, 1);
    assert!(matches!(town.forum.phase, Phase::Dawn(_)));
    assert!(matches!(
        town.story[..],
        [
            Event::SeatsDrawn { .. },
            Event::TryalsDealt { .. },
            Event::DawnBegan { .. }
        ]
    ));
}

/// What rooms of the public are told by the start is the same whoever got which Tryals.
#[test]
fn f04_the_deal_of_tryals_is_told_to_each_holder_alone() {
    let town = table_of(9, 1);
    let mut to_seats: BTreeMap<_, usize> = BTreeMap::new();
    for event in &town.story {
        for notice in town.forum.tell(event, START) {
            match notice.audience {
                Audience::Seat(seat) => *to_seats.entry(seat).or_default() += 1,
                Audience::Room(Room::Coven) | Audience::Nobody => {}
                Audience::Room(_) => {
                    let told = notice.text.marked();
                    for card in ["witch-", "constable-"] {
                        assert!(!told.contains(card), "a public notice names a card: {told}");
                    }
                }
            }
        }
    }
    let counts: BTreeSet<usize> = to_seats.values().copied().collect();
    assert!(
        counts.len() <= 1,
        "every seat gets as many notices as every other: {to_seats:?}"
    );
}
