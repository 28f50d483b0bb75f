//! Routes of channels and their overwrites.

use serde_json::Value;

use super::super::world::channels::ChannelDraft;
use super::super::world::{Refusal, World};
use super::parse;
use super::{Answer, Call, Outcome, Route};

pub(super) const ROUTES: &[Route] = &[
    Route::new("GET", "/channels/{channel_id}", get),
    Route::new("PATCH", "/channels/{channel_id}", edit),
    Route::new("DELETE", "/channels/{channel_id}", delete),
    Route::new(
        "PUT",
        "/channels/{channel_id}/permissions/{overwrite_id}",
        set_overwrite,
    ),
    Route::new(
        "DELETE",
        "/channels/{channel_id}/permissions/{overwrite_id}",
        delete_overwrite,
    ),
    Route::new("POST", "/channels/{channel_id}/typing", typing),
    Route::new("GET", "/guilds/{guild_id}/channels", list),
    Route::new("POST", "/guilds/{guild_id}/channels", create),
    Route::new("PATCH", "/guilds/{guild_id}/channels", reorder),
];

fn get(world: &mut World, call: &Call) -> Outcome {
    let channel = world.require(call.actor, call.id("channel_id")?, 0)?;
    Ok(Answer::ok(world.channel_json(channel, call.actor)))
}

fn edit(world: &mut World, call: &Call) -> Outcome {
    let id = call.id("channel_id")?;
    if world.channel(id)?.is_thread() {
        world.edit_thread(&call.by(), id, &parse::thread_draft(&call.body))?;
    } else {
        world.edit_channel(&call.by(), id, &parse::channel_draft(&call.body)?)?;
    }
    // A bot that has just hidden the channel from itself still gets the answer.
    Ok(Answer::ok(
        world.channel_json(world.channel(id)?, call.actor),
    ))
}

fn delete(world: &mut World, call: &Call) -> Outcome {
    let gone = world.delete_channel(&call.by(), call.id("channel_id")?)?;
    Ok(Answer::ok(world.channel_json(&gone, call.actor)))
}

fn set_overwrite(world: &mut World, call: &Call) -> Outcome {
    let wanted = parse::overwrite_for(call.id("overwrite_id")?, &call.body)
        .ok_or_else(|| parse::bad_overwrite("type"))?;
    world.set_overwrite(&call.by(), call.id("channel_id")?, wanted)?;
    Ok(Answer::no_content())
}

fn delete_overwrite(world: &mut World, call: &Call) -> Outcome {
    world.delete_overwrite(&call.by(), call.id("channel_id")?, call.id("overwrite_id")?)?;
    Ok(Answer::no_content())
}

fn typing(world: &mut World, call: &Call) -> Outcome {
    world.start_typing(call.actor, call.id("channel_id")?)?;
    Ok(Answer::no_content())
}

fn list(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    world.require_guild(call.actor, guild, 0)?;
    let channels = world.guild_channels(guild);
    Ok(Answer::ok(
        channels
            .map(|channel| world.channel_json(channel, call.actor))
            .collect(),
    ))
}

fn create(world: &mut World, call: &Call) -> Outcome {
    let draft = parse::channel_draft(&call.body)?;
    let id = world.create_channel(&call.by(), call.id("guild_id")?, &draft)?;
    Ok(Answer::created(
        world.channel_json(world.channel(id)?, call.actor),
    ))
}

fn reorder(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    for entry in call.body.as_array().into_iter().flatten() {
        let id = parse::id(&entry["id"]).ok_or_else(Refusal::unknown_channel)?;
        if world.channel(id)?.guild != Some(guild) {
            return Err(Refusal::unknown_channel());
        }
        let parent = entry.get("parent_id").map(parse::id);
        let synced = parent
            .flatten()
            .filter(|_| entry["lock_permissions"] == Value::Bool(true))
            .and_then(|parent| world.channels.get(&parent))
            .map(|parent| parent.overwrites.clone());
        let draft = ChannelDraft {
            position: entry["position"].as_i64(),
            parent,
            overwrites: synced,
            ..ChannelDraft::default()
        };
        world.edit_channel(&call.by(), id, &draft)?;
    }
    Ok(Answer::no_content())
}
