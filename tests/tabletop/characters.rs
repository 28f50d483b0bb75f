//! T17 to T22, T24 to T31: the characters, both sides of each boundary.

use town_crier::games::salem1692::table::CardKind::{
    self, Accusation, Alibi, Arson, Asylum, BlackCat, Evidence, Matchmaker, Piety, Robbery,
    Scapegoat, Stocks, Witness,
};
use town_crier::games::salem1692::table::Character::{
    AbigailWilliams, AnnPutnam, CottonMather, GeorgeBurroughs, GilesCorey, JohnProctor, MaryWarren,
    RebeccaNurse, SamuelParris, SarahGood, ThomasDanforth, Tituba, WillGriggs, WilliamPhips,
};
use town_crier::games::salem1692::table::{Card, Character};
use town_crier::games::salem1692::tabletop::{
    Command, Confession, DeckCard, DrawCause, Effect, Event, Fate, PlacingPower, Play, Refusal,
    Relief, TurnEnd,
};

use crate::kit::*;

/// Ann, in her turn, is this one.
fn ann_is(character: Character) -> Town {
    Town::new()
        .characters(&[(ANN, character)])
        .hand(ANN, &[Stocks])
}

/// Bob is this one; Ann has her turn.
fn bob_is(character: Character) -> Town {
    Town::new()
        .characters(&[(BOB, character)])
        .hand(ANN, &[Stocks])
}

fn offered(town: &Town) -> Option<PlacingPower> {
    town.game.turn()?.asked.map(|asked| asked.power)
}

fn nurse_drew(events: &[Event]) -> Vec<(u8, CardKind)> {
    let drew = |event: &Event| match event {
        Event::Drew {
            seat, cause, cards, ..
        } if *cause == DrawCause::RebeccaNurse => Some((seat.number(), cards[0].kind)),
        _ => None,
    };
    events.iter().filter_map(drew).collect()
}

// T17.

#[test]
fn t17_abigail_sheds_all_red_cards_on_the_last_accusation() {
    let mut town = ann_is(AbigailWilliams)
        .hand(ANN, &[Accusation, Accusation])
        .accused(ANN, 4)
        .front(ANN, &[Piety])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), None, "the sixth is not the last");
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), Some(PlacingPower::AbigailWilliams));
    assert!(matches!(
        town.cannot_play(ANN, Stocks, at(CAL)),
        Refusal::PowerFirst { .. }
    ));
    let prompt = town.asked();
    assert_eq!(
        town.cannot(BOB, Command::Power { prompt, yes: true }),
        Refusal::NotYourChoice { chooser: seat(ANN) }
    );
    town.power(ANN, true);
    assert_eq!(town.front_of(ANN), [Piety]);
    town.reveal(ANN, 1);
    assert_eq!(
        town.cannot(ANN, Command::Power { prompt, yes: true }),
        Refusal::Stale
    );
}

#[test]
fn t17_she_may_say_no_and_is_not_asked_with_nothing_to_shed() {
    let mut town = ann_is(AbigailWilliams)
        .hand(ANN, &[Witness])
        .accused(ANN, 2);
    town.play(ANN, Witness, at(BOB));
    town.power(ANN, false);
    assert_eq!(town.marks(ANN), 2);
    town.reveal(ANN, 1);
    let mut town = ann_is(AbigailWilliams).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(offered(&town), None);
    town.reveal(ANN, 1);
}

#[test]
fn t17_a_scapegoat_is_no_placing() {
    let mut town = ann_is(AbigailWilliams)
        .hand(ANN, &[Scapegoat])
        .accused(ANN, 2)
        .accused(BOB, 4)
        .accused(CAL, 4);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert_eq!(offered(&town), None);
    town.reveal(ANN, 1);
}

#[test]
fn t07_a_power_that_is_not_answered_in_time_is_not_used() {
    let mut town = ann_is(AbigailWilliams)
        .hand(ANN, &[Witness])
        .accused(ANN, 2);
    town.play(ANN, Witness, at(BOB));
    let events = town.end_phase();
    in_order(
        &events,
        &["turn_ran_out", "power_declined", "revealed", "turn_ended"],
    );
    assert_eq!(town.marks(ANN), 2);
}

// T18.

#[test]
fn t18_putnam_draws_two_before_the_tryal_and_may_play_them() {
    let mut town = ann_is(AnnPutnam)
        .hand(ANN, &[Witness])
        .deck("evidence accusation alibi night");
    town.play(ANN, Witness, at(BOB));
    assert_eq!(offered(&town), Some(PlacingPower::AnnPutnam));
    town.power(ANN, true);
    assert_eq!(town.hand_of(ANN), [Stocks, Evidence, Accusation]);
    assert_eq!(town.hidden(BOB), 5, "the Tryal is turned after that");
    town.reveal(ANN, 1);
    town.play(ANN, Evidence, at(BOB));
    town.end_turn(ANN);
}

#[test]
fn t18_the_tryal_stays_owed_though_a_conspiracy_changed_the_row() {
    let mut town = ann_is(AnnPutnam)
        .hand(ANN, &[Witness])
        .deck("conspiracy evidence accusation night");
    town.play(ANN, Witness, at(BOB));
    town.power(ANN, true);
    assert!(town.game.shift().is_some() && town.game.owed_now().is_none());
    town.all_pick();
    assert_eq!(town.hand_of(ANN), [Stocks, Evidence]);
    assert_eq!(town.owed().len(), 1);
    town.reveal(ANN, 1);
    assert_eq!(town.whose_turn(), ANN);
    town.end_turn(ANN);
}

#[test]
fn t18_no_thanks_and_nothing_to_draw() {
    let mut town = ann_is(AnnPutnam).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    town.power(ANN, false);
    town.reveal(ANN, 1);
    assert_eq!(town.hand_of(ANN), [Stocks]);
    let mut town = ann_is(AnnPutnam)
        .hand(ANN, &[Witness])
        .deck("")
        .discard("night");
    town.play(ANN, Witness, at(BOB));
    assert_eq!(offered(&town), None);
    town.reveal(ANN, 1);
}

#[test]
fn t18_drawing_a_night_in_which_the_target_dies_no_tryal_is_owed() {
    let mut town = ann_is(AnnPutnam)
        .hand(ANN, &[Witness])
        .deck("night")
        .discard("evidence evidence");
    town.play(ANN, Witness, at(BOB));
    town.power(ANN, true);
    town.kill(FAY, BOB);
    town.end_night();
    assert!(town.owed().is_empty());
    assert_eq!(
        town.hand_of(ANN).len(),
        2,
        "the second card from the new deck"
    );
    assert_eq!(town.whose_turn(), ANN);
    town.end_turn(ANN);
}

#[test]
fn t13_putnam_who_dies_in_the_night_she_drew_has_the_tryal_turned_at_random() {
    let mut town = ann_is(AnnPutnam)
        .hand(ANN, &[Witness])
        .deck("night")
        .discard("evidence evidence");
    town.play(ANN, Witness, at(BOB));
    town.power(ANN, true);
    town.kill(FAY, ANN);
    let events = town.end_night();
    in_order(&events, &["died", "revealed", "night_over", "turn_ended"]);
    assert_eq!(town.hidden(BOB), 4);
    assert_eq!(town.whose_turn(), BOB);
}

// T19.

#[test]
fn t19_evidence_before_mather_counts_one() {
    let mut town = bob_is(CottonMather)
        .hand(ANN, &[Evidence, Evidence])
        .accused(BOB, 4);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(town.marks(BOB), 5);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!((town.marks(BOB), town.owed().len()), (6, 0));
}

#[test]
fn t19_for_an_alibi_three_evidence_are_three_marks() {
    let lying = || {
        bob_is(CottonMather)
            .hand(ANN, &[Alibi])
            .front(BOB, &[Evidence, Evidence, Evidence, Accusation])
    };
    let mut town = lying();
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(town.front_of(BOB), [Accusation]);
    let relief = |accusations, evidence| {
        Command::Play(Play::Alibi {
            copy: 1,
            target: seat(BOB),
            relief: Some(Relief {
                accusations,
                evidence,
            }),
        })
    };
    let mut town = lying();
    town.does(ANN, relief(1, 2));
    assert_eq!(town.front_of(BOB), [Evidence]);
    let mut town = lying();
    assert_eq!(town.cannot(ANN, relief(1, 3)), Refusal::OneToThree);
}

#[test]
fn t19_a_scapegoat_onto_mather_counts_anew() {
    let mut town = bob_is(CottonMather)
        .hand(ANN, &[Scapegoat])
        .front(CAL, &[Evidence, Evidence]);
    assert_eq!(town.marks(CAL), 6);
    let events = town.play(ANN, Scapegoat, from_to(CAL, BOB));
    assert!(matches!(
        &events[0],
        Event::Played {
            effect: Effect::Blamed { marks: 2, .. },
            ..
        }
    ));
    assert_eq!(town.marks(BOB), 2);
}

// T20.

#[test]
fn t20_a_tryal_against_burroughs_takes_eight() {
    let mut town = bob_is(GeorgeBurroughs).hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    assert!(town.owed().is_empty(), "seven are not eight");
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.owed().len(), 1);
    town.reveal(ANN, 1);
}

// T21.

#[test]
fn t21_corey_shows_two_accusations_and_draws_a_third() {
    let mut town = ann_is(GilesCorey).deck("accusation accusation evidence alibi night");
    let events = town.draw(ANN);
    in_order(
        &events,
        &["drew", "accusations_shown", "drew", "turn_ended"],
    );
    assert_eq!(
        town.hand_of(ANN),
        [Stocks, Accusation, Accusation, Evidence]
    );
}

#[test]
fn t21_the_third_counts_no_further() {
    let mut town = ann_is(GilesCorey).deck("accusation accusation accusation accusation night");
    town.draw(ANN);
    assert_eq!(town.hand_of(ANN).len(), 4);
}

#[test]
fn t21_one_accusation_alone_is_none() {
    for deck in [
        "accusation evidence alibi night",
        "evidence accusation alibi night",
    ] {
        let mut town = ann_is(GilesCorey).deck(deck);
        town.draw(ANN);
        assert_eq!(town.hand_of(ANN).len(), 3);
    }
    let mut town = ann_is(GilesCorey).deck("conspiracy accusation accusation night");
    town.draw(ANN);
    town.all_pick();
    assert_eq!(town.hand_of(ANN).len(), 2, "a black card is one of the two");
}

#[test]
fn t21_the_third_may_be_black_and_comes_on_an_automatic_draw_too() {
    let mut town = ann_is(GilesCorey).deck("accusation accusation conspiracy alibi night");
    town.end_phase();
    assert!(town.game.shift().is_some());
    town.all_pick();
    assert_eq!(town.whose_turn(), BOB);
    assert_eq!(town.hand_of(ANN), [Stocks, Accusation, Accusation]);
}

// T22.

#[test]
fn t22_proctor_takes_hand_and_blue_cards_of_the_dead() {
    let mut town = Town::new()
        .characters(&[(CAL, JohnProctor)])
        .hand(ANN, &[Witness, Stocks])
        .row(BOB, "NNNNn")
        .hand(BOB, &[Evidence, Alibi])
        .front(BOB, &[BlackCat, Stocks]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["died", "inherited"]);
    assert_eq!(town.hand_of(CAL), [Evidence, Alibi, BlackCat]);
    assert_eq!(town.discarded(), ["witness", "stocks"], "all else");
}

#[test]
fn t22_after_the_whole_chain_and_who_died_in_it_takes_nothing() {
    let mut town = Town::new()
        .characters(&[(CAL, JohnProctor)])
        .hand(ANN, &[Witness, Stocks])
        .row(BOB, "NNNNn")
        .hand(BOB, &[Evidence])
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .hand(CAL, &[Alibi]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["died", "died", "estate_discarded"]);
    assert!(town.discarded().contains(&"evidence".to_owned()));
    let mut town = Town::new()
        .characters(&[(DAN, JohnProctor)])
        .hand(ANN, &[Witness, Stocks])
        .row(BOB, "NNNNn")
        .hand(BOB, &[Evidence])
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .hand(CAL, &[Alibi]);
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    assert_eq!(town.hand_of(DAN), [Evidence, Matchmaker, Alibi, Matchmaker]);
}

#[test]
fn t22_a_removed_player_leaves_to_him_too_and_he_to_nobody() {
    let remove = |who| Command::Remove {
        seat: seat(who),
        confirmed: true,
    };
    let mut town = bob_is(JohnProctor)
        .hand(CAL, &[Evidence])
        .hand(BOB, &[Alibi]);
    town.host(remove(CAL));
    assert_eq!(town.hand_of(BOB), [Alibi, Evidence]);
    town.host(remove(BOB));
    assert_eq!(town.discarded(), ["alibi", "evidence"]);
}

// T24.

#[test]
fn t24_the_cat_before_mary_does_her_no_harm() {
    let mut town = bob_is(MaryWarren)
        .deck("conspiracy accusation accusation night")
        .front(BOB, &[BlackCat]);
    let events = town.draw(ANN);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::ConspiracyDrawn { cat: None, harmless: Some(mary), .. } if *mary == seat(BOB)
    )));
    assert!(town.game.shift().is_some());
    town.all_pick();
    assert_eq!(town.hidden(BOB), 5);
}

#[test]
fn t24_her_partner_dies_with_her_and_not_she_with_the_partner() {
    let linked = || {
        bob_is(MaryWarren)
            .front(BOB, &[Matchmaker])
            .front(CAL, &[Matchmaker])
            .hand(ANN, &[Witness])
    };
    let mut town = linked().row(CAL, "NNNNn");
    town.play(ANN, Witness, at(CAL));
    town.reveal(ANN, 5);
    assert!(town.lives(BOB) && !town.lives(CAL));
    let mut town = linked().row(BOB, "NNNNn");
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    assert!(!town.lives(BOB) && !town.lives(CAL));
}

// T25.

#[test]
fn t25_nurse_draws_for_each_tryal_of_another_that_is_revealed() {
    let mut town = bob_is(RebeccaNurse)
        .deck("evidence alibi accusation night")
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(CAL));
    let events = town.reveal(ANN, 1);
    assert_eq!(nurse_drew(&events), [(BOB, Evidence)]);
    assert_eq!(town.hand_of(BOB), [Evidence]);
    let mut town = bob_is(RebeccaNurse).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 1);
    assert!(nurse_drew(&events).is_empty(), "not for her own");
}

#[test]
fn t25_a_witch_card_turned_by_accusation_counts_and_the_rest_of_the_row_does_not() {
    let mut town = bob_is(RebeccaNurse).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(FAY));
    let events = town.reveal(ANN, 1);
    in_order(&events, &["revealed", "died", "drew"]);
    assert_eq!(nurse_drew(&events).len(), 1);
}

#[test]
fn t25_not_for_a_confession_nor_for_the_coven() {
    let mut town = bob_is(RebeccaNurse)
        .deck("night")
        .discard("evidence evidence");
    town.draw(ANN);
    town.kill(FAY, DAN);
    town.confess(CAL, 1);
    let events = town.end_night();
    in_order(&events, &["confessed", "revealed", "died"]);
    assert!(nurse_drew(&events).is_empty());
}

#[test]
fn t25_after_the_black_card_on_the_table() {
    let mut town = bob_is(RebeccaNurse)
        .deck("conspiracy evidence accusation night")
        .front(CAL, &[BlackCat]);
    town.draw(ANN);
    town.reveal(ANN, 1);
    assert!(town.hand_of(BOB).is_empty());
    let events = town.all_pick();
    in_order(&events, &["passed", "drew", "drew", "turn_ended"]);
    assert_eq!(
        town.hand_of(BOB),
        [Evidence],
        "before the turn's second card"
    );
    assert_eq!(town.hand_of(ANN), [Stocks, Accusation]);
}

#[test]
fn t25_in_her_own_turn_she_may_play_it() {
    let mut town = Town::new()
        .characters(&[(ANN, RebeccaNurse)])
        .hand(ANN, &[Witness])
        .deck("evidence accusation night");
    town.play(ANN, Witness, at(CAL));
    town.reveal(ANN, 1);
    assert_eq!(town.whose_turn(), ANN, "the hand is not empty any more");
    town.play(ANN, Evidence, at(CAL));
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn t09_a_night_drawn_by_nurse_is_resolved_in_the_turn_of_another() {
    let mut town = bob_is(RebeccaNurse)
        .deck("night")
        .discard("evidence evidence")
        .hand(ANN, &[Witness]);
    town.wait(hours(4));
    town.play(ANN, Witness, at(CAL));
    town.reveal(ANN, 1);
    assert!(town.game.night().is_some());
    town.end_night();
    assert_eq!(town.whose_turn(), ANN, "play goes on where it was");
    assert_eq!(town.clock().until(), Some(town.now + hours(20)));
    town.end_turn(ANN);
}

// T26.

fn cards(kinds: &[(CardKind, u8)]) -> Command {
    let cards = kinds.iter().map(|(kind, copy)| Card::new(*kind, *copy));
    Command::Salvage {
        cards: cards.collect(),
    }
}

#[test]
fn t26_parris_takes_one_or_two_cards_instead_of_drawing() {
    let mut town = ann_is(SamuelParris).discard("arson asylum conspiracy");
    assert_eq!(town.cannot(ANN, cards(&[])), Refusal::OneOrTwo);
    assert_eq!(
        town.cannot(ANN, cards(&[(Arson, 1), (Arson, 1)])),
        Refusal::OneOrTwo
    );
    assert_eq!(
        town.cannot(ANN, cards(&[(Robbery, 1)])),
        Refusal::NotInDiscard {
            card: Card::new(Robbery, 1)
        }
    );
    let events = town.does(ANN, cards(&[(Asylum, 1), (Arson, 1)]));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::TurnEnded {
            end: TurnEnd::Salvaged,
            ..
        }
    )));
    assert_eq!(town.hand_of(ANN), [Stocks, Asylum, Arson]);
    assert_eq!(town.discarded(), ["conspiracy"]);
}

#[test]
fn t26_twice_a_game() {
    let mut town = ann_is(SamuelParris).discard("arson asylum curse");
    town.does(ANN, cards(&[(Arson, 1)]));
    town.game.phase = Town::new().turn_of(ANN).game.phase.clone();
    town.does(ANN, cards(&[(Asylum, 1)]));
    town.game.phase = Town::new().turn_of(ANN).game.phase.clone();
    assert_eq!(
        town.cannot(ANN, cards(&[(CardKind::Curse, 1)])),
        Refusal::PowerSpent {
            character: SamuelParris
        }
    );
}

#[test]
fn t26_no_black_cards_and_not_after_a_play() {
    let mut town = ann_is(SamuelParris).discard("conspiracy");
    assert_eq!(
        town.cannot(ANN, cards(&[(Arson, 1)])),
        Refusal::EmptyDiscard
    );
    let mut town = ann_is(SamuelParris).hand(ANN, &[Evidence]).discard("arson");
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(
        town.cannot(ANN, cards(&[(Arson, 1)])),
        Refusal::PlayedAlready
    );
    let mut town = bob_is(SamuelParris).discard("arson");
    assert!(matches!(
        town.cannot(ANN, cards(&[(Arson, 1)])),
        Refusal::NotYourPower { .. }
    ));
}

// T27.

#[test]
fn t27_arson_and_robbery_against_sarah_do_nothing_and_are_discarded() {
    let mut town = bob_is(SarahGood)
        .hand(ANN, &[Arson, Robbery])
        .hand(BOB, &[Evidence])
        .hand(CAL, &[Alibi]);
    town.play(ANN, Arson, at(BOB));
    town.play(ANN, Robbery, from_to(BOB, CAL));
    assert_eq!(town.hand_of(BOB), [Evidence]);
    assert_eq!(town.hand_of(CAL), [Alibi]);
    assert_eq!(town.discarded(), ["arson", "robbery"]);
}

#[test]
fn t27_an_empty_hand_is_refused_and_she_may_receive() {
    let mut town = bob_is(SarahGood)
        .hand(ANN, &[Arson, Robbery])
        .hand(CAL, &[Alibi]);
    assert_eq!(
        town.cannot_play(ANN, Arson, at(BOB)),
        Refusal::EmptyHand { target: seat(BOB) }
    );
    town.play(ANN, Robbery, from_to(CAL, BOB));
    assert_eq!(town.hand_of(BOB), [Alibi]);
}

// T28.

#[test]
fn t28_danforth_may_have_a_tryal_on_the_sixth() {
    let mut town = ann_is(ThomasDanforth)
        .hand(ANN, &[Accusation, Accusation])
        .accused(BOB, 4);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), None, "the fifth is not the sixth");
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), Some(PlacingPower::ThomasDanforth));
    let order = places(&[1, 2, 3, 4, 5]);
    assert_eq!(
        town.cannot(BOB, Command::Reorder { order }),
        Refusal::RowInUse
    );
    town.power(ANN, true);
    assert_eq!(town.owed().len(), 1);
    town.reveal(ANN, 3);
    assert_eq!((town.marks(BOB), town.hidden(BOB)), (0, 4));
}

#[test]
fn t28_declined_at_the_sixth_the_seventh_binds() {
    let mut town = ann_is(ThomasDanforth)
        .hand(ANN, &[Accusation, Accusation])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    town.power(ANN, false);
    assert!(town.owed().is_empty());
    town.play(ANN, Accusation, at(BOB));
    assert_eq!((offered(&town), town.owed().len()), (None, 1));
    town.reveal(ANN, 1);
}

#[test]
fn t28_an_evidence_that_reaches_the_sixth_counts() {
    let mut town = ann_is(ThomasDanforth)
        .hand(ANN, &[Evidence])
        .accused(BOB, 3);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(offered(&town), Some(PlacingPower::ThomasDanforth));
    town.power(ANN, false);
    let mut town = ann_is(ThomasDanforth)
        .hand(ANN, &[Evidence])
        .accused(BOB, 4);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(
        (offered(&town), town.owed().len()),
        (None, 1),
        "seven bind him"
    );
    town.reveal(ANN, 1);
}

#[test]
fn t28_against_burroughs_the_seventh_and_the_eighth() {
    let against = |marks| {
        Town::new()
            .characters(&[(ANN, ThomasDanforth), (BOB, GeorgeBurroughs)])
            .hand(ANN, &[Accusation, Stocks])
            .accused(BOB, marks)
    };
    let mut town = against(5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), None, "six");
    let mut town = against(6);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town), Some(PlacingPower::ThomasDanforth), "seven");
    town.power(ANN, false);
    let mut town = against(7);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!((offered(&town), town.owed().len()), (None, 1), "eight");
    town.reveal(ANN, 1);
}

// T29.

fn arranged(town: &Town, order: &[usize]) -> Command {
    let deck = &town.game.table.deck;
    Command::Arrange {
        deck: order.iter().map(|index| deck[*index]).collect(),
    }
}

#[test]
fn t29_titubas_early_night() {
    let mut town = ann_is(Tituba)
        .deck("evidence accusation alibi night")
        .discard("arson curse");
    town.does(ANN, Command::Study);
    let order = arranged(&town, &[3, 1, 0, 2]);
    town.does(ANN, order);
    assert_eq!(town.in_deck(), ["night", "accusation", "evidence", "alibi"]);
    // She may draw in the same turn: the Night comes first, then the second card.
    town.draw(ANN);
    assert!(town.game.night().is_some_and(|night| night.early));
    town.kill(FAY, BOB);
    let events = town.end_night();
    in_order(
        &events,
        &["victim_named", "died", "night_over", "drew", "turn_ended"],
    );
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::NightOver { deck: None, .. }))
    );
    assert_eq!(town.hand_of(ANN), [Stocks, Accusation]);
    assert_eq!(town.in_deck(), ["evidence", "alibi"], "no new deck");
    assert!(town.discarded().contains(&"night".to_owned()));
    // Play goes on; when the deck has run out, a new one is made with Night at its bottom.
    let mut town = town;
    let next = town.whose_turn();
    town.draw(next);
    assert!(town.in_deck().is_empty());
    let next = town.whose_turn();
    let events = town.draw(next);
    in_order(&events, &["deck_formed", "drew"]);
    assert_eq!(town.in_deck().last().map(String::as_str), Some("night"));
}

#[test]
fn t29_seeing_the_deck_is_the_use() {
    let mut town = ann_is(Tituba).deck("evidence accusation night");
    town.does(ANN, Command::Study);
    assert_eq!(town.game.uses_left(seat(ANN), Tituba), Some(0));
    town.draw(ANN);
    assert_eq!(town.in_deck(), ["night"], "as it lay");
    let mut town = ann_is(Tituba).deck("evidence accusation night");
    town.does(ANN, Command::Study);
    town.game.phase = Town::new().turn_of(ANN).game.phase.clone();
    assert_eq!(
        town.cannot(ANN, Command::Study),
        Refusal::PowerSpent { character: Tituba }
    );
}

#[test]
fn t29_with_fewer_than_two_cards_it_is_refused() {
    let mut town = ann_is(Tituba).deck("night");
    assert_eq!(town.cannot(ANN, Command::Study), Refusal::DeckTooSmall);
    let mut town = ann_is(Tituba).deck("evidence night");
    town.does(ANN, Command::Study);
}

#[test]
fn t29_only_before_drawing_or_playing_and_only_this_deck() {
    let mut town = ann_is(Tituba)
        .hand(ANN, &[Evidence])
        .deck("evidence alibi night");
    let order = arranged(&town, &[0, 1, 2]);
    assert_eq!(town.cannot(ANN, order), Refusal::NotStudied);
    town.does(ANN, Command::Study);
    for wrong in [&[0, 1][..], &[0, 1, 1], &[0, 1, 2, 2]] {
        let order = arranged(&town, wrong);
        assert_eq!(town.cannot(ANN, order), Refusal::NotThisDeck);
    }
    let other = Command::Arrange {
        deck: vec![DeckCard::Night, DeckCard::Conspiracy],
    };
    assert_eq!(town.cannot(ANN, other), Refusal::NotThisDeck);
    let order = arranged(&town, &[2, 1, 0]);
    town.does(ANN, order);
    let again = arranged(&town, &[1, 0, 2]);
    town.does(ANN, again);
    assert_eq!(
        town.in_deck(),
        ["alibi", "night", "evidence"],
        "until she goes on"
    );
    town.play(ANN, Evidence, at(BOB));
    let late = arranged(&town, &[0, 1, 2]);
    assert_eq!(town.cannot(ANN, late), Refusal::NotStudied);
    let mut town = ann_is(Tituba).hand(ANN, &[Evidence]);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(town.cannot(ANN, Command::Study), Refusal::PlayedAlready);
}

#[test]
fn t07_a_deck_that_was_not_arranged_in_time_stays_as_it_lies() {
    let mut town = ann_is(Tituba).deck("evidence accusation alibi night");
    town.does(ANN, Command::Study);
    town.end_phase();
    assert_eq!(town.hand_of(ANN), [Stocks, Evidence, Accusation]);
}

// T30.

fn as_witness(target: u8) -> Command {
    Command::Play(Play::AlibiAsWitness {
        copy: 1,
        target: seat(target),
    })
}

#[test]
fn t30_griggs_plays_an_alibi_as_a_witness_against_piety_too() {
    let mut town = ann_is(WillGriggs).hand(ANN, &[Alibi]).front(BOB, &[Piety]);
    town.does(ANN, as_witness(BOB));
    assert_eq!((town.marks(BOB), town.owed().len()), (7, 1));
    town.reveal(ANN, 1);
    assert_eq!(town.front_of(BOB), [Piety], "it goes with the red cards");
    assert_eq!(town.discarded(), ["alibi"]);
    let mut town = bob_is(WillGriggs).hand(ANN, &[Alibi]);
    assert!(matches!(
        town.cannot(ANN, as_witness(CAL)),
        Refusal::NotYourPower { .. }
    ));
}

#[test]
fn t30_it_lies_as_a_red_card_of_seven() {
    let mut town = Town::new()
        .characters(&[(ANN, WillGriggs), (BOB, GeorgeBurroughs)])
        .hand(ANN, &[Alibi, Alibi, Accusation, Scapegoat, Stocks]);
    town.does(ANN, as_witness(BOB));
    assert_eq!(town.marks(BOB), 7);
    assert_eq!(
        town.cannot_play(ANN, Alibi, at(BOB)),
        Refusal::NoMarks { target: seat(BOB) },
        "no Alibi takes seven marks away"
    );
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert_eq!((town.marks(CAL), town.owed().len()), (7, 1));
    town.reveal(ANN, 1);
    assert_eq!(town.discarded(), ["scapegoat", "alibi"]);
}

// T31.

fn by_phips() -> Command {
    Command::Confess {
        confession: Confession::Phips,
        unless_gavel: false,
        confirmed: false,
    }
}

fn night(town: Town) -> Town {
    let mut town = town.deck("night").discard("evidence evidence evidence");
    town.draw(ANN);
    town
}

#[test]
fn t31_phips_confesses_without_revealing_a_tryal() {
    let mut town = night(bob_is(WilliamPhips));
    town.kill(FAY, BOB);
    town.does(BOB, by_phips());
    let events = town.end_night();
    assert!(events.iter().any(|event| matches!(
        event,
        Event::VictimNamed {
            fate: Fate::Confessed,
            ..
        }
    )));
    assert!(town.lives(BOB));
    assert_eq!(town.hidden(BOB), 5);
    assert!(matches!(
        night(bob_is(WilliamPhips))
            .leaving()
            .cannot(CAL, by_phips()),
        Refusal::NotYourPower { .. }
    ));
}

#[test]
fn t31_it_is_used_up_though_he_was_not_the_victim() {
    let mut town = night(bob_is(WilliamPhips));
    town.kill(FAY, CAL);
    town.does(BOB, by_phips());
    town.end_night();
    assert_eq!(town.game.uses_left(seat(BOB), WilliamPhips), Some(0));
    let mut town = night(town.turn_of(ANN));
    assert_eq!(
        town.cannot(BOB, by_phips()),
        Refusal::PowerSpent {
            character: WilliamPhips
        }
    );
    town.confess(BOB, 1);
    town.end_night();
}

#[test]
fn t31_left_in_advance_and_dropped_it_is_not_used() {
    let mut town = night(bob_is(WilliamPhips));
    town.gavel(EVE, BOB);
    town.does(
        BOB,
        Command::Confess {
            confession: Confession::Phips,
            unless_gavel: true,
            confirmed: false,
        },
    );
    town.end_night();
    assert_eq!(town.game.uses_left(seat(BOB), WilliamPhips), Some(1));
}
