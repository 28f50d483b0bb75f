//! Sign-up: a game before it is one. The same for every edition; decided and recorded like the game itself.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::audience::Notice;
use super::draft::Fold;
use super::ids::PlayerId;
use super::time::{Length, Time};

/// How long a sign-up may stand empty before it closes by itself.
pub const EMPTY_FOR: Length = Length(24 * 3_600_000);
/// How long a sign-up may stand without any change before it closes by itself.
pub const UNCHANGED_FOR: Length = Length(30 * 86_400_000);

/// How secrets reach a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// The test DM arrived.
    Dm,
    /// DMs are closed; the player has agreed to a private thread in the server instead.
    Thread,
    /// Neither: the game cannot start.
    None,
}

/// One who has signed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub player: PlayerId,
    /// The name shown in the server when last seen.
    pub name: String,
    /// How secrets reach this player.
    pub reach: Reach,
}

/// Where a sign-up stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// People come and go.
    SignUp,
    /// The game has begun.
    Started,
    /// It came to nothing.
    Cancelled,
}

/// A sign-up, and afterwards the roll of those who play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lobby<S> {
    /// The game's name, as its host gave it.
    pub name: String,
    /// Who opened it.
    pub host: PlayerId,
    /// The host's name in the server when last seen.
    pub host_name: String,
    /// The settings so far.
    pub settings: S,
    /// Who has signed up, in order.
    pub members: Vec<Member>,
    /// Those whose power to read the secret threads the host has accepted by name.
    pub readers: BTreeSet<PlayerId>,
    /// Where it stands.
    pub standing: Standing,
    /// When it last changed.
    pub changed: Time,
}

/// What happened at the sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LobbyEvent<S> {
    /// A host opened the sign-up.
    Opened {
        /// The game's name.
        name: String,
        /// The host.
        host: PlayerId,
        /// The host's name.
        host_name: String,
        /// The settings it begins with.
        settings: S,
    },
    /// The host changed settings.
    Set {
        /// All settings from now on.
        settings: S,
    },
    /// Somebody signed up, or signed up again and was found reachable in another way.
    Joined(Member),
    /// Somebody left.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// A member or the host was seen under another name.
    Renamed {
        /// Who.
        player: PlayerId,
        /// The name now.
        name: String,
    },
    /// A player's way of being reached changed after the start.
    Reached {
        /// Who.
        player: PlayerId,
        /// How.
        reach: Reach,
    },
    /// The host accepted that these people could read the secret threads.
    ReadersAccepted {
        /// Who.
        readers: BTreeSet<PlayerId>,
    },
    /// A substitute came in for a player (H3); the rules' own event moves the seat.
    Substituted {
        /// Who left.
        out: PlayerId,
        /// Who came.
        member: Member,
    },
    /// The game began.
    Started {
        /// The commitment to the seed, as posted.
        commitment: String,
    },
    /// It came to nothing: the host closed it, or it stood empty or unchanged too long.
    Cancelled,
}

impl<S: Clone> Lobby<S> {
    /// The sign-up that an `Opened` event begins.
    pub fn opened(name: &str, host: PlayerId, host_name: &str, settings: S, at: Time) -> Lobby<S> {
        Lobby {
            name: name.to_owned(),
            host,
            host_name: host_name.to_owned(),
            settings,
            members: Vec::new(),
            readers: BTreeSet::new(),
            standing: Standing::SignUp,
            changed: at,
        }
    }

    /// The member with this id.
    pub fn member(&self, player: PlayerId) -> Option<&Member> {
        self.members.iter().find(|member| member.player == player)
    }

    /// When the sign-up closes by itself, while it stands.
    pub fn due(&self) -> Option<Time> {
        let patience = if self.members.is_empty() {
            EMPTY_FOR
        } else {
            UNCHANGED_FOR
        };
        (self.standing == Standing::SignUp).then(|| self.changed + patience)
    }
}

impl<S: Clone> Fold for Lobby<S> {
    type Event = LobbyEvent<S>;

    fn apply(&mut self, event: &LobbyEvent<S>, at: Time) {
        match event {
            LobbyEvent::Opened {
                name,
                host,
                host_name,
                settings,
            } => {
                *self = Lobby::opened(name, *host, host_name, settings.clone(), at);
            }
            LobbyEvent::Set { settings } => self.settings = settings.clone(),
            LobbyEvent::Joined(member) => {
                match self
                    .members
                    .iter_mut()
                    .find(|known| known.player == member.player)
                {
                    Some(known) => *known = member.clone(),
                    None => self.members.push(member.clone()),
                }
            }
            LobbyEvent::Left { player } => self.members.retain(|member| member.player != *player),
            LobbyEvent::Renamed { player, name } => {
                if *player == self.host {
                    self.host_name.clone_from(name);
                }
                for member in &mut self.members {
                    if member.player == *player {
                        member.name.clone_from(name);
                    }
                }
            }
            LobbyEvent::Reached { player, reach } => {
                for member in &mut self.members {
                    if member.player == *player {
                        member.reach = *reach;
                    }
                }
            }
            LobbyEvent::ReadersAccepted { readers } => self.readers.extend(readers),
            LobbyEvent::Substituted { out, member } => {
                for known in &mut self.members {
                    if known.player == *out {
                        *known = member.clone();
                    }
                }
            }
            LobbyEvent::Started { .. } => self.standing = Standing::Started,
            LobbyEvent::Cancelled => self.standing = Standing::Cancelled,
        }
        self.changed = at;
    }

    /// Nothing: what a sign-up shows is its board, which is kept as it should be.
    fn tell(&self, _event: &LobbyEvent<S>, _at: Time) -> Vec<Notice> {
        Vec::new()
    }
}
