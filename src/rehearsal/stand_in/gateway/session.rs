//! What a client's frame does: IDENTIFY, RESUME, heartbeats and requests, over the locked world.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::super::world::hub::{Outgoing, Session, guild_for, intent};
use super::super::world::model::application_flag;
use super::super::world::render;
use super::super::world::{Id, World};

/// What the connection does next.
pub(super) enum Reaction {
    /// Nothing more.
    Nothing,
    /// Send this.
    Answer(Outgoing),
    /// The connection belongs to this session now; its frames are on their way.
    Attached(String),
}

/// Reacts to a frame of a client whose connection belongs to `session`, where it does yet.
pub(super) fn react(
    world: &mut World,
    session: Option<&str>,
    connection: &UnboundedSender<Outgoing>,
    frame: &Value,
) -> Reaction {
    let close = |code, reason| Reaction::Answer(Outgoing::Close(code, reason));
    let data = &frame["d"];
    // After op 9 the same connection may identify again.
    let session = session.filter(|id| world.sessions.contains_key(*id));
    match (frame["op"].as_u64(), session) {
        (Some(1), _) => Reaction::Answer(Outgoing::Frame(control_frame(11, Value::Null))),
        (Some(2), None) => identify(world, connection, data),
        (Some(6), None) => resume(world, connection, data),
        (Some(2 | 6), Some(_)) => close(4005, "Already authenticated."),
        (Some(3 | 4 | 31), Some(_)) => Reaction::Nothing,
        (Some(8), Some(session)) => {
            request_members(world, session, data);
            Reaction::Nothing
        }
        (Some(3 | 4 | 8 | 31), None) => close(4003, "Not authenticated."),
        _ => close(4001, "Unknown opcode."),
    }
}

fn control_frame(op: u8, data: Value) -> Value {
    json!({"t": null, "s": null, "op": op, "d": data})
}

fn bare_token(data: &Value) -> &str {
    let token = data["token"].as_str().unwrap_or_default();
    token.strip_prefix("Bot ").unwrap_or(token)
}

fn identify(world: &mut World, connection: &UnboundedSender<Outgoing>, data: &Value) -> Reaction {
    let close = |code, reason| Reaction::Answer(Outgoing::Close(code, reason));
    let Some(application) = world.application_by_token(bare_token(data)) else {
        return close(4004, "Authentication failed.");
    };
    let (bot, flags) = (application.id, application.flags);
    let Some(intents) = data["intents"].as_u64() else {
        return close(4013, "Invalid intent(s).");
    };
    let privileged = [
        (intent::GUILD_MEMBERS, application_flag::MEMBERS),
        (intent::GUILD_PRESENCES, application_flag::PRESENCE),
        (intent::MESSAGE_CONTENT, application_flag::MESSAGE_CONTENT),
    ];
    if privileged
        .iter()
        .any(|(intent, flag)| intents & intent != 0 && flags & flag == 0)
    {
        return close(4014, "Disallowed intent(s).");
    }
    let shard = (
        data["shard"][0].as_u64().unwrap_or(0),
        data["shard"][1].as_u64().unwrap_or(1),
    );
    if shard.0 >= shard.1 {
        return close(4010, "Invalid shard.");
    }
    // A session that lost its connection is not resumed once its client identifies anew.
    world
        .sessions
        .retain(|_, one| one.bot != bot || one.shard != shard || one.connection.is_some());
    let id = format!("{:032x}", world.new_id());
    let ready_times = if world.faults.double_ready > 0 {
        world.faults.double_ready -= 1;
        2
    } else {
        1
    };
    let ready = ready_json(world, bot, shard, &id);
    let mut session = Session {
        id: id.clone(),
        bot,
        intents,
        shard,
        seq: 0,
        replay: VecDeque::new(),
        connection: Some(connection.clone()),
        started: true,
    };
    let guilds: Vec<Id> = guilds_of_shard(world, bot, shard);
    for _ in 0..ready_times {
        session.dispatch("READY", ready.clone());
        for guild in &guilds {
            if let Ok(guild) = world.guild(*guild)
                && intents & intent::GUILDS != 0
            {
                let data = guild_for(intents, bot, world.guild_create_json(guild, bot));
                session.dispatch("GUILD_CREATE", data);
            }
        }
    }
    world.sessions.insert(id.clone(), session);
    Reaction::Attached(id)
}

fn guilds_of_shard(world: &World, bot: Id, shard: (u64, u64)) -> Vec<Id> {
    world
        .guilds_of(bot)
        .into_iter()
        .filter(|guild| (guild >> 22) % shard.1.max(1) == shard.0)
        .collect()
}

fn ready_json(world: &World, bot: Id, shard: (u64, u64), session: &str) -> Value {
    let user = world.users.get(&bot).map(render::own_user);
    let flags = world.applications.get(&bot).map_or(0, |one| one.flags);
    let guilds: Vec<Value> = guilds_of_shard(world, bot, shard)
        .into_iter()
        .map(|guild| json!({"unavailable": true, "id": guild.to_string()}))
        .collect();
    json!({
        "v": 10, "user_settings": {}, "user": user, "session_type": "normal",
        "session_id": session, "resume_gateway_url": world.base.replacen("http://", "ws://", 1),
        "relationships": [], "private_channels": [], "presences": [], "guilds": guilds,
        "guild_join_requests": [], "geo_ordered_rtc_regions": [], "game_relationships": [],
        "auth": {}, "application": {"id": bot.to_string(), "flags": flags},
        "shard": [shard.0, shard.1], "_trace": ["[\"stand-in\",{}]"],
    })
}

fn resume(world: &mut World, connection: &UnboundedSender<Outgoing>, data: &Value) -> Reaction {
    let bot = world
        .application_by_token(bare_token(data))
        .map(|one| one.id);
    let Some(bot) = bot else {
        return Reaction::Answer(Outgoing::Close(4004, "Authentication failed."));
    };
    let id = data["session_id"].as_str().unwrap_or_default().to_owned();
    let refused = world.faults.refuse_resume > 0;
    world.faults.refuse_resume = world.faults.refuse_resume.saturating_sub(1);
    let seq = data["seq"].as_u64().unwrap_or(0);
    let known = world.sessions.get(&id).is_some_and(|session| {
        let oldest = session
            .replay
            .front()
            .map_or(session.seq + 1, |(seq, _)| *seq);
        session.bot == bot && seq <= session.seq && seq + 1 >= oldest
    });
    if refused || !known {
        world.sessions.remove(&id);
        return Reaction::Answer(Outgoing::Frame(control_frame(9, json!(false))));
    }
    if let Some(session) = world.sessions.get_mut(&id) {
        session.send(Outgoing::Drop);
        session.connection = Some(connection.clone());
        let missed: Vec<Value> = session
            .replay
            .iter()
            .filter(|(number, _)| *number > seq)
            .map(|(_, frame)| frame.clone())
            .collect();
        for frame in missed {
            session.send(Outgoing::Frame(frame));
        }
        session.dispatch("RESUMED", json!({"_trace": ["[\"stand-in\",{}]"]}));
    }
    Reaction::Attached(id)
}

/// GUILD_MEMBERS_CHUNK, a thousand members each.
fn request_members(world: &mut World, session: &str, data: &Value) {
    let guild = data["guild_id"]
        .as_str()
        .and_then(|id| id.parse::<Id>().ok());
    let Some((id, found)) = guild.and_then(|id| Some((id, world.guilds.get(&id)?))) else {
        return;
    };
    let wanted: Option<Vec<Id>> = match &data["user_ids"] {
        Value::Array(list) => Some(
            list.iter()
                .filter_map(|id| id.as_str()?.parse().ok())
                .collect(),
        ),
        Value::String(one) => Some(one.parse().into_iter().collect()),
        _ => None,
    };
    let query = data["query"].as_str().unwrap_or_default().to_lowercase();
    let limit = data["limit"].as_u64().filter(|limit| *limit > 0);
    let limit = limit.map_or(usize::MAX, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    });
    let members: Vec<Value> = found
        .members
        .values()
        .filter(|member| match &wanted {
            Some(ids) => ids.contains(&member.user),
            None => world
                .users
                .get(&member.user)
                .is_some_and(|user| user.name.to_lowercase().starts_with(&query)),
        })
        .take(limit)
        .map(|member| world.member_json(member))
        .collect();
    let not_found = wanted.unwrap_or_default();
    let not_found = not_found
        .into_iter()
        .filter(|id| !found.members.contains_key(id));
    let not_found = render::id_list(not_found);
    let chunks: Vec<&[Value]> = if members.is_empty() {
        vec![&[]]
    } else {
        members.chunks(1000).collect()
    };
    let count = chunks.len();
    let bodies: Vec<Value> = chunks
        .into_iter()
        .enumerate()
        .map(|(index, chunk)| {
            let mut body = json!({"guild_id": id.to_string(), "members": chunk,
                "chunk_index": index, "chunk_count": count, "not_found": not_found});
            if data["nonce"].is_string() {
                body["nonce"] = data["nonce"].clone();
            }
            if data["presences"] == json!(true) {
                body["presences"] = json!([]);
            }
            body
        })
        .collect();
    if let Some(session) = world.sessions.get_mut(session) {
        for body in bodies {
            session.dispatch("GUILD_MEMBERS_CHUNK", body);
        }
    }
}

impl World {
    /// A connection is over. Its session stays for RESUME unless the client left for good.
    pub(super) fn detach(
        &mut self,
        id: &str,
        connection: &UnboundedSender<Outgoing>,
        left_for_good: bool,
    ) {
        let Some(session) = self.sessions.get_mut(id) else {
            return;
        };
        let ours = session
            .connection
            .as_ref()
            .is_none_or(|current| current.same_channel(connection));
        if !ours {
            return;
        }
        session.connection = None;
        if left_for_good {
            self.sessions.remove(id);
        }
    }

    /// Drops the connections of a bot, as a broken network does.
    pub fn drop_connections_of(&mut self, bot: Id) {
        for session in self.sessions.values_mut().filter(|one| one.bot == bot) {
            session.send(Outgoing::Drop);
        }
    }

    /// Asks a bot to reconnect (op 7).
    pub fn ask_to_reconnect(&mut self, bot: Id) {
        for session in self.sessions.values_mut().filter(|one| one.bot == bot) {
            session.send(Outgoing::Frame(control_frame(7, Value::Null)));
        }
    }

    /// Sends a bot this text, be it a frame or not.
    pub fn send_text(&mut self, bot: Id, text: &str) {
        for session in self.sessions.values_mut().filter(|one| one.bot == bot) {
            session.send(Outgoing::Text(text.to_owned()));
        }
    }

    /// Tells a bot that its session is no longer valid (op 9) and forgets it.
    pub fn invalidate_session(&mut self, bot: Id) {
        for session in self.sessions.values_mut().filter(|one| one.bot == bot) {
            session.send(Outgoing::Frame(control_frame(9, json!(false))));
        }
        self.sessions.retain(|_, one| one.bot != bot);
    }

    /// Whether a bot has a session with an open connection.
    pub fn is_connected(&self, bot: Id) -> bool {
        self.sessions
            .values()
            .any(|one| one.bot == bot && one.connection.is_some())
    }
}
