//! Sign-up: a game before it is one. The same for every edition; decided and recorded like the game itself.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::audience::Notice;
use super::draft::{Draft, Fold};
use super::game::{Actor, Settings};
use super::ids::PlayerId;
use super::text::Text;
use super::time::{Length, Time};

/// How long a sign-up may stand empty before it closes by itself.
pub const EMPTY_FOR: Length = Length(24 * 3_600_000);
/// How long a sign-up may stand without any change before it closes by itself.
pub const UNCHANGED_FOR: Length = Length(30 * 86_400_000);

/// The host of a sign-up that nobody has opened yet; the platform gives this id to nobody.
pub const NOBODY: PlayerId = PlayerId(0);

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
    /// It stood still because of a bug, and was ended.
    Abandoned,
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
    /// Those who could come in for a player, with name and reach.
    pub candidates: Vec<Member>,
    /// Those in whose place a substitute has come: what was told of them still has their names.
    pub former: Vec<Member>,
    /// When it last changed.
    pub changed: Time,
    /// Since when its rooms are given up, whatever the settings say.
    pub rooms_given_up: Option<Time>,
}

/// What can be asked of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LobbyCommand<S> {
    /// Open it; the first command of every game. Whether this person may (H9) is judged before.
    Open {
        /// The game's name.
        name: String,
        /// The host.
        host: PlayerId,
        /// The host's name.
        host_name: String,
        /// The settings to begin with.
        settings: S,
    },
    /// Change a setting, by key and value as typed.
    Set {
        /// Which.
        key: String,
        /// To what.
        value: String,
    },
    /// Sign up, or be found reachable in another way.
    Join(Member),
    /// Leave.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// The platform shows this person under another name now.
    Rename {
        /// Who.
        player: PlayerId,
        /// The name now.
        name: String,
    },
    /// A player is reached in another way now.
    Reach {
        /// Who.
        player: PlayerId,
        /// How.
        reach: Reach,
    },
    /// The host knows that these could read the secret threads, and accepts it.
    AcceptReaders {
        /// Who.
        readers: BTreeSet<PlayerId>,
    },
    /// Close it without a game.
    Cancel,
    /// Settle what is due.
    Tick,
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
    /// Somebody was found who could come in for a player (H3): name and reach are known from now on.
    Considered(Member),
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
    /// It stood still because of a bug, and was ended by its host or by who manages the server; its rooms go with it.
    Abandoned,
    /// It is over, and its rooms are not wanted any more.
    RoomsGivenUp,
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
            candidates: Vec::new(),
            former: Vec::new(),
            changed: at,
            rooms_given_up: None,
        }
    }

    /// Whether anybody has opened it yet.
    fn is_opened(&self) -> bool {
        self.host != NOBODY
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

impl<S: Settings> Lobby<S> {
    /// Decides on a command: emits one event, or refuses and emits none.
    ///
    /// # Errors
    /// Why not, and what is possible, in words for the one who asked.
    pub fn decide(
        draft: &mut Draft<'_, Self>,
        actor: Actor,
        command: &LobbyCommand<S>,
    ) -> Result<(), Text> {
        let event = draft.state().judge(actor, command, draft.now())?;
        draft.emit(event);
        Ok(())
    }

    fn judge(
        &self,
        actor: Actor,
        command: &LobbyCommand<S>,
        now: Time,
    ) -> Result<LobbyEvent<S>, Text> {
        match command {
            LobbyCommand::Open { .. } if self.is_opened() => {
                Err(Text::from("This sign-up has been opened already."))
            }
            LobbyCommand::Open { host, .. } if *host == NOBODY => {
                Err(Text::from("A sign-up is opened by somebody."))
            }
            LobbyCommand::Open {
                name,
                host,
                host_name,
                settings,
            } => Ok(LobbyEvent::Opened {
                name: name.clone(),
                host: *host,
                host_name: host_name.clone(),
                settings: settings.clone(),
            }),
            LobbyCommand::Set { key, value } => {
                self.by_host(actor, false)?;
                self.still_open()?;
                let settings = self.settings.set(key, value)?;
                if settings.players() < self.members.len() {
                    return Err(Text::from(format!(
                        "Signed up already: {}. A table for {} is too small for them.",
                        self.members.len(),
                        settings.players()
                    )));
                }
                Ok(LobbyEvent::Set { settings })
            }
            LobbyCommand::Join(member) => self.join(member),
            LobbyCommand::Leave { player } => {
                self.still_open()?;
                match self.member(*player) {
                    Some(_) => Ok(LobbyEvent::Left { player: *player }),
                    None => Err(Text::from("You have not signed up for this game.")),
                }
            }
            LobbyCommand::Rename { player, name } => {
                let shown = self.member(*player).map(|member| &member.name);
                let as_host = (*player == self.host).then_some(&self.host_name);
                if [shown, as_host]
                    .into_iter()
                    .flatten()
                    .all(|known| known == name)
                {
                    return Err(Text::from("Nothing to change: the name is known."));
                }
                Ok(LobbyEvent::Renamed {
                    player: *player,
                    name: name.clone(),
                })
            }
            LobbyCommand::Reach { player, reach } => match self.member(*player) {
                Some(member) if member.reach != *reach => Ok(LobbyEvent::Reached {
                    player: *player,
                    reach: *reach,
                }),
                _ => Err(Text::from(
                    "Nothing to change: this player is reached like that already.",
                )),
            },
            LobbyCommand::AcceptReaders { readers } => {
                self.by_host(actor, false)?;
                self.still_open()?;
                Ok(LobbyEvent::ReadersAccepted {
                    readers: readers.clone(),
                })
            }
            LobbyCommand::Cancel => {
                self.by_host(actor, true)?;
                self.still_open()?;
                Ok(LobbyEvent::Cancelled)
            }
            LobbyCommand::Tick => match self.due() {
                Some(due) if due <= now => Ok(LobbyEvent::Cancelled),
                _ => Err(Text::from("Nothing is due yet.")),
            },
        }
    }

    fn join(&self, member: &Member) -> Result<LobbyEvent<S>, Text> {
        self.still_open()?;
        match self.member(member.player) {
            Some(known) if known == member => Err(Text::from("You have signed up already.")),
            Some(_) => Ok(LobbyEvent::Joined(member.clone())),
            None if self.members.len() >= self.settings.players() => Err(Text::from(format!(
                "The table is full: all {} seats are taken. A seat is free again when somebody leaves.",
                self.settings.players()
            ))),
            None => Ok(LobbyEvent::Joined(member.clone())),
        }
    }

    /// Whether the host may begin the game now: the table is full, everybody can be reached, and all who could read what
    /// is secret (`readers`, as found just now) are accepted by name.
    ///
    /// # Errors
    /// What is missing, in words for the host.
    pub fn ready(&self, actor: Actor, readers: &BTreeSet<PlayerId>) -> Result<(), Text> {
        self.by_host(actor, false)?;
        self.still_open()?;
        let missing = self.settings.players().saturating_sub(self.members.len());
        if missing > 0 {
            return Err(Text::from(format!(
                "The table is not full: {} of {} have signed up. Wait for {missing} more, or change the number with \
                 `/game set setting:players`.",
                self.members.len(),
                self.settings.players()
            )));
        }
        let unreached = self
            .members
            .iter()
            .filter(|member| member.reach == Reach::None)
            .count();
        if unreached > 0 {
            return Err(Text::from(format!(
                "{unreached} of those who signed up cannot be reached by DM yet; the sign-up shows who. They open their \
                 DMs and press Join again, or press the button for a private thread."
            )));
        }
        let unaccepted = readers.difference(&self.readers).count();
        if unaccepted > 0 {
            return Err(Text::from(format!(
                "{unaccepted} who could read the secret threads are not accepted yet; accept them by name first."
            )));
        }
        Ok(())
    }

    /// Whether this is the host, or also one who manages the server.
    ///
    /// # Errors
    /// It is neither, in words.
    pub fn by_host(&self, actor: Actor, or_who_manages_the_server: bool) -> Result<(), Text> {
        let may = match actor {
            Actor::Clock => false,
            Actor::Person(person) => {
                person.id == self.host || (or_who_manages_the_server && person.manages_server)
            }
        };
        if may {
            Ok(())
        } else {
            Err(Text::from("Only the host of this game can do that."))
        }
    }

    fn still_open(&self) -> Result<(), Text> {
        match self.standing {
            Standing::SignUp => Ok(()),
            Standing::Started => Err(Text::from("The game has begun; the sign-up is over.")),
            Standing::Cancelled | Standing::Abandoned => {
                Err(Text::from("This sign-up was closed; there is no game."))
            }
        }
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
            LobbyEvent::Considered(member) => {
                self.candidates
                    .retain(|known| known.player != member.player);
                self.candidates.push(member.clone());
            }
            LobbyEvent::Substituted { out, member } => {
                for known in &mut self.members {
                    if known.player == *out {
                        self.former.push(std::mem::replace(known, member.clone()));
                    }
                }
            }
            LobbyEvent::Started { .. } => self.standing = Standing::Started,
            LobbyEvent::Cancelled => self.standing = Standing::Cancelled,
            LobbyEvent::Abandoned => {
                self.standing = Standing::Abandoned;
                self.rooms_given_up = Some(at);
            }
            LobbyEvent::RoomsGivenUp => self.rooms_given_up = Some(at),
        }
        self.changed = at;
    }

    /// Nothing: what a sign-up shows is its board, which is kept as it should be.
    fn tell(&self, _event: &LobbyEvent<S>, _at: Time) -> Vec<Notice> {
        Vec::new()
    }
}
