//! F34 to F37: death and the end.

use town_crier::games::salem1692::forum::{Command, DeathCause, Event, Moment, Outcome, Refusal};
use town_crier::games::salem1692::table::CardKind::{
    Accusation, Asylum, Evidence, Matchmaker, Stocks, Witness,
};
use town_crier::games::salem1692::table::{Side, TryalKind};
use town_crier::kernel::game::Game;

use crate::kit::*;

#[test]
fn f34_who_dies_flips_all_remaining_tryals_in_order() {
    let mut town = Town::new().row(BOB, "nNncn").hand(ANN, &[Witness]);
    let events = town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    let Event::Died {
        remaining,
        coven: false,
        ..
    } = &events[0]
    else {
        panic!("Bob died")
    };
    let flipped: Vec<_> = remaining
        .iter()
        .map(|(place, card)| (place.number(), card.kind))
        .collect();
    use TryalKind::{Constable, NotAWitch};
    assert_eq!(
        flipped,
        [
            (1, NotAWitch),
            (3, NotAWitch),
            (4, Constable),
            (5, NotAWitch)
        ]
    );
    assert_eq!(town.hidden(BOB), 0);
}

#[test]
fn f34_hand_front_and_stocks_go_to_the_discard() {
    let mut town = Town::new()
        .hand(BOB, &[Evidence])
        .accused(BOB, 2)
        .front(BOB, &[Asylum])
        .hand(ANN, &[Stocks]);
    town.play(ANN, Stocks, at(BOB));
    town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    assert!(town.hand_of(BOB).is_empty() && town.front_of(BOB).is_empty());
    assert!(town.forum.day().is_some_and(|day| day.stocks.is_empty()));
    assert_eq!(town.forum.table.discard.len(), 5);
}

#[test]
fn f34_the_named_one_dies_first_then_the_partner() {
    let mut town = Town::new()
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .owes_flip(BOB, ANN);
    let events = town.flip(ANN, BOB, 5);
    assert!(
        matches!(events[1], Event::Died { seat: who, cause: DeathCause::LastTryal, .. } if who == seat(BOB))
    );
    assert!(
        matches!(events[2], Event::Died { seat: who, cause: DeathCause::Matchmaker { partner }, .. }
        if who == seat(CAL) && partner == seat(BOB))
    );
}

#[test]
fn f21_one_matchmaker_alone_pulls_nobody_along() {
    let mut town = Town::new()
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .owes_flip(BOB, ANN);
    town.flip(ANN, BOB, 5);
    assert_eq!(town.forum.table.living_count(), 8);
}

#[test]
fn f35_the_town_wins_when_every_witch_card_is_revealed() {
    let mut town = Town::new().owes_flip(HAL, ANN).owes_flip(IVY, ANN);
    town.flip(ANN, HAL, 1);
    assert_eq!(town.winner(), None, "one of two");
    let events = town.flip(ANN, IVY, 1);
    assert_eq!(town.winner(), Some(Side::Town));
    assert!(
        matches!(events[..], [Event::Revealed { .. }, Event::Ended { .. }]),
        "it stops at that instant"
    );
}

#[test]
fn f35_the_witches_win_when_all_living_are_of_the_coven() {
    let mut town = (CAL..=GUS).fold(Town::new(), Town::dead).at_night();
    town.kill(HAL, ANN);
    town.kill(IVY, ANN);
    town.end_phase();
    assert_eq!(town.winner(), None, "Bob is left");
    let mut town = (BOB..=GUS).fold(Town::new(), Town::dead).at_night();
    town.kill(HAL, ANN);
    town.kill(IVY, ANN);
    town.end_phase();
    assert_eq!(town.winner(), Some(Side::Witches));
}

#[test]
fn f35_the_town_comes_first_where_both_would_win() {
    // Ann is the last outside the coven and holds no Witch card; Hal holds the last one and is pulled along.
    let mut town = (BOB..=GUS)
        .fold(
            Town::new()
                .converted(BOB)
                .row(IVY, "nnnnn")
                .row(BOB, "wnnnn"),
            Town::dead,
        )
        .converted(IVY)
        .row(HAL, "wNNNN")
        .owes_flip(HAL, ANN);
    town.flip(ANN, HAL, 1);
    assert_eq!(
        town.winner(),
        Some(Side::Town),
        "though the coven's Ivy and Ann live on"
    );
    // Both at one instant cannot come about in a game; the order holds all the same.
    let mut table = town.forum.table.clone();
    for chair in &mut table.chairs {
        chair.coven = true;
    }
    assert_eq!(table.victory(), Some(Side::Town));
}

#[test]
fn f35_the_first_death_decides_before_the_partners() {
    // Ann, the last of the town, dies first: the Witches have won before Hal's death would reveal the last Witch card.
    let mut town = (BOB..=GUS)
        .fold(Town::new().row(IVY, "nnnnn").row(BOB, "wnnnn"), Town::dead)
        .converted(IVY)
        .row(ANN, "NNNNn")
        .front(ANN, &[Matchmaker])
        .front(HAL, &[Matchmaker])
        .owes_flip(ANN, IVY);
    town.flip(IVY, ANN, 5);
    assert_eq!(town.winner(), Some(Side::Witches));
    assert!(town.lives(HAL), "the game has stopped");
}

#[test]
fn f35_after_the_end_nothing_can_be_done() {
    let mut town = Town::new()
        .dead(IVY)
        .owes_flip(HAL, ANN)
        .hand(ANN, &[Accusation]);
    town.flip(ANN, HAL, 1);
    assert!(town.forum.is_over());
    assert_eq!(town.forum.due(), None);
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::GameOver
    );
    assert_eq!(town.host_cannot(Command::Pause), Refusal::GameOver);
}

#[test]
fn f36_with_one_witch_card_that_one_ends_it() {
    let mut town = Town::seating(5, settings(&[("players", "5")])).owes_flip(EVE, ANN);
    town.flip(ANN, EVE, 1);
    assert_eq!(town.winner(), Some(Side::Town));
}

#[test]
fn f36_with_two_witch_cards_one_does_not() {
    let mut town = Town::seating(6, settings(&[("players", "6")])).owes_flip(FAY, ANN);
    town.flip(ANN, FAY, 1);
    assert_eq!(town.winner(), None);
}

#[test]
fn f37_the_history_keeps_what_is_disclosed() {
    let mut town = Town::dealt(settings(&[]), 3);
    town.end_phase(); // Dawn
    let conspiracy = town.tick();
    assert!(!conspiracy.is_empty());
    while town.forum.day().is_some() {
        town.tick();
    }
    let witch = town
        .forum
        .table
        .living_coven()
        .next()
        .expect("there is a coven")
        .number();
    town.does(
        witch,
        Command::Kill {
            vote: None.or(Some(town_crier::games::salem1692::forum::KillVote::Nobody)),
        },
    );
    let confessor = (1..=9)
        .find(|who| !town.is_of_the_coven(*who))
        .expect("there is a town");
    town.confess(confessor, 5);
    town.end_phase();
    town.host(Command::End { confirmed: true });
    let history = &town.forum.history;
    assert_eq!(history.dealt.len(), 9);
    assert!(history.dawn.is_some());
    assert_eq!(history.joined[0].1, Moment::Setup);
    assert_eq!(history.conspiracies[0].day, 1);
    assert_eq!(history.conspiracies[0].picks.len(), 9);
    assert_eq!(history.nights[0].votes.len(), 1);
    assert_eq!(history.nights[0].confessions.len(), 1);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn f37_the_path_of_each_tryal_card_can_be_followed() {
    let mut town = Town::dealt(settings(&[]), 5);
    for _ in 0..3 {
        while town.forum.night().is_none() {
            town.tick();
        }
        town.end_phase();
        if town.forum.pause.is_some() {
            town.host(Command::Resume);
        }
    }
    // Following every redistribution from the deal on leads to the rows as they are.
    let mut rows = town.forum.history.dealt.clone();
    for conspiracy in &town.forum.history.conspiracies {
        for step in &conspiracy.moves {
            assert_eq!(rows[step.seat.index()][step.position.index()], step.lost);
        }
        for step in &conspiracy.moves {
            rows[step.seat.index()][step.position.index()] = step.card;
        }
    }
    for (chair, row) in town.forum.table.chairs.iter().zip(rows) {
        assert_eq!(
            chair.row.iter().map(|tryal| tryal.card).collect::<Vec<_>>(),
            row
        );
    }
}
