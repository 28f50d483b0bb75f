//! Before a game: may the bot do what it will have to do, is there room, and who could read what is secret.
//!
//! Rights are read as Discord writes them, as text: serenity's own type drops the bits it does not know.

use std::collections::BTreeMap;

use serde_json::Value;

use super::door::{Door, Fault};
use super::faults as line;
use super::permissions;
use super::render::Names;
use crate::kernel::ids::PlayerId;
use crate::kernel::text::Name;

/// Channels that a server can have, categories included.
const CHANNELS_PER_SERVER: usize = 500;
/// What a game needs of them: its category, and five channels in it.
const CHANNELS_PER_GAME: usize = 6;
/// Members in one page of the list.
const PAGE: usize = 1000;
/// Pages that are read at most: beyond that roles are named instead of people.
const PAGES: usize = 20;

const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_CHANNELS: u64 = 1 << 4;
const MANAGE_GUILD: u64 = 1 << 5;
const MANAGE_ROLES: u64 = 1 << 28;
const MANAGE_THREADS: u64 = 1 << 34;

/// What was found on a server.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    /// What must be mended first, each with where to click.
    pub problems: Vec<String>,
    /// Who could read the secret threads and is not the bot, by id.
    pub readers: Vec<Reader>,
    /// Those of the players who are not on the server any more.
    pub away: Vec<PlayerId>,
}

/// One who could read the secret threads: a member, or whoever has a role.
#[derive(Debug, Clone)]
pub(super) struct Reader {
    /// The user's id; the role's, where its holders cannot be listed.
    pub id: PlayerId,
    /// The name, safe to show.
    pub name: String,
    /// By what right.
    pub why: String,
    /// Whether this is one of the players.
    pub plays: bool,
}

/// A server's owner, roles and rights, read raw.
struct Guild {
    owner: u64,
    everyone: u64,
    roles: BTreeMap<u64, Role>,
}

struct Role {
    name: String,
    rights: u64,
    /// The bot to which Discord made this role.
    bot: Option<u64>,
}

/// Looks at a server on the eve of a game between these players.
///
/// # Errors
/// Discord's.
pub(super) async fn look(door: &Door, guild: u64, players: &[PlayerId]) -> Result<Look, Fault> {
    let server = read_guild(door, guild).await?;
    let bot = door.wire.me().await?;
    let channels = door.wire.channels(guild).await?;
    let mut look = Look::default();
    let own = read_member(door, guild, bot).await?;
    let missing = permissions::missing(server.rights(&own.roles));
    if !missing.is_empty() {
        look.problems.push(missing_rights(&missing));
    }
    let taken = channels.len();
    if taken + CHANNELS_PER_GAME > CHANNELS_PER_SERVER {
        look.problems.push(format!(
            "This server has {taken} of {CHANNELS_PER_SERVER} channels; a game needs {CHANNELS_PER_GAME} more. Delete some, \
             such as the category of a game that is over."
        ));
    }
    let members = match door.members_intent {
        true => all_members(door, guild).await?,
        false => None,
    };
    let listed = members.is_some();
    let known = match members {
        Some(members) => members,
        None => some_members(door, guild, server.owner, players).await?,
    };
    look.away = players.to_vec();
    look.away
        .retain(|player| known.iter().all(|member| member.id != player.0));
    look.readers = readers(guild, &server, bot, players, known, listed);
    Ok(look)
}

/// Whether this user may manage the server: its owner, and whoever has a role that says so.
///
/// # Errors
/// Discord's.
pub(super) async fn manages(door: &Door, guild: u64, user: PlayerId) -> Result<bool, Fault> {
    let server = read_guild(door, guild).await?;
    if server.owner == user.0 {
        return Ok(true);
    }
    let member = read_member(door, guild, user.0).await?;
    Ok(server.rights(&member.roles) & (ADMINISTRATOR | MANAGE_GUILD) != 0)
}

/// What the bot may not do on this server, in words with where to click; nothing where all is well.
///
/// # Errors
/// Discord's.
pub(super) async fn own_rights(door: &Door, guild: u64) -> Result<Option<String>, Fault> {
    let server = read_guild(door, guild).await?;
    let bot = door.wire.me().await?;
    let own = read_member(door, guild, bot).await?;
    let missing = permissions::missing(server.rights(&own.roles));
    Ok((!missing.is_empty()).then(|| missing_rights(&missing)))
}

fn missing_rights(missing: &[&str]) -> String {
    format!(
        "I lack permissions: **{}**. Server Settings > Roles > my role > Permissions: switch them on there. (Not in a single \
         channel: a game gets channels of its own.)",
        missing.join(", ")
    )
}

impl Guild {
    fn rights(&self, roles: &[u64]) -> u64 {
        roles
            .iter()
            .filter_map(|role| self.roles.get(role))
            .fold(self.everyone, |rights, role| rights | role.rights)
    }
}

struct Member {
    id: u64,
    name: String,
    roles: Vec<u64>,
}

/// Who could read the secret threads, among these members; where they are not all who there are, by role too.
fn readers(
    guild: u64,
    server: &Guild,
    bot: u64,
    players: &[PlayerId],
    known: Vec<Member>,
    listed: bool,
) -> Vec<Reader> {
    let mut found: BTreeMap<u64, Reader> = BTreeMap::new();
    let mut add = |id: u64, name: String, why: String| {
        let plays = players.contains(&PlayerId(id));
        let id = PlayerId(id);
        found.entry(id.0).or_insert(Reader {
            id,
            name,
            why,
            plays,
        });
    };
    if let Some(why) = power(server.everyone) {
        add(guild, "everybody on this server".to_owned(), why.to_owned());
    }
    for member in known {
        if member.id == bot {
            continue;
        }
        if member.id == server.owner {
            add(member.id, member.name, "owns this server".to_owned());
        } else if let Some(why) = power(server.rights(&member.roles) & !server.everyone) {
            add(member.id, member.name, why.to_owned());
        }
    }
    if !listed {
        for (id, role) in &server.roles {
            if let Some(why) = power(role.rights).filter(|_| role.bot != Some(bot)) {
                let holder = if role.bot.is_some() {
                    "the bot of"
                } else {
                    "whoever has"
                };
                add(
                    *id,
                    format!("{holder} the role {}", role.name),
                    why.to_owned(),
                );
            }
        }
    }
    found.into_values().collect()
}

/// By what right somebody with these bits could read a private thread, or let themselves in.
fn power(rights: u64) -> Option<&'static str> {
    [
        (ADMINISTRATOR, "is an administrator"),
        (MANAGE_THREADS, "may manage threads, and so read them all"),
        (
            MANAGE_ROLES,
            "may manage roles, and so give themselves any right",
        ),
        (
            MANAGE_CHANNELS,
            "may manage channels, and so let themselves in",
        ),
    ]
    .into_iter()
    .find_map(|(bit, words)| (rights & bit != 0).then_some(words))
}

/// All members; none where there are too many to name, or where Discord does not let us list them.
async fn all_members(door: &Door, guild: u64) -> Result<Option<Vec<Member>>, Fault> {
    let mut members = Vec::new();
    for _ in 0..PAGES {
        let after = members.last().map_or(0, |member: &Member| member.id);
        let page = match door.wire.members(guild, after, PAGE).await {
            Ok(page) => page,
            Err(fault) => {
                tracing::warn!(guild, %fault, "members cannot be listed; roles are named instead");
                return Ok(None);
            }
        };
        let page: Vec<Member> = page.iter().filter_map(member).collect();
        let last = page.len() < PAGE;
        members.extend(page);
        if last {
            return Ok(Some(members));
        }
    }
    Ok(None)
}

/// The owner and the players, who can be asked for one by one.
async fn some_members(
    door: &Door,
    guild: u64,
    owner: u64,
    players: &[PlayerId],
) -> Result<Vec<Member>, Fault> {
    let mut ids = vec![owner];
    ids.extend(
        players
            .iter()
            .map(|player| player.0)
            .filter(|id| *id != owner),
    );
    let mut members = Vec::new();
    for id in ids {
        match read_member(door, guild, id).await {
            Ok(member) => members.push(member),
            Err(Fault::Discord(line::Fault::NoMember)) => {
                tracing::info!(guild, "one of the players is not on the server");
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(members)
}

async fn read_guild(door: &Door, guild: u64) -> Result<Guild, Fault> {
    let raw = door.wire.guild(guild).await?;
    let owner = id(&raw["owner_id"]).ok_or(Fault::Unreadable("a server without an owner"))?;
    let mut roles = BTreeMap::new();
    let mut everyone = 0;
    for role in raw["roles"].as_array().into_iter().flatten() {
        let (Some(role_id), Some(rights)) = (id(&role["id"]), id(&role["permissions"])) else {
            return Err(Fault::Unreadable("a role without permissions"));
        };
        if role_id == guild {
            everyone = rights;
            continue;
        }
        roles.insert(
            role_id,
            Role {
                name: shown(role_id, role["name"].as_str().unwrap_or_default()),
                rights,
                bot: id(&role["tags"]["bot_id"]),
            },
        );
    }
    Ok(Guild {
        owner,
        everyone,
        roles,
    })
}

async fn read_member(door: &Door, guild: u64, user: u64) -> Result<Member, Fault> {
    let raw = door.wire.member(guild, user).await?;
    member(&raw).ok_or(Fault::Unreadable("a member without a user"))
}

fn member(raw: &Value) -> Option<Member> {
    let user = &raw["user"];
    let name = [&raw["nick"], &user["global_name"], &user["username"]]
        .into_iter()
        .find_map(Value::as_str)?;
    Some(Member {
        id: id(&user["id"])?,
        name: shown(id(&user["id"])?, name),
        roles: raw["roles"].as_array()?.iter().filter_map(id).collect(),
    })
}

fn id(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}

/// A name that somebody typed, safe to show.
fn shown(id: u64, name: &str) -> String {
    let bearer = PlayerId(id);
    Names::new(&[], &[(bearer, name)]).escaped(Name::Player(bearer))
}
