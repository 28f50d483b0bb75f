//! The connection: what keeps the bot from starting, what it hears from the server, and what it does when it is sent away.

use town_crier::discord::permissions;
use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::World;
use town_crier::rehearsal::stand_in::acts::Seen;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};

use crate::town::{PATIENCE, Town, eventually, said};

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_discord_refuses_is_explained() {
    let mut town = Town::empty(permissions::required(), false).await;
    town.use_token("not.a.token");
    let error = town.try_start().await.err().expect("it cannot start");
    assert!(format!("{error:#}").contains("DISCORD_TOKEN"), "{error:#}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn close_code_4014_is_explained() {
    let town = Town::empty(permissions::required(), true).await;
    town.stand_in.shared().write(|world| {
        let bot = world.applications.get_mut(&town.bot_id);
        bot.expect("the bot").flags = 0;
    });
    let error = town.try_start().await.err().expect("it cannot start");
    let words = format!("{error:#}");
    for word in ["4014", "members_intent", "developer portal"] {
        assert!(words.contains(word), "{words}");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_start_ends_the_bot_instead_of_leaving_it_mute() {
    let mut town = Town::empty(permissions::required(), false).await;
    town.behind.set_faults(Faults {
        rest: vec![RestFault {
            method: Some("PUT".to_owned()),
            route: None,
            contains: Some("commands".to_owned()),
            skip: 0,
            times: 1,
            kind: FaultKind::Status500BeforeDoing,
        }],
        ..Faults::default()
    });
    let error = town.try_start().await.err().expect("it cannot start");
    assert!(
        format!("{error:#}").contains("could not start"),
        "{error:#}"
    );
    // The database is free again: the next try starts.
    town.start_bot().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ready_twice_and_a_lost_connection_do_nothing_twice() {
    let mut town = Town::empty(permissions::required(), false).await;
    town.behind.set_faults(Faults {
        double_ready: 1,
        ..Faults::default()
    });
    town.start_bot().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let before = town.story(&nine[0]).await;

    town.stand_in.shared().write(World::drop_connections);
    // As soon as it is connected again it answers.
    let answer = town.whisper_when_back(&nine[0], "/hand").await;
    said(&answer, "Hand");
    town.settle(game).await;
    assert_eq!(town.story(&nine[0]).await, before);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_kicked_and_comes_back_goes_on() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let before = town.story(&nine[0]).await;
    town.behind.kick(town.guild, town.bot_id).expect("kicked");
    let answer = town.whisper(&nine[0], "/me", &[]).await;
    assert!(answer.is_private());
    town.pass(Length::MINUTE);
    town.behind
        .add_bot(town.bot_id, town.guild, permissions::required())
        .expect("comes back");
    let accuser = town.holder(&nine, "Accusation").await;
    let target = nine.iter().find(|player| player.id() != accuser.id());
    let name = target.expect("somebody else").name();
    said(
        &town
            .whisper(accuser, "/play accusation", &[("target", &name)])
            .await,
        "Accusation",
    );
    town.settle(game).await;
    let after = town.story(&nine[0]).await;
    assert_eq!(after.len(), before.len() + 1, "{after:#?}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h4_who_leaves_the_server_is_reported_and_may_come_back() {
    let town = Town::with_members_intent().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let desk = town.channel(&town.host, "host-desk").await;
    nine[4].leave(town.guild).expect("leaves");
    town.host
        .wait_for(desk, PATIENCE, |seen| {
            seen.text().contains("Eve") && seen.text().contains("left")
        })
        .await
        .expect("a report at the desk");
    nine[4].join(town.guild).expect("comes back");
    town.settle(game).await;
    let woods = eventually("the woods for Eve", || nine[4].channel("the-woods")).await;
    assert!(!woods.may_write);
    let answer = town.whisper(&nine[4], "/hand", &[]).await;
    said(&answer, "Hand");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_and_deletions_of_players_posts_are_noted_for_the_host_without_content() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.channel(&nine[0], "town-square").await;
    let desk = town.channel(&town.host, "host-desk").await;
    let post = nine[0]
        .write(square, "I saw Bob in the woods")
        .expect("may talk");
    nine[0]
        .edit(square, post, "I saw nobody")
        .expect("may edit");
    let noted = |word: &'static str| {
        let host = town.host.clone();
        async move {
            host.wait_for(desk, PATIENCE, |seen| seen.text().contains(word))
                .await
                .unwrap_or_else(|| panic!("no note that says {word}"))
        }
    };
    let edited = noted("edited").await.text();
    assert!(
        edited.contains("Ann") && edited.contains(&post.to_string()),
        "{edited}"
    );
    nine[0].delete(square, post).expect("may delete");
    let deleted = noted("deleted").await.text();
    assert!(deleted.contains("Ann"), "{deleted}");
    for text in [edited, deleted] {
        assert!(
            !text.contains("woods") && !text.contains("nobody"),
            "{text}"
        );
    }
    town.settle(game).await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_from_before_a_restart_is_noted_when_it_is_deleted_and_the_bots_own_is_not() {
    let mut town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.channel(&nine[0], "town-square").await;
    let desk = town.channel(&town.host, "host-desk").await;
    let post = nine[0].write(square, "I saw Bob").expect("may talk");
    let own = town.host.last(square, |seen| seen.text().contains("dealt"));
    let own = own.expect("the deal").id;
    town.settle(game).await;
    town.stop_bot().await;
    town.start_bot().await;
    town.settle(game).await;
    town.behind.delete_message(square, own).expect("deleted");
    nine[0].delete(square, post).expect("may delete");
    let noted = town.host.wait_for(desk, PATIENCE, |seen| {
        seen.text().contains("was deleted") && seen.text().contains(&post.to_string())
    });
    noted.await.expect("a note");
    let notes = town.host.read(desk).expect("reads");
    let of_own = |seen: &Seen| seen.text().contains(&own.to_string());
    assert!(!notes.iter().any(of_own), "{notes:?}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_overwrite_and_a_deleted_channel_are_mended() {
    use town_crier::rehearsal::stand_in::world::model::Target;
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let mallory = town.member("Mallory");
    let desk = town.channel(&town.host, "host-desk").await;
    town.behind
        .overwrite(desk, Target::Member(mallory.id()), 1 << 10, 0)
        .expect("let in");
    eventually("Mallory out of the desk", || {
        mallory.channel("host-desk").is_none().then_some(())
    })
    .await;
    let woods = town.channel(&nine[0], "the-woods").await;
    town.behind.delete_channel(woods).expect("deleted");
    eventually("the woods again", || {
        nine[0]
            .channel("the-woods")
            .filter(|place| place.id != woods)
    })
    .await;
    town.settle(game).await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_names_are_shown() {
    let town = Town::with_members_intent().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    town.behind
        .nickname(town.guild, nine[0].id(), Some("Goody *Ann*"))
        .expect("renamed");
    let square = town.channel(&nine[1], "town-square").await;
    nine[1]
        .wait_for(square, PATIENCE, |seen| {
            seen.text().contains("## Day 1") && seen.text().contains("Goody \\*Ann\\*")
        })
        .await
        .expect("the new name on the status message");
    town.settle(game).await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h4_without_the_members_intent_a_leaver_is_noticed_when_something_is_sent() {
    let town = Town::new().await;
    let nine = town.nine();
    let _ = town.by_day("Salem", &nine).await;
    let desk = town.channel(&town.host, "host-desk").await;
    nine[4].leave(town.guild).expect("leaves");
    // The Day ends and the Night begins: everybody is written to, and Eve cannot be.
    town.pass(Length::DAY.times(2));
    let report = town.host.wait_for(desk, PATIENCE, |seen| {
        seen.text().contains("Eve has left the server") && seen.text().contains("/host replace")
    });
    report.await.expect("a report at the desk");
    let choices = town.host.wait_for(desk, PATIENCE, |seen| {
        seen.button("Replace Eve…").is_some() && seen.button("Remove Eve…").is_some()
    });
    choices.await.expect("buttons at the desk");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_kicked_while_it_was_down_waits_and_goes_on() {
    let mut town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let before = town.story(&nine[0]).await;
    town.stop_bot().await;
    town.behind.kick(town.guild, town.bot_id).expect("kicked");
    town.start_bot().await;
    town.behind
        .add_bot(town.bot_id, town.guild, permissions::required())
        .expect("comes back");
    town.until(game, &nine[0], "## Night 1").await;
    let after = town.story(&nine[0]).await;
    assert!(after.len() > before.len());
    assert!(after[..3] == before[..3]);
    town.end().await;
}
