//! What can go wrong with the store, in words that say what to do.

use std::path::PathBuf;

use sqlx::migrate::MigrateError;

use crate::kernel::ids::GameId;

/// The store could not do what was asked; nothing of it was recorded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreFault {
    /// Another process has the database open.
    #[error(
        "{} is in use by another Town Crier: stop that one first, or give this one a database of its own",
        path.display()
    )]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// Another process has taken the database over; this one must stop.
    #[error("another Town Crier has taken over this database: this one must stop")]
    Superseded,
    /// The folder or the file cannot be opened.
    #[error("cannot open {}: {why}", path.display())]
    Unreachable {
        /// What was to be opened.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// No room on the disk.
    #[error("the disk is full: make room, nothing was recorded")]
    Full,
    /// The file or its folder cannot be written.
    #[error("the database is read-only: let this user write the file and its folder")]
    ReadOnly,
    /// Somebody else holds a lock on the file.
    #[error("the database is locked by another program: close it there")]
    Locked,
    /// The file is not a sound database.
    #[error(
        "the database is damaged ({0}): put a backup in its place with `town-crier restore FILE`"
    )]
    Damaged(String),
    /// The disk reported an error.
    #[error("the disk reported an error ({0})")]
    Disk(String),
    /// The file was written by a newer program.
    #[error("the database was made by a newer Town Crier (schema {0}): use that version or newer")]
    NewerSchema(i64),
    /// The schema in the file is not the one that this program made.
    #[error("the database's schema does not match this program ({0})")]
    Schema(String),
    /// The game is not in the store.
    #[error("no game {0} in this database")]
    UnknownGame(GameId),
    /// The game's next event is another one than expected: somebody else has written.
    #[error("game {game} goes on with event {found}, not with {expected}")]
    Conflict {
        /// The game.
        game: GameId,
        /// What was expected.
        expected: u64,
        /// What the store has.
        found: u64,
    },
    /// Something stored cannot be read back.
    #[error("what is stored as {what} cannot be read: {why}")]
    Unreadable {
        /// What.
        what: &'static str,
        /// Why.
        why: String,
    },
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the database refuses.
    #[error("the database refused: {0}")]
    Refused(String),
}

impl StoreFault {
    /// The fault of a stored value that cannot be read back.
    pub(super) fn unreadable(what: &'static str, why: impl ToString) -> StoreFault {
        StoreFault::Unreadable {
            what,
            why: why.to_string(),
        }
    }
}

/// SQLite's primary result codes; see <https://www.sqlite.org/rescode.html>.
mod code {
    pub const BUSY: i32 = 5;
    pub const LOCKED: i32 = 6;
    pub const READONLY: i32 = 8;
    pub const IOERR: i32 = 10;
    pub const CORRUPT: i32 = 11;
    pub const FULL: i32 = 13;
    pub const CANTOPEN: i32 = 14;
    pub const NOTADB: i32 = 26;
}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> StoreFault {
        let words = error.to_string();
        match &error {
            sqlx::Error::Database(refusal) => {
                let extended: i32 = refusal
                    .code()
                    .and_then(|code| code.parse().ok())
                    .unwrap_or(0);
                match extended & 0xff {
                    code::BUSY | code::LOCKED => StoreFault::Locked,
                    code::READONLY => StoreFault::ReadOnly,
                    code::IOERR | code::CANTOPEN => StoreFault::Disk(words),
                    code::CORRUPT | code::NOTADB => StoreFault::Damaged(words),
                    code::FULL => StoreFault::Full,
                    _ => StoreFault::Refused(words),
                }
            }
            sqlx::Error::PoolTimedOut => StoreFault::Locked,
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => StoreFault::Closed,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreFault::Damaged(words),
            sqlx::Error::Io(_) => StoreFault::Disk(words),
            _ => StoreFault::Refused(words),
        }
    }
}

impl From<MigrateError> for StoreFault {
    fn from(error: MigrateError) -> StoreFault {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(version) => StoreFault::NewerSchema(version),
            other => StoreFault::Schema(other.to_string()),
        }
    }
}
