//! What is found on a server that a host should know of: what it is, whether a game may start with it, and where to click.

use std::collections::BTreeMap;

use serde_json::Value;

use super::readers::{Reader, Who, readers};
use super::server::{Members, Server, find, parent_of, read_member};
use crate::discord::faults::Fault;
use crate::discord::permissions::{self, Overwrites, Target};
use crate::discord::render::Names;
use crate::discord::scene::Scene;
use crate::discord::things::{channel_of, thread_of};
use crate::discord::wire::{Wire, id_of};
use crate::discord::{limits, things};
use crate::kernel::ids::PlayerId;
use crate::kernel::place::{ChannelKey, ThreadKey};
use crate::kernel::text::Name;
use crate::store::Thing;

/// What a game needs of a server's channels: its category, and five channels in it.
const CHANNELS_PER_GAME: usize = 6;
/// What a game needs of a server's active threads: the coven's, and some for private chats and closed DMs.
const THREADS_PER_GAME: usize = 20;

/// One look at a server.
pub(super) struct Look {
    /// Whose it is, and its roles.
    pub server: Server,
    /// Those of its members who were looked at.
    pub members: Members,
    bot: u64,
    own_rights: u64,
    silenced: bool,
    channels: Vec<Value>,
    threads: Vec<Value>,
}

/// One thing found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    /// The bot has not this permission.
    Lacks(&'static str),
    /// The bot was silenced for a while (a timeout).
    Silenced,
    /// So many channels are there already.
    ServerFull(usize),
    /// So many threads are active already.
    ThreadsFull(usize),
    /// The game's category takes no more channels.
    CategoryFull,
    /// Slowmode of so many seconds in a room of the game.
    Slow {
        /// The channel or thread.
        channel: u64,
        /// Seconds between two posts.
        seconds: u64,
        /// Whether the bot's role is exempt by name (Bypass Slowmode).
        bypassed: bool,
    },
    /// Somebody could read the secret threads.
    Reader(Reader),
    /// A room's own permissions let somebody in whom the game does not.
    LetIn {
        /// The channel.
        channel: u64,
        /// Whom.
        target: Target,
    },
}

impl Look {
    /// Looks at a server and at these people on it; at all members where they may be listed.
    ///
    /// # Errors
    /// Discord's.
    pub async fn at(
        wire: &Wire,
        bot: u64,
        guild: u64,
        may_list: bool,
        people: &[PlayerId],
    ) -> Result<Look, Fault> {
        let server = Server::read(wire, guild).await?;
        let own = read_member(wire, guild, bot)
            .await?
            .ok_or(Fault::NoServer)?;
        let channels = wire.channels(guild).await?;
        let threads = wire.active_threads(guild).await?;
        let members = server.members(wire, may_list, people).await?;
        Ok(Look {
            own_rights: server.rights(&own.roles),
            silenced: own.silenced,
            bot,
            server,
            members,
            channels,
            threads,
        })
    }

    /// Those of these people who are not on the server; they must have been asked for.
    pub fn away(&self, people: &[PlayerId]) -> Vec<PlayerId> {
        let here = |person: &PlayerId| self.members.known.iter().any(|one| one.id == person.0);
        let mut away = people.to_vec();
        away.retain(|person| !here(person));
        away
    }

    /// How many channels there are, categories included.
    pub fn channels(&self) -> usize {
        self.channels.len()
    }

    /// The slowmode of every channel and thread that has one, in seconds.
    pub fn slow(&self) -> BTreeMap<u64, u64> {
        let all = self.channels.iter().chain(&self.threads);
        all.filter_map(|channel| {
            let seconds = channel["rate_limit_per_user"].as_u64()?;
            (seconds > 0).then(|| (id_of(channel), seconds))
        })
        .collect()
    }

    /// What concerns a game of these players that has not begun.
    pub fn before_start(&self, players: &[PlayerId]) -> Vec<Finding> {
        let mut findings = self.own();
        if self.channels.len() + CHANNELS_PER_GAME > limits::CHANNELS_PER_SERVER {
            findings.push(Finding::ServerFull(self.channels.len()));
        }
        if self.threads.len() + THREADS_PER_GAME > limits::ACTIVE_THREADS {
            findings.push(Finding::ThreadsFull(self.threads.len()));
        }
        findings.extend(self.readers(players));
        findings
    }

    /// What concerns a game whose rooms stand (`things`, as the store knows them).
    pub fn while_it_runs(&self, scene: &Scene, things: &[Thing]) -> Vec<Finding> {
        let mut findings = self.own();
        if self.channels.len() >= limits::CHANNELS_PER_SERVER {
            findings.push(Finding::ServerFull(self.channels.len()));
        }
        if self.threads.len() + 1 >= limits::ACTIVE_THREADS {
            findings.push(Finding::ThreadsFull(self.threads.len()));
        }
        if self.in_category(things) >= limits::CHANNELS_PER_CATEGORY {
            findings.push(Finding::CategoryFull);
        }
        let slow = self.slow();
        for thing in things {
            // How many secret threads there are is no business of the desk's.
            let told =
                channel_of(&thing.key).is_some() || thread_of(&thing.key) == Some(ThreadKey::Coven);
            if let Some(seconds) = slow.get(&thing.discord_id).filter(|_| told) {
                findings.push(Finding::Slow {
                    channel: thing.discord_id,
                    seconds: *seconds,
                    bypassed: permissions::bypasses_slowmode(self.own_rights),
                });
            }
            findings.extend(self.let_in(scene, thing));
        }
        let players: Vec<PlayerId> = scene.seats.values().copied().collect();
        findings.extend(self.readers(&players));
        findings
    }

    /// How many channels the game's category has.
    pub fn in_category(&self, things: &[Thing]) -> usize {
        let category = things.iter().find(|thing| thing.key == things::CATEGORY);
        let inside = |channel: &&Value| {
            category.is_some_and(|category| parent_of(channel) == Some(category.discord_id))
        };
        self.channels.iter().filter(inside).count()
    }

    fn own(&self) -> Vec<Finding> {
        let lacking = permissions::missing(self.own_rights).into_iter();
        let silenced = self.silenced.then_some(Finding::Silenced);
        lacking.map(Finding::Lacks).chain(silenced).collect()
    }

    fn readers(&self, players: &[PlayerId]) -> impl Iterator<Item = Finding> {
        readers(&self.server, self.bot, players, &self.members)
            .into_iter()
            .map(Finding::Reader)
    }

    /// Whom the permissions of a room let in beyond those whom the game does.
    fn let_in(&self, scene: &Scene, thing: &Thing) -> Vec<Finding> {
        let (Some(key), Some(place), Some(channel)) = (
            channel_of(&thing.key),
            &scene.place,
            find(&self.channels, thing.discord_id),
        ) else {
            return Vec::new();
        };
        let Some(plan) = place.channels.iter().find(|plan| plan.key == key) else {
            return Vec::new();
        };
        if key == ChannelKey::Town {
            // What stands there is for all to read.
            return Vec::new();
        }
        let wanted = Overwrites::of(plan, &scene.cast(self.bot));
        let beyond = Overwrites::read(channel).lets_in_beyond(&wanted);
        let let_in = |target| Finding::LetIn {
            channel: thing.discord_id,
            target,
        };
        beyond.into_iter().map(let_in).collect()
    }
}

impl Finding {
    /// What it is known by as long as it stands.
    pub fn key(&self) -> String {
        match self {
            Finding::Lacks(name) => format!("{LACKS}{name}"),
            Finding::Silenced => format!("{KEYS}silenced"),
            Finding::ServerFull(_) => format!("{KEYS}server"),
            Finding::ThreadsFull(_) => format!("{KEYS}threads"),
            Finding::CategoryFull => format!("{KEYS}category"),
            Finding::Slow { channel, .. } => format!("{KEYS}slow:{channel}"),
            Finding::Reader(reader) => format!("{KEYS}reader:{}", reader.id),
            Finding::LetIn { channel, target } => {
                let (Target::Role(id) | Target::Member(id)) = target;
                format!("{KEYS}let-in:{channel}:{id}")
            }
        }
    }

    /// Whether a game that begins in spite of it would break. Of readers it is the host who says.
    pub fn stops(&self) -> bool {
        match self {
            Finding::Lacks(name) => !permissions::vital(&[name]).is_empty(),
            Finding::Silenced | Finding::ServerFull(_) | Finding::ThreadsFull(_) => true,
            Finding::CategoryFull
            | Finding::Slow { .. }
            | Finding::Reader(_)
            | Finding::LetIn { .. } => false,
        }
    }

    /// In a few words, for when it is over.
    pub fn short(&self, names: &Names) -> String {
        match self {
            Finding::Lacks(name) => format!("I lacked **{name}**"),
            Finding::Silenced => "I was timed out".to_owned(),
            Finding::ServerFull(_) => "the server was full of channels".to_owned(),
            Finding::ThreadsFull(_) => "the server was full of threads".to_owned(),
            Finding::CategoryFull => "the game's category was full".to_owned(),
            Finding::Slow { channel, .. } => format!("slowmode in <#{channel}>"),
            Finding::Reader(reader) => {
                format!("{} could read the secret threads", called(reader, names))
            }
            Finding::LetIn { channel, .. } => format!("somebody was let into <#{channel}>"),
        }
    }

    /// As a sentence, with where to click. Permissions that are lacking have one together.
    fn line(&self, names: &Names) -> Option<String> {
        Some(match self {
            Finding::Lacks(_) => return None,
            Finding::Silenced => "I am timed out on this server, so I cannot write. Right-click my name > Remove Timeout."
                .to_owned(),
            Finding::ServerFull(taken) => format!(
                "This server has {taken} of {} channels; a game needs {CHANNELS_PER_GAME}. Delete some, such as the category of \
                 a game that is over.",
                limits::CHANNELS_PER_SERVER
            ),
            Finding::ThreadsFull(active) => format!(
                "This server has {active} of {} active threads; a game needs some for the coven and private chats. Close some \
                 that nobody uses: right-click a thread > Close Thread.",
                limits::ACTIVE_THREADS
            ),
            Finding::CategoryFull => format!(
                "The game's category has {} channels, which is all it takes: a room that is deleted could not be made again. \
                 Drag those that are not the game's out of it.",
                limits::CHANNELS_PER_CATEGORY
            ),
            Finding::Slow {
                channel,
                seconds,
                bypassed,
            } => {
                let own = match bypassed {
                    true => "",
                    false => " I need no Bypass Slowmode: Discord lets bots write.",
                };
                format!(
                    "Slowmode in <#{channel}>: players wait {seconds} s between two posts. Edit Channel > Overview > Slowmode: \
                     Off.{own}"
                )
            }
            Finding::Reader(reader) => format!(
                "Could read the secret threads: {}",
                reader_line(reader, names)
            ),
            Finding::LetIn { channel, target } => {
                let whom = match target {
                    Target::Role(role) => format!("<@&{role}>"),
                    Target::Member(member) => format!("<@{member}>"),
                };
                format!(
                    "The permissions of <#{channel}> let {whom} in. I put them back as soon as I can; else: Edit Channel > \
                     Permissions, and remove that line."
                )
            }
        })
    }
}

/// What can be done about readers.
pub(super) const TAKE_AWAY: &str = "To take such a right away until the game is over: Server Settings > Members, or > Roles. \
     Only the owner cannot be kept out.";

/// How all keys of findings begin.
pub(super) const KEYS: &str = "check:";
/// How the keys of lacking permissions begin.
pub(in crate::discord) const LACKS: &str = "check:lacks:";

/// These findings as lines, each with where to click.
pub(super) fn lines<'f>(
    findings: impl Iterator<Item = &'f Finding> + Clone,
    names: &Names,
) -> Vec<String> {
    let lacking: Vec<&str> = findings
        .clone()
        .filter_map(|finding| match finding {
            Finding::Lacks(name) => Some(*name),
            _ => None,
        })
        .collect();
    let rights = (!lacking.is_empty())
        .then(|| format!("I lack permissions. {}", permissions::to_allow(&lacking)));
    let read = findings
        .clone()
        .any(|finding| matches!(finding, Finding::Reader(_)));
    let others = findings.filter_map(|finding| finding.line(names));
    let tip = read.then(|| TAKE_AWAY.to_owned());
    rights.into_iter().chain(others).chain(tip).collect()
}

/// Who a reader is and why.
pub(super) fn reader_line(reader: &Reader, names: &Names) -> String {
    let plays = match reader.plays {
        true => " **and plays in this game**",
        false => "",
    };
    format!("{}: {}{plays}", called(reader, names), reader.why)
}

fn called(reader: &Reader, names: &Names) -> String {
    let name = names.escaped(Name::Player(reader.id));
    match reader.who {
        Who::Member => name,
        Who::Role => format!("whoever has the role {name}"),
        Who::BotOf => format!("the bot of the role {name}"),
        Who::Everybody => "everybody on this server".to_owned(),
    }
}

/// The readers among findings.
pub(super) fn readers_of(findings: &[Finding]) -> Vec<&Reader> {
    findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Reader(reader) => Some(reader),
            _ => None,
        })
        .collect()
}
