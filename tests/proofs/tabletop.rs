//! The tabletop edition as its players see it: the Town Hall, turns, powers and rows, pressed rightly and wrongly; what the others'
//! clients receive meanwhile; and a game of each edition with the same people.

use town_crier::kernel::time::Length;

use crate::people::{Human, Post, list, word};
use crate::salem::{DAWN, Game, Salem};

/// The word for the edition.
const TABLETOP: &str = "salem-1692-tabletop";

#[tokio::test(flavor = "multi_thread")]
async fn the_town_hall_is_chosen_by_buttons_and_shown_together() {
    let mut salem = Salem::new().await;
    let four = &salem.nine().await[..4];
    let mallory = salem.member("Mallory").await;
    let settings = [("players", "4"), ("preset", "live")];
    salem.create_edition(TABLETOP, "Salem", &settings).await;
    let shut = &four[0];
    shut.close_dms(true).await;
    let answer = salem.join(shut, "Salem").await.says("DMs are closed");
    shut.press(&answer.post(), "Use a private thread")
        .await
        .says("private thread");
    for player in &four[1..] {
        salem.join(player, "Salem").await.says("You are in");
    }
    salem.start("Salem").await.says("The game begins");
    salem.settle().await;
    let game = salem.look_up("Salem", four).await;

    // Each is asked where their cards come, and the town is told nothing before all have chosen.
    let mut asked = Vec::new();
    for player in four {
        let post = panel(&salem, &game, player, "## Town Hall").await;
        let keeps: Vec<String> = post.buttons();
        assert_eq!(keeps.len(), 2, "{post:?}");
        assert!(keeps.iter().all(|label| label.starts_with("Keep ")));
        asked.push((player, post, keeps));
    }
    mallory
        .command(&game.square, "/choose", &[("character", "tituba")])
        .await
        .says("not playing");
    let offered = mallory
        .offered(&game.square, "/choose", "character", "")
        .await;
    assert_eq!(offered, []);
    let told = game.story(&mallory).await.len();
    for (player, post, keeps) in &asked[..3] {
        player.press(post, &keeps[0]).await.says("You keep");
        player.press(post, &keeps[1]).await.says("You keep");
        let kept = player.press_stale(post, &keeps[0]).await;
        kept.says(keeps[0].trim_start_matches("Keep "));
        salem.settle().await;
    }
    assert_eq!(game.story(&mallory).await.len(), told);
    let (last, post, keeps) = &asked[3];
    last.press(post, &keeps[1]).await.says("You keep");
    salem.settle().await;
    last.press_stale(post, &keeps[0]).await.says("This is over");

    // The public list of seats has them.
    let shown = story_line(&game, &mallory, "The Town Hall.").await;
    let status = game.status(&mallory).await.text();
    for (player, _, keeps) in &asked {
        let kept = if player.id == last.id {
            &keeps[1]
        } else {
            &keeps[0]
        };
        let name = kept.trim_start_matches("Keep ");
        assert!(shown.contains(&format!("**{name}**")), "{shown}");
        let seat = line_of(&status, &player.name);
        assert!(seat.contains(name), "{name}: {seat}");
    }
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_its_players_alone_and_rings_once() {
    let mut salem = Salem::new().await;
    let four = &salem.nine().await[..4];
    let mallory = salem.member("Mallory").await;
    let settings = [("players", "4"), ("characters", "off")];
    salem.create_edition(TABLETOP, "Salem", &settings).await;
    let shut = &four[0];
    shut.close_dms(true).await;
    let answer = salem.join(shut, "Salem").await;
    shut.press(&answer.post(), "Use a private thread")
        .await
        .says("private thread");
    for player in &four[1..] {
        salem.join(player, "Salem").await.says("You are in");
    }
    salem.start("Salem").await.says("The game begins");
    salem.settle().await;
    let game = salem.look_up("Salem", four).await;
    for (line, words) in [
        ("/draw", "turns have begun"),
        ("/endturn", "turns have begun"),
    ] {
        four[1].command(&game.square, line, &[]).await.says(words);
    }
    salem.pass(DAWN).await;

    // All four take their turns: the one draws by button, the others by command.
    let mut old: Option<(Human, Post, String)> = None;
    for number in 1..=4 {
        let status = game.status(&mallory).await.text();
        let head = format!("## Turn {number}: ");
        let whose = status.lines().find_map(|line| line.strip_prefix(&head));
        let whose = whose.unwrap_or_else(|| panic!("no turn {number} in\n{status}"));
        let player = four
            .iter()
            .find(|player| whose.contains(&player.name))
            .expect("one of the four");

        // One ping, in the town; the panel stands beside the cards and rings nobody.
        let line = post_with(&game.square, &mallory, &format!("**Turn {number}: ")).await;
        assert_eq!(list(line.0["mentions"].clone()), [player.id.as_str()]);
        let panel = panel(&salem, &game, player, &format!("## Turn {number} is yours")).await;
        assert_eq!(list(panel.0["mentions"].clone()), [""; 0]);
        let draw = panel.button("Draw two cards").expect("a button");

        // Out of turn nothing can be done, nor found out by what is suggested.
        let ends: Vec<u64> = ends(four, &mallory).await;
        let story = game.story(&mallory).await;
        for other in four.iter().filter(|other| other.id != player.id) {
            let words = format!("It is {}'s turn", player.name);
            let at = [("target", player.name.as_str())];
            for (line, options) in [
                ("/draw", &[][..]),
                ("/endturn", &[]),
                ("/play accusation", &at),
                ("/play witness", &at),
            ] {
                let answer = other.command(&game.square, line, options).await;
                let text = answer.clone().says("").text();
                assert!(
                    text.contains(&words) || text.contains("do not hold"),
                    "{line}: {text}"
                );
            }
            for (line, option) in [
                ("/play accusation", "target"),
                ("/play curse", "blue"),
                ("/power", "use"),
                ("/flip", "position"),
                ("/pick", "position"),
                ("/confess", "position"),
                ("/kill", "target"),
                ("/guard", "target"),
                ("/cat", "target"),
            ] {
                let offered = other.offered(&game.square, line, option, "").await;
                assert_eq!(offered, [], "{line} {option}");
            }
        }
        for line in ["/draw", "/endturn", "/me", "/hand"] {
            mallory
                .command(&game.square, line, &[])
                .await
                .says("not playing");
        }
        player
            .command(&game.square, "/endturn", &[])
            .await
            .says("You have done nothing yet");
        if let Some((before, panel, draw)) = &old {
            before.press_stale(panel, draw).await.says("This is over");
        }
        assert_eq!(game.story(&mallory).await, story, "nothing has happened");

        // The own row, in another order, is nobody else's business.
        player
            .command(&game.square, "/tryals reorder", &[("order", "5 4 3 2 1")])
            .await
            .says("");
        salem.settle().await;
        if number == 1 {
            player.press(&panel, &draw).await.says("You draw");
        } else {
            player
                .command(&game.square, "/draw", &[])
                .await
                .says("You draw");
        }
        salem.settle().await;
        hears_no_cards(four, &mallory, player, &ends).await;
        old = Some((player.clone(), panel, draw));
    }

    // The status tells how many cards are left; the story is the same for everybody.
    let status = game.status(&mallory).await.text();
    assert!(
        status.contains("Deck") && status.contains("iscard"),
        "{status}"
    );
    let public = mallory.command(&game.square, "/board", &[]).await.text();
    assert_eq!(public, status);
    let told = mallory.command(&game.square, "/history", &[]).await.text();
    for player in four {
        let own = player.command(&game.square, "/history", &[]).await.text();
        assert_eq!(own, told);
    }
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_each_edition_with_the_same_people_never_cross_hands() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let forum = salem.game("Forum", &nine, &[]).await;
    let settings = [("players", "9"), ("dawn", "12h")];
    salem.create_edition(TABLETOP, "Table", &settings).await;
    let table = salem.begin("Table", &nine).await;
    salem.pass(DAWN + Length::MINUTE).await;

    let (before, there) = (game_as_seen(&forum, &nine[0]).await, &forum);
    let status = table.status(&nine[0]).await.text();
    let whose = status.lines().next().unwrap_or_default().to_owned();
    let player = nine.iter().find(|player| whose.contains(&player.name));
    let player = player.unwrap_or_else(|| panic!("whose turn? {whose}"));
    let dm = player.dm(&salem.bot_id).await;

    // In the forum's rooms there is nothing to draw; what only the tabletop game has, says so.
    for line in ["/draw", "/endturn", "/power", "/tryals reorder"] {
        let answer = player.command(&there.square, line, &[]).await;
        answer.says("knows no such command");
    }
    // In a DM what only one of the two has is that one's.
    player
        .command(&dm, "/endturn", &[])
        .await
        .says("You have done nothing yet");
    let games = player.offered(&dm, "/draw", "game", "").await;
    assert_eq!(games.len(), 1, "{games:?}");
    // It has to be said which game is meant, where both have such a thing.
    let other = nine
        .iter()
        .find(|other| other.id != player.id)
        .expect("others");
    let at = [("target", other.name.as_str())];
    let answer = player
        .command(&dm, "/play accusation", &at)
        .await
        .says("Which one");
    assert_eq!(answer.post().buttons(), ["Forum", "Table"]);
    assert_eq!(game_as_seen(&forum, &nine[0]).await, before);

    player.command(&dm, "/draw", &[]).await.says("You draw");
    salem.settle().await;
    assert_eq!(game_as_seen(&forum, &nine[0]).await, before);
    for person in &nine {
        for post in person.read(&person.dm(&salem.bot_id).await).await {
            let text = post.text();
            let named = ["-# Forum\n", "-# Table\n"]
                .iter()
                .any(|head| text.starts_with(head));
            let is_test = text.starts_with("This is a test message");
            assert!(
                post.is_private() || named || is_test,
                "of which game is this?\n{text}"
            );
        }
    }
    salem.end().await;
}

/// The newest message to this player that begins so: by DM, or in the player's thread.
async fn panel(salem: &Salem, game: &Game, player: &Human, head: &str) -> Post {
    let place = match player.threads(&game.back_rooms).await.first() {
        Some(thread) => word(&thread["id"]),
        None => player.dm(&salem.bot_id).await,
    };
    let posts = player.read(&place).await.into_iter().rev();
    let mut found = posts.filter(|post| post.text().contains(head) && !post.is_private());
    let name = &player.name;
    found
        .next()
        .unwrap_or_else(|| panic!("no {head} for {name}"))
}

async fn post_with(channel: &str, reader: &Human, words: &str) -> Post {
    let posts = reader.read(channel).await;
    let found = posts.into_iter().find(|post| post.text().contains(words));
    found.unwrap_or_else(|| panic!("nothing with {words}"))
}

async fn story_line(game: &Game, reader: &Human, words: &str) -> String {
    let story = game.story(reader).await;
    let found = story.iter().find(|text| text.contains(words));
    found
        .unwrap_or_else(|| panic!("no {words} in {story:#?}"))
        .clone()
}

fn line_of<'t>(text: &'t str, name: &str) -> &'t str {
    let mut lines = text.lines();
    let found = lines.find(|line| line.contains(&format!("` {name} ")));
    found.unwrap_or_else(|| panic!("no line of {name} in\n{text}"))
}

async fn game_as_seen(game: &Game, viewer: &Human) -> (Vec<String>, String, String) {
    let status = game.status(viewer).await.text();
    (game.story(viewer).await, status, game.me(viewer).await.text)
}

/// Where the feeds of all who could overhear something end now: the players', then the outsider's.
async fn ends(players: &[Human], outsider: &Human) -> Vec<u64> {
    let mut ends = Vec::new();
    for player in players.iter().chain([outsider]) {
        ends.push(player.feed_end().await);
    }
    ends
}

/// What came to the others' clients names no card that this player has drawn, nor the order of any row.
async fn hears_no_cards(players: &[Human], outsider: &Human, player: &Human, since: &[u64]) {
    let all = players.iter().chain([outsider]);
    for (other, since) in all.zip(since).filter(|(other, _)| other.id != player.id) {
        let (_, entries) = other.feed(*since).await;
        let mut drawn = 0;
        for entry in &entries {
            let public = entry["event"] == "MESSAGE_CREATE" || entry["event"] == "MESSAGE_UPDATE";
            let text = entry["data"]["content"].as_str().unwrap_or_default();
            let own = entry["data"]["flags"].as_u64().unwrap_or(0) & (1 << 6) != 0;
            if !public || own || text.contains("is yours") {
                continue;
            }
            drawn += u32::from(text.contains("draws"));
            for secret in ["You draw", "Tryals: ", "Hand (", "Accusation"] {
                assert!(!text.contains(secret), "{} reads: {text}", other.name);
            }
        }
        assert!(drawn > 0, "{} heard of the draw: {entries:#?}", other.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conspiracy_and_a_night_are_played_by_panels_and_tell_nobody_else() {
    let mut salem = Salem::new().await;
    let seven = &salem.nine().await[..7];
    let mallory = salem.member("Mallory").await;
    let settings = [
        ("players", "7"),
        ("characters", "off"),
        ("report_inactive", "off"),
        ("reminders", "off"),
    ];
    salem.create_edition(TABLETOP, "Salem", &settings).await;
    let game = salem.begin("Salem", seven).await;
    salem.pass(DAWN).await;

    // All draw, until the Conspiracy comes.
    draw_until(&salem, &game, &mallory, "## Conspiracy 1").await;
    if let Some((chooser, post)) = asked(&salem, &game, "The Black Cat scratches").await {
        let reveal = post.button("Reveal Tryal").expect("a Tryal to reveal");
        for other in seven.iter().filter(|other| other.id != chooser.id) {
            let answer = other
                .command(&game.square, "/flip", &[("position", "1")])
                .await;
            answer.says("");
        }
        assert!(game.status(&mallory).await.text().contains("scratches"));
        chooser.press(&post, &reveal).await.says("revealed");
        salem.settle().await;
        chooser
            .press_stale(&post, &reveal)
            .await
            .says("This is over");
    }
    let ends = ends(seven, &mallory).await;
    let mut picks = Vec::new();
    for player in &seven[1..] {
        let post = panel(&salem, &game, player, "**Conspiracy.**").await;
        let buttons = post.buttons();
        player.press(&post, &buttons[0]).await.says("You picked");
        player.press(&post, &buttons[1]).await.says("You picked");
        player
            .command(&game.square, "/pick", &[("position", "9")])
            .await
            .says("from 1 to 5");
        picks.push((player, post, buttons));
    }
    player_cannot(&game, &seven[1], "/draw", "").await;
    player_cannot(&game, &seven[1], "/tryals reorder", "").await;
    salem.settle().await;
    hears_nothing(&game, seven, &mallory, &ends).await;
    let post = panel(&salem, &game, &seven[0], "**Conspiracy.**").await;
    seven[0]
        .press(&post, &post.buttons()[0])
        .await
        .says("You picked");
    salem.settle().await;
    let (player, post, buttons) = &picks[0];
    player
        .press_stale(post, &buttons[0])
        .await
        .says("This is over");
    for player in seven {
        panel(
            &salem,
            &game,
            player,
            "Shuffled, your hidden Tryals lie like this",
        )
        .await;
    }

    // Then until the Night.
    draw_until(&salem, &game, &mallory, "## Night 1").await;
    let ends = self::ends(seven, &mallory).await;
    let everybody = game.everybody().await;
    let victim = everybody.iter().find(|(_, me)| !me.witch && !me.constable);
    let (victim, _) = victim.expect("somebody of the Town").clone();
    let saved = everybody
        .iter()
        .find(|(one, me)| one.id != victim.id && !me.constable);
    let (saved, _) = saved.expect("somebody else").clone();
    for (player, me) in &everybody {
        let at = [("target", victim.name.as_str())];
        let answer = player.command(&game.square, "/kill", &at).await;
        answer.says(if me.witch {
            "You name"
        } else {
            "Only the coven"
        });
        let to = [("target", saved.name.as_str())];
        let answer = player.command(&game.square, "/guard", &to).await;
        answer.says(if me.constable {
            &saved.name
        } else {
            "Only the Constable"
        });
        for (line, option) in [("/kill", "target"), ("/guard", "target")] {
            let may = (line == "/kill" && me.witch) || (line == "/guard" && me.constable);
            let offered = player.offered(&game.square, line, option, "").await;
            assert_eq!(offered.is_empty(), !may, "{line}");
        }
        player_cannot(&game, player, "/draw", "").await;
        assert_eq!(
            player
                .write(&game.square, "Hush!")
                .await
                .err()
                .map(|why| why.code),
            Some(Some(50013))
        );
    }
    salem.settle().await;
    hears_nothing(&game, seven, &mallory, &ends).await;
    salem.pass(Length::HOUR.times(12)).await;
    let story = game.story(&mallory).await.join("\n");
    assert!(
        story.contains(&format!("The gavel lies before **{}**", saved.name)),
        "{story}"
    );
    assert!(!story.contains("The coven has chosen"), "{story}");

    // The victim confesses what is harmless; the others keep silent.
    let safe = game
        .me(&victim)
        .await
        .hidden("Not a Witch")
        .expect("a harmless Tryal");
    let night = panel(&salem, &game, &victim, "## Night 1").await;
    let confess = night
        .option("Confess now", &format!("{safe}"))
        .expect("an option");
    victim
        .choose(&night, "Confess now, which is final…", &[&confess])
        .await
        .says("");
    salem.settle().await;
    victim
        .choose_stale(&night, "Confess now, which is final…", &[&confess])
        .await
        .says("");
    salem.pass(Length::HOUR.times(12)).await;
    let story = game.story(&mallory).await.join("\n");
    let fate = format!(
        "The coven has chosen **{0}**. But {0} has confessed",
        victim.name
    );
    assert!(story.contains(&fate), "{story}");
    salem.end().await;
}

async fn player_cannot(game: &Game, player: &Human, line: &str, words: &str) {
    player.command(&game.square, line, &[]).await.says(words);
}

/// Whoever's turn it is draws two cards, one after the other, until the status message begins so.
async fn draw_until(salem: &Salem, game: &Game, viewer: &Human, head: &str) {
    for _ in 0..60 {
        let status = game.status(viewer).await.text();
        let first = status.lines().next().unwrap_or_default();
        if first.starts_with(head) {
            return;
        }
        let drawing = game
            .players
            .iter()
            .find(|player| first.ends_with(&player.name));
        let drawing = drawing.unwrap_or_else(|| panic!("whose turn? {status}"));
        drawing
            .command(&game.square, "/draw", &[])
            .await
            .says("You draw");
        salem.settle().await;
    }
    panic!("no {head}");
}

/// Who is asked something with these words now, and where.
async fn asked(salem: &Salem, game: &Game, words: &str) -> Option<(Human, Post)> {
    for player in &game.players {
        let posts = player.read(&player.dm(&salem.bot_id).await).await;
        let found = posts.into_iter().find(|post| {
            post.text().contains(words) && !post.buttons().is_empty() && !post.is_private()
        });
        if let Some(post) = found {
            return Some((player.clone(), post));
        }
    }
    None
}

/// Nothing has been said in the town, and nothing came to those who were not meant.
async fn hears_nothing(game: &Game, players: &[Human], outsider: &Human, since: &[u64]) {
    for (person, since) in players.iter().chain([outsider]).zip(since) {
        let (_, entries) = person.feed(*since).await;
        for entry in &entries {
            let told = entry["event"] == "MESSAGE_CREATE" || entry["event"] == "MESSAGE_UPDATE";
            let own = entry["data"]["flags"].as_u64().unwrap_or(0) & (1 << 6) != 0;
            let here = entry["data"]["channel_id"] == game.square.as_str();
            assert!(!(told && here && !own), "{}: {entry}", person.name);
        }
    }
}
