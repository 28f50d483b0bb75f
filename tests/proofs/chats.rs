//! Private chats (F38 to F40): three living players at most, the dead read only, and nothing breaks however many there are.

use std::collections::BTreeSet;

use serde_json::Value;
use town_crier::kernel::time::Length;

use crate::people::{Human, word};
use crate::salem::{Game, Me, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn a_fourth_living_player_is_refused_in_a_chat_and_a_death_frees_a_place() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, &[("shift_window", "12h")]).await;
    let (witches, town) = game.sides().await;
    game.to_first_day(&salem, &witches, &town[6]).await;
    game.quiet_day(&salem).await;

    let [ann, bob, cat, dan, eve] = [&town[0], &town[1], &town[2], &town[3], &town[4]];
    let with = [("with", bob.name.as_str()), ("also", cat.name.as_str())];
    let answer = ann.command(&game.square, "/chat open", &with).await;
    answer.says("is open");
    salem.settle().await;
    let chat = only_chat(&game, ann).await;
    assert_eq!(only_chat(&game, bob).await, chat);
    assert_eq!(only_chat(&game, cat).await, chat);
    cat.write(&chat, "Good evening.")
        .await
        .expect("the living write in their chat");

    // A fourth living player is refused: by the rule's words, to the one who asked alone, and nothing is changed.
    let before = everything_seen(&nine, &salem).await;
    let invite = [("player", dan.name.as_str())];
    let answer = ann.command(&chat, "/chat invite", &invite).await;
    answer.says("at most three living players");
    let four = [("with", bob.name.as_str()), ("also", cat.name.as_str())];
    let listed = format!("{},{}", cat.name, eve.name);
    let four = [four[0], ("also", listed.as_str())];
    let answer = ann.command(&game.square, "/chat open", &four).await;
    answer.says("at most three living players");
    salem.settle().await;
    let after = everything_seen(&nine, &salem).await;
    assert_eq!(before, after, "a refusal has shown somewhere");
    assert!(game.me(ann).await.text.contains("1 to open still"));
    dan.try_read(&chat)
        .await
        .expect_err("an outsider reads the chat");

    // Who is not the opener brings nobody in, dead or alive.
    let answer = bob.command(&chat, "/chat invite", &invite).await;
    answer.says("Only the player who opened");

    // A death frees a place. The dead member reads on, but neither writes nor reacts there.
    game.host(&salem, "/host remove", &[("player", &cat.name)])
        .await
        .says("is removed");
    let answer = ann.command(&chat, "/chat invite", &invite).await;
    answer.says("in the chat now");
    salem.settle().await;
    dan.write(&chat, "I am in.")
        .await
        .expect("the new member writes");
    let posts = cat.read(&chat).await;
    let said = posts.iter().find(|post| post.text() == "I am in.");
    let said = said.expect("the dead read on what is said").id();
    let place = cat
        .place(&chat)
        .await
        .expect("the dead keep the chat in their list");
    assert_eq!(
        (&place["may_write"], &place["may_react"]),
        (&Value::Bool(false), &Value::Bool(false))
    );
    let denied = cat.write(&chat, "Boo!").await.expect_err("the dead write");
    assert_eq!(denied.code, Some(50013), "{denied:?}");
    cat.react(&chat, &said, "👻")
        .await
        .expect_err("the dead react");

    // It is full again; the dead come in without limit, and do not write either.
    let answer = ann
        .command(&chat, "/chat invite", &[("player", &eve.name)])
        .await;
    answer.says("at most three living players");
    game.host(&salem, "/host remove", &[("player", &eve.name)])
        .await
        .says("is removed");
    let answer = ann
        .command(&chat, "/chat invite", &[("player", &eve.name)])
        .await;
    answer.says("in the chat now");
    salem.settle().await;
    assert!(
        eve.read(&chat)
            .await
            .iter()
            .any(|post| post.text() == "I am in.")
    );
    eve.write(&chat, "Boo!").await.expect_err("the dead write");
    eve.command(&chat, "/chat open", &[("with", &dan.name)])
        .await
        .says("You are dead");

    // Leaving frees a place, too, and takes the chat away from the one who left.
    bob.command(&chat, "/chat leave", &[])
        .await
        .says("You have left");
    salem.settle().await;
    bob.try_read(&chat)
        .await
        .expect_err("who has left reads on");
    let answer = ann
        .command(&chat, "/chat invite", &[("player", &town[5].name)])
        .await;
    answer.says("in the chat now");

    // At daybreak nobody writes any more, and all read.
    salem.pass(Length::DAY).await;
    for member in [ann, dan, &town[5]] {
        member
            .write(&chat, "Still here?")
            .await
            .expect_err("a chat is open in the Day");
        assert!(
            member
                .read(&chat)
                .await
                .iter()
                .any(|post| post.text() == "I am in.")
        );
    }
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nine_players_open_two_chats_each_on_seven_nights_in_a_row() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, &[]).await;
    let (witches, town) = game.sides().await;
    game.to_first_day(&salem, &witches, &town[0]).await;
    let mut opened = 0;
    let mut chased = false;
    for night in 1..=7 {
        // Nobody is to die: once the Cat is gone, nothing reveals a Tryal any more.
        chased = chased || chase_the_cat(&game).await;
        salem.pass(Length::DAY).await;
        let dead = game.status(&nine[0]).await.text().contains("dead");
        assert!(!dead, "Night {night}: {:#?}", game.story(&nine[0]).await);
        opened += a_night_of_chats(&salem, &game, night).await;
        salem.pass(Length::DAY).await;
        for player in &nine {
            let chats = player.threads(&game.back_rooms).await;
            let open = chats.iter().filter(|chat| chat["may_write"] == true);
            assert_eq!(open.count(), 0, "{} writes in a chat by day", player.name);
        }
        if game.status(&nine[0]).await.text().contains("Paused") {
            // Three Days and Nights without a reveal (H8).
            game.host(&salem, "/host resume", &[]).await.says("goes on");
        }
    }
    assert_eq!(opened, 126);
    for player in &nine {
        // Two of the own and four of others, each Night; what is closed can be read all the same.
        let answer = player.command(&game.square, "/chat list", &[]).await;
        answer.says("Night 7");
    }
    salem.end().await;
}

/// Everybody opens two chats with the next two in the row, and a third one is refused. Answers how many were opened.
async fn a_night_of_chats(salem: &Salem, game: &Game, night: u32) -> usize {
    let nine = &game.players;
    let known = all_chats(game).await;
    for index in 0..nine.len() {
        let guests = [&nine[(index + 1) % 9].name, &nine[(index + 2) % 9].name];
        let with = [("with", guests[0].as_str()), ("also", guests[1].as_str())];
        for _ in 0..2 {
            let answer = nine[index].command(&game.square, "/chat open", &with).await;
            answer.says("is open");
        }
        let answer = nine[index].command(&game.square, "/chat open", &with).await;
        answer.says("opens at most 2 chats each Night");
    }
    salem.settle().await;
    let new: BTreeSet<String> = all_chats(game).await.difference(&known).cloned().collect();
    assert_eq!(new.len(), 18, "Night {night}");
    for player in nine {
        let mut own = 0;
        for chat in player.threads(&game.back_rooms).await {
            if new.contains(&word(&chat["id"])) {
                own += 1;
                assert_eq!(chat["may_write"], true, "{} in {chat}", player.name);
                let name = word(&chat["name"]);
                assert!(name.starts_with(&format!("Night {night} · ")), "{name}");
            }
        }
        assert_eq!(own, 6, "{} in Night {night}", player.name);
    }
    new.len()
}

/// Somebody plays the Curse on the Cat, or a Scapegoat that takes it to somebody else, from where it may be cursed. Answers
/// whether it is gone.
async fn chase_the_cat(game: &Game) -> bool {
    let everybody = game.everybody().await;
    let has = |card: &str| {
        everybody
            .iter()
            .find(|(_, me)| me.hand.iter().any(|held| held == card))
    };
    let holder = |everybody: &[(Human, Me)]| {
        let found = everybody.iter().find(|(_, me)| {
            me.text.contains("In front of you:") && me.text.contains("the Black Cat")
        });
        found.map(|(player, _)| player.clone())
    };
    let Some(victim) = holder(&everybody) else {
        return true;
    };
    let Some((curser, _)) = has("Curse") else {
        return false;
    };
    if curser.id == victim.id {
        return false;
    }
    let options = [("target", victim.name.as_str()), ("blue", "black-cat-1")];
    curser
        .command(&game.square, "/play curse", &options)
        .await
        .says("Played");
    true
}

async fn all_chats(game: &Game) -> BTreeSet<String> {
    let mut chats = BTreeSet::new();
    for player in &game.players {
        let threads = player.threads(&game.back_rooms).await;
        chats.extend(threads.iter().map(|chat| word(&chat["id"])));
    }
    chats
}

async fn only_chat(game: &Game, player: &Human) -> String {
    let chats = player.threads(&game.back_rooms).await;
    assert_eq!(chats.len(), 1, "{}: {chats:?}", player.name);
    word(&chats[0]["id"])
}

/// What everybody's list of channels and feed show, but for answers that are for one alone.
async fn everything_seen(people: &[Human], salem: &Salem) -> Vec<(Vec<Value>, usize)> {
    let mut seen = Vec::new();
    for human in people.iter().chain([&salem.host]) {
        let (_, entries) = human.feed(0).await;
        let others = entries.iter().filter(|entry| !is_own_answer(entry));
        seen.push((human.places().await, others.count()));
    }
    seen
}

fn is_own_answer(entry: &Value) -> bool {
    let flags = entry["data"]["flags"].as_u64().unwrap_or(0);
    flags & 64 != 0
}
