//! Suggestions: only what that player may know and do.

use town_crier::games::salem1692::forum::Command;
use town_crier::games::salem1692::table::CardKind;
use town_crier::kernel::game::Game;

use crate::kit::*;
use crate::viewer::*;

fn one(who: u8) -> u64 {
    u64::from(who)
}

#[test]
fn f11_f20_targets_of_a_card_are_those_it_can_be_played_on() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Accusation])
        .front(BOB, &[CardKind::Piety])
        .dead(CAL);
    let targets = suggests(&town, one(ANN), "play card=accusation", "target");
    assert_eq!(targets, ["4", "5", "6", "7", "8", "9"]);
    let none = suggests(&town, one(BOB), "play card=accusation", "target");
    assert!(none.is_empty(), "a card one does not hold has no target");
}

#[test]
fn f17_f15_what_a_curse_or_an_alibi_could_take_away() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Curse, CardKind::Alibi])
        .front(BOB, &[CardKind::Asylum, CardKind::Piety])
        .front(CAL, &[CardKind::BlackCat, CardKind::Evidence])
        .accused(CAL, 2);
    let blues = suggests(&town, one(ANN), "play card=curse target=2", "blue");
    assert_eq!(blues, ["asylum", "piety"]);
    let all = suggests(&town, one(ANN), "play card=curse", "blue");
    assert_eq!(all, ["black-cat", "asylum", "piety"]);
    let marks = suggests(&town, one(ANN), "play card=alibi target=3", "marks");
    assert_eq!(marks, ["evidence", "accusations-2", "accusations-1"]);
}

#[test]
fn f18_source_and_receiver_fit_together() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Scapegoat])
        .accused(BOB, 2)
        .accused(CAL, 1);
    assert_eq!(
        suggests(&town, one(ANN), "play card=scapegoat", "target"),
        ["2", "3"]
    );
    assert_eq!(
        suggests(&town, one(ANN), "play card=scapegoat receiver=3", "target"),
        ["2"]
    );
    let receivers = suggests(&town, one(ANN), "play card=scapegoat target=2", "receiver");
    assert_eq!(receivers, ["3", "4", "5", "6", "7", "8", "9"]);
}

#[test]
fn f29_f30_who_is_not_of_the_coven_or_the_constable_gets_nothing() {
    let town = Town::new().at_night();
    let witch = suggests(&town, one(HAL), "kill", "target");
    assert_eq!(witch, ["1", "2", "3", "4", "5", "6", "7", "nobody"]);
    for other in [one(ANN), one(GUS), HOST, STRANGER] {
        assert!(suggests(&town, other, "kill", "target").is_empty());
    }
    let guard = suggests(&town, one(GUS), "guard", "target");
    assert_eq!(guard, ["1", "2", "3", "4", "5", "6", "8", "9", "nobody"]);
    for other in [one(ANN), one(HAL), HOST, STRANGER] {
        assert!(suggests(&town, other, "guard", "target").is_empty());
    }
    let day = Town::new();
    assert!(suggests(&day, one(HAL), "kill", "target").is_empty());
    assert!(suggests(&day, one(GUS), "guard", "target").is_empty());
}

#[test]
fn f5_f12_f26_f31_cat_flip_pick_and_confession() {
    let dawn = Town::new().at_dawn();
    assert_eq!(suggests(&dawn, one(HAL), "cat", "target").len(), 9);
    assert!(suggests(&dawn, one(ANN), "cat", "target").is_empty());
    let mut flips = Town::new().owes_flip(BOB, ANN).row(BOB, "nNnnn");
    flips.leave_flips_open();
    assert_eq!(suggests(&flips, one(ANN), "flip", "target"), ["2"]);
    assert_eq!(
        suggests(&flips, one(ANN), "flip", "position"),
        ["1", "3", "4", "5"]
    );
    assert!(suggests(&flips, one(CAL), "flip", "position").is_empty());
    let shift = Town::new().at_shift().row(ANN, "Nnnnn");
    assert_eq!(
        suggests(&shift, one(BOB), "pick", "position"),
        ["2", "3", "4", "5"]
    );
    let mut night = Town::new().at_night().row(ANN, "nnnNN");
    assert_eq!(
        suggests(&night, one(ANN), "confess", "position"),
        ["1", "2", "3"]
    );
    night.confess(ANN, 2);
    assert!(suggests(&night, one(ANN), "confess", "position").contains(&"withdraw".to_owned()));
}

#[test]
fn f39_guests_of_a_chat() {
    let mut town = Town::new().at_night().dead(IVY);
    town.does(
        ANN,
        Command::ChatOpen {
            guests: seats(&[BOB, CAL]),
        },
    );
    let chat = town.forum.chats[0].number;
    let guests = suggests(&town, one(ANN), "chat.invite", "target");
    assert_eq!(guests, ["9"], "it is full, but the dead take no place");
    assert!(suggests(&town, one(BOB), "chat.invite", "target").is_empty());
    assert_eq!(
        suggests(&town, one(BOB), "chat.leave", "chat"),
        [chat.to_string()]
    );
    assert!(suggests(&town, one(DAN), "chat.leave", "chat").is_empty());
    let open = suggests(&town, one(DAN), "chat.open members=1", "members");
    assert_eq!(open, ["2", "3", "5", "6", "7", "8", "9"]);
}

#[test]
fn h1_players_are_suggested_to_the_host_alone() {
    let town = Town::new().dead(ANN);
    assert_eq!(suggests(&town, HOST, "host.remove", "target").len(), 8);
    assert!(suggests(&town, one(BOB), "host.remove", "target").is_empty());
    let playing = Town::new().hosted_by(BOB);
    assert!(suggests(&playing, one(BOB), "host.remove", "target").is_empty());
    assert_eq!(
        suggests(&playing, one(BOB), "host.replace", "target").len(),
        9
    );
}

#[test]
fn what_is_typed_narrows_what_is_suggested() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Curse])
        .front(BOB, &[CardKind::Asylum, CardKind::Piety]);
    let typed = |written: &str, field: &str, typed: &str| {
        let choices =
            town.forum
                .complete(person(one(ANN)), &intent(written), field, typed, town.now);
        choices
            .into_iter()
            .map(|choice| choice.value)
            .collect::<Vec<_>>()
    };
    assert_eq!(typed("play card=curse target=2", "blue", "pi"), ["piety"]);
    assert_eq!(typed("play card=curse", "target", "2"), ["2"]);
    assert_eq!(
        typed("play card=curse", "target", "bo"),
        ["2"],
        "names are looked at where they are known"
    );
    assert_eq!(typed("history", "day", "dawn"), ["0"]);
}
