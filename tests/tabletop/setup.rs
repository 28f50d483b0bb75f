//! T1 to T3, F3: the table, the deck, Town Hall.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::{CardKind, Character, TryalKind};
use town_crier::games::salem1692::tabletop::{Command, DeckCard, Event, Phase, Refusal};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;

use crate::kit::*;

fn counts(town: &Town) -> (usize, usize, usize, usize) {
    let chairs = &town.game.table.chairs;
    let count = |kind| {
        chairs
            .iter()
            .flat_map(|chair| &chair.row)
            .filter(|tryal| tryal.card.kind == kind)
            .count()
    };
    (
        count(TryalKind::NotAWitch),
        count(TryalKind::Witch),
        count(TryalKind::Constable),
        chairs[0].row.len(),
    )
}

#[test]
fn t01_tryals_by_number_of_players() {
    let table = [
        (4, (18, 1, 1, 5)),
        (5, (23, 1, 1, 5)),
        (6, (27, 2, 1, 5)),
        (7, (32, 2, 1, 5)),
        (8, (29, 2, 1, 4)),
        (9, (33, 2, 1, 4)),
        (10, (27, 2, 1, 3)),
        (11, (30, 2, 1, 3)),
        (12, (33, 2, 1, 3)),
    ];
    for (players, wanted) in table {
        let town = Town::dealt(settings(&[("players", &players.to_string())]), 1);
        assert_eq!(counts(&town), wanted, "{players} players");
    }
}

#[test]
fn t01_hard_takes_more_witch_cards_out_of_the_others() {
    for (players, wanted) in [
        (4, (17, 2, 1, 5)),
        (5, (22, 2, 1, 5)),
        (6, (26, 3, 1, 5)),
        (12, (32, 3, 1, 3)),
    ] {
        let players = players.to_string();
        let town = Town::dealt(settings(&[("players", &players), ("hard", "on")]), 1);
        assert_eq!(counts(&town), wanted, "{players} players");
    }
}

#[test]
fn t01_one_player_may_get_both_witch_cards() {
    let both = (0..=255).any(|seed| {
        let town = Town::dealt(settings(&[]), seed);
        let mut rows = town.game.table.chairs.iter().map(|chair| &chair.row);
        rows.any(|row| {
            let witches = row.iter().filter(|t| t.card.kind == TryalKind::Witch);
            witches.count() == 2
        })
    });
    assert!(both, "the deal is plain");
}

#[test]
fn t02_the_deck_of_59() {
    let all: Vec<DeckCard> = DeckCard::all().collect();
    assert_eq!(all.len(), 59);
    let distinct: BTreeSet<DeckCard> = all.iter().copied().collect();
    assert_eq!(distinct.len(), 59);
    let count = |kind: CardKind| {
        let is = |card: &&DeckCard| matches!(card, DeckCard::Playing(card) if card.kind == kind);
        all.iter().filter(is).count()
    };
    let wanted = [
        (CardKind::Accusation, 35),
        (CardKind::Evidence, 5),
        (CardKind::Witness, 1),
        (CardKind::Alibi, 3),
        (CardKind::Arson, 1),
        (CardKind::Curse, 1),
        (CardKind::Robbery, 1),
        (CardKind::Scapegoat, 2),
        (CardKind::Stocks, 3),
        (CardKind::Asylum, 1),
        (CardKind::BlackCat, 1),
        (CardKind::Matchmaker, 2),
        (CardKind::Piety, 1),
    ];
    for (kind, copies) in wanted {
        assert_eq!(count(kind), copies, "{kind:?}");
    }
}

#[test]
fn t02_three_cards_each_and_night_at_the_bottom() {
    for (players, seed) in (4..=12).zip(0..) {
        let players = players.to_string();
        let town = Town::dealt(
            settings(&[("players", &players), ("choose_character", "off")]),
            seed,
        );
        let table = &town.game.table;
        for chair in &table.chairs {
            assert_eq!(chair.hand.len(), 3);
            assert!(
                chair
                    .hand
                    .iter()
                    .all(|card| card.kind != CardKind::BlackCat)
            );
        }
        assert_eq!(table.deck.last(), Some(&DeckCard::Night));
        assert!(table.deck.contains(&DeckCard::Conspiracy));
        assert_eq!(words(&table.aside), ["black-cat"]);
        assert_eq!(table.deck.len(), 58 - 3 * table.chairs.len());
    }
}

#[test]
fn f03_seats_are_shuffled() {
    let orders: BTreeSet<Vec<PlayerId>> = (0..20)
        .map(|seed| {
            let town = Town::dealt(settings(&[]), seed);
            let seats = town.game.seats().into_iter();
            seats.map(|(_, player)| player).collect()
        })
        .collect();
    assert!(orders.len() > 10);
}

#[test]
fn t03_up_to_seven_players_choose_between_two_before_the_hands() {
    let mut town = Town::dealt(settings(&[("players", "7")]), 4);
    let Phase::TownHall(town_hall) = town.game.phase.clone() else {
        panic!("the characters are chosen first")
    };
    let dealt: BTreeSet<Character> = town_hall
        .offered
        .iter()
        .flat_map(|offered| offered.characters.clone())
        .collect();
    assert_eq!(dealt.len(), 14, "two different ones for each");
    assert!(
        town.game
            .table
            .chairs
            .iter()
            .all(|chair| chair.hand.is_empty())
    );
    assert!(
        town.game
            .table
            .chairs
            .iter()
            .all(|chair| chair.row.len() == 5)
    );

    let of = |who: u8, index: usize| town_hall.offered[usize::from(who) - 1].characters[index];
    let keep = |who: u8, index: usize| Command::Keep {
        character: of(who, index),
    };
    for who in ANN..=FAY {
        town.does(who, keep(who, 0));
    }
    assert!(
        town.game.chair(seat(ANN)).character.is_none(),
        "shown together"
    );
    town.does(ANN, keep(ANN, 1));
    assert_eq!(town.cannot(ANN, keep(BOB, 0)), Refusal::NotOffered);
    let events = town.does(GUS, keep(GUS, 0));
    in_order(&events, &["characters_shown", "hands_dealt", "dawn_began"]);
    assert_eq!(town.game.chair(seat(ANN)).character, Some(of(ANN, 1)));
    assert_eq!(town.game.chair(seat(BOB)).character, Some(of(BOB, 0)));
    assert!(matches!(
        town.cannot(ANN, keep(ANN, 0)),
        Refusal::OnlyIn { .. }
    ));
}

#[test]
fn t03_who_has_not_chosen_in_time_keeps_one_at_random() {
    let mut town = Town::dealt(settings(&[("players", "4")]), 4);
    let offered = town.game.town_hall().expect("Town Hall").offered.clone();
    town.until(START + hours(12) - MILLISECOND);
    let character = offered[0].characters[0];
    town.does_at(0, Command::Keep { character });
    let events = town.wait(MILLISECOND);
    let Some(Event::CharactersShown { kept, .. }) = events.first() else {
        panic!("all are shown")
    };
    assert_eq!(kept[0].character, character);
    let random: Vec<bool> = kept.iter().map(|one| one.random).collect();
    assert_eq!(random, [false, true, true, true]);
    for (one, offered) in kept.iter().zip(&offered) {
        assert!(offered.characters.contains(&one.character));
    }
}

#[test]
fn t03_from_eight_on_each_gets_one_and_the_settings_turn_it_off() {
    let town = Town::dealt(settings(&[("players", "8")]), 1);
    assert!(town.game.dawn().is_some());
    assert!(
        town.game
            .table
            .chairs
            .iter()
            .all(|chair| chair.character.is_some())
    );
    let town = Town::dealt(
        settings(&[("players", "7"), ("choose_character", "off")]),
        1,
    );
    assert!(town.game.dawn().is_some());
    assert!(
        town.game
            .table
            .chairs
            .iter()
            .all(|chair| chair.character.is_some())
    );
    let town = Town::dealt(settings(&[("characters", "off")]), 1);
    assert!(town.game.dawn().is_some());
    assert!(
        town.game
            .table
            .chairs
            .iter()
            .all(|chair| chair.character.is_none())
    );
}
