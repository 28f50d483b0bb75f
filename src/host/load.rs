//! Loading a game: its state is what its events fold into, from the first on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::games::{AnySettings, Session, SessionEvent};
use crate::kernel::dice::Seed;
use crate::kernel::draft::Fold;
use crate::kernel::ids::{EventNumber, GameId};
use crate::kernel::lobby::LobbyEvent;
use crate::kernel::time::Time;
use crate::store::{Entry, GameRow, StoreFault};

use super::game::{self, Keeper};
use super::{Host, Inner, Refused, Shared, View};

/// How long to wait before a game that could not be read is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How often that is tried. Afterwards it is left alone, until somebody asks for it: it is not the others' fault.
const TRIES: u32 = 10;

/// Loads these games one after the other, and then says that all are loaded.
pub(super) async fn all(inner: Weak<Inner>, games: Vec<GameId>) {
    let count = games.len();
    for game in games {
        for tried in 1..=TRIES {
            let Some(inner) = inner.upgrade() else {
                return;
            };
            let host = Host { inner };
            match host.mailbox(game).await {
                Err(Refused::Fault(why)) => {
                    tracing::error!(%game, why, tried, "a game cannot be loaded now");
                    drop(host);
                    tokio::time::sleep(AGAIN).await;
                }
                Ok(_) | Err(_) => break,
            }
        }
    }
    tracing::info!(games = count, "the games are loaded");
    if let Some(inner) = inner.upgrade() {
        inner.loaded.send_replace(true);
    }
}

/// The keeper of the game in this row; none where not even its state can be made.
///
/// # Errors
/// The store's.
pub(super) async fn keeper(
    shared: &Arc<Shared>,
    row: GameRow,
    entries: &[Entry],
) -> Result<Option<Keeper>, StoreFault> {
    let game = row.game;
    let known = AnySettings::of(&row.edition).map(|settings| settings.rules_version());
    let Some(seed) = Seed::parse(&row.seed).filter(|_| known == Some(row.rules_version)) else {
        tracing::error!(
            %game,
            edition = row.edition,
            rules = row.rules_version,
            "this program cannot play this game; use the one that did"
        );
        return Ok(None);
    };
    let mut replayed = replay(game, entries, false);
    if replayed.broken.is_none() && !can_be_seen(&replayed.session) {
        replayed = replay(game, entries, true);
    }
    let mut broken = replayed.broken;
    if broken.is_none() && replayed.next != row.next {
        broken = Some(format!(
            "it has {} events where there should be {}",
            replayed.next.0, row.next.0
        ));
    }
    if broken.is_some() {
        // Its end, the one thing that can still be asked, is written behind what is there.
        replayed.next = row.next;
        replayed.session.lobby.host = row.host;
        let last = entries.last();
        if let Some(entry) = last
            && let Ok(event @ SessionEvent::Lobby(LobbyEvent::Abandoned)) =
                serde_json::from_str(&entry.event)
        {
            replayed.session.apply(&event, entry.at);
        }
    }
    let stopped = match (&broken, &row.stopped) {
        (Some(why), _) => {
            game::stop(shared, &replayed.session, game, why).await;
            true
        }
        (None, Some(why)) if game::stopped_by_this_version(why) => {
            tracing::warn!(%game, why, "a game still stands still");
            true
        }
        (None, Some(_)) => {
            shared.store.resume_game(game).await?;
            tracing::warn!(%game, "a game that another version stopped is tried again");
            false
        }
        (None, None) => false,
    };
    let view = View {
        game,
        guild: row.guild,
        channel: row.channel,
        session: replayed.session,
        next: replayed.next,
        created: row.created,
        stopped,
    };
    let latest = replayed.latest.max(row.created);
    Ok(Some(Keeper::new(
        Arc::clone(shared),
        seed,
        row.rules_version,
        Arc::new(view),
        latest,
    )))
}

/// What a game's events fold into.
struct Replayed {
    session: Session,
    next: EventNumber,
    latest: Time,
    /// Why the events after `next` could not be taken in, where there are any.
    broken: Option<String>,
}

/// Whether a state can be looked at without a panic: events that were altered can make one that the rules never meet.
fn can_be_seen(session: &Session) -> bool {
    let seen = catch_unwind(AssertUnwindSafe(|| {
        let _ = (session.due(), session.stand(), session.seats());
        let _ = (session.place(), session.boards());
    }));
    seen.is_ok()
}

/// Folds the events. Where it is done with `care`, the state after each must be one that can be seen.
fn replay(game: GameId, entries: &[Entry], care: bool) -> Replayed {
    let mut session = Session::blank(game);
    let mut latest = Time(i64::MIN);
    for (index, entry) in entries.iter().enumerate() {
        let number = EventNumber(index as u64);
        let broken = match serde_json::from_str::<SessionEvent>(&entry.event) {
            Err(_) => Some("cannot be read"),
            Ok(_) if entry.number != number => Some("is missing"),
            Ok(event) => {
                let taken = catch_unwind(AssertUnwindSafe(|| session.apply(&event, entry.at)));
                let whole = taken.is_ok() && (!care || can_be_seen(&session));
                (!whole).then_some("cannot be taken in")
            }
        };
        if let Some(broken) = broken {
            // An event that broke down half way has left a state that never was: the ones before it are folded again.
            let before = replay(game, &entries[..index], false);
            return Replayed {
                broken: Some(format!("event {} {broken}", number.0)),
                ..before
            };
        }
        latest = entry.at;
    }
    Replayed {
        session,
        next: EventNumber(entries.len() as u64),
        latest,
        broken: None,
    }
}
