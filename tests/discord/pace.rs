//! The pace of requests: Discord's limits are kept, and its word is obeyed where they were not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use town_crier::discord::faults::Fault;
use town_crier::discord::wire::Wire;
use town_crier::rehearsal::stand_in::acts::Stage;
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};

use crate::set::{CHANNEL, MESSAGES, PATIENCE};

/// A server whose Discord keeps its limits, and a bot on it.
struct Post {
    stand_in: StandIn,
    behind: Stage,
    guild: Id,
    general: Id,
    token: String,
}

impl Post {
    async fn new() -> Post {
        let stand_in = StandIn::start(StandInOptions {
            port: 0,
            trace: TraceSink::Memory,
            limits: true,
        })
        .await
        .expect("the stand-in starts");
        let behind = Stage::new(stand_in.shared());
        let host = behind.user("Hester");
        let guild = behind.guild("Salem", &host).expect("a server");
        let (bot, token) = behind.bot("Town Crier");
        behind
            .add_bot(bot, guild, town_crier::discord::permissions::required())
            .expect("the bot joins");
        let general = host.channel("general").expect("every server has one").id;
        Post {
            stand_in,
            behind,
            guild,
            general,
            token,
        }
    }

    fn wire(&self, requests_per_second: u16) -> Wire {
        Wire::new(
            &self.token,
            Some(&self.stand_in.api_base()),
            requests_per_second,
            PATIENCE,
        )
        .expect("a line")
    }

    fn fault(&self, method: &str, route: &str, kind: FaultKind) {
        let fault = RestFault {
            method: Some(method.to_owned()),
            route: Some(route.to_owned()),
            contains: None,
            skip: 0,
            times: 1,
            kind,
        };
        self.behind.set_faults(Faults {
            rest: vec![fault],
            ..Faults::default()
        });
    }

    /// Statuses of all requests of this method to a route with this ending.
    fn statuses(&self, method: &str, route: &str) -> Vec<u64> {
        let lines = self.stand_in.trace().lines();
        let matches = |line: &&Value| line["method"] == method && line["route"] == route;
        let status = |line: &Value| line["status"].as_u64();
        lines.iter().filter(matches).filter_map(status).collect()
    }

    async fn post(&self, wire: &Wire, words: &str) -> Result<u64, Fault> {
        wire.post(self.general, &json!({ "content": words }), None)
            .await
    }
}

/// Requests that all begin at once, and how many of them have been answered well.
fn crowd(
    wire: &Wire,
    guild: Id,
    many: usize,
) -> (Arc<AtomicUsize>, Vec<tokio::task::JoinHandle<()>>) {
    let done = Arc::new(AtomicUsize::new(0));
    let tasks = (0..many).map(|_| {
        let (wire, done) = (wire.clone(), Arc::clone(&done));
        tokio::spawn(async move {
            wire.channels(guild).await.expect("answered");
            done.fetch_add(1, Ordering::SeqCst);
        })
    });
    let tasks = tasks.collect();
    (done, tasks)
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_a_second_are_kept_and_nothing_is_refused() {
    let post = Post::new().await;
    let (done, tasks) = crowd(&post.wire(50).for_stage(), post.guild, 120);
    for task in tasks {
        task.await.expect("it does not fall");
    }
    assert_eq!(done.load(Ordering::SeqCst), 120);
    let statuses = post.statuses("GET", "/guilds/{guild_id}/channels");
    assert_eq!(statuses.len(), 120, "none was sent twice");
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_too_fast_for_discord_obeys_its_word_and_loses_nothing() {
    let post = Post::new().await;
    let (done, tasks) = crowd(&post.wire(u16::MAX), post.guild, 120);
    for task in tasks {
        task.await.expect("it does not fall");
    }
    assert_eq!(done.load(Ordering::SeqCst), 120);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_at_the_door_goes_before_what_games_do() {
    let post = Post::new().await;
    let wire = post.wire(50);
    let (done, tasks) = crowd(&wire.for_stage(), post.guild, 300);
    // Some of the crowd are through: the line is full behind them.
    while done.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    wire.guild(post.guild).await.expect("answered");
    let before = done.load(Ordering::SeqCst);
    assert!(before <= 250, "{before} of 300 went before");
    for task in tasks {
        task.await.expect("it does not fall");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_routes_limit_is_waited_for_or_told_before_discord_has_to() {
    let post = Post::new().await;
    let wire = post.wire(50).for_stage();
    let slowmode = |seconds: u64| {
        let (wire, general) = (wire.clone(), post.general);
        async move {
            let body = json!({ "rate_limit_per_user": seconds });
            wire.edit_channel(general, &body).await
        }
    };
    for seconds in 0..5 {
        slowmode(seconds).await.expect("there is room for five");
    }
    match slowmode(5).await {
        Err(Fault::Slow(pause)) => assert!(pause <= Duration::from_secs(15), "{pause:?}"),
        other => panic!("{other:?}"),
    }
    let statuses = post.statuses("PATCH", CHANNEL);
    assert_eq!(statuses, [200; 5], "the sixth was not even sent");
    wire.channels(post.guild)
        .await
        .expect("other routes do not wait");
}

#[tokio::test(flavor = "multi_thread")]
async fn retry_after_is_obeyed_where_it_is_short_and_handed_on_where_it_is_long() {
    let post = Post::new().await;
    let wire = post.wire(50);
    let too_many = |retry_after, global| FaultKind::Status429 {
        retry_after,
        global,
    };
    post.fault("POST", MESSAGES, too_many(0.2, false));
    post.post(&wire, "heard the second time")
        .await
        .expect("sent again");
    assert_eq!(post.statuses("POST", MESSAGES), [429, 200]);

    post.fault("PATCH", CHANNEL, too_many(600.0, false));
    match wire
        .edit_channel(post.general, &json!({ "topic": "news" }))
        .await
    {
        Err(Fault::Slow(pause)) => assert_eq!(pause, Duration::from_secs(600)),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        post.statuses("PATCH", CHANNEL),
        [429],
        "it was not sent again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_429_halts_every_request_for_as_long_as_discord_says() {
    let post = Post::new().await;
    let wire = post.wire(50);
    let global = FaultKind::Status429 {
        retry_after: 4.0,
        global: true,
    };
    post.fault("POST", MESSAGES, global);
    let (line, general) = (wire.clone(), post.general);
    let slow = tokio::spawn(async move {
        let body = json!({ "content": "later" });
        line.post(general, &body, None).await
    });
    while !slow.is_finished() {
        wire.guild(post.guild).await.expect("answered");
    }
    slow.await.expect("it does not fall").expect("sent again");
    let lines = post.stand_in.trace().lines();
    let at = |line: &Value| line["at_ms"].as_i64().unwrap_or_default();
    let refused = lines.iter().find(|line| line["status"] == 429);
    let refused = refused.map(at).expect("the first one was refused");
    // What was under way when the refusal came may still arrive, so the first seconds say nothing.
    let silence = refused + 2500..refused + 3900;
    let heard = lines.iter().filter(|line| silence.contains(&at(line)));
    assert_eq!(heard.count(), 0, "requests went out all the same");
    assert_eq!(post.statuses("POST", MESSAGES), [429, 200]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_429_for_long_is_told_to_who_asks_instead_of_being_sat_out() {
    let post = Post::new().await;
    let wire = post.wire(50);
    let global = FaultKind::Status429 {
        retry_after: 3600.0,
        global: true,
    };
    post.fault("POST", MESSAGES, global);
    for wire in [wire.clone(), wire.for_stage()] {
        for _ in 0..2 {
            match post.post(&wire, "news").await {
                Err(Fault::Slow(pause)) => assert!(pause > Duration::from_secs(3000), "{pause:?}"),
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(
        post.statuses("POST", MESSAGES),
        [429],
        "the others were not sent"
    );
}
