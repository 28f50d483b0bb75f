//! Requests to Discord, as plain JSON: serenity's routes, our own bodies, sent at the pace that Discord allows.
//!
//! serenity's own limiter is not used: it knows no address but Discord's, lets the hurried wait behind the patient, and waits
//! for minutes where a game could do something else.

use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, CreateCommand, GuildId, InteractionId, LightMethod, MessageId,
    Request, Route, UserId,
};
use serenity::builder::CreateAttachment;
use serenity::http::{Multipart, MultipartUpload};

use crate::kernel::audience::File;
use crate::kernel::ids::PlayerId;

use super::faults::Fault;
use super::limits;
use super::pace::{self, Pace, Rank};

/// A request that Discord puts off for no longer than this is sent again right then, so often at most.
const SHORT: Duration = Duration::from_secs(5);
const TRIES: u32 = 4;
/// Pages of history that are read when looking for a message.
const PAGES: usize = 20;

/// The line to Discord. Clones share it, and its pace.
#[derive(Clone)]
pub struct Wire {
    line: Arc<Line>,
    rank: Rank,
}

struct Line {
    client: reqwest::Client,
    /// As Discord wants it in a header.
    token: String,
    /// Where requests go instead of to Discord.
    base: Option<String>,
    /// How long an answer is waited for; what takes longer may have been done.
    patience: Duration,
    pace: Pace,
}

impl Wire {
    /// With this token, to Discord or to what is at `base`, and with so many requests in a second at most, each of
    /// which waits for its answer for as long as `patience`. Whoever uses it waits at the door; see [`Wire::for_stage`]. Needs
    /// a runtime.
    ///
    /// # Errors
    /// Where this machine has no means of encryption.
    pub fn new(
        token: &str,
        base: Option<&str>,
        requests_per_second: u16,
        patience: Duration,
    ) -> reqwest::Result<Wire> {
        let line = Line {
            client: reqwest::Client::builder().use_rustls_tls().build()?,
            token: format!("Bot {}", token.trim().trim_start_matches("Bot ")),
            base: base.map(str::to_owned),
            patience,
            pace: Pace::new(requests_per_second),
        };
        Ok(Wire {
            line: Arc::new(line),
            rank: Rank::Door,
        })
    }

    /// The same line for what games do by themselves: what somebody waits for goes before it.
    #[must_use]
    pub fn for_stage(&self) -> Wire {
        Wire {
            line: Arc::clone(&self.line),
            rank: Rank::Stage,
        }
    }

    /// The bot's own id, which is its application's as well.
    pub async fn me(&self) -> Result<u64, Fault> {
        made(
            &self
                .call(LightMethod::Get, Route::UserMe, None, None)
                .await?,
        )
    }

    /// Answers an interaction.
    pub async fn answer(
        &self,
        interaction: InteractionId,
        token: &str,
        response: &impl Serialize,
    ) -> Result<(), Fault> {
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        self.send(LightMethod::Post, route, response).await?;
        Ok(())
    }

    /// Changes the answer to an interaction of this application, or puts it in the place of "is thinking".
    pub async fn edit_answer(
        &self,
        application: ApplicationId,
        token: &str,
        message: &impl Serialize,
    ) -> Result<(), Fault> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: application,
            token,
        };
        self.send(LightMethod::Patch, route, message).await?;
        Ok(())
    }

    /// Says more to an interaction of this application that was answered.
    pub async fn follow_up(
        &self,
        application: ApplicationId,
        token: &str,
        message: &impl Serialize,
    ) -> Result<(), Fault> {
        let route = Route::WebhookFollowupMessages {
            application_id: application,
            token,
        };
        self.send(LightMethod::Post, route, message).await?;
        Ok(())
    }

    /// Makes these the application's commands on all servers, and no others.
    pub async fn set_commands(
        &self,
        application: ApplicationId,
        commands: &[CreateCommand],
    ) -> Result<(), Fault> {
        let route = Route::Commands {
            application_id: application,
        };
        self.send(LightMethod::Put, route, &commands).await?;
        Ok(())
    }

    /// Takes away the commands that are registered for this server alone; answers whether there were any.
    pub async fn remove_guild_commands(
        &self,
        application: ApplicationId,
        guild: u64,
    ) -> Result<bool, Fault> {
        let guild_id = GuildId::new(guild);
        let route = || Route::GuildCommands {
            application_id: application,
            guild_id,
        };
        let found = list(self.call(LightMethod::Get, route(), None, None).await?)?;
        if !found.is_empty() {
            self.call(LightMethod::Put, route(), Some(&json!([])), None)
                .await?;
        }
        Ok(!found.is_empty())
    }

    /// A server with its roles.
    pub async fn guild(&self, guild: u64) -> Result<Value, Fault> {
        let route = Route::Guild {
            guild_id: GuildId::new(guild),
        };
        self.call(LightMethod::Get, route, None, None).await
    }

    /// A member of a server.
    pub async fn member(&self, guild: u64, user: u64) -> Result<Value, Fault> {
        let route = Route::GuildMember {
            guild_id: GuildId::new(guild),
            user_id: UserId::new(user),
        };
        self.call(LightMethod::Get, route, None, None).await
    }

    /// A page of a server's members, those behind the id `after`; Discord gives the list only with the members intent.
    pub async fn members(&self, guild: u64, after: u64, most: usize) -> Result<Vec<Value>, Fault> {
        let route = Route::GuildMembers {
            guild_id: GuildId::new(guild),
        };
        let params = vec![("limit", most.to_string()), ("after", after.to_string())];
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        list(self.fire(request).await?)
    }

    /// All channels of a server, categories included, threads not.
    pub async fn channels(&self, guild: u64) -> Result<Vec<Value>, Fault> {
        let route = Route::GuildChannels {
            guild_id: GuildId::new(guild),
        };
        list(self.call(LightMethod::Get, route, None, None).await?)
    }

    /// The threads of a server that are not archived.
    pub async fn active_threads(&self, guild: u64) -> Result<Vec<Value>, Fault> {
        let route = Route::GuildThreadsActive {
            guild_id: GuildId::new(guild),
        };
        let mut answer = self.call(LightMethod::Get, route, None, None).await?;
        list(answer["threads"].take())
    }

    /// The permissions that the roles of a bot give it on a server.
    pub async fn own_permissions(&self, guild: u64, bot: u64) -> Result<u64, Fault> {
        let roles = Route::GuildRoles {
            guild_id: GuildId::new(guild),
        };
        let roles = list(self.call(LightMethod::Get, roles, None, None).await?)?;
        let member = self.member(guild, bot).await?;
        let has = |role: &&Value| {
            let worn = member["roles"].as_array();
            id_of(role) == guild || worn.is_some_and(|worn| worn.contains(&role["id"]))
        };
        let bits = |role: &Value| role["permissions"].as_str()?.parse::<u64>().ok();
        Ok(roles
            .iter()
            .filter(has)
            .filter_map(bits)
            .fold(0, |all, bits| all | bits))
    }

    /// One channel or thread.
    pub async fn channel(&self, channel: u64) -> Result<Value, Fault> {
        self.call(LightMethod::Get, channel_route(channel), None, None)
            .await
    }

    /// Makes a channel or category; answers its id.
    pub async fn make_channel(&self, guild: u64, body: &Value) -> Result<u64, Fault> {
        let route = Route::GuildChannels {
            guild_id: GuildId::new(guild),
        };
        made(
            &self
                .call(LightMethod::Post, route, Some(body), None)
                .await?,
        )
    }

    /// Makes a thread without a message to hang on; answers its id.
    pub async fn make_thread(&self, parent: u64, body: &Value) -> Result<u64, Fault> {
        let route = Route::ChannelThreads {
            channel_id: ChannelId::new(parent),
        };
        made(
            &self
                .call(LightMethod::Post, route, Some(body), None)
                .await?,
        )
    }

    /// Changes a channel or thread.
    pub async fn edit_channel(&self, channel: u64, body: &Value) -> Result<(), Fault> {
        let route = channel_route(channel);
        self.call(LightMethod::Patch, route, Some(body), None)
            .await?;
        Ok(())
    }

    /// Deletes a channel or category.
    pub async fn delete_channel(&self, channel: u64) -> Result<(), Fault> {
        let route = channel_route(channel);
        self.call(LightMethod::Delete, route, None, None).await?;
        Ok(())
    }

    /// Brings somebody into a thread.
    pub async fn add_member(&self, thread: u64, user: u64) -> Result<(), Fault> {
        let route = member_route(thread, user);
        self.call(LightMethod::Put, route, None, None).await?;
        Ok(())
    }

    /// Takes somebody out of a thread.
    pub async fn remove_member(&self, thread: u64, user: u64) -> Result<(), Fault> {
        let route = member_route(thread, user);
        self.call(LightMethod::Delete, route, None, None).await?;
        Ok(())
    }

    /// The channel for direct messages with somebody.
    pub async fn open_dm(&self, player: PlayerId) -> Result<u64, Fault> {
        let body = json!({ "recipient_id": player.to_string() });
        let route = Route::UserMeDmChannels;
        made(
            &self
                .call(LightMethod::Post, route, Some(&body), None)
                .await?,
        )
    }

    /// Posts a message, with a file where there is one; answers its id.
    pub async fn post(
        &self,
        channel: u64,
        body: &Value,
        file: Option<&File>,
    ) -> Result<u64, Fault> {
        let route = Route::ChannelMessages {
            channel_id: ChannelId::new(channel),
        };
        made(
            &self
                .call(LightMethod::Post, route, Some(body), file)
                .await?,
        )
    }

    /// Changes a message of ours.
    pub async fn edit(&self, channel: u64, message: u64, body: &Value) -> Result<(), Fault> {
        let route = Route::ChannelMessage {
            channel_id: ChannelId::new(channel),
            message_id: MessageId::new(message),
        };
        self.call(LightMethod::Patch, route, Some(body), None)
            .await?;
        Ok(())
    }

    /// Pins a message. The older of Discord's two routes, which serenity knows; both ask for the same permission.
    pub async fn pin(&self, channel: u64, message: u64) -> Result<(), Fault> {
        let route = Route::ChannelPin {
            channel_id: ChannelId::new(channel),
            message_id: MessageId::new(message),
        };
        self.call(LightMethod::Put, route, None, None).await?;
        Ok(())
    }

    /// Messages of a channel behind this one, the oldest first; without one, the newest hundred.
    pub async fn messages(&self, channel: u64, after: Option<u64>) -> Result<Vec<Value>, Fault> {
        let mut found: Vec<Value> = Vec::new();
        let mut after = after;
        for _ in 0..PAGES {
            let mut params = vec![("limit", limits::PAGE.to_string())];
            params.extend(after.map(|id| ("after", id.to_string())));
            let route = Route::ChannelMessages {
                channel_id: ChannelId::new(channel),
            };
            let request = Request::new(route, LightMethod::Get).params(Some(params));
            let mut page = list(self.fire(request).await?)?;
            page.sort_by_key(id_of);
            let full = page.len() >= usize::from(limits::PAGE);
            let newest = page.last().map(id_of);
            found.append(&mut page);
            if !full || after.is_none() {
                break;
            }
            after = newest;
        }
        Ok(found)
    }

    async fn call(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<&Value>,
        file: Option<&File>,
    ) -> Result<Value, Fault> {
        let request = Request::new(route, method);
        let request = match (body, file) {
            (None, _) => request,
            (Some(body), None) => request.body(Some(body.to_string().into_bytes())),
            (Some(body), Some(file)) => {
                let attachment = CreateAttachment::bytes(file.content.as_bytes(), &file.name);
                request.multipart(Some(Multipart {
                    upload: MultipartUpload::Attachments(vec![attachment]),
                    fields: Vec::new(),
                    payload_json: Some(body.to_string()),
                }))
            }
        };
        self.fire(request).await
    }

    async fn send(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: &impl Serialize,
    ) -> Result<Value, Fault> {
        let body = serde_json::to_value(body)
            .map_err(|_| Fault::Uncertain("a body that is not JSON".to_owned()))?;
        self.call(method, route, Some(&body), None).await
    }

    async fn fire(&self, request: Request<'_>) -> Result<Value, Fault> {
        let path = (*request.route_ref()).path();
        let path = path.split_once("/api/v10/").map_or("", |(_, path)| path);
        let mut tries = 0;
        loop {
            let admitted = self.line.pace.admit(self.rank, *request.method_ref(), path);
            let admission = admitted.await.map_err(Fault::Slow)?;
            let sent = tokio::time::timeout(self.line.patience, self.line.post(request.clone()));
            let answer = match sent.await {
                Ok(Ok(answer)) => answer,
                Ok(Err(fault)) => {
                    admission.over(None);
                    return Err(fault);
                }
                Err(_) => {
                    admission.over(None);
                    return Err(Fault::Uncertain("no answer in time".to_owned()));
                }
            };
            admission.over(Some(&answer.headers));
            if answer.status.is_success() {
                return answer
                    .body
                    .ok_or_else(|| Fault::Uncertain("an answer that is not JSON".to_owned()));
            }
            let body = answer.body.unwrap_or_default();
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                let pause = pace::retry_after(&answer.headers, &body);
                if pace::is_global(&answer.headers, &body) {
                    self.line.pace.halt(pause);
                }
                tries += 1;
                if pause > SHORT || tries >= TRIES {
                    return Err(Fault::Slow(pause));
                }
                tokio::time::sleep(pause).await;
                continue;
            }
            return Err(Fault::refused(answer.status.as_u16(), &body));
        }
    }
}

/// What came back: nothing at all is JSON's null, and what is not JSON no body.
struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    body: Option<Value>,
}

impl Line {
    async fn post(&self, request: Request<'_>) -> Result<Answered, Fault> {
        // The address may hold an interaction's token, which is nobody's business.
        let bare = |error: reqwest::Error| Fault::Uncertain(error.without_url().to_string());
        let request = request
            .build(&self.client, &self.token, self.base.as_deref())
            .map_err(|_| Fault::Uncertain("a request that cannot be written".to_owned()))?;
        let answer = request.send().await.map_err(bare)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = answer.bytes().await.map_err(bare)?;
        let body = match bytes.is_empty() {
            true => Some(Value::Null),
            false => serde_json::from_slice(&bytes).ok(),
        };
        Ok(Answered {
            status,
            headers,
            body,
        })
    }
}

/// The id of what Discord sent.
pub fn id_of(value: &Value) -> u64 {
    value["id"]
        .as_str()
        .and_then(|id| id.parse().ok())
        .unwrap_or(0)
}

fn made(value: &Value) -> Result<u64, Fault> {
    match id_of(value) {
        0 => Err(Fault::Uncertain("an answer without an id".to_owned())),
        id => Ok(id),
    }
}

fn list(value: Value) -> Result<Vec<Value>, Fault> {
    match value {
        Value::Array(values) => Ok(values),
        _ => Err(Fault::Uncertain("an answer that is not a list".to_owned())),
    }
}

fn channel_route(channel: u64) -> Route<'static> {
    Route::Channel {
        channel_id: ChannelId::new(channel),
    }
}

fn member_route(thread: u64, user: u64) -> Route<'static> {
    Route::ChannelThreadMember {
        channel_id: ChannelId::new(thread),
        user_id: UserId::new(user),
    }
}
