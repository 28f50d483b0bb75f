//! Interactions: what a client lets its user do, and how a bot may answer, over REST. The bot here is this file; `clients` has real ones.

use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use town_crier::rehearsal::stand_in::acts::{Answer, AnswerKind, Denied, Person, Stage};
use town_crier::rehearsal::stand_in::interactions::{About, Interaction};
use town_crier::rehearsal::stand_in::validate::schema;
use town_crier::rehearsal::stand_in::world::model::{Target, kind};
use town_crier::rehearsal::stand_in::world::permissions::bit;
use town_crier::rehearsal::stand_in::{Shared, StandIn, StandInOptions};

const PATIENCE: Duration = Duration::from_secs(5);

/// A server with a bot that has registered commands, an owner (Olga) and two members.
struct Town {
    server: StandIn,
    shared: Arc<Shared>,
    stage: Stage,
    http: reqwest::Client,
    guild: u64,
    general: u64,
    bot: u64,
    token: String,
    ann: Person,
    bob: Person,
}

/// What REST answered.
#[derive(Debug)]
struct Reply {
    status: u16,
    body: Value,
}

impl Reply {
    fn code(&self) -> u64 {
        self.body["code"].as_u64().unwrap_or(0)
    }
}

impl Town {
    async fn new() -> Town {
        let server = StandIn::start(StandInOptions::default())
            .await
            .expect("a free port");
        let shared = server.shared();
        let stage = Stage::new(shared.clone());
        let owner = stage.user("Olga");
        let guild = stage.guild("Salem", &owner).expect("a guild");
        let general = owner.channel("general").expect("general").id;
        let (ann, bob) = (stage.user("Ann"), stage.user("Bob"));
        ann.join(guild).expect("joins");
        bob.join(guild).expect("joins");
        let (bot, token) = stage.bot("Crier");
        stage
            .add_bot(bot, guild, bit::VIEW_CHANNEL | bit::SEND_MESSAGES)
            .expect("in");
        let town = Town {
            server,
            shared,
            stage,
            http: reqwest::Client::new(),
            guild,
            general,
            bot,
            token,
            ann,
            bob,
        };
        let registered = town
            .api("PUT", &format!("/applications/{bot}/commands"), &commands())
            .await;
        assert_eq!(registered.status, 200, "{}", registered.body);
        town
    }

    /// A request of the bot; its answer is held against Discord's description.
    async fn api(&self, method: &str, path: &str, body: &Value) -> Reply {
        let url = format!("{}/api/v10{path}", self.server.api_base());
        let method_name = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let request = self
            .http
            .request(method_name, url)
            .header("authorization", format!("Bot {}", self.token));
        let request = if body.is_null() {
            request
        } else {
            request.json(body)
        };
        let response = request.send().await.expect("the stand-in answers");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        let body: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status < 300 {
            let template = schema::template(method, path)
                .unwrap_or_else(|| panic!("Discord has no {method} {path}"));
            if let Err(lines) = schema::check_response(method, template, status, &body) {
                panic!(
                    "{method} {path} answered what Discord would not:\n{}\n{body:#}",
                    lines.join("\n")
                );
            }
        }
        Reply { status, body }
    }

    /// The next interaction that waits for the bot.
    async fn incoming(&self) -> Interaction {
        let look = |world: &town_crier::rehearsal::stand_in::World| {
            let opened = world.interactions.opened.values();
            opened
                .rev()
                .find(|one| {
                    one.outcome == town_crier::rehearsal::stand_in::interactions::Outcome::Waiting
                })
                .cloned()
        };
        self.shared
            .wait_for(PATIENCE, look)
            .await
            .expect("an interaction")
    }

    async fn answer(&self, interaction: &Interaction, kind: i64, data: Value) -> Reply {
        let path = format!(
            "/interactions/{}/{}/callback?with_response=true",
            interaction.id, interaction.token
        );
        let body = if data.is_null() {
            json!({ "type": kind })
        } else {
            json!({ "type": kind, "data": data })
        };
        self.api("POST", &path, &body).await
    }

    async fn webhook(
        &self,
        method: &str,
        interaction: &Interaction,
        rest: &str,
        body: Value,
    ) -> Reply {
        self.api(
            method,
            &format!("/webhooks/{}/{}{rest}", self.bot, interaction.token),
            &body,
        )
        .await
    }

    /// Ann types a command, and the bot answers once.
    async fn ask(&self, line: &str, kind: i64, data: Value) -> (Answer, Interaction) {
        let (typed, interaction) =
            tokio::join!(self.ann.type_command(self.general, line, &[]), async {
                let interaction = self.incoming().await;
                let reply = self.answer(&interaction, kind, data).await;
                assert_eq!(reply.status, 200, "{}", reply.body);
                interaction
            });
        (typed.expect("allowed"), interaction)
    }

    /// A message with components, and the interaction that brought it.
    async fn panel(&self, components: Value) -> (u64, Interaction) {
        let (answer, interaction) = self
            .ask(
                "/status",
                4,
                json!({ "content": "panel", "components": components }),
            )
            .await;
        (answer.message.expect("a message").id, interaction)
    }
}

fn commands() -> Value {
    json!([
        { "name": "status", "description": "d" },
        { "name": "play", "description": "d", "options": [
            { "type": 1, "name": "accusation", "description": "d", "options": [
                { "type": 3, "name": "target", "description": "d", "required": true, "autocomplete": true },
                { "type": 4, "name": "marks", "description": "d", "min_value": 1, "max_value": 7 },
                { "type": 6, "name": "whom", "description": "d" },
                { "type": 3, "name": "kind", "description": "d", "choices": [{ "name": "Loud", "value": "loud" }] },
            ] },
        ] },
        { "name": "setup", "description": "d", "default_member_permissions": bit::MANAGE_GUILD.to_string() },
        { "name": "here", "description": "d", "contexts": [0] },
    ])
}

fn row(parts: Value) -> Value {
    json!([{ "type": 1, "components": parts }])
}

fn button(id: &str, label: &str) -> Value {
    json!({ "type": 2, "style": 1, "custom_id": id, "label": label })
}

fn barred(outcome: Result<Answer, Denied>, word: &str) {
    let denied = outcome.expect_err("barred");
    assert!(
        denied.code().is_none() && denied.to_string().contains(word),
        "{denied}"
    );
}

#[tokio::test]
async fn a_command_is_answered_for_one_user_alone() {
    let town = Town::new().await;
    let (answer, interaction) = town
        .ask("/status", 4, json!({ "content": "for you", "flags": 64 }))
        .await;
    assert_eq!(
        (answer.kind, answer.text().as_str(), answer.is_private()),
        (AnswerKind::Message, "for you", true)
    );
    let message = answer.message.expect("a message").id;
    assert_eq!(town.ann.read(town.general).expect("reads").len(), 1);
    assert!(town.bob.read(town.general).expect("reads").is_empty());
    let history = town
        .api(
            "GET",
            &format!("/channels/{}/messages", town.general),
            &Value::Null,
        )
        .await;
    assert_eq!(history.body, json!([]));
    let direct = town
        .api(
            "GET",
            &format!("/channels/{}/messages/{message}", town.general),
            &Value::Null,
        )
        .await;
    assert_eq!(direct.code(), 10008);
    let own = town
        .webhook("GET", &interaction, "/messages/@original", Value::Null)
        .await;
    assert_eq!((own.status, &own.body["content"]), (200, &json!("for you")));
    assert!(
        town.bob
            .feed(0)
            .iter()
            .all(|entry| entry.event != "MESSAGE_CREATE")
    );
}

#[tokio::test]
async fn a_second_answer_and_a_late_one_are_refused() {
    let town = Town::new().await;
    let (_, interaction) = town.ask("/status", 4, json!({ "content": "x" })).await;
    let again = town
        .answer(&interaction, 4, json!({ "content": "y" }))
        .await;
    assert_eq!((again.status, again.code()), (400, 40060));

    let (answer, late) = tokio::join!(town.ann.type_command(town.general, "/status", &[]), async {
        let interaction = town.incoming().await;
        town.stage.advance_clock(3_001);
        let late = town
            .answer(&interaction, 4, json!({ "content": "x" }))
            .await;
        let follow_up = town
            .webhook("POST", &interaction, "", json!({ "content": "x" }))
            .await;
        (late, follow_up)
    });
    assert_eq!(answer.expect("allowed").kind, AnswerKind::NoResponse);
    assert_eq!((late.0.status, late.0.code()), (404, 10062));
    assert_eq!((late.1.status, late.1.code()), (404, 10015));
    let unknown = town
        .api(
            "POST",
            "/interactions/1/none/callback",
            &json!({ "type": 4, "data": { "content": "x" } }),
        )
        .await;
    assert_eq!(unknown.code(), 10062);
}

#[tokio::test]
async fn a_bad_answer_leaves_the_interaction_open() {
    let town = Town::new().await;
    let (answer, replies) =
        tokio::join!(town.ann.type_command(town.general, "/status", &[]), async {
            let interaction = town.incoming().await;
            let mut replies = Vec::new();
            for (kind, data) in [
                (4, json!({ "content": "" })),
                (4, json!({ "content": "x".repeat(2001) })),
                (7, json!({ "content": "x" })),
                (6, Value::Null),
                (8, json!({ "choices": [] })),
                (1, Value::Null),
                (4, json!({ "content": "fine" })),
            ] {
                let reply = town.answer(&interaction, kind, data).await;
                replies.push((reply.status, reply.code()));
            }
            replies
        });
    assert_eq!(answer.expect("allowed").text(), "fine");
    let form = (400, 50035);
    assert_eq!(
        replies,
        [(400, 50006), form, form, form, form, form, (200, 0)]
    );
}

#[tokio::test]
async fn a_deferred_answer_is_completed_by_edit_or_follow_up() {
    let town = Town::new().await;
    let (answer, interaction) =
        tokio::join!(town.ann.type_command(town.general, "/status", &[]), async {
            let interaction = town.incoming().await;
            let deferred = town.answer(&interaction, 5, json!({ "flags": 64 })).await;
            assert_eq!(
                deferred.body["interaction"]["response_message_loading"],
                true
            );
            let thinking = town.ann.read(town.general).expect("reads");
            assert!(thinking[0].thinking && thinking[0].ephemeral);
            let edited = town
                .webhook(
                    "PATCH",
                    &interaction,
                    "/messages/@original",
                    json!({ "content": "done" }),
                )
                .await;
            assert_eq!(edited.status, 200);
            interaction
        });
    let answer = answer.expect("allowed");
    assert_eq!(
        (answer.kind, answer.text().as_str(), answer.is_private()),
        (AnswerKind::Message, "done", true)
    );

    // A public follow-up, then one for Ann alone.
    let public = town
        .webhook("POST", &interaction, "", json!({ "content": "for all" }))
        .await;
    assert_eq!(public.status, 200);
    town.webhook(
        "POST",
        &interaction,
        "",
        json!({ "content": "for Ann", "flags": 64 }),
    )
    .await;
    let texts = |person: &Person| -> Vec<String> {
        person
            .read(town.general)
            .expect("reads")
            .iter()
            .map(|seen| seen.content.clone())
            .collect()
    };
    assert_eq!(texts(&town.ann), ["done", "for all", "for Ann"]);
    assert_eq!(texts(&town.bob), ["for all"]);

    // While the original is thinking, the first follow-up takes its place and its privacy.
    let (answer, _) = tokio::join!(town.ann.type_command(town.general, "/status", &[]), async {
        let interaction = town.incoming().await;
        town.answer(&interaction, 5, json!({ "flags": 64 })).await;
        town.webhook(
            "POST",
            &interaction,
            "",
            json!({ "content": "in its place" }),
        )
        .await
    });
    let answer = answer.expect("allowed");
    assert_eq!(
        (answer.text().as_str(), answer.is_private()),
        ("in its place", true)
    );
}

#[tokio::test]
async fn follow_ups_end_after_a_quarter_of_an_hour() {
    let town = Town::new().await;
    let (_, interaction) = town.ask("/status", 4, json!({ "content": "x" })).await;
    town.stage.advance_clock(15 * 60_000 - 10_000);
    let within = town
        .webhook("POST", &interaction, "", json!({ "content": "y" }))
        .await;
    assert_eq!(within.status, 200);
    town.stage.advance_clock(10_001);
    let after = town
        .webhook("POST", &interaction, "", json!({ "content": "z" }))
        .await;
    assert_eq!((after.status, after.code()), (401, 50027));
    let edit = town
        .webhook(
            "PATCH",
            &interaction,
            "/messages/@original",
            json!({ "content": "z" }),
        )
        .await;
    assert_eq!(edit.code(), 50027);
}

#[tokio::test]
async fn own_messages_of_an_interaction_can_be_edited_and_deleted() {
    let town = Town::new().await;
    let (_, interaction) = town.ask("/status", 4, json!({ "content": "x" })).await;
    let follow_up = town
        .webhook("POST", &interaction, "", json!({ "content": "y" }))
        .await;
    let path = format!(
        "/messages/{}",
        follow_up.body["id"].as_str().expect("an id")
    );
    assert_eq!(
        town.webhook("PATCH", &interaction, &path, json!({ "content": "z" }))
            .await
            .body["content"],
        "z"
    );
    assert_eq!(
        town.webhook("DELETE", &interaction, &path, Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(
        town.webhook("GET", &interaction, &path, Value::Null)
            .await
            .code(),
        10008
    );
    let foreign = town.ann.write(town.general, "mine").expect("writes");
    assert_eq!(
        town.webhook(
            "PATCH",
            &interaction,
            &format!("/messages/{foreign}"),
            json!({ "content": "z" })
        )
        .await
        .code(),
        10008
    );
    assert_eq!(
        town.webhook("DELETE", &interaction, "/messages/@original", Value::Null)
            .await
            .status,
        204
    );
}

#[tokio::test]
async fn a_client_offers_only_what_its_user_may_use() {
    let town = Town::new().await;
    let (ann, general) = (&town.ann, town.general);
    barred(
        ann.type_command(general, "/nothing", &[]).await,
        "not offered",
    );
    barred(
        ann.type_command(general, "/setup", &[]).await,
        "not offered",
    );
    barred(ann.type_command(general, "/play", &[]).await, "subcommand");
    barred(
        ann.type_command(general, "/play accusation", &[]).await,
        "target is required",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("marks", "8")],
        )
        .await,
        "at most 7",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("marks", "0")],
        )
        .await,
        "at least 1",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("marks", "few")],
        )
        .await,
        "not a number",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("kind", "soft")],
        )
        .await,
        "choices",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("whom", "Zoe")],
        )
        .await,
        "nobody",
    );
    barred(
        ann.type_command(
            general,
            "/play accusation",
            &[("target", "x"), ("colour", "red")],
        )
        .await,
        "no option",
    );

    let dm = ann.open_dm(town.bot).expect("a DM");
    barred(ann.type_command(dm, "/here", &[]).await, "not offered");
    assert_eq!(
        ann.offered_commands(dm),
        ["/status", "/play accusation", "/setup"]
    );

    let role = town
        .stage
        .role(town.guild, "Managers", bit::MANAGE_GUILD)
        .expect("a role");
    town.stage
        .set_role(town.guild, ann.id(), role, true)
        .expect("given");
    assert!(ann.offered_commands(general).contains(&"/setup".to_owned()));
    let everyone = Target::Role(town.guild);
    town.stage
        .overwrite(general, everyone, 0, bit::USE_APPLICATION_COMMANDS)
        .expect("denied");
    barred(
        ann.type_command(general, "/status", &[]).await,
        "not offered",
    );

    town.stage
        .remove_overwrite(general, town.guild)
        .expect("removed");
    town.stage.kick(town.guild, town.bot).expect("kicked");
    assert!(ann.offered_commands(general).is_empty());
}

#[tokio::test]
async fn an_interaction_carries_what_was_typed() {
    let town = Town::new().await;
    let typed = [
        ("target", "P3"),
        ("marks", "7"),
        ("whom", "Bob"),
        ("kind", "Loud"),
    ];
    let sent = town
        .ann
        .type_command(town.general, "/play accusation", &typed);
    let (_, interaction) = tokio::join!(sent, async {
        let interaction = town.incoming().await;
        town.answer(&interaction, 4, json!({ "content": "x" }))
            .await;
        interaction
    });
    assert_eq!(interaction.user, town.ann.id());
    assert!(matches!(&interaction.about, About::Command { name, .. } if name == "play accusation"));
}

#[tokio::test]
async fn autocomplete_offers_what_the_bot_says() {
    let town = Town::new().await;
    let asked = town.ann.autocomplete(
        town.general,
        "/play accusation",
        "target",
        "bo",
        &[("marks", "2")],
    );
    let (choices, replies) = tokio::join!(asked, async {
        let interaction = town.incoming().await;
        let many: Value = (0..26)
            .map(|n| json!({ "name": format!("n{n}"), "value": "v" }))
            .collect();
        let too_many = town
            .answer(&interaction, 8, json!({ "choices": many }))
            .await;
        let message = town
            .answer(&interaction, 4, json!({ "content": "x" }))
            .await;
        let fine = town
            .answer(
                &interaction,
                8,
                json!({ "choices": [{ "name": "Bob", "value": "2" }] }),
            )
            .await;
        (too_many.code(), message.code(), fine.status)
    });
    assert_eq!(replies, (50035, 50035, 200));
    let choices = choices.expect("allowed");
    assert_eq!(
        (choices.len(), choices[0].name.as_str(), &choices[0].value),
        (1, "Bob", &json!("2"))
    );
    let none = town
        .ann
        .autocomplete(town.general, "/play accusation", "kind", "", &[])
        .await;
    assert!(none.is_err(), "an option without autocomplete");
}

#[tokio::test]
async fn a_button_is_pressed_as_the_message_is_now() {
    let town = Town::new().await;
    let (panel, interaction) = town.panel(row(json!([button("a", "Join"), { "type": 2, "style": 2, "custom_id": "b", "label": "Off", "disabled": true },
        { "type": 2, "style": 5, "url": "https://example.org", "label": "Read" }]))).await;
    let (bob, general) = (&town.bob, town.general);
    barred(bob.press(general, panel, "nothing").await, "has no");
    barred(bob.press(general, panel, "Off").await, "disabled");
    barred(bob.press(general, panel, "Read").await, "address");

    let (answer, _) = tokio::join!(bob.press(general, panel, "Join"), async {
        let pressed = town.incoming().await;
        assert_eq!(pressed.about, About::Component { message: panel });
        town.answer(
            &pressed,
            7,
            json!({ "content": "1 joined", "components": row(json!([button("c", "Leave")])) }),
        )
        .await
    });
    let answer = answer.expect("allowed");
    assert_eq!(
        (answer.kind, answer.text().as_str()),
        (AnswerKind::Updated, "1 joined")
    );
    assert_eq!(
        town.ann.message(general, panel).expect("seen").content,
        "1 joined"
    );
    barred(bob.press(general, panel, "a").await, "has no");

    // A slow client still shows the first version.
    let (answer, _) = tokio::join!(bob.press_stale(general, panel, "a"), async {
        let pressed = town.incoming().await;
        town.answer(&pressed, 4, json!({ "content": "too late", "flags": 64 }))
            .await
    });
    assert_eq!(answer.expect("was on the screen").text(), "too late");
    barred(bob.press_stale(general, panel, "never").await, "never on");

    // Acknowledged, and edited afterwards.
    let (answer, _) = tokio::join!(bob.press(general, panel, "Leave"), async {
        let pressed = town.incoming().await;
        town.answer(&pressed, 6, Value::Null).await;
        town.webhook(
            "PATCH",
            &pressed,
            "/messages/@original",
            json!({ "content": "0 joined", "components": [] }),
        )
        .await
    });
    assert!(matches!(
        answer.expect("allowed").kind,
        AnswerKind::Acknowledged | AnswerKind::Updated
    ));
    assert_eq!(
        town.ann.message(general, panel).expect("seen").content,
        "0 joined"
    );
    town.webhook("DELETE", &interaction, "/messages/@original", Value::Null)
        .await;
    barred(bob.press(general, panel, "Leave").await, "does not see");
}

#[tokio::test]
async fn a_private_button_is_for_its_user() {
    let town = Town::new().await;
    let components = row(json!([button("a", "Mine")]));
    let (answer, interaction) = town
        .ask(
            "/status",
            4,
            json!({ "content": "x", "flags": 64, "components": components }),
        )
        .await;
    let message = answer.message.expect("a message").id;
    barred(
        town.bob.press(town.general, message, "Mine").await,
        "does not see",
    );
    barred(
        town.bob.press_stale(town.general, message, "Mine").await,
        "never on",
    );
    town.webhook("DELETE", &interaction, "/messages/@original", Value::Null)
        .await;
    barred(
        town.ann.press(town.general, message, "Mine").await,
        "does not see",
    );
    let (answer, _) = tokio::join!(town.ann.press_stale(town.general, message, "Mine"), async {
        let pressed = town.incoming().await;
        town.answer(&pressed, 4, json!({ "content": "over", "flags": 64 }))
            .await
    });
    assert_eq!(answer.expect("was on the screen").text(), "over");
}

#[tokio::test]
async fn menus_take_what_they_offer() {
    let town = Town::new().await;
    let option = |n: u8| json!({ "label": format!("Card {n}"), "value": format!("{n}") });
    let menu = json!([{ "type": 3, "custom_id": "m", "min_values": 1, "max_values": 2, "placeholder": "Pick", "options": [option(1), option(2), option(3)] }]);
    let (panel, _) = town.panel(row(menu)).await;
    let (ann, general) = (&town.ann, town.general);
    barred(ann.choose(general, panel, "m", &[]).await, "1 to 2");
    barred(
        ann.choose(general, panel, "m", &["1", "2", "3"]).await,
        "1 to 2",
    );
    barred(
        ann.choose(general, panel, "m", &["4"]).await,
        "not in the menu",
    );
    barred(ann.choose(general, panel, "m", &["1", "1"]).await, "twice");
    barred(ann.press(general, panel, "m").await, "menu");
    let (answer, _) = tokio::join!(
        ann.choose(general, panel, "Pick", &["Card 1", "3"]),
        async {
            let chosen = town.incoming().await;
            town.answer(&chosen, 7, json!({ "content": "chosen" }))
                .await
        }
    );
    assert_eq!(answer.expect("allowed").text(), "chosen");
}

#[tokio::test]
async fn a_modal_is_shown_and_sent_off_once() {
    let town = Town::new().await;
    let input =
        json!({ "type": 4, "custom_id": "why", "label": "Why", "style": 1, "max_length": 5 });
    let modal = json!({ "custom_id": "m", "title": "Say why", "components": row(json!([input])) });
    let (panel, _) = town.panel(row(json!([button("a", "Ask")]))).await;
    let (answer, _) = tokio::join!(town.ann.press(town.general, panel, "Ask"), async {
        let pressed = town.incoming().await;
        town.answer(&pressed, 9, modal.clone()).await
    });
    let shown = answer.expect("allowed").modal.expect("a modal");
    assert_eq!(
        (shown.title.as_str(), shown.inputs[0].label.as_str()),
        ("Say why", "Why")
    );
    barred(town.ann.submit(&shown, &[]).await, "Why is required");
    barred(
        town.ann.submit(&shown, &[("why", "too long")]).await,
        "characters",
    );
    barred(
        town.ann
            .submit(&shown, &[("why", "ok"), ("who", "x")])
            .await,
        "no input who",
    );
    barred(
        town.bob.submit(&shown, &[("why", "ok")]).await,
        "not on the user's screen",
    );
    let (answer, replies) = tokio::join!(town.ann.submit(&shown, &[("Why", "so")]), async {
        let sent = town.incoming().await;
        let modal_again = town.answer(&sent, 9, modal.clone()).await;
        let updated = town.answer(&sent, 7, json!({ "content": "said" })).await;
        (modal_again.code(), updated.status)
    });
    assert_eq!(replies, (50035, 200));
    assert_eq!(answer.expect("allowed").kind, AnswerKind::Updated);
    assert_eq!(
        town.bob.message(town.general, panel).expect("seen").content,
        "said"
    );
    barred(
        town.ann.submit(&shown, &[("why", "so")]).await,
        "not on the user's screen",
    );
}

#[tokio::test]
async fn commands_are_registered_edited_and_taken_back() {
    let town = Town::new().await;
    let path = format!("/applications/{}/commands", town.bot);
    let listed = town.api("GET", &path, &Value::Null).await.body;
    let names: Vec<&str> = listed
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|command| command["name"].as_str())
        .collect();
    assert_eq!(names, ["status", "play", "setup", "here"]);
    let again = town.api("PUT", &path, &commands()).await.body;
    assert_eq!(again, listed, "the same commands keep ids and versions");
    let fresh = town
        .api("POST", &path, &json!({ "name": "new", "description": "d" }))
        .await;
    assert_eq!(fresh.status, 201);
    let replaced = town
        .api("POST", &path, &json!({ "name": "new", "description": "e" }))
        .await;
    assert_eq!(
        (replaced.status, &replaced.body["id"]),
        (200, &fresh.body["id"])
    );
    let one = format!("{path}/{}", fresh.body["id"].as_str().expect("an id"));
    let edited = town
        .api("PATCH", &one, &json!({ "description": "f" }))
        .await;
    assert_eq!(edited.body["description"], "f");
    assert_eq!(
        town.api("PATCH", &one, &json!({ "name": "Not Lower" }))
            .await
            .code(),
        50035
    );
    assert_eq!(town.api("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(town.api("GET", &one, &Value::Null).await.code(), 10063);
    let guild = format!("/applications/{}/guilds/{}/commands", town.bot, town.guild);
    assert_eq!(
        town.api(
            "PUT",
            &guild,
            &json!([{ "name": "local", "description": "d" }])
        )
        .await
        .status,
        200
    );
    assert!(
        town.ann
            .offered_commands(town.general)
            .contains(&"/local".to_owned())
    );
    assert_eq!(
        town.api(
            "GET",
            &format!("/applications/{}/guilds/1/commands", town.bot),
            &Value::Null
        )
        .await
        .code(),
        50001
    );
    assert_eq!(
        town.api("GET", "/applications/1/commands", &Value::Null)
            .await
            .status,
        403
    );
    assert_eq!(town.api("PUT", &guild, &json!([])).await.body, json!([]));
}

#[tokio::test]
async fn answers_carry_files() {
    let town = Town::new().await;
    let (answer, reply) = tokio::join!(
        town.ann.type_command(town.general, "/status", &[]),
        async {
            let interaction = town.incoming().await;
            let payload = json!({ "type": 4, "data": { "flags": 64, "attachments": [{ "id": 0, "filename": "record.jsonl", "description": "all" }] } });
            let form = reqwest_form(
                "payload_json",
                &payload.to_string(),
                "files[0]",
                "a.txt",
                "line",
            );
            let url = format!(
                "{}/api/v10/interactions/{}/{}/callback",
                town.server.api_base(),
                interaction.id,
                interaction.token
            );
            let request = town
                .http
                .post(url)
                .header("content-type", form.0)
                .body(form.1);
            request
                .send()
                .await
                .expect("the stand-in answers")
                .status()
                .as_u16()
        }
    );
    assert_eq!(reply, 204);
    let file = &answer.expect("allowed").message.expect("a message").files[0];
    assert_eq!(
        (file.name.as_str(), file.data.as_slice()),
        ("record.jsonl", b"line".as_slice())
    );
    let fetched = town
        .http
        .get(&file.url)
        .send()
        .await
        .expect("served")
        .text()
        .await
        .expect("text");
    assert_eq!(fetched, "line");
}

/// A multipart body by hand: content type and text.
fn reqwest_form(
    json_name: &str,
    json: &str,
    file_name: &str,
    file: &str,
    data: &str,
) -> (&'static str, String) {
    let body = format!(
        "--sep\r\nContent-Disposition: form-data; name=\"{json_name}\"\r\nContent-Type: application/json\r\n\r\n{json}\r\n--sep\r\n\
         Content-Disposition: form-data; name=\"{file_name}\"; filename=\"{file}\"\r\nContent-Type: text/plain\r\n\r\n{data}\r\n--sep--\r\n"
    );
    ("multipart/form-data; boundary=sep", body)
}

#[tokio::test]
async fn in_a_private_thread_only_its_members_see_and_press() {
    let town = Town::new().await;
    let parent = town
        .stage
        .channel(town.guild, "coven", kind::TEXT, None)
        .expect("a channel");
    let thread = town
        .stage
        .private_thread(parent, "night")
        .expect("a thread");
    assert!(town.ann.channels().iter().all(|place| place.id != thread));
    barred(
        town.ann.type_command(thread, "/status", &[]).await,
        "not offered",
    );
    town.stage
        .owner_of_guild(town.guild)
        .expect("an owner")
        .add_to_thread(thread, town.ann.id())
        .expect("added");
    assert!(
        town.ann
            .channels()
            .iter()
            .any(|place| place.id == thread && place.may_write)
    );
    let (answer, _) = tokio::join!(town.ann.type_command(thread, "/status", &[]), async {
        let interaction = town.incoming().await;
        town.answer(
            &interaction,
            4,
            json!({ "content": "dark", "components": row(json!([button("a", "Vote")])) }),
        )
        .await
    });
    let message = answer.expect("allowed").message.expect("a message").id;
    barred(
        town.bob.press(thread, message, "Vote").await,
        "does not see",
    );
    assert_eq!(
        town.bob.read(thread).expect_err("refused").code(),
        Some(50001)
    );
}
