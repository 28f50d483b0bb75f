//! Backups: whole copies of the database, made while it is in use, kept in a folder of their own, and put back.
//!
//! A copy is complete before it has its name: it is written under another one, brought to the disk, and then renamed. What
//! stands in here knows files and SQLite, no games.

use std::fs::File;
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::fault::StoreFault;
use super::{
    BUSY_TIMEOUT, Store, beside, check, lock, machine_ms, migrator, owner_only, unreachable,
};
use crate::kernel::time::Time;

/// How the instant is written in a backup's name: it sorts as text.
const STAMP: &str = "%Y%m%dT%H%M%S%3fZ";
/// How a copy is called that is not whole yet.
const PARTIAL: &str = "partial";

/// What was put back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// How many games the backup holds.
    pub games: u64,
    /// How many of them are open for sign-up or being played.
    pub live: u64,
    /// Where the database is kept that stood there before, if one did.
    pub aside: Option<PathBuf>,
}

impl Store {
    /// Makes a complete copy of the database while it is in use, readable by this user alone. Under its name there is either
    /// the whole copy or nothing.
    ///
    /// # Errors
    /// The target exists already or cannot be written.
    pub async fn backup(&self, target: &Path) -> Result<(), StoreFault> {
        if target.exists() {
            return Err(unreachable(target, &"it is there already"));
        }
        let partial = beside(target, PARTIAL);
        let copied = self.copy(&partial).await;
        let done = copied.and_then(|()| {
            std::fs::rename(&partial, target).map_err(|error| unreachable(target, &error))?;
            sync_folder(target)
        });
        if done.is_err() {
            // What is left of it is in nobody's way but takes room; where it cannot go, the next backup tries again.
            let _ = std::fs::remove_file(&partial);
        }
        done
    }

    async fn copy(&self, partial: &Path) -> Result<(), StoreFault> {
        // An empty file that only this user can read: SQLite fills it and leaves its mode.
        let file = owner_only()
            .write(true)
            .create(true)
            .truncate(true)
            .open(partial)
            .map_err(|error| unreachable(partial, &error))?;
        sqlx::query("VACUUM INTO $1")
            .bind(partial.to_string_lossy().into_owned())
            .execute(self.readers())
            .await?;
        file.sync_all()
            .map_err(|error| unreachable(partial, &error))
    }

    /// Makes a backup in this folder, named after the database and the instant `at`, and deletes the oldest beyond `kept`.
    ///
    /// # Errors
    /// It could not be made, and then nothing was deleted; or an old one could not be deleted.
    pub async fn backup_into(
        &self,
        folder: &Path,
        kept: usize,
        at: Time,
    ) -> Result<PathBuf, StoreFault> {
        make_private(folder)?;
        for left in listed(folder)? {
            let name = left.file_name().map(|name| name.to_string_lossy());
            if name.is_some_and(|name| {
                name.strip_suffix(PARTIAL)
                    .and_then(|name| name.strip_suffix('.'))
                    .is_some_and(|name| made(self.path(), Path::new(name)).is_some())
            }) {
                std::fs::remove_file(&left).map_err(|error| unreachable(&left, &error))?;
            }
        }
        let target = folder.join(format!("{}-{}.db", stem(self.path()), stamp(at.0)));
        self.backup(&target).await?;
        let backups = backups(self.path(), folder)?;
        for (_, old) in backups.iter().rev().skip(kept.max(1)) {
            std::fs::remove_file(old).map_err(|error| unreachable(old, &error))?;
        }
        Ok(target)
    }
}

/// The backups of this database in a folder, with the instants at which they were made (milliseconds of UTC), the oldest
/// first. A folder that is not there holds none.
///
/// # Errors
/// The folder cannot be read.
pub fn backups(database: &Path, folder: &Path) -> Result<Vec<(i64, PathBuf)>, StoreFault> {
    let mut found: Vec<(i64, PathBuf)> = listed(folder)?
        .into_iter()
        .filter_map(|path| Some((made(database, &path)?, path)))
        .collect();
    found.sort();
    Ok(found)
}

/// Puts a backup in the place of the database: checked first, and with what stood there kept aside.
///
/// # Errors
/// A bot has the database open; the backup is damaged, none of ours, or a newer program's; a file cannot be written. Then the
/// database is what it was.
pub async fn restore(database: &Path, backup: &Path) -> Result<Restored, StoreFault> {
    let _lock = lock(database)?;
    let fresh = beside(database, "restoring");
    let done = put_back(database, backup, &fresh).await;
    for end in ["", "-wal", "-shm", "-journal"] {
        // Gone where all went well; else of no use to anybody.
        let _ = std::fs::remove_file(tail(&fresh, end));
    }
    done
}

async fn put_back(database: &Path, backup: &Path, fresh: &Path) -> Result<Restored, StoreFault> {
    duplicate(backup, fresh)?;
    // A copy of a database that was not closed in order has its last transactions in a file beside it.
    if tail(backup, "-wal").exists() {
        duplicate(&tail(backup, "-wal"), &tail(fresh, "-wal"))?;
    }
    let (games, live) = examine(fresh).await?;
    let aside = keep_aside(database).await?;
    std::fs::rename(fresh, database).map_err(|error| unreachable(database, &error))?;
    sync_folder(database)?;
    Ok(Restored { games, live, aside })
}

/// Checks a copy as a bot that starts checks its database, and counts its games: all, and those that are live.
async fn examine(copy: &Path) -> Result<(u64, u64), StoreFault> {
    let mut connection = open(copy, Some(SqliteJournalMode::Delete)).await?;
    check(&mut connection).await?;
    let tables: (i64,) = sqlx::query_as(
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name IN ('_sqlx_migrations', 'instance', 'games', 'events')",
    )
    .fetch_one(&mut connection)
    .await?;
    if tables.0 != 4 {
        return Err(StoreFault::Schema(
            "it is not a database of Town Crier".to_owned(),
        ));
    }
    migrator().run(&mut connection).await?;
    let (games, live): (i64, i64) = sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN standing IN ('sign_up', 'running') THEN 1 END) FROM games",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    let file = File::open(copy).map_err(|error| unreachable(copy, &error))?;
    file.sync_all().map_err(|error| unreachable(copy, &error))?;
    Ok((games.unsigned_abs(), live.unsigned_abs()))
}

/// Gives what stands in the database's place a second name, so that at no instant there is none under the first.
async fn keep_aside(database: &Path) -> Result<Option<PathBuf>, StoreFault> {
    if !database.exists() {
        return Ok(None);
    }
    // What is beside it goes into it, where it is sound enough for that; else both are kept as they are.
    if let Ok(connection) = open(database, None).await {
        let _ = connection.close().await;
    }
    let name = format!(
        "{}-before-restore-{}.db",
        stem(database),
        stamp(machine_ms())
    );
    let aside = database.with_file_name(name);
    if std::fs::hard_link(database, &aside).is_err() {
        duplicate(database, &aside)?;
    }
    let log = tail(database, "-wal");
    if log.exists() {
        let kept = tail(&aside, "-wal");
        std::fs::rename(&log, &kept).map_err(|error| unreachable(&kept, &error))?;
    }
    // Made anew from the other two whenever it is missing.
    let _ = std::fs::remove_file(tail(database, "-shm"));
    Ok(Some(aside))
}

/// Opens a database, in this journal mode or as it is; when it is closed again what stood beside it is in it.
async fn open(
    path: &Path,
    mode: Option<SqliteJournalMode>,
) -> Result<SqliteConnection, StoreFault> {
    let mut options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    if let Some(mode) = mode {
        options = options.journal_mode(mode);
    }
    Ok(options.connect().await?)
}

/// Copies a file into one that only this user can read, all the way to the disk.
fn duplicate(from: &Path, to: &Path) -> Result<(), StoreFault> {
    let mut source = File::open(from).map_err(|error| unreachable(from, &error))?;
    let mut target = owner_only()
        .write(true)
        .create(true)
        .truncate(true)
        .open(to)
        .map_err(|error| unreachable(to, &error))?;
    std::io::copy(&mut source, &mut target)
        .and_then(|_| target.sync_all())
        .map_err(|error| unreachable(to, &error))
}

fn make_private(folder: &Path) -> Result<(), StoreFault> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
        .create(folder)
        .map_err(|error| unreachable(folder, &error))
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, StoreFault> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreachable(folder, &error)),
    };
    entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(|error| unreachable(folder, &error))
}

/// Brings a name in its folder to the disk.
fn sync_folder(file: &Path) -> Result<(), StoreFault> {
    #[cfg(unix)]
    {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| unreachable(folder, &error))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// The first part of a backup's name.
fn stem(database: &Path) -> String {
    let stem = database.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn stamp(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms)
        .unwrap_or_default()
        .format(STAMP)
        .to_string()
}

/// When a backup of this database was made, by its name; none for a file that is no backup.
fn made(database: &Path, file: &Path) -> Option<i64> {
    let name = file.file_name()?.to_str()?;
    let stamp = name
        .strip_prefix(&stem(database))?
        .strip_prefix('-')?
        .strip_suffix(".db")?;
    let at = NaiveDateTime::parse_from_str(stamp, STAMP).ok()?;
    Some(at.and_utc().timestamp_millis())
}

/// The same path with something put after its end.
fn tail(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backups_name_says_when_it_was_made_and_other_files_are_none() {
        let database = Path::new("/data/town-crier.db");
        let name = format!("town-crier-{}.db", stamp(1_700_000_000_123));
        assert_eq!(name, "town-crier-20231114T221320123Z.db");
        assert_eq!(made(database, Path::new(&name)), Some(1_700_000_000_123));
        for other in [
            "town-crier.db",
            "town-crier-before-restore-20231114T221320123Z.db",
            "other-20231114T221320123Z.db",
            "town-crier-20231114T221320123Z.db.partial",
            "town-crier-letters.db",
        ] {
            assert_eq!(made(database, Path::new(other)), None, "{other}");
        }
    }
}
