//! Bad input gets a clear answer to the one who gave it, changes nothing, and is never a panic.

use serde_json::{Value, json};
use town_crier::kernel::time::Length;

use crate::people::{Answer, Human, Post, word};
use crate::salem::{Game, Salem};

/// A line and its options.
type Line<'a> = (&'a str, &'a [(&'a str, &'a str)]);

#[tokio::test(flavor = "multi_thread")]
async fn wrong_options_before_the_game_are_answered_and_change_nothing() {
    let mut salem = Salem::new().await;
    let ann = salem.member("Ann").await;
    let watch = Watch::begin(&salem, std::slice::from_ref(&ann)).await;
    for (options, words) in [
        (&[("name", "Salem"), ("day", "0m")][..], "1 minute"),
        (&[("name", "Salem"), ("day", "15d")], "14"),
        (&[("name", "Salem"), ("night", "soon")], "such as"),
        (&[("name", "Salem"), ("day", "-5h")], "such as"),
        (&[("name", "Salem"), ("day", "99999999999999999999d")], ""),
        (&[("name", "👻👻👻")], "letter or a digit"),
    ] {
        let answer = salem
            .host
            .command(&salem.general, "/game create", options)
            .await;
        clear(answer.says(words));
    }
    for (line, options) in [
        ("/game start", &[][..]),
        ("/game cancel", &[]),
        ("/game set", &[("setting", "players"), ("value", "9")]),
        ("/game status", &[]),
        ("/me", &[]),
        ("/play witness", &[("target", "Ann")]),
        ("/host end", &[]),
        ("/history", &[("day", "yesterday")]),
        ("/flip", &[("position", "17")]),
    ] {
        clear(salem.host.command(&salem.general, line, options).await);
        clear(ann.command(&salem.general, line, options).await);
        clear(
            ann.command(&ann.dm(&salem.bot_id).await, line, options)
                .await,
        );
    }
    clear(
        ann.command(&salem.general, "/game create", &[("name", "Mine")])
            .await
            .says("manage"),
    );
    watch.saw_nothing(&salem).await;

    salem.create("Salem", &[]).await;
    let before = salem.sign_up(&ann, "Salem").await;
    let watch = Watch::begin(&salem, std::slice::from_ref(&ann)).await;
    for (setting, value) in [
        ("players", "13"),
        ("players", "nine"),
        ("day", "0"),
        ("shift_window", "23h"),
        ("chats_per_player", "-1"),
        ("reminders", "6h,,1h,"),
        ("grace", "forever"),
        ("dawn_early", "maybe"),
        ("witches", "3"),
        (" ", " "),
    ] {
        let options = [("setting", setting), ("value", value)];
        clear(
            salem
                .host
                .command(&salem.general, "/game set", &options)
                .await,
        );
        clear(ann.command(&salem.general, "/game set", &options).await);
    }
    clear(salem.start("Salem").await.says("0 of 9"));
    clear(
        salem
            .host
            .command(&salem.general, "/game start", &[("game", "Boston")])
            .await
            .says("no game of yours"),
    );
    watch.saw_nothing(&salem).await;
    assert_eq!(salem.sign_up(&ann, "Salem").await.text(), before.text());
    salem.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_in_the_game_is_answered_and_changes_nothing() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, &[]).await;
    let mallory = salem.member("Mallory").await;
    let mut watching = nine.clone();
    watching.push(mallory.clone());
    let (witches, town) = game.sides().await;
    let (ann, dead) = (&town[0], &town[1]);
    let morning = panel(&salem, ann, "## Dawn").await;
    game.to_first_day(&salem, &witches, ann).await;
    game.host(&salem, "/host remove", &[("player", &dead.name)])
        .await
        .says("is removed");
    let watch = Watch::begin(&salem, &watching).await;

    // The dead, the foreign and the unknown as targets; nonsense for positions, cards, marks and lengths of time.
    let targets = [
        dead.name.as_str(),
        ann.name.as_str(),
        "Mallory",
        "99",
        "0",
        "-1",
        "nobody",
        " ",
        "<@1>",
        "🦄",
    ];
    for target in targets {
        for card in [
            "accusation",
            "evidence",
            "witness",
            "alibi",
            "arson",
            "curse",
            "stocks",
            "asylum",
            "piety",
        ] {
            clear(
                ann.command(
                    &game.square,
                    &format!("/play {card}"),
                    &[("target", target)],
                )
                .await,
            );
        }
        let both = [("target", target), ("receiver", target)];
        clear(ann.command(&game.square, "/play robbery", &both).await);
        clear(ann.command(&game.square, "/play scapegoat", &both).await);
    }
    let other = town[2].name.as_str();
    let by_day: &[Line<'_>] = &[
        ("/play curse", &[("target", other), ("blue", "the-red-one")]),
        (
            "/play alibi",
            &[("target", other), ("marks", "all of them")],
        ),
        ("/flip", &[]),
        ("/flip", &[("target", other), ("position", "3")]),
        ("/flip", &[("target", other), ("position", "six")]),
        ("/pick", &[("position", "3")]),
        ("/pick", &[("position", "0")]),
        ("/cat", &[("target", other)]),
        ("/kill", &[("target", other)]),
        ("/guard", &[("target", other)]),
        ("/confess", &[("position", "1")]),
        ("/chat open", &[("with", other)]),
        ("/chat invite", &[("player", other)]),
        ("/chat invite", &[("player", other), ("chat", "65536")]),
        ("/chat leave", &[("chat", "chat")]),
        ("/history", &[("day", "-1")]),
        ("/history", &[("day", "yesterday")]),
        ("/game rules", &[("topic", "everything")]),
        ("/me", &[("game", "ffffffffffffffff")]),
        ("/host pause", &[]),
        ("/host resume", &[]),
        ("/host extend", &[("by", "1d")]),
        ("/host advance", &[]),
        ("/host end", &[]),
        ("/host remove", &[("player", other)]),
        (
            "/host replace",
            &[("player", other), ("with", mallory.id.as_str())],
        ),
        ("/host secrets", &[]),
        ("/host check", &[]),
    ];
    for (line, options) in by_day {
        for somebody in [ann, dead, &witches[0], &mallory] {
            clear(somebody.command(&game.square, line, options).await);
        }
        // Whom the client does not find in a DM cannot be named there.
        let dm = ann.dm(&salem.bot_id).await;
        if let Ok(answer) = ann.try_command(&dm, line, options).await {
            clear(answer);
        }
    }
    for (line, options) in [
        ("/host extend", &[("by", "soon")][..]),
        ("/host extend", &[("by", "-5h")]),
        ("/host extend", &[("by", "15d")]),
        ("/host extend", &[("by", "99999999999999999999d")]),
        ("/host resume", &[]),
        ("/host remove", &[("player", dead.name.as_str())]),
        (
            "/host replace",
            &[("player", other), ("with", dead.id.as_str())],
        ),
        (
            "/host replace",
            &[("player", other), ("with", salem.bot_id.as_str())],
        ),
        (
            "/host replace",
            &[("player", "Mallory"), ("with", mallory.id.as_str())],
        ),
    ] {
        let answer = salem.host.command(&game.desk, line, options).await;
        // What is asked once more is refused when it is meant.
        let answer = match answer.post().buttons().first() {
            Some(sure) => salem.host.press(&answer.post(), sure).await,
            None => answer,
        };
        clear(answer);
    }
    for somebody in [dead, &mallory] {
        for line in ["/play witness", "/play accusation"] {
            clear(
                somebody
                    .command(&game.square, line, &[("target", other)])
                    .await,
            );
        }
    }
    // Suggestions, too, are asked for with nonsense; the dead and the foreign are offered nothing.
    for (option, typed) in [("target", "💀"), ("game", "\"';--"), ("target", "")] {
        for somebody in [dead, &mallory] {
            let offered = somebody
                .offered(&game.square, "/play witness", option, typed)
                .await;
            assert!(option == "game" || offered.is_empty(), "{offered:?}");
        }
        ann.offered(&game.square, "/play witness", option, typed)
            .await;
    }
    watch.saw_nothing(&salem).await;

    // Buttons of another phase, and such as this bot never made, in a message that has its name all the same.
    let day = panel(&salem, ann, "## Day 1").await;
    let card = word(&day.menu("Play a card").expect("a menu")["options"][0]["value"]);
    let forged = forged(&salem, &game, ann).await;
    salem.pass(Length::DAY).await;
    let watch = Watch::begin(&salem, &watching).await;
    clear(ann.choose_stale(&day, "Play a card…", &[&card]).await);
    if let Some(menu) = morning.menu("Who gets") {
        clear(
            ann.choose_stale(&morning, &word(&menu["custom_id"]), &["1"])
                .await,
        );
    }
    for (post, buttons) in &forged {
        for button in buttons {
            for somebody in [ann, dead, &mallory, &salem.host] {
                clear(somebody.press(post, button).await);
            }
        }
    }

    // At Night.
    let mate = witches[1].name.as_str();
    let at_night: &[Line<'_>] = &[
        ("/kill", &[("target", dead.name.as_str())]),
        ("/kill", &[("target", mate)]),
        ("/kill", &[("target", "Mallory")]),
        ("/kill", &[("target", "99")]),
        ("/guard", &[("target", dead.name.as_str())]),
        ("/guard", &[("target", "Mallory")]),
        ("/confess", &[("position", "6")]),
        ("/confess", &[("position", "first")]),
        ("/confess", &[("position", "withdraw")]),
        ("/chat open", &[("with", "Mallory")]),
        ("/chat open", &[("with", "99")]),
        ("/chat open", &[("with", "1,2,3,4")]),
        ("/chat open", &[("with", ",,,"), ("also", "Mallory")]),
        ("/chat invite", &[("player", mate), ("chat", "12")]),
        ("/chat leave", &[("chat", "-12")]),
        ("/play accusation", &[("target", other)]),
        ("/pick", &[("position", "1")]),
    ];
    for (line, options) in at_night {
        for somebody in [ann, dead, &witches[0], &mallory] {
            clear(somebody.command(&game.square, line, options).await);
        }
    }
    for (player, me) in game.everybody().await {
        if me.constable {
            clear(game.name(&player, "/guard", &player.name).await.says(""));
        } else {
            clear(game.name(&player, "/guard", other).await);
        }
        clear(
            player
                .command(&game.square, "/chat open", &[("with", &player.name)])
                .await,
        );
    }
    watch.saw_nothing(&salem).await;

    // The dead and the foreign write nowhere that they should not.
    for room in [
        &game.square,
        &game.woods,
        &game.back_rooms,
        &game.desk,
        &game.graveyard,
    ] {
        mallory
            .write(room, "Hello!")
            .await
            .expect_err("a stranger writes");
        if room != &game.graveyard {
            dead.write(room, "Hello!")
                .await
                .expect_err("the dead write");
        }
        ann.write(room, "Hello!").await.expect_err("it is Night");
    }
    salem.end().await;
}

/// Checks that somebody was answered: in private, in words, and not by a bug.
#[track_caller]
pub fn clear(answer: Answer) {
    let text = answer.says("").text();
    assert!(text.len() > 8, "{text:?}");
    for word in ["mistake of its own", "panic", "Error", "error:"] {
        assert!(!text.contains(word), "{text}");
    }
}

/// Messages of the bot with buttons that mean nothing (any more), as from another version of it.
async fn forged(salem: &Salem, game: &Game, player: &Human) -> Vec<(Post, Vec<String>)> {
    let posts = player.read(&game.square).await;
    let real = posts
        .iter()
        .find_map(|post| Some(word(&post.controls().first()?["custom_id"])));
    let real = real.expect("the status message's button");
    let own = real.split(':').nth(1).expect("the game");
    let ids = [
        "x".to_owned(),
        "tc1".to_owned(),
        "tc1:::".to_owned(),
        "tc0:0000000000000000:me:".to_owned(),
        "tc1:0000000000000000:me:".to_owned(),
        format!("tc1:{own}:me"),
        format!("tc1:{own}:nothing:"),
        format!("tc1:{own}:play:card=accusation-99"),
        format!("tc1:{own}:play:card=accusation-1&p=0&target=1"),
        format!("tc1:{own}:play:card=%FF%FE"),
        format!("tc1:{own}:kill:p=zzzz&target=1"),
        format!("tc1:{own}:pick:p=ffffffff&position=1"),
        format!("tc1:{own}:flip:p=1&position=99999999999999999999"),
        format!("tc1:{own}:chat.open:p=0&members=1,1,1"),
        format!("tc1:{own}:chat.leave:chat=65535"),
        format!("tc1:{own}:consent:p=1&yes=yes"),
        format!("tc1:{own}:confess:p=0&position=1&sure=yes"),
        format!("tc1:{own}:join:reach=dm"),
        format!("tc1:{own}:thread:"),
        format!("tc1:{own}:lobby.accept:ok=0"),
    ];
    let mut forged = Vec::new();
    for chunk in ids.chunks(5) {
        let buttons: Vec<Value> = chunk
            .iter()
            .map(|id| json!({ "type": 2, "style": 1, "label": "Old", "custom_id": id }))
            .collect();
        let body =
            json!({ "content": "Old", "components": [{ "type": 1, "components": buttons }] });
        let message = salem.post_as_bot(&game.square, body).await;
        let posts = player.read(&game.square).await;
        let post = posts
            .into_iter()
            .find(|post| post.id() == message)
            .expect("it is there");
        forged.push((post, chunk.to_vec()));
    }
    forged
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

/// Whoever could see that something has changed, and how far they have seen.
struct Watch {
    people: Vec<(Human, u64, Vec<Value>)>,
}

impl Watch {
    async fn begin(salem: &Salem, people: &[Human]) -> Watch {
        salem.settle().await;
        let mut watching = Vec::new();
        for human in people.iter().chain([&salem.host, &salem.owner]) {
            // A DM that is opened is no change of anything.
            human.dm(&salem.bot_id).await;
            let places = places(human).await;
            watching.push((human.clone(), human.feed_end().await, places));
        }
        Watch { people: watching }
    }

    /// Nobody was sent anything but answers of their own, and all channels are as they were.
    async fn saw_nothing(&self, salem: &Salem) {
        salem.settle().await;
        for (human, since, places) in &self.people {
            let entries = human.feed(*since).await.1;
            let seen = entries.iter().find(|entry| !is_own_answer(entry));
            assert!(seen.is_none(), "{} was shown {seen:#?}", human.name);
            assert_eq!(&self::places(human).await, places, "{}", human.name);
        }
    }
}

/// The channels of a server that somebody sees.
async fn places(human: &Human) -> Vec<Value> {
    let places = human.places().await.into_iter();
    places.filter(|place| place["kind"] != 1).collect()
}

/// What comes to somebody because of what that person has just done: the answers, and the DM that is opened to ask there.
fn is_own_answer(entry: &Value) -> bool {
    let is_dm = entry["event"] == "CHANNEL_CREATE" && entry["data"]["type"] == 1;
    is_dm || entry["data"]["flags"].as_u64().unwrap_or(0) & 64 != 0
}
