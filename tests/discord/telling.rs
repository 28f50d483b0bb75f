//! The courier: in order, once, to the right people, whatever goes wrong.

use town_crier::discord::ground::Ground;
use town_crier::kernel::audience::{File, Room};
use town_crier::kernel::ids::PlayerId;
use town_crier::rehearsal::stand_in::world::faults::FaultKind;
use town_crier::store::Address;

use super::set::{MESSAGES, Set};

#[tokio::test]
async fn what_is_told_arrives_in_order_with_its_file() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    for number in 1..=5 {
        set.tell(Room::Town, &format!("Line {number}.")).await;
    }
    let file = File {
        name: "record.jsonl".to_owned(),
        content: "{}".to_owned(),
    };
    set.put(Address::Room(Room::Town), "The record.", Some(file))
        .await;
    set.tell_player(1, "Your cards.").await;
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    let posts = set.posts(&set.outsider, town);
    let words: Vec<_> = posts.iter().map(|post| post.content.as_str()).collect();
    assert_eq!(
        words,
        [
            "Line 1.",
            "Line 2.",
            "Line 3.",
            "Line 4.",
            "Line 5.",
            "The record."
        ]
    );
    assert_eq!(posts[5].files[0].name, "record.jsonl");
    assert_eq!(posts[5].files[0].data, b"{}");
    assert_eq!(set.dm(&set.players[1]), ["Your cards."]);
    assert!(set.dm(&set.players[0]).is_empty());
    assert_eq!(set.waiting().await, 0);
}

#[tokio::test]
async fn an_answer_that_got_lost_doubles_nothing() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Town, "The bell tolls.").await;
    set.fault("POST", MESSAGES, None, 1, FaultKind::Status500AfterDoing);
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Town, "It is quiet.").await;
    set.fault("POST", MESSAGES, None, 2, FaultKind::Status500BeforeDoing);
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(
        set.words(&set.outsider, town),
        ["The bell tolls.", "It is quiet."]
    );
}

#[tokio::test]
async fn after_the_nonce_is_forgotten_a_line_is_looked_for_first() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Town, "The bell tolls.").await;
    set.tell_player(0, "The bell tolls.").await;
    set.settle(&set.scene(), &mut ground).await;
    // The very same words again, and nobody knows whether they arrived; then the process is gone for an hour.
    set.tell(Room::Town, "The bell tolls.").await;
    set.tell_player(0, "The bell tolls.").await;
    set.fault("POST", MESSAGES, None, 2, FaultKind::Status500AfterDoing);
    set.round(&set.scene(), &mut ground).await;
    assert_eq!(set.waiting().await, 2);
    set.behind.advance_clock(3_600_000);
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(
        set.words(&set.outsider, town),
        ["The bell tolls.", "The bell tolls."]
    );
    assert_eq!(set.dm(&set.players[0]).len(), 2);
    // And where it did not arrive, it is sent.
    set.tell(Room::Town, "The bell tolls.").await;
    set.fault("POST", MESSAGES, None, 1, FaultKind::Status500BeforeDoing);
    set.round(&set.scene(), &mut ground).await;
    set.behind.advance_clock(3_600_000);
    set.settle(&set.scene(), &mut Ground::default()).await;
    assert_eq!(set.words(&set.outsider, town).len(), 3);
}

#[tokio::test]
async fn closed_dms_reach_the_host_as_a_fact_and_the_player_in_a_thread() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let ann = &set.players[0];
    ann.close_dms(true).expect("closed");
    set.tell_player(0, "A secret.").await;
    set.tell_player(1, "Another.").await;
    let closed = set.settle(&set.scene(), &mut ground).await;
    assert!(closed.contains(&PlayerId(ann.id())));
    assert_eq!(
        set.dm(&set.players[1]),
        ["Another."],
        "others are not held up"
    );
    let mut scene = set.scene();
    scene.threaded.insert(PlayerId(ann.id()));
    set.settle(&scene, &mut ground).await;
    let thread = set.named(ann, "Cards of seat 1");
    let posts = set.posts(ann, thread[0]);
    assert_eq!(posts.len(), 1);
    assert!(
        posts[0].content.ends_with("A secret.") && posts[0].mentions == [ann.id()],
        "{posts:?}"
    );
    assert!(set.named(&set.players[1], "Cards of seat 1").is_empty());
    assert!(
        set.named(&set.players[1], "Cards of seat 2").is_empty(),
        "only where it is needed"
    );
    let desk = set.words(&set.host, ground.room(Room::Desk).expect("it stands"));
    assert_eq!(desk.len(), 1, "{desk:?}");
    assert!(
        desk[0].contains("Ann") && !desk[0].contains("secret"),
        "{desk:?}"
    );
}

#[tokio::test]
async fn a_host_who_plays_is_not_told_whose_dms_are_closed() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.host = PlayerId(set.players[1].id());
    set.players[0].close_dms(true).expect("closed");
    set.tell_player(0, "A secret.").await;
    set.settle(&scene, &mut ground).await;
    scene.threaded.insert(PlayerId(set.players[0].id()));
    set.settle(&scene, &mut ground).await;
    let desk = ground.room(Room::Desk).expect("it stands");
    assert_eq!(set.words(&set.host, desk), Vec::<String>::new());
}

#[tokio::test]
async fn one_room_that_is_shut_holds_up_no_other() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    set.tell(Room::Town, "To the town.").await;
    set.tell(Room::Coven, "To the coven.").await;
    set.tell_player(2, "To Cy.").await;
    set.fault(
        "POST",
        MESSAGES,
        Some("To the town."),
        2,
        FaultKind::MissingPermission,
    );
    let (round, _) = set.round(&set.scene(), &mut ground).await;
    assert!(round.blocked);
    set.round(&set.scene(), &mut ground).await;
    let coven = ground.room(Room::Coven).expect("it stands");
    assert_eq!(set.words(&set.players[0], coven), ["To the coven."]);
    assert_eq!(set.dm(&set.players[2]), ["To Cy."]);
    set.settle(&set.scene(), &mut ground).await;
    set.settle(&set.scene(), &mut ground).await;
    assert_eq!(set.words(&set.outsider, town), ["To the town."]);
    let told = set.words(&set.host, ground.room(Room::Desk).expect("it stands"));
    assert_eq!(told.len(), 2, "told once, and taken back: {told:?}");
    assert!(
        told[0].contains("may not write") && told[1].contains("again"),
        "{told:?}"
    );
}

#[tokio::test]
async fn too_many_requests_are_waited_out() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Town, "The bell tolls.").await;
    let slow = FaultKind::Status429 {
        retry_after: 0.1,
        global: true,
    };
    set.fault("POST", MESSAGES, None, 3, slow);
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(set.words(&set.outsider, town), ["The bell tolls."]);
}

#[tokio::test]
async fn what_was_put_off_for_long_is_sent_later_without_looking_for_it() {
    let mut set = Set::new().await;
    let mut ground = Ground::default();
    set.settle(&set.scene(), &mut ground).await;
    set.tell(Room::Town, "The bell tolls.").await;
    let slow = FaultKind::Status429 {
        retry_after: 60.0,
        global: false,
    };
    set.fault("POST", MESSAGES, None, 1, slow);
    let (round, _) = set.round(&set.scene(), &mut ground).await;
    assert_eq!(round.slow, Some(std::time::Duration::from_secs(60)));
    assert!(!round.again && !round.blocked, "{round:?}");
    set.new_line();
    let before = set.requests().len();
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(set.words(&set.outsider, town), ["The bell tolls."]);
    let looked = set.requests().split_off(before);
    let looked = looked.iter().filter(|(method, ..)| method == "GET");
    assert_eq!(looked.count(), 0, "it certainly was not there");
}

#[tokio::test]
async fn what_is_meant_for_a_replaced_player_is_not_told() {
    let mut set = Set::new().await;
    let mut ground = Ground::default();
    set.tell_player(0, "A secret of Ann's.").await;
    let ann = set.players[0].clone();
    set.players[0] = set.outsider.clone();
    set.settle(&set.scene(), &mut ground).await;
    assert!(set.dm(&ann).is_empty() && set.dm(&set.outsider).is_empty());
    assert_eq!(set.waiting().await, 0);
}

#[tokio::test]
async fn what_discord_will_never_take_holds_up_nothing() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    set.tell(Room::Town, &"x".repeat(2500)).await;
    set.tell(Room::Town, "Next.").await;
    set.settle(&set.scene(), &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(set.words(&set.outsider, town), ["Next."]);
}
