//! The story that a room should have been told, made again from the record, to be held against what was told.

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::discord::scribe::scribe;
use crate::games::{Session, SessionCommand};
use crate::kernel::audience::{Audience, Room};
use crate::kernel::dice::Seed;
use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::ids::{EventNumber, GameId};
use crate::kernel::time::Time;

#[derive(Deserialize)]
struct Head {
    game: GameId,
    seed: Seed,
}

#[derive(Deserialize)]
struct Line {
    n: EventNumber,
    at: Time,
    by: Option<Actor>,
    command: Option<SessionCommand>,
}

/// Every message that the game of this record should have put into a room, in order: by deciding each command again.
///
/// # Errors
/// Where the record cannot be read or replayed; `audit` says more of it.
pub fn told(record: &str, room: Room) -> anyhow::Result<Vec<String>> {
    let mut lines = record.lines();
    let head: Head = serde_json::from_str(lines.next().context("an empty record")?)?;
    let mut session = Session::blank(head.game);
    let mut told = Vec::new();
    for line in lines {
        let line: Line = serde_json::from_str(line)?;
        let (Some(actor), Some(command)) = (line.by, line.command) else {
            continue;
        };
        let mut draft = Draft::new(session, &head.seed, line.n, line.at, true);
        if Session::decide(&mut draft, actor, &command).is_err() {
            bail!("the rules refuse the command of event {}", line.n.0);
        }
        let (after, _, notices) = draft.finish();
        for notice in notices
            .iter()
            .filter(|notice| notice.audience == Audience::Room(room))
        {
            told.extend(scribe(&after, notice).into_iter().map(|part| part.content));
        }
        session = after;
    }
    Ok(told)
}

/// The first place where two stories differ, in words; none where they are the same.
pub fn difference(should: &[String], was: &[String]) -> Option<String> {
    let at =
        (0..should.len().max(was.len())).find(|index| should.get(*index) != was.get(*index))?;
    let line = |story: &[String]| match story.get(at) {
        Some(text) => format!("{text:?}"),
        None => "nothing".to_owned(),
    };
    Some(format!(
        "message {}: it should be {}, it is {}",
        at + 1,
        line(should),
        line(was)
    ))
}
