//! A server as Discord describes it: whose it is, its roles, channels and members, and what the bot may do there.
//!
//! Rights are read as Discord writes them, as text: serenity's own type drops the bits it does not know.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::discord::faults::Fault;
use crate::discord::wire::{Wire, id_of};
use crate::discord::{limits, permissions};
use crate::kernel::ids::PlayerId;

/// Pages of members that are read at most: beyond that roles are named instead of people.
const PAGES: usize = 20;

const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_GUILD: u64 = 1 << 5;

/// A server, read raw.
pub(super) struct Server {
    /// Its id, which is also that of everybody's role.
    pub id: u64,
    /// Who owns it.
    pub owner: u64,
    /// What everybody may do.
    pub everyone: u64,
    /// The other roles.
    pub roles: BTreeMap<u64, Role>,
}

/// A role.
pub(super) struct Role {
    /// The name as typed.
    pub name: String,
    /// What it allows on the whole server.
    pub rights: u64,
    /// The bot to which Discord made this role.
    pub bot: Option<u64>,
}

/// A member.
#[derive(Clone)]
pub(super) struct Member {
    /// The user's id.
    pub id: u64,
    /// The name as typed.
    pub name: String,
    /// The roles.
    pub roles: Vec<u64>,
    /// Whether somebody has silenced this member for a while (a timeout).
    pub silenced: bool,
}

/// Those of the members who were asked for.
pub(super) struct Members {
    /// Who was found.
    pub known: Vec<Member>,
    /// Whether these are all there are.
    pub all: bool,
}

impl Server {
    /// Reads owner and roles.
    ///
    /// # Errors
    /// Discord's.
    pub async fn read(wire: &Wire, guild: u64) -> Result<Server, Fault> {
        let raw = wire.guild(guild).await?;
        let unreadable = |what: &str| Fault::Uncertain(format!("{what} cannot be read"));
        let owner = id(&raw["owner_id"]).ok_or_else(|| unreadable("a server's owner"))?;
        let mut server = Server {
            id: guild,
            owner,
            everyone: 0,
            roles: BTreeMap::new(),
        };
        for role in raw["roles"].as_array().into_iter().flatten() {
            let (Some(role_id), Some(rights)) = (id(&role["id"]), id(&role["permissions"])) else {
                return Err(unreadable("a role's permissions"));
            };
            if role_id == guild {
                server.everyone = rights;
                continue;
            }
            let role = Role {
                name: role["name"].as_str().unwrap_or_default().to_owned(),
                rights,
                bot: id(&role["tags"]["bot_id"]),
            };
            server.roles.insert(role_id, role);
        }
        Ok(server)
    }

    /// What these roles allow together, everybody's included.
    pub fn rights(&self, roles: &[u64]) -> u64 {
        roles
            .iter()
            .filter_map(|role| self.roles.get(role))
            .fold(self.everyone, |rights, role| rights | role.rights)
    }

    /// The owner and these people, or all members where they may be listed.
    ///
    /// # Errors
    /// Discord's.
    pub async fn members(
        &self,
        wire: &Wire,
        may_list: bool,
        people: &[PlayerId],
    ) -> Result<Members, Fault> {
        if may_list && let Some(known) = self.all_members(wire).await? {
            return Ok(Members { known, all: true });
        }
        let mut ids = vec![self.owner];
        ids.extend(people.iter().map(|person| person.0));
        ids.sort_unstable();
        ids.dedup();
        let mut known = Vec::new();
        for user in ids {
            known.extend(read_member(wire, self.id, user).await?);
        }
        Ok(Members { known, all: false })
    }

    /// All members; none where there are too many to name, or where Discord does not let us list them.
    async fn all_members(&self, wire: &Wire) -> Result<Option<Vec<Member>>, Fault> {
        let mut members: Vec<Member> = Vec::new();
        for _ in 0..PAGES {
            let after = members.last().map_or(0, |member| member.id);
            let page = match wire.members(self.id, after, limits::MEMBERS).await {
                Ok(page) => page,
                Err(fault) if fault.passes() => return Err(fault),
                Err(fault) => {
                    tracing::warn!(guild = self.id, %fault, "members cannot be listed; roles are named instead");
                    return Ok(None);
                }
            };
            let last = page.len() < limits::MEMBERS;
            members.extend(page.iter().filter_map(member));
            if last {
                return Ok(Some(members));
            }
        }
        Ok(None)
    }
}

/// Whether this user may manage the server: its owner, and whoever has a role that says so.
///
/// # Errors
/// Discord's.
pub(in crate::discord) async fn manages(
    wire: &Wire,
    guild: u64,
    user: PlayerId,
) -> Result<bool, Fault> {
    let server = Server::read(wire, guild).await?;
    if server.owner == user.0 {
        return Ok(true);
    }
    let member = read_member(wire, guild, user.0).await?;
    let rights = member.map_or(0, |member| server.rights(&member.roles));
    Ok(rights & (ADMINISTRATOR | MANAGE_GUILD) != 0)
}

/// What the bot may not do on this server, in words with where to click; nothing where all is well.
///
/// # Errors
/// Discord's.
pub(in crate::discord) async fn own_rights(
    wire: &Wire,
    guild: u64,
) -> Result<Option<String>, Fault> {
    let server = Server::read(wire, guild).await?;
    let bot = wire.me().await?;
    let own = read_member(wire, guild, bot).await?;
    let missing = permissions::missing(own.map_or(0, |own| server.rights(&own.roles)));
    Ok((!missing.is_empty())
        .then(|| format!("I lack permissions. {}", permissions::to_allow(&missing))))
}

/// A member; none where that person is not on the server.
pub(super) async fn read_member(
    wire: &Wire,
    guild: u64,
    user: u64,
) -> Result<Option<Member>, Fault> {
    match wire.member(guild, user).await {
        Ok(raw) => match member(&raw) {
            Some(member) => Ok(Some(member)),
            None => Err(Fault::Uncertain("a member cannot be read".to_owned())),
        },
        Err(Fault::NoMember) => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn member(raw: &Value) -> Option<Member> {
    let user = &raw["user"];
    let name = [&raw["nick"], &user["global_name"], &user["username"]]
        .into_iter()
        .find_map(Value::as_str)?;
    let silenced = raw["communication_disabled_until"]
        .as_str()
        .and_then(|until| DateTime::parse_from_rfc3339(until).ok())
        .is_some_and(|until| until > Utc::now());
    Some(Member {
        id: id(&user["id"])?,
        name: name.to_owned(),
        roles: raw["roles"].as_array()?.iter().filter_map(id).collect(),
        silenced,
    })
}

/// The id of a channel's category, or of a thread's channel.
pub(super) fn parent_of(channel: &Value) -> Option<u64> {
    id(&channel["parent_id"])
}

/// The channel or thread of this id, among these.
pub(super) fn find(channels: &[Value], wanted: u64) -> Option<&Value> {
    channels.iter().find(|channel| id_of(channel) == wanted)
}

fn id(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}
