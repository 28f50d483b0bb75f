//! T9: black cards on drawing, the one-card deck, and what there is to draw.

use town_crier::games::salem1692::table::CardKind::{Accusation, Evidence};
use town_crier::games::salem1692::tabletop::{DrawCause, Event};
use town_crier::kernel::time::Length;

use crate::kit::*;

/// What was drawn by this player, in order: words, black cards in capitals.
fn drawn(events: &[Event], who: u8) -> Vec<String> {
    let mut drawn = Vec::new();
    for event in events {
        match event {
            Event::Drew {
                seat: drawer,
                cards,
                ..
            } if *drawer == seat(who) => {
                drawn.extend(cards.iter().map(|card| card.kind.word().to_owned()));
            }
            Event::ConspiracyDrawn { drawer, .. } if *drawer == seat(who) => {
                drawn.push("CONSPIRACY".to_owned());
            }
            Event::NightDrawn { drawer, .. } if *drawer == seat(who) => {
                drawn.push("NIGHT".to_owned());
            }
            _ => {}
        }
    }
    drawn
}

#[test]
fn t09_a_black_card_counts_as_one_of_the_two() {
    let mut town = Town::new().deck("accusation conspiracy evidence night");
    town.draw(ANN);
    assert_eq!(drawn(&town.story, ANN), ["accusation", "CONSPIRACY"]);
    assert_eq!(town.whose_turn(), ANN, "it is resolved first");
    town.all_pick();
    assert_eq!(town.whose_turn(), BOB);
    assert_eq!(town.hand_of(ANN), [Accusation]);
}

#[test]
fn t09_drawn_first_it_is_resolved_and_then_the_second_is_drawn() {
    let mut town = Town::new().deck("conspiracy evidence accusation night");
    town.draw(ANN);
    assert!(town.hand_of(ANN).is_empty());
    town.all_pick();
    assert_eq!(town.hand_of(ANN), [Evidence]);
    assert_eq!(town.discarded(), ["conspiracy"]);
}

#[test]
fn t09_both_black_cards_in_one_draw() {
    let mut town = Town::new()
        .deck("conspiracy night")
        .hand(BOB, &[Accusation])
        .discard("evidence");
    town.draw(ANN);
    town.all_pick();
    assert!(town.game.night().is_some());
    town.end_night();
    assert_eq!(drawn(&town.story, ANN), ["CONSPIRACY", "NIGHT"]);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t09_the_one_card_deck_gives_its_second_card_after_the_night() {
    let mut town = Town::new()
        .deck("night")
        .discard("accusation accusation evidence");
    town.draw(ANN);
    assert!(town.hand_of(ANN).is_empty());
    let events = town.end_night();
    in_order(&events, &["night_over", "drew", "turn_ended"]);
    assert_eq!(town.hand_of(ANN).len(), 1, "from the new deck");
    assert_eq!(town.game.table.deck.len(), 3);
    assert_eq!(town.in_deck().last().map(String::as_str), Some("night"));
    assert!(town.discarded().is_empty());
}

#[test]
fn t09_night_as_the_second_card_ends_the_turn_after_it() {
    let mut town = Town::new()
        .deck("accusation night")
        .discard("evidence evidence");
    town.draw(ANN);
    town.end_night();
    assert_eq!(town.hand_of(ANN), [Accusation]);
    assert_eq!(town.whose_turn(), BOB);
    assert_eq!(town.game.table.deck.len(), 3);
}

#[test]
fn t09_a_deck_without_night_is_made_anew_when_a_card_must_be_drawn() {
    let mut town = Town::new()
        .deck("accusation")
        .discard("night evidence accusation");
    let events = town.draw(ANN);
    in_order(&events, &["drew", "deck_formed", "drew", "turn_ended"]);
    assert_eq!(town.hand_of(ANN).len(), 2);
    assert_eq!(town.in_deck().last().map(String::as_str), Some("night"));
    let mut town = Town::new()
        .deck("accusation accusation")
        .discard("night evidence");
    town.draw(ANN);
    assert!(town.in_deck().is_empty(), "not before one must be drawn");
}

#[test]
fn t09_with_black_cards_alone_a_turn_draws_at_most_one_of_them() {
    let mut town = Town::new().deck("").discard("conspiracy night");
    town.draw(ANN);
    assert_eq!(drawn(&town.story, ANN), ["CONSPIRACY"]);
    let events = town.all_pick();
    in_order(&events, &["passed", "nothing_drawn", "turn_ended"]);
    assert_eq!(
        (town.in_deck(), town.whose_turn()),
        (vec!["night".to_owned()], BOB)
    );
    town.draw(BOB);
    assert_eq!(drawn(&town.story, BOB), ["NIGHT"]);
    town.end_night();
    assert_eq!(town.whose_turn(), CAL);
    assert_eq!(town.in_deck(), ["conspiracy", "night"]);
}

#[test]
fn t09_with_one_other_card_left_both_are_drawn() {
    let mut town = Town::new().deck("conspiracy night").discard("accusation");
    town.draw(ANN);
    town.all_pick();
    assert!(town.game.night().is_some());
    town.end_night();
}

#[test]
fn t09_no_deck_is_made_of_night_alone() {
    let mut town = Town::new().deck("night");
    town.draw(ANN);
    town.end_night();
    assert!(town.in_deck().is_empty());
    assert_eq!(town.discarded(), ["night"]);
    let events = town.draw(BOB);
    in_order(&events, &["nothing_drawn", "turn_ended"]);
    assert_eq!(
        town.whose_turn(),
        CAL,
        "nothing is drawn, and the turn ends"
    );
}

#[test]
fn t09_where_nothing_can_be_drawn_nothing_is() {
    let mut town = Town::new().deck("accusation").discard("night");
    let events = town.draw(ANN);
    in_order(&events, &["drew", "nothing_drawn", "turn_ended"]);
    let nothing = events.iter().any(
        |event| matches!(event, Event::NothingDrawn { cause, .. } if *cause == DrawCause::Turn),
    );
    assert!(nothing);
    assert_eq!(town.hand_of(ANN), [Accusation]);
}

#[test]
fn t09_a_game_that_cannot_draw_goes_on() {
    let mut town = Town::new().deck("").discard("night");
    for who in [ANN, BOB, CAL] {
        town.draw(who);
    }
    town.wait(Length::DAY);
    assert_eq!(town.whose_turn(), EVE);
}
