//! T32: what the players of role cards see, are asked, and can say.

use town_crier::games::salem1692::forum::{Command, Play, Relief};
use town_crier::games::salem1692::table::CardKind::{
    self, Accusation, Alibi, Arson, Asylum, Curse, Evidence, Witness,
};
use town_crier::games::salem1692::table::Character::{
    self, CottonMather, GeorgeBurroughs, SamuelParris, ThomasDanforth, Tituba, WillGriggs,
    WilliamPhips,
};
use town_crier::kernel::audience::Audience;
use town_crier::kernel::game::Game;
use town_crier::kernel::intent::Offer;

use crate::kit::*;
use crate::viewer::*;

const ANN_ID: u64 = ANN as u64;
const BOB_ID: u64 = BOB as u64;

fn cast(who: &[(u8, Character)]) -> Town {
    Town::with(&[("role_cards", "on")]).characters(who)
}

fn with_discard(mut town: Town, kinds: &[CardKind]) -> Town {
    for kind in kinds {
        let table = &mut town.forum.table;
        let place = table.deck.iter().position(|card| card.kind == *kind);
        let card = table
            .deck
            .remove(place.expect("such a card is in the deck"));
        table.discard.push(card);
    }
    town
}

#[test]
fn t32_the_status_message_names_the_characters_and_what_makes_a_flip() {
    let town = cast(&[(ANN, Tituba), (BOB, GeorgeBurroughs)]).accused(BOB, 2);
    let status = read(&shows(&town, ANN_ID, "board").text);
    assert!(status.contains("🎭 Tituba"), "{status}");
    assert!(status.contains("🎭 George Burroughs · 2/8"), "{status}");
    let without = read(&shows(&Town::new(), ANN_ID, "board").text);
    assert!(!without.contains("🎭"), "{without}");
}

#[test]
fn t32_me_says_what_one_is_and_what_it_can_do() {
    let town = cast(&[(ANN, SamuelParris)]);
    let me = read(&shows(&town, ANN_ID, "me").text);
    assert!(me.contains("You are **Samuel Parris**"), "{me}");
    assert!(me.contains("(2 uses left)"), "{me}");
    let other = read(&shows(&town, BOB_ID, "me").text);
    assert!(!other.contains("🎭"), "{other}");
}

#[test]
fn t32_an_offered_power_has_a_board_with_yes_and_no_thanks() {
    let mut town = cast(&[(ANN, ThomasDanforth)])
        .hand(ANN, &[Accusation])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    let boards = town.forum.boards();
    let offers: Vec<_> = boards
        .iter()
        .filter(|board| board.key.starts_with("power-"))
        .collect();
    let [offer] = offers[..] else {
        panic!("one board: {offers:?}")
    };
    assert_eq!(offer.audience, Audience::Seat(seat(ANN)));
    assert_eq!(
        buttons(&offer.panel),
        ["Have a Tryal revealed now", "No thanks"]
    );
    let prompt = town.forum.offers_to(seat(ANN)).next().expect("it").prompt;
    let pressed: Vec<Command> = controls(&offer.panel)
        .iter()
        .map(
            |intent| match town.forum.offer(person(ANN_ID), intent, town.now) {
                Offer::Do(command) => command,
                other => panic!("{other:?}"),
            },
        )
        .collect();
    let answers = [true, false].map(|yes| Command::Power { prompt, yes });
    assert_eq!(pressed, answers);
    let refusal = refuses(&town, BOB_ID, "power use=yes");
    assert!(refusal.contains("No power is offered"), "{refusal}");
}

#[test]
fn t32_a_late_answer_to_an_offer_says_so() {
    let town = cast(&[(ANN, ThomasDanforth)]);
    let refusal = refuses(&town, ANN_ID, "power use=yes p=77");
    assert!(refusal.contains("This is over"), "{refusal}");
}

#[test]
fn t32_parris_alone_looks_into_the_discard() {
    let town = with_discard(
        cast(&[(ANN, SamuelParris), (BOB, Tituba)]),
        &[Arson, Curse, Asylum],
    );
    let panel = shows(&town, ANN_ID, "power use=discard");
    assert_eq!(menu(&panel), ["arson-1", "curse-1", "asylum-1"]);
    let salvage = does(&town, ANN_ID, "power use=discard cards=arson-1,asylum-1");
    let Command::Salvage { cards } = salvage else {
        panic!("{salvage:?}")
    };
    assert_eq!(cards.len(), 2);
    let refusal = refuses(&town, BOB_ID, "power use=discard");
    assert!(refusal.contains("Only Samuel Parris"), "{refusal}");
    let suggested = suggests(&town, BOB_ID, "power", "use");
    assert!(suggested.is_empty(), "{suggested:?}");
    assert_eq!(suggests(&town, ANN_ID, "power", "use"), ["discard"]);
}

#[test]
fn t32_tituba_is_asked_once_more() {
    let town = with_discard(cast(&[(ANN, Tituba)]).hand(ANN, &[Accusation]), &[Arson]);
    let panel = shows(&town, ANN_ID, "power use=hand");
    assert!(read(&panel.text).contains("1 card"));
    let sure = does(&town, ANN_ID, "power use=hand sure=yes");
    assert_eq!(sure, Command::ChangeHand);
}

#[test]
fn t32_griggs_is_asked_how_he_plays_an_alibi() {
    let town = cast(&[(ANN, WillGriggs)])
        .hand(ANN, &[Alibi])
        .accused(BOB, 1);
    let panel = shows(&town, ANN_ID, "play card=alibi target=2");
    assert_eq!(
        buttons(&panel),
        ["As a Witness: 7 marks", "As an Alibi: take marks away"]
    );
    let as_witness = Play::AlibiAsWitness {
        copy: 1,
        target: seat(BOB),
    };
    assert_eq!(
        does(&town, ANN_ID, "play card=alibi target=2 as=witness"),
        Command::Play(as_witness)
    );
    let as_alibi = Play::Alibi {
        copy: 1,
        target: seat(BOB),
        relief: None,
    };
    assert_eq!(
        does(&town, ANN_ID, "play card=alibi target=2 as=alibi"),
        Command::Play(as_alibi)
    );
}

#[test]
fn t32_before_mather_an_alibi_is_asked_how_many_evidence() {
    let town = cast(&[(BOB, CottonMather)])
        .hand(ANN, &[Alibi])
        .front(BOB, &[Evidence, Evidence]);
    let marks = suggests(&town, ANN_ID, "play card=alibi target=2", "marks");
    assert_eq!(marks, ["evidence-2", "evidence-1"]);
    let two = Play::Alibi {
        copy: 1,
        target: seat(BOB),
        relief: Some(Relief::Evidences(2)),
    };
    assert_eq!(
        does(&town, ANN_ID, "play card=alibi target=2 marks=evidence-2"),
        Command::Play(two)
    );
}

#[test]
fn t32_phips_finds_his_power_in_the_menu_of_the_confession() {
    let town = cast(&[(ANN, WilliamPhips)]).at_night();
    assert!(menu(&shows(&town, ANN_ID, "confess")).contains(&"phips".to_owned()));
    assert!(!menu(&shows(&town, BOB_ID, "confess")).contains(&"phips".to_owned()));
    let shown = does(&town, ANN_ID, "confess position=phips");
    assert_eq!(shown, Command::ConfessUnshown);
}

#[test]
fn t32_power_says_what_there_is() {
    let town = cast(&[(ANN, GeorgeBurroughs)]).hand(BOB, &[Witness]);
    let text = read(&shows(&town, ANN_ID, "power").text);
    assert!(text.contains("holds by itself"), "{text}");
    let refusal = ask(&Town::new(), ANN_ID, "power");
    assert!(
        matches!(refusal, Offer::Unknown),
        "a game without role cards has no such command: {refusal:?}"
    );
}
