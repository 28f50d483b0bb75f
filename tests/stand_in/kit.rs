//! A stand-in with a guild, an owner and a bot, and REST requests as the bot sends them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use town_crier::rehearsal::stand_in::world::{Id, permissions::bit};
use town_crier::rehearsal::stand_in::{Shared, StandIn, StandInOptions, TraceSink};

/// Nothing here takes so long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What a bot of ours asks for when it is invited, and then some.
pub const BOT_PERMISSIONS: u64 = bit::VIEW_CHANNEL
    | bit::SEND_MESSAGES
    | bit::SEND_MESSAGES_IN_THREADS
    | bit::READ_MESSAGE_HISTORY
    | bit::MANAGE_CHANNELS
    | bit::MANAGE_ROLES
    | bit::MANAGE_THREADS
    | bit::MANAGE_MESSAGES
    | bit::CREATE_PRIVATE_THREADS
    | bit::CREATE_PUBLIC_THREADS
    | bit::EMBED_LINKS
    | bit::ATTACH_FILES
    | bit::ADD_REACTIONS
    | bit::PIN_MESSAGES
    | bit::KICK_MEMBERS
    | bit::VIEW_AUDIT_LOG
    | bit::MODERATE_MEMBERS
    | bit::MANAGE_NICKNAMES;

pub struct Town {
    pub stand_in: StandIn,
    pub shared: Arc<Shared>,
    pub guild: Id,
    pub bot: Id,
    pub general: Id,
    client: reqwest::Client,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
}

impl Reply {
    /// The id in the body.
    pub fn id(&self) -> Id {
        let text = self.body["id"].as_str();
        text.and_then(|text| text.parse().ok())
            .unwrap_or_else(|| panic!("no id in {self:?}"))
    }

    /// Asserts a success.
    pub fn fine(self) -> Self {
        assert!((200..300).contains(&self.status), "{self:?}");
        self
    }

    /// Asserts a refusal with a status and Discord's code.
    pub fn refused(self, status: u16, code: u64) -> Self {
        let got = (self.status, self.body["code"].as_u64());
        assert_eq!(got, (status, Some(code)), "{}", self.body);
        self
    }
}

impl Town {
    pub async fn start() -> Self {
        Self::with_permissions(BOT_PERMISSIONS).await
    }

    pub async fn with_permissions(permissions: u64) -> Self {
        let options = StandInOptions {
            port: 0,
            trace: TraceSink::Memory,
            limits: false,
        };
        let stand_in = StandIn::start(options).await.expect("a free port");
        let shared = stand_in.shared();
        let (guild, bot, general) = shared.write(|world| {
            let owner = world.create_user("Owner");
            let guild = world.create_guild("Salem", owner).expect("an owner");
            let bot = world.create_bot("Crier", "token");
            world
                .add_bot_to_guild(bot, guild, permissions)
                .expect("a guild");
            let general = world.guild_channels(guild).next().expect("general").id;
            (guild, bot, general)
        });
        Self {
            stand_in,
            shared,
            guild,
            bot,
            general,
            client: reqwest::Client::new(),
        }
    }

    /// A new member.
    pub fn member(&self, name: &str) -> Id {
        self.shared.write(|world| {
            let user = world.create_user(name);
            world.join_guild(user, self.guild).expect("a guild");
            user
        })
    }

    /// A request as the bot.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> Reply {
        self.call_with(method, path, body, &[("authorization", "Bot token")])
            .await
    }

    pub async fn call_with(
        &self,
        method: &str,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Reply {
        let url = format!("{}/api/v10{path}", self.stand_in.api_base());
        let method = method.parse().expect("a method");
        let mut request = self.client.request(method, url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        let body = match text.as_str() {
            "" => Value::Null,
            text => serde_json::from_str(text).expect("JSON"),
        };
        Reply { status, body }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.call("GET", path, Value::Null).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.call("POST", path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.call("PATCH", path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.call("PUT", path, body).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.call("DELETE", path, Value::Null).await
    }

    /// Checks all that was said against Discord's description and twilight's, and stops.
    pub async fn finish(self) {
        let faults = crate::trace::faults(self.stand_in.trace().lines());
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let unknown = self.shared.read(|world| world.unknown_routes.clone());
        assert!(unknown.is_empty(), "{unknown:?}");
        self.stand_in.stop().await;
    }
}
