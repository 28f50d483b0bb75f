//! The coven: whose voice counts at Night (F29), who reads its thread (F27), and what a substitute takes over (H3).

use std::collections::{BTreeMap, BTreeSet};

use town_crier::kernel::time::Length;

use crate::people::{Human, Post, word};
use crate::salem::{Game, SHIFT, Salem};

/// A Shift of half a Day, so that everybody can pick in it without knowing when it begins.
const LONG_SHIFT: &[(&str, &str)] = &[("shift_window", "12h")];

#[tokio::test(flavor = "multi_thread")]
async fn the_coven_kills_when_all_its_living_members_name_the_same() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, LONG_SHIFT).await;
    let (witches, town) = game.sides().await;
    let [one, two] = [&witches[0], &witches[1]];
    game.to_first_day(&salem, &witches, &town[0]).await;

    // One says nothing: nobody dies.
    game.quiet_day(&salem).await;
    game.name(one, "/kill", &town[1].name)
        .await
        .says(&town[1].name);
    assert_eq!(found_dead(&salem, &game).await, None);

    // One says nobody: nobody dies.
    game.quiet_day(&salem).await;
    game.name(one, "/kill", &town[1].name)
        .await
        .says(&town[1].name);
    game.name(two, "/kill", "nobody")
        .await
        .says("nobody shall die");
    assert_eq!(found_dead(&salem, &game).await, None);

    // Both name the same, one after thinking again: that one dies.
    game.quiet_day(&salem).await;
    game.name(one, "/kill", &town[2].name)
        .await
        .says(&town[2].name);
    game.name(two, "/kill", &town[1].name)
        .await
        .says(&town[1].name);
    game.name(one, "/kill", &town[1].name)
        .await
        .says(&town[1].name);
    assert_eq!(found_dead(&salem, &game).await, Some(town[1].name.clone()));

    // A dead Witch's voice does not count, neither what she said before nor what she tries to say; she reads and writes on.
    game.quiet_day(&salem).await;
    game.name(one, "/kill", &town[2].name)
        .await
        .says(&town[2].name);
    game.name(two, "/kill", &town[3].name)
        .await
        .says(&town[3].name);
    game.host(&salem, "/host remove", &[("player", &one.name)])
        .await
        .says("is removed");
    game.name(one, "/kill", &town[2].name)
        .await
        .says("You are dead");
    let thread = game
        .coven(one)
        .await
        .expect("a dead Witch keeps the coven's thread");
    one.write(&thread, "Avenge me.")
        .await
        .expect("a dead Witch writes in the coven");
    let read = two.read(&thread).await;
    assert!(read.iter().any(|post| post.text() == "Avenge me."));
    let vote = read
        .iter()
        .rev()
        .find(|post| post.menu("Whom shall the coven kill?").is_some());
    let vote = vote.expect("the coven's vote").clone();
    assert!(
        !vote.text().contains(&format!("{} names", one.name)),
        "{}",
        vote.text()
    );
    let answer = one
        .choose(&vote, "Whom shall the coven kill?", &["nobody"])
        .await;
    answer.says("You are dead");
    one.try_read(&game.graveyard)
        .await
        .expect_err("a dead Witch is in the graveyard");
    assert_eq!(found_dead(&salem, &game).await, Some(town[3].name.clone()));
    one.write(&thread, "By day?")
        .await
        .expect_err("the coven's thread is dark in the Day");
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_converted_witch_reads_the_whole_history_and_her_voice_counts() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, LONG_SHIFT).await;
    let (witches, town) = game.sides().await;
    let [one, two] = [&witches[0], &witches[1]];
    let thread = game.coven(one).await.expect("the coven's thread");
    one.write(&thread, "Nobody must know.")
        .await
        .expect("open at Dawn");
    game.to_first_day(&salem, &witches, &town[0]).await;

    // Both Witch cards go round until they have made a new Witch.
    let mut fallen = Vec::new();
    while fallen.is_empty() {
        salem.pass(SHIFT).await;
        let told = two.read(&thread).await.len();
        let heard = told_by_dm(&salem, &game).await;
        let mut wanted = BTreeMap::new();
        for (_, me) in game.everybody().await {
            if me.hidden("Witch").is_some() {
                wanted.insert(me.seat, "Witch");
            }
        }
        game.pick_safely(&salem, &wanted).await;
        fallen = game.sides().await.0;
        fallen.retain(|witch| witches.iter().all(|old| old.id != witch.id));

        // The coven hears who has come, and of nothing else; everybody is told one thing, and who has fallen what it means.
        let posts = two.read(&thread).await;
        // Discord itself says in the thread that somebody was brought in, without a word of its own.
        let said = posts[told..].iter().filter(|post| post.0["kind"] == 0);
        let news: BTreeSet<String> = said.map(Post::text).collect();
        let expected: BTreeSet<String> = fallen
            .iter()
            .map(|new| {
                format!(
                    "🧙 {} has become a Witch and is of the coven from now on.",
                    new.name
                )
            })
            .collect();
        assert_eq!(news, expected);
        for (player, before) in nine.iter().zip(&heard) {
            let now = player.read(&player.dm(&salem.bot_id).await).await;
            let news: Vec<String> = now
                .iter()
                .map(Post::text)
                .filter(|text| text.contains("🔀 Your"))
                .collect();
            assert_eq!(news.len(), before + 1, "{}", player.name);
            let is_new = fallen.iter().any(|new| new.id == player.id);
            let told = news
                .last()
                .expect("one is there")
                .contains("you are a **Witch**, whatever becomes");
            assert_eq!(told, is_new, "{}: {news:?}", player.name);
        }
        salem.pass(Length::DAY - SHIFT).await;
        if fallen.is_empty() {
            salem.pass(Length::DAY).await;
        }
    }

    // She reads everything, from the first word on.
    for new in &fallen {
        assert_eq!(game.coven(new).await.as_ref(), Some(&thread));
        let read: Vec<String> = new.read(&thread).await.iter().map(Post::text).collect();
        let all: Vec<String> = two.read(&thread).await.iter().map(Post::text).collect();
        assert_eq!(read, all);
        assert!(read.iter().any(|text| text == "Nobody must know."));
        new.write(&thread, "Good evening, sisters.")
            .await
            .expect("it is Night");
    }

    // Without her voice there is no kill; with it there is.
    let mut left: Vec<&Human> = Vec::new();
    for player in &town {
        if fallen.iter().all(|new| new.id != player.id) {
            left.push(player);
        }
    }
    let victim = left.pop().expect("somebody is not of the coven");
    for witch in [one, two] {
        game.name(witch, "/kill", &victim.name)
            .await
            .says(&victim.name);
    }
    assert_eq!(found_dead(&salem, &game).await, None);
    game.quiet_day(&salem).await;
    for witch in witches.iter().chain(&fallen) {
        game.name(witch, "/kill", &victim.name)
            .await
            .says(&victim.name);
    }
    assert_eq!(found_dead(&salem, &game).await, Some(victim.name.clone()));
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_witch_loses_thread_buttons_and_me_and_her_substitute_has_them() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let mut game = salem.game("Salem", &nine, LONG_SHIFT).await;
    let (witches, town) = game.sides().await;
    let [out, mate] = [&witches[0], &witches[1]];
    let thread = game.coven(out).await.expect("the coven's thread");
    out.write(&thread, "I may have to go.")
        .await
        .expect("open at Dawn");
    game.to_first_day(&salem, &witches, &town[0]).await;
    game.quiet_day(&salem).await;
    let with = [("with", out.name.as_str())];
    town[1]
        .command(&game.square, "/chat open", &with)
        .await
        .says("is open");
    game.name(out, "/kill", &town[2].name)
        .await
        .says(&town[2].name);
    salem.settle().await;
    let chat = word(&out.threads(&game.back_rooms).await[0]["id"]);
    let before = game.me(out).await;
    let panel = panel(&salem, out, "## Night 1").await;
    let vote = out.read(&thread).await;
    let vote = vote
        .iter()
        .rev()
        .find(|post| post.menu("Whom shall the coven kill?").is_some());
    let vote = vote.expect("the coven's vote").clone();

    let zoe = salem.member("Zoe").await;
    let mallory = salem.member("Mallory").await;
    let seen = mallory.feed_end().await;
    let options = [("player", out.name.as_str()), ("with", zoe.id.as_str())];
    game.host(&salem, "/host replace", &options)
        .await
        .says("Zoe has ");

    // The one who goes has nothing left: no thread, no chat, no room of the players, no `/me`, no button.
    let places = out.places().await;
    for gone in [
        &thread,
        &chat,
        &game.woods,
        &game.back_rooms,
        &game.graveyard,
        &game.desk,
    ] {
        assert!(
            places.iter().all(|place| place["id"] != gone.as_str()),
            "{gone} is still there"
        );
        out.try_read(gone).await.expect_err("it can be read");
    }
    for line in ["/me", "/hand", "/kill", "/chat list", "/confess"] {
        let answer = out.command(&game.square, line, &[]).await;
        let text = answer.says("").text();
        assert!(
            !text.contains("Tryals:") && !text.contains("Witch"),
            "{line}: {text}"
        );
    }
    let old = panel_now(out, &panel).await;
    assert!(
        old.controls().is_empty(),
        "the old panel keeps its controls: {old:?}"
    );
    for answer in [
        out.choose_stale(&panel, "Whom shall the coven kill?", &["nobody"])
            .await,
        out.press_stale(&panel, "My chats").await,
        out.press_stale(
            &panel,
            &panel.button("Open a private chat").expect("a button"),
        )
        .await,
        out.press(&game.status(out).await, "My cards").await,
    ] {
        let text = answer.says("").text();
        assert!(text.contains("no longer play"), "{text}");
    }
    // What was in the thread cannot even be pressed any more.
    out.try_press(&vote, "Take back what I said")
        .await
        .expect_err("a button in a thread that is gone");
    out.write(&game.square, "Hello?")
        .await
        .expect_err("who is out writes in the town");

    // The substitute has it all.
    game.players.retain(|player| player.id != out.id);
    game.players.push(zoe.clone());
    let after = game.me(&zoe).await;
    assert_eq!(
        (after.seat, &after.row, after.witch),
        (before.seat, &before.row, true)
    );
    assert!(
        after.text.contains(&format!("You name {}", town[2].name)),
        "{}",
        after.text
    );
    assert_eq!(game.coven(&zoe).await.as_ref(), Some(&thread));
    assert!(
        zoe.read(&thread)
            .await
            .iter()
            .any(|post| post.text() == "I may have to go.")
    );
    zoe.write(&thread, "I am new here.")
        .await
        .expect("it is Night");
    zoe.write(&chat, "Here, too.")
        .await
        .expect("the chat is hers");
    let welcome = zoe.read(&zoe.dm(&salem.bot_id).await).await;
    assert!(
        welcome
            .iter()
            .any(|post| post.text().contains("You take over seat"))
    );
    let board = self::panel(&salem, &zoe, "## Night 1").await;
    let target = board
        .option("Whom shall the coven kill?", &town[3].name)
        .expect("a target");
    let answer = zoe
        .choose(&board, "Whom shall the coven kill?", &[&target])
        .await;
    answer.says(&town[3].name);
    game.name(mate, "/kill", &town[3].name)
        .await
        .says(&town[3].name);

    // Outsiders learned of the change of seats, and nothing of the coven.
    for entry in mallory.feed(seen).await.1 {
        let legend = "🛡️ Constable · 🧙 Witch · at 7 marks";
        let text = entry
            .to_string()
            .replace(legend, "")
            .replace("Not a Witch", "");
        assert!(!text.contains("Witch") && !text.contains("coven"), "{text}");
    }
    assert_eq!(found_dead(&salem, &game).await, Some(town[3].name.clone()));
    // Who could read everything all along is warned of.
    let options = [
        ("player", town[4].name.as_str()),
        ("with", salem.owner.id.as_str()),
    ];
    let asked = salem
        .host
        .command(&game.desk, "/host replace", &options)
        .await;
    asked.says("could read the secret threads all along");
    // Who is out does not come back, in whatever seat.
    let options = [("player", town[4].name.as_str()), ("with", out.id.as_str())];
    game.host(&salem, "/host replace", &options)
        .await
        .says("never played in");
    salem.end().await;
}

/// From a Night to the Day after it: who was found dead, if anybody.
async fn found_dead(salem: &Salem, game: &Game) -> Option<String> {
    let told = game.story(&salem.host).await.len();
    salem.pass(Length::DAY).await;
    let story = game.story(&salem.host).await;
    let story = story[told..].join("\n");
    let dead = game.players.iter().find(|player| {
        story.contains(&format!("{} was found dead", player.name))
            || story.contains(&format!("**{}** was found dead", player.name))
    });
    assert!(story.contains("**Day"), "no Day has begun:\n{story}");
    dead.map(|player| player.name.clone())
}

/// How often each player was told of a Shift.
async fn told_by_dm(salem: &Salem, game: &Game) -> Vec<usize> {
    let mut told = Vec::new();
    for player in &game.players {
        let posts = player.read(&player.dm(&salem.bot_id).await).await;
        let news = posts.iter().filter(|post| post.text().contains("🔀 Your"));
        told.push(news.count());
    }
    told
}

/// The newest message with this in somebody's DM with the bot.
async fn panel(salem: &Salem, human: &Human, head: &str) -> Post {
    let posts = human.read(&human.dm(&salem.bot_id).await).await;
    let found = posts
        .into_iter()
        .rev()
        .find(|post| !post.is_private() && post.text().contains(head));
    found.unwrap_or_else(|| panic!("no {head} for {}", human.name))
}

/// The same message as it is now.
async fn panel_now(human: &Human, post: &Post) -> Post {
    let posts = human.read(&post.channel()).await;
    let found = posts.into_iter().find(|known| known.id() == post.id());
    found.expect("it still stands")
}
