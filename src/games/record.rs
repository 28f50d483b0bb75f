//! The record of a game: JSON Lines that anybody can read and `audit` can verify.
//!
//! The first line says which game it is; every other line is one event, with the command on the first event of a decision.
//! Each line ends with its `chain`: HMAC-SHA256 under the seed over the chain of the line before and the line itself without
//! its chain. So whatever is altered in a line is found in that line.

use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;

use crate::kernel::dice::{Seed, hex};
use crate::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use crate::kernel::time::Time;

use super::{AnySettings, Session};

/// What the first line calls the form.
pub const RECORD: &str = "town-crier";
/// The version of the form.
pub const FORMAT: u32 = 1;
/// How the last member of a line begins.
const CHAIN: &str = ",\"chain\":\"";
/// How a line ends.
const END: &str = "\"}";

/// One event, as a line says it; JSON as it is stored.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// Its number.
    pub number: EventNumber,
    /// When the command arrived, or the instant at which what was settled was due.
    pub at: Time,
    /// Who gave the command; on the first event of a decision alone.
    pub actor: Option<&'a str>,
    /// The command; on the first event of a decision alone.
    pub command: Option<&'a str>,
    /// The event.
    pub event: &'a str,
}

/// The record of a session that has come to its end: `session` is its state then.
pub fn write<'a>(
    session: &Session,
    seed: &Seed,
    rules_version: u32,
    events: impl IntoIterator<Item = Recorded<'a>>,
) -> String {
    let mut record = String::new();
    let mut chain = String::new();
    let mut push = |body: &str| {
        chain = link(seed, &chain, body);
        record.push_str(&body[..body.len() - 1]);
        record.push_str(CHAIN);
        record.push_str(&chain);
        record.push_str(END);
        record.push('\n');
    };
    push(&head(session, seed, rules_version));
    for event in events {
        push(&line(event));
    }
    record
}

/// The first line, without its chain.
pub(super) fn head(session: &Session, seed: &Seed, rules_version: u32) -> String {
    #[derive(Serialize)]
    struct Player<'a> {
        seat: Option<Seat>,
        player: PlayerId,
        name: &'a str,
    }
    #[derive(Serialize)]
    struct Head<'a> {
        record: &'a str,
        format: u32,
        game: GameId,
        edition: &'a str,
        rules: u32,
        name: &'a str,
        settings: &'a AnySettings,
        players: Vec<Player<'a>>,
        seed: &'a Seed,
        commitment: String,
    }
    let members = session.lobby.members.iter();
    let head = Head {
        record: RECORD,
        format: FORMAT,
        game: session.game,
        edition: session.lobby.settings.edition(),
        rules: rules_version,
        name: &session.lobby.name,
        settings: &session.lobby.settings,
        players: members
            .map(|member| Player {
                seat: session.seat_of(member.player),
                player: member.player,
                name: &member.name,
            })
            .collect(),
        seed,
        commitment: seed.commitment(session.game),
    };
    serde_json::to_string(&head).expect("names, numbers and settings are JSON")
}

/// One event's line, without its chain.
pub(super) fn line(event: Recorded<'_>) -> String {
    let mut line = format!("{{\"n\":{},\"at\":{}", event.number.0, event.at.0);
    for (key, json) in [("by", event.actor), ("command", event.command)] {
        if let Some(json) = json {
            line.push_str(&format!(",\"{key}\":{json}"));
        }
    }
    line.push_str(&format!(",\"event\":{}}}", event.event));
    line
}

/// The chain of a line: what ties it to the line before.
pub(super) fn link(seed: &Seed, before: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&seed.0).expect("HMAC takes a key of any length");
    mac.update(before.as_bytes());
    mac.update(body.as_bytes());
    hex(&mac.finalize().into_bytes())
}

/// A line taken apart: what stands in it without its chain, and the chain.
pub(super) fn split(line: &str) -> Option<(String, &str)> {
    let (body, rest) = line.rsplit_once(CHAIN)?;
    let chain = rest.strip_suffix(END)?;
    Some((format!("{body}}}"), chain))
}
