//! The record of a game that is over, from the store.

use crate::games::Session;
use crate::games::record::{self, Recorded};
use crate::kernel::audience::{File, Notice, Room};
use crate::kernel::dice::Seed;
use crate::kernel::ids::GameId;
use crate::kernel::text::Text;
use crate::store::Entry;

use super::{Host, Refused};

/// What the record's file is called.
const FILE: &str = "record.jsonl";

impl Host {
    /// The record of a game that has come to its end, as JSON Lines.
    ///
    /// # Errors
    /// It is not over: its record holds every secret. Or there is none, or the store cannot read it.
    pub async fn record(&self, game: GameId) -> Result<String, Refused> {
        let store = &self.shared().store;
        let row = store.game(game).await?.ok_or(Refused::Unknown)?;
        if !row.standing.ended() {
            return Err(Refused::Rule(Text::from(
                "The record holds every secret of the game; there is one as soon as the game is over.",
            )));
        }
        let view = self.recall(game).await?.ok_or(Refused::Stopped)?;
        let seed = Seed::parse(&row.seed).ok_or(Refused::Stopped)?;
        let entries = store.entries(game).await?;
        Ok(write(&view.session, &seed, row.rules_version, &entries))
    }
}

/// What is told when a game is over, and in which room: its seed, with the record attached.
pub(super) fn disclosure(
    room: Room,
    session: &Session,
    seed: &Seed,
    rules_version: u32,
    entries: &[Entry],
) -> Notice {
    let text = format!(
        "The seed of this game was `{}`. With the game's number `{}` after it, its SHA-256 is the commitment that was posted \
         at the start: `{}`. The whole record is attached; `town-crier audit {FILE}` rolls every shuffle again.",
        seed.reveal(),
        session.game,
        seed.commitment(session.game),
    );
    let mut notice = Notice::room(room, text);
    notice.file = Some(File {
        name: FILE.to_owned(),
        content: write(session, seed, rules_version, entries),
    });
    notice
}

fn write(session: &Session, seed: &Seed, rules_version: u32, entries: &[Entry]) -> String {
    let events = entries.iter().map(|entry| Recorded {
        number: entry.number,
        at: entry.at,
        actor: entry.actor.as_deref(),
        command: entry.command.as_deref(),
        event: &entry.event,
    });
    record::write(session, seed, rules_version, events)
}
