//! The audit of a record: is every line as it was written, and did everything happen as the rules and the dice have it?
//!
//! Every line is tied to the one before; every command is decided again from the beginning, with the dice of the seed,
//! and what comes of it is compared with what is recorded. Nothing in a record is trusted: it may have been made to mislead.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Deserialize;

use crate::kernel::dice::Seed;
use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::ids::{EventNumber, GameId};
use crate::kernel::time::Time;

use super::record::{self, FORMAT, RECORD, Recorded};
use super::{AnySettings, Session, SessionCommand, SessionEvent, Stand};

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audit {
    /// Which game it is, where the first line says so.
    pub game: Option<GameId>,
    /// How many events there are.
    pub events: usize,
    /// Everything that does not hold, by line; empty where the record holds.
    pub findings: Vec<Finding>,
}

/// Something that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// In which line, counted from 1.
    pub line: usize,
    /// What.
    pub what: String,
}

impl Audit {
    /// Whether the record holds.
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }

    fn find(&mut self, line: usize, what: impl Into<String>) {
        self.findings.push(Finding {
            line,
            what: what.into(),
        });
    }
}

#[derive(Deserialize)]
struct Head {
    record: String,
    format: u32,
    game: GameId,
    edition: String,
    rules: u32,
    seed: Seed,
    commitment: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    n: EventNumber,
    at: Time,
    by: Option<Actor>,
    command: Option<SessionCommand>,
    event: SessionEvent,
}

/// Audits a record; whatever the text is, it answers.
pub fn audit(text: &str) -> Audit {
    let mut audit = Audit::default();
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        audit.find(1, "there is nothing in this file");
        return audit;
    };
    let lines: Vec<&str> = lines.collect();
    audit.events = lines.len();
    let head: Head = match serde_json::from_str(first) {
        Ok(head) => head,
        Err(error) => {
            audit.find(
                1,
                format!("this is not the first line of a record: {error}"),
            );
            return audit;
        }
    };
    if head.record != RECORD || head.format != FORMAT {
        audit.find(
            1,
            "this is not a record in the form that this program reads",
        );
        return audit;
    }
    audit.game = Some(head.game);
    let sound = check_chain(&mut audit, &head, first, &lines);
    if head.seed.commitment(head.game) != head.commitment {
        audit.find(1, "the seed is not the one that was committed to");
        return sorted(audit);
    }
    if !sound {
        return sorted(audit);
    }
    let known = AnySettings::of(&head.edition).map(|settings| settings.rules_version());
    if known != Some(head.rules) {
        audit.find(
            1,
            format!(
                "this program does not play {} by rules version {}; only the chain was checked",
                head.edition, head.rules
            ),
        );
        return sorted(audit);
    }
    // A record that was made to mislead may hold what the rules never meet; breaking down over it is a finding as well.
    let mut at_line = 1;
    let whole = catch_unwind(AssertUnwindSafe(|| {
        replay(&mut audit, &head, first, &lines, &mut at_line);
    }));
    if whole.is_err() {
        audit.find(at_line, "the rules cannot decide on this");
    }
    sorted(audit)
}

/// Whether every line is tied to the one before as it was written.
///
/// A line holds if it is tied to what its neighbour above says or to what it should have said: so one altered line is named
/// alone.
fn check_chain(audit: &mut Audit, head: &Head, first: &str, lines: &[&str]) -> bool {
    // What the line before may have been tied with: what it says, and what it should have said.
    let mut before = vec![String::new()];
    let mut broken = Vec::new();
    for (index, line) in std::iter::once(&first).chain(lines).enumerate() {
        let Some((body, chain)) = record::split(line) else {
            broken.push((index + 1, "the line does not end with its chain"));
            before = possible_chains(line);
            continue;
        };
        let links: Vec<String> = before
            .iter()
            .map(|before| record::link(&head.seed, before, &body))
            .collect();
        if links.iter().any(|link| link == chain) {
            before = vec![chain.to_owned()];
        } else {
            broken.push((
                index + 1,
                "the line is not as it was written, or out of its place",
            ));
            before = links.into_iter().take(1).collect();
            before.push(chain.to_owned());
        }
    }
    if broken.len() > 1 && broken.len() == lines.len() + 1 {
        audit.find(
            1,
            "the seed is not the one under which this record was written",
        );
        return false;
    }
    for (line, what) in &broken {
        audit.find(*line, *what);
    }
    broken.is_empty()
}

/// The chains that a line may have had whose end has been altered, so that the next line can be judged all the same.
fn possible_chains(line: &str) -> Vec<String> {
    let piece = line
        .rsplit(|c: char| !matches!(c, '0'..='9' | 'a'..='f'))
        .find(|piece| piece.len() >= 64)
        .unwrap_or("");
    let tail = &piece[piece.len().saturating_sub(66)..];
    tail.as_bytes()
        .windows(64)
        .map(|digits| String::from_utf8_lossy(digits).into_owned())
        .collect()
}

/// Decides every command again; `at_line` says how far it has come.
fn replay(audit: &mut Audit, head: &Head, first: &str, lines: &[&str], at_line: &mut usize) {
    let mut session = Session::blank(head.game);
    let mut parsed = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match parse(line) {
            Ok(line) if line.n == EventNumber(index as u64) => parsed.push(line),
            Ok(_) => return audit.find(index + 2, "the events are not numbered one by one"),
            Err(error) => return audit.find(index + 2, format!("cannot be read: {error}")),
        }
    }
    let mut index = 0;
    let mut latest = Time(i64::MIN);
    while index < parsed.len() {
        let line = &parsed[index];
        let number = index + 2;
        *at_line = number;
        let (Some(actor), Some(command)) = (line.by, &line.command) else {
            return audit.find(number, "an event without the command that led to it");
        };
        if let Some(wrong) = wrong_instant(&session, actor, command, line.at, latest) {
            return audit.find(number, wrong);
        }
        latest = line.at;
        let mut draft = Draft::new(session.clone(), &head.seed, line.n, line.at, false);
        if Session::decide(&mut draft, actor, command).is_err() {
            return audit.find(number, "the rules refuse this command");
        }
        let (after, events, _) = draft.finish();
        if events.is_empty() {
            return audit.find(number, "nothing comes of this command");
        }
        for (offset, event) in events.iter().enumerate() {
            match parsed.get(index + offset) {
                None => return audit.find(number, "the record stops in the middle of a decision"),
                Some(line) if offset > 0 && (line.by.is_some() || line.command.is_some()) => {
                    return audit.find(
                        number + offset,
                        "a decision has fewer events than it should",
                    );
                }
                Some(line) if line.at != latest => {
                    return audit.find(number + offset, "not at the instant of its decision");
                }
                Some(line) if line.event != *event => {
                    return audit.find(
                        number + offset,
                        "by the rules and the dice it went otherwise",
                    );
                }
                Some(_) => {}
            }
        }
        index += events.len();
        session = after;
    }
    match session.stand() {
        Stand::Over | Stand::Cancelled => {}
        Stand::SignUp | Stand::Running => {
            audit.find(lines.len() + 1, "the record stops before the game's end");
        }
    }
    let body = record::split(first).map(|(body, _)| body);
    if body != Some(record::head(&session, &head.seed, head.rules)) {
        audit.find(1, "the first line does not say what the events say");
    }
}

fn parse(line: &str) -> Result<Line, String> {
    let (body, _) = record::split(line).ok_or("no chain")?;
    let parsed: Line = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    let rewritten = rewrite(&parsed).map_err(|error| error.to_string())?;
    if rewritten == body {
        Ok(parsed)
    } else {
        Err("it holds more than an event".to_owned())
    }
}

/// The line as this program writes it.
fn rewrite(line: &Line) -> Result<String, serde_json::Error> {
    let actor = line.by.as_ref().map(serde_json::to_string).transpose()?;
    let command = line
        .command
        .as_ref()
        .map(serde_json::to_string)
        .transpose()?;
    let event = serde_json::to_string(&line.event)?;
    Ok(record::line(Recorded {
        number: line.n,
        at: line.at,
        actor: actor.as_deref(),
        command: command.as_deref(),
        event: &event,
    }))
}

/// What is wrong with the instant of a command: time does not run back, whatever is due is settled first, at the instant at
/// which it was due (F33, H7).
fn wrong_instant(
    session: &Session,
    actor: Actor,
    command: &SessionCommand,
    at: Time,
    latest: Time,
) -> Option<&'static str> {
    if at < latest {
        return Some("earlier than the line before");
    }
    // Before the sign-up is open nothing can be due.
    let due = session.due().filter(|_| latest > Time(i64::MIN));
    match actor {
        Actor::Clock if *command == session.tick() => match due {
            Some(due) if at == due.max(latest) => None,
            _ => Some("nothing was due at this instant"),
        },
        Actor::Clock => None,
        // What was due in a game that stood still stays undone.
        Actor::Person(_) if *command == SessionCommand::Abandon => None,
        Actor::Person(_) => match due {
            Some(due) if due <= at => Some("something was due before this command"),
            _ => None,
        },
    }
}

fn sorted(mut audit: Audit) -> Audit {
    audit.findings.sort_by_key(|finding| finding.line);
    audit
}
