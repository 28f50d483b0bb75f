//! Who besides the players meant could read the secret threads, or let themselves in, because of what they may do on the server.

use std::collections::BTreeMap;

use super::server::{Members, Server};
use crate::kernel::ids::PlayerId;

const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_CHANNELS: u64 = 1 << 4;
const MANAGE_ROLES: u64 = 1 << 28;
const MANAGE_THREADS: u64 = 1 << 34;

/// So many are named one by one; where there are more, their roles are.
const MOST: usize = 60;

/// One who could read the secret threads: a member, or whoever has a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::discord) struct Reader {
    /// The user's id; the role's, where its holders are not named one by one.
    pub id: PlayerId,
    /// The name as typed: the member's, or the role's.
    pub name: String,
    /// Who that is, before the name.
    pub who: Who,
    /// By what right.
    pub why: &'static str,
    /// Whether this is one of the players.
    pub plays: bool,
}

/// What a reader's id and name are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::discord) enum Who {
    /// A member.
    Member,
    /// All who have a role.
    Role,
    /// The bot to which Discord made a role.
    BotOf,
    /// Everybody on the server.
    Everybody,
}

/// The readers among these members; where they are not all who there are, or too many, by role too.
pub(super) fn readers(
    server: &Server,
    bot: u64,
    players: &[PlayerId],
    members: &Members,
) -> Vec<Reader> {
    let named = by_name(server, bot, players, members);
    if members.all && named.len() <= MOST {
        return named;
    }
    let mut found: BTreeMap<PlayerId, Reader> = BTreeMap::new();
    let few = named.len() <= MOST;
    let kept = named
        .into_iter()
        .filter(|reader| few || reader.plays || reader.id.0 == server.owner);
    for reader in kept.chain(by_role(server, bot)) {
        found.entry(reader.id).or_insert(reader);
    }
    found.into_values().collect()
}

fn by_name(server: &Server, bot: u64, players: &[PlayerId], members: &Members) -> Vec<Reader> {
    let mut found = Vec::new();
    if let Some(why) = power(server.everyone) {
        found.push(Reader {
            id: PlayerId(server.id),
            name: String::new(),
            who: Who::Everybody,
            why,
            plays: false,
        });
    }
    for member in members.known.iter().filter(|member| member.id != bot) {
        let why = match member.id == server.owner {
            true => Some("owns this server"),
            false => power(server.rights(&member.roles) & !server.everyone),
        };
        found.extend(why.map(|why| Reader {
            id: PlayerId(member.id),
            name: member.name.clone(),
            who: Who::Member,
            why,
            plays: players.contains(&PlayerId(member.id)),
        }));
    }
    found
}

fn by_role(server: &Server, bot: u64) -> impl Iterator<Item = Reader> + '_ {
    let roles = server.roles.iter();
    roles
        .filter(move |(_, role)| role.bot != Some(bot))
        .filter_map(|(id, role)| {
            let who = match role.bot {
                Some(_) => Who::BotOf,
                None => Who::Role,
            };
            Some(Reader {
                id: PlayerId(*id),
                name: role.name.clone(),
                who,
                why: power(role.rights)?,
                plays: false,
            })
        })
}

/// By what right somebody with these bits could read a private thread, or let themselves in.
pub(super) fn power(rights: u64) -> Option<&'static str> {
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
