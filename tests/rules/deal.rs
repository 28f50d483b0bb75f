//! F6 to F10: the deal.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{Command, Event, Hand};
use town_crier::games::salem1692::table::{Card, CardKind, Colour, Side};

use crate::kit::*;

/// What the deal says at the next daybreak.
struct Dealt {
    supply: u8,
    added: u8,
    removed: u8,
    hands: Vec<Hand>,
    left_out: Vec<Card>,
}

fn deal(town: &mut Town) -> Dealt {
    let events = town.end_phase();
    let dealt = events.into_iter().find_map(|event| match event {
        Event::Dealt {
            supply,
            added,
            removed,
            hands,
            left_out,
        } => Some(Dealt {
            supply,
            added,
            removed,
            hands,
            left_out,
        }),
        _ => None,
    });
    dealt.expect("hands were dealt")
}

fn living(count: u8) -> Town {
    // The last two seats, the Witches, always live.
    (1..=9 - count).fold(Town::new().at_night(), Town::dead)
}

fn accusations(dealt: &Dealt) -> usize {
    cards(dealt)
        .iter()
        .filter(|card| card.kind == CardKind::Accusation)
        .count()
}

fn cards(dealt: &Dealt) -> Vec<Card> {
    dealt
        .hands
        .iter()
        .flat_map(|hand| hand.cards.clone())
        .collect()
}

#[test]
fn f06_the_supply_follows_the_number_living() {
    for (count, supply) in [
        (9, 35),
        (8, 35),
        (7, 35),
        (6, 25),
        (5, 25),
        (4, 15),
        (3, 15),
    ] {
        assert_eq!(deal(&mut living(count)).supply, supply, "{count} living");
    }
}

#[test]
fn f06_on_day_1_nine_players_get_six_cards_each() {
    let mut town = Town::new().at_dawn();
    let dealt = deal(&mut town);
    assert!(dealt.hands.iter().all(|hand| hand.cards.len() == 6));
    assert_eq!(
        (dealt.added, dealt.removed),
        (0, 2),
        "56 cards for nine: two too many"
    );
    assert_eq!(accusations(&dealt), 33);
}

#[test]
fn f06_accusations_in_front_count_against_the_supply() {
    let mut town = living(9).accused(ANN, 6).accused(BOB, 4);
    let dealt = deal(&mut town);
    let in_play = accusations(&dealt) + 10;
    assert_eq!(
        in_play,
        35 + usize::from(dealt.added) - usize::from(dealt.removed)
    );
    let lying: BTreeSet<_> = town
        .forum
        .table
        .chairs
        .iter()
        .flat_map(|chair| chair.front.clone())
        .collect();
    assert!(cards(&dealt).iter().all(|card| !lying.contains(card)));
}

#[test]
fn f06_the_supply_is_never_below_none() {
    let mut town = living(4).accused(FAY, 6).accused(GUS, 6).accused(HAL, 6);
    let dealt = deal(&mut town);
    assert_eq!(
        accusations(&dealt),
        usize::from(dealt.added),
        "18 lie there already: none but the added"
    );
}

#[test]
fn f06_all_of_the_deck_is_dealt_the_discard_included() {
    let mut town = living(9);
    let deck = std::mem::take(&mut town.forum.table.deck);
    town.forum.table.discard = deck;
    let dealt = deal(&mut town);
    assert!(town.forum.table.deck.is_empty() && town.forum.table.discard.is_empty());
    let others = Card::all_but_accusations().count() - 1;
    assert_eq!(
        cards(&dealt).len(),
        accusations(&dealt) + others,
        "only the Cat is elsewhere"
    );
}

#[test]
fn f07_hands_are_equal_whatever_lies_in_front() {
    for count in 3..=9 {
        for lying in 0..=6 {
            let mut town = living(count).accused(HAL, lying);
            let dealt = deal(&mut town);
            let sizes: BTreeSet<usize> = dealt.hands.iter().map(|hand| hand.cards.len()).collect();
            assert_eq!(sizes.len(), 1, "{count} living, {lying} lying");
        }
    }
}

/// With so many living and lying: the rest is what is left over without adjustment.
fn adjustment(count: u8, lying: usize) -> (usize, u8, u8) {
    let mut town = living(count)
        .accused(HAL, lying.min(6))
        .accused(IVY, lying.saturating_sub(6));
    let dealt = deal(&mut town);
    let others = Card::all_but_accusations().count() - 1;
    let total = others + usize::from(dealt.supply).saturating_sub(lying);
    (total % usize::from(count), dealt.added, dealt.removed)
}

#[test]
fn f07_fewer_is_better_and_a_tie_removes() {
    let mut tied = false;
    for count in 3..=9 {
        for lying in 0..=12 {
            let (rest, added, removed) = adjustment(count, lying);
            let lacking = usize::from(count) - rest;
            let expected = if rest == 0 {
                (0, 0)
            } else if rest <= lacking {
                (0, rest)
            } else {
                (lacking, 0)
            };
            tied |= rest == lacking;
            assert_eq!(
                (usize::from(added), usize::from(removed)),
                expected,
                "{count} living, {lying} lying"
            );
        }
    }
    assert!(tied, "a tie was among them");
}

#[test]
fn f07_where_there_are_too_few_to_remove_they_are_added() {
    // 18 lie there, so no Accusation is in the deck; 21 other cards for four players leave one over.
    let mut town = living(4).accused(FAY, 6).accused(GUS, 6).accused(HAL, 6);
    let dealt = deal(&mut town);
    assert_eq!((dealt.added, dealt.removed), (3, 0));
}

#[test]
fn f07_one_to_remove_is_enough() {
    // 14 of 15 lie there: 21 others and one Accusation for four leave two over; two cannot be removed, so two are added.
    let mut town = living(4).accused(FAY, 6).accused(GUS, 6).accused(HAL, 2);
    let dealt = deal(&mut town);
    assert_eq!((dealt.added, dealt.removed), (2, 0));
    // 13 of 15 lie there: 23 cards for four: one is added rather than three removed.
    let mut town = living(4).accused(FAY, 6).accused(GUS, 6).accused(HAL, 1);
    let dealt = deal(&mut town);
    assert_eq!((dealt.added, dealt.removed), (1, 0));
}

#[test]
fn f07_what_was_added_holds_for_this_day_alone() {
    let mut town = living(4)
        .accused(FAY, 6)
        .accused(GUS, 6)
        .accused(HAL, 6)
        .row(FAY, "nnnnn");
    deal(&mut town);
    for who in [FAY, GUS, HAL] {
        town.forum.table.chairs[seat(who).index()].front.clear();
    }
    town.end_phase();
    let dealt = deal(&mut town);
    assert_eq!(
        accusations(&dealt) + usize::from(dealt.removed) - usize::from(dealt.added),
        15
    );
}

#[test]
fn f08_hands_differ_only_in_what_they_hold() {
    let mut town = Town::new().at_dawn();
    let dealt = deal(&mut town);
    assert_eq!(dealt.hands.len(), 9);
    for hand in &dealt.hands {
        assert_eq!(town.forum.chair(hand.seat).hand, hand.cards);
    }
}

#[test]
fn f08_the_dead_get_no_hand() {
    let dealt = deal(&mut living(8));
    assert!(dealt.hands.iter().all(|hand| hand.seat != seat(ANN)));
}

#[test]
fn f09_when_night_falls_hands_and_stocks_go_to_the_discard() {
    let mut town = Town::new()
        .after_conspiracy()
        .hand(ANN, &[CardKind::Stocks, CardKind::Evidence])
        .hand(BOB, &[CardKind::Arson])
        .accused(CAL, 2);
    town.play(ANN, CardKind::Stocks, at(BOB));
    town.end_phase();
    assert!(town.hand_of(ANN).is_empty() && town.hand_of(BOB).is_empty());
    assert!(town.front_of(BOB).is_empty());
    assert_eq!(town.marks(CAL), 2, "red cards stay");
    let kinds: BTreeSet<CardKind> = town
        .forum
        .table
        .discard
        .iter()
        .map(|card| card.kind)
        .collect();
    assert!(
        kinds.contains(&CardKind::Stocks)
            && kinds.contains(&CardKind::Evidence)
            && kinds.contains(&CardKind::Arson)
    );
}

/// Three live: Ann, Hal and Ivy, of whom Ivy is a Witch.
fn three() -> Town {
    (BOB..=GUS).fold(
        Town::new()
            .row(GUS, "nnnnn")
            .row(ANN, "cnnnn")
            .row(HAL, "nnnnn")
            .row(BOB, "wnnnn"),
        Town::dead,
    )
}

#[test]
fn f10_with_two_living_all_blue_cards_leave_the_game() {
    let mut town = three()
        .front(ANN, &[CardKind::Piety])
        .hand(IVY, &[CardKind::Asylum, CardKind::Evidence]);
    let events = town.host(Command::Remove {
        seat: seat(HAL),
        confirmed: true,
    });
    let left = events.iter().find_map(|event| match event {
        Event::BlueCardsLeft {
            from_fronts,
            from_elsewhere,
        } => Some((from_fronts.clone(), from_elsewhere.len())),
        _ => None,
    });
    assert_eq!(
        left,
        Some((vec![Card::new(CardKind::Piety, 1)], 3)),
        "Asylum and two Matchmakers were elsewhere"
    );
    assert_eq!(town.hand_of(IVY), [CardKind::Evidence]);
    let blue = town
        .forum
        .table
        .cards()
        .filter(|card| card.colour() == Colour::Blue)
        .count();
    assert_eq!(
        blue,
        town.forum
            .table
            .aside
            .iter()
            .filter(|card| card.colour() == Colour::Blue)
            .count()
    );
}

#[test]
fn f10_with_three_living_they_stay() {
    let mut town = three().front(ANN, &[CardKind::Piety]);
    town.forum.table.chairs[seat(GUS).index()].alive = true;
    town.forum.table.chairs[seat(GUS).index()].row[0].revealed = false;
    town.host(Command::Remove {
        seat: seat(HAL),
        confirmed: true,
    });
    assert_eq!(town.front_of(ANN), [CardKind::Piety]);
}

#[test]
fn f10_with_two_living_scapegoat_and_robbery_are_left_out() {
    let mut town = three().dead(HAL).at_night();
    let dealt = deal(&mut town);
    let kinds: Vec<_> = dealt.left_out.iter().map(|card| card.kind).collect();
    assert_eq!(
        kinds,
        [CardKind::Robbery, CardKind::Scapegoat, CardKind::Scapegoat]
    );
    assert!(cards(&dealt).iter().all(|card| !kinds.contains(&card.kind)));
}

#[test]
fn f10_with_three_living_they_are_dealt() {
    let dealt = deal(&mut three().at_night());
    assert!(dealt.left_out.is_empty());
    assert!(
        cards(&dealt)
            .iter()
            .any(|card| card.kind == CardKind::Robbery)
    );
}

#[test]
fn f10_the_partner_dies_though_the_first_death_leaves_two() {
    // Three live; Ann's death leaves Hal and Ivy, and pulls Hal along all the same.
    let mut town = three()
        .front(ANN, &[CardKind::Matchmaker])
        .front(HAL, &[CardKind::Matchmaker])
        .row(ANN, "CNNNn")
        .hand(IVY, &[CardKind::Witness])
        .after_conspiracy();
    town.play(IVY, CardKind::Witness, at(ANN));
    let events = town.flip(IVY, ANN, 5);
    assert!(!town.lives(HAL), "the partner");
    assert_eq!(town.winner(), Some(Side::Witches), "Ivy alone is left");
    let left = |event: &Event| matches!(event, Event::BlueCardsLeft { .. });
    assert!(!events.iter().any(left), "the game has stopped before");
}

#[test]
fn f10_the_partner_dies_before_the_blue_cards_leave() {
    // Four live; Ann's death pulls Hal along, and two are left.
    let mut town = three()
        .front(ANN, &[CardKind::Matchmaker])
        .front(HAL, &[CardKind::Matchmaker])
        .row(ANN, "CNNNn")
        .hand(IVY, &[CardKind::Witness])
        .after_conspiracy();
    let chair = &mut town.forum.table.chairs[seat(GUS).index()];
    chair.alive = true;
    chair.row[0].revealed = false;
    town.play(IVY, CardKind::Witness, at(ANN));
    town.flip(IVY, ANN, 5);
    assert!(
        !town.lives(ANN) && !town.lives(HAL),
        "both died, though two were left in the end"
    );
}
