//! What the bot may not do on a server is said to the host, with where to click, and done as soon as it may again.

use serde_json::{Value, json};
use town_crier::kernel::time::Length;

use crate::bad_input::clear;
use crate::people::{PATIENCE, list, word};
use crate::salem::{DAWN, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn what_the_bot_may_not_do_is_said_with_where_to_click_and_mended_when_it_may_again() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let rights = salem.rights();
    let without = |bits: u64| (rights & !bits).to_string();
    const SEND_MESSAGES: u64 = 1 << 11;
    const MANAGE_THREADS: u64 = 1 << 34;
    const MANAGE_CHANNELS: u64 = 1 << 4;
    const MANAGE_ROLES: u64 = 1 << 28;

    // Before the sign-up.
    let mallory = salem.member("Mallory").await;
    let everyone = json!({ "type": "role", "deny": SEND_MESSAGES.to_string() });
    let path = format!("/channels/{}/overwrites/{}", salem.general, salem.guild);
    salem.control.done("PUT", &path, everyone).await;
    let answer = salem
        .host
        .command(&salem.general, "/game create", &[("name", "Salem")])
        .await;
    clear(answer.says("Send Messages"));
    salem.control.done("DELETE", &path, Value::Null).await;
    assert!(games(&salem).await.is_empty());

    // Before the start.
    salem.create("Salem", &[]).await;
    for player in &nine {
        salem.join(player, "Salem").await.says("You are in");
    }
    salem.allow(&without(MANAGE_THREADS)).await;
    clear(salem.start("Salem").await.says("Manage Threads"));
    salem.settle().await;
    assert_eq!(
        games(&salem).await,
        Vec::<String>::new(),
        "rooms were made all the same"
    );
    salem.allow(&rights.to_string()).await;
    salem.start("Salem").await.says("The game begins");
    salem.settle().await;

    // In the game: what it may not do is told to the host, with where to click; it is done as soon as it may.
    let game = salem.look_up("Salem", &nine).await;
    salem.pass(DAWN).await;
    nine[0]
        .write(&game.square, "By day.")
        .await
        .expect("it is Day");
    salem.allow(&without(MANAGE_CHANNELS | MANAGE_ROLES)).await;
    salem.clock.advance(Length::DAY);
    let told = salem.host.waits_for(&game.desk, "Manage Channels").await;
    assert!(told.contains("Roles"), "{told}");
    clear(
        nine[0]
            .command(&game.square, "/confess", &[])
            .await
            .says("Confess"),
    );
    salem.allow(&rights.to_string()).await;
    salem.settle().await;
    salem
        .host
        .waits_for(&game.desk, "No longer so: I lacked **Manage Channels**")
        .await;
    nine[0]
        .write(&game.square, "By night.")
        .await
        .expect_err("it is Night");

    // Who meddles with its rooms meddles in vain.
    let path = format!("/channels/{}/overwrites/{}", game.square, salem.guild);
    let open = json!({ "type": "role", "allow": SEND_MESSAGES.to_string() });
    salem.control.done("PUT", &path, open).await;
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while salem.may_write(&game.square).await.contains(&mallory.id) {
        assert!(
            tokio::time::Instant::now() < deadline,
            "the town stays open at Night"
        );
    }
    salem.end().await;
}

/// The categories that there are: one for each game that has begun.
async fn games(salem: &Salem) -> Vec<String> {
    let guilds = salem.control.get("/guilds").await;
    let channels = list(guilds[0]["channels"].clone());
    let categories = channels.iter().filter(|channel| channel["kind"] == 4);
    categories.map(|channel| word(&channel["name"])).collect()
}
