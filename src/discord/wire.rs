//! Requests to Discord, as plain JSON over serenity's `Http`: its limiter and proxy, but our own bodies.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ChannelId, GuildId, Http, LightMethod, MessageId, Request, Route, UserId};
use serenity::builder::CreateAttachment;
use serenity::http::{Multipart, MultipartUpload};

use crate::kernel::audience::File;
use crate::kernel::ids::PlayerId;

use super::faults::Fault;
use super::limits;

/// How long an answer is waited for; what takes longer may have been done.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pages of history that are read when looking for a message.
const PAGES: usize = 20;

/// The line to Discord.
#[derive(Clone)]
pub struct Wire {
    http: Arc<Http>,
}

impl Wire {
    /// Over this client.
    pub fn new(http: Arc<Http>) -> Wire {
        Wire { http }
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
        let guild_id = GuildId::new(guild);
        let roles = Route::GuildRoles { guild_id };
        let roles = list(self.call(LightMethod::Get, roles, None, None).await?)?;
        let user_id = UserId::new(bot);
        let member = Route::GuildMember { guild_id, user_id };
        let member = self.call(LightMethod::Get, member, None, None).await?;
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

    async fn fire(&self, request: Request<'_>) -> Result<Value, Fault> {
        let answered = tokio::time::timeout(PATIENCE, async {
            let answer = self.http.request(request).await?;
            let bytes = answer.bytes().await.map_err(serenity::Error::from)?;
            Ok::<_, serenity::Error>(bytes)
        });
        let bytes = answered
            .await
            .map_err(|_| Fault::Uncertain("no answer in time".to_owned()))??;
        if bytes.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&bytes)
            .map_err(|_| Fault::Uncertain("an answer that is not JSON".to_owned()))
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
