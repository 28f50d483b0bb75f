//! Hosts: pause, extend, end, secrets; and who is not a host.

use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn h2_a_pause_stops_every_clock_and_resuming_shifts_them() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.square(game).await;
    let host = |line: &'static str, options: &'static [(&'static str, &'static str)]| {
        let host = town.host.clone();
        async move { host.type_command(square, line, options).await.expect(line) }
    };
    let end = || {
        let text = nine[0]
            .last(square, |seen| seen.text().starts_with("## Day"))
            .expect("the status message")
            .text();
        let at = text.find("<t:").expect("when it ends") + 3;
        text[at..]
            .split(':')
            .next()
            .and_then(|s| s.parse::<i64>().ok())
            .expect("seconds")
    };
    let before = end();
    assert!(host("/host pause", &[]).await.is_private());
    town.settle(game).await;
    let accuser = town.holder(&nine, "Accusation").await;
    let target = nine
        .iter()
        .find(|player| player.id() != accuser.id())
        .expect("one")
        .name();
    let answer = town
        .whisper(accuser, "/play accusation", &[("target", &target)])
        .await;
    said(&answer, "paused");
    town.pass(Length::HOUR.times(2));
    assert!(host("/host resume", &[]).await.is_private());
    town.settle(game).await;
    assert_eq!(end(), before + 7200);
    assert!(host("/host extend", &[("by", "30m")]).await.is_private());
    town.settle(game).await;
    assert_eq!(end(), before + 7200 + 1800);
    said(&host("/host extend", &[("by", "soon")]).await, "24h");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h1_secrets_are_shown_to_a_host_who_does_not_play_privately_and_noted() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.square(game).await;
    let next = || town.bot().host().view(game).expect("the game").next;
    let before = next();
    let answer = town
        .host
        .type_command(square, "/host secrets", &[])
        .await
        .expect("is there");
    assert!(answer.is_private());
    assert!(
        next() > before || answer.text().contains("noted"),
        "not in the record"
    );
    let answer = nine[0]
        .type_command(square, "/host secrets", &[])
        .await
        .expect("is there");
    said(&answer, "not the host");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h1_a_host_who_plays_sees_no_secret() {
    let town = Town::new().await;
    let mut nine = town.nine();
    nine[8] = town.host.clone();
    let game = town.by_day("Salem", &nine).await;
    let square = town.square(game).await;
    let answer = town
        .host
        .type_command(square, "/host secrets", &[])
        .await
        .expect("is there");
    assert!(answer.is_private());
    assert!(!answer.text().contains("Tryals"), "{}", answer.text());
    let answer = town
        .host
        .type_command(square, "/host advance", &[])
        .await
        .expect("is there");
    assert!(answer.is_private());
    let phase = town.whisper(&nine[0], "/game status", &[]).await;
    said(&phase, "## Day 1");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_another_server_is_no_host_here() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let mallory = town.member("Mallory");
    let elsewhere = town.behind.guild("Elsewhere", &mallory).expect("a guild");
    town.behind
        .add_bot(
            town.bot_id,
            elsewhere,
            town_crier::discord::permissions::required(),
        )
        .expect("joins");
    let general = mallory
        .channels()
        .into_iter()
        .find(|place| place.guild == Some(elsewhere))
        .expect("general")
        .id;
    let wanted = game.to_string();
    let here = [("game", wanted.as_str())];
    for line in ["/host end", "/host pause", "/host secrets", "/host check"] {
        for channel in [general, town.general, town.dm(&mallory)] {
            let answer = mallory
                .type_command(channel, line, &here)
                .await
                .expect(line);
            assert!(answer.is_private());
            assert!(
                answer.text().contains("no game of yours"),
                "{line}: {}",
                answer.text()
            );
        }
    }
    let status = town.whisper(&nine[0], "/game status", &[]).await;
    said(&status, "## Day 1");

    // Who manages this server may end any game in it.
    let role = town
        .behind
        .role(town.guild, "Mods", bit::MANAGE_GUILD)
        .expect("a role");
    town.behind
        .set_role(town.guild, mallory.id(), role, true)
        .expect("has it");
    let answer = mallory
        .type_command(town.general, "/host end", &here)
        .await
        .expect("is there");
    let question = answer.message.expect("asks once more");
    let yes = question.buttons().remove(0).label;
    let press = mallory.press(town.general, question.id, &yes).await;
    assert!(press.expect("a button").is_private());
    town.settle(game).await;
    let story = town.story_in(&nine[0], town.square(game).await);
    assert!(
        story.iter().any(|line| line.contains("Nobody has won")),
        "{story:#?}"
    );
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h3_who_was_replaced_is_told_of_by_name_and_a_game_that_is_over_answers_in_its_rooms() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.square(game).await;
    let sub = town.member("Sue");
    let (gone, with) = (nine[0].name(), sub.id().to_string());
    let answer = town
        .host
        .type_command(
            square,
            "/host replace",
            &[("player", &gone), ("with", &with)],
        )
        .await
        .expect("is there");
    let question = answer.message.expect("a question");
    let yes = question.buttons().remove(0).label;
    let press = town.host.press(square, question.id, &yes).await;
    said(&press.expect("a button"), "Sue has seat");
    town.settle(game).await;
    let told = |words: &str| {
        let story = town.story_in(&nine[1], square);
        let line = story.iter().find(|line| line.contains(words)).cloned();
        line.unwrap_or_else(|| panic!("{words}: {story:#?}"))
    };
    assert!(told("takes over seat").contains(&format!("{gone} leaves the game")));

    town.end_game(game).await;
    town.settle(game).await;
    assert!(told("to Sue.").contains(&format!("{gone} gave seat")));
    let typed = |line: &'static str| nine[1].type_command(square, line, &[]);
    said(
        &typed("/board").await.expect("is there"),
        "The game is over",
    );
    said(
        &typed("/game status").await.expect("is there"),
        "The game is over",
    );
    said(&typed("/me").await.expect("is there"), "Tryals");
    town.end().await;
}
