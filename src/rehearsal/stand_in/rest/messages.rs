//! Routes of messages, pins and reactions.

use serde_json::{Value, json};

use super::super::world::hub::without_content;
use super::super::world::model::{Emoji, Message, application_flag};
use super::super::world::permissions::bit;
use super::super::world::reading::Page;
use super::super::world::render::timestamp;
use super::super::world::{Id, Refusal, World};
use super::parse;
use super::{Answer, Call, Outcome, Route};

pub(super) const ROUTES: &[Route] = &[
    Route::new("GET", "/channels/{channel_id}/messages", list),
    Route::new("POST", "/channels/{channel_id}/messages", create),
    Route::new("GET", "/channels/{channel_id}/messages/{message_id}", get),
    Route::new(
        "PATCH",
        "/channels/{channel_id}/messages/{message_id}",
        edit,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}",
        delete,
    ),
    Route::new(
        "POST",
        "/channels/{channel_id}/messages/bulk-delete",
        bulk_delete,
    ),
    Route::new("GET", "/channels/{channel_id}/pins", old_pins),
    Route::new("PUT", "/channels/{channel_id}/pins/{message_id}", pin),
    Route::new("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin),
    Route::new("GET", "/channels/{channel_id}/messages/pins", pins),
    Route::new(
        "PUT",
        "/channels/{channel_id}/messages/pins/{message_id}",
        pin,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/pins/{message_id}",
        unpin,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}/reactions",
        clear,
    ),
    Route::new(
        "GET",
        "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}",
        reactors,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}",
        clear,
    ),
    Route::new(
        "PUT",
        "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
        react,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me",
        unreact,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}",
        unreact,
    ),
];

/// A message as a bot reads it over REST: without the message-content intent, empty where it is not
/// the bot's concern.
pub(super) fn message_for_bot(world: &World, message: &Message, bot: Id) -> Value {
    let value = world.message_json(message, bot);
    let flags = world.applications.get(&bot).map_or(0, |one| one.flags);
    let in_dm = world
        .channels
        .get(&message.channel)
        .is_some_and(|channel| channel.is_dm());
    if flags & application_flag::MESSAGE_CONTENT != 0 {
        return value;
    }
    without_content(bot, in_dm, value)
}

fn one(world: &World, call: &Call, channel: Id, id: Id) -> Outcome {
    let message = world.message(channel, id)?;
    Ok(Answer::ok(message_for_bot(world, message, call.actor)))
}

fn list(world: &mut World, call: &Call) -> Outcome {
    let limit = call.query_number("limit")?;
    if limit == Some(0) {
        return Err(Refusal::invalid_form(
            "limit",
            "NUMBER_TYPE_MIN",
            "int value should be greater than or equal to 1.",
        ));
    }
    let page = Page {
        before: call.query_number("before")?,
        after: call.query_number("after")?,
        around: call.query_number("around")?,
        limit: limit.map_or(0, |limit| usize::try_from(limit).unwrap_or(usize::MAX)),
    };
    let found = world.history(call.actor, call.id("channel_id")?, page)?;
    Ok(Answer::ok(
        found
            .into_iter()
            .map(|message| message_for_bot(world, message, call.actor))
            .collect(),
    ))
}

fn get(world: &mut World, call: &Call) -> Outcome {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    world.require(call.actor, channel, bit::READ_MESSAGE_HISTORY)?;
    world.visible_message(call.actor, channel, id)?;
    one(world, call, channel, id)
}

fn create(world: &mut World, call: &Call) -> Outcome {
    let channel = call.id("channel_id")?;
    world.require(call.actor, channel, 0)?;
    let draft = parse::message_draft(&call.body, &call.files)?;
    let id = world.create_message(call.actor, channel, draft)?;
    one(world, call, channel, id)
}

fn edit(world: &mut World, call: &Call) -> Outcome {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let edit = parse::message_edit(&call.body, &call.files)?;
    world.edit_message(call.actor, channel, id, edit)?;
    one(world, call, channel, id)
}

fn delete(world: &mut World, call: &Call) -> Outcome {
    world.delete_message(&call.by(), call.id("channel_id")?, call.id("message_id")?)?;
    Ok(Answer::no_content())
}

fn bulk_delete(world: &mut World, call: &Call) -> Outcome {
    let entries = call.body["messages"].as_array();
    let ids: Vec<Id> = entries
        .into_iter()
        .flatten()
        .filter_map(parse::id)
        .collect();
    world.bulk_delete(&call.by(), call.id("channel_id")?, &ids)?;
    Ok(Answer::no_content())
}

fn readable_pins<'a>(world: &'a World, call: &Call) -> Result<Vec<&'a Message>, Refusal> {
    let channel = call.id("channel_id")?;
    world.require(call.actor, channel, 0)?;
    if !world.can(call.actor, channel, bit::READ_MESSAGE_HISTORY) {
        return Ok(Vec::new());
    }
    world.pins(channel)
}

fn old_pins(world: &mut World, call: &Call) -> Outcome {
    let found = readable_pins(world, call)?;
    Ok(Answer::ok(
        found
            .into_iter()
            .take(50)
            .map(|message| message_for_bot(world, message, call.actor))
            .collect(),
    ))
}

fn pins(world: &mut World, call: &Call) -> Outcome {
    let limit = call.query_number("limit")?.unwrap_or(50).clamp(1, 50);
    let limit = usize::try_from(limit).unwrap_or(50);
    let before = call
        .query("before")
        .and_then(|text| chrono::DateTime::parse_from_rfc3339(text).ok())
        .map_or(i64::MAX, |instant| instant.timestamp_millis());
    let found: Vec<&Message> = readable_pins(world, call)?
        .into_iter()
        .filter(|message| message.pinned_ms.is_some_and(|at| at < before))
        .collect();
    let items: Vec<Value> = found
        .iter()
        .take(limit)
        .map(|message| {
            json!({"pinned_at": message.pinned_ms.map(timestamp),
                "message": message_for_bot(world, message, call.actor)})
        })
        .collect();
    Ok(Answer::ok(
        json!({"items": items, "has_more": found.len() > limit}),
    ))
}

fn pin(world: &mut World, call: &Call) -> Outcome {
    world.pin_message(&call.by(), call.id("channel_id")?, call.id("message_id")?)?;
    Ok(Answer::no_content())
}

fn unpin(world: &mut World, call: &Call) -> Outcome {
    world.unpin_message(&call.by(), call.id("channel_id")?, call.id("message_id")?)?;
    Ok(Answer::no_content())
}

fn reactors(world: &mut World, call: &Call) -> Outcome {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let emoji = Emoji::parse(call.text("emoji_name")?)?;
    world.require(call.actor, channel, bit::READ_MESSAGE_HISTORY)?;
    let message = world.visible_message(call.actor, channel, id)?;
    let after = call.query_number("after")?.unwrap_or(0);
    let limit = call.query_number("limit")?.unwrap_or(25).clamp(1, 100);
    let found = message.reactions.iter().find(|one| one.emoji == emoji);
    let mut users: Vec<Id> = found
        .map(|one| {
            one.users
                .iter()
                .filter(|user| **user > after)
                .copied()
                .collect()
        })
        .unwrap_or_default();
    users.sort_unstable();
    users.truncate(usize::try_from(limit).unwrap_or(100));
    Ok(Answer::ok(
        users
            .into_iter()
            .map(|user| world.user_json(user))
            .collect(),
    ))
}

fn react(world: &mut World, call: &Call) -> Outcome {
    let emoji = Emoji::parse(call.text("emoji_name")?)?;
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    world.add_reaction(call.actor, channel, id, &emoji)?;
    Ok(Answer::no_content())
}

fn unreact(world: &mut World, call: &Call) -> Outcome {
    let emoji = Emoji::parse(call.text("emoji_name")?)?;
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let user = call.id("user_id").unwrap_or(call.actor);
    world.remove_reaction(call.actor, channel, id, &emoji, user)?;
    Ok(Answer::no_content())
}

fn clear(world: &mut World, call: &Call) -> Outcome {
    let emoji = match call.text("emoji_name") {
        Ok(text) => Some(Emoji::parse(text)?),
        Err(_) => None,
    };
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    world.clear_reactions(call.actor, channel, id, emoji.as_ref())?;
    Ok(Answer::no_content())
}
