//! Two games on one server with the same nine people, who never get mixed up.

use town_crier::kernel::time::Length;

use crate::people::{Human, Post, word};
use crate::salem::{DAWN, Game, Me, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn two_games_with_the_same_nine_never_cross_hands() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let first = salem.game("Salem", &nine, &[]).await;
    let second = salem.game("Boston", &nine, &[]).await;
    // The Cat of each game goes to somebody whom it cannot kill.
    for game in [&first, &second] {
        let (witches, town) = game.sides().await;
        for witch in &witches {
            game.name(witch, "/cat", &town[0].name)
                .await
                .says(&town[0].name);
        }
    }
    salem.pass(DAWN + Length::MINUTE).await;

    // Whatever comes by DM says of which game it is, and is of that game.
    for player in &nine {
        for game in [&first, &second] {
            let me = game.me(player).await;
            let row = me.text.lines().find(|line| line.starts_with("Tryals: "));
            let day = panel(&salem, player, game, "## Day 1").await;
            assert!(day.text().contains(row.expect("a row")), "{}", day.text());
        }
        for post in player.read(&player.dm(&salem.bot_id).await).await {
            let text = post.text();
            let named = ["-# Salem\n", "-# Boston\n"]
                .iter()
                .any(|head| text.starts_with(head));
            let is_test = text.starts_with("This is a test message");
            assert!(
                post.is_private() || named || is_test,
                "of which game is this?\n{text}"
            );
        }
    }

    // A card of the one game's message is played in that game.
    let (player, target) = somebody_with_accusations(&first, &second).await;
    let day = panel(&salem, &player, &first, "## Day 1").await;
    let card = day
        .option("Play a card", "Accusation")
        .expect("an Accusation");
    let answer = player.choose(&day, "Play a card…", &[&card]).await.says("");
    let asked = answer.post();
    let menu = word(&asked.controls()[0]["custom_id"]);
    let seat = asked
        .option("", &target.name)
        .expect("the target is offered");
    let [a, b] = [
        Table::of(&first, &player).await,
        Table::of(&second, &player).await,
    ];
    player
        .choose(&asked, &menu, &[&seat])
        .await
        .says("Played: an Accusation");
    salem.settle().await;
    a.has_lost_an_accusation(&first).await;
    b.is_as_before(&second).await;

    // In a DM nobody knows which game is meant: it is asked, and the answer counts for that game.
    let dm = player.dm(&salem.bot_id).await;
    let at = [("target", target.name.as_str())];
    let answer = player
        .command(&dm, "/play accusation", &at)
        .await
        .says("Which one");
    assert_eq!(answer.post().buttons(), ["Salem", "Boston"]);
    let [a, b] = [
        Table::of(&first, &player).await,
        Table::of(&second, &player).await,
    ];
    player
        .press(&answer.post(), "Boston")
        .await
        .says("Played: an Accusation");
    salem.settle().await;
    a.is_as_before(&first).await;
    b.has_lost_an_accusation(&second).await;
    let games = player.offered(&dm, "/play accusation", "game", "").await;
    let games: Vec<&str> = games
        .iter()
        .map(|(label, _)| label.split(' ').next().unwrap_or(""))
        .collect();
    assert_eq!(games, ["Salem", "Boston"]);

    // In a town's channel, and with the game's name, it is that one.
    let [a, b] = [
        Table::of(&first, &player).await,
        Table::of(&second, &player).await,
    ];
    player
        .command(&first.square, "/play accusation", &at)
        .await
        .says("Played: an Accusation");
    salem.settle().await;
    a.has_lost_an_accusation(&first).await;
    b.is_as_before(&second).await;
    let [a, b] = [
        Table::of(&first, &player).await,
        Table::of(&second, &player).await,
    ];
    let named = [at[0], ("game", "Boston")];
    player
        .command(&dm, "/play accusation", &named)
        .await
        .says("Played: an Accusation");
    salem.settle().await;
    a.is_as_before(&first).await;
    b.has_lost_an_accusation(&second).await;

    // A Witch of the one game is nobody's Witch in the other.
    salem.pass(Length::DAY).await;
    let (witches, _) = first.sides().await;
    let (others, _) = second.sides().await;
    for witch in &witches {
        if others.iter().all(|other| other.id != witch.id) {
            witch
                .command(&second.square, "/kill", &[])
                .await
                .says("Only the coven");
            let there = [("target", "nobody"), ("game", "Boston")];
            witch
                .command(&dm_of(&salem, witch).await, "/kill", &there)
                .await
                .says("Only the coven");
            let here = [("target", "nobody"), ("game", "Salem")];
            witch
                .command(&dm_of(&salem, witch).await, "/kill", &here)
                .await
                .says("nobody shall die");
            assert_eq!(second.coven(witch).await, None);
        }
    }

    // A chat stands below the rooms of the game in which it was opened.
    let with = [("with", nine[1].name.as_str())];
    nine[0]
        .command(&second.square, "/chat open", &with)
        .await
        .says("is open");
    salem.settle().await;
    assert_eq!(nine[1].threads(&first.back_rooms).await.len(), 0);
    assert_eq!(nine[1].threads(&second.back_rooms).await.len(), 1);
    salem.end().await;
}

/// What lies in front of all, and one player's hand.
#[derive(Debug, PartialEq)]
struct Table {
    player: String,
    board: Vec<String>,
    story: usize,
    accusations: String,
}

impl Table {
    async fn of(game: &Game, player: &Human) -> Table {
        let board = player.command(&game.square, "/board", &[]).await.text();
        let hand = game.me(player).await.text;
        Table {
            player: player.name.clone(),
            board: board
                .lines()
                .filter(|line| line.starts_with('`'))
                .map(str::to_owned)
                .collect(),
            story: game.story(player).await.len(),
            accusations: hand
                .lines()
                .find(|line| line.starts_with("Hand"))
                .unwrap_or("")
                .to_owned(),
        }
    }

    async fn now(&self, game: &Game) -> Table {
        let player = game
            .players
            .iter()
            .find(|player| player.name == self.player);
        Table::of(game, player.expect("plays")).await
    }

    async fn is_as_before(&self, game: &Game) {
        assert_eq!(&self.now(game).await, self, "{} has changed", game.name);
    }

    async fn has_lost_an_accusation(&self, game: &Game) {
        let now = self.now(game).await;
        assert_eq!(now.story, self.story + 1, "{}", game.name);
        let changed = now
            .board
            .iter()
            .zip(&self.board)
            .filter(|(now, then)| now != then);
        // The target has a mark more, the player a card less.
        assert_eq!(changed.count(), 2, "{now:#?}\n{self:#?}");
        assert_ne!(now.accusations, self.accusations);
    }
}

/// Somebody who has two Accusations in both games, and somebody else.
async fn somebody_with_accusations(first: &Game, second: &Game) -> (Human, Human) {
    let plenty = |me: &Me| {
        let hand = me
            .text
            .lines()
            .find(|line| line.starts_with("Hand"))
            .unwrap_or("");
        hand.contains("Accusation ×")
    };
    for (index, player) in first.players.iter().enumerate() {
        if plenty(&first.me(player).await) && plenty(&second.me(player).await) {
            let target = &first.players[(index + 1) % first.players.len()];
            return (player.clone(), target.clone());
        }
    }
    panic!("nobody has two Accusations in both games");
}

async fn dm_of(salem: &Salem, human: &Human) -> String {
    human.dm(&salem.bot_id).await
}

async fn panel(salem: &Salem, human: &Human, game: &Game, head: &str) -> Post {
    let head = format!("-# {}\n{head}", game.name);
    let posts = human.read(&dm_of(salem, human).await).await;
    let found = posts
        .into_iter()
        .rev()
        .find(|post| post.text().starts_with(&head));
    found.unwrap_or_else(|| panic!("no {head} for {}", human.name))
}
