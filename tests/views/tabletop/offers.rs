//! What an intent amounts to, verb by verb: complete, asked about, refused.

use town_crier::games::salem1692::table::{CardKind, Character};
use town_crier::games::salem1692::tabletop::{Command, Confession, DeckCard, Play, Relief};
use town_crier::kernel::intent::Offer;

use super::town::*;
use crate::viewer::{buttons, controls, menu};

#[test]
fn t3_one_of_two_characters_is_kept() {
    let town = Town::dealt(1, 7, &[]);
    let who = seat(1);
    let offered = town.suggests(who, "choose", "character");
    assert_eq!(offered.len(), 2);
    assert_eq!(buttons(&town.shows(who, "choose")).len(), 2);
    let Command::Keep { character } = town.gives(who, &format!("choose character={}", offered[0]))
    else {
        panic!("it keeps one")
    };
    assert_eq!(character.word(), offered[0]);
    assert!(
        town.refuses(who, "choose character=nobody")
            .contains("dealt")
    );
    let turns = Town::turns();
    assert!(turns.refuses(seat(1), "choose").contains("characters"));
}

#[test]
fn t6_draw_play_and_end_belong_to_the_own_turn() {
    let town = Town::turns();
    let (own, other) = (town.turn(), town.after(1));
    assert_eq!(town.gives(own, "draw"), Command::Draw);
    assert!(town.refuses(other, "draw").contains("turn"));
    assert!(town.refuses(other, "play").contains("turn"));
    assert!(town.refuses(own, "endturn").contains("nothing"));
    assert!(town.refuses(own, "draw p=1").contains("This is over"));
    let dawn = Town::dealt(1, 9, &[]);
    assert!(!dawn.refuses(seat(1), "play").is_empty());
}

#[test]
fn t6_a_card_then_its_target_then_the_play() {
    let town = Town::turns();
    let own = town.turn();
    let town = town.holds(own, &[CardKind::Accusation, CardKind::Robbery]);
    let panel = town.shows(own, "play");
    assert_eq!(menu(&panel).len(), 2);
    let panel = town.shows(own, "play card=accusation");
    assert_eq!(menu(&panel).len(), 6);
    let next = controls(&panel)[0].clone();
    assert!(next.field("p").is_some(), "bound to this turn");
    let panel = town.shows(own, "play card=robbery");
    let source = menu(&panel)[0].clone();
    let panel = town.shows(own, &format!("play card=robbery target={source}"));
    assert_eq!(menu(&panel).len(), 5);
    let targets = town.suggests(own, "play card=accusation", "target");
    assert_eq!(targets.len(), 6);
    assert!(
        town.suggests(town.after(1), "play card=accusation", "target")
            .is_empty()
    );
}

#[test]
fn f15_an_alibi_asks_what_goes_and_t19_before_mather_three_evidence_may() {
    let town = Town::turns();
    let (own, target) = (town.turn(), town.after(1));
    let town = town
        .is(target, Character::CottonMather)
        .is(own, Character::SarahGood)
        .holds(own, &[CardKind::Alibi, CardKind::Arson])
        .lies(
            target,
            &[
                CardKind::Evidence,
                CardKind::Evidence,
                CardKind::Evidence,
                CardKind::Accusation,
            ],
        );
    let number = target.number();
    let prompt = town.tabletop.turn().expect("a turn").prompt.0;
    let panel = town.shows(
        own,
        &format!("play p={prompt:x} card=alibi target={number}"),
    );
    let offered = menu(&panel);
    assert!(offered.contains(&"a0e3".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"a1e3".to_owned()), "{offered:?}");
    let command = town.gives(own, &format!("play card=alibi target={number} marks=a1e2"));
    let Command::Play(Play::Alibi { relief, .. }) = command else {
        panic!("it is an Alibi")
    };
    let wanted = Relief {
        accusations: 1,
        evidence: 2,
    };
    assert_eq!(relief, Some(wanted));
}

#[test]
fn t30_griggs_is_asked_how_an_alibi_is_played() {
    let town = Town::turns();
    let (own, target) = (town.turn(), town.after(1));
    let town = town
        .is(own, Character::WillGriggs)
        .holds(own, &[CardKind::Alibi, CardKind::Arson])
        .lies(target, &[CardKind::Accusation, CardKind::Piety]);
    let panel = town.shows(own, "play card=alibi");
    assert_eq!(
        buttons(&panel),
        ["As an Alibi", "Griggs: as a Witness (7 marks)"]
    );
    let number = target.number();
    let written = format!("play card=alibi as=witness target={number}");
    let Command::Play(Play::AlibiAsWitness { .. }) = town.gives(own, &written) else {
        panic!("against Piety too")
    };
    let written = format!("play card=alibi as=alibi target={number}");
    let Command::Play(Play::Alibi { .. }) = town.gives(own, &written) else {
        panic!("as an Alibi")
    };
    assert_eq!(town.suggests(own, "play card=alibi", "as").len(), 2);
}

#[test]
fn t29_tituba_looks_and_puts_the_deck_in_order_by_menu_and_by_numbers() {
    let town = Town::turns();
    let own = town.turn();
    let mut town = town.is(own, Character::Tituba);
    assert_eq!(town.suggests(own, "power", "use"), ["study"]);
    assert!(
        !town.refuses(own, "power use=deck").is_empty(),
        "not seen yet"
    );
    let study = town.gives(own, "power use=study");
    town.does(own, study);
    let deck = town.tabletop.table.deck.clone();
    let panel = town.shows(own, "power use=deck");
    assert_eq!(menu(&panel).len(), deck.len().min(25));
    let Command::Arrange { deck: typed } = town.gives(own, "power use=deck order=3,1") else {
        panic!("an order")
    };
    assert_eq!(typed[..3], [deck[2], deck[0], deck[1]]);
    assert_eq!(typed.len(), deck.len());
    assert!(
        town.refuses(own, "power use=deck order=3,3")
            .contains("once")
    );
    assert!(town.refuses(own, "power use=deck order=0").contains("once"));
    let Command::Arrange { deck: topped } = town.gives(own, "power use=deck top=night") else {
        panic!("an order")
    };
    assert_eq!(topped[0], DeckCard::Night);
    town.does(own, Command::Arrange { deck: topped });
    assert_eq!(town.gives(own, "draw"), Command::Draw);
    let other = town.after(1);
    assert!(!town.refuses(other, "power use=study").is_empty());
}

#[test]
fn t26_parris_takes_one_or_two_from_the_discard() {
    let town = Town::turns();
    let own = town.turn();
    let mut town = town
        .is(own, Character::SamuelParris)
        .holds(own, &[CardKind::Curse, CardKind::Stocks]);
    town.tabletop.table.discard.clear();
    assert!(town.refuses(own, "power use=discard").contains("no card"));
    // What Parris holds goes to the discard, where he can take it from.
    town = town.holds(own, &[]);
    let panel = town.shows(own, "power use=discard");
    assert!(menu(&panel).iter().any(|card| card.starts_with("curse")));
    let command = town.gives(own, "power use=discard cards=curse,stocks");
    let Command::Salvage { cards } = &command else {
        panic!("he takes")
    };
    assert_eq!(cards.len(), 2);
    assert!(town.accepts(town.actor(own), &command).is_ok());
}

#[test]
fn power_alone_says_what_there_is() {
    let town = Town::turns();
    for (character, part) in [
        (Character::SarahGood, "by itself"),
        (Character::WillGriggs, "Alibi"),
        (Character::WilliamPhips, "at Night"),
        (Character::AbigailWilliams, "asked"),
    ] {
        let own = town.turn();
        let town = town.clone().is(own, character);
        let text = crate::viewer::read(&town.shows(own, "power").text);
        assert!(text.contains(part), "{text}");
    }
    let without = Town::dealt(1, 9, &[("characters", "off")]);
    assert!(
        without
            .refuses(seat(1), "power")
            .contains("without characters")
    );
}

#[test]
fn t12_tryals_are_put_in_order_one_by_one_or_at_once() {
    let town = Town::turns().known_rows();
    let own = town.turn();
    assert_eq!(buttons(&town.shows(own, "tryals.reorder")).len(), 5);
    assert_eq!(
        buttons(&town.shows(own, "tryals.reorder order=3,1")).len(),
        3
    );
    let order = [3, 1, 2, 5, 4].map(place).to_vec();
    let wanted = Command::Reorder { order };
    assert_eq!(town.gives(own, "tryals.reorder order=3,1,2,5,4"), wanted);
    assert_eq!(
        town.gives(own, "tryals.reorder order=3,1,2,5"),
        wanted,
        "the last one is clear"
    );
    let mut town = town.next_is(DeckCard::Conspiracy);
    town.does(own, Command::Draw);
    assert!(town.refuses(own, "tryals.reorder").contains("Conspiracy"));
}

#[test]
fn t14_a_pick_is_from_the_left_and_can_be_changed() {
    let mut town = Town::turns().known_rows().next_is(DeckCard::Conspiracy);
    let own = town.turn();
    town.does(own, Command::Draw);
    assert_eq!(buttons(&town.shows(own, "pick")).len(), 5);
    let command = town.gives(own, "pick position=2");
    town.does(own, command);
    assert!(buttons(&town.shows(own, "pick"))[1].contains("picked"));
    assert_eq!(town.suggests(own, "pick", "position").len(), 5);
}

#[test]
fn t15_votes_gavel_and_confessions() {
    let town = Town::night();
    let (witch, constable, other) = (town.turn(), town.after(1), town.after(2));
    let number = other.number();
    let kill = town.gives(witch, &format!("kill target={number}"));
    assert_eq!(
        kill,
        Command::Kill {
            target: Some(other)
        }
    );
    assert!(town.refuses(other, "kill").contains("coven"));
    assert!(town.refuses(witch, "guard").contains("Constable"));
    let gavel = town.gives(constable, &format!("guard target={number}"));
    assert_eq!(
        gavel,
        Command::Gavel {
            target: Some(other)
        }
    );
    assert!(town.suggests(other, "guard", "target").is_empty());
    assert_eq!(menu(&town.shows(other, "confess")).len(), 11);
    let left = town.gives(other, "confess position=2-unless-gavel");
    let wanted = Command::Confess {
        confession: Confession::Tryal(place(2)),
        unless_gavel: true,
        confirmed: false,
    };
    assert_eq!(left, wanted);
    let panel = town.shows(witch, "confess position=1");
    assert!(buttons(&panel)[0].contains("all the same"), "F31");
    let sure = town.gives(witch, "confess position=1 sure=yes");
    assert!(matches!(
        sure,
        Command::Confess {
            confirmed: true,
            ..
        }
    ));
}

#[test]
fn t33_last_words_are_typed() {
    let mut town = Town::night();
    let (witch, victim) = (town.turn(), town.after(2));
    let mate = town.after(3);
    for who in [witch, mate] {
        town.does(
            who,
            Command::Kill {
                target: Some(victim),
            },
        );
    }
    while town.tabletop.chair(victim).alive {
        town.tick();
    }
    let keys = town.own_keys(victim);
    assert!(keys.iter().any(|key| key.starts_with("words-")), "{keys:?}");
    let panel = town.shows(victim, "lastwords");
    assert_eq!(buttons(&panel), ["Leave last words…"]);
    let town_crier::kernel::panel::Row::Buttons(row) = &panel.rows[0] else {
        panic!("a button")
    };
    assert_eq!(row[0].typed.as_deref(), Some("words"));
    let command = town.gives(victim, "lastwords words=Alas!");
    assert!(town.accepts(town.actor(victim), &command).is_ok());
    assert!(!town.refuses(witch, "lastwords words=Alas!").is_empty());
}

#[test]
fn what_the_edition_does_not_have_is_said_so() {
    let town = Town::turns();
    let Offer::Refuse(_) = town.ask(STRANGER, "draw") else {
        panic!("not a player")
    };
    assert_eq!(town.ask(town.id(seat(1)), "broomstick"), Offer::Unknown);
    assert!(
        Town::night()
            .refuses(seat(1), "chat.open")
            .contains("without private chats")
    );
}

#[test]
fn h1_the_hosts_intents() {
    let town = Town::turns();
    let host = |written: &str| town.ask(HOST, written);
    assert!(matches!(host("host.pause"), Offer::Do(Command::Pause)));
    assert!(matches!(host("host.extend"), Offer::Show(_)));
    assert!(matches!(
        host("host.extend by=2h"),
        Offer::Do(Command::Extend { .. })
    ));
    assert!(matches!(host("host.advance"), Offer::Show(_)));
    assert!(matches!(
        host("host.end sure=yes"),
        Offer::Do(Command::End { confirmed: true })
    ));
    assert!(matches!(
        host("host.secrets"),
        Offer::Do(Command::ShowSecrets)
    ));
    assert!(town.refuses(seat(1), "host.pause").contains("host"));
}
