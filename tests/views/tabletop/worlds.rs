//! Two worlds: what a viewer may not know can be changed without this viewer seeing any difference.

use town_crier::games::salem1692::table::CardKind;
use town_crier::games::salem1692::tabletop::{Command, Gavel};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::Seat;

use super::town::*;

const ASKED: [&str; 24] = [
    "status",
    "me",
    "hand",
    "history",
    "choose",
    "draw",
    "play",
    "play card=accusation",
    "endturn",
    "power",
    "power use=study",
    "power use=deck",
    "power use=discard",
    "flip",
    "take",
    "tryals.reorder",
    "pick",
    "kill",
    "kill target=3",
    "guard",
    "guard target=3",
    "confess",
    "lastwords",
    "chat.list",
];

/// Everything that this seat sees and is answered.
fn seen(town: &Town, who: Seat) -> Vec<String> {
    let sees = |audience: Audience| match audience {
        Audience::Room(Room::Town) => true,
        Audience::Room(Room::Coven) => town.tabletop.insiders.contains(&who),
        Audience::Seat(seat) => seat == who,
        Audience::Room(_) | Audience::Nobody => false,
    };
    let boards = town.tabletop.boards().into_iter();
    let mut seen: Vec<String> = boards
        .filter(|board| sees(board.audience))
        .map(|board| format!("{board:?}"))
        .collect();
    let place = town.tabletop.place();
    seen.push(format!("{:?}", place.channels));
    for written in ASKED {
        seen.push(format!("{written}: {:?}", town.ask(town.id(who), written)));
    }
    for (written, field) in [
        ("play card=accusation", "target"),
        ("kill", "target"),
        ("guard", "target"),
        ("confess", "position"),
        ("power", "use"),
    ] {
        seen.push(format!(
            "{written}: {:?}",
            town.suggests(who, written, field)
        ));
    }
    seen
}

fn same(one: &Town, other: &Town, but: &[Seat]) {
    for who in one.tabletop.table.seats().filter(|who| !but.contains(who)) {
        for (one, other) in seen(one, who).iter().zip(seen(other, who)) {
            assert_eq!(*one, other, "seat {} sees a difference", who.number());
        }
    }
}

#[test]
fn the_order_of_the_deck_is_nobodys() {
    let one = Town::turns().known_rows();
    let mut other = one.clone();
    other.tabletop.table.deck.reverse();
    same(&one, &other, &[]);
    assert_eq!(one.status(), other.status());
}

#[test]
fn a_hand_is_its_holders_alone() {
    let one = Town::turns().known_rows();
    let holder = one.after(2);
    let one = one.holds(holder, &[CardKind::Witness, CardKind::Alibi]);
    let mut other = one.clone();
    // Another hand of as many cards, from the deck.
    let deck = &mut other.tabletop.table.deck;
    let town_crier::games::salem1692::tabletop::DeckCard::Playing(card) = deck[0] else {
        panic!("a playing card lies on top")
    };
    let chair = &mut other.tabletop.table.chairs[holder.index()];
    let given = std::mem::replace(&mut chair.hand[0], card);
    deck[0] = given.into();
    same(&one, &other, &[holder]);
}

#[test]
fn t5_t15_who_is_a_witch_is_the_covens_alone() {
    let one = Town::night();
    let (known, new) = (one.after(3), one.after(4));
    let own = one.turn();
    let other = one.clone().row(known, "nnnnn").row(new, "wnnnn");
    let mut other = other;
    other.tabletop.insiders = [own, new].into();
    same(&one, &other, &[own, known, new]);
}

#[test]
fn t15_what_the_coven_and_the_constable_say_is_theirs() {
    let one = Town::night();
    let (own, constable, victim, mate) = (one.turn(), one.after(1), one.after(2), one.after(3));
    let mut other = one.clone();
    other.does(
        own,
        Command::Kill {
            target: Some(victim),
        },
    );
    other.does(
        constable,
        Command::Gavel {
            target: Some(victim),
        },
    );
    let said = Gavel {
        by: constable,
        target: Some(victim),
    };
    assert_eq!(other.tabletop.night().expect("a Night").gavel, Some(said));
    same(&one, &other, &[own, constable, mate]);
}

#[test]
fn t15_a_confession_left_in_advance_is_its_players_alone() {
    let one = Town::night();
    let who = one.after(2);
    let mut other = one.clone();
    let confess = other.gives(who, "confess position=2");
    other.does(who, confess);
    same(&one, &other, &[who]);
}

#[test]
fn t12_an_order_of_tryals_is_its_holders_alone() {
    let one = Town::turns().known_rows();
    let who = one.after(3);
    let mut other = one.clone();
    let order = [2, 3, 1, 4, 5].map(place).to_vec();
    other.does(who, Command::Reorder { order });
    same(&one, &other, &[who]);
}

#[test]
fn t3_whom_one_keeps_is_secret_until_all_are_shown() {
    let one = Town::dealt(1, 7, &[]);
    let mut other = one.clone();
    let offered = other.suggests(seat(3), "choose", "character");
    let keep = other.gives(seat(3), &format!("choose character={}", offered[0]));
    other.does(seat(3), keep);
    same(&one, &other, &[seat(3)]);
}
