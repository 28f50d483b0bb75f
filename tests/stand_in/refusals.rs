//! What Discord refuses over REST, by status and code, each with what it takes beside it.

use serde_json::{Value, json};
use town_crier::rehearsal::stand_in::world::permissions::bit;

use crate::kit::{BOT_PERMISSIONS, Town};

#[tokio::test]
async fn unknown_tokens_routes_and_things() {
    let town = Town::start().await;
    let none: &[(&str, &str)] = &[];
    town.call_with("GET", "/users/@me", Value::Null, none)
        .await
        .refused(401, 0);
    let wrong = &[("authorization", "Bot wrong")];
    town.call_with("GET", "/users/@me", Value::Null, wrong)
        .await
        .refused(401, 0);
    town.get("/users/@me").await.fine();
    town.get("/channels/1").await.refused(404, 10003);
    town.get("/guilds/1").await.refused(404, 10004);
    let guild = town.guild;
    town.get(&format!("/guilds/{guild}/members/1"))
        .await
        .refused(404, 10013);
    let stranger = town.shared.write(|world| world.create_user("Stranger"));
    town.get(&format!("/guilds/{guild}/members/{stranger}"))
        .await
        .refused(404, 10007);
    let general = town.general;
    town.get(&format!("/channels/{general}/messages/1"))
        .await
        .refused(404, 10008);
    town.get(&format!("/guilds/{guild}/roles/1"))
        .await
        .refused(404, 10011);
    town.get("/users/1").await.refused(404, 10013);
    town.finish().await;
}

#[tokio::test]
async fn an_unknown_route_fails_loudly() {
    let town = Town::start().await;
    town.get("/no/such/route").await.refused(404, 0);
    let noted = town.shared.read(|world| world.unknown_routes.clone());
    assert_eq!(noted, ["GET /api/v10/no/such/route"]);
}

#[tokio::test]
async fn messages_of_2000_and_2001_characters() {
    let town = Town::start().await;
    let path = format!("/channels/{}/messages", town.general);
    town.post(&path, json!({"content": "x".repeat(2000)}))
        .await
        .fine();
    let refused = town.post(&path, json!({"content": "x".repeat(2001)})).await;
    let refused = refused.refused(400, 50035);
    assert!(refused.body["errors"]["content"]["_errors"].is_array());
    town.post(&path, json!({"content": " "}))
        .await
        .refused(400, 50006);
    town.post(&path, json!({})).await.refused(400, 50006);
    let embeds: Vec<Value> = (0..11).map(|_| json!({"title": "x"})).collect();
    town.post(&path, json!({"embeds": embeds}))
        .await
        .refused(400, 50035);
    town.post(&path, json!({"embeds": embeds[..10]}))
        .await
        .fine();
    town.finish().await;
}

#[tokio::test]
async fn channel_names_topics_and_their_changes() {
    let town = Town::start().await;
    let path = format!("/guilds/{}/channels", town.guild);
    let made = town
        .post(&path, json!({"name": "Town Square!"}))
        .await
        .fine();
    assert_eq!(made.body["name"], "town-square");
    town.post(&path, json!({"name": "x".repeat(101)}))
        .await
        .refused(400, 50035);
    town.post(&path, json!({"name": ""}))
        .await
        .refused(400, 50035);
    town.post(&path, json!({"name": "x", "topic": "x".repeat(1025)}))
        .await
        .refused(400, 50035);
    let channel = format!("/channels/{}", made.id());
    town.patch(&channel, json!({"name": "one"})).await.fine();
    town.patch(&channel, json!({"topic": "two"})).await.fine();
    let third = town.patch(&channel, json!({"name": "three"})).await;
    assert_eq!(third.status, 429);
    assert!(third.body["retry_after"].as_f64().expect("seconds") > 500.0);
    // What is not a new name or topic is not counted.
    town.patch(&channel, json!({"name": "one", "nsfw": true}))
        .await
        .fine();
    town.shared.write(|world| world.advance_clock(600_001));
    town.patch(&channel, json!({"name": "three"})).await.fine();
    town.finish().await;
}

#[tokio::test]
async fn a_category_takes_50_channels_and_a_guild_500() {
    let town = Town::start().await;
    let path = format!("/guilds/{}/channels", town.guild);
    let category = town
        .post(&path, json!({"name": "Full", "type": 4}))
        .await
        .fine();
    let child = json!({"name": "child", "parent_id": category.id().to_string()});
    for _ in 0..50 {
        town.post(&path, child.clone()).await.fine();
    }
    let refused = town.post(&path, child).await.refused(400, 50035);
    let fault = &refused.body["errors"]["parent_id"]["_errors"][0]["code"];
    assert_eq!(fault, "CHANNEL_PARENT_MAX_CHANNELS");
    let there = town
        .get(&path)
        .await
        .fine()
        .body
        .as_array()
        .map_or(0, Vec::len);
    for _ in there..500 {
        town.post(&path, json!({"name": "more"})).await.fine();
    }
    town.post(&path, json!({"name": "more"}))
        .await
        .refused(400, 30013);
    town.finish().await;
}

#[tokio::test]
async fn rights_that_the_bot_lacks() {
    let town = Town::with_permissions(BOT_PERMISSIONS & !bit::MANAGE_CHANNELS).await;
    let (guild, general) = (town.guild, town.general);
    town.post(&format!("/guilds/{guild}/channels"), json!({"name": "x"}))
        .await
        .refused(403, 50013);
    let overwrite = |deny: u64| json!({"type": 0, "allow": "0", "deny": deny.to_string()});
    let place = format!("/channels/{general}/permissions/{guild}");
    town.put(&place, overwrite(bit::MANAGE_CHANNELS))
        .await
        .refused(403, 50013);
    town.put(&place, overwrite(bit::BYPASS_SLOWMODE))
        .await
        .refused(403, 50013);
    town.put(&place, overwrite(bit::SEND_MESSAGES)).await.fine();
    // What hides the channel from @everyone hides it from the bot as well.
    town.put(&place, overwrite(bit::VIEW_CHANNEL)).await.fine();
    let message = json!({"content": "x"});
    town.post(&format!("/channels/{general}/messages"), message)
        .await
        .refused(403, 50001);
    town.put(&place, overwrite(0)).await.refused(403, 50001);
    town.finish().await;
}

#[tokio::test]
async fn anothers_message_cannot_be_edited_but_deleted() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let general = town.general;
    let id = town.shared.write(|world| {
        let draft = town_crier::rehearsal::stand_in::world::MessageDraft {
            content: "hello".to_owned(),
            ..Default::default()
        };
        world
            .create_message(ann, general, draft)
            .expect("may write")
    });
    let path = format!("/channels/{general}/messages/{id}");
    town.patch(&path, json!({"content": "x"}))
        .await
        .refused(403, 50005);
    town.delete(&path).await.fine();
    town.delete(&path).await.refused(404, 10008);
    let log = town
        .get(&format!("/guilds/{}/audit-logs", town.guild))
        .await
        .fine();
    assert_eq!(log.body["audit_log_entries"][0]["action_type"], 72);
    town.finish().await;
}

#[tokio::test]
async fn closed_dms_are_opened_but_take_no_message() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let recipient = json!({"recipient_id": ann.to_string()});
    let dm = town
        .post("/users/@me/channels", recipient.clone())
        .await
        .fine()
        .id();
    let again = town
        .post("/users/@me/channels", recipient)
        .await
        .fine()
        .id();
    assert_eq!(dm, again);
    let path = format!("/channels/{dm}/messages");
    town.post(&path, json!({"content": "x"})).await.fine();
    town.shared
        .write(|world| world.set_dms_closed(ann, true))
        .expect("ann");
    town.post(&path, json!({"content": "x"}))
        .await
        .refused(403, 50007);
    town.shared
        .write(|world| world.set_dms_closed(ann, false))
        .expect("ann");
    town.post(&path, json!({"content": "x"})).await.fine();
    town.shared
        .write(|world| world.leave_guild(ann, town.guild))
        .expect("ann");
    town.post(&path, json!({"content": "x"}))
        .await
        .refused(403, 50007);
    let nobody = json!({"recipient_id": "1"});
    town.post("/users/@me/channels", nobody)
        .await
        .refused(400, 50033);
    town.finish().await;
}

#[tokio::test]
async fn pins_old_and_new_and_their_permission() {
    let town = Town::start().await;
    let general = town.general;
    let messages = format!("/channels/{general}/messages");
    let mut ids = Vec::new();
    for _ in 0..251 {
        ids.push(
            town.post(&messages, json!({"content": "x"}))
                .await
                .fine()
                .id(),
        );
    }
    for id in &ids[..249] {
        town.put(&format!("{messages}/pins/{id}"), Value::Null)
            .await
            .fine();
    }
    town.put(
        &format!("/channels/{general}/pins/{}", ids[249]),
        Value::Null,
    )
    .await
    .fine();
    town.put(&format!("{messages}/pins/{}", ids[250]), Value::Null)
        .await
        .refused(400, 30003);
    let page = town.get(&format!("{messages}/pins?limit=50")).await.fine();
    assert_eq!(page.body["items"].as_array().map(Vec::len), Some(50));
    assert_eq!(page.body["has_more"], true);
    let last = town.get(&format!("{messages}?limit=1")).await.fine();
    assert_eq!(last.body[0]["type"], 6, "the channel says who pinned");
    town.get(&format!("/channels/{general}/pins")).await.fine();
    town.delete(&format!("/channels/{general}/pins/{}", ids[249]))
        .await
        .fine();
    town.finish().await;

    let town = Town::with_permissions(BOT_PERMISSIONS & !bit::PIN_MESSAGES).await;
    let messages = format!("/channels/{}/messages", town.general);
    let id = town
        .post(&messages, json!({"content": "x"}))
        .await
        .fine()
        .id();
    town.put(&format!("{messages}/pins/{id}"), Value::Null)
        .await
        .refused(403, 50013);
}
