//! Routes of threads and their members.

use serde_json::{Value, json};

use super::super::world::model::{Channel, Thread, kind};
use super::super::world::permissions::bit;
use super::super::world::render;
use super::super::world::{Id, Refusal, World};
use super::parse;
use super::{Answer, Call, Outcome, Route};

pub(super) const ROUTES: &[Route] = &[
    Route::new("POST", "/channels/{channel_id}/threads", create),
    Route::new(
        "POST",
        "/channels/{channel_id}/messages/{message_id}/threads",
        create_from_message,
    ),
    Route::new("GET", "/channels/{channel_id}/thread-members", members),
    Route::new("PUT", "/channels/{channel_id}/thread-members/@me", join),
    Route::new("DELETE", "/channels/{channel_id}/thread-members/@me", leave),
    Route::new(
        "GET",
        "/channels/{channel_id}/thread-members/{user_id}",
        member,
    ),
    Route::new(
        "PUT",
        "/channels/{channel_id}/thread-members/{user_id}",
        add,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/thread-members/{user_id}",
        remove,
    ),
    Route::new("GET", "/guilds/{guild_id}/threads/active", active),
    Route::new(
        "GET",
        "/channels/{channel_id}/threads/archived/public",
        archived_public,
    ),
    Route::new(
        "GET",
        "/channels/{channel_id}/threads/archived/private",
        archived_private,
    ),
    Route::new(
        "GET",
        "/channels/{channel_id}/users/@me/threads/archived/private",
        archived_joined,
    ),
];

fn create(world: &mut World, call: &Call) -> Outcome {
    let draft = parse::thread_draft(&call.body);
    let id = world.create_thread(&call.by(), call.id("channel_id")?, &draft)?;
    Ok(Answer::created(
        world.channel_json(world.channel(id)?, call.actor),
    ))
}

fn create_from_message(world: &mut World, call: &Call) -> Outcome {
    let draft = parse::thread_draft(&call.body);
    let (channel, message) = (call.id("channel_id")?, call.id("message_id")?);
    let id = world.create_thread_from_message(&call.by(), channel, message, &draft)?;
    Ok(Answer::created(
        world.channel_json(world.channel(id)?, call.actor),
    ))
}

fn join(world: &mut World, call: &Call) -> Outcome {
    world.join_thread(call.actor, call.id("channel_id")?)?;
    Ok(Answer::no_content())
}

fn leave(world: &mut World, call: &Call) -> Outcome {
    world.leave_thread(call.actor, call.id("channel_id")?)?;
    Ok(Answer::no_content())
}

fn add(world: &mut World, call: &Call) -> Outcome {
    world.add_thread_member(&call.by(), call.id("channel_id")?, call.id("user_id")?)?;
    Ok(Answer::no_content())
}

fn remove(world: &mut World, call: &Call) -> Outcome {
    world.remove_thread_member(&call.by(), call.id("channel_id")?, call.id("user_id")?)?;
    Ok(Answer::no_content())
}

fn visible_thread<'a>(world: &'a World, call: &Call) -> Result<(&'a Channel, &'a Thread), Refusal> {
    let channel = world.require(call.actor, call.id("channel_id")?, 0)?;
    let thread = channel
        .thread
        .as_ref()
        .ok_or_else(Refusal::wrong_channel_type)?;
    Ok((channel, thread))
}

fn member_entry(world: &World, channel: &Channel, user: Id, with_member: bool) -> Option<Value> {
    let inside = channel.thread.as_ref()?.members.get(&user)?;
    let mut entry = render::thread_member(channel.id, user, inside);
    if with_member {
        let guild = world.guilds.get(&channel.guild?)?;
        entry["member"] = world.member_json(guild.members.get(&user)?);
    }
    Some(entry)
}

fn members(world: &mut World, call: &Call) -> Outcome {
    let with_member = call.query_flag("with_member");
    let (channel, thread) = visible_thread(world, call)?;
    let users = thread.members.keys();
    Ok(Answer::ok(
        users
            .filter_map(|user| member_entry(world, channel, *user, with_member))
            .collect(),
    ))
}

fn member(world: &mut World, call: &Call) -> Outcome {
    let (channel, _) = visible_thread(world, call)?;
    let user = match call.text("user_id")? {
        "@me" => call.actor,
        _ => call.id("user_id")?,
    };
    let entry = member_entry(world, channel, user, call.query_flag("with_member"));
    entry.map(Answer::ok).ok_or_else(Refusal::unknown_member)
}

fn active(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    world.require_guild(call.actor, guild, 0)?;
    let mut threads: Vec<&Channel> = world
        .channels
        .of_guild(guild)
        .filter(|one| one.thread.as_ref().is_some_and(|thread| !thread.archived))
        .filter(|one| world.can_see(call.actor, one.id))
        .collect();
    threads.sort_by_key(|one| std::cmp::Reverse(one.id));
    let mut list = thread_list(world, call, &threads);
    list["has_more"] = json!(false);
    Ok(Answer::ok(list))
}

fn thread_list(world: &World, call: &Call, threads: &[&Channel]) -> Value {
    let own = threads
        .iter()
        .filter_map(|one| member_entry(world, one, call.actor, false));
    json!({
        "threads": threads.iter().map(|one| world.channel_json(one, call.actor)).collect::<Vec<_>>(),
        "members": own.collect::<Vec<_>>(),
    })
}

fn archived_public(world: &mut World, call: &Call) -> Outcome {
    archived(world, call, kind::PUBLIC_THREAD, false)
}

fn archived_private(world: &mut World, call: &Call) -> Outcome {
    world.require(call.actor, call.id("channel_id")?, bit::MANAGE_THREADS)?;
    archived(world, call, kind::PRIVATE_THREAD, false)
}

fn archived_joined(world: &mut World, call: &Call) -> Outcome {
    archived(world, call, kind::PRIVATE_THREAD, true)
}

fn archived(world: &World, call: &Call, kind: u8, joined: bool) -> Outcome {
    let parent = call.id("channel_id")?;
    world.require(call.actor, parent, bit::READ_MESSAGE_HISTORY)?;
    let before = call.query("before");
    let before_ms = before
        .and_then(|text| chrono::DateTime::parse_from_rfc3339(text).ok())
        .map_or(i64::MAX, |instant| instant.timestamp_millis());
    let before_id: Id = before.and_then(|text| text.parse().ok()).unwrap_or(Id::MAX);
    let mut found: Vec<(&Channel, &Thread)> = world
        .channels
        .values()
        .filter(|one| one.parent == Some(parent) && one.kind == kind)
        .filter_map(|one| Some((one, one.thread.as_ref()?)))
        .filter(|(one, thread)| {
            let place = if joined {
                thread.members.contains_key(&call.actor) && one.id < before_id
            } else {
                thread.archive_changed_ms < before_ms
            };
            thread.archived && place && world.can_see(call.actor, one.id)
        })
        .collect();
    if joined {
        found.sort_by_key(|(one, _)| std::cmp::Reverse(one.id));
    } else {
        found.sort_by_key(|(_, thread)| std::cmp::Reverse(thread.archive_changed_ms));
    }
    let limit = call.query_number("limit")?.unwrap_or(50).clamp(2, 100);
    let limit = usize::try_from(limit).unwrap_or(100);
    let shown: Vec<&Channel> = found.iter().take(limit).map(|(one, _)| *one).collect();
    let mut list = thread_list(world, call, &shown);
    list["has_more"] = json!(found.len() > limit);
    Ok(Answer::ok(list))
}
