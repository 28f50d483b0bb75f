//! T6, T7, T10, T13, F33: the turn, its clock, Stocks, and what a death ends.

use town_crier::games::salem1692::table::CardKind::{
    Accusation, BlackCat, Matchmaker, Stocks, Witness,
};
use town_crier::games::salem1692::tabletop::{
    Choosing, Clock, Command, Event, Refusal, RevealCause, TurnEnd,
};
use town_crier::kernel::game::Actor;

use crate::kit::*;

fn ended(events: &[Event]) -> Vec<(u8, TurnEnd)> {
    let end = |event: &Event| match event {
        Event::TurnEnded { seat, end, .. } => Some((seat.number(), *end)),
        _ => None,
    };
    events.iter().filter_map(end).collect()
}

#[test]
fn t06_drawing_two_cards_ends_the_turn() {
    let mut town = Town::new();
    let events = town.draw(ANN);
    assert_eq!(ended(&events), [(ANN, TurnEnd::Drew)]);
    assert_eq!(town.hand_of(ANN), [Accusation, Accusation]);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t06_the_first_card_played_rules_drawing_out() {
    let mut town = Town::new().hand(ANN, &[Accusation; 3]);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.cannot(ANN, Command::Draw), Refusal::PlayedAlready);
    town.play(ANN, Accusation, at(CAL));
    assert_eq!(ended(&town.end_turn(ANN)), [(ANN, TurnEnd::Said)]);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t06_a_turn_in_which_nothing_was_done_is_not_over() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    assert_eq!(town.cannot(ANN, Command::EndTurn), Refusal::NothingDone);
    town.draw(ANN);
}

#[test]
fn t06_with_an_empty_hand_it_ends_by_itself() {
    let mut town = Town::new().hand(ANN, &[Accusation; 2]);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.whose_turn(), ANN, "one card is left");
    let events = town.play(ANN, Accusation, at(BOB));
    assert_eq!(ended(&events), [(ANN, TurnEnd::EmptyHand)]);
}

#[test]
fn t06_an_empty_hand_at_the_start_still_draws() {
    let mut town = Town::new();
    assert_eq!(town.whose_turn(), ANN);
    town.draw(ANN);
}

#[test]
fn t06_only_the_turns_player_acts() {
    let mut town = Town::new().hand(BOB, &[Accusation]);
    let other = Refusal::NotYourTurn { seat: seat(ANN) };
    assert_eq!(town.cannot(BOB, Command::Draw), other);
    assert_eq!(town.cannot(BOB, Command::EndTurn), other);
    assert_eq!(town.cannot_play(BOB, Accusation, at(CAL)), other);
}

#[test]
fn t07_when_the_clock_has_run_out_who_has_played_nothing_draws_two() {
    let mut town = Town::new();
    town.until(START + hours(24) - MILLISECOND);
    assert_eq!(town.whose_turn(), ANN);
    let events = town.wait(MILLISECOND);
    in_order(
        &events,
        &["turn_ran_out", "drew", "turn_ended", "turn_began"],
    );
    assert_eq!(town.hand_of(ANN).len(), 2);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t07_who_has_played_draws_nothing() {
    let mut town = Town::new().hand(ANN, &[Accusation; 2]);
    town.play(ANN, Accusation, at(BOB));
    let events = town.wait(hours(24));
    assert_eq!(ended(&events), [(ANN, TurnEnd::RanOut)]);
    assert_eq!(town.hand_of(ANN), [Accusation]);
    assert!(matches!(events[0], Event::TurnRanOut { missed: 0, .. }));
}

/// Runs on to this player's turn, all others drawing in theirs.
fn until_turn_of(town: &mut Town, who: u8) {
    while town.whose_turn() != who {
        let other = town.whose_turn();
        town.draw(other);
    }
}

#[test]
fn t07_from_the_second_missed_turn_in_a_row_on_what_is_drawn_is_lost() {
    let mut town = Town::new().turn_of(GUS);
    let missed = |events: &[Event]| {
        let missed = |event: &Event| match event {
            Event::TurnRanOut { missed, .. } => Some(*missed),
            _ => None,
        };
        events.iter().find_map(missed).expect("the clock ran out")
    };
    assert_eq!(missed(&town.end_phase()), 1);
    assert_eq!(town.hand_of(GUS).len(), 2);
    until_turn_of(&mut town, GUS);
    assert_eq!(missed(&town.end_phase()), 2);
    assert_eq!(town.hand_of(GUS).len(), 2, "the second is lost");
    assert_eq!(town.discarded().len(), 2);
    until_turn_of(&mut town, GUS);
    town.draw(GUS);
    until_turn_of(&mut town, GUS);
    assert_eq!(missed(&town.end_phase()), 1, "not in a row any more");
    assert_eq!(town.hand_of(GUS).len(), 6);
}

#[test]
fn t07_a_black_card_of_a_lost_draw_is_resolved() {
    let mut town = Town::new().turn_of(GUS);
    town.end_phase();
    until_turn_of(&mut town, GUS);
    let mut town = town.deck("accusation conspiracy accusation night");
    let events = town.end_phase();
    in_order(
        &events,
        &["turn_ran_out", "drew", "conspiracy_drawn", "shift_opened"],
    );
    let events = town.all_pick();
    in_order(&events, &["passed", "turn_ended"]);
    assert_eq!(town.discarded(), ["accusation", "conspiracy"]);
}

#[test]
fn t07_on_an_automatic_draw_the_cats_choice_is_random_at_once() {
    let mut town = Town::new()
        .deck("conspiracy accusation night")
        .front(BOB, &[BlackCat]);
    let events = town.end_phase();
    in_order(&events, &["conspiracy_drawn", "revealed", "shift_opened"]);
    let random = events.iter().any(|event| {
        matches!(event, Event::Revealed { cause: RevealCause::CatScratch { choice, .. }, .. }
            if *choice == Choosing::TimeOut)
    });
    assert!(random);
    town.all_pick();
}

#[test]
fn t07_an_owed_tryal_is_turned_at_random_when_the_clock_has_run_out() {
    let mut town = Town::new().hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    town.until(START + hours(24) - MILLISECOND);
    assert_eq!(town.hidden(BOB), 5);
    let events = town.wait(MILLISECOND);
    in_order(&events, &["turn_ran_out", "revealed", "turn_ended"]);
    assert_eq!(town.hidden(BOB), 4);
}

#[test]
fn t07_the_clock_stands_while_a_black_card_is_open() {
    let mut town = Town::new().deck("conspiracy accusation accusation accusation night");
    town.wait(hours(10));
    town.draw(ANN);
    assert_eq!(town.clock(), Clock::Standing { left: hours(14) });
    town.wait(hours(5));
    town.all_pick();
    assert_eq!(town.whose_turn(), BOB, "the second card ended it");
    assert_eq!(
        town.clock(),
        Clock::Running {
            until: START + hours(39)
        }
    );
}

#[test]
fn t07_the_own_scratch_runs_on_the_own_clock() {
    let mut town = Town::new()
        .deck("conspiracy accusation accusation night")
        .front(BOB, &[BlackCat]);
    town.wait(hours(10));
    town.draw(ANN);
    assert_eq!(
        town.clock(),
        Clock::Running {
            until: START + hours(24)
        }
    );
    town.until(START + hours(24) - MILLISECOND);
    assert!(town.game.cat_choice().is_some());
    let events = town.wait(MILLISECOND);
    in_order(&events, &["turn_ran_out", "revealed", "shift_opened"]);
    assert!(
        matches!(&events[0], Event::TurnRanOut { missed: 0, .. }),
        "the player did draw"
    );
    town.all_pick();
    assert_eq!(town.hand_of(ANN).len(), 1, "the second card comes yet");
}

#[test]
fn t07_live_turns_have_three_minutes() {
    let mut town = Town::with(&[("preset", "live")]);
    town.until(START + minutes(3) - MILLISECOND);
    assert_eq!(town.whose_turn(), ANN);
    town.wait(MILLISECOND);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t10_stocks_skip_the_next_turn_and_are_discarded() {
    let mut town = Town::new().hand(ANN, &[Stocks, Accusation]);
    town.play(ANN, Stocks, at(BOB));
    assert_eq!(town.front_of(BOB), [Stocks]);
    let events = town.end_turn(ANN);
    in_order(&events, &["turn_ended", "turn_skipped", "turn_began"]);
    assert_eq!(town.whose_turn(), CAL);
    assert!(town.front_of(BOB).is_empty());
    assert_eq!(town.discarded(), ["stocks"]);
    until_turn_of(&mut town, BOB);
}

#[test]
fn t10_two_stocks_skip_two_turns() {
    let mut town = Town::new().front(BOB, &[Stocks, Stocks]);
    town.draw(ANN);
    assert_eq!((town.whose_turn(), town.front_of(BOB)), (CAL, vec![Stocks]));
    until_turn_of(&mut town, ANN);
    town.draw(ANN);
    assert_eq!((town.whose_turn(), town.front_of(BOB)), (CAL, vec![]));
    until_turn_of(&mut town, ANN);
    town.draw(ANN);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t10_a_player_in_stocks_takes_part_in_all_but_the_own_turn() {
    let mut town = Town::new()
        .deck("conspiracy night")
        .discard("evidence")
        .front(BOB, &[Stocks]);
    town.draw(ANN);
    town.pick(BOB, 1);
    town.all_pick();
    town.confess(BOB, 2);
    town.end_night();
    assert_eq!(town.whose_turn(), CAL);
}

#[test]
fn t10_where_all_others_are_in_stocks_the_same_player_goes_on() {
    let mut town = Town::seating(settings(&[("players", "4")]))
        .dead(BOB)
        .front(CAL, &[Stocks])
        .front(DAN, &[Stocks]);
    town.draw(ANN);
    assert_eq!(town.whose_turn(), ANN);
}

#[test]
fn t13_a_death_ends_that_players_turn() {
    // Ann is linked with Bob, whose last Tryal she turns.
    let mut town = Town::new()
        .hand(ANN, &[Witness, Accusation])
        .front(ANN, &[Matchmaker])
        .front(BOB, &[Matchmaker])
        .row(BOB, "NNNNn");
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    assert_eq!(ended(&events), [(ANN, TurnEnd::Died)]);
    assert_eq!(town.whose_turn(), CAL);
}

#[test]
fn t13_nothing_more_is_drawn_and_a_black_card_goes_on() {
    let mut town = Town::new()
        .deck("conspiracy accusation accusation night")
        .front(ANN, &[BlackCat])
        .row(ANN, "NNNNn");
    town.draw(ANN);
    town.reveal(ANN, 5);
    assert!(!town.lives(ANN) && town.game.shift().is_some());
    let events = town.all_pick();
    in_order(&events, &["passed", "turn_ended"]);
    assert_eq!(ended(&events), [(ANN, TurnEnd::Died)]);
    assert_eq!(town.in_deck(), ["accusation", "accusation", "night"]);
}

#[test]
fn t13_a_tryal_owed_is_turned_at_random_at_once() {
    let mut town = Town::new().hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    let events = town.host(Command::Remove {
        seat: seat(ANN),
        confirmed: true,
    });
    in_order(&events, &["died", "revealed", "turn_ended"]);
    let random = events.iter().any(|event| {
        matches!(event, Event::Revealed { cause: RevealCause::Owed { choice, .. }, .. }
            if *choice == Choosing::ChooserDied)
    });
    assert!(random);
}

#[test]
fn f33_at_the_very_instant_is_late() {
    let mut town = Town::new().hand(ANN, &[Accusation; 2]);
    town.now = START + hours(24) - MILLISECOND;
    town.play(ANN, Accusation, at(BOB));
    town.now = START + hours(24);
    assert_eq!(town.cannot(ANN, Command::EndTurn), Refusal::Late);
    town.tick();
    assert_eq!(
        town.attempt(Actor::Clock, &Command::Tick),
        Err(Refusal::NothingDue)
    );
}

#[test]
fn f33_a_late_clock_settles_as_of_the_instant_that_was_due() {
    let mut town = Town::new();
    town.now = START + hours(30);
    town.tick();
    assert_eq!(
        town.clock(),
        Clock::Running {
            until: START + hours(48)
        }
    );
}
