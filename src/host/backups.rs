//! Backups while the bot runs, as often as its settings say.

use std::path::PathBuf;

use crate::kernel::time::{Length, Time};
use crate::store::{Store, StoreFault, backups};

use super::Clock;

/// How often is looked whether a backup is due; a failed one is tried again then.
const LOOK_AGAIN: Length = Length(10 * Length::MINUTE.0);

/// Which backups are wanted.
#[derive(Debug, Clone)]
pub struct Backups {
    /// Where they lie.
    pub folder: PathBuf,
    /// How much time lies between two of them; none where there are to be none at all.
    pub every: Option<Length>,
    /// How many are kept.
    pub kept: usize,
}

/// Makes backups for as long as the store is open, and tells the log of each and of each that failed. The machine's own clock is
/// the one to give: a game's may run faster.
pub async fn keep_backups(store: Store, clock: Clock, wanted: Backups) {
    let Some(every) = wanted.every else {
        tracing::warn!("no backups are made: `backup_hours = 0`");
        return;
    };
    loop {
        let newest = backups(store.path(), &wanted.folder)
            .ok()
            .and_then(|made| made.last().map(|(at, _)| Time(*at)));
        let now = clock.now();
        if newest.is_none_or(|newest| now - newest >= every) {
            match store.backup_into(&wanted.folder, wanted.kept, now).await {
                Ok(file) => tracing::info!(file = %file.display(), "a backup was made"),
                Err(StoreFault::Closed) => return,
                Err(fault) => tracing::error!(%fault, "no backup could be made"),
            }
        }
        clock.sleep_until(now + LOOK_AGAIN.min(every)).await;
    }
}
