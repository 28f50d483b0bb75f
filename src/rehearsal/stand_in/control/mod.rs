//! The control API: [`acts`](super::acts) over HTTP, so that anything that speaks JSON can set the world up and act as its users.
//!
//! It is below `/stand-in`, on loopback, without a token. Bodies and answers are JSON; ids are texts (numbers are taken too), permission
//! bits texts or numbers. What succeeds answers 200. What does not answers `{"error": words, "code": number or null}`: 400 for a body
//! that cannot be read, 404 for a path that is not listed here, 409 (code null) for what the user's client does not let happen, and for what
//! Discord refuses the status and code of Discord.
//!
//! # Setting up
//! | request | body | answer |
//! |---|---|---|
//! | `GET /users` | | everybody: `[{id, name, display_name, bot, dms_closed, guilds}]` |
//! | `POST /users` | `{name}` | a new person: `{id}` |
//! | `GET /guilds` | | all servers: `[{id, name, owner, members: [{id, name, roles}], roles: [{id, name, permissions, position}], channels: [{id, kind, name, parent}]}]` |
//! | `POST /guilds` | `{name, owner, members?}` | a new server with a channel `general`: `{id, general}` |
//! | `POST /bots` | `{name, guild?, permissions?}` | a new bot: `{id, token, role}`; `role` is null without a guild |
//! | `GET /bots/B/connection` | | whether its gateway connection is open: `{connected}` |
//! | `POST /bots/B/connection` | `{do: "drop", "reconnect", "invalidate" or "send", text?}` | breaks the connection, asks for a new one (op 7), ends the session (op 9), sends this text as a frame |
//! | `PUT /guilds/G/bots/B` | `{permissions}` | adds a bot (also one that was kicked): `{role}` |
//! | `POST /guilds/G/channels` | `{name, kind?, parent?}` | kind 0 text (the default), 2 voice, 4 category: `{id}` |
//! | `DELETE /channels/C` | | deletes a channel or thread, as the server's owner |
//! | `DELETE /channels/C/messages/M` | | deletes a message, as the server's owner |
//! | `PUT /channels/C/overwrites/T` | `{type: "role" or "member", allow?, deny?}` | sets an overwrite; T is the role or user, the server's id for @everyone |
//! | `DELETE /channels/C/overwrites/T` | | takes it away |
//! | `GET /channels/C/access` | | who sees it and who could write there now: `{sees: [user], writes: [user]}` |
//! | `POST /guilds/G/roles` | `{name, permissions?}` | `{id}` |
//! | `PATCH /guilds/G/roles/R` | `{permissions?, position?}` | changes it; R is the server's id for @everyone |
//! | `DELETE /guilds/G/roles/R` | | deletes it |
//! | `PUT`, `DELETE /guilds/G/members/U/roles/R` | | gives a role, takes it away |
//! | `PATCH /guilds/G/members/U` | `{nick}` | sets the name in the server; null for none |
//! | `DELETE /guilds/G/members/U` | | kicks a member or a bot |
//! | `PUT /guilds/G/outage` | `{down}` | takes the server down, or brings it back |
//! | `POST /guilds/G/copies` | `{copy, words?}` | the copy of this number, from 1, of the server with its people, DMs and messages: what has the id X has X - copy * 2^41 there; bots are the same everywhere; `words` are replaced in custom ids: `{old: new}`. A bot that is connected is not told |
//! | `GET /guilds/G/audit-log?as=U` | | the audit log as U, newest first; 50013 for one who may not read it |
//! | `GET`, `PUT /faults` | as in [`Faults`](super::world::faults::Faults) | what goes wrong on purpose: `{rest: [{method?, route?, contains?, skip?, times?, kind, ...}], refuse_resume?, double_ready?, refuse_connection?, double_interaction?}` |
//! | `GET`, `PUT /limits` | `{on}` | whether Discord's limits on requests are in force, and since then how many requests were counted, answers to interactions aside, and how many of them refused: `{on, counted, refused}` |
//! | `GET /unknown-routes` | | requests of bots that matched no route: `["METHOD path"]` |
//! | `POST /clock` | `{advance_ms}` | moves the stand-in's clock forward: `{now_ms}` |
//!
//! # Acting as the user U
//! | request | body | answer |
//! |---|---|---|
//! | `PATCH /users/U` | `{name?, dms_closed?}` | renames, closes or opens direct messages |
//! | `PUT`, `DELETE /users/U/guilds/G` | | joins or comes back, leaves |
//! | `POST /users/U/dms` | `{with}` | opens the DM with somebody: `{id}` |
//! | `GET /users/U/channels` | | channels, threads and DMs that U sees: `[{id, kind, guild, name, topic, parent, with, may_write, may_react, archived, locked, members}]` |
//! | `GET /users/U/channels/C/messages` | | as U sees them, oldest first, own ephemeral ones included: `[message]` |
//! | `POST /users/U/channels/C/messages` | `{content, reply_to?}` | writes: `{id}` |
//! | `PATCH /users/U/channels/C/messages/M` | `{content}` | edits an own message |
//! | `DELETE /users/U/channels/C/messages/M` | | deletes a message, or dismisses an ephemeral one |
//! | `PUT`, `DELETE /users/U/channels/C/messages/M/reactions/E` | | reacts with an emoji, takes it back |
//! | `POST /users/U/channels/C/typing` | | shows as typing |
//! | `PUT /users/U/channels/C/members/V` | | adds V to the thread C |
//! | `DELETE /users/U/channels/C/members/@me` | | leaves the thread C |
//! | `GET /users/U/channels/C/commands` | | slash commands that U is offered there: `["/play accusation"]` |
//! | `POST /users/U/channels/C/command` | `{command, options?, application?}` | types a slash command, options by name (`{"target": "Ann"}`): `answer` |
//! | `POST /users/U/channels/C/autocomplete` | `{command, option, typed?, options?, application?}` | what is offered for an option: `[{name, value}]` |
//! | `POST /users/U/channels/C/messages/M/press` | `{button, stale?}` | presses a button by custom id or label: `answer` |
//! | `POST /users/U/channels/C/messages/M/choose` | `{menu, values, stale?}` | picks from a menu by custom id or placeholder: `answer` |
//! | `GET /users/U/modal` | | the modal on the screen, or null: `{id, title, custom_id, inputs: [{custom_id, label, kind, value, required}]}` |
//! | `POST /users/U/modal` | `{values, modal?}` | sends it off, values by custom id or label, a list for a menu: `answer` |
//! | `GET /users/U/answers/I` | | what U sees of the interaction I's answer now: `answer` |
//! | `GET /users/U/feed?since=N&wait_ms=T` | | what U's client received after the entry N (0 for all), waiting up to T (at most 60,000) for something to come: `{next, entries: [{seq, at_ms, event, data}]}` |
//!
//! `message` is `{id, channel, author, author_name, kind, content, embeds, components, files: [{name, size, url}], ephemeral, thinking, edited,
//! pinned, sent_ms, reply_to, mentions, reactions}`.
//!
//! `answer` is `{interaction, kind, message, modal, took_us}`, where kind is `message`, `thinking` (and stayed so for ten seconds), `updated` (the message
//! with the component), `acknowledged` (nothing to see), `modal` or `no_response` (within three seconds).
//!
//! `stale` presses what the user's client has shown once: a button of an earlier version of the message, or of a message deleted since.

mod behind;
mod user;

use super::Shared;
use super::acts::{Denied, Stage};
use super::world::Id;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::sync::Arc;

/// The control API, to be merged beside REST and gateway.
pub fn router() -> Router<Arc<Shared>> {
    // The nested router sees the path without `/stand-in`.
    Router::new().nest("/stand-in", Router::new().fallback(serve))
}

async fn serve(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let asked = match Asked::read(&uri, &body) {
        Ok(asked) => asked,
        Err(problem) => return problem.into_response(),
    };
    let stage = Stage::new(shared);
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let outcome = match path.as_slice() {
        ["users", user, rest @ ..] => user::act(&stage, &asked, method.as_str(), user, rest).await,
        rest => behind::act(&stage, &asked, method.as_str(), rest),
    };
    match outcome {
        Ok(answer) => (
            [(header::CONTENT_TYPE, "application/json")],
            answer.to_string(),
        )
            .into_response(),
        Err(problem) => problem.into_response(),
    }
}

/// Why a request came to nothing.
#[derive(Debug)]
enum Problem {
    /// The path is not one of the control API.
    Unlisted,
    /// The body or query cannot be read.
    Unreadable(String),
    /// It could not be done.
    Denied(Denied),
}

type Outcome = Result<Value, Problem>;

impl<D: Into<Denied>> From<D> for Problem {
    fn from(denied: D) -> Problem {
        Problem::Denied(denied.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, words, code) = match self {
            Problem::Unlisted => (404, "the control API has no such path".to_owned(), None),
            Problem::Unreadable(words) => (400, words, None),
            Problem::Denied(Denied::Barred(barred)) => (409, barred.to_string(), None),
            Problem::Denied(Denied::Refused(refusal)) => {
                let faults = refusal
                    .errors
                    .as_ref()
                    .map(|errors| format!(": {errors}"))
                    .unwrap_or_default();
                (
                    refusal.status,
                    format!("{}{faults}", refusal.message),
                    Some(refusal.code),
                )
            }
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = json!({ "error": words, "code": code }).to_string();
        (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}

/// A request, read.
struct Asked {
    path: Vec<String>,
    query: Vec<(String, String)>,
    body: Value,
}

impl Asked {
    fn read(uri: &Uri, body: &[u8]) -> Result<Asked, Problem> {
        let Query(query) =
            Query::try_from_uri(uri).map_err(|error| Problem::Unreadable(error.to_string()))?;
        let body = match body {
            [] => json!({}),
            body => serde_json::from_slice(body)
                .map_err(|error| Problem::Unreadable(format!("the body is no JSON: {error}")))?,
        };
        let path = uri
            .path()
            .trim_matches('/')
            .split('/')
            .map(super::rest::percent_decoded)
            .collect();
        Ok(Asked { path, query, body })
    }

    fn query(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    fn text(&self, name: &str) -> Result<&str, Problem> {
        let text = self.body[name].as_str();
        text.ok_or_else(|| Problem::Unreadable(format!("the body needs a text {name}")))
    }

    /// A number or a text of digits; none where it is missing or null.
    fn number(&self, name: &str) -> Result<Option<u64>, Problem> {
        match &self.body[name] {
            Value::Null => Ok(None),
            value => {
                let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
                number
                    .map(Some)
                    .ok_or_else(|| Problem::Unreadable(format!("{name} is no number")))
            }
        }
    }

    fn needed(&self, name: &str) -> Result<u64, Problem> {
        self.number(name)?
            .ok_or_else(|| Problem::Unreadable(format!("the body needs a number {name}")))
    }

    fn flag(&self, name: &str) -> Option<bool> {
        self.body[name].as_bool()
    }
}

/// An id in a path.
fn id(text: &str) -> Result<Id, Problem> {
    text.parse()
        .map_err(|_| Problem::Unreadable(format!("{text} is no id")))
}

/// What a request answers that only does something.
fn done() -> Outcome {
    Ok(json!({}))
}

fn id_list(ids: Vec<Id>) -> Value {
    ids.iter().map(|id| json!(id.to_string())).collect()
}

fn as_json(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("what is answered has text keys only")
}
