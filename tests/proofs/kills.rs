//! The bot as a process of its own, killed with SIGKILL in the middle of things: the same game goes on, nothing that was
//! answered is lost, and nothing is told twice.

use std::collections::BTreeMap;
use std::process::Stdio;

use futures::future::join_all;
use tokio::process::{Child, Command};
use town_crier::games::audit::audit;

use crate::people::{Answer, Human, PATIENCE, Post, list, word};
use crate::salem::{Game, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_bot_goes_on_with_the_same_game_and_tells_nothing_twice() {
    let salem = Salem::asleep().await;
    let mut bot = start(&salem).await;
    let nine = salem.nine().await;
    let name = [("name", "Salem")];
    salem
        .host
        .command(&salem.general, "/game create", &name)
        .await
        .says("sign-up is open");
    salem
        .host
        .waits_for(&salem.general, "Nobody yet: press Join.")
        .await;
    for player in &nine {
        salem.join(player, "Salem").await.says("You are in");
    }

    // Killed in the middle of the deal: everybody is dealt the cards, once.
    salem.start("Salem").await.says("The game begins");
    kill(&salem, &mut bot).await;
    for player in &nine {
        let dm = player.dm(&salem.bot_id).await;
        player.waits_for(&dm, "Welcome to Salem").await;
        player.waits_for(&dm, "## Dawn").await;
    }
    let square = nine[0].waits_for_channel("town-square").await;
    nine[0].waits_for(&square, "🌄 **Dawn.**").await;
    salem.host.waits_for_channel("host-desk").await;
    let game = salem.look_up("Salem", &nine).await;

    // The Cat goes to somebody whom it cannot kill.
    let (witches, town) = game.sides().await;
    for witch in &witches {
        game.name(witch, "/cat", &town[0].name)
            .await
            .says(&town[0].name);
    }

    // Killed while everybody plays at the same time: what was answered has happened, and is told.
    advance(&salem, &game).await;
    for player in &nine {
        player
            .waits_for(&player.dm(&salem.bot_id).await, "## Day 1")
            .await;
    }
    let mut played: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..3 {
        let plays = nine.iter().enumerate().map(|(index, player)| {
            let target = nine[(index + 1 + round) % 9].name.clone();
            let square = game.square.clone();
            async move {
                let at = [("target", target.as_str())];
                let answer = player.command(&square, "/play accusation", &at).await;
                answer
                    .text()
                    .starts_with("Played")
                    .then(|| player.name.clone())
            }
        });
        let (answered, ()) = tokio::join!(join_all(plays), kill(&salem, &mut bot));
        for name in answered.into_iter().flatten() {
            *played.entry(name).or_default() += 1;
        }
    }
    let told_of = |story: &[String], name: &str| {
        let of = |line: &&String| {
            line.contains(&format!("{name} plays")) || line.contains(&format!("**{name}** plays"))
        };
        story.iter().filter(of).count()
    };
    for (name, count) in &played {
        let story = game.story(&nine[0]).await;
        assert!(
            told_of(&story, name) >= *count,
            "{name} has played {count}:\n{story:#?}"
        );
    }

    // Killed in the Conspiracy and at Night: what was chosen stays chosen.
    advance(&salem, &game).await;
    salem
        .host
        .waits_for(&game.square, "**The Shift is open**")
        .await;
    // The Black Cat may have scratched a Witch card: that player is dead and picks nothing.
    let mut living = Vec::new();
    for (player, me) in game.everybody().await {
        if !me.text.contains("You are dead") {
            living.push(player);
        }
    }
    let last = living.pop().expect("somebody lives");
    let mut picked = Vec::new();
    for player in &living {
        picked.push((player, pick(&game, player).await));
    }
    kill(&salem, &mut bot).await;
    for (player, position) in picked {
        let me = when_back(&salem, player, &game.square, "/me").await.text();
        assert!(me.contains(&format!("You picked Tryal {position}")), "{me}");
    }
    pick(&game, &last).await;
    salem.host.waits_for(&game.square, "## Night 1").await;
    let (mut witches, town) = game.sides().await;
    witches
        .retain(|witch| witch.id == last.id || living.iter().any(|player| player.id == witch.id));
    for witch in &witches {
        game.name(witch, "/kill", "nobody")
            .await
            .says("nobody shall die");
    }
    kill(&salem, &mut bot).await;
    for witch in &witches {
        let me = when_back(&salem, witch, &game.square, "/me").await;
        assert!(me.text().contains("You name nobody"), "{}", me.text());
    }
    advance(&salem, &game).await;
    kill(&salem, &mut bot).await;
    town[0]
        .waits_for(&town[0].dm(&salem.bot_id).await, "## Day 2")
        .await;

    // To the end: the record holds, the town heard everything once, and so did everybody alone.
    let answer = when_back(&salem, &salem.host, &game.desk, "/host end").await;
    salem
        .host
        .press(&answer.post(), "End the game")
        .await
        .says("The game is over");
    kill(&salem, &mut bot).await;
    nine[0]
        .waits_for(&game.square, "The seed of this game was")
        .await;
    let posts = nine[0].read(&game.square).await;
    let files = posts.iter().flat_map(|post| list(post.0["files"].clone()));
    let file = files.last().expect("the record is attached");
    let record = salem.control.download(&word(&file["url"])).await;
    assert!(audit(&record).holds(), "{:?}", audit(&record).findings);
    once(&posts, "the town");
    for player in &nine {
        once(
            &player.read(&player.dm(&salem.bot_id).await).await,
            &player.name,
        );
    }
    let recorded = record.matches("\"played\":{").count();
    let story = game.story(&nine[0]).await;
    let told: usize = nine
        .iter()
        .map(|player| told_of(&story, &player.name))
        .sum();
    assert_eq!(told, recorded, "{story:#?}");
    bot.kill().await.expect("it ends");
    salem.end().await;
}

/// Starts the bot in a process of its own, and waits until it is connected.
async fn start(salem: &Salem) -> Child {
    let config = salem.folder.path().join("town-crier.toml");
    let database = salem.folder.path().join("town-crier.db");
    std::fs::write(
        &config,
        format!(
            "database = {:?}\nrequests_per_second = {}\n",
            database.display().to_string(),
            u16::MAX
        ),
    )
    .expect("written");
    let child = Command::new(env!("CARGO_BIN_EXE_town-crier"))
        .arg("run")
        .arg("--config")
        .arg(&config)
        .env("DISCORD_TOKEN", &salem.token)
        .env("TOWN_CRIER_API_BASE", salem.stand_in.api_base())
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let path = format!("/bots/{}/connection", salem.bot_id);
    let commands = format!(
        "/users/{}/channels/{}/commands",
        salem.host.id, salem.general
    );
    loop {
        let connected = salem.control.get(&path).await["connected"] == true;
        if connected && !list(salem.control.get(&commands).await).is_empty() {
            return child;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "the bot does not connect"
        );
        salem.host.listen().await;
    }
}

/// SIGKILL, and a new process.
async fn kill(salem: &Salem, bot: &mut Child) {
    bot.kill().await.expect("it is killed");
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let path = format!("/bots/{}/connection", salem.bot_id);
    while salem.control.get(&path).await["connected"] == true {
        assert!(
            tokio::time::Instant::now() < deadline,
            "the dead bot stays connected"
        );
        salem.host.listen().await;
    }
    *bot = start(salem).await;
}

/// Picks the first hidden Tryal; its position.
async fn pick(game: &Game, player: &Human) -> usize {
    for position in 1..=5 {
        let options = [("position", position.to_string())];
        let options = options
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let answer = player.command(&game.square, "/pick", &options).await;
        if answer.text().starts_with("You picked") {
            return position;
        }
    }
    panic!("{} cannot pick", player.name);
}

/// The host ends the phase.
async fn advance(salem: &Salem, game: &Game) {
    let answer = when_back(salem, &salem.host, &game.desk, "/host advance").await;
    let sure = answer.post().button("End ").expect("it is asked once more");
    salem.host.press(&answer.post(), &sure).await.says("");
}

/// A command that is given again until the bot answers.
async fn when_back(salem: &Salem, human: &Human, channel: &str, line: &str) -> Answer {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    loop {
        let answer = human.command(channel, line, &[]).await;
        if answer.0["kind"] != "no_response" {
            return answer;
        }
        assert!(tokio::time::Instant::now() < deadline, "the bot stays mute");
        salem.host.listen().await;
    }
}

/// Checks that the bot has said nothing here twice; only the deals of two Days may read the same.
fn once(posts: &[Post], whose: &str) {
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    for post in posts
        .iter()
        .filter(|post| !post.is_private() && post.0["kind"] == 0)
    {
        *said.entry(post.text()).or_default() += 1;
    }
    assert!(!said.is_empty(), "{whose} has heard nothing");
    let days = said
        .keys()
        .filter(|text| text.contains("☀️ **Day "))
        .count();
    for (text, count) in said {
        let most = match text.starts_with("🃏 The cards are dealt") {
            true => days,
            false => 1,
        };
        assert!(count <= most, "{whose} has heard {count} times:\n{text}");
    }
}
