//! Rights as Discord's permission bits, and what the bot itself needs.
//!
//! Bits are plain numbers, for serenity's own type drops those it does not know. A channel's overwrites are always sent
//! whole and say yes or no to every bit in `ROOM`, so that nothing is left to the server's roles.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::place::{ChannelPlan, Rights};

/// One permission: its bit and its name in Discord's own words.
type Permission = (u64, &'static str);

const ADD_REACTIONS: Permission = (1 << 6, "Add Reactions");
const VIEW_CHANNEL: Permission = (1 << 10, "View Channels");
const SEND_MESSAGES: Permission = (1 << 11, "Send Messages");
const ATTACH_FILES: Permission = (1 << 15, "Attach Files");
const READ_MESSAGE_HISTORY: Permission = (1 << 16, "Read Message History");
const MANAGE_CHANNELS: Permission = (1 << 4, "Manage Channels");
const MANAGE_ROLES: Permission = (1 << 28, "Manage Roles");
const MANAGE_THREADS: Permission = (1 << 34, "Manage Threads");
const CREATE_PUBLIC_THREADS: Permission = (1 << 35, "Create Public Threads");
const CREATE_PRIVATE_THREADS: Permission = (1 << 36, "Create Private Threads");
const SEND_MESSAGES_IN_THREADS: Permission = (1 << 38, "Send Messages in Threads");
const USE_EXTERNAL_APPS: Permission = (1 << 50, "Use External Apps");
const PIN_MESSAGES: Permission = (1 << 51, "Pin Messages");

/// What the bot must be allowed on a server, and nothing more.
const REQUIRED: [Permission; 13] = [
    VIEW_CHANNEL,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    READ_MESSAGE_HISTORY,
    ATTACH_FILES,
    ADD_REACTIONS,
    CREATE_PUBLIC_THREADS,
    CREATE_PRIVATE_THREADS,
    MANAGE_CHANNELS,
    MANAGE_ROLES,
    MANAGE_THREADS,
    USE_EXTERNAL_APPS,
    PIN_MESSAGES,
];

/// The bits to which every overwrite of ours says yes or no. Files, polls, voice messages and embeds need the right to
/// write anyhow; application commands stay as they are, for a player may look at any time. An app that somebody brings
/// along could speak where its user may not, and a thread below a message would be a room of its own: both are denied to
/// all.
const ROOM: u64 = VIEW_CHANNEL.0
    | READ_MESSAGE_HISTORY.0
    | SEND_MESSAGES.0
    | SEND_MESSAGES_IN_THREADS.0
    | ADD_REACTIONS.0
    | CREATE_PUBLIC_THREADS.0
    | CREATE_PRIVATE_THREADS.0
    | USE_EXTERNAL_APPS.0;

/// What the bot allows itself in every channel, before anything is denied to others: without it, it would lock itself out.
const OWN: u64 = VIEW_CHANNEL.0
    | READ_MESSAGE_HISTORY.0
    | SEND_MESSAGES.0
    | SEND_MESSAGES_IN_THREADS.0
    | CREATE_PRIVATE_THREADS.0;

/// The least permissions for the invite link.
pub fn required() -> u64 {
    REQUIRED.iter().fold(0, |bits, (bit, _)| bits | bit)
}

/// The names of what is missing in `have`, in the words of Discord's role settings.
pub fn missing(have: u64) -> Vec<&'static str> {
    const ADMINISTRATOR: u64 = 1 << 3;
    if have & ADMINISTRATOR != 0 {
        return Vec::new();
    }
    REQUIRED
        .iter()
        .filter(|(bit, _)| have & bit == 0)
        .map(|(_, name)| *name)
        .collect()
}

/// What of `missing` a game would break or leak without. A pin is a convenience: without it the board is still there.
pub fn vital(missing: &[&'static str]) -> Vec<&'static str> {
    let mut vital = missing.to_vec();
    vital.retain(|name| *name != PIN_MESSAGES.1);
    vital
}

/// Where to click, so that the bot gets these permissions.
pub fn to_allow(missing: &[&str]) -> String {
    format!(
        "Server Settings > Roles > my role > Permissions: switch on **{}**. (There, not in a single channel.)",
        missing.join("**, **")
    )
}

/// Whether these bits let somebody write without waiting where slowmode is on.
pub fn bypasses_slowmode(bits: u64) -> bool {
    const ADMINISTRATOR: u64 = 1 << 3;
    const BYPASS_SLOWMODE: u64 = 1 << 52;
    bits & (ADMINISTRATOR | BYPASS_SLOWMODE) != 0
}

/// Whom an overwrite is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The role of this id; that of everybody has the server's own.
    Role(u64),
    /// The member of this id.
    Member(u64),
}

/// The overwrites of one channel: what is allowed and denied to whom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overwrites(BTreeMap<Target, (u64, u64)>);

/// Who is who on the server: what turns seats into members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// The server, whose id is also that of everybody's role.
    pub guild: u64,
    /// The bot itself.
    pub bot: u64,
    /// The host, where the host does not play.
    pub host: Option<PlayerId>,
    /// The players by seat.
    pub seats: BTreeMap<Seat, PlayerId>,
}

impl Overwrites {
    /// Those of a channel as planned.
    pub fn of(plan: &ChannelPlan, cast: &Cast) -> Overwrites {
        let mut rights: BTreeMap<PlayerId, Rights> = plan
            .seats
            .iter()
            .filter_map(|(seat, rights)| Some((*cast.seats.get(seat)?, *rights)))
            .collect();
        if let (Some(host), Some(planned)) = (cast.host, plan.host) {
            rights.entry(host).or_insert(planned);
        }
        // Whoever reads can join a reaction that stands already; so where one reader may not react, nobody may.
        let mute = std::iter::once(&plan.everyone)
            .chain(rights.values())
            .any(|rights| rights.see && !rights.react);
        let bits = |rights: Rights| {
            let react = rights.react && !mute;
            allowed(Rights { react, ..rights })
        };
        let everyone = bits(plan.everyone);
        let mut overwrites = Overwrites::closed(cast);
        overwrites.set(Target::Role(cast.guild), everyone);
        for (player, rights) in rights {
            if bits(rights) != everyone {
                overwrites.set(Target::Member(player.0), bits(rights));
            }
        }
        overwrites
    }

    /// Those of the category: closed to everybody, so that a channel that is synced with it by hand is closed too.
    pub fn closed(cast: &Cast) -> Overwrites {
        let mut overwrites = Overwrites::default();
        overwrites.set(Target::Role(cast.guild), 0);
        overwrites.0.insert(Target::Member(cast.bot), (OWN, 0));
        overwrites
    }

    /// As Discord has them; what cannot be read counts as not there.
    pub fn read(channel: &Value) -> Overwrites {
        let entries = channel["permission_overwrites"].as_array();
        let read = |entry: &Value| {
            let id: u64 = entry["id"].as_str()?.parse().ok()?;
            let bits = |key: &str| entry[key].as_str()?.parse::<u64>().ok();
            let target = match entry["type"].as_u64()? {
                0 => Target::Role(id),
                _ => Target::Member(id),
            };
            Some((target, (bits("allow")?, bits("deny")?)))
        };
        Overwrites(entries.into_iter().flatten().filter_map(read).collect())
    }

    /// For the body of a request.
    pub fn write(&self) -> Value {
        let entries = self.0.iter().map(|(target, (allow, deny))| {
            let (id, kind) = match target {
                Target::Role(id) => (id, 0),
                Target::Member(id) => (id, 1),
            };
            json!({ "id": id.to_string(), "type": kind, "allow": allow.to_string(), "deny": deny.to_string() })
        });
        entries.collect()
    }

    /// Whether the bot's own overwrite is there as we write it: the sign that a channel is of our making.
    pub fn are_ours(&self, cast: &Cast) -> bool {
        self.0.get(&Target::Member(cast.bot)) == Some(&(OWN, 0))
    }

    /// What nobody has more of than before, nor more than is wanted: the step between `now` and `wanted` in which rights
    /// are only taken.
    pub fn tightened(now: &Overwrites, wanted: &Overwrites, cast: &Cast) -> Overwrites {
        let everyone = Target::Role(cast.guild);
        let own = Target::Member(cast.bot);
        let both = |target| now.effective(target, everyone) & wanted.effective(target, everyone);
        let mut tightened = Overwrites::default();
        tightened.set(everyone, both(everyone));
        tightened.0.insert(own, (OWN, 0));
        for target in now.0.keys().chain(wanted.0.keys()) {
            let known = *target == everyone || *target == own;
            let foreign = matches!(target, Target::Role(_));
            if !known && !foreign && both(*target) != both(everyone) {
                tightened.set(*target, both(*target));
            }
        }
        tightened
    }

    /// Every bit that is allowed or denied to anybody.
    pub fn touched(&self) -> u64 {
        self.0
            .values()
            .fold(0, |bits, (allow, deny)| bits | allow | deny)
    }

    /// Who is let in by name (sees the channel, or manages its threads) although `wanted` does not say so.
    pub fn lets_in_beyond(&self, wanted: &Overwrites) -> Vec<Target> {
        let lets_in = VIEW_CHANNEL.0 | MANAGE_THREADS.0;
        let beyond = |(target, (allow, _)): (&Target, &(u64, u64))| {
            let (given, _) = wanted.get(*target).unwrap_or_default();
            (allow & !given & lets_in != 0).then_some(*target)
        };
        self.0.iter().filter_map(beyond).collect()
    }

    /// What is allowed and denied to this target by name.
    pub fn get(&self, target: Target) -> Option<(u64, u64)> {
        self.0.get(&target).copied()
    }

    fn set(&mut self, target: Target, allow: u64) {
        self.0.insert(target, (allow, ROOM & !allow));
    }

    /// What of `ROOM` a target has; a bit about which nothing is said may be given by a role, so it counts as given.
    fn effective(&self, target: Target, everyone: Target) -> u64 {
        let (allow, deny) = self.get(everyone).unwrap_or_default();
        let base = ROOM & (allow | !deny);
        let (allow, deny) = match target == everyone {
            true => (0, 0),
            false => self.get(target).unwrap_or_default(),
        };
        ROOM & ((base & !deny) | allow)
    }
}

fn allowed(rights: Rights) -> u64 {
    let mut bits = 0;
    let mut give = |given: bool, given_bits: u64| {
        if given {
            bits |= given_bits;
        }
    };
    give(rights.see, VIEW_CHANNEL.0 | READ_MESSAGE_HISTORY.0);
    give(rights.see && rights.write, SEND_MESSAGES.0);
    give(
        rights.see && rights.write_in_threads,
        SEND_MESSAGES_IN_THREADS.0,
    );
    give(rights.see && rights.react, ADD_REACTIONS.0);
    bits
}
