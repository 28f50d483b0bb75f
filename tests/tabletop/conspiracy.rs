//! T12, T14: the Conspiracy, and the own row.

use town_crier::games::salem1692::table::CardKind::{
    Accusation, Alibi, BlackCat, Evidence, Matchmaker, Witness,
};
use town_crier::games::salem1692::table::{Character, Side, TryalKind};
use town_crier::games::salem1692::tabletop::{
    Choosing, Command, Confession, DrawCause, Event, Moment, NewRow, Passing, Refusal, RevealCause,
};
use town_crier::kernel::ids::Seat;

use crate::kit::*;

const DECK: &str = "conspiracy accusation accusation accusation accusation night";

fn drawn() -> Town {
    let mut town = Town::new().deck(DECK);
    town.draw(ANN);
    town
}

fn passed(events: &[Event]) -> (&[Passing], &[NewRow], &[Seat]) {
    let found = events.iter().find_map(|event| match event {
        Event::Passed {
            passed,
            rows,
            joined,
            ..
        } => Some((&passed[..], &rows[..], &joined[..])),
        _ => None,
    });
    found.expect("Tryals changed hands")
}

#[test]
fn t14_the_drawer_chooses_a_tryal_of_the_cats_holder() {
    let mut town = Town::new()
        .deck(DECK)
        .front(BOB, &[BlackCat])
        .accused(BOB, 3);
    let events = town.draw(ANN);
    assert!(matches!(
        &events[1],
        Event::ConspiracyDrawn { cat: Some(cat), harmless: None, cause: DrawCause::Turn, .. }
            if cat.holder == seat(BOB) && cat.until.is_none()
    ));
    let prompt = town.open_choice();
    let position = place(2);
    let command = Command::Reveal { prompt, position };
    assert_eq!(
        town.cannot(BOB, command.clone()),
        Refusal::NotYourChoice { chooser: seat(ANN) }
    );
    let events = town.does(ANN, command);
    in_order(&events, &["revealed", "shift_opened"]);
    assert_eq!(
        (town.hidden(BOB), town.marks(BOB)),
        (4, 3),
        "red cards stay"
    );
    town.all_pick();
}

#[test]
fn t14_holder_and_drawer_may_be_the_same() {
    let mut town = Town::new().deck(DECK).front(ANN, &[BlackCat]);
    town.draw(ANN);
    town.reveal(ANN, 4);
    assert_eq!(town.hidden(ANN), 4);
    town.all_pick();
}

#[test]
fn t14_without_a_holder_the_step_is_skipped() {
    let mut town = drawn();
    assert!(town.game.cat_choice().is_none() && town.game.shift().is_some());
    town.all_pick();
}

#[test]
fn t14_a_holder_who_is_removed_meanwhile_is_not_scratched() {
    let mut town = Town::new().deck(DECK).front(BOB, &[BlackCat]);
    town.draw(ANN);
    let events = town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    in_order(&events, &["died", "scratch_skipped", "shift_opened"]);
    town.all_pick();
}

#[test]
fn t14_a_holder_who_is_removed_leaves_no_scratch_open_while_the_heirs_share() {
    let mut town = Town::new()
        .characters(&[(DAN, Character::JohnProctor), (EVE, Character::MarthaCorey)])
        .deck(DECK)
        .hand(BOB, &[Evidence, Alibi])
        .front(BOB, &[BlackCat]);
    town.draw(ANN);
    let events = town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    in_order(&events, &["died", "scratch_skipped", "sharing_opened"]);
    assert_eq!(town.game.cat_choice(), None);
    town.leave_open();
}

#[test]
fn t14_a_scratch_has_all_its_consequences() {
    let mut town = Town::new()
        .deck(DECK)
        .front(FAY, &[BlackCat, Matchmaker])
        .front(BOB, &[Matchmaker]);
    town.draw(ANN);
    let events = town.reveal(ANN, 1);
    in_order(&events, &["revealed", "died", "died", "shift_opened"]);
    assert_eq!(town.game.table.living_count(), 5);
    let events = town.all_pick();
    assert_eq!(passed(&events).0.len(), 5, "the dead neither give nor take");
}

#[test]
fn t14_a_scratch_that_ends_the_game_ends_it() {
    let mut town = Town::new()
        .deck(DECK)
        .row(GUS, "Wnnnn")
        .dead(GUS)
        .front(FAY, &[BlackCat]);
    town.draw(ANN);
    town.reveal(ANN, 1);
    assert_eq!(town.winner(), Some(Side::Town));
}

#[test]
fn t14_drawn_out_of_turn_the_choice_has_its_own_window() {
    // Bob is Nurse and draws the Conspiracy in Ann's turn.
    let mut town = Town::new()
        .characters(&[(BOB, Character::RebeccaNurse)])
        .deck(DECK)
        .front(DAN, &[BlackCat])
        .hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(CAL));
    town.reveal(ANN, 2);
    let until = town.game.cat_choice().expect("Bob chooses").0.until;
    assert_eq!(until, Some(START + hours(6)));
    town.until(START + hours(6) - MILLISECOND);
    assert_eq!(town.hidden(DAN), 5);
    let events = town.wait(MILLISECOND);
    assert!(matches!(
        events[0],
        Event::Revealed {
            cause: RevealCause::CatScratch {
                choice: Choosing::TimeOut,
                ..
            },
            ..
        }
    ));
    town.all_pick();
    // That reveal lets Bob draw once more; then Ann goes on with her turn, of which no time has passed.
    assert_eq!((town.whose_turn(), town.hand_of(BOB).len()), (ANN, 1));
    assert_eq!(town.clock().until(), Some(town.now + hours(24)));
    town.end_turn(ANN);
}

#[test]
fn t14_each_picks_from_the_left_neighbour_unseen_and_changeably() {
    let mut town = Town::new().deck(DECK).dead(BOB).row(CAL, "nNnnn");
    town.draw(ANN);
    // Ann's left neighbour is Cal, for Bob is dead.
    assert!(matches!(
        town.cannot(ANN, Command::Pick { position: place(2) }),
        Refusal::NotHidden { target, .. } if target == seat(CAL)
    ));
    town.pick(ANN, 1);
    town.pick(ANN, 3);
    assert_eq!(
        town.cannot(BOB, Command::Pick { position: place(1) }),
        Refusal::Dead
    );
    for who in [CAL, DAN, EVE, FAY] {
        town.pick(who, 2);
    }
    assert!(town.game.shift().is_some());
    let events = town.pick(GUS, 5);
    let Event::Passed { picks, .. } = &events[1] else {
        panic!("it closes with the last pick")
    };
    assert_eq!(picks[0].position, place(3));
    assert_eq!(picks[0].source, seat(CAL));
    assert_eq!(picks[5].source, seat(ANN), "round the circle");
}

#[test]
fn t14_with_pass_each_gets_what_they_picked() {
    let mut town = drawn();
    let card = town.game.chair(seat(FAY)).row[0].card;
    for who in [ANN, BOB, CAL, DAN, FAY, GUS] {
        town.pick(who, 2);
    }
    let events = town.pick(EVE, 1);
    let (passed, rows, joined) = passed(&events);
    let eves = passed.iter().find(|p| p.seat == seat(EVE)).expect("Eve's");
    assert_eq!((eves.card, eves.origin), (card, (seat(FAY), place(1))));
    assert_eq!(joined, [seat(EVE)]);
    assert!(town.is_of_the_coven(EVE) && town.is_of_the_coven(FAY));
    let row = rows.iter().find(|row| row.seat == seat(EVE)).expect("hers");
    assert!(row.tryals.iter().any(|(_, tryal)| *tryal == card));
    assert_eq!(town.discarded(), ["conspiracy"]);
}

#[test]
fn t14_a_new_witch_is_an_insider_when_the_channel_next_opens() {
    let mut town = Town::new()
        .deck("conspiracy night")
        .discard("evidence evidence");
    town.game.insiders = seats(&[FAY, GUS]).into_iter().collect();
    town.draw(ANN);
    for who in [ANN, BOB, CAL, DAN, FAY, GUS] {
        town.pick(who, 2);
    }
    let events = town.pick(EVE, 1);
    in_order(&events, &["passed", "night_drawn"]);
    assert!(
        town.game.insiders.contains(&seat(EVE)),
        "the Night has opened it"
    );
    town.end_night();
    let mut town = drawn();
    town.game.insiders = seats(&[FAY, GUS]).into_iter().collect();
    for who in [ANN, BOB, CAL, DAN, FAY, GUS] {
        town.pick(who, 2);
    }
    town.pick(EVE, 1);
    assert!(town.is_of_the_coven(EVE));
    assert!(
        !town.game.insiders.contains(&seat(EVE)),
        "not before it opens"
    );
}

#[test]
fn t14_the_constable_card_moves_its_holder_with_it() {
    let mut town = drawn();
    for who in [ANN, BOB, CAL, EVE, FAY, GUS] {
        town.pick(who, 2);
    }
    let events = town.pick(DAN, 1);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Passed { constable_before: Some(old), constable_after: Some(new), .. }
            if *old == seat(EVE) && *new == seat(DAN)
    )));
    assert_eq!(town.game.table.constable(), Some(seat(DAN)));
}

#[test]
fn t14_with_pool_the_picks_are_shuffled_and_dealt() {
    let mut town = Town::with(&[("conspiracy", "pool")]).deck(DECK);
    town.draw(ANN);
    for who in [ANN, BOB, CAL, DAN, EVE, FAY] {
        town.pick(who, 2);
    }
    let last = Command::Pick { position: place(2) };
    let events = town.lucky(actor(u64::from(GUS)), &last, |events| {
        let (passed, ..) = passed(events);
        passed.iter().any(|p| p.origin.0 == p.seat)
    });
    let (passed, ..) = passed(&events);
    assert_eq!(passed.len(), 7);
}

#[test]
fn t14_who_has_not_picked_in_time_gets_a_random_pick() {
    let mut town = drawn();
    town.pick(ANN, 3);
    town.wait(hours(12) - MILLISECOND);
    assert!(town.game.shift().is_some());
    let events = town.wait(MILLISECOND);
    let Event::Passed { picks, .. } = &events[0] else {
        panic!("the Shift closed")
    };
    let random: Vec<bool> = picks.iter().map(|pick| pick.random).collect();
    assert_eq!(random, [false, true, true, true, true, true, true]);
    assert_eq!(picks[0].position, place(3));
}

#[test]
fn t14_live_the_shift_has_two_minutes() {
    let mut town = Town::with(&[("preset", "live")]).deck(DECK);
    town.draw(ANN);
    town.wait(minutes(2) - MILLISECOND);
    assert!(town.game.shift().is_some());
    town.wait(MILLISECOND);
    assert!(town.game.shift().is_none());
}

#[test]
fn f35_a_conspiracy_can_make_everybody_a_witch() {
    let mut town = Town::seating(settings(&[("players", "4")]))
        .dead(CAL)
        .converted(ANN)
        .deck(DECK);
    // Bob is the last outside the coven and takes Dan's Witch card.
    town.draw(ANN);
    town.pick(ANN, 2);
    town.pick(DAN, 2);
    let events = town.pick(BOB, 1);
    in_order(&events, &["passed", "ended"]);
    assert_eq!(town.winner(), Some(Side::Witches));
}

#[test]
fn t12_the_own_hidden_tryals_can_be_put_in_another_order() {
    let mut town = Town::new().row(EVE, "cNnnn");
    let before = town.game.chair(seat(EVE)).row.clone();
    let order = places(&[5, 4, 3, 1]);
    let events = town.does(EVE, Command::Reorder { order });
    assert_eq!(events.len(), 1);
    let after = &town.game.chair(seat(EVE)).row;
    assert_eq!(after[0], before[4]);
    assert_eq!(after[1], before[1], "what is revealed stays where it lies");
    assert_eq!(after[4], before[0]);
    assert_eq!(after[4].card.kind, TryalKind::Constable);
}

#[test]
fn t12_an_order_names_each_hidden_place_once() {
    let mut town = Town::new().row(EVE, "cNnnn");
    for wrong in [
        &[1, 3, 4][..],
        &[1, 3, 4, 4],
        &[1, 2, 3, 4],
        &[1, 3, 4, 5, 5],
    ] {
        let order = places(wrong);
        assert_eq!(
            town.cannot(EVE, Command::Reorder { order }),
            Refusal::NotThisRow
        );
    }
}

fn reorder() -> Command {
    Command::Reorder {
        order: places(&[2, 1, 3, 4, 5]),
    }
}

#[test]
fn t12_not_during_a_conspiracy_nor_while_one_is_being_chosen() {
    let mut town = drawn();
    assert_eq!(town.cannot(BOB, reorder()), Refusal::RowInUse);
    town.all_pick();
    town.does(BOB, reorder());
    let mut town = Town::new().hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(town.cannot(BOB, reorder()), Refusal::RowInUse);
    town.does(CAL, reorder());
    town.reveal(ANN, 1);
    let order = places(&[3, 2, 4, 5]);
    town.does(BOB, Command::Reorder { order });
}

#[test]
fn t12_a_confession_that_was_left_follows_its_tryal() {
    let mut town = Town::new().deck("night").discard("evidence evidence");
    town.draw(ANN);
    town.confess(BOB, 1);
    let card = town.game.chair(seat(BOB)).row[0].card;
    let order = places(&[2, 3, 1, 4, 5]);
    town.does(BOB, Command::Reorder { order });
    let left = town.game.night().expect("Night").left[&seat(BOB)];
    assert_eq!(left.confession, Confession::Tryal(place(3)));
    town.end_night();
    let row = &town.game.chair(seat(BOB)).row;
    let shown: Vec<_> = row.iter().filter(|t| t.revealed).map(|t| t.card).collect();
    assert_eq!(shown, [card]);
}

#[test]
fn t12_after_every_exchange_each_row_is_shuffled() {
    let mut town = drawn();
    for who in [ANN, BOB, CAL, DAN, EVE, FAY] {
        town.pick(who, 1);
    }
    let before = town.game.chair(seat(CAL)).row.clone();
    let last = Command::Pick { position: place(1) };
    town.lucky(actor(u64::from(GUS)), &last, |events| {
        let (_, rows, _) = passed(events);
        let row = &rows[usize::from(CAL) - 1];
        row.tryals
            .iter()
            .any(|(position, card)| *position != place(1) && before[position.index()].card != *card)
    });
    assert_eq!(town.game.history.conspiracies[0].picks.len(), 7);
    assert_eq!(
        town.game
            .history
            .chronicle
            .last()
            .map(|(moment, ..)| *moment),
        Some(Moment::Turn(2))
    );
}
