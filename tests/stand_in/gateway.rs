//! The gateway, with serenity as a client and twilight's types as the judge of every frame.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{
    Client, ClientBuilder, Context, CreateMessage, EventHandler, GatewayIntents, Guild,
    HttpBuilder, Ready, ResumedEvent,
};
use serenity::async_trait;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use town_crier::rehearsal::stand_in::world::model::{Emoji, application_flag};
use town_crier::rehearsal::stand_in::world::{Id, MessageDraft, World};

use crate::kit::{PATIENCE, Town};

/// Tells the test what serenity told the bot.
struct Ears {
    heard: UnboundedSender<String>,
    general: Id,
}

#[async_trait]
impl EventHandler for Ears {
    async fn ready(&self, _: Context, _: Ready) {
        // The test may have ended already, here and below.
        let _ = self.heard.send("ready".to_owned());
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        let _ = self.heard.send("resumed".to_owned());
    }

    async fn guild_create(&self, context: Context, guild: Guild, _: Option<bool>) {
        let channel = serenity::all::ChannelId::new(self.general);
        assert!(guild.channels.contains_key(&channel));
        let sent = channel
            .send_message(&context, CreateMessage::new().content("good morning"))
            .await
            .expect("may write");
        let _ = self.heard.send(format!("guild {}", sent.content));
    }

    async fn message(&self, _: Context, message: serenity::all::Message) {
        let _ = self.heard.send(format!("message {:?}", message.content));
    }
}

struct Bot {
    heard: UnboundedReceiver<String>,
    running: JoinHandle<Result<(), serenity::Error>>,
}

impl Bot {
    async fn connect(town: &Town, intents: GatewayIntents) -> Self {
        let (heard, receiver) = unbounded_channel();
        let http = HttpBuilder::new("token")
            .proxy(town.stand_in.api_base())
            .ratelimiter_disabled(true)
            .build();
        let mut client: Client = ClientBuilder::new_with_http(http, intents)
            .event_handler(Ears {
                heard,
                general: town.general,
            })
            .await
            .expect("a client");
        let running = tokio::spawn(async move { client.start().await });
        Self {
            heard: receiver,
            running,
        }
    }

    async fn hears(&mut self, wanted: &str) {
        let listening = async {
            while let Some(heard) = self.heard.recv().await {
                if heard == wanted {
                    return;
                }
            }
            panic!("the bot is gone before {wanted:?}");
        };
        tokio::time::timeout(PATIENCE, listening)
            .await
            .unwrap_or_else(|_| panic!("the bot did not hear {wanted:?}"));
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.running.abort();
    }
}

fn says(world: &mut World, user: Id, channel: Id, content: &str) -> Id {
    let draft = MessageDraft {
        content: content.to_owned(),
        ..MessageDraft::default()
    };
    world
        .create_message(user, channel, draft)
        .expect("may write")
}

/// Keeps serenity's log of this thread, where it notes events that it cannot read.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while writing").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub fn start(&self) -> tracing::subscriber::DefaultGuard {
        let log = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter("serenity=debug")
            .with_writer(move || log.clone())
            .finish();
        tracing::subscriber::set_default(subscriber)
    }

    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("no panic while writing");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Everything that can happen in a guild, so that every kind of frame is made.
async fn let_everything_happen(town: &Town) {
    let (guild, general) = (town.guild, town.general);
    let ann = town.member("Ann");
    town.shared.write(|world| {
        let id = says(world, ann, general, "good evening");
        let emoji = Emoji {
            name: "👍".to_owned(),
            id: None,
        };
        world.add_reaction(ann, general, id, &emoji).expect("may");
        world
            .remove_reaction(ann, general, id, &emoji, ann)
            .expect("may");
        world.start_typing(ann, general).expect("may");
        world.rename_user(ann, "Anna").expect("ann");
    });
    let messages = format!("/channels/{general}/messages");
    let sent = town.post(
        &messages,
        json!({"content": "x", "embeds": [{"title": "t"}],
        "components": [{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}]}]}),
    );
    let sent = sent.await.fine().id();
    let reply = json!({"content": "y", "message_reference": {"message_id": sent.to_string()}});
    let reply = town.post(&messages, reply).await.fine().id();
    town.patch(&format!("{messages}/{sent}"), json!({"content": "z"}))
        .await
        .fine();
    town.put(&format!("{messages}/pins/{sent}"), Value::Null)
        .await
        .fine();
    town.delete(&format!("{messages}/pins/{sent}")).await.fine();
    town.put(
        &format!("{messages}/{sent}/reactions/%E2%9C%85/@me"),
        Value::Null,
    )
    .await
    .fine();
    town.delete(&format!("{messages}/{sent}/reactions"))
        .await
        .fine();
    town.delete(&format!("{messages}/{reply}")).await.fine();
    let one = town
        .post(&messages, json!({"content": "1"}))
        .await
        .fine()
        .id();
    let two = town
        .post(&messages, json!({"content": "2"}))
        .await
        .fine()
        .id();
    let both = json!({"messages": [one.to_string(), two.to_string()]});
    town.post(&format!("{messages}/bulk-delete"), both)
        .await
        .fine();
    town.post(&format!("/channels/{general}/typing"), Value::Null)
        .await
        .fine();
    let channels = format!("/guilds/{guild}/channels");
    let category = town
        .post(&channels, json!({"name": "Game", "type": 4}))
        .await
        .fine()
        .id();
    let square = json!({"name": "square", "topic": "t", "parent_id": category.to_string()});
    let square = town.post(&channels, square).await.fine().id();
    town.post(&channels, json!({"name": "voice", "type": 2}))
        .await
        .fine();
    let deny = json!({"type": 0, "deny": "2048", "allow": "0"});
    town.put(&format!("/channels/{square}/permissions/{guild}"), deny)
        .await
        .fine();
    town.delete(&format!("/channels/{square}/permissions/{guild}"))
        .await
        .fine();
    town.get(&channels).await.fine();
    town.get(&format!("/channels/{square}")).await.fine();
    let threads = format!("/channels/{square}/threads");
    let thread = town
        .post(&threads, json!({"name": "coven", "type": 12}))
        .await
        .fine()
        .id();
    town.put(
        &format!("/channels/{thread}/thread-members/{ann}"),
        Value::Null,
    )
    .await
    .fine();
    town.delete(&format!("/channels/{thread}/thread-members/{ann}"))
        .await
        .fine();
    town.put(
        &format!("/channels/{thread}/thread-members/{ann}"),
        Value::Null,
    )
    .await
    .fine();
    town.patch(
        &format!("/channels/{thread}"),
        json!({"name": "chat", "locked": true}),
    )
    .await
    .fine();
    town.post(
        &format!("/channels/{thread}/messages"),
        json!({"content": "x"}),
    )
    .await
    .fine();
    town.post(&threads, json!({"name": "open", "type": 11}))
        .await
        .fine();
    let role = town
        .post(&format!("/guilds/{guild}/roles"), json!({"name": "Judge"}))
        .await;
    let role = role.fine().id();
    let of_ann = format!("/guilds/{guild}/members/{ann}/roles/{role}");
    town.put(&of_ann, Value::Null).await.fine();
    town.delete(&of_ann).await.fine();
    let roles = format!("/guilds/{guild}/roles/{role}");
    town.patch(&roles, json!({"name": "Constable"}))
        .await
        .fine();
    town.get(&roles).await.fine();
    town.get(&format!("/guilds/{guild}/roles")).await.fine();
    town.delete(&roles).await.fine();
    let member = format!("/guilds/{guild}/members/{ann}");
    town.patch(&member, json!({"nick": "Annie"})).await.fine();
    town.get(&member).await.fine();
    town.get(&format!("/guilds/{guild}/members?limit=10"))
        .await
        .fine();
    town.get(&format!("/guilds/{guild}/members/search?query=ann"))
        .await
        .fine();
    town.get(&format!("/guilds/{guild}?with_counts=true"))
        .await
        .fine();
    for path in [
        "/users/@me",
        "/users/@me/guilds",
        "/applications/@me",
        "/oauth2/applications/@me",
        "/gateway",
        "/gateway/bot",
    ] {
        town.get(path).await.fine();
    }
    let dm = town
        .post(
            "/users/@me/channels",
            json!({"recipient_id": ann.to_string()}),
        )
        .await;
    let dm = dm.fine().id();
    town.get(&format!("/channels/{dm}")).await.fine();
    town.post(
        &format!("/channels/{dm}/messages"),
        json!({"content": "cards"}),
    )
    .await
    .fine();
    town.shared.write(|world| says(world, ann, dm, "thanks"));
    town.delete(&format!("/channels/{thread}")).await.fine();
    town.delete(&format!("/channels/{category}")).await.fine();
    town.get(&format!("/guilds/{guild}/audit-logs?limit=100"))
        .await
        .fine();
    town.delete(&member).await.fine();
    town.shared.write(|world| {
        world.set_guild_unavailable(guild, true).expect("a guild");
        world.set_guild_unavailable(guild, false).expect("a guild");
    });
}

#[tokio::test]
async fn serenity_logs_in_writes_and_reads_every_event() {
    let log = Log::default();
    let _kept = log.start();
    let town = Town::start().await;
    let mut bot = Bot::connect(&town, GatewayIntents::all()).await;
    bot.hears("ready").await;
    bot.hears("guild good morning").await;
    let_everything_happen(&town).await;
    let ann = town.member("Second Ann");
    town.shared
        .write(|world| says(world, ann, town.general, "the end"));
    bot.hears("message \"the end\"").await;
    let noted = log.text();
    assert!(noted.contains("serenity"), "the log is kept");
    assert!(!noted.contains("unknown event"), "{noted}");
    town.finish().await;
}

#[tokio::test]
async fn without_the_intent_only_what_concerns_the_bot_has_content() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let intents = GatewayIntents::non_privileged();
    let mut bot = Bot::connect(&town, intents).await;
    bot.hears("guild good morning").await;
    let me = town.bot;
    town.shared.write(|world| {
        says(world, ann, town.general, "hidden");
        says(world, ann, town.general, &format!("<@{me}> shown"));
        let dm = world.open_dm(ann, me).expect("a DM");
        says(world, ann, dm, "private");
    });
    bot.hears("message \"\"").await;
    bot.hears(&format!("message \"<@{me}> shown\"")).await;
    bot.hears("message \"private\"").await;
    town.finish().await;
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_with_what_was_missed() {
    let town = Town::start().await;
    let ann = town.member("Ann");
    let mut bot = Bot::connect(&town, GatewayIntents::all()).await;
    bot.hears("guild good morning").await;
    town.shared.write(|world| {
        world.drop_connections_of(town.bot);
        says(world, ann, town.general, "in between");
    });
    bot.hears("message \"in between\"").await;
    bot.hears("resumed").await;
    town.shared.write(|world| world.ask_to_reconnect(town.bot));
    bot.hears("resumed").await;
    town.finish().await;
}

#[tokio::test]
async fn a_refused_resume_leads_to_a_new_session() {
    let town = Town::start().await;
    let mut bot = Bot::connect(&town, GatewayIntents::all()).await;
    bot.hears("guild good morning").await;
    town.shared.write(|world| {
        world.faults.refuse_resume = 1;
        world.drop_connections_of(town.bot);
    });
    bot.hears("ready").await;
    bot.hears("guild good morning").await;
    town.finish().await;
}

#[tokio::test]
async fn ready_can_come_twice() {
    let town = Town::start().await;
    town.shared.write(|world| world.faults.double_ready = 1);
    let mut bot = Bot::connect(&town, GatewayIntents::all()).await;
    bot.hears("ready").await;
    bot.hears("ready").await;
    town.finish().await;
}

#[tokio::test]
async fn wrong_tokens_and_intents_end_the_connection() {
    let town = Town::start().await;
    let closed = |code: u16| {
        town.stand_in
            .trace()
            .lines()
            .iter()
            .any(|line| line["frame"]["close"] == code)
    };
    town.shared.write(|world| {
        let bot = world.applications.get_mut(&town.bot).expect("the bot");
        bot.flags &= !application_flag::MEMBERS;
    });
    let mut bot = Bot::connect(&town, GatewayIntents::all()).await;
    let ended = tokio::time::timeout(PATIENCE, &mut bot.running).await;
    assert!(ended.expect("it ends").expect("no panic").is_err());
    assert!(closed(4014));
    let http = HttpBuilder::new("token")
        .proxy(town.stand_in.api_base())
        .ratelimiter_disabled(true)
        .build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .await
        .expect("a client");
    town.shared.write(|world| {
        let bot = world.applications.get_mut(&town.bot).expect("the bot");
        bot.token = "new".to_owned();
    });
    let ended = tokio::time::timeout(Duration::from_secs(20), client.start()).await;
    assert!(ended.expect("it ends").is_err());
    town.finish().await;
}
