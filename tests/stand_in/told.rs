//! Who is told what: the audit log, those who come to see a channel, and the trace.

use std::sync::Arc;

use serde_json::{Value, json};
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::hub::{guild_for, intent};
use town_crier::rehearsal::stand_in::world::permissions::bit;
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};

use crate::kit::{PATIENCE, Town};

#[tokio::test]
async fn the_audit_log_says_who_did_what_and_why() {
    let town = Town::start().await;
    let (guild, general) = (town.guild, town.general);
    let headers = &[
        ("authorization", "Bot token"),
        ("x-audit-log-reason", "night%20falls"),
    ];
    let deny = json!({"type": 0, "allow": "0", "deny": bit::SEND_MESSAGES.to_string()});
    let path = format!("/channels/{general}/permissions/{guild}");
    town.call_with("PUT", &path, deny, headers).await.fine();
    let log = town
        .get(&format!("/guilds/{guild}/audit-logs?action_type=13"))
        .await
        .fine();
    let entry = &log.body["audit_log_entries"][0];
    assert_eq!(entry["user_id"], town.bot.to_string());
    assert_eq!(entry["target_id"], general.to_string());
    assert_eq!(entry["reason"], "night falls");
    assert_eq!(
        entry["changes"][1]["new_value"],
        bit::SEND_MESSAGES.to_string()
    );
    town.delete(&path).await.fine();
    town.delete(&path).await.refused(404, 10009);
    let log = town
        .get(&format!("/guilds/{guild}/audit-logs?limit=1"))
        .await
        .fine();
    assert_eq!(log.body["audit_log_entries"][0]["action_type"], 15);
    let ann = town.member("Ann");
    let refused = town
        .shared
        .read(|world| world.audit_log_json(ann, guild, &Default::default()))
        .expect_err("Ann may not read it");
    assert_eq!(refused.code, 50013);
    town.finish().await;
}

#[tokio::test]
async fn who_comes_to_see_a_channel_gets_its_threads() {
    let town = Town::start().await;
    let (guild, general) = (town.guild, town.general);
    let ann = town.member("Ann");
    let open = json!({"name": "open", "type": 11});
    let threads = format!("/channels/{general}/threads");
    town.post(&threads, open).await.fine();
    town.post(&threads, json!({"name": "secret", "type": 12}))
        .await
        .fine();
    let place = format!("/channels/{general}/permissions/{ann}");
    let deny = json!({"type": 1, "allow": "0", "deny": bit::VIEW_CHANNEL.to_string()});
    town.put(&place, deny).await.fine();
    let seq = town
        .shared
        .read(|world| world.feed_since(ann, 0).last().map_or(0, |one| one.seq));
    town.delete(&place).await.fine();
    let synced: Vec<Value> = town.shared.read(|world| {
        world
            .feed_since(ann, seq)
            .filter(|one| one.event == "THREAD_LIST_SYNC")
            .map(|one| one.data.clone())
            .collect()
    });
    assert_eq!(synced.len(), 1);
    assert_eq!(synced[0]["guild_id"], guild.to_string());
    let names: Vec<&Value> = synced[0]["threads"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|thread| &thread["name"])
        .collect();
    assert_eq!(names, ["open"]);
    town.finish().await;
}

#[tokio::test]
async fn without_the_presence_intent_a_guild_has_no_other_members() {
    let town = Town::start().await;
    town.member("Ann");
    let (guild, me) = (town.guild, town.bot);
    let whole = town
        .shared
        .read(|world| world.guild_create_json(&world.guilds[&guild], me));
    let members = |intents| guild_for(intents, me, whole.clone())["members"].clone();
    assert_eq!(
        members(intent::GUILD_PRESENCES).as_array().map(Vec::len),
        Some(3)
    );
    let alone = members(intent::GUILD_MEMBERS);
    assert_eq!(alone.as_array().map(Vec::len), Some(1));
    assert_eq!(alone[0]["user"]["id"], me.to_string());
    town.finish().await;
}

#[tokio::test]
async fn a_channel_takes_100_overwrites() {
    let town = Town::start().await;
    let general = town.general;
    let users: Vec<Id> = town
        .shared
        .write(|world| (0..101).map(|_| world.create_user("Someone")).collect());
    let empty = json!({"type": 1, "allow": "0", "deny": "0"});
    let list: Vec<Value> = users[..100]
        .iter()
        .map(|user| json!({"id": user.to_string(), "type": 1, "allow": "0", "deny": "0"}))
        .collect();
    let all = json!({ "permission_overwrites": list });
    town.patch(&format!("/channels/{general}"), all)
        .await
        .fine();
    let path = format!("/channels/{general}/permissions/{}", users[100]);
    town.put(&path, empty).await.refused(400, 30060);
    town.finish().await;
}

#[tokio::test]
async fn whoever_waits_is_woken_by_a_change() {
    let town = Town::start().await;
    let shared = Arc::clone(&town.shared);
    let waiting = tokio::spawn(async move {
        let look = |world: &town_crier::rehearsal::stand_in::World| {
            world
                .users
                .values()
                .find(|user| user.name == "late")
                .map(|user| user.id)
        };
        shared.wait_for(PATIENCE, look).await
    });
    let late = town.member("Late");
    assert_eq!(waiting.await.expect("no panic"), Some(late));
    let never = std::time::Duration::from_millis(1);
    assert_eq!(town.shared.wait_for(never, |_| None::<()>).await, None);
    town.finish().await;
}

#[tokio::test]
async fn the_trace_is_json_lines_without_tokens() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.jsonl");
    let options = StandInOptions {
        port: 0,
        trace: TraceSink::File(file.clone()),
        limits: false,
    };
    let stand_in = StandIn::start(options).await.expect("a free port");
    let url = format!("{}/api/v9/gateway", stand_in.api_base());
    let answer = reqwest::get(url).await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert!(answer.headers().contains_key("x-ratelimit-remaining"));
    stand_in.stop().await;
    let text = std::fs::read_to_string(file).expect("a trace");
    let line: Value = serde_json::from_str(text.trim()).expect("one line");
    assert_eq!(
        (&line["kind"], &line["route"]),
        (&json!("rest"), &json!("/gateway"))
    );
    assert_eq!(line["status"], 200);
}
