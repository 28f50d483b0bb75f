//! Boards: made once, edited in place, over when nobody wants them any more.

use serde_json::{Value, json};
use town_crier::discord::ground::Ground;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::intent::Intent;
use town_crier::kernel::panel::{Board, Button, Panel, Row, Style};
use town_crier::rehearsal::stand_in::world::faults::FaultKind;

use super::set::{MESSAGES, Set, below_the_name};

fn board(key: &str, audience: Audience, words: &str) -> Board {
    let button = Button::new(Style::Primary, "Press", Intent::new("press").with("k", key));
    Board {
        key: key.to_owned(),
        audience,
        panel: Panel::say(words).with(Row::Buttons(vec![button])),
        pinned: audience == Audience::Room(Room::Town),
        silent: false,
    }
}

fn status(words: &str) -> Board {
    board("status", Audience::Room(Room::Town), words)
}

fn cards(words: &str) -> Board {
    board("cards", Audience::Seat(Seat::new(1)), words)
}

#[tokio::test]
async fn a_board_is_made_pinned_edited_and_left_alone() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![status("Day 1")];
    set.settle(&scene, &mut ground).await;
    scene.boards = vec![status("Day 2")];
    set.settle(&scene, &mut ground).await;
    let before = set.changes();
    set.settle(&scene, &mut Ground::default()).await;
    assert_eq!(
        set.changes(),
        before,
        "what is as it should be is not touched"
    );
    let town = ground.room(Room::Town).expect("it stands");
    let posts = set.posts(&set.outsider, town);
    assert_eq!(posts.len(), 1);
    assert!(posts[0].content == "Day 2" && posts[0].edited && posts[0].pinned);
    assert_eq!(posts[0].buttons().len(), 1);
}

#[tokio::test]
async fn a_silent_board_rings_nobody_and_any_other_its_owner() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let ann = &set.players[0];
    let mut scene = set.scene();
    scene.threaded.insert(PlayerId(ann.id()));
    let silent = Board {
        silent: true,
        ..board("turn", Audience::Seat(Seat::new(1)), "Your turn")
    };
    scene.boards = vec![cards("Dawn"), silent];
    set.settle(&scene, &mut ground).await;
    let posts = set.posts(ann, set.named(ann, "Cards of seat 1")[0]);
    let rung: Vec<_> = posts.iter().map(|post| post.mentions.as_slice()).collect();
    assert_eq!(rung, [&[ann.id()][..], &[]], "{posts:?}");
    let requests = set.requests();
    let flags_of = |words: &str| {
        let sent = requests.iter().find(|(method, _, body)| {
            let content = body["content"].as_str().unwrap_or_default();
            method == "POST" && content.ends_with(words)
        });
        sent.map(|(_, _, body)| body["flags"].clone())
    };
    assert_eq!(flags_of("Dawn"), Some(Value::Null));
    assert_eq!(flags_of("Your turn"), Some(json!(1 << 12)));
}

#[tokio::test]
async fn a_board_that_is_over_keeps_its_words_and_loses_its_buttons() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![cards("Your row"), status("Day 1")];
    set.settle(&scene, &mut ground).await;
    scene.boards.remove(0);
    set.settle(&scene, &mut Ground::default()).await;
    let ann = &set.players[0];
    let posts = set.posts(ann, ann.dm_with(set.bot).expect("there is a DM"));
    assert_eq!(posts.len(), 1);
    assert!(below_the_name(&posts[0].content) == "Your row" && posts[0].buttons().is_empty());
}

#[tokio::test]
async fn a_deleted_board_is_posted_anew() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![status("Day 1")];
    set.settle(&scene, &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    let old = set.posts(&set.outsider, town)[0].id;
    set.behind.delete_message(town, old).expect("deleted");
    scene.boards = vec![status("Day 2")];
    set.settle(&scene, &mut ground).await;
    let posts = set.posts(&set.outsider, town);
    assert_eq!(posts.len(), 1);
    assert!(posts[0].id != old && posts[0].content == "Day 2");
}

#[tokio::test]
async fn a_board_whose_making_got_lost_is_found_again() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![status("Day 1")];
    set.fault("POST", MESSAGES, None, 1, FaultKind::Status500AfterDoing);
    set.round(&scene, &mut ground).await;
    set.behind.advance_clock(3_600_000);
    scene.boards = vec![status("Day 2")];
    set.settle(&scene, &mut Ground::default()).await;
    let town = ground.room(Room::Town).expect("it stands");
    assert_eq!(set.words(&set.outsider, town), ["Day 2"]);
}

#[tokio::test]
async fn a_board_whose_making_got_lost_and_that_is_over_by_then_loses_its_buttons_and_is_known() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![
        cards("Your row"),
        board("flip", Audience::Seat(Seat::new(1)), "Choose"),
    ];
    set.fault(
        "POST",
        MESSAGES,
        Some("Choose"),
        1,
        FaultKind::Status500AfterDoing,
    );
    set.round(&scene, &mut ground).await;
    scene.boards.pop();
    set.settle(&scene, &mut ground).await;
    let ann = &set.players[0];
    let posts = set.posts(ann, ann.dm_with(set.bot).expect("there is a DM"));
    let lost = posts
        .iter()
        .find(|post| below_the_name(&post.content) == "Choose");
    let lost = lost.expect("it was made all the same");
    assert!(lost.buttons().is_empty());
    let known = set.house.store.whose_message(lost.id).await.expect("read");
    assert!(known.is_some(), "nobody takes it for anything else");
}

#[tokio::test]
async fn a_replaced_player_presses_nothing_any_more_and_the_new_one_has_the_board() {
    let mut set = Set::new().await;
    let mut ground = Ground::default();
    let ann = set.players[0].clone();
    let mut scene = set.scene();
    scene.boards = vec![cards("Your row")];
    set.settle(&scene, &mut ground).await;
    set.players[0] = set.outsider.clone();
    let mut scene = set.scene();
    scene.boards = vec![cards("Your row")];
    set.settle(&scene, &mut ground).await;
    let of = |person: &town_crier::rehearsal::stand_in::acts::Person| {
        set.posts(person, person.dm_with(set.bot).expect("there is a DM"))
    };
    assert!(of(&ann)[0].buttons().is_empty());
    assert_eq!(of(&set.outsider)[0].buttons().len(), 1);
}

#[tokio::test]
async fn a_board_moves_to_the_thread_of_one_whose_dms_are_closed() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let ann = &set.players[0];
    let mut scene = set.scene();
    scene.boards = vec![cards("Day 1")];
    set.settle(&scene, &mut ground).await;
    scene.threaded.insert(PlayerId(ann.id()));
    scene.boards = vec![cards("Day 2")];
    set.settle(&scene, &mut ground).await;
    scene.boards = vec![cards("Day 3")];
    set.settle(&scene, &mut ground).await;
    let dm = set.posts(ann, ann.dm_with(set.bot).expect("there is a DM"));
    assert!(dm[0].buttons().is_empty());
    let thread = set.named(ann, "Cards of seat 1")[0];
    let posts = set.posts(ann, thread);
    assert_eq!(posts.len(), 1);
    assert!(
        posts[0].content.ends_with("Day 3") && posts[0].mentions == [ann.id()],
        "{posts:?}"
    );
    assert_eq!(posts[0].buttons().len(), 1);
}

#[tokio::test]
async fn a_pin_that_fails_keeps_no_board_back() {
    let set = Set::new().await;
    let mut ground = Ground::default();
    let mut scene = set.scene();
    scene.boards = vec![status("Day 1")];
    set.fault(
        "PUT",
        "/channels/{channel_id}/pins/{message_id}",
        None,
        9,
        FaultKind::MissingPermission,
    );
    set.settle(&scene, &mut ground).await;
    let town = ground.room(Room::Town).expect("it stands");
    let posts = set.posts(&set.outsider, town);
    assert!(posts.len() == 1 && !posts[0].pinned);
}
