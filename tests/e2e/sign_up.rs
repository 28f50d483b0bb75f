//! Signing up, settings, and what the start waits for.

use town_crier::kernel::lobby::Reach;
use town_crier::rehearsal::stand_in::acts::{Answer, AnswerKind};
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn people_join_and_leave_and_the_sign_up_shows_who_is_in() {
    let town = Town::new().await;
    let (ann, bob) = (town.member("Ann"), town.member("Bob"));
    town.create("Salem").await;
    said(&town.join(&ann, "Salem").await, "1 of 9");
    said(&town.join(&bob, "Salem").await, "2 of 9");
    let dm = ann.dm_with(town.bot_id).expect("a test DM");
    let test = ann.last(dm, |_| true).expect("a test DM");
    assert!(test.text().contains("Salem"), "{test:?}");
    said(&town.join(&ann, "Salem").await, "already");

    let board = town.sign_up(&bob, "2. Bob").await;
    let answer = bob.press(town.general, board.id, "Leave").await;
    said(&answer.expect("a button"), "left");
    let board = town.sign_up(&ann, "1 of 9").await;
    assert!(!board.text().contains("Bob"), "{}", board.text());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_be_reached_hears_it_at_once_and_may_use_a_thread() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    ann.close_dms(true).expect("closed");
    let game = town.create("Salem").await;
    let answer = town.join(&ann, "Salem").await;
    said(&answer, "Your DMs are closed");
    let reach = || {
        let view = town.bot().host().view(game).expect("the game");
        view.session.lobby.members[0].reach
    };
    assert_eq!(reach(), Reach::None);

    let message = answer.message.expect("an answer").id;
    let answer = ann
        .press(town.general, message, "Use a private thread")
        .await;
    let answer = answer.expect("a button");
    assert_eq!(answer.kind, AnswerKind::Updated);
    said(&answer, "private thread");
    assert_eq!(reach(), Reach::Thread);

    ann.close_dms(false).expect("open");
    said(&town.join(&ann, "Salem").await, "test DM has arrived");
    assert_eq!(reach(), Reach::Dm);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_is_refused_with_its_reason_until_all_is_well() {
    let town = Town::new().await;
    let nine = town.nine();
    town.create("Salem").await;
    for player in &nine[..8] {
        said(&town.join(player, "Salem").await, "You are in");
    }
    said(&town.start("Salem").await, "not full: 8 of 9");
    nine[8].close_dms(true).expect("closed");
    said(&town.join(&nine[8], "Salem").await, "Your DMs are closed");
    said(&town.start("Salem").await, "cannot be reached");
    let late = town.member("Joe");
    said(&town.join(&late, "Salem").await, "table is full");
    let stranger = nine[0]
        .type_command(town.general, "/game start", &[])
        .await
        .expect("is there");
    said(&stranger, "no sign-up open");

    // Once the DMs are open the start tries again by itself.
    nine[8].close_dms(false).expect("open");
    said(&town.start("Salem").await, "The game begins");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_the_server_is_off_the_list_and_nothing_starts_with_them() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.create("Salem").await;
    for player in &nine {
        said(&town.join(player, "Salem").await, "You are in");
    }
    nine[4].leave(town.guild).expect("leaves");
    let answer = town.start("Salem").await;
    said(&answer, "Not on this server any more");
    said(&answer, "Eve");
    let view = town.bot().host().view(game).expect("the game");
    assert!(view.session.play.is_none());
    said(&town.start("Salem").await, "not full: 8 of 9");
    nine[4].join(town.guild).expect("comes back");
    said(&town.join(&nine[4], "Salem").await, "You are in: 9 of 9");
    said(&town.start("Salem").await, "The game begins");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_names_what_the_bot_lacks_and_starts_nothing() {
    let few = town_crier::discord::permissions::required() & !bit::MANAGE_THREADS;
    let town = Town::with_permissions(few).await;
    let game = town.create("Salem").await;
    for player in town.nine() {
        said(&town.join(&player, "Salem").await, "You are in");
    }
    said(&town.start("Salem").await, "Manage Threads");
    let view = town.bot().host().view(game).expect("the game");
    assert!(view.session.play.is_none());
    town.end().await;
}

async fn asked_to_start(town: &Town) -> Answer {
    let start = town.host.type_command(town.general, "/game start", &[]);
    start.await.expect("is there")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_could_read_secrets_is_named_and_accepted_by_name() {
    let town = Town::new().await;
    let nine = town.nine();
    town.create("Salem").await;
    for player in &nine {
        said(&town.join(player, "Salem").await, "You are in");
    }
    let spies = town
        .behind
        .role(town.guild, "Wardens", bit::MANAGE_THREADS)
        .expect("a role");
    town.behind
        .set_role(town.guild, nine[3].id(), spies, true)
        .expect("has it");
    let answer = asked_to_start(&town).await;
    said(&answer, "Hester: owns this server");
    said(&answer, "whoever has the role Wardens: may manage threads");
    said(
        &answer,
        "Dan: may manage threads, and so read them all **and plays",
    );

    // Somebody more can read by the time the button is pressed: that one was not accepted.
    town.behind
        .role(town.guild, "Lords", bit::ADMINISTRATOR)
        .expect("a role");
    let message = answer.message.expect("an answer").id;
    let press = town
        .host
        .press(town.general, message, "Accept these and begin");
    let answer = press.await.expect("a button");
    said(&answer, "Lords");
    let message = answer.message.expect("an answer").id;
    let press = town
        .host
        .press(town.general, message, "Accept these and begin");
    said(&press.await.expect("a button"), "The game begins");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_members_intent_readers_are_named_one_by_one() {
    let town = Town::with_members_intent().await;
    let nine = town.nine();
    town.create("Salem").await;
    for player in &nine {
        said(&town.join(player, "Salem").await, "You are in");
    }
    let zoe = town.member("Zoe");
    let role = town
        .behind
        .role(town.guild, "Lords", bit::ADMINISTRATOR)
        .expect("a role");
    town.behind
        .set_role(town.guild, zoe.id(), role, true)
        .expect("has it");
    let answer = asked_to_start(&town).await;
    said(&answer, "Zoe: is an administrator");
    assert!(!answer.text().contains("Lords"), "{}", answer.text());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_changed_by_command_and_by_panel_and_only_by_the_host() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    let game = town.create("Salem").await;
    let set = [("setting", "players"), ("value", "5")];
    let answer = town
        .host
        .type_command(town.general, "/game set", &set)
        .await
        .expect("is there");
    said(&answer, "`players` is now **5**");
    let answer = ann
        .type_command(town.general, "/game set", &set)
        .await
        .expect("is there");
    said(&answer, "no sign-up open");
    let bad = [("setting", "players"), ("value", "13")];
    let answer = town
        .host
        .type_command(town.general, "/game set", &bad)
        .await
        .expect("is there");
    said(&answer, "12");

    // The panel: a menu of settings; one whose values cannot be listed is typed into a modal.
    let board = town.sign_up(&town.host, "Salem").await;
    let answer = town
        .host
        .press(town.general, board.id, "Settings (host)")
        .await
        .expect("a button");
    said(&answer, "Settings of this game");
    let message = answer.message.expect("a panel");
    let menu = message.menus().remove(0).custom_id;
    let answer = town
        .host
        .choose(town.general, message.id, &menu, &["day"])
        .await
        .expect("a menu");
    let modal = answer.modal.expect("a modal");
    let input = modal.inputs[0].custom_id.clone();
    let answer = town
        .host
        .submit(&modal, &[(input.as_str(), "10m")])
        .await
        .expect("sent");
    said(&answer, "`day` is now");
    let view = town.bot().host().view(game).expect("the game");
    let day = town_crier::kernel::game::Settings::list(&view.session.lobby.settings)
        .into_iter()
        .find(|setting| setting.key == "day")
        .expect("the setting");
    assert_eq!(day.value, "10m");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_is_cancelled_after_asking_once_more() {
    let town = Town::new().await;
    let ann = town.member("Ann");
    town.create("Salem").await;
    let board = town.sign_up(&ann, "Salem").await;
    let answer = town
        .host
        .type_command(town.general, "/game cancel", &[])
        .await
        .expect("is there");
    said(&answer, "This is final");
    let message = answer.message.expect("an answer").id;
    let press = town
        .host
        .press(town.general, message, "Yes, close the sign-up");
    said(&press.await.expect("a button"), "closed");

    // Buttons that a slow client still shows are answered, and do nothing.
    let answer = ann
        .press_stale(town.general, board.id, "Join")
        .await
        .expect("was there");
    said(&answer, "closed");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_several_games_the_person_is_asked_which() {
    let town = Town::new().await;
    let first = town.create("Salem").await;
    town.create("Boston").await;
    let set = [("setting", "players"), ("value", "5")];
    let answer = town
        .host
        .type_command(town.general, "/game set", &set)
        .await
        .expect("is there");
    said(&answer, "Which one");
    let message = answer.message.expect("an answer");
    let labels: Vec<_> = message.buttons().into_iter().map(|b| b.label).collect();
    assert_eq!(labels, ["Salem (sign-up)", "Boston (sign-up)"]);
    let press = town
        .host
        .press(town.general, message.id, "Salem (sign-up)")
        .await;
    said(&press.expect("a button"), "`players` is now **5**");
    let view = town.bot().host().view(first).expect("the game");
    assert_eq!(
        town_crier::kernel::game::Settings::players(&view.session.lobby.settings),
        5
    );

    let choices = town
        .host
        .autocomplete(town.general, "/game start", "game", "bos", &[])
        .await
        .expect("offered");
    let names: Vec<_> = choices.into_iter().map(|choice| choice.name).collect();
    assert_eq!(names, ["Boston (sign-up)"]);
    town.end().await;
}
