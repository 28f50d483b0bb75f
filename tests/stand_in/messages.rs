//! Messages over REST: nonces, pages, mentions, files, reactions.

use serde_json::{Value, json};
use town_crier::rehearsal::stand_in::world::MessageDraft;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, RestFault};

use crate::kit::Town;

#[tokio::test]
async fn an_enforced_nonce_writes_once_within_three_minutes() {
    let town = Town::start().await;
    let path = format!("/channels/{}/messages", town.general);
    let body = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let first = town.post(&path, body.clone()).await.fine();
    assert_eq!(first.body["nonce"], "n1");
    let again = town.post(&path, body.clone()).await.fine();
    assert_eq!((first.id(), first.status), (again.id(), again.status));
    let other = json!({"content": "once", "nonce": "n2", "enforce_nonce": true});
    assert_ne!(town.post(&path, other).await.fine().id(), first.id());
    let loose = json!({"content": "once", "nonce": "n1"});
    assert_ne!(town.post(&path, loose).await.fine().id(), first.id());
    town.shared.write(|world| world.advance_clock(179_000));
    assert_eq!(town.post(&path, body.clone()).await.fine().id(), first.id());
    town.shared.write(|world| world.advance_clock(2_000));
    assert_ne!(town.post(&path, body).await.fine().id(), first.id());
    town.finish().await;
}

#[tokio::test]
async fn a_page_goes_before_after_and_around() {
    let town = Town::start().await;
    let path = format!("/channels/{}/messages", town.general);
    let mut ids = Vec::new();
    for number in 0..5 {
        let sent = town
            .post(&path, json!({"content": number.to_string()}))
            .await;
        ids.push(sent.fine().id());
    }
    let page = async |query: String| -> Vec<u64> {
        let found = town.get(&format!("{path}?{query}")).await.fine();
        let list = found.body.as_array().expect("a list").clone();
        list.iter()
            .map(|one| {
                one["id"]
                    .as_str()
                    .and_then(|id| id.parse().ok())
                    .expect("an id")
            })
            .collect()
    };
    assert_eq!(page("limit=2".to_owned()).await, [ids[4], ids[3]]);
    assert_eq!(
        page(format!("before={}&limit=2", ids[2])).await,
        [ids[1], ids[0]]
    );
    assert_eq!(
        page(format!("after={}&limit=2", ids[1])).await,
        [ids[3], ids[2]]
    );
    let around = page(format!("around={}&limit=3", ids[2])).await;
    assert_eq!(around, [ids[3], ids[2], ids[1]]);
    town.get(&format!("{path}?limit=101"))
        .await
        .refused(400, 50035);
    town.finish().await;
}

#[tokio::test]
async fn only_allowed_mentions_ping() {
    let town = Town::start().await;
    let (ann, bob) = (town.member("Ann"), town.member("Bob"));
    let path = format!("/channels/{}/messages", town.general);
    let content = format!("<@{ann}> and <@!{bob}> @everyone");
    let pinged = |body: &Value| -> Vec<String> {
        let list = body["mentions"].as_array().expect("a list");
        list.iter()
            .map(|one| one["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    let all = town.post(&path, json!({"content": content})).await.fine();
    assert_eq!(pinged(&all.body), [ann.to_string(), bob.to_string()]);
    assert_eq!(
        all.body["mention_everyone"], true,
        "@everyone may by default"
    );
    let none = json!({"content": content, "allowed_mentions": {"parse": []}});
    let none = town.post(&path, none).await.fine();
    assert!(pinged(&none.body).is_empty());
    assert_eq!(none.body["mention_everyone"], false);
    let one = json!({"content": content, "allowed_mentions": {"users": [bob.to_string()]}});
    let one = town.post(&path, one).await.fine();
    assert_eq!(pinged(&one.body), [bob.to_string()]);
    town.finish().await;
}

#[tokio::test]
async fn a_mention_in_a_private_thread_adds_the_mentioned() {
    let town = Town::start().await;
    let (ann, bob) = (town.member("Ann"), town.member("Bob"));
    let path = format!("/channels/{}/threads", town.general);
    let thread = town
        .post(&path, json!({"name": "coven", "type": 12}))
        .await
        .fine()
        .id();
    let sees = |user| town.shared.read(|world| world.can_see(user, thread));
    let messages = format!("/channels/{thread}/messages");
    let silent = json!({"content": format!("<@{ann}>"), "allowed_mentions": {"parse": []}});
    let sent = town.post(&messages, silent).await.fine();
    assert!(!sees(ann), "a mention that does not ping adds nobody");
    let edited = json!({"content": format!("<@{ann}>")});
    town.patch(&format!("{messages}/{}", sent.id()), edited)
        .await
        .fine();
    assert!(sees(ann), "an edit that mentions does");
    town.post(&messages, json!({"content": format!("<@{bob}>")}))
        .await
        .fine();
    assert!(sees(bob));
    town.finish().await;
}

#[tokio::test]
async fn files_come_back() {
    let town = Town::start().await;
    let payload = json!({"content": "record", "attachments": [{"id": 0, "filename": "record.jsonl",
        "description": "all of it"}]});
    let form = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\
         Content-Type: application/json\r\n\r\n{payload}\r\n\
         --edge\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"record.jsonl\"\r\n\
         Content-Type: text/plain\r\n\r\n{{\"line\":1}}\n\r\n--edge--\r\n"
    );
    let url = format!(
        "{}/api/channels/{}/messages",
        town.stand_in.api_base(),
        town.general
    );
    let client = reqwest::Client::new();
    let answer = client
        .post(url)
        .header("authorization", "Bot token")
        .header("content-type", "multipart/form-data; boundary=edge")
        .body(form)
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), 200);
    let body: Value = answer.json().await.expect("JSON");
    let file = &body["attachments"][0];
    assert_eq!(file["filename"], "record.jsonl");
    assert_eq!(file["description"], "all of it");
    let url = file["url"].as_str().expect("an address");
    let data = client.get(url).send().await.expect("an answer");
    assert_eq!(data.text().await.expect("text"), "{\"line\":1}\n");
    town.finish().await;
}

#[tokio::test]
async fn reactions_are_counted_and_taken_away() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let general = town.general;
    let messages = format!("/channels/{general}/messages");
    let id = town
        .post(&messages, json!({"content": "x"}))
        .await
        .fine()
        .id();
    let reactions = format!("{messages}/{id}/reactions/%F0%9F%91%8D");
    town.put(&format!("{reactions}/@me"), Value::Null)
        .await
        .fine();
    town.put(&format!("{reactions}/@me"), Value::Null)
        .await
        .fine();
    let emoji = town_crier::rehearsal::stand_in::world::model::Emoji {
        name: "👍".to_owned(),
        id: None,
    };
    town.shared
        .write(|world| world.add_reaction(ann, general, id, &emoji))
        .expect("may react");
    let message = town.get(&format!("{messages}/{id}")).await.fine();
    assert_eq!(message.body["reactions"][0]["count"], 2);
    assert_eq!(message.body["reactions"][0]["me"], true);
    let users = town.get(&reactions).await.fine();
    assert_eq!(users.body.as_array().map(Vec::len), Some(2));
    town.delete(&format!("{reactions}/{ann}")).await.fine();
    town.delete(&format!("{reactions}/@me")).await.fine();
    town.delete(&format!("{reactions}/@me"))
        .await
        .refused(400, 10014);
    town.put(&format!("{messages}/{id}/reactions/abc/@me"), Value::Null)
        .await
        .refused(400, 10014);
    town.finish().await;
}

#[tokio::test]
async fn faults_hit_what_they_name_and_are_used_up() {
    let town = Town::start().await;
    let path = format!("/channels/{}/messages", town.general);
    let route = Some("/channels/{channel_id}/messages".to_owned());
    let fault = |kind| RestFault {
        method: Some("POST".to_owned()),
        route: route.clone(),
        contains: None,
        skip: 1,
        times: 1,
        kind,
    };
    let count = || {
        let general = town.general;
        town.shared
            .read(|world| world.channels[&general].messages.len())
    };
    let body = json!({"content": "x"});
    for (kind, status, written) in [
        (FaultKind::Status500BeforeDoing, 500, 0),
        (FaultKind::Status500AfterDoing, 500, 1),
        (FaultKind::MissingPermission, 403, 0),
        (
            FaultKind::Status429 {
                retry_after: 1.5,
                global: false,
            },
            429,
            0,
        ),
        (FaultKind::Hang { ms: 1 }, 200, 1),
    ] {
        town.shared
            .write(|world| world.faults.rest = vec![fault(kind.clone())]);
        town.post(&path, body.clone()).await.fine();
        let before = count();
        let hit = town.post(&path, body.clone()).await;
        assert_eq!(
            (hit.status, count() - before),
            (status, written),
            "{kind:?}"
        );
        town.post(&path, body.clone()).await.fine();
    }
    town.finish().await;
}

#[tokio::test]
async fn slow_mode_holds_people_back_and_no_bot() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let general = town.general;
    town.patch(
        &format!("/channels/{general}"),
        json!({"rate_limit_per_user": 10}),
    )
    .await
    .fine();
    let draft = || MessageDraft {
        content: "x".to_owned(),
        ..MessageDraft::default()
    };
    let write = |user| {
        town.shared
            .write(|world| world.create_message(user, general, draft()))
            .map_err(|refusal| refusal.code)
    };
    assert!(write(ann).is_ok());
    assert_eq!(write(ann), Err(20016));
    assert!(write(town.bot).is_ok() && write(town.bot).is_ok());
    town.shared.write(|world| world.advance_clock(10_000));
    assert!(write(ann).is_ok());
    town.finish().await;
}
