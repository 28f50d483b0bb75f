//! F34 to F37, T11, T33: death, the last two, the end, last words.

use town_crier::games::salem1692::table::CardKind::{
    Accusation, Asylum, BlackCat, Evidence, Matchmaker, Piety, Robbery, Scapegoat, Stocks, Witness,
};
use town_crier::games::salem1692::table::{Side, TryalKind};
use town_crier::games::salem1692::tabletop::{
    Command, DeathCause, Event, Moment, Outcome, Refusal,
};
use town_crier::kernel::game::Game;

use crate::kit::*;

fn remove(who: u8) -> Command {
    Command::Remove {
        seat: seat(who),
        confirmed: true,
    }
}

fn say(words: &str) -> Command {
    Command::LastWords {
        words: words.to_owned(),
    }
}

#[test]
fn f34_who_dies_turns_all_remaining_tryals() {
    let mut town = Town::new().row(BOB, "nNncn");
    let events = town.host(remove(BOB));
    let Event::Died {
        remaining,
        coven: false,
        cause: DeathCause::Removed,
        ..
    } = &events[0]
    else {
        panic!("Bob died")
    };
    let turned: Vec<_> = remaining
        .iter()
        .map(|(place, card)| (place.number(), card.kind))
        .collect();
    use TryalKind::{Constable, NotAWitch};
    assert_eq!(
        turned,
        [
            (1, NotAWitch),
            (3, NotAWitch),
            (4, Constable),
            (5, NotAWitch)
        ]
    );
}

#[test]
fn f34_hand_and_front_go_to_the_discard() {
    let mut town = Town::new()
        .hand(BOB, &[Evidence])
        .accused(BOB, 2)
        .front(BOB, &[Asylum, Stocks]);
    town.host(remove(BOB));
    assert!(town.hand_of(BOB).is_empty() && town.front_of(BOB).is_empty());
    assert_eq!(town.game.table.discard.len(), 5);
}

#[test]
fn f34_the_named_one_dies_first_then_the_partner() {
    let mut town = Town::new()
        .hand(ANN, &[Witness, Stocks])
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    assert!(
        matches!(events[1], Event::Died { seat: who, cause: DeathCause::LastTryal, .. } if who == seat(BOB))
    );
    assert!(
        matches!(events[2], Event::Died { seat: who, cause: DeathCause::Matchmaker { partner }, .. }
        if who == seat(CAL) && partner == seat(BOB))
    );
}

/// Four players, of whom two are dead: Ann and Dan, the Witch, are left.
fn last_two() -> Town {
    Town::seating(settings(&[("players", "4")])).dead(BOB)
}

#[test]
fn t11_with_two_living_all_blue_cards_scapegoats_and_robbery_leave() {
    let mut town = last_two()
        .hand(ANN, &[Asylum, Robbery, Accusation])
        .front(DAN, &[BlackCat])
        .hand(CAL, &[Scapegoat, Evidence])
        .discard("piety arson")
        .deck("matchmaker scapegoat accusation conspiracy night");
    let events = town.host(remove(CAL));
    let Event::CardsLeft {
        from_fronts,
        from_elsewhere,
    } = &events[1]
    else {
        panic!("they leave after the death")
    };
    let kinds = |cards: &[town_crier::games::salem1692::table::Card]| {
        let mut kinds: Vec<_> = cards.iter().map(|card| card.kind).collect();
        kinds.sort_unstable();
        kinds
    };
    assert_eq!(kinds(from_fronts), [BlackCat]);
    assert_eq!(
        kinds(from_elsewhere),
        [Robbery, Scapegoat, Scapegoat, Asylum, Matchmaker, Piety]
    );
    assert_eq!(town.hand_of(ANN), [Accusation], "nothing is drawn for them");
    assert_eq!(town.in_deck(), ["accusation", "conspiracy", "night"]);
}

#[test]
fn t11_three_living_keep_them() {
    let mut town = Town::seating(settings(&[("players", "4")])).front(DAN, &[BlackCat]);
    town.host(remove(BOB));
    assert_eq!(town.front_of(DAN), [BlackCat]);
}

#[test]
fn t11_after_a_matchmakers_partner_has_died() {
    let mut town = Town::seating(settings(&[("players", "5")]))
        .dead(DAN)
        .hand(ANN, &[Witness, Stocks])
        .row(BOB, "NNNNn")
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .front(EVE, &[Piety]);
    town.play(ANN, Witness, at(BOB));
    let events = town.reveal(ANN, 5);
    in_order(&events, &["died", "died", "cards_left"]);
    assert!(town.front_of(EVE).is_empty());
}

#[test]
fn t11_what_has_left_before_the_deal_is_not_dealt() {
    let mut town = Town::dealt(settings(&[("players", "4")]), 9);
    let outside: Vec<_> = town
        .game
        .table
        .seats()
        .filter(|seat| !town.is_of_the_coven(seat.number()))
        .collect();
    for who in &outside[..2] {
        town.host(remove(who.number()));
    }
    town.wait(hours(12));
    assert!(town.game.dawn().is_some());
    let table = &town.game.table;
    assert_eq!(table.aside.len(), 8, "five blue cards and three others");
    let hands: usize = table.chairs.iter().map(|chair| chair.hand.len()).sum();
    assert_eq!(hands + table.deck.len(), 51);
}

#[test]
fn f36_with_one_witch_card_that_one_decides() {
    let mut town = Town::seating(settings(&[("players", "4")])).hand(ANN, &[Witness, Stocks]);
    town.play(ANN, Witness, at(DAN));
    town.reveal(ANN, 1);
    assert_eq!(town.winner(), Some(Side::Town));
}

#[test]
fn f36_with_three_the_third_decides() {
    let mut town = Town::with(&[("hard", "on")])
        .row(EVE, "Wnnnn")
        .dead(EVE)
        .row(FAY, "Wnnnn")
        .dead(FAY)
        .hand(ANN, &[Witness, Stocks]);
    assert_eq!(town.game.table.victory(), None);
    town.play(ANN, Witness, at(GUS));
    town.reveal(ANN, 1);
    assert_eq!(town.winner(), Some(Side::Town));
}

#[test]
fn f35_the_witches_win_when_all_the_living_are_of_the_coven() {
    let mut town = Town::seating(settings(&[("players", "4")]))
        .dead(BOB)
        .converted(ANN);
    let events = town.host(remove(CAL));
    assert!(matches!(
        events.last(),
        Some(Event::Ended { outcome: Outcome::Won(Side::Witches), by_removal: Some(who), .. })
            if *who == seat(CAL)
    ));
    assert!(town.game.is_over());
}

#[test]
fn f37_everything_is_remembered_for_the_end() {
    let mut town = Town::dealt(
        settings(&[("players", "8"), ("choose_character", "off")]),
        3,
    );
    let coven: Vec<u8> = town
        .game
        .table
        .living_coven()
        .map(|seat| seat.number())
        .collect();
    let target = seat(coven[0]);
    town.does(coven[0], Command::Cat { target });
    town.end_phase();
    while town.game.history.nights.is_empty() {
        match town.game.turn().map(|turn| turn.black.is_some()) {
            Some(false) => {
                let who = town.whose_turn();
                town.draw(who);
            }
            _ => {
                town.tick();
            }
        }
    }
    let history = &town.game.history;
    assert_eq!(history.dealt.len(), 8);
    assert_eq!(history.kept.len(), 8);
    assert!(
        history
            .joined
            .iter()
            .any(|(_, moment)| *moment == Moment::Setup)
    );
    assert_eq!(history.dawn.as_ref().map(|dawn| dawn.votes.len()), Some(1));
    assert_eq!(history.conspiracies.len(), 1);
    assert_eq!(
        history.conspiracies[0].passed.len(),
        history.conspiracies[0].picks.len()
    );
    assert_eq!(history.nights[0].number, 1);
    town.leave_open();
}

/// Bob has just died, by Ann's hand.
fn bob_died() -> Town {
    let mut town = Town::new().hand(ANN, &[Witness, Stocks]).row(BOB, "NNNNn");
    town.play(ANN, Witness, at(BOB));
    town.reveal(ANN, 5);
    town
}

#[test]
fn t33_a_dying_player_may_leave_three_words() {
    let mut town = bob_died();
    assert_eq!(town.cannot(BOB, say("")), Refusal::ThreeWords);
    assert_eq!(town.cannot(BOB, say("it was not me")), Refusal::ThreeWords);
    assert_eq!(town.cannot(BOB, say("@everyone look")), Refusal::ThreeWords);
    assert_eq!(town.cannot(BOB, say("**loud**")), Refusal::ThreeWords);
    assert_eq!(town.cannot(BOB, say(&"a".repeat(31))), Refusal::ThreeWords);
    assert_eq!(town.cannot(CAL, say("I live")), Refusal::NoLastWords);
    let events = town.does(BOB, say("  It's   Fay, surely! "));
    assert!(matches!(
        &events[0],
        Event::LastWordsLeft { words, .. } if words == "It's Fay, surely!"
    ));
    assert_eq!(
        town.cannot(BOB, say("And Gus")),
        Refusal::NoLastWords,
        "once"
    );
}

#[test]
fn t33_within_the_choice_window_and_no_later() {
    let mut town = bob_died();
    town.now = START + hours(6) - MILLISECOND;
    town.does(BOB, say("Alas"));
    let mut town = bob_died();
    town.now = START + hours(6);
    assert_eq!(town.cannot(BOB, say("Alas")), Refusal::NoLastWords);
    town.end_turn(ANN);
    let events = town.tick();
    assert_eq!(names(&events), ["last_words_lapsed"]);
    assert!(town.game.dying.is_empty());
}

#[test]
fn t33_nobody_waits_for_them() {
    let mut town = bob_died();
    town.end_turn(ANN);
    town.draw(CAL);
}

#[test]
fn t33_none_when_the_game_is_over_nor_for_who_is_removed() {
    let mut town = Town::new();
    town.host(remove(BOB));
    assert_eq!(town.cannot(BOB, say("Alas")), Refusal::NoLastWords);
    let mut town = bob_died();
    town.host(Command::End { confirmed: true });
    assert_eq!(town.cannot(BOB, say("Alas")), Refusal::GameOver);
}
