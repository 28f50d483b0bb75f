//! F38 to F41: private chats, the coven's channel, the graveyard.

use town_crier::games::salem1692::forum::{Command, Event, PhaseName, Refusal};
use town_crier::kernel::game::Game;
use town_crier::kernel::place::{ChannelKey, Rights, ThreadKey};

use crate::kit::*;

fn open(guests: &[u8]) -> Command {
    Command::ChatOpen {
        guests: seats(guests),
    }
}

fn invite(town: &Town, nth: usize, guest: u8) -> Command {
    Command::ChatInvite {
        chat: town.chat(nth),
        guest: seat(guest),
    }
}

fn leave(town: &Town, nth: usize) -> Command {
    Command::ChatLeave {
        chat: town.chat(nth),
    }
}

#[test]
fn f38_two_chats_a_night_and_no_third() {
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB]));
    town.does(ANN, open(&[CAL]));
    assert_eq!(
        town.cannot(ANN, open(&[DAN])),
        Refusal::NoChatsLeft {
            limit: 2,
            per_game: false
        }
    );
    town.does(BOB, open(&[DAN]));
}

#[test]
fn f38_the_next_night_there_are_two_again() {
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB]));
    town.does(ANN, open(&[CAL]));
    town.end_phase();
    while town.forum.night().is_none() {
        town.tick();
    }
    town.does(ANN, open(&[BOB]));
}

#[test]
fn f38_with_the_limit_for_the_game_there_are_not() {
    let mut town = Town::with(&[("chat_limit_per", "game")]).at_night();
    town.does(ANN, open(&[BOB]));
    town.does(ANN, open(&[CAL]));
    town.end_phase();
    while town.forum.night().is_none() {
        town.tick();
    }
    assert_eq!(
        town.cannot(ANN, open(&[BOB])),
        Refusal::NoChatsLeft {
            limit: 2,
            per_game: true
        }
    );
}

#[test]
fn f38_the_setting_says_how_many() {
    let mut town = Town::with(&[("chats_per_player", "0")]).at_night();
    assert_eq!(
        town.cannot(ANN, open(&[BOB])),
        Refusal::NoChatsLeft {
            limit: 0,
            per_game: false
        }
    );
}

#[test]
fn f38_chats_open_at_night_alone_and_close_at_daybreak() {
    let only = Refusal::OnlyIn {
        phase: PhaseName::Night,
    };
    assert_eq!(Town::new().cannot(ANN, open(&[BOB])), only);
    assert_eq!(Town::new().at_dawn().cannot(ANN, open(&[BOB])), only);
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB]));
    town.end_phase();
    assert!(!town.forum.chats[0].open);
    assert_eq!(town.cannot(ANN, invite(&town, 0, CAL)), Refusal::ChatClosed);
    assert_eq!(town.cannot(BOB, leave(&town, 0)), Refusal::ChatClosed);
}

#[test]
fn f38_the_dead_open_none() {
    let mut town = Town::new().dead(ANN).at_night();
    assert_eq!(town.cannot(ANN, open(&[BOB])), Refusal::Dead);
}

#[test]
fn f38_any_number_can_be_joined() {
    let mut town = Town::new().at_night();
    for opener in BOB..=IVY {
        town.does(opener, open(&[ANN]));
        town.does(opener, open(&[ANN]));
    }
}

#[test]
fn f39_three_living_players_and_no_fourth() {
    let mut town = Town::new().at_night();
    assert_eq!(town.cannot(ANN, open(&[BOB, CAL, DAN])), Refusal::ChatFull);
    town.does(ANN, open(&[BOB]));
    town.does(ANN, invite(&town, 0, CAL));
    assert_eq!(town.cannot(ANN, invite(&town, 0, DAN)), Refusal::ChatFull);
}

#[test]
fn f39_leaving_frees_the_place() {
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB, CAL]));
    town.does(BOB, leave(&town, 0));
    town.does(ANN, invite(&town, 0, DAN));
    assert_eq!(town.cannot(BOB, leave(&town, 0)), Refusal::NotInChat);
}

#[test]
fn f39_a_death_frees_the_place_and_the_dead_stay_as_readers() {
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB, CAL]));
    town.host(Command::Remove {
        seat: seat(CAL),
        confirmed: true,
    });
    town.does(ANN, invite(&town, 0, DAN));
    assert!(town.forum.chats[0].members.contains(&seat(CAL)));
}

#[test]
fn f39_the_dead_are_added_without_limit() {
    let mut town = Town::new().dead(DAN).dead(EVE).dead(FAY).at_night();
    town.does(ANN, open(&[BOB, CAL, DAN, EVE]));
    town.does(ANN, invite(&town, 0, FAY));
    assert_eq!(town.forum.living_in(&town.forum.chats[0]), 3);
}

#[test]
fn f39_only_the_opener_brings_others_in() {
    let mut town = Town::new().at_night();
    town.does(ANN, open(&[BOB]));
    assert_eq!(
        town.cannot(BOB, invite(&town, 0, CAL)),
        Refusal::NotTheOpener
    );
    assert_eq!(
        town.cannot(CAL, invite(&town, 0, CAL)),
        Refusal::NotInChat,
        "others do not know of it"
    );
    town.does(ANN, invite(&town, 0, CAL));
}

#[test]
fn f39_with_the_setting_any_living_member_does() {
    let mut town = Town::with(&[("chat_invites", "members")])
        .dead(DAN)
        .at_night();
    town.does(ANN, open(&[BOB, DAN]));
    assert_eq!(town.cannot(DAN, invite(&town, 0, CAL)), Refusal::Dead);
    town.does(BOB, invite(&town, 0, CAL));
}

#[test]
fn f39_nobody_is_in_a_chat_twice() {
    let mut town = Town::new().at_night();
    assert_eq!(
        town.cannot(ANN, open(&[ANN])),
        Refusal::AlreadyInChat { guest: seat(ANN) }
    );
    assert_eq!(
        town.cannot(ANN, open(&[BOB, BOB])),
        Refusal::AlreadyInChat { guest: seat(BOB) }
    );
    assert_eq!(town.cannot(ANN, open(&[10])), Refusal::NoSuchSeat);
    town.does(ANN, open(&[BOB]));
    assert_eq!(
        town.cannot(ANN, invite(&town, 0, BOB)),
        Refusal::AlreadyInChat { guest: seat(BOB) }
    );
    assert_eq!(town.cannot(ANN, invite(&town, 7, CAL)), Refusal::NotInChat);
}

#[test]
fn f40_the_covens_channel_counts_for_nothing_here() {
    let mut town = Town::new().at_night();
    town.does(HAL, open(&[IVY]));
    town.does(HAL, open(&[ANN, BOB]));
    assert_eq!(town.forum.chats_left(seat(HAL)), 0);
    assert_eq!(town.forum.chats_left(seat(IVY)), 2);
}

#[test]
fn f40_in_the_day_the_covens_members_read_and_nobody_writes() {
    let place = Town::new().dead(IVY).forum.place();
    let thread = place
        .threads
        .iter()
        .find(|thread| thread.key == ThreadKey::Coven)
        .expect("the coven's thread");
    assert_eq!(
        thread.members.iter().copied().collect::<Vec<_>>(),
        seats(&[HAL, IVY]),
        "dead Witches stay"
    );
    let parent = place
        .channels
        .iter()
        .find(|channel| channel.key == ChannelKey::Coven)
        .expect("its parent");
    let rights: Vec<Rights> = (ANN..=IVY)
        .map(|who| {
            parent
                .seats
                .get(&seat(who))
                .copied()
                .unwrap_or(parent.everyone)
        })
        .collect();
    assert!(
        rights
            .iter()
            .all(|rights| !rights.write_in_threads && !rights.write)
    );
    assert!(
        rights.windows(2).all(|pair| pair[0] == pair[1]),
        "the same for all players"
    );
}

#[test]
fn f41_the_graveyard_is_for_the_dead_outside_the_coven() {
    let rights = |town: &Town, who: u8| {
        let place = town.forum.place();
        let graveyard = place
            .channels
            .iter()
            .find(|channel| channel.key == ChannelKey::Graveyard)
            .expect("it is there");
        graveyard
            .seats
            .get(&seat(who))
            .copied()
            .unwrap_or(graveyard.everyone)
    };
    let town = Town::new().dead(ANN).dead(IVY);
    assert!(rights(&town, ANN).see && rights(&town, ANN).write);
    assert!(
        !rights(&town, BOB).see && !rights(&town, BOB).write,
        "the living stay out"
    );
    assert!(
        !rights(&town, IVY).see,
        "dead Witches still talk to living ones"
    );
    let mut town = Town::new().dead(ANN).dead(IVY);
    town.host(Command::End { confirmed: true });
    assert!(rights(&town, IVY).see, "when the game is over they enter");
}

#[test]
fn f38_opening_is_known_to_those_in_it() {
    let mut town = Town::new().at_night();
    let events = town.does(ANN, open(&[BOB]));
    assert_eq!(
        events,
        [Event::ChatOpened {
            chat: town.chat(0),
            opener: seat(ANN),
            guests: seats(&[BOB])
        }]
    );
}
