//! Who sees and writes where (F5, F28, F38 to F41, H1 to H3).

use town_crier::games::salem1692::forum::{Command, Outcome, Over, Phase};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::place::{ChannelKey, ChannelPlan, Place, Rights, ThreadKey, ThreadPlan};

use crate::kit::*;

fn channel(place: &Place, key: ChannelKey) -> &ChannelPlan {
    let mut channels = place.channels.iter();
    channels
        .find(|channel| channel.key == key)
        .expect("the place has every channel")
}

fn thread(place: &Place, key: ThreadKey) -> &ThreadPlan {
    let mut threads = place.threads.iter();
    threads
        .find(|thread| thread.key == key)
        .expect("the thread is planned")
}

/// What a seat may do in a channel: its own rights, or everybody's.
fn rights(town: &Town, who: u8, key: ChannelKey) -> Rights {
    let place = town.forum.place();
    let plan = channel(&place, key);
    plan.seats.get(&seat(who)).copied().unwrap_or(plan.everyone)
}

fn over(mut town: Town) -> Town {
    town.forum.phase = Phase::Over(Over {
        at: town.now,
        outcome: Outcome::EndedByHost,
    });
    town
}

use ChannelKey::{Chats, Coven, Desk, Graveyard, Town as TownKey};

#[test]
fn f28_the_living_write_in_the_town_by_day_and_at_dawn_and_not_at_night() {
    let day = Town::new().dead(ANN);
    assert_eq!(rights(&day, BOB, TownKey), Rights::WRITE);
    assert_eq!(
        rights(&day, ANN, TownKey),
        Rights::READ,
        "the dead only read"
    );
    let dawn = Town::new().at_dawn();
    assert_eq!(rights(&dawn, BOB, TownKey), Rights::WRITE, "F5");
    let night = Town::new().at_night();
    assert_eq!(rights(&night, BOB, TownKey), Rights::READ);
    for town in [day, dawn, night] {
        assert_eq!(channel(&town.forum.place(), TownKey).everyone, Rights::READ);
    }
}

#[test]
fn h2_while_paused_the_living_talk_in_the_town_even_at_night() {
    let mut night = Town::new().at_night().dead(ANN);
    night.host(Command::Pause);
    assert_eq!(rights(&night, BOB, TownKey), Rights::WRITE);
    assert_eq!(rights(&night, ANN, TownKey), Rights::READ);
    night.host(Command::Resume);
    assert_eq!(rights(&night, BOB, TownKey), Rights::READ);
}

#[test]
fn f40_the_woods_are_the_same_for_all_players_dark_by_day_open_at_dawn_and_night() {
    for (town, wanted) in [
        (Town::new().dead(ANN).dead(HAL), Rights::READ),
        (Town::new().at_dawn(), Rights::THREADS),
        (Town::new().at_night().dead(ANN).dead(HAL), Rights::THREADS),
    ] {
        let place = town.forum.place();
        let woods = channel(&place, Coven);
        assert_eq!(woods.everyone, Rights::NONE);
        assert_eq!(woods.host, None);
        assert_eq!(woods.seats.len(), 9);
        assert!(woods.seats.values().all(|rights| *rights == wanted));
    }
}

#[test]
fn f29_the_covens_thread_holds_the_coven_dead_or_alive_and_nobody_else() {
    let town = Town::new().converted(ANN).dead(HAL);
    let place = town.forum.place();
    let coven = thread(&place, ThreadKey::Coven);
    let members: Vec<_> = coven.members.iter().copied().collect();
    assert_eq!(members, seats(&[ANN, HAL, IVY]));
    assert!(!coven.host && !coven.locked);
}

#[test]
fn f39_in_chats_the_living_write_at_night_and_the_dead_read_without_reactions() {
    let night = Town::new().at_night().dead(ANN);
    assert_eq!(rights(&night, BOB, Chats), Rights::THREADS);
    assert_eq!(rights(&night, ANN, Chats), Rights::READ);
    assert_eq!(
        rights(&Town::new(), BOB, Chats),
        Rights::READ,
        "closed by day"
    );
    assert_eq!(rights(&Town::new().at_dawn(), BOB, Chats), Rights::READ);
}

#[test]
fn f39_a_chat_has_a_thread_of_its_members_and_a_host_who_never_played() {
    let mut town = Town::new().at_night().dead(ANN);
    let guests = seats(&[ANN, CAL]);
    town.does(BOB, Command::ChatOpen { guests });
    let number = town.forum.chats[0].number;
    let place = town.forum.place();
    let chat = thread(&place, ThreadKey::Chat(number));
    assert!(chat.members.iter().copied().eq(seats(&[ANN, BOB, CAL])));
    assert!(chat.host && !chat.locked);
    assert_eq!(chat.parent, Chats);
    assert!(
        !chat.name.contains(&number.to_string()) && !chat.name.contains("seat"),
        "a name tells neither which chat it is among all nor who opened it: {}",
        chat.name
    );
    assert_eq!(channel(&place, Chats).host, Some(Rights::READ));
    town.end_phase();
    let place = town.forum.place();
    assert!(
        thread(&place, ThreadKey::Chat(number)).locked,
        "F38: read only"
    );
}

#[test]
fn h1_a_host_who_plays_is_a_player_and_has_the_desk() {
    let mut town = Town::new().at_night().hosted_by(BOB);
    let guests = seats(&[CAL]);
    town.does(DAN, Command::ChatOpen { guests });
    let place = town.forum.place();
    let chat = thread(&place, ThreadKey::Chat(town.forum.chats[0].number));
    assert!(!chat.host);
    for key in [TownKey, Coven, Chats, Graveyard, Desk] {
        assert_eq!(channel(&place, key).host, None);
    }
    assert_eq!(rights(&town, BOB, Desk), Rights::WRITE);
    assert_eq!(rights(&town, CAL, Desk), Rights::NONE);
    let place = Town::new().forum.place();
    let desk = channel(&place, Desk);
    assert_eq!((desk.host, desk.seats.len()), (Some(Rights::WRITE), 0));
}

#[test]
fn f41_the_graveyard_is_for_the_dead_who_are_not_of_the_coven() {
    let town = Town::new().dead(ANN).dead(HAL);
    assert_eq!(rights(&town, ANN, Graveyard), Rights::WRITE);
    assert_eq!(rights(&town, BOB, Graveyard), Rights::NONE, "the living");
    assert_eq!(rights(&town, HAL, Graveyard), Rights::NONE, "a dead Witch");
    let town = over(town);
    for who in [ANN, BOB, HAL] {
        assert_eq!(rights(&town, who, Graveyard), Rights::WRITE);
    }
}

#[test]
fn f37_after_the_end_all_can_be_read_and_all_players_talk() {
    let town = over(Town::new().dead(ANN));
    let place = town.forum.place();
    assert!(place.open_to_all);
    assert_eq!(rights(&town, ANN, TownKey), Rights::WRITE);
    for key in [TownKey, Coven, Chats, Graveyard] {
        assert_eq!(channel(&place, key).everyone, Rights::READ);
    }
    assert_eq!(channel(&place, Desk).everyone, Rights::NONE);
    assert!(!Town::new().forum.place().open_to_all);
}

#[test]
fn h3_a_replaced_player_has_no_right_left_and_every_plan_is_by_seat() {
    let mut town = Town::new();
    town.host(Command::Replace {
        seat: seat(BOB),
        player: PlayerId(STRANGER),
    });
    let before = Town::new().forum.place();
    assert_eq!(town.forum.place(), before);
    assert_eq!(town.forum.seat_of(player(BOB)), None);
}

#[test]
fn names_and_topics_never_change_and_there_is_a_cards_thread_for_every_seat() {
    let names = |town: &Town| {
        let place = town.forum.place();
        let channels = place.channels.iter();
        channels
            .map(|plan| (plan.name.clone(), plan.topic.clone()))
            .collect::<Vec<_>>()
    };
    let first = names(&Town::new());
    for town in [
        Town::new().at_dawn(),
        Town::new().at_night().dead(ANN).converted(BOB),
        over(Town::new()),
    ] {
        assert_eq!(names(&town), first);
        let place = town.forum.place();
        for number in 1..=9 {
            let cards = thread(&place, ThreadKey::Cards(seat(number)));
            assert!(cards.members.iter().eq([&seat(number)]));
            assert!(!cards.host && !cards.locked && cards.parent == Chats);
        }
    }
}
