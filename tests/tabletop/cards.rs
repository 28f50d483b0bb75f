//! T4, T8, F8, F11 to F22: the cards.

use town_crier::games::salem1692::table::CardKind::{
    self, Accusation, Alibi, Arson, Asylum, BlackCat, Curse, Evidence, Matchmaker, Piety, Robbery,
    Scapegoat, Stocks, Witness,
};
use town_crier::games::salem1692::table::{Card, Side};
use town_crier::games::salem1692::tabletop::{
    Command, Effect, Event, OwedCause, Play, Refusal, Relief,
};

use crate::kit::*;

/// The hand of a test, and one card more so that the turn does not end by itself.
fn armed(kinds: &[CardKind]) -> Town {
    Town::new().hand(ANN, kinds).hand(ANN, &[Accusation])
}

#[test]
fn f12_six_marks_owe_nothing_seven_do() {
    let mut town = armed(&[Accusation, Accusation]).accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!((town.marks(BOB), town.owed().len()), (6, 0));
    town.play(ANN, Accusation, at(BOB));
    assert_eq!((town.marks(BOB), town.owed().len()), (7, 1));
    town.reveal(ANN, 3);
    assert_eq!((town.marks(BOB), town.hidden(BOB)), (0, 4));
    assert_eq!(town.discarded().len(), 7);
}

#[test]
fn t08_the_surplus_is_lost() {
    let mut town = armed(&[Evidence]).accused(BOB, 6);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(town.marks(BOB), 9);
    town.reveal(ANN, 1);
    assert_eq!(town.marks(BOB), 0);
}

#[test]
fn t08_whoever_placed_it_chooses_before_anything_else() {
    let mut town = armed(&[Witness]);
    town.leave_open();
    town.play(ANN, Witness, at(BOB));
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(CAL)),
        Refusal::TryalFirst
    );
    assert_eq!(town.cannot(ANN, Command::EndTurn), Refusal::TryalFirst);
    let prompt = town.open_choice();
    let choice = |number| Command::Reveal {
        prompt,
        position: place(number),
    };
    assert_eq!(
        town.cannot(BOB, choice(1)),
        Refusal::NotYourChoice { chooser: seat(ANN) }
    );
}

#[test]
fn t08_a_scapegoat_that_carries_over_lets_its_player_choose() {
    let mut town = armed(&[Scapegoat]).accused(BOB, 4).accused(CAL, 3);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    let owed = town.owed();
    assert_eq!((owed[0].seat, owed[0].chooser), (seat(CAL), seat(ANN)));
    assert_eq!(owed[0].cause, OwedCause::Carried);
    town.reveal(ANN, 2);
    let mut town = armed(&[Scapegoat]).accused(BOB, 3).accused(CAL, 3);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(town.owed().is_empty(), "six are not seven");
}

#[test]
fn t08_if_the_target_dies_first_no_tryal_is_owed() {
    let mut town = armed(&[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    assert!(matches!(events[0], Event::Died { lapsed: true, .. }));
    assert!(town.owed().is_empty());
    town.end_turn(ANN);
}

#[test]
fn t08_a_revealed_tryal_cannot_be_chosen() {
    let mut town = armed(&[Witness]).row(BOB, "nNnnn");
    town.play(ANN, Witness, at(BOB));
    let prompt = town.open_choice();
    for number in [2, 5] {
        let position = place(number);
        let command = Command::Reveal { prompt, position };
        if number == 2 {
            let hidden = Refusal::NotHidden {
                target: seat(BOB),
                position,
            };
            assert_eq!(town.cannot(ANN, command), hidden);
        } else {
            town.does(ANN, command);
        }
    }
}

#[test]
fn f14_not_a_witch_and_constable_go_on_witch_and_the_last_die() {
    let mut town = armed(&[Witness]);
    town.play(ANN, Witness, at(EVE));
    town.reveal(ANN, 1);
    assert!(town.lives(EVE));
    assert_eq!(town.game.table.constable(), None, "the role is lost");
    let mut town = armed(&[Witness]);
    town.play(ANN, Witness, at(FAY));
    town.reveal(ANN, 2);
    assert!(town.lives(FAY));
    let mut town = armed(&[Witness]);
    town.play(ANN, Witness, at(FAY));
    town.reveal(ANN, 1);
    assert!(!town.lives(FAY));
    let mut town = armed(&[Witness]).row(BOB, "NNNNn");
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    assert!(!town.lives(BOB));
}

#[test]
fn f11_nobody_plays_on_themselves_nor_on_the_dead() {
    let mut town = armed(&[Robbery, Scapegoat])
        .dead(DAN)
        .hand(BOB, &[Accusation]);
    assert!(matches!(
        town.cannot_play(ANN, Accusation, at(ANN)),
        Refusal::OnYourself { .. }
    ));
    assert!(matches!(
        town.cannot_play(ANN, Robbery, from_to(BOB, ANN)),
        Refusal::OnYourself { .. }
    ));
    assert!(matches!(
        town.cannot_play(ANN, Scapegoat, from_to(ANN, BOB)),
        Refusal::OnYourself { .. }
    ));
    assert_eq!(
        town.cannot_play(ANN, Robbery, from_to(BOB, BOB)),
        Refusal::SameSourceAndReceiver
    );
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(9)),
        Refusal::NoSuchSeat
    );
    assert!(matches!(
        town.cannot_play(ANN, Witness, at(BOB)),
        Refusal::NotInHand { .. }
    ));
}

#[test]
fn f11_a_play_that_would_do_nothing_is_refused_and_kept() {
    let mut town = armed(&[Alibi, Curse, Arson, Robbery, Scapegoat]);
    let target = seat(BOB);
    assert_eq!(
        town.cannot_play(ANN, Alibi, at(BOB)),
        Refusal::NoMarks { target }
    );
    assert_eq!(
        town.cannot_play(ANN, Curse, at(BOB)),
        Refusal::NoBlueCard { target }
    );
    assert_eq!(
        town.cannot_play(ANN, Arson, at(BOB)),
        Refusal::EmptyHand { target }
    );
    assert_eq!(
        town.cannot_play(ANN, Robbery, from_to(BOB, CAL)),
        Refusal::EmptyHand { target }
    );
    assert_eq!(
        town.cannot_play(ANN, Scapegoat, from_to(BOB, CAL)),
        Refusal::NothingInFront { target }
    );
    assert_eq!(town.hand_of(ANN).len(), 6);
}

#[test]
fn f08_how_many_cards_a_player_holds_follows_every_play() {
    let mut town = armed(&[Accusation]);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.hand_of(ANN).len(), 1);
}

#[test]
fn t04_arson_burns_the_whole_hand() {
    let mut town = armed(&[Arson]).hand(BOB, &[Evidence, Piety, Stocks]);
    town.play(ANN, Arson, at(BOB));
    assert!(town.hand_of(BOB).is_empty());
    assert_eq!(town.discarded(), ["evidence", "piety", "stocks", "arson"]);
}

#[test]
fn t04_robbery_moves_the_whole_hand() {
    let mut town = armed(&[Robbery])
        .hand(BOB, &[Evidence, Piety, Stocks])
        .hand(CAL, &[Alibi]);
    town.play(ANN, Robbery, from_to(BOB, CAL));
    assert!(town.hand_of(BOB).is_empty());
    assert_eq!(town.hand_of(CAL), [Alibi, Evidence, Piety, Stocks]);
    assert_eq!(town.discarded(), ["robbery"]);
}

fn alibi(town: &Town, accusations: u8, evidence: u8) -> Command {
    let hand = &town.game.chair(seat(ANN)).hand;
    let card = hand
        .iter()
        .find(|card| card.kind == Alibi)
        .expect("an Alibi");
    Command::Play(Play::Alibi {
        copy: card.copy,
        target: seat(BOB),
        relief: Some(Relief {
            accusations,
            evidence,
        }),
    })
}

#[test]
fn f15_an_alibi_takes_three_accusations_or_one_evidence() {
    let lying = || armed(&[Alibi]).accused(BOB, 3).front(BOB, &[Evidence]);
    let mut town = lying();
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(
        town.front_of(BOB),
        [Accusation; 3],
        "unsaid, Evidence first"
    );
    for (accusations, evidence, left) in [(1, 0, 5), (2, 0, 4), (3, 0, 3), (0, 1, 3)] {
        let mut town = lying();
        let command = alibi(&town, accusations, evidence);
        town.does(ANN, command);
        assert_eq!(town.marks(BOB), left, "{accusations} and {evidence}");
    }
    for (accusations, evidence) in [(0, 0), (4, 0), (1, 1), (0, 2)] {
        let mut town = lying();
        let command = alibi(&town, accusations, evidence);
        assert_eq!(town.cannot(ANN, command), Refusal::OneToThree);
    }
    let mut town = armed(&[Alibi]).accused(BOB, 2);
    let three = alibi(&town, 3, 0);
    assert_eq!(
        town.cannot(ANN, three),
        Refusal::NoSuchMarks { target: seat(BOB) }
    );
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(town.marks(BOB), 0, "as many as there are");
}

#[test]
fn f17_a_curse_names_the_blue_card_where_there_are_several() {
    let mut town = armed(&[Curse]).front(BOB, &[BlackCat, Piety]);
    assert_eq!(
        town.cannot_play(ANN, Curse, at(BOB)),
        Refusal::WhichBlueCard { target: seat(BOB) }
    );
    let named = |kind| {
        Command::Play(Play::Curse {
            copy: 1,
            target: seat(BOB),
            blue: Some(Card::new(kind, 1)),
        })
    };
    assert!(matches!(
        town.cannot(ANN, named(Asylum)),
        Refusal::NotThatBlueCard { .. }
    ));
    town.does(ANN, named(BlackCat));
    assert_eq!(town.front_of(BOB), [Piety]);
    assert_eq!(
        town.discarded(),
        ["black-cat", "curse"],
        "it can be drawn again"
    );
    let mut town = armed(&[Curse]).front(BOB, &[Asylum]);
    town.play(ANN, Curse, at(BOB));
    assert!(
        town.front_of(BOB).is_empty(),
        "the only one need not be named"
    );
}

#[test]
fn f18_a_scapegoat_moves_everything_in_front() {
    let mut town = armed(&[Scapegoat])
        .accused(BOB, 2)
        .front(BOB, &[Asylum, Stocks])
        .front(CAL, &[Piety]);
    let events = town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(matches!(
        &events[0],
        Event::Played {
            effect: Effect::Blamed {
                marks: 2,
                threshold: 7,
                ..
            },
            ..
        }
    ));
    assert!(town.front_of(BOB).is_empty());
    assert_eq!(
        town.front_of(CAL),
        [Piety, Accusation, Accusation, Asylum, Stocks],
        "onto Piety, too"
    );
    town.end_turn(ANN);
    assert_eq!(town.whose_turn(), BOB, "the Stocks went along");
    town.draw(BOB);
    assert_eq!(town.whose_turn(), DAN);
}

#[test]
fn f20_piety_refuses_red_cards_and_keeps_marks() {
    let mut town = armed(&[Evidence, Witness, Arson])
        .accused(BOB, 2)
        .front(BOB, &[Piety])
        .hand(BOB, &[Alibi]);
    for kind in [Accusation, Evidence, Witness] {
        assert_eq!(
            town.cannot_play(ANN, kind, at(BOB)),
            Refusal::Piety { target: seat(BOB) }
        );
    }
    assert_eq!(town.marks(BOB), 2);
    town.play(ANN, Arson, at(BOB));
}

#[test]
fn f21_both_matchmakers_in_front_of_one_player_are_discarded() {
    let mut town = armed(&[Matchmaker]).front(BOB, &[Matchmaker]);
    let events = town.play(ANN, Matchmaker, at(BOB));
    in_order(&events, &["played", "matchmakers_discarded"]);
    assert!(town.front_of(BOB).is_empty());
    let mut town = armed(&[Scapegoat])
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker]);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(town.front_of(CAL).is_empty(), "by a Scapegoat, too");
}

#[test]
fn f21_the_death_of_one_kills_the_other() {
    let mut town = armed(&[Witness])
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker, Asylum]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["revealed", "died", "died"]);
    assert!(!town.lives(CAL));
    assert_eq!(town.winner(), None);
    let mut town = armed(&[Witness])
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker]);
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    assert_eq!(
        town.game.table.living_count(),
        6,
        "one alone pulls nobody along"
    );
}

#[test]
fn f35_the_matchmaker_chain_with_the_victory_between_two_deaths() {
    // Bob is the last of the Town; Fay holds the last Witch card. Bob dies first: the Witches have won before Fay follows.
    let last = |town: Town| {
        town.dead(CAL)
            .dead(DAN)
            .dead(EVE)
            .row(GUS, "Wnnnn")
            .dead(GUS)
            .converted(ANN)
            .hand(ANN, &[Witness, Accusation])
            .front(BOB, &[Matchmaker])
            .front(FAY, &[Matchmaker])
    };
    let mut town = last(Town::new()).row(BOB, "NNNNn");
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["revealed", "died", "ended"]);
    assert_eq!(town.winner(), Some(Side::Witches));
    assert!(town.lives(FAY), "the game stopped between the two deaths");
    // The other way round: the last Witch card is turned first, and the Town has won.
    let mut town = last(Town::new()).row(BOB, "NNNNn");
    town.play(ANN, Witness, at(FAY));
    let events = town.reveal(ANN, 1);
    in_order(&events, &["revealed", "ended"]);
    assert_eq!(town.winner(), Some(Side::Town));
    assert!(town.lives(BOB));
}
