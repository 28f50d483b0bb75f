//! The control API: a world made and lived in over HTTP alone.

use serde_json::{Value, json};
use std::time::Duration;
use town_crier::rehearsal::stand_in::world::permissions::bit;
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions};

struct Remote {
    server: StandIn,
    http: reqwest::Client,
}

impl Remote {
    async fn new() -> Remote {
        Remote {
            server: StandIn::start(StandInOptions::default())
                .await
                .expect("a free port"),
            http: reqwest::Client::new(),
        }
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/stand-in{path}", self.server.api_base());
        let request = self.http.request(method.parse().expect("a method"), url);
        let request = if body.is_null() {
            request
        } else {
            request.body(body.to_string())
        };
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        (
            status,
            serde_json::from_str(&response.text().await.expect("a body")).expect("JSON"),
        )
    }

    async fn get(&self, path: &str) -> Value {
        self.done("GET", path, Value::Null).await
    }

    async fn done(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, body) = self.ask(method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {body}");
        body
    }

    async fn refused(&self, method: &str, path: &str, body: Value, status: u16, code: Value) {
        let (got, body) = self.ask(method, path, body).await;
        assert_eq!(
            (got, &body["code"]),
            (status, &code),
            "{method} {path}: {body}"
        );
        assert!(
            body["error"]
                .as_str()
                .is_some_and(|words| !words.is_empty())
        );
    }

    async fn user(&self, name: &str) -> String {
        text(&self.done("POST", "/users", json!({ "name": name })).await["id"])
    }

    /// A request of a bot.
    async fn api(&self, method: &str, path: &str, token: &str, body: Value) -> Value {
        let url = format!("{}/api/v10{path}", self.server.api_base());
        let request = self
            .http
            .request(method.parse().expect("a method"), url)
            .header("authorization", format!("Bot {token}"));
        let text = request
            .json(&body)
            .send()
            .await
            .expect("an answer")
            .text()
            .await
            .expect("a body");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_world_is_made_and_looked_at() {
    let remote = Remote::new().await;
    let (olga, ann) = (remote.user("Olga").await, remote.user("Ann").await);
    let made = remote
        .done(
            "POST",
            "/guilds",
            json!({ "name": "Salem", "owner": olga, "members": [ann] }),
        )
        .await;
    let (guild, general) = (text(&made["id"]), text(&made["general"]));
    let bot = remote
        .done("POST", "/bots", json!({ "name": "Crier", "guild": guild, "permissions": bit::VIEW_CHANNEL.to_string() }))
        .await;
    let bot_id = text(&bot["id"]);
    assert!(bot["token"].as_str().is_some_and(|token| token.len() > 20) && bot["role"].is_string());
    let guilds = remote.get("/guilds").await;
    let names: Vec<&str> = guilds[0]["members"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["Olga", "Ann", "Crier"]);

    // Channels, overwrites and who may do what.
    let channel = text(
        &remote
            .done(
                "POST",
                &format!("/guilds/{guild}/channels"),
                json!({ "name": "Town Square" }),
            )
            .await["id"],
    );
    let overwrite = json!({ "type": "role", "deny": bit::SEND_MESSAGES.to_string() });
    remote
        .done(
            "PUT",
            &format!("/channels/{channel}/overwrites/{guild}"),
            overwrite,
        )
        .await;
    let access = remote.get(&format!("/channels/{channel}/access")).await;
    assert_eq!(
        (&access["sees"], &access["writes"]),
        (&json!([olga, ann, bot_id]), &json!([olga]))
    );
    let mine = format!("/users/{ann}/channels/{channel}");
    remote
        .refused(
            "POST",
            &format!("{mine}/messages"),
            json!({ "content": "hi" }),
            403,
            json!(50013),
        )
        .await;
    remote
        .done(
            "DELETE",
            &format!("/channels/{channel}/overwrites/{guild}"),
            Value::Null,
        )
        .await;
    let written = text(
        &remote
            .done(
                "POST",
                &format!("{mine}/messages"),
                json!({ "content": "hi" }),
            )
            .await["id"],
    );
    remote
        .done(
            "PATCH",
            &format!("{mine}/messages/{written}"),
            json!({ "content": "hello" }),
        )
        .await;
    remote
        .done(
            "PUT",
            &format!("{mine}/messages/{written}/reactions/%F0%9F%91%8D"),
            Value::Null,
        )
        .await;
    let read = remote
        .get(&format!("/users/{olga}/channels/{channel}/messages"))
        .await;
    assert_eq!(
        (
            &read[0]["content"],
            &read[0]["edited"],
            &read[0]["reactions"]
        ),
        (&json!("hello"), &json!(true), &json!([["👍", [ann]]]))
    );
    remote
        .done(
            "DELETE",
            &format!("{mine}/messages/{written}/reactions/%F0%9F%91%8D"),
            Value::Null,
        )
        .await;
    remote
        .done("DELETE", &format!("{mine}/messages/{written}"), Value::Null)
        .await;
    assert_eq!(remote.get(&format!("{mine}/messages")).await, json!([]));

    // Roles, names, and the audit log for one who may read it.
    let role = text(
        &remote
            .done(
                "POST",
                &format!("/guilds/{guild}/roles"),
                json!({ "name": "Readers" }),
            )
            .await["id"],
    );
    let permissions = json!({ "permissions": bit::VIEW_AUDIT_LOG });
    remote
        .done(
            "PATCH",
            &format!("/guilds/{guild}/roles/{role}"),
            permissions,
        )
        .await;
    remote
        .refused(
            "GET",
            &format!("/guilds/{guild}/audit-log?as={ann}"),
            Value::Null,
            403,
            json!(50013),
        )
        .await;
    remote
        .done(
            "PUT",
            &format!("/guilds/{guild}/members/{ann}/roles/{role}"),
            Value::Null,
        )
        .await;
    let log = remote
        .get(&format!("/guilds/{guild}/audit-log?as={ann}"))
        .await;
    assert_eq!(log[0]["action_type"], 25);
    remote
        .done(
            "DELETE",
            &format!("/guilds/{guild}/members/{ann}/roles/{role}"),
            Value::Null,
        )
        .await;
    remote
        .done(
            "PATCH",
            &format!("/guilds/{guild}/members/{ann}"),
            json!({ "nick": "Annie" }),
        )
        .await;
    remote
        .done(
            "PATCH",
            &format!("/users/{ann}"),
            json!({ "name": "Anne", "dms_closed": true }),
        )
        .await;
    let users = remote.get("/users").await;
    let seen = users
        .as_array()
        .expect("a list")
        .iter()
        .find(|user| user["id"] == ann.as_str())
        .expect("Ann");
    assert_eq!(
        (&seen["display_name"], &seen["dms_closed"]),
        (&json!("Anne"), &json!(true))
    );

    // Leaving, coming back, being kicked.
    remote
        .done(
            "DELETE",
            &format!("/users/{ann}/guilds/{guild}"),
            Value::Null,
        )
        .await;
    assert_eq!(
        remote.get(&format!("/users/{ann}/channels")).await,
        json!([])
    );
    remote
        .done("PUT", &format!("/users/{ann}/guilds/{guild}"), Value::Null)
        .await;
    let places = remote.get(&format!("/users/{ann}/channels")).await;
    assert_eq!(places[0]["id"], general.as_str());
    remote
        .done(
            "DELETE",
            &format!("/guilds/{guild}/members/{bot_id}"),
            Value::Null,
        )
        .await;
    remote
        .done(
            "PUT",
            &format!("/guilds/{guild}/bots/{bot_id}"),
            json!({ "permissions": 0 }),
        )
        .await;
    assert_eq!(
        remote.get(&format!("/bots/{bot_id}/connection")).await,
        json!({ "connected": false })
    );
    remote
        .done(
            "POST",
            &format!("/bots/{bot_id}/connection"),
            json!({ "do": "drop" }),
        )
        .await;
    remote
        .done(
            "DELETE",
            &format!("/guilds/{guild}/roles/{role}"),
            Value::Null,
        )
        .await;
    remote
        .done("DELETE", &format!("/channels/{channel}"), Value::Null)
        .await;
}

#[tokio::test]
async fn mistakes_are_told_clearly() {
    let remote = Remote::new().await;
    let ann = remote.user("Ann").await;
    remote
        .refused("GET", "/nowhere", Value::Null, 404, Value::Null)
        .await;
    remote
        .refused("GET", "/users/7/channels", Value::Null, 404, json!(10013))
        .await;
    remote
        .refused("GET", "/users/ann/channels", Value::Null, 400, Value::Null)
        .await;
    remote
        .refused("POST", "/users", json!({}), 400, Value::Null)
        .await;
    remote
        .refused(
            "POST",
            "/guilds",
            json!({ "name": "x", "owner": 7 }),
            404,
            json!(10013),
        )
        .await;
    remote
        .refused("PUT", "/faults", json!({ "rest": "all" }), 400, Value::Null)
        .await;
    remote
        .refused(
            "GET",
            &format!("/users/{ann}/channels/7/messages"),
            Value::Null,
            404,
            json!(10003),
        )
        .await;
    remote
        .refused(
            "POST",
            &format!("/users/{ann}/modal"),
            json!({ "values": {} }),
            409,
            Value::Null,
        )
        .await;
    let url = format!("{}/stand-in/users", remote.server.api_base());
    let answer = remote
        .http
        .post(url)
        .body("no JSON")
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status().as_u16(), 400);
    let made = remote
        .done("POST", "/guilds", json!({ "name": "Salem", "owner": ann }))
        .await;
    let general = text(&made["general"]);
    let mine = format!("/users/{ann}/channels/{general}");
    remote
        .refused(
            "POST",
            &format!("{mine}/command"),
            json!({ "command": "/play" }),
            409,
            Value::Null,
        )
        .await;
    remote
        .refused(
            "POST",
            &format!("{mine}/messages"),
            json!({ "content": "" }),
            400,
            json!(50006),
        )
        .await;
    remote
        .refused(
            "POST",
            &format!("{mine}/messages/7/press"),
            json!({ "button": "x" }),
            409,
            Value::Null,
        )
        .await;
    assert_eq!(
        remote.get("/unknown-routes").await,
        json!([]),
        "the control API is not the bots' API"
    );
}

#[tokio::test]
async fn faults_hit_bots_and_the_clock_can_be_moved() {
    let remote = Remote::new().await;
    let token = text(
        &remote
            .done("POST", "/bots", json!({ "name": "Crier" }))
            .await["token"],
    );
    let fault = json!({ "rest": [{ "route": "/users/@me", "kind": "status_500_before_doing" }] });
    remote.done("PUT", "/faults", fault).await;
    assert_eq!(remote.get("/faults").await["rest"][0]["times"], 1);
    assert_eq!(
        remote.api("GET", "/users/@me", &token, json!({})).await["message"],
        "500: Internal Server Error"
    );
    assert_eq!(
        remote.api("GET", "/users/@me", &token, json!({})).await["username"],
        "Crier"
    );
    remote.api("GET", "/nowhere", &token, json!({})).await;
    assert_eq!(
        remote.get("/unknown-routes").await,
        json!(["GET /api/v10/nowhere"])
    );
    let before = remote
        .done("POST", "/clock", json!({ "advance_ms": 0 }))
        .await["now_ms"]
        .as_i64();
    let after = remote
        .done("POST", "/clock", json!({ "advance_ms": 3_600_000 }))
        .await["now_ms"]
        .as_i64();
    assert!(
        after
            .zip(before)
            .is_some_and(|(after, before)| after - before >= 3_600_000)
    );
}

#[tokio::test]
async fn a_feed_is_waited_for_and_read_on() {
    let remote = Remote::new().await;
    let (olga, ann) = (remote.user("Olga").await, remote.user("Ann").await);
    let made = remote
        .done(
            "POST",
            "/guilds",
            json!({ "name": "Salem", "owner": olga, "members": [ann] }),
        )
        .await;
    let general = text(&made["general"]);
    let feed = format!("/users/{ann}/feed");
    let next = remote.get(&format!("{feed}?since=0")).await["next"]
        .as_u64()
        .expect("a number");
    let nothing = remote.get(&format!("{feed}?since={next}")).await;
    assert_eq!(nothing, json!({ "next": next, "entries": [] }));
    let path = format!("{feed}?since={next}&wait_ms=10000");
    let (waited, ()) = tokio::join!(remote.get(&path), async {
        remote
            .done(
                "POST",
                &format!("/users/{olga}/channels/{general}/typing"),
                Value::Null,
            )
            .await;
    });
    assert_eq!(waited["entries"][0]["event"], "TYPING_START");
    let next = waited["next"].as_u64().expect("a number");
    remote
        .done(
            "POST",
            &format!("/users/{olga}/channels/{general}/messages"),
            json!({ "content": "hi" }),
        )
        .await;
    let read = remote.get(&format!("{feed}?since={next}")).await;
    let entries = read["entries"].as_array().expect("a list");
    assert_eq!(
        (
            entries.len(),
            &entries[0]["event"],
            &entries[0]["data"]["content"]
        ),
        (1, &json!("MESSAGE_CREATE"), &json!("hi"))
    );
}

#[tokio::test]
async fn commands_buttons_menus_and_modals_are_used() {
    let remote = Remote::new().await;
    let (olga, ann) = (remote.user("Olga").await, remote.user("Ann").await);
    let made = remote
        .done(
            "POST",
            "/guilds",
            json!({ "name": "Salem", "owner": olga, "members": [ann] }),
        )
        .await;
    let bot = remote
        .done(
            "POST",
            "/bots",
            json!({ "name": "Crier", "guild": made["id"] }),
        )
        .await;
    let (bot_id, token) = (text(&bot["id"]), text(&bot["token"]));
    let option = json!([{ "type": 3, "name": "target", "description": "d", "autocomplete": true }]);
    let commands = json!([{ "name": "play", "description": "d", "options": option }]);
    remote
        .api(
            "PUT",
            &format!("/applications/{bot_id}/commands"),
            &token,
            commands,
        )
        .await;
    let here = format!("/users/{ann}/channels/{}", text(&made["general"]));
    assert_eq!(
        remote.get(&format!("{here}/commands")).await,
        json!(["/play"])
    );

    // The bot of this test answers whatever comes next.
    let shared = remote.server.shared();
    let answer = async |body: Value| {
        use town_crier::rehearsal::stand_in::interactions::Outcome;
        let waiting = shared
            .wait_for(Duration::from_secs(5), |world| {
                let mut opened = world.interactions.opened.values();
                opened
                    .find(|one| one.outcome == Outcome::Waiting)
                    .map(|one| (one.id, one.token.clone()))
            })
            .await;
        let (id, token) = waiting.expect("an interaction");
        remote
            .api(
                "POST",
                &format!("/interactions/{id}/{token}/callback"),
                "",
                body,
            )
            .await
    };
    let rows = json!([
        { "type": 1, "components": [{ "type": 2, "style": 1, "custom_id": "b", "label": "Go" }] },
        { "type": 1, "components": [{ "type": 3, "custom_id": "m", "options": [{ "label": "One", "value": "1" }] }] },
    ]);
    let ask = async |path: String, body: Value| remote.done("POST", &path, body).await;

    let (offers, _) = tokio::join!(
        ask(
            format!("{here}/autocomplete"),
            json!({ "command": "/play", "option": "target", "typed": "a" })
        ),
        answer(json!({ "type": 8, "data": { "choices": [{ "name": "Ann", "value": "a" }] } }))
    );
    assert_eq!(offers, json!([{ "name": "Ann", "value": "a" }]));
    let (typed, _) = tokio::join!(
        ask(
            format!("{here}/command"),
            json!({ "command": "/play", "options": { "target": "a" }, "application": bot_id })
        ),
        answer(json!({ "type": 4, "data": { "content": "panel", "components": rows } }))
    );
    assert_eq!(
        (&typed["kind"], &typed["message"]["content"]),
        (&json!("message"), &json!("panel"))
    );
    let message = format!("{here}/messages/{}", text(&typed["message"]["id"]));
    let (chosen, _) = tokio::join!(
        ask(
            format!("{message}/choose"),
            json!({ "menu": "m", "values": ["One"] })
        ),
        answer(json!({ "type": 6 }))
    );
    assert_eq!(chosen["kind"], "acknowledged");
    let input = json!([{ "type": 1, "components": [{ "type": 4, "custom_id": "i", "label": "Why", "style": 1 }] }]);
    let (pressed, _) = tokio::join!(
        ask(format!("{message}/press"), json!({ "button": "Go" })),
        answer(
            json!({ "type": 9, "data": { "custom_id": "w", "title": "T", "components": input } })
        )
    );
    assert_eq!(
        (&pressed["kind"], &pressed["modal"]["inputs"][0]["label"]),
        (&json!("modal"), &json!("Why"))
    );
    assert_eq!(
        remote.get(&format!("/users/{ann}/modal")).await["title"],
        "T"
    );
    let (sent, _) = tokio::join!(
        ask(
            format!("/users/{ann}/modal"),
            json!({ "values": { "Why": "so" } })
        ),
        answer(json!({ "type": 7, "data": { "content": "so it is", "components": [] } }))
    );
    assert_eq!(
        (&sent["kind"], &sent["message"]["content"]),
        (&json!("updated"), &json!("so it is"))
    );
    assert_eq!(
        remote.get(&format!("/users/{ann}/modal")).await,
        Value::Null
    );
    let (stale, _) = tokio::join!(
        ask(
            format!("{message}/press"),
            json!({ "button": "Go", "stale": true })
        ),
        answer(json!({ "type": 4, "data": { "content": "over", "flags": 64 } }))
    );
    assert_eq!(stale["message"]["ephemeral"], true);
    let again = remote
        .get(&format!(
            "/users/{ann}/answers/{}",
            text(&stale["interaction"])
        ))
        .await;
    assert_eq!(again, stale);
}

#[tokio::test]
async fn a_server_is_copied_with_all_that_stands_on_it() {
    let remote = Remote::new().await;
    let owner = text(
        &remote
            .done("POST", "/users", json!({"name": "Olive"}))
            .await["id"],
    );
    let server = json!({"name": "Salem", "owner": owner});
    let server = remote.done("POST", "/guilds", server).await;
    let (guild, general) = (text(&server["id"]), text(&server["general"]));
    let bot = json!({"name": "Crier", "guild": guild, "permissions": bit::ADMINISTRATOR});
    let bot = text(&remote.done("POST", "/bots", bot).await["id"]);
    let room = format!("/users/{owner}/channels/{general}/messages");
    remote
        .done("POST", &room, json!({"content": "Hear ye"}))
        .await;
    let path = format!("/users/{owner}/dms");
    let dm = text(&remote.done("POST", &path, json!({"with": bot})).await["id"]);
    let path = format!("/users/{owner}/channels/{dm}/messages");
    remote
        .done("POST", &path, json!({"content": "Hello"}))
        .await;

    let path = format!("/guilds/{guild}/copies");
    for copy in 1..=2 {
        remote.done("POST", &path, json!({"copy": copy})).await;
    }

    let number = |id: &str| id.parse::<u64>().expect("an id");
    for copy in 1..=2 {
        let of = |id: &str| (number(id) - copy * (1 << 41)).to_string();
        let (owner, general, dm) = (of(&owner), of(&general), of(&dm));
        for (channel, words) in [(general, "Hear ye"), (dm, "Hello")] {
            let path = format!("/users/{owner}/channels/{channel}/messages");
            let messages = remote.get(&path).await;
            let last = messages.as_array().and_then(|all| all.last().cloned());
            let last = last.expect("it was copied");
            assert_eq!(last["content"], words);
            assert_eq!(last["author"], owner.as_str());
        }
    }
    let servers = remote.get("/guilds").await;
    let members = servers.as_array().expect("a list").iter().map(|server| {
        let members = server["members"].as_array().expect("a list");
        members.iter().any(|member| member["id"] == bot.as_str())
    });
    assert_eq!(members.collect::<Vec<_>>(), vec![true; 3]);
}
