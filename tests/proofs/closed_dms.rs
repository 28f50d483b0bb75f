//! Whose DMs are closed, at whatever time, reaches everything all the same, and the host hears that, never what.

use town_crier::kernel::time::Length;

use crate::people::{Human, Post, word};
use crate::salem::{Game, SHIFT, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn closed_dms_leave_everything_reachable_whenever_they_are_closed() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let [early, deal, late] = [&nine[0], &nine[1], &nine[2]];
    salem.create("Salem", &[("shift_window", "12h")]).await;

    // Before joining: it is said at once, with a way out.
    early.close_dms(true).await;
    let answer = salem.join(early, "Salem").await.says("DMs are closed");
    early
        .press(&answer.post(), "Use a private thread")
        .await
        .says("private thread");
    for player in &nine[1..] {
        salem.join(player, "Salem").await.says("You are in");
    }
    // At the deal.
    deal.close_dms(true).await;
    salem.start("Salem").await.says("The game begins");
    salem.settle().await;
    let game = salem.look_up("Salem", &nine).await;
    for player in [early, deal] {
        let cards = cards(&game, player).await;
        let posts = player.read(&cards).await;
        let welcome = posts
            .iter()
            .find(|post| post.text().contains("Welcome to Salem"));
        assert!(
            welcome.is_some(),
            "{} was dealt nothing: {posts:#?}",
            player.name
        );
        alone(&salem, &game, player, &cards).await;
        reaches_everything(&game, player).await;
    }
    told_that_and_not_what(&salem, &game, deal).await;
    silent_about(&salem, &game, late).await;

    // By Day they play from there.
    let (witches, town) = game.sides().await;
    game.to_first_day(&salem, &witches, &town[0]).await;
    for player in [early, deal] {
        let day = newest(player, &cards(&game, player).await, "## Day 1").await;
        assert!(day.menu("Play a card").is_some(), "{day:?}");
        let card = word(&day.menu("Play a card").expect("a menu")["options"][0]["value"]);
        player.choose(&day, "Play a card…", &[&card]).await.says("");
        reaches_everything(&game, player).await;
    }

    // Before the Conspiracy: the pick comes to the thread, and what the Shift has brought.
    late.close_dms(true).await;
    salem.pass(SHIFT).await;
    for player in [early, deal, late] {
        let cards = cards(&game, player).await;
        alone(&salem, &game, player, &cards).await;
        let shift = newest(player, &cards, "**The Shift.**").await;
        let pick = shift.button("Pick Tryal").expect("a Tryal to pick");
        player.press(&shift, &pick).await.says("You picked");
        reaches_everything(&game, player).await;
    }
    told_that_and_not_what(&salem, &game, late).await;
    salem.pass(Length::DAY - SHIFT).await;
    for player in [early, deal, late] {
        let cards = cards(&game, player).await;
        newest(player, &cards, "🔀 Your Tryal").await;
        // At Night they confess there as anybody does.
        let night = newest(player, &cards, "## Night 1").await;
        let safe = night.option("Confess one", "Not a Witch");
        let position = safe.expect("a Tryal to confess");
        player
            .choose(&night, "Confess one of your hidden Tryals…", &[&position])
            .await
            .says("is noted");
    }

    // Those whose DMs are open got the same by DM, and no thread.
    for player in &nine[3..] {
        assert_eq!(
            player.threads(&game.back_rooms).await.len(),
            0,
            "{}",
            player.name
        );
        newest(player, &player.dm(&salem.bot_id).await, "🔀 Your Tryal").await;
    }
    salem.end().await;
}

/// The thread that stands in for somebody's DMs.
async fn cards(game: &Game, player: &Human) -> String {
    let threads = player.threads(&game.back_rooms).await;
    let found = threads
        .iter()
        .find(|thread| word(&thread["name"]) == "Your cards");
    let thread = found.unwrap_or_else(|| panic!("no thread for {}", player.name));
    word(&thread["id"])
}

/// Checks that nobody else who plays finds this thread.
async fn alone(salem: &Salem, game: &Game, player: &Human, thread: &str) {
    let access = salem
        .control
        .get(&format!("/channels/{thread}/access"))
        .await;
    for other in game.players.iter().filter(|other| other.id != player.id) {
        let sees = access["sees"].as_array().expect("a list");
        assert!(
            !sees.iter().any(|id| id == other.id.as_str()),
            "{} sees it",
            other.name
        );
    }
}

/// Checks `/me`, `/hand` and the button on the status message.
async fn reaches_everything(game: &Game, player: &Human) {
    let me = game.me(player).await;
    assert_eq!(me.row.len(), 5, "{me:?}");
    player.command(&game.square, "/hand", &[]).await.says("");
    let status = game.status(player).await;
    player.press(&status, "My cards").await.says("Tryals: ");
}

/// Checks that the host was told whose DMs are closed, and nothing of what could not be sent.
async fn told_that_and_not_what(salem: &Salem, game: &Game, player: &Human) {
    let posts = salem.host.read(&game.desk).await;
    let about: Vec<String> = posts
        .iter()
        .map(Post::text)
        .filter(|text| text.contains(&player.name))
        .collect();
    assert_eq!(about.len(), 1, "{}: {about:#?}", player.name);
    assert!(about[0].contains("does not take messages"), "{about:?}");
    for post in posts {
        for secret in ["Witch", "Constable", "Tryal", "Shift", "hand"] {
            assert!(!post.text().contains(secret), "{}", post.text());
        }
    }
}

async fn silent_about(salem: &Salem, game: &Game, player: &Human) {
    let posts = salem.host.read(&game.desk).await;
    assert!(posts.iter().all(|post| !post.text().contains(&player.name)));
}

/// The newest message with this.
async fn newest(player: &Human, channel: &str, words: &str) -> Post {
    let posts = player.read(channel).await;
    let found = posts
        .into_iter()
        .rev()
        .find(|post| !post.is_private() && post.text().contains(words));
    found.unwrap_or_else(|| panic!("{} was not told {words:?}", player.name))
}
