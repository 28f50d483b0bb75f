//! T15, T16, F22: the Night.

use town_crier::games::salem1692::table::CardKind::{Asylum, Matchmaker};
use town_crier::games::salem1692::table::Side;
use town_crier::games::salem1692::tabletop::{
    Command, Confession, DeathCause, Event, Fate, Refusal,
};
use town_crier::kernel::game::Actor;

use crate::kit::*;

/// Ann has drawn the Night, the last card of the deck.
fn night() -> Town {
    night_of(Town::new())
}

fn night_of(town: Town) -> Town {
    let mut town = town
        .deck("accusation night")
        .discard("evidence evidence evidence");
    town.draw(ANN);
    town
}

/// The coven and the Constable have had their time.
fn show_gavel(town: &mut Town) -> Vec<Event> {
    let end = town.game.phase_ends().expect("the first part has an end");
    town.until(end)
}

fn victim(events: &[Event]) -> (Option<u8>, Fate) {
    let found = events.iter().find_map(|event| match event {
        Event::VictimNamed { victim, fate, .. } => Some((victim.map(|v| v.number()), *fate)),
        _ => None,
    });
    found.expect("the victim is named")
}

fn kill(target: u8) -> Command {
    Command::Kill {
        target: Some(seat(target)),
    }
}

fn gavel(target: u8) -> Command {
    Command::Gavel {
        target: Some(seat(target)),
    }
}

#[test]
fn t15_the_whole_night_in_order() {
    let mut town = night();
    town.kill(FAY, BOB);
    town.kill(GUS, BOB);
    town.gavel(EVE, CAL);
    let began = town.now;
    let events = town.end_night();
    in_order(
        &events,
        &[
            "gavel_shown",
            "confessions_over",
            "victim_named",
            "died",
            "night_over",
            "turn_began",
        ],
    );
    assert_eq!(town.now, began + hours(24), "12 h and 12 h");
    assert!(!town.lives(BOB));
    assert!(matches!(
        events
            .iter()
            .find(|event| matches!(event, Event::Died { .. })),
        Some(Event::Died {
            cause: DeathCause::Killed,
            ..
        })
    ));
}

#[test]
fn t15_only_living_witches_name_anybody_living() {
    let mut town = night_of(Town::new().dead(DAN));
    assert_eq!(town.cannot(ANN, kill(BOB)), Refusal::NotOfTheCoven);
    assert_eq!(
        town.cannot(FAY, kill(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    assert_eq!(
        town.cannot(FAY, Command::Kill { target: None }),
        Refusal::NothingToWithdraw
    );
    town.kill(FAY, FAY);
    town.kill(FAY, GUS);
    town.does(FAY, Command::Kill { target: None });
    assert_eq!(victim(&town.end_night()), (None, Fate::Nobody));
}

#[test]
fn t15_without_unanimity_the_most_named_is_the_victim() {
    let mut town = night_of(Town::new().converted(ANN));
    town.kill(ANN, BOB);
    town.kill(FAY, CAL);
    town.kill(GUS, CAL);
    assert_eq!(victim(&town.end_night()), (Some(CAL), Fate::Dies));
}

#[test]
fn t15_one_voice_is_enough_where_the_others_are_silent() {
    let mut town = night();
    town.kill(FAY, CAL);
    assert_eq!(victim(&town.end_night()), (Some(CAL), Fate::Dies));
}

#[test]
fn t15_a_tie_is_drawn() {
    for wanted in [BOB, CAL] {
        let mut town = night();
        town.kill(FAY, BOB);
        town.kill(GUS, CAL);
        let end = town.game.phase_ends().expect("an end");
        town.until(end - MILLISECOND);
        town.now = end;
        town.lucky(Actor::Clock, &Command::Tick, |events| {
            matches!(&events[0], Event::GavelShown { victim, drawn_among, .. }
                if *victim == Some(seat(wanted)) && *drawn_among == seats(&[BOB, CAL]))
        });
        assert_eq!(victim(&town.end_night()), (Some(wanted), Fate::Dies));
    }
}

#[test]
fn t15_the_gavel_saves_and_is_never_the_constables_own() {
    let mut town = night();
    assert_eq!(town.cannot(ANN, gavel(BOB)), Refusal::NotTheConstable);
    assert_eq!(town.cannot(EVE, gavel(EVE)), Refusal::GavelForYourself);
    town.gavel(EVE, CAL);
    town.does(EVE, Command::Gavel { target: None });
    town.gavel(EVE, BOB);
    town.kill(FAY, BOB);
    let events = town.end_night();
    assert_eq!(victim(&events), (Some(BOB), Fate::Gavel));
    assert!(town.lives(BOB));
}

#[test]
fn t15_the_gavel_stands_though_its_giver_is_gone() {
    let mut town = night();
    town.gavel(EVE, BOB);
    town.kill(FAY, BOB);
    show_gavel(&mut town);
    town.confess(EVE, 1);
    assert_eq!(victim(&town.end_night()), (Some(BOB), Fate::Gavel));
    let mut town = night();
    town.gavel(EVE, BOB);
    town.kill(FAY, BOB);
    town.host(Command::Remove {
        seat: seat(EVE),
        confirmed: true,
    });
    assert_eq!(victim(&town.end_night()), (Some(BOB), Fate::Gavel));
}

#[test]
fn t15_when_the_constable_card_is_revealed_the_gavel_step_is_gone() {
    let mut town = night_of(Town::new().row(EVE, "Cnnnn"));
    assert_eq!(town.cannot(EVE, gavel(BOB)), Refusal::NotTheConstable);
    let events = show_gavel(&mut town);
    let shown = events.iter().find_map(|event| match event {
        Event::GavelShown {
            constable, gavel, ..
        } => Some((*constable, *gavel)),
        _ => None,
    });
    assert_eq!(shown, Some((false, None)));
    town.end_night();
}

#[test]
fn t15_night_early_needs_the_witches_to_agree_and_the_constable_to_speak() {
    let early = || night_of(Town::with(&[("night_early", "on")]));
    let mut town = early();
    town.kill(FAY, BOB);
    town.kill(GUS, BOB);
    assert!(town.game.gathering().is_some());
    town.does(EVE, Command::Gavel { target: None });
    assert!(town.game.gathering().is_none());
    town.end_night();
    let mut town = early();
    town.gavel(EVE, CAL);
    town.kill(FAY, BOB);
    town.kill(GUS, CAL);
    assert!(town.game.gathering().is_some(), "they do not agree");
    town.kill(GUS, BOB);
    assert!(town.game.gathering().is_none());
    town.end_night();
    let mut town = night_of(Town::with(&[("night_early", "on")]).row(EVE, "Cnnnn"));
    town.kill(FAY, BOB);
    town.kill(GUS, BOB);
    assert!(town.game.gathering().is_none(), "there is no Constable");
    town.end_night();
    let mut town = night();
    town.kill(FAY, BOB);
    town.kill(GUS, BOB);
    town.gavel(EVE, CAL);
    assert!(town.game.gathering().is_some(), "off");
    town.end_night();
}

#[test]
fn t15_a_confession_saves_and_is_turned_up_at_once() {
    let mut town = night();
    town.kill(FAY, BOB);
    show_gavel(&mut town);
    let events = town.confess(BOB, 2);
    in_order(&events, &["confessed", "revealed"]);
    assert_eq!(town.hidden(BOB), 4);
    assert_eq!(town.cannot(BOB, confession(3)), Refusal::ConfessedAlready);
    assert_eq!(victim(&town.end_night()), (Some(BOB), Fate::Confessed));
    assert!(town.lives(BOB));
}

#[test]
fn t15_confessions_are_open_until_their_end_and_no_longer() {
    let mut town = night();
    show_gavel(&mut town);
    town.wait(hours(12) - MILLISECOND);
    town.confess(BOB, 1);
    town.wait(MILLISECOND);
    assert!(matches!(
        town.cannot(CAL, confession(1)),
        Refusal::OnlyIn { .. }
    ));
}

#[test]
fn t15_a_confession_left_in_advance_is_made_when_the_gavel_is_shown() {
    let mut town = night();
    town.confess(CAL, 2);
    town.confess(BOB, 1);
    town.confess(BOB, 3);
    assert_eq!(town.hidden(BOB), 5);
    let events = show_gavel(&mut town);
    in_order(
        &events,
        &[
            "gavel_shown",
            "confessed",
            "revealed",
            "confessed",
            "revealed",
        ],
    );
    let order: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Confessed { seat, .. } => Some(seat.number()),
            _ => None,
        })
        .collect();
    assert_eq!(order, [BOB, CAL], "in seat order");
    assert!(
        town.game.chair(seat(BOB)).row[2].revealed,
        "the last that was said"
    );
    town.end_night();
}

#[test]
fn t15_it_can_be_taken_back_before_the_gavel_is_shown() {
    let mut town = night();
    assert_eq!(
        town.cannot(BOB, Command::WithdrawConfession),
        Refusal::NothingToWithdraw
    );
    town.confess(BOB, 1);
    town.does(BOB, Command::WithdrawConfession);
    show_gavel(&mut town);
    assert_eq!(town.hidden(BOB), 5);
    assert!(matches!(
        town.cannot(BOB, Command::WithdrawConfession),
        Refusal::OnlyIn { .. }
    ));
    town.end_night();
}

fn unless_gavel(number: u8) -> Command {
    Command::Confess {
        confession: Confession::Tryal(place(number)),
        unless_gavel: true,
        confirmed: false,
    }
}

#[test]
fn t15_unless_i_have_the_gavel() {
    let mut town = night();
    town.does(BOB, unless_gavel(1));
    town.does(CAL, unless_gavel(1));
    town.gavel(EVE, BOB);
    let events = show_gavel(&mut town);
    in_order(&events, &["gavel_shown", "confession_dropped", "confessed"]);
    assert_eq!((town.hidden(BOB), town.hidden(CAL)), (5, 4));
    assert_eq!(town.cannot(BOB, unless_gavel(1)), Refusal::HasGavel);
    town.confess(BOB, 1);
    town.end_night();
}

#[test]
fn t15_what_would_be_the_own_death_is_asked_once_more() {
    let mut town = night_of(Town::new().row(BOB, "NNNNn"));
    let ask = |number: u8| Command::Confess {
        confession: Confession::Tryal(place(number)),
        unless_gavel: false,
        confirmed: false,
    };
    let deadly = |number: u8| Refusal::DeadlyConfession {
        position: place(number),
    };
    assert_eq!(town.cannot(FAY, ask(1)), deadly(1));
    town.does(FAY, ask(2));
    assert_eq!(town.cannot(BOB, ask(5)), deadly(5));
    town.does(CAL, ask(1));
    show_gavel(&mut town);
    town.confess(BOB, 5);
    assert!(!town.lives(BOB));
    town.end_night();
}

#[test]
fn t15_a_witch_who_confesses_her_card_dies_and_red_cards_stay_with_others() {
    let mut town = night_of(Town::new().accused(BOB, 3));
    show_gavel(&mut town);
    town.confess(BOB, 1);
    assert_eq!(town.marks(BOB), 3, "a confession leaves them");
    town.confess(FAY, 1);
    assert!(!town.lives(FAY));
    town.end_night();
}

#[test]
fn t15_a_victim_who_is_dead_already_is_named_and_nothing_more_happens() {
    let mut town = night_of(Town::new().row(BOB, "NNNNn"));
    town.kill(FAY, BOB);
    show_gavel(&mut town);
    town.confess(BOB, 5);
    let events = town.end_night();
    assert_eq!(victim(&events), (Some(BOB), Fate::DeadAlready));
}

#[test]
fn f22_asylum_saves_from_the_coven_and_not_from_a_matchmaker() {
    let mut town = night_of(Town::new().front(BOB, &[Asylum]));
    town.kill(FAY, BOB);
    assert_eq!(victim(&town.end_night()), (Some(BOB), Fate::Asylum));
    let mut town = night_of(
        Town::new()
            .front(BOB, &[Asylum, Matchmaker])
            .front(CAL, &[Matchmaker]),
    );
    town.kill(FAY, CAL);
    town.gavel(EVE, BOB);
    town.end_night();
    assert!(!town.lives(BOB) && !town.lives(CAL), "whatever protects");
}

#[test]
fn t15_the_discard_becomes_a_new_deck_with_night_at_its_bottom() {
    let mut town = night();
    let events = town.end_night();
    let Some(Event::NightOver {
        deck: Some(deck), ..
    }) = events.iter().find(|e| matches!(e, Event::NightOver { .. }))
    else {
        panic!("a new deck")
    };
    assert_eq!(words(deck), ["evidence", "evidence", "evidence", "night"]);
    assert!(town.discarded().is_empty());
}

#[test]
fn t15_a_night_can_end_the_game() {
    let mut town = Town::seating(settings(&[("players", "4")]))
        .dead(BOB)
        .dead(ANN)
        .turn_of(CAL);
    town = town.deck("night").discard("evidence");
    town.draw(CAL);
    town.kill(DAN, CAL);
    let events = town.end_night();
    in_order(&events, &["victim_named", "died", "ended"]);
    assert_eq!(town.winner(), Some(Side::Witches));
}

#[test]
fn t15_live_has_its_own_lengths() {
    let mut town = night_of(Town::with(&[("preset", "live"), ("night_early", "off")]));
    let began = town.now;
    town.end_night();
    assert_eq!(town.now, began + minutes(3), "2 min and 1 min");
}

#[test]
fn t16_at_night_the_covens_channel_has_those_who_joined_meanwhile() {
    let mut town = Town::new().converted(CAL).deck("night").discard("evidence");
    assert!(town.game.insiders.is_empty());
    town.draw(ANN);
    let insiders: Vec<_> = town.game.insiders.iter().copied().collect();
    assert_eq!(insiders, seats(&[CAL, FAY, GUS]));
    town.end_night();
}
