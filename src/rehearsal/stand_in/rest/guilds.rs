//! Routes of guilds, members, roles and the audit log.

use serde_json::{Value, json};

use super::super::world::members::RoleDraft;
use super::super::world::model::{Member, application_flag};
use super::super::world::{Id, Millis, Refusal, World, render};
use super::parse;
use super::{Answer, Call, Outcome, Route};

pub(super) const ROUTES: &[Route] = &[
    Route::new("GET", "/guilds/{guild_id}", get),
    Route::new("GET", "/guilds/{guild_id}/audit-logs", audit_log),
    Route::new("GET", "/guilds/{guild_id}/members", members),
    Route::new("GET", "/guilds/{guild_id}/members/search", search),
    Route::new("PATCH", "/guilds/{guild_id}/members/@me", edit_self),
    Route::new("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route::new("PATCH", "/guilds/{guild_id}/members/{user_id}", edit_member),
    Route::new("DELETE", "/guilds/{guild_id}/members/{user_id}", kick),
    Route::new(
        "PUT",
        "/guilds/{guild_id}/members/{user_id}/roles/{role_id}",
        give_role,
    ),
    Route::new(
        "DELETE",
        "/guilds/{guild_id}/members/{user_id}/roles/{role_id}",
        take_role,
    ),
    Route::new("GET", "/guilds/{guild_id}/roles", roles),
    Route::new("POST", "/guilds/{guild_id}/roles", create_role),
    Route::new("PATCH", "/guilds/{guild_id}/roles", reorder_roles),
    Route::new("GET", "/guilds/{guild_id}/roles/{role_id}", role),
    Route::new("PATCH", "/guilds/{guild_id}/roles/{role_id}", edit_role),
    Route::new("DELETE", "/guilds/{guild_id}/roles/{role_id}", delete_role),
    Route::new("GET", "/guilds/{guild_id}/emojis", nothing),
    Route::new("GET", "/users/@me/guilds/{guild_id}/member", own_member),
];

fn get(world: &mut World, call: &Call) -> Outcome {
    let guild = world.require_guild(call.actor, call.id("guild_id")?, 0)?;
    let mut value = world.guild_json(guild);
    if call.query_flag("with_counts") {
        value["approximate_member_count"] = json!(guild.members.len());
        value["approximate_presence_count"] = json!(guild.members.len());
    }
    Ok(Answer::ok(value))
}

fn nothing(world: &mut World, call: &Call) -> Outcome {
    world.require_guild(call.actor, call.id("guild_id")?, 0)?;
    Ok(Answer::ok(json!([])))
}

fn audit_log(world: &mut World, call: &Call) -> Outcome {
    let filter = super::super::world::audit::Filter {
        user: call.query_number("user_id")?,
        action: call
            .query_number("action_type")?
            .and_then(|one| u16::try_from(one).ok()),
        before: call.query_number("before")?,
        after: call.query_number("after")?,
        limit: call.query_number("limit")?.unwrap_or(50),
    };
    let body = world.audit_log_json(call.actor, call.id("guild_id")?, &filter)?;
    Ok(Answer::ok(body))
}

fn find_member(world: &World, guild: Id, user: Id) -> Result<&Member, Refusal> {
    let found = world.guild(guild)?.members.get(&user);
    // A user that there never was is another code than one who is not here.
    world.user(user)?;
    found.ok_or_else(Refusal::unknown_member)
}

fn member(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    world.require_guild(call.actor, guild, 0)?;
    let member = find_member(world, guild, call.id("user_id")?)?;
    Ok(Answer::ok(world.member_json(member)))
}

fn own_member(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    world.require_guild(call.actor, guild, 0)?;
    let member = find_member(world, guild, call.actor)?;
    Ok(Answer::ok(world.member_json(member)))
}

fn members(world: &mut World, call: &Call) -> Outcome {
    let guild = world.require_guild(call.actor, call.id("guild_id")?, 0)?;
    let flags = world
        .applications
        .get(&call.actor)
        .map_or(0, |one| one.flags);
    if flags & application_flag::MEMBERS == 0 {
        return Err(Refusal::missing_access());
    }
    let after = call.query_number("after")?.unwrap_or(0);
    let limit = call.query_number("limit")?.unwrap_or(1).clamp(1, 1000);
    let found = guild.members.range(after.saturating_add(1)..);
    Ok(Answer::ok(
        found
            .take(usize::try_from(limit).unwrap_or(1000))
            .map(|(_, member)| world.member_json(member))
            .collect(),
    ))
}

fn search(world: &mut World, call: &Call) -> Outcome {
    let guild = world.require_guild(call.actor, call.id("guild_id")?, 0)?;
    let wanted = call.query("query").unwrap_or_default().to_lowercase();
    let limit = call.query_number("limit")?.unwrap_or(1).clamp(1, 1000);
    let found = guild.members.values().filter(|member| {
        let user = world.users.get(&member.user);
        let names = [
            member.nick.as_deref(),
            user.map(|user| user.name.as_str()),
            user.and_then(|user| user.global_name.as_deref()),
        ];
        names
            .into_iter()
            .flatten()
            .any(|name| name.to_lowercase().starts_with(&wanted))
    });
    Ok(Answer::ok(
        found
            .take(usize::try_from(limit).unwrap_or(1000))
            .map(|member| world.member_json(member))
            .collect(),
    ))
}

fn edit_self(world: &mut World, call: &Call) -> Outcome {
    change_member(world, call, call.actor)
}

fn edit_member(world: &mut World, call: &Call) -> Outcome {
    change_member(world, call, call.id("user_id")?)
}

fn change_member(world: &mut World, call: &Call, user: Id) -> Outcome {
    let guild = call.id("guild_id")?;
    let nick = call.body.get("nick");
    let nick = nick.map(|nick| nick.as_str().map(str::to_owned));
    let until = call.body.get("communication_disabled_until");
    let until = until.map(|until| until.as_str().and_then(instant_ms));
    if nick.is_some() || until.is_some() {
        world.edit_member(&call.by(), guild, user, nick, until)?;
    }
    if let Some(wanted) = call.body["roles"].as_array() {
        let wanted: Vec<Id> = wanted.iter().filter_map(parse::id).collect();
        let has = find_member(world, guild, user)?.roles.clone();
        for role in wanted.iter().filter(|role| !has.contains(role)) {
            world.set_member_role(&call.by(), guild, user, *role, true)?;
        }
        for role in has.iter().filter(|role| !wanted.contains(role)) {
            world.set_member_role(&call.by(), guild, user, *role, false)?;
        }
    }
    Ok(Answer::ok(
        world.member_json(find_member(world, guild, user)?),
    ))
}

fn instant_ms(text: &str) -> Option<Millis> {
    chrono::DateTime::parse_from_rfc3339(text)
        .ok()
        .map(|instant| instant.timestamp_millis())
}

fn kick(world: &mut World, call: &Call) -> Outcome {
    world.kick(&call.by(), call.id("guild_id")?, call.id("user_id")?)?;
    Ok(Answer::no_content())
}

fn give_role(world: &mut World, call: &Call) -> Outcome {
    let (guild, user, role) = (
        call.id("guild_id")?,
        call.id("user_id")?,
        call.id("role_id")?,
    );
    world.set_member_role(&call.by(), guild, user, role, true)?;
    Ok(Answer::no_content())
}

fn take_role(world: &mut World, call: &Call) -> Outcome {
    let (guild, user, role) = (
        call.id("guild_id")?,
        call.id("user_id")?,
        call.id("role_id")?,
    );
    world.set_member_role(&call.by(), guild, user, role, false)?;
    Ok(Answer::no_content())
}

fn roles(world: &mut World, call: &Call) -> Outcome {
    let guild = world.require_guild(call.actor, call.id("guild_id")?, 0)?;
    Ok(Answer::ok(guild.roles.values().map(render::role).collect()))
}

fn role_json(world: &World, guild: Id, role: Id) -> Result<Value, Refusal> {
    let found = world.guild(guild)?.roles.get(&role);
    found.map(render::role).ok_or_else(Refusal::unknown_role)
}

fn role(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    world.require_guild(call.actor, guild, 0)?;
    Ok(Answer::ok(role_json(world, guild, call.id("role_id")?)?))
}

fn create_role(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    let id = world.create_role(&call.by(), guild, &parse::role_draft(&call.body))?;
    Ok(Answer::ok(role_json(world, guild, id)?))
}

fn edit_role(world: &mut World, call: &Call) -> Outcome {
    let (guild, role) = (call.id("guild_id")?, call.id("role_id")?);
    world.edit_role(&call.by(), guild, role, &parse::role_draft(&call.body))?;
    Ok(Answer::ok(role_json(world, guild, role)?))
}

fn reorder_roles(world: &mut World, call: &Call) -> Outcome {
    let guild = call.id("guild_id")?;
    for entry in call.body.as_array().into_iter().flatten() {
        let role = parse::id(&entry["id"]).ok_or_else(Refusal::unknown_role)?;
        let draft = RoleDraft {
            position: entry["position"].as_i64(),
            ..RoleDraft::default()
        };
        world.edit_role(&call.by(), guild, role, &draft)?;
    }
    roles(world, call)
}

fn delete_role(world: &mut World, call: &Call) -> Outcome {
    world.delete_role(&call.by(), call.id("guild_id")?, call.id("role_id")?)?;
    Ok(Answer::no_content())
}
