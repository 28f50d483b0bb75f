//! Threads over REST: who sees and writes, locks, archives, lists.

use serde_json::{Value, json};
use town_crier::rehearsal::stand_in::world::permissions::bit;
use town_crier::rehearsal::stand_in::world::{Id, MessageDraft};

use crate::kit::{BOT_PERMISSIONS, Town};

async fn private_thread(town: &Town) -> Id {
    let path = format!("/channels/{}/threads", town.general);
    town.post(&path, json!({"name": "coven", "type": 12}))
        .await
        .fine()
        .id()
}

fn says(town: &Town, user: Id, channel: Id) -> Result<Id, u32> {
    let draft = MessageDraft {
        content: "hello".to_owned(),
        ..MessageDraft::default()
    };
    town.shared
        .write(|world| world.create_message(user, channel, draft))
        .map_err(|refusal| refusal.code)
}

#[tokio::test]
async fn members_come_and_go() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let thread = private_thread(&town).await;
    assert_eq!(says(&town, ann, thread), Err(50001));
    let member = format!("/channels/{thread}/thread-members/{ann}");
    town.put(&member, Value::Null).await.fine();
    town.put(&member, Value::Null).await.fine();
    assert!(says(&town, ann, thread).is_ok());
    town.get(&member).await.fine();
    town.get(&format!("{member}?with_member=true")).await.fine();
    let list = town
        .get(&format!("/channels/{thread}/thread-members"))
        .await
        .fine();
    assert_eq!(list.body.as_array().map(Vec::len), Some(2));
    town.delete(&member).await.fine();
    town.delete(&member).await.refused(404, 10007);
    assert_eq!(says(&town, ann, thread), Err(50001));
    let stranger = town.shared.write(|world| world.create_user("Stranger"));
    town.put(
        &format!("/channels/{thread}/thread-members/{stranger}"),
        Value::Null,
    )
    .await
    .refused(404, 10007);
    // The thread says who was added and removed; nobody outside is told.
    let messages = town
        .get(&format!("/channels/{thread}/messages"))
        .await
        .fine();
    let kinds: Vec<_> = messages
        .body
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["type"])
        .collect();
    assert_eq!(kinds, [2, 0, 1]);
    town.finish().await;
}

#[tokio::test]
async fn outsiders_feeds_know_nothing_of_a_private_thread() {
    let town = Town::start().await;
    let (ann, outsider) = (town.member("Ann"), town.member("Outsider"));
    let seq = |user| {
        town.shared
            .read(|world| world.feed_since(user, 0).last().map_or(0, |one| one.seq))
    };
    let before = seq(outsider);
    let thread = private_thread(&town).await;
    town.put(
        &format!("/channels/{thread}/thread-members/{ann}"),
        Value::Null,
    )
    .await
    .fine();
    says(&town, ann, thread).expect("a member");
    town.delete(&format!("/channels/{thread}")).await.fine();
    let events = |user| -> Vec<String> {
        town.shared.read(|world| {
            world
                .feed_since(user, before)
                .map(|one| one.event.clone())
                .collect()
        })
    };
    assert_eq!(events(outsider), Vec::<String>::new());
    let anns = events(ann);
    for event in [
        "THREAD_CREATE",
        "THREAD_MEMBERS_UPDATE",
        "MESSAGE_CREATE",
        "THREAD_DELETE",
    ] {
        assert!(anns.iter().any(|one| one == event), "{event} in {anns:?}");
    }
    town.finish().await;
}

#[tokio::test]
async fn a_hidden_channel_is_sent_to_all_and_its_messages_are_not() {
    let town = Town::start().await;
    let outsider = town.member("Outsider");
    let hidden = json!({"name": "coven", "permission_overwrites": [
        {"id": town.guild.to_string(), "type": 0, "allow": "0", "deny": bit::VIEW_CHANNEL.to_string()},
        {"id": town.bot.to_string(), "type": 1, "allow": bit::VIEW_CHANNEL.to_string(), "deny": "0"},
    ]});
    let path = format!("/guilds/{}/channels", town.guild);
    let channel = town.post(&path, hidden).await.fine().id();
    town.post(
        &format!("/channels/{channel}/messages"),
        json!({"content": "secret"}),
    )
    .await
    .fine();
    let events: Vec<String> = town.shared.read(|world| {
        world
            .feed_since(outsider, 0)
            .map(|one| one.event.clone())
            .collect()
    });
    assert!(events.iter().any(|event| event == "CHANNEL_CREATE"));
    assert!(!events.iter().any(|event| event == "MESSAGE_CREATE"));
    town.finish().await;
}

#[tokio::test]
async fn a_lock_keeps_all_out_who_do_not_manage_threads() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let thread = private_thread(&town).await;
    town.put(
        &format!("/channels/{thread}/thread-members/{ann}"),
        Value::Null,
    )
    .await
    .fine();
    let path = format!("/channels/{thread}");
    town.patch(&path, json!({"locked": true})).await.fine();
    assert_eq!(says(&town, ann, thread), Err(160_005));
    assert!(!town.shared.read(|world| world.can_write(ann, thread)));
    assert!(says(&town, town.bot, thread).is_ok());
    town.patch(&path, json!({"archived": true})).await.fine();
    assert_eq!(says(&town, ann, thread), Err(50083));
    town.patch(&path, json!({"name": "other"}))
        .await
        .refused(400, 50083);
    town.patch(&path, json!({"archived": false, "locked": false}))
        .await
        .fine();
    assert!(says(&town, ann, thread).is_ok());
    town.finish().await;
}

#[tokio::test]
async fn a_message_wakes_an_archived_thread_and_idle_ones_fall_asleep() {
    let town = Town::start().await;
    let thread = private_thread(&town).await;
    let archived = || {
        town.shared.read(|world| {
            let thread = world.channels[&thread].thread.as_ref();
            thread.is_some_and(|thread| thread.archived)
        })
    };
    town.patch(&format!("/channels/{thread}"), json!({"archived": true}))
        .await
        .fine();
    let general = town.general;
    let list = format!("/channels/{general}/threads/archived/private");
    let found = town.get(&list).await.fine();
    assert_eq!(found.body["threads"].as_array().map(Vec::len), Some(1));
    let joined = format!("/channels/{general}/users/@me/threads/archived/private");
    let found = town.get(&joined).await.fine();
    assert_eq!(found.body["threads"].as_array().map(Vec::len), Some(1));
    says(&town, town.bot, thread).expect("not locked");
    assert!(!archived());
    let active = town
        .get(&format!("/guilds/{}/threads/active", town.guild))
        .await
        .fine();
    assert_eq!(active.body["threads"].as_array().map(Vec::len), Some(1));
    town.shared
        .write(|world| world.advance_clock(1_440 * 60_000));
    assert!(archived());
    town.get(&format!("/channels/{general}/threads/archived/public"))
        .await
        .fine();
    town.finish().await;
}

#[tokio::test]
async fn a_message_has_one_thread() {
    let town = Town::start().await;
    let general = town.general;
    let messages = format!("/channels/{general}/messages");
    let id = town
        .post(&messages, json!({"content": "x"}))
        .await
        .fine()
        .id();
    let threads = format!("{messages}/{id}/threads");
    let thread = town.post(&threads, json!({"name": "talk"})).await.fine();
    assert_eq!(thread.id(), id);
    town.post(&threads, json!({"name": "talk"}))
        .await
        .refused(400, 160_004);
    let message = town.get(&format!("{messages}/{id}")).await.fine();
    assert_eq!(message.body["flags"], 32);
    let first = town.get(&format!("/channels/{id}/messages")).await.fine();
    assert_eq!(first.body[0]["type"], 21);
    let public = json!({"name": "open", "type": 11});
    town.post(&format!("/channels/{general}/threads"), public)
        .await
        .fine();
    let last = town.get(&format!("{messages}?limit=1")).await.fine();
    assert_eq!(last.body[0]["type"], 18);
    town.finish().await;
}

#[tokio::test]
async fn threads_need_their_permission_and_name() {
    let town = Town::with_permissions(BOT_PERMISSIONS & !bit::CREATE_PRIVATE_THREADS).await;
    let guild = town.guild;
    let everyone = format!("/channels/{}/permissions/{guild}", town.general);
    town.shared.write(|world| {
        let role = world
            .guilds
            .get_mut(&guild)
            .and_then(|one| one.roles.get_mut(&guild));
        role.expect("everyone").permissions &= !bit::CREATE_PRIVATE_THREADS;
    });
    let path = format!("/channels/{}/threads", town.general);
    town.post(&path, json!({"name": "x", "type": 12}))
        .await
        .refused(403, 50013);
    town.post(&path, json!({"name": "x", "type": 11}))
        .await
        .fine();
    let long = json!({"name": "x".repeat(101), "type": 11});
    town.post(&path, long).await.refused(400, 50035);
    // A thread has no overwrites of its own.
    let thread = town
        .post(&path, json!({"name": "x", "type": 11}))
        .await
        .fine()
        .id();
    let deny = json!({"type": 0, "deny": "2048"});
    town.put(
        &everyone.replace(&town.general.to_string(), &thread.to_string()),
        deny,
    )
    .await
    .refused(400, 50024);
    town.finish().await;
}
