//! Routes of users, applications and the gateway's address.

use serde_json::{Value, json};

use super::super::world::{Refusal, World, render};
use super::parse;
use super::{Answer, Call, Outcome, Route};

pub(super) const ROUTES: &[Route] = &[
    Route::open("GET", "/gateway", gateway),
    Route::new("GET", "/gateway/bot", gateway_bot),
    Route::new("GET", "/users/@me", me),
    Route::new("PATCH", "/users/@me", rename),
    Route::new("POST", "/users/@me/channels", open_dm),
    Route::new("GET", "/users/@me/guilds", guilds),
    Route::new("DELETE", "/users/@me/guilds/{guild_id}", leave),
    Route::new("GET", "/users/{user_id}", user),
    Route::new("GET", "/applications/@me", application),
    Route::new("GET", "/oauth2/applications/@me", application),
];

fn gateway_url(world: &World) -> String {
    world.base.replacen("http://", "ws://", 1)
}

fn gateway(world: &mut World, _: &Call) -> Outcome {
    Ok(Answer::ok(json!({"url": gateway_url(world)})))
}

fn gateway_bot(world: &mut World, _: &Call) -> Outcome {
    Ok(Answer::ok(json!({"url": gateway_url(world), "shards": 1,
        "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 14_400_000,
            "max_concurrency": 1}})))
}

fn me(world: &mut World, call: &Call) -> Outcome {
    Ok(Answer::ok(render::own_user(world.user(call.actor)?)))
}

fn rename(world: &mut World, call: &Call) -> Outcome {
    if let Some(name) = parse::text(&call.body, "username") {
        let length = name.chars().count();
        if !(2..=32).contains(&length) {
            return Err(Refusal::bad_length("username", 2, 32));
        }
        world.rename_user(call.actor, &name)?;
    }
    me(world, call)
}

fn user(world: &mut World, call: &Call) -> Outcome {
    Ok(Answer::ok(render::user(world.user(call.id("user_id")?)?)))
}

fn open_dm(world: &mut World, call: &Call) -> Outcome {
    let recipient =
        parse::id(&call.body["recipient_id"]).ok_or_else(Refusal::invalid_recipients)?;
    let id = world.open_dm(call.actor, recipient)?;
    Ok(Answer::ok(
        world.channel_json(world.channel(id)?, call.actor),
    ))
}

fn guilds(world: &mut World, call: &Call) -> Outcome {
    let with_counts = call.query_flag("with_counts");
    let mut list = Vec::new();
    for id in world.guilds_of(call.actor) {
        let guild = world.guild(id)?;
        let bits = world.guild_permissions(call.actor, id);
        let mut entry = json!({"id": id.to_string(), "name": guild.name, "icon": null,
            "banner": null, "owner": guild.owner == call.actor, "permissions": bits.to_string(),
            "features": []});
        if with_counts {
            entry["approximate_member_count"] = json!(guild.members.len());
            entry["approximate_presence_count"] = json!(guild.members.len());
        }
        list.push(entry);
    }
    Ok(Answer::ok(Value::Array(list)))
}

fn leave(world: &mut World, call: &Call) -> Outcome {
    world.leave_guild(call.actor, call.id("guild_id")?)?;
    Ok(Answer::no_content())
}

fn application(world: &mut World, call: &Call) -> Outcome {
    let found = world
        .applications
        .get(&call.actor)
        .ok_or_else(Refusal::unauthorized)?;
    Ok(Answer::ok(json!({
        "id": found.id.to_string(), "name": found.name, "icon": null, "description": "",
        "type": null, "summary": "", "bot_public": true, "bot_require_code_grant": false,
        "verify_key": "0".repeat(64), "flags": found.flags, "flags_new": found.flags.to_string(),
        "approximate_user_authorization_count": 0, "eligible_oauth2_scopes": [], "max_participants": null, "tags": [],
        "owner": world.user_json(found.owner), "team": null,
        "bot": world.user_json(found.id), "redirect_uris": [],
        "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "approximate_guild_count": world.guilds_of(call.actor).len(),
        "approximate_user_install_count": 0, "explicit_content_filter": 0,
        "integration_types_config": {"0": {}}, "rpc_origins": [],
    })))
}
