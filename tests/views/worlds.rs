//! Two worlds: what a viewer may not know can be changed without this viewer seeing any difference.

use town_crier::games::salem1692::forum::{Command, Conspiracy, Forum, KillVote, Phase};
use town_crier::games::salem1692::table::{Card, CardKind};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::place::ThreadKey;

use crate::kit::*;
use crate::viewer::*;

/// Everything that can be asked without a field, and some things with.
const ASKED: [&str; 30] = [
    "status",
    "board",
    "me",
    "hand",
    "history",
    "play",
    "play card=accusation",
    "play card=robbery",
    "flip",
    "flip target=3",
    "pick",
    "cat",
    "cat target=3",
    "kill",
    "kill target=3",
    "guard",
    "guard target=3",
    "confess",
    "confess position=1",
    "chat.open",
    "chat.invite",
    "chat.leave",
    "chat.list",
    "chat.leave chat=77",
    "consent",
    "host.secrets",
    "host.end",
    "host.remove",
    "host.replace",
    "rooms.open",
];

/// Verbs and fields that suggest something.
const TYPED: [(&str, &str); 12] = [
    ("play card=accusation", "target"),
    ("play card=robbery", "target"),
    ("play card=robbery target=3", "receiver"),
    ("flip", "position"),
    ("pick", "position"),
    ("cat", "target"),
    ("kill", "target"),
    ("guard", "target"),
    ("confess", "position"),
    ("chat.open", "members"),
    ("chat.invite", "target"),
    ("chat.leave", "chat"),
];

/// Everything that one player sees and is answered.
fn seen(town: &Town, who: u8) -> Vec<String> {
    let player = town.forum.chair(seat(who)).player.0;
    let mut seen = vec![format!("{:?}", seen_by(&town.forum, who))];
    seen.extend(rooms(&town.forum, Some(who)));
    seen.extend(asked(town, player));
    seen
}

/// Everything that somebody from outside sees and is answered.
fn seen_from_outside(town: &Town) -> Vec<String> {
    let boards = town.forum.boards().into_iter().filter(|board| {
        use town_crier::kernel::audience::{Audience, Room};
        board.audience == Audience::Room(Room::Town)
    });
    let mut seen = vec![format!("{:?}", boards.collect::<Vec<_>>())];
    seen.extend(rooms(&town.forum, None));
    seen.extend(asked(town, STRANGER));
    seen
}

fn asked(town: &Town, person: u64) -> Vec<String> {
    let offers = ASKED
        .iter()
        .map(|written| format!("{written}: {:?}", ask(town, person, written)));
    let suggestions = TYPED
        .iter()
        .map(|(written, field)| format!("{written}: {:?}", suggests(town, person, written, field)));
    offers.chain(suggestions).collect()
}

/// The channels with all their rights, and the threads that somebody is in.
fn rooms(forum: &Forum, who: Option<u8>) -> Vec<String> {
    let place = forum.place();
    let within = |key: &ThreadKey, members: &std::collections::BTreeSet<_>| {
        who.is_some_and(|who| members.contains(&seat(who))) || matches!(key, ThreadKey::Cards(_))
    };
    let threads = place
        .threads
        .iter()
        .filter(|thread| within(&thread.key, &thread.members));
    let threads = threads.map(|thread| format!("{thread:?}"));
    std::iter::once(format!("{:?}", place.channels))
        .chain(threads)
        .collect()
}

fn all_but(who: &[u8]) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |seat| !who.contains(seat))
}

fn same(one: &Town, other: &Town, viewers: impl IntoIterator<Item = u8>) {
    assert_eq!(seen_from_outside(one), seen_from_outside(other));
    for viewer in viewers {
        for (one, other) in seen(one, viewer).iter().zip(seen(other, viewer)) {
            assert_eq!(*one, other, "seat {viewer} sees a difference");
        }
    }
}

/// All Tryal cards and the coven change places between two seats.
fn swap_secrets(town: &mut Town, one: u8, other: u8) {
    let chairs = &mut town.forum.table.chairs;
    let (one, other) = (seat(one).index(), seat(other).index());
    let (row, coven) = (chairs[one].row.clone(), chairs[one].coven);
    chairs[one].row = chairs[other].row.clone();
    chairs[one].coven = chairs[other].coven;
    chairs[other].row = row;
    chairs[other].coven = coven;
}

fn in_every_phase() -> Vec<Town> {
    vec![
        Town::new().at_dawn(),
        Town::new().hand(BOB, &[CardKind::Accusation, CardKind::Robbery]),
        Town::new().at_shift(),
        Town::new().at_night(),
    ]
}

fn twin(town: &Town) -> Town {
    let mut twin = Town::new();
    twin.forum = town.forum.clone();
    twin.now = town.now;
    twin
}

#[test]
fn f4_who_is_a_witch_or_the_constable_is_seen_by_nobody_else() {
    for town in in_every_phase() {
        let mut other = twin(&town);
        swap_secrets(&mut other, ANN, GUS);
        same(&town, &other, all_but(&[ANN, GUS]));
        let mut other = twin(&town);
        swap_secrets(&mut other, ANN, HAL);
        same(&town, &other, all_but(&[ANN, HAL, IVY]));
    }
}

#[test]
fn f8_which_cards_another_holds_is_seen_by_nobody() {
    let hands = |kinds: &[CardKind]| {
        Town::new()
            .hand(BOB, &[CardKind::Accusation, CardKind::Robbery])
            .accused(CAL, 2)
            .hand(ANN, kinds)
    };
    let one = hands(&[CardKind::Witness, CardKind::Piety]);
    let other = hands(&[CardKind::Accusation, CardKind::Stocks]);
    same(&one, &other, all_but(&[ANN]));
    assert_ne!(seen(&one, ANN), seen(&other, ANN));
}

#[test]
fn f5_f29_the_covens_votes_are_seen_by_the_coven_alone() {
    let dawn = Town::new().at_dawn();
    let mut voted = twin(&dawn);
    voted.does(HAL, Command::Cat { target: seat(BOB) });
    same(&dawn, &voted, all_but(&[HAL, IVY]));
    assert_ne!(seen(&dawn, IVY), seen(&voted, IVY), "the live panel");
    let night = Town::new().at_night();
    let mut voted = twin(&night);
    voted.kill(HAL, BOB);
    let vote = Some(KillVote::Nobody);
    voted.does(IVY, Command::Kill { vote });
    same(&night, &voted, all_but(&[HAL, IVY]));
    assert_ne!(seen(&night, IVY), seen(&voted, IVY));
}

#[test]
fn f30_f31_guard_and_confession_are_seen_by_who_chose_them_alone() {
    let night = Town::new().at_night();
    let mut chosen = twin(&night);
    chosen.guard(GUS, ANN);
    chosen.confess(BOB, 2);
    same(&night, &chosen, all_but(&[GUS, BOB]));
    assert_ne!(seen(&night, GUS), seen(&chosen, GUS));
    assert_ne!(seen(&night, BOB), seen(&chosen, BOB));
}

#[test]
fn f26_picks_are_seen_by_who_picked_alone() {
    let shift = Town::new().at_shift();
    let mut picked = twin(&shift);
    picked.pick(ANN, 3);
    picked.pick(BOB, 1);
    same(&shift, &picked, all_but(&[ANN, BOB]));
}

#[test]
fn f24_when_the_conspiracy_comes_is_seen_by_nobody() {
    let day = Town::new();
    let mut later = twin(&day);
    if let Phase::Day(day) = &mut later.forum.phase {
        day.conspiracy = Conspiracy::Awaited {
            at: START + hours(5),
        };
    }
    same(&day, &later, 1..=9);
}

#[test]
fn f39_chats_of_others_are_seen_by_nobody_else() {
    let night = Town::new().at_night();
    let mut chatting = twin(&night);
    let guests = seats(&[BOB, CAL]);
    chatting.does(ANN, Command::ChatOpen { guests });
    same(&night, &chatting, all_but(&[ANN, BOB, CAL]));
}

#[test]
fn h3_a_replaced_player_is_answered_like_anybody_who_does_not_play() {
    let mut town = Town::new().at_night();
    town.host(Command::Replace {
        seat: seat(HAL),
        player: PlayerId(STRANGER),
    });
    for written in ["me", "hand", "kill", "kill target=1", "chat.list", "play"] {
        let text = refuses(&town, u64::from(HAL), written);
        assert!(text.contains("no longer play"), "{text}");
    }
    for (written, field) in TYPED {
        assert!(suggests(&town, u64::from(HAL), written, field).is_empty());
    }
    let told = shows(&town, STRANGER, "me");
    assert!(read(&told.text).contains("You are **a Witch**"));
}

#[test]
fn the_cards_of_the_deck_are_seen_by_nobody() {
    let day = Town::new();
    let mut other = twin(&day);
    other.forum.table.deck.reverse();
    other
        .forum
        .table
        .deck
        .push(Card::new(CardKind::Accusation, 35));
    same(&day, &other, 1..=9);
}
