//! The control API behind the scenes: who and what is there, and what goes wrong.

use super::super::acts::Stage;
use super::super::world::World;
use super::super::world::model::{Target, kind};
use super::{Asked, Outcome, Problem, as_json, done, id, id_list};
use serde_json::{Value, json};

pub(super) fn act(stage: &Stage, asked: &Asked, method: &str, path: &[&str]) -> Outcome {
    match (method, path) {
        ("GET", ["users"]) => Ok(stage.shared().read(everybody)),
        ("POST", ["users"]) => {
            Ok(json!({ "id": stage.user(asked.text("name")?).id().to_string() }))
        }
        ("GET", ["guilds"]) => Ok(stage.shared().read(all_guilds)),
        ("POST", ["guilds"]) => new_guild(stage, asked),
        ("POST", ["bots"]) => new_bot(stage, asked),
        ("GET", ["bots", bot, "connection"]) => {
            Ok(json!({ "connected": stage.is_connected(id(bot)?) }))
        }
        ("POST", ["bots", bot, "connection"]) => {
            match asked.text("do")? {
                "drop" => stage.drop_connections(id(bot)?),
                "reconnect" => stage.ask_to_reconnect(id(bot)?),
                "invalidate" => stage.invalidate_sessions(id(bot)?),
                "send" => stage.send_text(id(bot)?, asked.text("text")?),
                other => {
                    return Err(Problem::Unreadable(format!(
                        "do is drop, reconnect, invalidate or send, not {other}"
                    )));
                }
            }
            done()
        }
        ("PUT", ["guilds", guild, "bots", bot]) => {
            let permissions = asked.number("permissions")?.unwrap_or(0);
            let role = stage.add_bot(id(bot)?, id(guild)?, permissions)?;
            Ok(json!({ "role": role.to_string() }))
        }
        ("POST", ["guilds", guild, "channels"]) => {
            let kind = asked
                .number("kind")?
                .map_or(kind::TEXT, |kind| u8::try_from(kind).unwrap_or(u8::MAX));
            let channel = stage.channel(
                id(guild)?,
                asked.text("name")?,
                kind,
                asked.number("parent")?,
            )?;
            Ok(json!({ "id": channel.to_string() }))
        }
        ("DELETE", ["channels", channel]) => {
            stage.delete_channel(id(channel)?)?;
            done()
        }
        ("DELETE", ["channels", channel, "messages", message]) => {
            stage.delete_message(id(channel)?, id(message)?)?;
            done()
        }
        ("PUT", ["channels", channel, "overwrites", target]) => {
            let target = match asked.text("type")? {
                "role" => Target::Role(id(target)?),
                "member" => Target::Member(id(target)?),
                other => {
                    return Err(Problem::Unreadable(format!(
                        "type is role or member, not {other}"
                    )));
                }
            };
            let bits = |name| asked.number(name).map(|bits| bits.unwrap_or(0));
            stage.overwrite(id(channel)?, target, bits("allow")?, bits("deny")?)?;
            done()
        }
        ("DELETE", ["channels", channel, "overwrites", target]) => {
            stage.remove_overwrite(id(channel)?, id(target)?)?;
            done()
        }
        ("GET", ["channels", channel, "access"]) => {
            let channel = id(channel)?;
            stage
                .shared()
                .read(|world| world.channel(channel).map(|_| ()))?;
            Ok(
                json!({ "sees": id_list(stage.who_sees(channel)), "writes": id_list(stage.who_writes(channel)) }),
            )
        }
        ("POST", ["guilds", guild, "roles"]) => {
            let permissions = asked.number("permissions")?.unwrap_or(0);
            let role = stage.role(id(guild)?, asked.text("name")?, permissions)?;
            Ok(json!({ "id": role.to_string() }))
        }
        ("PATCH", ["guilds", guild, "roles", role]) => {
            let position = asked
                .number("position")?
                .map(|position| i64::try_from(position).unwrap_or(i64::MAX));
            stage.change_role(
                id(guild)?,
                id(role)?,
                asked.number("permissions")?,
                position,
            )?;
            done()
        }
        ("DELETE", ["guilds", guild, "roles", role]) => {
            stage.delete_role(id(guild)?, id(role)?)?;
            done()
        }
        ("PUT" | "DELETE", ["guilds", guild, "members", user, "roles", role]) => {
            stage.set_role(id(guild)?, id(user)?, id(role)?, method == "PUT")?;
            done()
        }
        ("PATCH", ["guilds", guild, "members", user]) => {
            stage.nickname(id(guild)?, id(user)?, asked.body["nick"].as_str())?;
            done()
        }
        ("DELETE", ["guilds", guild, "members", user]) => {
            stage.kick(id(guild)?, id(user)?)?;
            done()
        }
        ("PUT", ["guilds", guild, "outage"]) => {
            stage.set_outage(id(guild)?, asked.flag("down").unwrap_or(true))?;
            done()
        }
        ("GET", ["limits"]) => Ok(match &*stage.shared().limits() {
            Some(limits) => {
                json!({ "on": true, "counted": limits.counted, "refused": limits.refused })
            }
            None => json!({ "on": false, "counted": 0, "refused": 0 }),
        }),
        ("PUT", ["limits"]) => {
            let on = asked.body["on"].as_bool();
            let on = on.ok_or_else(|| Problem::Unreadable("on is true or false".to_owned()))?;
            *stage.shared().limits() = on.then(Default::default);
            done()
        }
        ("POST", ["guilds", guild, "copies"]) => {
            let (guild, copy) = (id(guild)?, asked.needed("copy")?);
            let words = asked.body["words"].as_object().into_iter().flatten();
            let words =
                words.filter_map(|(old, new)| Some((old.clone(), new.as_str()?.to_owned())));
            let words = words.collect();
            stage
                .shared()
                .write(|world| world.copy_guild(guild, copy, &words))?;
            done()
        }
        ("GET", ["guilds", guild, "audit-log"]) => {
            let reader = asked
                .query("as")
                .ok_or_else(|| Problem::Unreadable("say as whom: ?as=USER".to_owned()))?;
            Ok(Value::Array(stage.audit_log(id(guild)?, id(reader)?)?))
        }
        ("GET", ["faults"]) => Ok(as_json(stage.faults())),
        ("PUT", ["faults"]) => {
            let faults = serde_json::from_value(asked.body.clone());
            stage.set_faults(
                faults.map_err(|error| {
                    Problem::Unreadable(format!("these are no faults: {error}"))
                })?,
            );
            done()
        }
        ("GET", ["unknown-routes"]) => Ok(json!(stage.unknown_routes())),
        ("POST", ["clock"]) => {
            stage.advance_clock(i64::try_from(asked.needed("advance_ms")?).unwrap_or(i64::MAX));
            Ok(json!({ "now_ms": stage.shared().read(World::now_ms) }))
        }
        _ => Err(Problem::Unlisted),
    }
}

fn new_guild(stage: &Stage, asked: &Asked) -> Outcome {
    let owner = stage.person(asked.needed("owner")?);
    let guild = stage.guild(asked.text("name")?, &owner)?;
    for member in asked.body["members"].as_array().into_iter().flatten() {
        let member = member.as_u64().or_else(|| member.as_str()?.parse().ok());
        let member = member.ok_or_else(|| Problem::Unreadable("members are ids".to_owned()))?;
        stage.person(member).join(guild)?;
    }
    let general = owner
        .channel("general")
        .filter(|place| place.guild == Some(guild));
    Ok(json!({ "id": guild.to_string(), "general": general.map(|place| place.id.to_string()) }))
}

fn new_bot(stage: &Stage, asked: &Asked) -> Outcome {
    let guild = asked.number("guild")?;
    let permissions = asked.number("permissions")?.unwrap_or(0);
    let (bot, token) = stage.bot(asked.text("name")?);
    let role = match guild {
        Some(guild) => Some(stage.add_bot(bot, guild, permissions)?.to_string()),
        None => None,
    };
    Ok(json!({ "id": bot.to_string(), "token": token, "role": role }))
}

fn everybody(world: &World) -> Value {
    let user = |user: &super::super::world::User| {
        json!({
            "id": user.id.to_string(), "name": user.name, "display_name": world.shown_name(None, user.id), "bot": user.bot,
            "dms_closed": user.dms_closed, "guilds": id_list(world.guilds_of(user.id)),
        })
    };
    world.users.values().map(user).collect()
}

fn all_guilds(world: &World) -> Value {
    let guild = |guild: &super::super::world::Guild| {
        let members = guild.members.values().map(|member| {
            let roles = id_list(member.roles.iter().copied().collect());
            json!({ "id": member.user.to_string(), "name": world.shown_name(Some(guild.id), member.user), "roles": roles })
        });
        let roles = guild.roles.values().map(|role| {
            let permissions = role.permissions.to_string();
            json!({ "id": role.id.to_string(), "name": role.name, "permissions": permissions, "position": role.position })
        });
        let channels = world.guild_channels(guild.id).map(|place| {
            let parent = place.parent.map(|parent| parent.to_string());
            json!({ "id": place.id.to_string(), "kind": place.kind, "name": place.name, "parent": parent })
        });
        json!({
            "id": guild.id.to_string(), "name": guild.name, "owner": guild.owner.to_string(),
            "members": members.collect::<Vec<_>>(), "roles": roles.collect::<Vec<_>>(), "channels": channels.collect::<Vec<_>>(),
        })
    };
    world.guilds.values().map(guild).collect()
}
