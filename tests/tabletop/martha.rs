//! T23: Martha Corey's changing ability, with what lies before her already.

use town_crier::games::salem1692::table::CardKind::{
    self, Alibi, BlackCat, Evidence, Matchmaker, Stocks, Witness,
};
use town_crier::games::salem1692::table::Character::{
    CottonMather, GeorgeBurroughs, JohnProctor, MarthaCorey, MaryWarren, RebeccaNurse,
    SamuelParris, SarahGood, Tituba, WilliamPhips,
};
use town_crier::games::salem1692::table::{Card, Character};
use town_crier::games::salem1692::tabletop::{
    Choosing, Command, Confession, DrawCause, Event, OwedCause, Refusal, RevealCause,
};

use crate::kit::*;

/// Cal is Martha; at her right sits Bob, and at his Ann, whose turn it is.
fn martha(bob: Character) -> Town {
    Town::new()
        .characters(&[(CAL, MarthaCorey), (BOB, bob)])
        .hand(ANN, &[Stocks])
}

fn remove(who: u8) -> Command {
    Command::Remove {
        seat: seat(who),
        confirmed: true,
    }
}

#[test]
fn t23_she_has_the_ability_of_the_first_living_player_to_her_right() {
    let mut town = Town::new().characters(&[
        (CAL, MarthaCorey),
        (BOB, SarahGood),
        (ANN, CottonMather),
        (GUS, Tituba),
    ]);
    assert_eq!(town.game.table.ability(seat(CAL)), Some(SarahGood));
    town.host(remove(BOB));
    assert_eq!(town.game.table.ability(seat(CAL)), Some(CottonMather));
    town.host(remove(ANN));
    assert_eq!(
        town.game.table.ability(seat(CAL)),
        Some(Tituba),
        "round the circle"
    );
}

#[test]
fn t23_uses_that_are_counted_count_for_herself() {
    let mut town = martha(SamuelParris).discard("arson asylum curse robbery");
    let salvage = |kind| Command::Salvage {
        cards: vec![Card::new(kind, 1)],
    };
    town.draw(ANN);
    town.does(BOB, salvage(CardKind::Arson));
    assert_eq!(town.game.uses_left(seat(BOB), SamuelParris), Some(1));
    assert_eq!(town.game.uses_left(seat(CAL), SamuelParris), Some(2));
    town.does(CAL, salvage(CardKind::Asylum));
    assert_eq!(town.game.uses_left(seat(CAL), SamuelParris), Some(1));
}

#[test]
fn t23_when_mather_dies_evidence_counts_three_before_her_at_once() {
    // Three Evidence and no more: three marks while Mather lives, nine from his death on.
    let mut town = martha(CottonMather)
        .front(CAL, &[Evidence, Evidence, Evidence])
        .row(BOB, "NNNNn")
        .hand(ANN, &[Witness]);
    assert_eq!(town.marks(CAL), 3);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["revealed", "died", "tryal_owed"]);
    let owed = town.owed()[0];
    assert_eq!((owed.seat, owed.chooser), (seat(CAL), seat(ANN)));
    assert_eq!(owed.cause, OwedCause::Changed);
    assert_eq!(town.marks(CAL), 9);
    town.reveal(ANN, 2);
    assert_eq!((town.marks(CAL), town.hidden(CAL)), (0, 4));
    town.end_turn(ANN);
}

#[test]
fn t23_what_does_not_reach_seven_owes_nothing() {
    let mut town = martha(CottonMather).front(CAL, &[Evidence, Evidence]);
    town.host(remove(BOB));
    assert_eq!((town.marks(CAL), town.owed().len()), (6, 0));
}

#[test]
fn t23_when_burroughs_dies_seven_are_enough() {
    let mut town = martha(GeorgeBurroughs).accused(CAL, 7);
    assert!(town.owed().is_empty());
    town.host(remove(BOB));
    assert_eq!(town.owed().len(), 1);
    town.reveal(ANN, 1);
    town.draw(ANN);
}

#[test]
fn t23_in_her_own_turn_chance_turns_the_tryal() {
    let mut town = martha(GeorgeBurroughs).accused(CAL, 7).turn_of(CAL);
    let events = town.host(remove(BOB));
    let own = events.iter().any(|event| {
        matches!(event, Event::Revealed { seat: who, cause: RevealCause::Owed { choice, .. }, .. }
            if *who == seat(CAL) && *choice == Choosing::OwnTurn)
    });
    assert!(own);
    assert_eq!(town.hidden(CAL), 4);
}

#[test]
fn t23_where_the_turns_player_is_dead_chance_turns_it() {
    // Ann, whose turn it is, is linked with Bob, who is Mather: both die.
    let mut town = martha(CottonMather)
        .front(CAL, &[Evidence, Evidence, Evidence])
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .front(ANN, &[Matchmaker])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(
        &events,
        &["died", "died", "tryal_owed", "revealed", "turn_ended"],
    );
    assert_eq!(town.hidden(CAL), 4);
}

#[test]
fn t23_at_night_it_is_chosen_when_the_night_is_over() {
    let mut town = martha(CottonMather)
        .front(CAL, &[Evidence, Evidence, Evidence])
        .deck("night")
        .discard("alibi alibi");
    town.draw(ANN);
    town.kill(FAY, BOB);
    let events = town.end_night();
    in_order(&events, &["died", "tryal_owed", "night_over"]);
    assert_eq!(
        town.whose_turn(),
        ANN,
        "the Tryal comes before the second card"
    );
    assert_eq!(town.hand_of(ANN), [Stocks]);
    town.reveal(ANN, 1);
    assert_eq!(town.hand_of(ANN), [Stocks, Alibi]);
    assert_eq!(town.whose_turn(), CAL);
}

#[test]
fn t23_her_new_ability_serves_for_that_death() {
    // Bob dies; John, at Bob's right, is Martha's from then on: both look at what Bob left.
    let mut town = Town::new()
        .characters(&[(CAL, MarthaCorey), (BOB, SarahGood), (ANN, JohnProctor)])
        .hand(BOB, &[Evidence, Alibi, Stocks]);
    let events = town.host(remove(BOB));
    in_order(&events, &["died", "sharing_opened"]);
    assert_eq!(town.game.estate.sharing.map(|s| s.next), Some(seat(ANN)));
    town.take_card(ANN, Alibi);
    town.take_card(CAL, Evidence);
    assert_eq!(town.hand_of(ANN), [Alibi, Stocks], "the last is no choice");
    assert_eq!(town.hand_of(CAL), [Evidence]);
}

#[test]
fn t23_johns_serves_not_for_johns_own_death() {
    let mut town = martha(JohnProctor).hand(BOB, &[Evidence, Alibi]);
    town.host(remove(BOB));
    assert!(town.hand_of(CAL).is_empty());
    assert_eq!(town.discarded(), ["evidence", "alibi"]);
}

#[test]
fn t23_marys_serves_not_for_martha_linked_to_a_dying_mary() {
    let linked = |who: u8| {
        martha(MaryWarren)
            .front(CAL, &[Matchmaker])
            .front(who, &[Matchmaker])
            .row(who, "NNNNn")
            .hand(ANN, &[Witness])
    };
    let mut town = linked(BOB);
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    assert!(!town.lives(BOB) && !town.lives(CAL));
    let mut town = linked(DAN);
    town.play(ANN, Witness, at(DAN));
    town.reveal(ANN, 5);
    assert!(
        !town.lives(DAN) && town.lives(CAL),
        "while Mary lives she is safe"
    );
}

#[test]
fn t23_a_mary_who_comes_to_sit_at_her_right_by_the_death_protects_her() {
    // Martha is linked with Bob, at whose right sits Mary.
    let mut town = Town::new()
        .characters(&[(CAL, MarthaCorey), (BOB, SarahGood), (ANN, MaryWarren)])
        .turn_of(DAN)
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .row(BOB, "NNNNn")
        .hand(DAN, &[Witness, Stocks]);
    town.play(DAN, Witness, at(BOB));
    town.reveal(DAN, 5);
    assert!(!town.lives(BOB) && town.lives(CAL));
}

#[test]
fn t23_with_john_at_her_right_they_take_in_turn_john_first() {
    let mut town = martha(JohnProctor)
        .hand(DAN, &[Evidence, Alibi, Witness])
        .front(DAN, &[BlackCat]);
    town.host(remove(DAN));
    let sharing = town.game.estate.sharing.expect("they share");
    assert_eq!((sharing.next, sharing.other), (seat(BOB), seat(CAL)));
    assert_eq!(
        town.cannot(
            CAL,
            Command::Take {
                prompt: sharing.prompt,
                card: Card::new(Evidence, 1)
            }
        ),
        Refusal::NotYourChoice { chooser: seat(BOB) }
    );
    assert_eq!(
        town.cannot(ANN, Command::Draw),
        Refusal::ChoiceFirst { seat: seat(BOB) }
    );
    town.take_card(BOB, Witness);
    let again = Command::Take {
        prompt: sharing.prompt,
        card: Card::new(Evidence, 1),
    };
    assert_eq!(town.cannot(BOB, again), Refusal::Stale);
    town.take_card(CAL, BlackCat);
    town.take_card(BOB, Evidence);
    assert_eq!(town.hand_of(BOB), [Witness, Evidence]);
    assert_eq!(town.hand_of(CAL), [BlackCat, Alibi]);
    town.draw(ANN);
}

#[test]
fn t07_a_share_that_is_not_taken_in_time_is_taken_at_random() {
    let mut town = martha(JohnProctor).hand(DAN, &[Evidence, Alibi, Witness]);
    town.wait(hours(1));
    town.host(remove(DAN));
    town.wait(hours(6) - MILLISECOND);
    assert_eq!(town.hand_of(BOB).len(), 0);
    town.wait(MILLISECOND);
    assert_eq!(town.hand_of(BOB).len(), 1);
    town.wait(hours(6));
    assert_eq!((town.hand_of(BOB).len(), town.hand_of(CAL).len()), (2, 1));
    assert_eq!(town.whose_turn(), ANN, "the turn's clock stood");
    assert_eq!(town.clock().until(), Some(town.now + hours(23)));
}

#[test]
fn t23_what_has_begun_is_finished_by_whoever_still_lives() {
    let mut town = martha(JohnProctor).hand(DAN, &[Evidence, Alibi, Witness]);
    town.host(remove(DAN));
    let events = town.host(remove(BOB));
    in_order(&events, &["died", "inherited"]);
    assert_eq!(town.hand_of(CAL), [Evidence, Alibi, Witness]);
}

#[test]
fn t23_one_card_alone_is_johns() {
    let mut town = martha(JohnProctor).hand(DAN, &[Evidence]);
    town.host(remove(DAN));
    assert_eq!(town.hand_of(BOB), [Evidence]);
}

#[test]
fn t25_nurse_draws_when_what_follows_from_the_death_is_done() {
    // Bob, who is Mather, dies of a Tryal; Cal, who is Martha, owes one by that; Dan, who is Nurse, draws after it.
    let mut town = martha(CottonMather)
        .characters(&[(DAN, RebeccaNurse)])
        .front(CAL, &[Evidence, Evidence, Evidence])
        .row(BOB, "NNNNn")
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["revealed", "died", "tryal_owed"]);
    assert!(town.hand_of(DAN).is_empty());
    let events = town.reveal(ANN, 1);
    in_order(&events, &["revealed", "drew", "drew"]);
    assert_eq!(town.hand_of(DAN).len(), 2);
    town.end_turn(ANN);
}

#[test]
fn t25_nurse_before_martha() {
    let mut town = martha(RebeccaNurse)
        .deck("alibi evidence accusation night")
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(DAN));
    let events = town.reveal(ANN, 1);
    let drew: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Drew {
                seat,
                cause: DrawCause::RebeccaNurse,
                ..
            } => Some(seat.number()),
            _ => None,
        })
        .collect();
    assert_eq!(drew, [BOB, CAL]);
    assert_eq!(town.hand_of(BOB), [Alibi]);
    assert_eq!(town.hand_of(CAL), [Evidence]);
}

#[test]
fn t23_a_use_that_was_left_in_advance_goes_with_the_ability() {
    let mut town = martha(WilliamPhips)
        .row(BOB, "NNNNn")
        .deck("night")
        .discard("alibi alibi");
    town.draw(ANN);
    let by_phips = Command::Confess {
        confession: Confession::Phips,
        unless_gavel: false,
        confirmed: false,
    };
    town.does(CAL, by_phips);
    // Bob, who is Phips, confesses his last Tryal before Cal's turn comes.
    town.confess(BOB, 5);
    let events = town.end_night();
    in_order(&events, &["confessed", "died", "confession_dropped"]);
}
