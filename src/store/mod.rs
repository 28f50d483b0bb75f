//! The store: one SQLite file with the ledger of all games, the outbox, and the registry of what is where.
//!
//! SQL stands here alone, in portable form. The store knows ids, instants and JSON text, no rules and no Discord: what is
//! written into it is committed before anybody acts on it. One task writes (`writer`), a small pool reads.

mod backup;
mod fault;
mod ledger;
mod outbox;
mod registry;
mod writer;

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqlSafeStr, SqliteConnection};

pub use backup::{Restored, backups, restore};
pub use fault::StoreFault;
pub use ledger::{Append, Appended, Entry, GameRow, NewGame, Standing};
pub use outbox::{Address, OutNotice, OutboxId, OutboxRow, Part, fresh_nonce};
pub use registry::{BoardRow, GuildSettings, Thing};

use writer::{Instance, Writer};

/// How many connections read at the same time.
const READERS: u32 = 4;
/// How long a connection waits for a lock that another program holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// For how long a process that writes a game need not renew its claim; read only where several processes share a store.
const LEASE_MS: i64 = 60_000;
/// How long an interaction is remembered; the platform forgets it after 15 minutes.
const INTERACTIONS_KEPT_MS: i64 = 86_400_000;

/// The store; clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    instance: Instance,
    writer: Writer,
    readers: SqlitePool,
}

impl Store {
    /// Opens the database at this path, for this process alone; where there is none it is made, readable by this user
    /// only. A process that was killed holds nobody up: the lock dies with it.
    ///
    /// # Errors
    /// Another process has it open; it cannot be read or written; it is damaged; a newer program made it.
    pub async fn open(path: &Path) -> Result<Store, StoreFault> {
        let lock = lock(path)?;
        private_file(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging();
        let mut connection = options
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .connect()
            .await?;
        check(&mut connection).await?;
        migrator().run(&mut connection).await?;
        let instance = claim(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await?;
        tracing::info!(path = %path.display(), epoch = instance.epoch, "the store is open");
        Ok(Store {
            inner: Arc::new(Inner {
                path: path.to_owned(),
                writer: Writer::start(connection, instance.clone(), lock),
                instance,
                readers,
            }),
        })
    }

    /// Commits what is on its way and closes the file, so that another process may open it. Later writes are refused.
    pub async fn close(&self) {
        self.inner.readers.close().await;
        self.inner.writer.close().await;
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// Plays a machine that fails from now on, or one that is well again; for tests and rehearsals. What fails is SQLite itself,
    /// with the codes that it has for it.
    ///
    /// # Errors
    /// The store's.
    pub async fn play(&self, trouble: Trouble) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(match trouble {
                        // SQLite takes the size that the file has already for the smallest.
                        Trouble::Full => "PRAGMA max_page_count = 1",
                        Trouble::Room => "PRAGMA max_page_count = 4294967294",
                        Trouble::ReadOnly => "PRAGMA query_only = 1",
                    })
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    fn readers(&self) -> &SqlitePool {
        &self.inner.readers
    }

    fn writer(&self) -> &Writer {
        &self.inner.writer
    }

    fn instance(&self) -> &Instance {
        &self.inner.instance
    }
}

/// What can be played to go wrong with the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The file cannot grow any more.
    Full,
    /// There is room again.
    Room,
    /// Nothing can be written any more, until the store is opened anew.
    ReadOnly,
}

/// Every migration there ever was, in order; a file that has been released is never changed.
fn migrator() -> Migrator {
    let files = [
        (
            1,
            "ledger",
            include_str!("../../migrations/0001_ledger.sql"),
        ),
        (
            2,
            "messages",
            include_str!("../../migrations/0002_messages.sql"),
        ),
    ];
    let migrations = files.map(|(version, name, text)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, text.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into())
}

/// Takes the lock that says that this process has the database open: on a file beside it, because SQLite locks the
/// database itself in ways of its own.
fn lock(path: &Path) -> Result<File, StoreFault> {
    let beside = beside(path, "lock");
    let file = owner_only()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&beside)
        .map_err(|error| unreachable(&beside, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreFault::InUse {
            path: path.to_owned(),
        }),
        Err(std::fs::TryLockError::Error(error)) => Err(unreachable(&beside, &error)),
    }
}

/// Makes the database's file, or narrows who may read it: it holds every secret of every game.
fn private_file(path: &Path) -> Result<(), StoreFault> {
    let file = owner_only()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                StoreFault::ReadOnly
            }
            _ => unreachable(path, &error),
        })?;
    narrow(&file).map_err(|error| unreachable(path, &error))
}

#[cfg(unix)]
fn owner_only() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn owner_only() -> OpenOptions {
    OpenOptions::new()
}

#[cfg(unix)]
fn narrow(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata()?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    file.set_permissions(std::fs::Permissions::from_mode(mode & 0o700))
}

#[cfg(not(unix))]
fn narrow(_file: &File) -> std::io::Result<()> {
    Ok(())
}

/// The file that is called like this one with a dot and a word after it.
fn beside(path: &Path, word: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(word);
    PathBuf::from(name)
}

fn unreachable(path: &Path, error: &impl ToString) -> StoreFault {
    StoreFault::Unreachable {
        path: path.to_owned(),
        why: error.to_string(),
    }
}

/// Whether the file is a sound database: its pages, and that nothing in it belongs to what is not there.
async fn check(connection: &mut SqliteConnection) -> Result<(), StoreFault> {
    let (verdict,): (String,) = sqlx::query_as("PRAGMA quick_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    if verdict != "ok" {
        return Err(StoreFault::Damaged(verdict));
    }
    let orphan = sqlx::query("PRAGMA foreign_key_check")
        .fetch_optional(connection)
        .await?;
    match orphan {
        None => Ok(()),
        Some(row) => {
            let table: String = row.try_get(0)?;
            Err(StoreFault::Damaged(format!(
                "there are {table} of a game that is not there"
            )))
        }
    }
}

/// Makes this process the one that writes. The lock has shown that whoever wrote before is gone, so leases that still
/// run are not waited for.
async fn claim(connection: &mut SqliteConnection) -> Result<Instance, StoreFault> {
    let owner = fresh_nonce();
    let now = machine_ms();
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    let claimed: Option<(i64,)> = sqlx::query_as(
        "UPDATE instance SET owner = $1, epoch = epoch + 1 WHERE id = 1 AND epoch < $2 RETURNING epoch",
    )
    .bind(&owner)
    .bind(i64::MAX)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((epoch,)) = claimed else {
        return Err(StoreFault::Damaged(
            "what tells its processes apart is not there".to_owned(),
        ));
    };
    sqlx::query("UPDATE games SET owner = $1, epoch = $2, lease = $3")
        .bind(&owner)
        .bind(epoch)
        .bind(now + LEASE_MS)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM interactions WHERE written < $1")
        .bind(now - INTERACTIONS_KEPT_MS)
        .execute(&mut *connection)
        .await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(Instance { owner, epoch })
}

/// The machine's own clock, for what has nothing to do with any game's time.
fn machine_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

/// An id of 64 bits as a database holds it, bit for bit.
fn stored(id: u64) -> i64 {
    id.cast_signed()
}

/// The id that a database holds in this way.
fn loaded(id: i64) -> u64 {
    id.cast_unsigned()
}
