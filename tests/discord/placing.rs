//! Rooms: made as planned, once, repaired where others or accidents had a hand in them, and nothing given too early.

use town_crier::discord::ground::Ground;
use town_crier::kernel::audience::Room;
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::place::{ChannelKey, ThreadKey, ThreadPlan};
use town_crier::rehearsal::stand_in::world::faults::FaultKind;
use town_crier::rehearsal::stand_in::world::model::Target;

use super::set::{CHANNEL, CHANNELS, Set, day, night, with_coven};

#[tokio::test]
async fn rooms_are_made_as_planned() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    let desk = ground.room(Room::Desk).expect("it stands");
    let coven = ground.room(Room::Coven).expect("it stands");
    assert!(set.behind.who_sees(town).contains(&set.outsider.id()));
    let mut writers = set.behind.who_writes(town);
    writers.retain(|user| *user != set.host.id());
    let mut expected: Vec<_> = set.players.iter().map(|player| player.id()).collect();
    expected.push(set.bot);
    writers.sort_unstable();
    expected.sort_unstable();
    assert_eq!(writers, expected);
    assert!(!set.behind.who_sees(desk).contains(&set.players[0].id()));
    assert!(!set.behind.who_sees(coven).contains(&set.outsider.id()));
    let ann = set.players[0].channels();
    let thread = ann
        .iter()
        .find(|place| place.id == coven)
        .expect("Ann is of the coven");
    assert!(
        thread.members.contains(&set.players[0].id()) && !thread.may_write,
        "it is dark in the Day"
    );
    assert!(set.named(&set.players[1], "The coven").is_empty());
    let category = ground.category.as_ref().expect("it stands").id;
    assert!(
        !set.behind.who_sees(category).contains(&set.outsider.id()),
        "closed by itself"
    );
    assert_eq!(set.behind.unknown_routes(), Vec::<String>::new());
}

#[tokio::test]
async fn nothing_is_sent_where_nothing_has_changed() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let before = set.changes();
    set.settle(&set.scene(), &mut ground).await;
    set.settle(&set.scene(), &mut Ground::default()).await;
    assert_eq!(set.changes(), before);
}

#[tokio::test]
async fn what_was_made_without_our_knowing_is_found_again() {
    let set = Set::new().await;
    // Each answer is lost once, and the process dies each time.
    for name in ["Friday", "host-desk", "town-square", "The coven"] {
        let route = if name == "The coven" {
            "/channels/{channel_id}/threads"
        } else {
            CHANNELS
        };
        set.fault("POST", route, Some(name), 1, FaultKind::Status500AfterDoing);
        set.round(&set.scene(), &mut Ground::default()).await;
    }
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    assert!(!ground.is_bare());
    for name in [
        "Friday",
        "host-desk",
        "town-square",
        "the-woods",
        "back-rooms",
    ] {
        assert_eq!(set.named(&set.host, name).len(), 1, "{name}");
    }
    assert_eq!(set.named(&set.players[0], "The coven").len(), 1);
}

#[tokio::test]
async fn a_deleted_channel_is_made_again_and_the_host_is_told_once() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    set.behind.delete_channel(town).expect("deleted");
    set.tell(Room::Town, "The bell tolls.").await;
    set.settle(&set.scene(), &mut ground).await;
    let again = ground.room(Room::Town).expect("it stands again");
    assert_ne!(town, again);
    assert_eq!(set.words(&set.outsider, again), ["The bell tolls."]);
    set.settle(&set.scene(), &mut Ground::default()).await;
    let desk = ground.room(Room::Desk).expect("it stands");
    let told = set.words(&set.host, desk);
    assert_eq!(
        told.iter()
            .filter(|words| words.contains("was deleted"))
            .count(),
        1,
        "{told:?}"
    );
}

#[tokio::test]
async fn rights_are_taken_before_it_is_told_and_given_after() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let before = set.requests().len();
    let mut scene = set.scene();
    scene.place = Some(night());
    set.tell(Room::Town, "Night has fallen.").await;
    set.settle(&scene, &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands").to_string();
    let parent = ground.channels[&ChannelKey::Coven].id.to_string();
    let later = set.requests().split_off(before);
    let place = |wanted: &str, id: &str, method: &str| {
        later
            .iter()
            .position(|(done, path, _)| {
                done == method && path.contains(id) && path.ends_with(wanted)
            })
            .unwrap_or_else(|| panic!("no {method} of {id}: {later:?}"))
    };
    let taken = place(&town, &town, "PATCH");
    let told = place("messages", &town, "POST");
    let given = place(&parent, &parent, "PATCH");
    assert!(taken < told && told < given, "{taken} {told} {given}");
}

#[tokio::test]
async fn nothing_is_told_while_rights_cannot_be_taken() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let mut scene = set.scene();
    scene.place = Some(night());
    set.tell(Room::Town, "Night has fallen.").await;
    set.fault("PATCH", CHANNEL, None, 1, FaultKind::Status500BeforeDoing);
    let (round, _) = set.round(&scene, &mut ground).await;
    assert!(round.again);
    assert_eq!(set.waiting().await, 1);
    set.settle(&scene, &mut ground).await;
    assert_eq!(set.waiting().await, 0);
}

#[tokio::test]
async fn who_leaves_the_coven_loses_the_thread_and_who_comes_reads_it_all() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Coven, "Welcome.").await;
    let mut scene = set.scene();
    scene.place = Some(with_coven(day(), &[2, 3]));
    set.settle(&scene, &mut ground).await;
    let coven = ground.room(Room::Coven).expect("it stands");
    assert!(set.players[0].read(coven).is_err());
    assert_eq!(set.words(&set.players[2], coven), ["Welcome."]);
    // A fresh process knows who is in it, and takes out who came in by the side door.
    set.behind
        .person(set.host.id())
        .add_to_thread(coven, set.outsider.id())
        .ok();
    scene.place = Some(with_coven(day(), &[3]));
    set.settle(&scene, &mut Ground::default()).await;
    assert!(set.players[1].read(coven).is_err());
}

#[tokio::test]
async fn a_foreign_overwrite_is_taken_back() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    let outsider = set.outsider.id();
    set.behind
        .overwrite(town, Target::Member(outsider), 1 << 11, 0)
        .expect("set");
    assert!(set.behind.who_writes(town).contains(&outsider));
    ground.surveyed = false;
    set.settle(&set.scene(), &mut ground).await;
    assert!(!set.behind.who_writes(town).contains(&outsider));
}

#[tokio::test]
async fn a_chat_that_is_over_is_locked_and_put_away_but_a_last_word_still_gets_in() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    let mut place = night();
    place.threads.push(ThreadPlan {
        key: ThreadKey::Chat(1),
        parent: ChannelKey::Chats,
        name: "Night 1".to_owned(),
        members: [Seat::new(1), Seat::new(2)].into(),
        host: true,
        locked: false,
    });
    scene.place = Some(place.clone());
    set.settle(&scene, &mut ground).await;
    let chat = ground.room(Room::Chat(1)).expect("it stands");
    assert!(set.players[1].write(chat, "psst").is_ok());
    for thread in &mut place.threads {
        thread.locked |= thread.key == ThreadKey::Chat(1);
    }
    scene.place = Some(place);
    set.tell(Room::Chat(1), "Day breaks.").await;
    set.settle(&scene, &mut ground).await;
    assert!(set.players[1].write(chat, "psst").is_err());
    let seen = set.players[1].channels();
    let thread = seen
        .iter()
        .find(|place| place.id == chat)
        .expect("members still read it");
    assert!(thread.archived && thread.locked);
    set.tell(Room::Chat(1), "One more thing.").await;
    set.settle(&scene, &mut ground).await;
    assert_eq!(
        set.words(&set.players[0], chat),
        ["Day breaks.", "One more thing."]
    );
}

#[tokio::test]
async fn a_chat_that_was_put_away_without_our_knowing_is_opened_after_the_end() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    let mut place = night();
    place.threads.push(ThreadPlan {
        key: ThreadKey::Chat(1),
        parent: ChannelKey::Chats,
        name: "Night 1".to_owned(),
        members: [Seat::new(1), Seat::new(2)].into(),
        host: true,
        locked: false,
    });
    scene.place = Some(place.clone());
    set.settle(&scene, &mut ground).await;
    let chat = ground.room(Room::Chat(1)).expect("it stands");
    for thread in &mut place.threads {
        thread.locked |= thread.key == ThreadKey::Chat(1);
    }
    scene.place = Some(place.clone());
    let (route, kind) = ("/channels/{channel_id}", FaultKind::Status500AfterDoing);
    set.fault("PATCH", route, Some("\"archived\":true"), 1, kind);
    set.round(&scene, &mut ground).await;
    let archived = || {
        let seen = set.players[1].channels();
        let thread = seen.iter().find(|place| place.id == chat);
        thread.expect("members read it").archived
    };
    assert!(archived());
    // The process dies, and the next one finds the game over.
    place.open_to_all = true;
    scene.ended = true;
    scene.place = Some(place);
    set.settle(&scene, &mut Ground::default()).await;
    assert!(!archived());
}

#[tokio::test]
async fn what_was_made_without_our_knowing_is_deleted_with_the_rest() {
    for name in ["Friday", "town-square"] {
        let set = Set::new().await;
        let kind = FaultKind::Status500AfterDoing;
        set.fault("POST", CHANNELS, Some(name), 1, kind);
        let mut scene = set.scene();
        set.round(&scene, &mut Ground::default()).await;
        assert_eq!(set.named(&set.host, name).len(), 1);
        scene.ended = true;
        scene.swept = true;
        let mut ground = Ground::default();
        set.settle(&scene, &mut ground).await;
        assert!(ground.is_bare());
        for name in ["Friday", "host-desk", "town-square"] {
            assert!(set.named(&set.host, name).is_empty(), "{name}");
        }
        assert_eq!(set.named(&set.host, "general").len(), 1);
    }
}

#[tokio::test]
async fn a_replaced_player_loses_everything_at_once_and_the_new_one_has_it() {
    let mut set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let coven = ground.room(Room::Coven).expect("it stands");
    let town = ground.room(Room::Town).expect("it stands");
    let old = set.players[0].clone();
    set.players[0] = set.outsider.clone();
    set.settle(&set.scene(), &mut ground).await;
    assert!(old.read(coven).is_err());
    assert!(!set.behind.who_writes(town).contains(&old.id()));
    assert!(set.players[0].read(coven).is_ok());
    assert!(set.behind.who_writes(town).contains(&set.players[0].id()));
}

#[tokio::test]
async fn one_who_left_the_server_is_found_out_and_comes_back() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let user = set.players[0].id();
    set.players[0].leave(set.guild).expect("left");
    let (round, found) = set.round(&set.scene(), &mut ground).await;
    assert!(round.blocked && !round.again);
    assert!(found.seen.gone.contains(&user), "{found:?}");
    set.players[0].join(set.guild).expect("back");
    let (_, found) = set.round(&set.scene(), &mut ground).await;
    assert!(found.seen.here.contains(&user), "{found:?}");
    set.settle(&set.scene(), &mut ground).await;
    let coven = ground.room(Room::Coven).expect("it stands");
    assert!(set.players[0].read(coven).is_ok());
}

#[tokio::test]
async fn without_a_permission_the_host_is_told_where_to_click_and_it_goes_on_when_mended() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let all = town_crier::discord::permissions::required();
    set.behind
        .change_role(set.guild, set.role, Some(all & !(1 << 4)), None)
        .expect("changed");
    let (round, _) = set.round(&set.scene(), &mut ground).await;
    assert!(round.blocked && !round.again);
    set.round(&set.scene(), &mut ground).await;
    let told = set.dm(&set.host);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("Manage Channels") && told[0].contains("Roles"),
        "{told:?}"
    );
    set.behind
        .change_role(set.guild, set.role, Some(all), None)
        .expect("changed");
    set.settle(&set.scene(), &mut ground).await;
    assert!(ground.room(Room::Town).is_some());
}

#[tokio::test]
async fn after_the_end_a_button_opens_the_threads_and_later_all_is_deleted() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let coven = ground.room(Room::Coven).expect("it stands");
    let mut scene = set.scene();
    scene.ended = true;
    let place = scene.place.as_mut().expect("there are rooms");
    place.open_to_all = true;
    for channel in &mut place.channels {
        channel.everyone.see = true;
    }
    set.settle(&scene, &mut ground).await;
    assert!(
        set.outsider.read(coven).is_err(),
        "a thread is opened by the button alone"
    );
    let user = set.outsider.id();
    let house = &set.house;
    town_crier::discord::threads::open_for(house, &scene, &mut ground, user)
        .await
        .expect("noted");
    set.settle(&scene, &mut ground).await;
    assert!(set.outsider.read(coven).is_ok());
    set.settle(&scene, &mut Ground::default()).await;
    assert!(set.outsider.read(coven).is_ok(), "and stays open");
    scene.swept = true;
    set.settle(&scene, &mut ground).await;
    for name in [
        "Friday",
        "town-square",
        "host-desk",
        "back-rooms",
        "the-woods",
    ] {
        assert!(set.named(&set.host, name).is_empty(), "{name}");
    }
    assert_eq!(
        set.named(&set.host, "general").len(),
        1,
        "what is not ours stays"
    );
    assert!(ground.is_bare());
    assert!(PlayerId(user).0 > 0);
}
