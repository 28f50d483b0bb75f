//! What there is before and beside a game: commands, setup, who may do what, and how it is refused.

use town_crier::rehearsal::stand_in::acts::AnswerKind;
use town_crier::rehearsal::stand_in::world::model::Target;
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_offered_once_in_servers_and_in_dms() {
    let town = Town::new().await;
    let mut offered = town.host.offered_commands(town.general);
    let dm = town.host.open_dm(town.bot_id).expect("a DM");
    let mut in_dm = town.host.offered_commands(dm);
    offered.sort();
    in_dm.sort();
    for command in [
        "/play witness",
        "/chat open",
        "/host end",
        "/flip",
        "/game create",
        "/hand",
    ] {
        assert!(
            offered
                .iter()
                .any(|known| known.trim_start_matches('/') == &command[1..]),
            "{command} in {offered:?}"
        );
    }
    let mut once = offered.clone();
    once.dedup();
    assert_eq!(once, offered, "a command is offered twice");
    assert_eq!(in_dm, offered, "in DMs there are other commands");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h9_games_are_opened_by_managers_and_by_the_role_that_setup_names() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    let create = [("name", "Ann's game")];
    let answer = ann
        .type_command(town.general, "/game create", &create)
        .await
        .expect("is there");
    said(&answer, "may manage this server");
    assert_eq!(town.games(), []);

    let role = town.behind.role(town.guild, "Hosts", 0).expect("a role");
    let named = role.to_string();
    let answer = town
        .host
        .type_command(town.general, "/setup", &[("host_role", named.as_str())])
        .await
        .expect("is there");
    said(&answer, "members with the role");
    said(&answer, "all the permissions");

    town.behind
        .set_role(town.guild, ann.id(), role, true)
        .expect("has it");
    let answer = ann
        .type_command(town.general, "/game create", &create)
        .await
        .expect("is there");
    said(&answer, "sign-up is open");
    assert_eq!(town.games().len(), 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_is_named_with_where_to_click() {
    let few =
        town_crier::discord::permissions::required() & !bit::MANAGE_THREADS & !bit::PIN_MESSAGES;
    let town = Town::with_permissions(few).await;
    let answer = town
        .host
        .type_command(town.general, "/setup", &[])
        .await
        .expect("is there");
    said(&answer, "Manage Threads");
    said(&answer, "Pin Messages");
    said(&answer, "Server Settings > Roles");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_without_a_game_say_what_to_do_and_change_nothing() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    let dm = ann.open_dm(town.bot_id).expect("a DM");
    for (line, words) in [
        ("/me", "not playing in any game"),
        ("/hand", "not playing in any game"),
        ("/play witness", "not playing in any game"),
        ("/host pause", "not the host"),
        ("/game start", "no sign-up open"),
        ("/board", "no game here"),
    ] {
        for channel in [town.general, dm] {
            let answer = ann.type_command(channel, line, &[]).await.expect(line);
            said(&answer, words);
        }
    }
    let answer = ann
        .type_command(dm, "/game create", &[("name", "x")])
        .await
        .expect("is there");
    said(&answer, "in a server");
    let answer = ann
        .type_command(dm, "/game rules", &[])
        .await
        .expect("is there");
    assert_eq!(answer.kind, AnswerKind::Message);
    assert!(answer.is_private());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_bad_length_or_name_is_not_opened() {
    let town = Town::new().await;
    for (options, words) in [
        (vec![("name", "Salem"), ("day", "30s")], "1 minute"),
        (vec![("name", "Salem"), ("night", "15d")], "14 days"),
        (vec![("name", "Salem"), ("day", "soon")], "24h"),
        (vec![("name", "\u{200B}*_\u{200B}")], "name"),
    ] {
        let answer = town
            .host
            .type_command(town.general, "/game create", &options)
            .await
            .expect("is there");
        said(&answer, words);
        assert_eq!(town.games(), []);
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_length_that_an_edition_does_not_have_is_answered_with_those_it_has() {
    let town = Town::new().await;
    for (edition, option, value, words) in [
        (
            "salem-1692-tabletop",
            "day",
            "24h",
            "no `day`. Of these it has `preset`, `turn`, `night`",
        ),
        (
            "salem-1692-forum",
            "turn",
            "24h",
            "no `turn`. Of these it has `day`, `night`",
        ),
        ("salem-1692-forum", "preset", "live", "no `preset`"),
    ] {
        let options = [("name", "Salem"), ("edition", edition), (option, value)];
        let answer = town
            .host
            .type_command(town.general, "/game create", &options)
            .await
            .expect("is there");
        said(&answer, words);
        assert_eq!(town.games(), []);
    }
    let options = [
        ("name", "Salem"),
        ("edition", "salem-1692-tabletop"),
        ("turn", "2h"),
    ];
    town.host
        .type_command(town.general, "/game create", &options)
        .await
        .expect("is there");
    assert_eq!(town.games().len(), 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_cannot_post_no_sign_up_is_opened() {
    let town = Town::new().await;
    let quiet = town
        .behind
        .channel(town.guild, "quiet", 0, None)
        .expect("a channel");
    town.behind
        .overwrite(quiet, Target::Member(town.bot_id), 0, bit::SEND_MESSAGES)
        .expect("muted");
    let create = [("name", "Salem")];
    let answer = town
        .host
        .type_command(quiet, "/game create", &create)
        .await
        .expect("is there");
    said(&answer, "I lack **Send Messages** here");
    assert_eq!(town.games(), []);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_room_is_named_before_anything_is_started() {
    let town = Town::new().await;
    let game = town.create("Salem").await;
    for player in town.nine() {
        said(&town.join(&player, "Salem").await, "You are in");
    }
    for number in 0..495 {
        town.behind
            .channel(town.guild, &format!("room-{number}"), 0, None)
            .expect("a channel");
    }
    said(&town.start("Salem").await, "496 of 500 channels");
    let view = town.bot().host().view(game).expect("the game");
    assert!(view.session.play.is_none());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_registered_for_one_server_alone_are_removed_at_the_start() {
    let mut town = Town::empty(town_crier::discord::permissions::required(), false).await;
    let url = format!(
        "{}/api/v10/applications/{}/guilds/{}/commands",
        town.stand_in.api_base(),
        town.bot_id,
        town.guild
    );
    let stale = serde_json::json!([{ "name": "play", "description": "of old", "type": 1 }]);
    let registered = reqwest::Client::new()
        .put(url)
        .header("authorization", format!("Bot {}", town.token()))
        .json(&stale)
        .send()
        .await
        .expect("answered");
    assert!(registered.status().is_success());
    assert_eq!(town.host.offered_commands(town.general), ["/play"]);
    town.start_bot().await;
    // Nobody waits for it at the start, so it may come a moment later.
    let mut changes = town.stand_in.shared().changes();
    let removed = async {
        loop {
            let offered = town.host.offered_commands(town.general);
            if !offered.contains(&"/play".to_owned()) {
                return offered;
            }
            changes.changed().await.expect("the stand-in runs");
        }
    };
    let removed = tokio::time::timeout(std::time::Duration::from_secs(20), removed);
    let offered = removed.await.expect("they are removed in time");
    assert!(offered.iter().any(|line| line == "/play witness"));
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guide_suggests_its_topics_to_anybody() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    let topics = ann
        .autocomplete(town.general, "/game rules", "topic", "", &[])
        .await
        .expect("offered");
    assert!(topics.len() > 3, "{topics:?}");
    let word = topics[1].value.as_str().expect("a word").to_owned();
    let answer = ann
        .type_command(town.general, "/game rules", &[("topic", word.as_str())])
        .await
        .expect("is there");
    assert!(answer.is_private() && answer.text().len() > 40);
    town.end().await;
}
