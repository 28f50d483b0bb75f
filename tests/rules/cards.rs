//! F11 to F23: the cards, one by one.

use town_crier::games::salem1692::forum::{
    Command, Effect, Event, PhaseName, Play, Refusal, Relief,
};
use town_crier::games::salem1692::table::{Card, CardKind};
use town_crier::kernel::time::Length;

use crate::kit::*;

use CardKind::{
    Accusation, Alibi, Arson, Asylum, BlackCat, Curse, Evidence, Matchmaker, Piety, Robbery,
    Scapegoat, Stocks, Witness,
};

const EVERY_KIND: [CardKind; 13] = CardKind::ALL;

#[test]
fn f11_nobody_plays_a_card_on_themselves() {
    for kind in EVERY_KIND {
        let mut town = Town::new()
            .hand(ANN, &[kind, Accusation])
            .accused(BOB, 1)
            .hand(BOB, &[Evidence]);
        let aims = match kind {
            Scapegoat | Robbery => vec![from_to(ANN, BOB), from_to(BOB, ANN)],
            _ => vec![at(ANN)],
        };
        for aim in aims {
            assert_eq!(
                town.cannot_play(ANN, kind, aim),
                Refusal::OnYourself { kind }
            );
        }
    }
}

#[test]
fn f11_source_and_receiver_are_two_players() {
    for kind in [Scapegoat, Robbery] {
        let mut town = Town::new()
            .hand(ANN, &[kind])
            .accused(BOB, 1)
            .hand(BOB, &[Evidence]);
        assert_eq!(
            town.cannot_play(ANN, kind, from_to(BOB, BOB)),
            Refusal::SameSourceAndReceiver
        );
        town.play(ANN, kind, from_to(BOB, CAL));
    }
}

#[test]
fn f11_cards_are_played_on_the_living() {
    let mut town = Town::new()
        .dead(BOB)
        .hand(ANN, &[Accusation, Scapegoat])
        .accused(CAL, 1);
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::TargetDead { target: seat(BOB) }
    );
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(10)),
        Refusal::NoSuchSeat
    );
    assert_eq!(
        town.cannot_play(ANN, Scapegoat, from_to(CAL, BOB)),
        Refusal::TargetDead { target: seat(BOB) }
    );
    assert_eq!(
        town.cannot_play(ANN, Scapegoat, from_to(BOB, CAL)),
        Refusal::TargetDead { target: seat(BOB) }
    );
}

#[test]
fn f11_the_dead_and_strangers_play_no_card() {
    let mut town = Town::new().dead(BOB);
    assert_eq!(town.cannot_play(BOB, Accusation, at(ANN)), Refusal::Dead);
    let play = Play::Accusation {
        copy: 1,
        target: seat(ANN),
    };
    assert_eq!(
        town.person_cannot(STRANGER, Command::Play(play)),
        Refusal::NotAPlayer
    );
}

#[test]
fn f11_cards_are_played_in_the_day_alone() {
    let only = Refusal::OnlyIn {
        phase: PhaseName::Day,
    };
    assert_eq!(
        Town::new().at_night().cannot_play(ANN, Accusation, at(BOB)),
        only
    );
    assert_eq!(
        Town::new().at_dawn().cannot_play(ANN, Accusation, at(BOB)),
        only
    );
}

#[test]
fn f11_a_card_is_played_once() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    let play = town.playing(ANN, Accusation, at(BOB));
    town.does(ANN, Command::Play(play));
    assert_eq!(
        town.cannot(ANN, Command::Play(play)),
        Refusal::NotInHand { card: play.card() }
    );
    assert_eq!(town.marks(BOB), 1);
}

#[test]
fn f11_a_play_that_would_do_nothing_is_refused_and_the_card_kept() {
    let target = seat(BOB);
    let mut town = Town::new().hand(ANN, &[Alibi, Curse, Arson, Robbery, Scapegoat]);
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
    assert_eq!(town.hand_of(ANN).len(), 5);
}

#[test]
fn f11_stocks_of_less_than_a_minute_are_refused() {
    let mut town = Town::new().after_conspiracy().hand(ANN, &[Stocks]);
    town.now = START + hours(24) - minutes(4) + MILLISECOND;
    assert_eq!(
        town.cannot_play(ANN, Stocks, at(BOB)),
        Refusal::StocksTooShort
    );
    town.now = START + hours(24) - minutes(4);
    town.play(ANN, Stocks, at(BOB));
}

#[test]
fn f11_in_the_quiet_time_no_card_is_played() {
    let mut town = Town::with(&[("quiet", "2h")]).hand(ANN, &[Accusation]);
    town.now = START + hours(2) - MILLISECOND;
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::Quiet {
            until: START + hours(2)
        }
    );
    town.now = START + hours(2);
    town.play(ANN, Accusation, at(BOB));
}

#[test]
fn f11_without_the_setting_there_is_no_quiet_time() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    town.play(ANN, Accusation, at(BOB));
}

#[test]
fn f15_alibi_removes_up_to_three_accusations() {
    for (lying, left) in [(1, 0), (3, 0), (4, 1), (6, 3)] {
        let mut town = Town::new().hand(ANN, &[Alibi]).accused(BOB, lying);
        town.play(ANN, Alibi, at(BOB));
        assert_eq!(town.marks(BOB), left);
    }
}

#[test]
fn f15_unsaid_evidence_goes_first() {
    let mut town = Town::new()
        .hand(ANN, &[Alibi])
        .accused(BOB, 3)
        .front(BOB, &[Evidence]);
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(town.front_of(BOB), [Accusation; 3]);
}

#[test]
fn f15_of_two_evidence_one_goes() {
    let mut town = Town::new()
        .hand(ANN, &[Alibi])
        .front(BOB, &[Evidence, Evidence]);
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(town.marks(BOB), 3);
}

#[test]
fn f15_the_player_may_say_which() {
    let alibi = |relief| {
        Command::Play(Play::Alibi {
            copy: 1,
            target: seat(BOB),
            relief: Some(relief),
        })
    };
    let position = || {
        let mut town = Town::new().accused(BOB, 2).front(BOB, &[Evidence]);
        town.forum
            .table
            .deck
            .retain(|card| *card != Card::new(Alibi, 1));
        town.forum.table.chairs[0].hand.push(Card::new(Alibi, 1));
        town
    };
    let mut town = position();
    assert_eq!(
        town.cannot(ANN, alibi(Relief::Accusations(0))),
        Refusal::OneToThree
    );
    assert_eq!(
        town.cannot(ANN, alibi(Relief::Accusations(4))),
        Refusal::OneToThree
    );
    assert_eq!(
        town.cannot(ANN, alibi(Relief::Accusations(3))),
        Refusal::NoSuchMarks { target: seat(BOB) }
    );
    town.does(ANN, alibi(Relief::Accusations(2)));
    assert_eq!(town.front_of(BOB), [Evidence]);
    let mut town = position();
    town.does(ANN, alibi(Relief::Accusations(1)));
    assert_eq!(town.marks(BOB), 4);
    let mut town = position();
    town.does(ANN, alibi(Relief::Evidence));
    assert_eq!(town.marks(BOB), 2);
    let mut town = Town::new().hand(ANN, &[Alibi]).accused(BOB, 2);
    let evidence = town.playing(ANN, Alibi, at(BOB));
    let Play::Alibi { copy, target, .. } = evidence else {
        panic!("an Alibi")
    };
    let evidence = Play::Alibi {
        copy,
        target,
        relief: Some(Relief::Evidence),
    };
    assert_eq!(
        town.cannot(ANN, Command::Play(evidence)),
        Refusal::NoSuchMarks { target: seat(BOB) }
    );
}

#[test]
fn f16_arson_burns_half_of_the_hand_rounded_up() {
    for (held, burned) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let mut town = Town::new()
            .hand(ANN, &[Arson])
            .hand(BOB, &vec![Accusation; held]);
        let events = town.play(ANN, Arson, at(BOB));
        let Event::Played {
            effect: Effect::Burned { cards, .. },
            ..
        } = &events[0]
        else {
            panic!("it burned")
        };
        assert_eq!(cards.len(), burned);
        assert_eq!(town.hand_of(BOB).len(), held - burned);
        assert!(
            cards
                .iter()
                .all(|card| town.forum.table.discard.contains(card))
        );
    }
}

#[test]
fn f16_robbery_moves_half_of_the_hand_rounded_up() {
    for (held, moved) in [(1, 1), (4, 2), (5, 3)] {
        let mut town = Town::new()
            .hand(ANN, &[Robbery])
            .hand(BOB, &vec![Accusation; held])
            .hand(CAL, &[Evidence]);
        town.play(ANN, Robbery, from_to(BOB, CAL));
        assert_eq!(town.hand_of(BOB).len(), held - moved);
        assert_eq!(town.hand_of(CAL).len(), 1 + moved);
    }
}

#[test]
fn f16_what_is_drawn_is_random() {
    let drawn: std::collections::BTreeSet<Vec<Card>> = (0..30)
        .map(|step| {
            let mut town = Town::new()
                .hand(ANN, &[Arson])
                .hand(BOB, &[Evidence, Witness, Curse, Alibi]);
            for _ in 0..step {
                town.host(Command::ShowSecrets);
            }
            town.play(ANN, Arson, at(BOB));
            let mut hand = town.forum.chair(seat(BOB)).hand.clone();
            hand.sort();
            hand
        })
        .collect();
    assert_eq!(drawn.len(), 6, "every half comes about");
}

#[test]
fn f17_curse_takes_the_only_blue_card_unnamed() {
    let mut town = Town::new()
        .hand(ANN, &[Curse])
        .front(BOB, &[Asylum])
        .accused(BOB, 2);
    town.play(ANN, Curse, at(BOB));
    assert_eq!(town.front_of(BOB), [Accusation; 2]);
    assert!(town.forum.table.discard.contains(&Card::new(Asylum, 1)));
}

#[test]
fn f17_with_two_blue_cards_one_must_be_named_the_cat_included() {
    let mut town = Town::new()
        .hand(ANN, &[Curse])
        .front(BOB, &[Asylum, BlackCat]);
    assert_eq!(
        town.cannot_play(ANN, Curse, at(BOB)),
        Refusal::WhichBlueCard { target: seat(BOB) }
    );
    let curse = |kind| {
        let blue = Some(Card::new(kind, 1));
        Command::Play(Play::Curse {
            copy: 1,
            target: seat(BOB),
            blue,
        })
    };
    let missing = Refusal::NotThatBlueCard {
        target: seat(BOB),
        card: Card::new(Piety, 1),
    };
    assert_eq!(town.cannot(ANN, curse(Piety)), missing);
    town.does(ANN, curse(BlackCat));
    assert_eq!(town.front_of(BOB), [Asylum]);
}

#[test]
fn f18_scapegoat_moves_everything_in_front() {
    let mut town = Town::new()
        .hand(ANN, &[Scapegoat])
        .accused(BOB, 2)
        .front(BOB, &[Piety, Evidence])
        .accused(CAL, 1);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(town.front_of(BOB).is_empty());
    assert_eq!(
        town.front_of(CAL),
        [Accusation, Accusation, Accusation, Piety, Evidence]
    );
    assert_eq!(town.marks(CAL), 6);
}

#[test]
fn f18_moved_stocks_begin_where_the_receivers_own_end() {
    let mut town = Town::new().hand(ANN, &[Stocks, Stocks, Scapegoat]);
    town.play(ANN, Stocks, at(BOB)); // until 6 h
    town.wait(hours(4));
    town.play(ANN, Stocks, at(CAL)); // 4 h and a quarter of 20 h: until 9 h
    town.wait(hours(1));
    town.play(ANN, Scapegoat, from_to(BOB, CAL)); // one hour was left
    assert_eq!(town.forum.frozen_until(seat(BOB)), None);
    assert_eq!(town.forum.frozen_until(seat(CAL)), Some(START + hours(10)));
}

#[test]
fn f18_several_stocks_move_one_after_the_other() {
    let mut town = Town::new().hand(ANN, &[Stocks, Stocks, Scapegoat]);
    town.play(ANN, Stocks, at(BOB)); // until 6 h
    town.play(ANN, Stocks, at(BOB)); // a quarter of 18 h more: until 10 h 30 min
    town.wait(hours(2));
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    let day = town.forum.day().expect("it is Day");
    let spans: Vec<_> = day
        .stocks
        .iter()
        .map(|stocks| (stocks.from - START, stocks.until - START))
        .collect();
    assert_eq!(spans, [(hours(2), hours(6)), (hours(6), minutes(630))]);
    assert!(day.stocks.iter().all(|stocks| stocks.seat == seat(CAL)));
}

#[test]
fn f19_stocks_freeze_for_a_quarter_of_what_remains() {
    let mut town = Town::new()
        .hand(ANN, &[Stocks])
        .hand(BOB, &[Accusation, Accusation]);
    town.now = START + hours(4);
    town.play(ANN, Stocks, at(BOB));
    let until = START + hours(9);
    town.until(until - MILLISECOND);
    assert_eq!(
        town.cannot_play(BOB, Accusation, at(ANN)),
        Refusal::Frozen { until }
    );
    assert_eq!(town.front_of(BOB), [Stocks], "it lies in front until then");
    // At the very instant they are over (F33), whether the clock has come by or not.
    town.now = until;
    town.play(BOB, Accusation, at(ANN));
    town.until(until);
    assert!(town.front_of(BOB).is_empty());
    assert!(town.forum.table.discard.contains(&Card::new(Stocks, 1)));
    town.play(BOB, Accusation, at(ANN));
}

#[test]
fn f19_a_second_stocks_adds_a_quarter_of_what_then_remains() {
    let mut town = Town::new().hand(ANN, &[Stocks, Stocks]);
    town.play(ANN, Stocks, at(BOB));
    town.play(ANN, Stocks, at(BOB));
    assert_eq!(
        town.forum.frozen_until(seat(BOB)),
        Some(START + hours(6) + minutes(270))
    );
    town.until(START + hours(6));
    assert_eq!(town.front_of(BOB), [Stocks], "the first is over");
}

#[test]
fn f19_a_frozen_player_chooses_a_flip_and_picks() {
    let mut town = Town::new()
        .hand(ANN, &[Accusation])
        .accused(BOB, 6)
        .hand(CAL, &[Stocks])
        .hand(DAN, &[Accusation]);
    town.play(ANN, Accusation, at(BOB));
    town.play(CAL, Stocks, at(ANN));
    town.flip(ANN, BOB, 2);
    // Stocks that hold Ann from eleven to a quarter past two, into the Shift.
    let mut town = Town::new().hand(CAL, &[Stocks]).hand(ANN, &[Accusation]);
    town.until(START + hours(11));
    town.play(CAL, Stocks, at(ANN));
    town.until(START + hours(12) + minutes(1));
    assert_eq!(town.front_of(ANN), [Stocks], "frozen");
    town.pick(ANN, 2);
    for picker in BOB..=IVY {
        town.pick(picker, 2);
    }
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::Frozen {
            until: START + hours(14) + minutes(15)
        }
    );
}

#[test]
fn f20_piety_refuses_red_cards_played_directly() {
    for kind in [Accusation, Evidence, Witness] {
        let mut town = Town::new().hand(ANN, &[kind]).front(BOB, &[Piety]);
        assert_eq!(
            town.cannot_play(ANN, kind, at(BOB)),
            Refusal::Piety { target: seat(BOB) }
        );
    }
}

#[test]
fn f20_a_scapegoat_moves_marks_onto_piety() {
    let mut town = Town::new()
        .hand(ANN, &[Scapegoat])
        .accused(BOB, 2)
        .front(CAL, &[Piety]);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert_eq!(town.marks(CAL), 2);
}

#[test]
fn f20_marks_that_lie_there_stay() {
    let mut town = Town::new().hand(ANN, &[Piety]).accused(BOB, 5);
    town.play(ANN, Piety, at(BOB));
    assert_eq!(town.marks(BOB), 5);
}

#[test]
fn f21_both_matchmakers_before_one_player_are_discarded() {
    let mut town = Town::new().hand(ANN, &[Matchmaker, Matchmaker]);
    town.play(ANN, Matchmaker, at(BOB));
    assert_eq!(town.front_of(BOB), [Matchmaker], "one alone stays");
    let events = town.play(ANN, Matchmaker, at(BOB));
    assert!(matches!(&events[1], Event::MatchmakersDiscarded { cards, .. } if cards.len() == 2));
    assert!(town.front_of(BOB).is_empty());
}

#[test]
fn f21_a_scapegoat_brings_both_together_as_well() {
    let mut town = Town::new()
        .hand(ANN, &[Scapegoat])
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker]);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(town.front_of(CAL).is_empty());
}

#[test]
fn f23_a_cursed_blue_card_is_dealt_again_the_next_day() {
    let mut town = Town::new()
        .after_conspiracy()
        .hand(ANN, &[Curse])
        .front(BOB, &[Asylum]);
    town.play(ANN, Curse, at(BOB));
    let held = |town: &Town| {
        town.forum
            .table
            .chairs
            .iter()
            .any(|chair| chair.hand.iter().any(|card| card.kind == Asylum))
    };
    assert!(!held(&town), "not on the same Day");
    town.end_phase();
    town.end_phase();
    assert!(held(&town));
}

#[test]
fn f23_the_blue_cards_of_the_dead_are_dealt_again() {
    let mut town = Town::new().after_conspiracy().front(BOB, &[Piety]);
    town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    assert!(town.forum.table.discard.contains(&Card::new(Piety, 1)));
    town.end_phase();
    town.end_phase();
    assert!(
        town.forum
            .table
            .chairs
            .iter()
            .any(|chair| chair.hand.iter().any(|card| card.kind == Piety))
    );
}

#[test]
fn f19_extending_the_day_leaves_running_stocks() {
    let mut town = Town::new().hand(ANN, &[Stocks]);
    town.play(ANN, Stocks, at(BOB));
    town.host(Command::Extend { by: Length::HOUR });
    assert_eq!(town.forum.frozen_until(seat(BOB)), Some(START + hours(6)));
}
