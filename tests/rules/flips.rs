//! F12 to F14: seven marks and the flip.

use town_crier::games::salem1692::forum::{
    Command, DeathCause, Event, FlipChoice, Refusal, RevealCause,
};
use town_crier::games::salem1692::table::CardKind::{
    Accusation, Alibi, Evidence, Robbery, Scapegoat, Witness,
};
use town_crier::games::salem1692::table::Position;
use town_crier::kernel::ids::PromptId;

use crate::kit::*;

#[test]
fn f12_six_marks_owe_no_flip_and_seven_do() {
    let mut town = Town::new()
        .hand(ANN, &[Accusation, Accusation])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.marks(BOB), 6);
    assert!(town.forum.flip_against(seat(BOB)).is_none());
    town.play(ANN, Accusation, at(BOB));
    let flip = town.flip_against(BOB);
    assert_eq!((flip.chooser, flip.seat), (seat(ANN), seat(BOB)));
    town.flip(ANN, BOB, 3);
    assert_eq!(town.hidden(BOB), 4);
}

#[test]
fn f12_marks_beyond_seven_are_lost() {
    let mut town = Town::new().hand(ANN, &[Evidence]).accused(BOB, 5);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(town.marks(BOB), 8);
    town.flip(ANN, BOB, 1);
    assert_eq!(town.marks(BOB), 0);
}

#[test]
fn f12_a_witness_is_seven_at_once() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    town.flip(ANN, BOB, 1);
}

#[test]
fn f12_a_scapegoat_can_make_seven() {
    let mut town = Town::new()
        .hand(ANN, &[Scapegoat])
        .accused(BOB, 3)
        .accused(CAL, 4);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    town.flip(ANN, CAL, 1);
    let mut town = Town::new()
        .hand(ANN, &[Scapegoat])
        .accused(BOB, 3)
        .accused(CAL, 3);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert!(town.forum.flip_against(seat(CAL)).is_none());
}

#[test]
fn f12_until_the_flip_no_card_names_that_player() {
    let mut town = Town::new()
        .owes_flip(BOB, ANN)
        .hand(BOB, &[Accusation])
        .hand(CAL, &[Accusation, Alibi, Scapegoat, Robbery])
        .hand(DAN, &[Evidence])
        .accused(DAN, 1);
    let pending = Refusal::FlipPending { target: seat(BOB) };
    assert_eq!(town.cannot_play(CAL, Accusation, at(BOB)), pending);
    assert_eq!(town.cannot_play(CAL, Alibi, at(BOB)), pending);
    assert_eq!(town.cannot_play(CAL, Scapegoat, from_to(BOB, DAN)), pending);
    assert_eq!(town.cannot_play(CAL, Scapegoat, from_to(DAN, BOB)), pending);
    assert_eq!(town.cannot_play(CAL, Robbery, from_to(DAN, BOB)), pending);
    town.play(BOB, Accusation, at(CAL)); // The player may still play.
    town.flip(ANN, BOB, 1);
    town.play(CAL, Accusation, at(BOB));
}

#[test]
fn f12_only_the_chooser_chooses_and_only_a_hidden_tryal() {
    let mut town = Town::new().row(BOB, "Nnnnn").owes_flip(BOB, ANN);
    let prompt = town.flip_against(BOB).prompt;
    let choose = |number| Command::Flip {
        prompt,
        position: place(number),
    };
    assert_eq!(
        town.cannot(CAL, choose(2)),
        Refusal::NotYourFlip { chooser: seat(ANN) }
    );
    assert_eq!(
        town.cannot(ANN, choose(1)),
        Refusal::NotHidden {
            target: seat(BOB),
            position: place(1)
        }
    );
    assert_eq!(
        town.cannot(
            ANN,
            Command::Flip {
                prompt: PromptId(5),
                position: place(2)
            }
        ),
        Refusal::Stale
    );
    town.does(ANN, choose(2));
    assert_eq!(town.cannot(ANN, choose(3)), Refusal::Stale);
}

#[test]
fn f12_a_position_is_one_to_five() {
    assert!(Position::new(0).is_none() && Position::new(6).is_none());
    assert!(Position::new(1).is_some() && Position::new(5).is_some());
}

#[test]
fn f12_if_the_player_dies_first_the_flip_lapses() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    let events = town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    assert!(matches!(
        events[..],
        [Event::Died {
            flip_lapsed: true,
            ..
        }]
    ));
    assert!(town.forum.day().is_some_and(|day| day.flips.is_empty()));
}

#[test]
fn f13_the_chooser_has_the_flip_window() {
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(town.flip_against(BOB).until, START + hours(1));
    town.until(START + hours(1) - MILLISECOND);
    assert_eq!(town.hidden(BOB), 5);
    let events = town.wait(MILLISECOND);
    assert!(matches!(
        events[0],
        Event::Revealed {
            cause: RevealCause::Flip {
                choice: FlipChoice::TimeOut,
                ..
            },
            ..
        }
    ));
    assert_eq!(town.hidden(BOB), 4);
}

#[test]
fn f13_or_a_quarter_of_what_remained_of_the_day() {
    let mut town = Town::new().after_conspiracy().hand(ANN, &[Witness]);
    town.now = START + hours(22);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(
        town.flip_against(BOB).until,
        START + hours(22) + minutes(30)
    );
    town.flip(ANN, BOB, 1);
}

#[test]
fn f13_at_four_hours_before_the_end_both_are_the_same() {
    let mut town = Town::new().after_conspiracy().hand(ANN, &[Witness]);
    town.now = START + hours(20);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(town.flip_against(BOB).until, START + hours(21));
    town.now = START + hours(21) - MILLISECOND;
    town.flip(ANN, BOB, 1);
}

#[test]
fn f13_a_choice_at_the_very_instant_is_late() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    let prompt = town.flip_against(BOB).prompt;
    town.now = START + hours(1);
    assert_eq!(
        town.cannot(
            ANN,
            Command::Flip {
                prompt,
                position: place(1)
            }
        ),
        Refusal::Late
    );
    town.tick();
    assert_eq!(
        town.cannot(
            ANN,
            Command::Flip {
                prompt,
                position: place(1)
            }
        ),
        Refusal::Stale
    );
}

#[test]
fn f13_when_the_chooser_has_died_it_is_random() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    let events = town.host(Command::Remove {
        seat: seat(ANN),
        confirmed: true,
    });
    assert!(matches!(
        events[1],
        Event::Revealed {
            cause: RevealCause::Flip {
                choice: FlipChoice::ChooserDied,
                ..
            },
            ..
        }
    ));
    assert_eq!(town.hidden(BOB), 4);
}

#[test]
fn f13_the_choosers_death_and_the_partners_are_settled_first() {
    use town_crier::games::salem1692::table::CardKind::Matchmaker;
    let mut town = Town::new()
        .owes_flip(BOB, ANN)
        .row(ANN, "NNNNn")
        .front(ANN, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .hand(DAN, &[Witness]);
    town.play(DAN, Witness, at(ANN));
    let events = town.flip(DAN, ANN, 5);
    let steps: Vec<_> = events
        .iter()
        .map(|event| match event {
            Event::Revealed { seat, .. } => ("revealed", seat.number()),
            Event::Died { seat, .. } => ("died", seat.number()),
            other => panic!("not expected: {other:?}"),
        })
        .collect();
    assert_eq!(
        steps,
        [
            ("revealed", ANN),
            ("died", ANN),
            ("died", CAL),
            ("revealed", BOB)
        ]
    );
}

#[test]
fn f13_where_several_are_settled_the_oldest_goes_first() {
    let mut town = Town::new().owes_flip(CAL, ANN).owes_flip(BOB, ANN);
    let events = town.host(Command::Remove {
        seat: seat(ANN),
        confirmed: true,
    });
    let order: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Revealed { seat, .. } => Some(seat.number()),
            _ => None,
        })
        .collect();
    assert_eq!(order, [CAL, BOB]);
    let mut town = Town::new().owes_flip(CAL, ANN).owes_flip(BOB, ANN);
    let events = town.until(START + hours(1));
    let first = events.iter().find_map(|event| match event {
        Event::Revealed { seat, .. } => Some(seat.number()),
        _ => None,
    });
    assert_eq!(first, Some(CAL));
}

#[test]
fn f13_the_oldest_goes_first_also_where_a_chooser_dies_on_the_way() {
    // Two flips run out at once. The first of them kills the chooser of a third, which is newer than the second.
    let mut town = Town::new()
        .row(ANN, "NNNNn")
        .owes_flip(ANN, EVE)
        .owes_flip(BOB, EVE);
    town.now = START + minutes(10);
    let mut town = town.owes_flip(CAL, ANN);
    let order: Vec<_> = town
        .until(START + hours(1))
        .iter()
        .filter_map(|event| match event {
            Event::Revealed {
                seat,
                cause: RevealCause::Flip { choice, .. },
                ..
            } => Some((seat.number(), *choice)),
            _ => None,
        })
        .collect();
    assert_eq!(
        order,
        [
            (ANN, FlipChoice::TimeOut),
            (BOB, FlipChoice::TimeOut),
            (CAL, FlipChoice::ChooserDied)
        ]
    );
    // One whose time runs on is not touched by it.
    let mut town = Town::new().row(ANN, "NNNNn").owes_flip(ANN, EVE);
    town.now = START + MILLISECOND;
    let mut town = town.owes_flip(BOB, EVE).owes_flip(CAL, ANN);
    town.until(START + hours(1));
    assert!(town.forum.flip_against(seat(CAL)).is_none());
    town.flip(EVE, BOB, 1);
}

#[test]
fn f14_a_flip_discards_the_red_cards_and_play_goes_on() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    town.flip(ANN, BOB, 4);
    assert_eq!(town.marks(BOB), 0);
    assert!(town.lives(BOB));
    assert!(town.forum.chair(seat(BOB)).row[3].revealed);
}

#[test]
fn f14_blue_cards_stay_through_a_flip() {
    use town_crier::games::salem1692::table::CardKind::Piety;
    let mut town = Town::new().owes_flip(BOB, ANN).front(BOB, &[Piety]);
    town.flip(ANN, BOB, 1);
    assert_eq!(town.front_of(BOB), [Piety]);
}

#[test]
fn f14_a_confession_leaves_the_marks() {
    let mut town = Town::new().at_night().accused(BOB, 4);
    town.confess(BOB, 2);
    town.end_phase();
    assert_eq!(town.marks(BOB), 4);
    assert_eq!(town.hidden(BOB), 4);
}

#[test]
fn f14_a_revealed_constable_lives_and_the_role_is_lost() {
    let mut town = Town::new().owes_flip(GUS, ANN);
    town.flip(ANN, GUS, 1);
    assert!(town.lives(GUS));
    assert_eq!(town.forum.table.constable(), None);
}

#[test]
fn f14_a_revealed_witch_card_kills() {
    let mut town = Town::new().owes_flip(HAL, ANN);
    let events = town.flip(ANN, HAL, 1);
    assert!(matches!(
        events[1],
        Event::Died {
            cause: DeathCause::WitchRevealed,
            coven: true,
            ..
        }
    ));
    assert!(!town.lives(HAL));
}

#[test]
fn f14_a_witch_with_another_card_flipped_lives() {
    let mut town = Town::new().owes_flip(HAL, ANN);
    town.flip(ANN, HAL, 2);
    assert!(town.lives(HAL));
}

#[test]
fn f14_the_last_tryal_kills_and_the_one_before_does_not() {
    let mut town = Town::new().row(BOB, "NNNnn").owes_flip(BOB, ANN);
    town.flip(ANN, BOB, 4);
    assert!(town.lives(BOB));
    let mut town = Town::new().row(BOB, "NNNNn").owes_flip(BOB, ANN);
    let events = town.flip(ANN, BOB, 5);
    assert!(matches!(
        events[1],
        Event::Died {
            cause: DeathCause::LastTryal,
            coven: false,
            ..
        }
    ));
    assert!(!town.lives(BOB));
}
