//! Live games at full tables of people with nasty names: what goes over the wire is within Discord's limits (the stand-in
//! refuses what Discord refuses, and has refused nothing), calls nobody whom it does not mean to, and tells people apart.

use std::collections::BTreeSet;

use serde_json::Value;
use town_crier::games::Stand;
use town_crier::kernel::ids::GameId;
use town_crier::rehearsal::stand_in::acts::{Person, Seen};

use crate::town::{Town, said};

/// Names as people choose them who want to see what happens, and some that look alike.
fn names() -> Vec<String> {
    let stars = format!("a{}", "*".repeat(31));
    let smiles = format!("a{}", "😀".repeat(31));
    [
        "<@1>",
        "@everyone",
        "**Ann** __x__ ||z||",
        "A\u{200B}n\u{200D}n",
        "\u{202E}nnA\u{202C}",
        "אנה אנה אנה אנה אנה אנה אנה אנה",
        "# @here [a](https://e.example)",
        &stars,
        &stars,
        &smiles,
        &smiles,
        "Seat 1 (2)",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// A town with a full table of them, and a game of this edition that has begun.
async fn begun(edition: &str, set: &[(&str, &str)]) -> (Town, Vec<Person>, GameId) {
    let town = Town::new().await;
    let players: Vec<Person> = names().iter().map(|name| town.member(name)).collect();
    let options = [("name", "Salem"), ("edition", edition)];
    let created = town
        .host
        .type_command(town.general, "/game create", &options);
    said(&created.await.expect("is there"), "sign-up is open");
    for (setting, value) in set.iter().chain(&[("players", "12")]) {
        let options = [("setting", *setting), ("value", *value)];
        let answer = town.host.type_command(town.general, "/game set", &options);
        said(&answer.await.expect("is there"), "is now");
    }
    for player in &players {
        said(&town.join(player, "Salem").await, "You are in");
    }
    said(&town.start("Salem").await, "The game begins");
    let game = town.games()[0];
    town.settle(game).await;
    (town, players, game)
}

/// Everybody uses everything that their messages from the bot offer, and what comes of it, once.
async fn everybody_uses_everything(town: &Town, game: GameId, players: &[Person]) {
    for (index, player) in players.iter().enumerate() {
        let places = player.channels().into_iter();
        for place in places.filter(|place| place.kind == 1 || place.kind == 12) {
            let messages = player.read(place.id).unwrap_or_default().into_iter();
            // What is over has lost its controls.
            for message in
                messages.filter(|message| message.author == town.bot_id && !message.ephemeral)
            {
                use_all(player, &message, index, 2).await;
            }
        }
    }
    town.settle(game).await;
}

/// Presses every button and chooses from every menu; goes on with the answers so many times.
async fn use_all(player: &Person, message: &Seen, index: usize, depth: u8) {
    for button in message.buttons() {
        let Some(id) = button.custom_id.filter(|id| !id.contains("rooms.open")) else {
            continue;
        };
        // Another of its controls may have taken this one away.
        if let Ok(answer) = player.press(message.channel, message.id, &id).await
            && let Some(next) = answer.message.filter(|next| depth > 0 && next.ephemeral)
        {
            Box::pin(use_all(player, &next, index, depth - 1)).await;
        }
    }
    for menu in message.menus() {
        let count = menu.picks.0.max(1);
        let all = menu
            .options
            .iter()
            .cycle()
            .skip(index)
            .take(menu.options.len());
        let values: Vec<&str> = all.map(|(_, value)| value.as_str()).take(count).collect();
        let chosen = player.choose(message.channel, message.id, &menu.custom_id, &values);
        if let Ok(answer) = chosen.await
            && let Some(next) = answer.message.filter(|next| depth > 0 && next.ephemeral)
        {
            Box::pin(use_all(player, &next, index, depth - 1)).await;
        }
    }
}

/// Everybody looks at everything, and types a name.
async fn everybody_looks(town: &Town, game: GameId, players: &[Person], lines: &[&str]) {
    let square = town.square(game).await;
    for player in players {
        for line in lines {
            let answer = town.whisper(player, line, &[]).await;
            assert!(answer.is_private(), "{line}: {answer:?}");
        }
    }
    let choices = players[0].autocomplete(square, "/play accusation", "target", "", &[]);
    let choices = choices.await.unwrap_or_default();
    let labels: BTreeSet<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(labels.len(), choices.len(), "alike: {choices:?}");
    for line in ["/host check", "/host secrets"] {
        let answer = town.host.type_command(square, line, &[]).await;
        assert!(answer.expect("is there").is_private());
    }
}

/// From the start to the end by the host, over so many things that fall due.
async fn play(edition: &str, set: &[(&str, &str)], steps: usize) {
    let (town, players, game) = begun(edition, set).await;
    for step in 0..steps {
        everybody_uses_everything(&town, game, &players).await;
        if step == steps / 2 {
            let lines = ["/me", "/hand", "/board", "/history"];
            everybody_looks(&town, game, &players, &lines).await;
        }
        let view = town.bot().host().view(game).expect("the game");
        let Some(due) = view.session.due() else { break };
        town.pass_in(game, due - town.clock.now()).await;
    }
    let over = |view: &std::sync::Arc<town_crier::host::View>| view.session.stand() == Stand::Over;
    if !town.bot().host().view(game).as_ref().is_some_and(over) {
        town.end_game(game).await;
    }
    let trace = town.stand_in.trace().lines();
    judge(&trace);
    town.end().await;
}

/// What Discord's own requests say, of those that carry words.
fn judge(lines: &[Value]) {
    let mut seen = 0;
    let mut with_menus = 0;
    for line in lines.iter().filter(|line| line["kind"] == "rest") {
        let status = line["status"].as_u64().unwrap_or_default();
        assert!(status < 400, "refused: {line}");
        let body = match line["route"].as_str() {
            Some("/interactions/{interaction_id}/{interaction_token}/callback") => {
                &line["body"]["data"]
            }
            _ => &line["body"],
        };
        if let Some(content) = body["content"].as_str() {
            seen += 1;
            says_nothing_of_a_name(content, &body["allowed_mentions"], line);
        }
        for part in rows(body) {
            if let Some(options) = part["options"].as_array() {
                with_menus += 1;
                tells_apart(options, line);
            }
        }
        if let Some(choices) = body["choices"].as_array() {
            let labels: BTreeSet<&str> = choices
                .iter()
                .filter_map(|choice| choice["name"].as_str())
                .collect();
            assert_eq!(labels.len(), choices.len(), "alike: {line}");
        }
    }
    assert!(
        seen > 100 && with_menus > 10,
        "hardly a game: {seen} {with_menus}"
    );
    for line in lines
        .iter()
        .filter(|line| line["frame"]["t"] == "MESSAGE_CREATE")
    {
        let message = &line["frame"]["d"];
        assert_ne!(message["mention_everyone"], true, "{message}");
        assert!(
            message["mention_roles"]
                .as_array()
                .is_none_or(Vec::is_empty),
            "{message}"
        );
    }
}

fn rows(body: &Value) -> impl Iterator<Item = &Value> {
    let rows = body["components"].as_array().into_iter().flatten();
    rows.filter_map(|row| row["components"].as_array())
        .flatten()
}

/// Options that stand for seats have labels that differ.
fn tells_apart(options: &[Value], line: &Value) {
    let seats = options.iter().filter(|option| {
        let value = option["value"].as_str().unwrap_or_default();
        value.parse::<u8>().is_ok()
    });
    let labels: Vec<&Value> = seats.map(|option| &option["label"]).collect();
    let distinct: BTreeSet<String> = labels.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), labels.len(), "alike: {line}");
}

/// Without what is escaped, nothing is left that means anything to Discord but mentions of those who are named as pinged, of
/// channels, and times; and who may be pinged is always said.
fn says_nothing_of_a_name(content: &str, allowed: &Value, line: &Value) {
    let mut bare = String::new();
    let mut characters = content.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            other => bare.push(other),
        }
    }
    let parse = allowed["parse"].as_array();
    assert!(
        parse.is_some_and(Vec::is_empty),
        "who is pinged is left open: {line}"
    );
    for user in allowed["users"].as_array().into_iter().flatten() {
        let id = user
            .as_str()
            .map(str::to_owned)
            .unwrap_or_else(|| user.to_string());
        bare = bare.replace(&format!("<@{id}>"), "");
    }
    for live in [
        "<@",
        "@everyone",
        "@here",
        "</",
        "<:",
        "<a:",
        "](",
        "://e",
        "\u{202E}",
        "\u{200B}",
    ] {
        assert!(!bare.contains(live), "{live:?} in {line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_forum_table_of_nasty_names_is_taken_by_discord_and_calls_nobody() {
    play("salem-1692-forum", &[("role_cards", "on")], 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_tabletop_table_of_nasty_names_is_taken_by_discord_and_calls_nobody() {
    play("salem-1692-tabletop", &[("chats", "on")], 8).await;
}
