//! The messages that stand, phase by phase.

use town_crier::games::salem1692::table::{CardKind, Character};
use town_crier::games::salem1692::tabletop::{Command, DeckCard};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;

use super::town::*;
use crate::viewer::{buttons, menu, read};

#[test]
fn the_status_tells_turn_deck_characters_marks_rows_blue_cards_and_hands() {
    let town = Town::turns().known_rows();
    let (own, other) = (town.turn(), town.after(1));
    let town = town
        .lies(
            other,
            &[CardKind::Accusation, CardKind::Asylum, CardKind::Stocks],
        )
        .holds(other, &[CardKind::Curse, CardKind::Witness]);
    let text = town.status();
    let deck = town.tabletop.table.deck.len();
    assert!(text.contains(&format!("Deck {deck}")), "{text}");
    assert!(text.contains("<t:"), "{text}");
    let line = |who: town_crier::kernel::ids::Seat| {
        let name = format!("Seat {}", who.number());
        let mut lines = text.lines().filter(|line| line.contains("⬛"));
        lines.find(|line| line.contains(&name)).expect("a line")
    };
    let (own, other) = (line(own), line(other));
    assert!(
        own.contains("◀ turn") && own.contains("Cotton Mather"),
        "{own}"
    );
    for part in ["1/7", "Asylum", "Stocks", "2 cards", "Sarah Good"] {
        assert!(other.contains(part), "{part}: {other}");
    }
    assert!(!text.contains("Curse") && !text.contains("Witness"));
}

#[test]
fn t20_the_status_counts_to_eight_before_burroughs() {
    let town = Town::turns();
    let who = town.after(1);
    let town = town.is(who, Character::GeorgeBurroughs);
    assert!(town.status().contains("0/8"), "{}", town.status());
}

#[test]
fn t23_the_status_says_whose_ability_martha_has() {
    let town = Town::turns();
    let who = town.after(1);
    let town = town.is(who, Character::MarthaCorey);
    let text = town.status();
    assert!(text.contains("Martha Corey as Cotton Mather"), "{text}");
}

#[test]
fn t3_everybody_has_a_board_to_choose_from_two_with_what_they_can_do() {
    let town = Town::dealt(1, 7, &[]);
    for who in town.tabletop.table.seats() {
        assert_eq!(town.own_keys(who), ["town-hall"]);
        let board = town.board(Audience::Seat(who), "town-hall");
        assert_eq!(buttons(&board.panel).len(), 2);
        assert!(read(&board.panel.text).matches("🎭").count() >= 2);
    }
}

#[test]
fn t6_the_player_whose_turn_it_is_has_a_panel_and_nobody_else() {
    let town = Town::turns();
    let own = town.turn();
    for who in town.tabletop.table.seats() {
        let keys = town.own_keys(who);
        let number = town.tabletop.turn().expect("a turn").number;
        let wanted = if who == own {
            vec![format!("turn-{number}")]
        } else {
            Vec::new()
        };
        assert_eq!(keys, wanted);
    }
    let town = town.holds(
        own,
        &[CardKind::Accusation, CardKind::Accusation, CardKind::Arson],
    );
    let board = town.board(Audience::Seat(own), "turn-");
    assert_eq!(buttons(&board.panel), ["Draw two cards (ends the turn)"]);
    assert_eq!(menu(&board.panel).len(), 2, "copies are one option");
}

#[test]
fn t6_after_a_play_the_panel_ends_the_turn_and_does_not_draw() {
    let town = Town::turns();
    let own = town.turn();
    let mut town = town.holds(own, &[CardKind::Accusation, CardKind::Accusation]);
    let target = town.after(1);
    let command = town.gives(
        own,
        &format!("play card=accusation target={}", target.number()),
    );
    town.does(own, command);
    let board = town.board(Audience::Seat(own), "turn-");
    assert_eq!(buttons(&board.panel), ["End my turn"]);
}

#[test]
fn t17_a_power_is_asked_with_no_thanks_and_a_deadline() {
    let town = Town::turns();
    let (own, target) = (town.turn(), town.after(1));
    let mut town = town
        .is(own, Character::AbigailWilliams)
        .lies(own, &[CardKind::Accusation])
        .holds(own, &[CardKind::Witness, CardKind::Alibi]);
    let command = town.gives(
        own,
        &format!("play card=witness target={}", target.number()),
    );
    town.does(own, command);
    let board = town.board(Audience::Seat(own), "power-");
    let text = read(&board.panel.text);
    assert!(text.contains("Abigail") && text.contains("<t:"), "{text}");
    assert_eq!(buttons(&board.panel)[1], "No thanks");
    let no = town.gives(own, "power use=no");
    town.does(own, no);
    let board = town.board(Audience::Seat(own), "flip-");
    assert_eq!(buttons(&board.panel).len(), 5, "T8: then the Tryal");
    assert!(town.status().contains("chooses which Tryal"));
}

#[test]
fn t14_in_a_conspiracy_everybody_has_a_board_to_pick_from() {
    let town = Town::turns().next_is(DeckCard::Conspiracy);
    let mut town = town;
    let own = town.turn();
    town.does(own, Command::Draw);
    for who in town.tabletop.table.seats() {
        let board = town.board(Audience::Seat(who), "shift-");
        let left = town.tabletop.table.after(who);
        assert!(read(&board.panel.text).contains(&format!("Seat {}", left.number())));
        assert_eq!(buttons(&board.panel).len(), 5);
    }
}

#[test]
fn t15_at_night_every_living_seat_has_the_same_boards_and_the_coven_its_own() {
    let town = Town::night();
    let drawer = town.turn();
    let keys = |who| {
        let keys = town.own_keys(who);
        let keys = keys.into_iter().filter(|key| !key.starts_with("turn-"));
        keys.collect::<Vec<_>>()
    };
    for who in town.tabletop.table.seats() {
        assert_eq!(keys(who), keys(drawer));
    }
    let coven = town.board(Audience::Room(Room::Coven), "coven-night-1");
    assert_eq!(
        menu(&coven.panel).len(),
        7,
        "anybody living, themselves included"
    );
    let constable = town.after(1);
    let panel = town.board(Audience::Seat(constable), "night-").panel;
    assert_eq!(panel.rows.len(), 2, "a confession and the gavel");
}

#[test]
fn h2_while_paused_no_board_of_a_seat_has_controls() {
    let mut town = Town::night();
    let host = town_crier::kernel::game::Actor::Person(town_crier::kernel::intent::Person {
        id: town_crier::kernel::ids::PlayerId(HOST),
        manages_server: false,
    });
    town.decide(host, &Command::Pause);
    let boards = town.tabletop.boards().into_iter();
    for board in boards.filter(|board| matches!(board.audience, Audience::Seat(_))) {
        assert!(board.panel.rows.is_empty(), "{}", board.key);
    }
}
