//! The registry: which things of the platform belong to which game, settings of servers, faults told, odds and ends.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::fault::StoreFault;
use super::outbox::{self, OutNotice};
use super::{Store, loaded, stored};
use crate::kernel::ids::GameId;
use crate::kernel::time::Time;

/// Under which key the store remembers when the process was last known to be there.
pub(super) const LAST_SEEN: &str = "last_seen";

/// A channel, thread, category or DM of the platform that belongs to a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Which one, such as `category`, `channel:town`, `thread:coven`.
    pub key: String,
    /// Its id on the platform.
    pub discord_id: u64,
    /// What else is known of it, as JSON or empty.
    pub extra: String,
}

/// A message that is kept as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRow {
    /// Which one; unique in its game.
    pub key: String,
    /// Who reads it, as JSON.
    pub address: String,
    /// The channel in which it stands.
    pub channel: Option<u64>,
    /// The message.
    pub message: Option<u64>,
    /// By which the platform knows it again while it is being made.
    pub nonce: String,
    /// When making it was last begun.
    pub attempted: Option<Time>,
    /// What it showed last, as JSON.
    pub body: String,
    /// Whether it is over: its buttons are gone.
    pub retired: bool,
}

/// What is set for a server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildSettings {
    /// A role whose members may open games, besides those who manage the server (H9).
    pub host_role: Option<u64>,
}

impl Store {
    /// A remembered value.
    ///
    /// # Errors
    /// The store's.
    pub async fn meta(&self, key: &str) -> Result<Option<String>, StoreFault> {
        let row: Option<(String,)> = sqlx::query_as("SELECT value FROM meta WHERE key = $1")
            .bind(key)
            .fetch_optional(self.readers())
            .await?;
        Ok(row.map(|(value,)| value))
    }

    /// Remembers a value.
    ///
    /// # Errors
    /// The store's.
    pub async fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreFault> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.writer()
            .write(move |connection| {
                Box::pin(async move { write_meta(connection, &key, &value).await })
            })
            .await
    }

    /// When the process was last known to be there, in session with the platform (H7).
    ///
    /// # Errors
    /// The store's.
    pub async fn last_seen(&self) -> Result<Option<Time>, StoreFault> {
        self.meta(LAST_SEEN)
            .await?
            .map(|text| {
                text.parse()
                    .map(Time)
                    .map_err(|error| StoreFault::unreadable("the last instant of presence", error))
            })
            .transpose()
    }

    /// Notes that the process is there.
    ///
    /// # Errors
    /// The store's.
    pub async fn set_last_seen(&self, at: Time) -> Result<(), StoreFault> {
        self.set_meta(LAST_SEEN, &at.0.to_string()).await
    }

    /// What of the platform belongs to a game, by key.
    ///
    /// # Errors
    /// The store's.
    pub async fn things(&self, game: GameId) -> Result<Vec<Thing>, StoreFault> {
        let rows: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT key, discord_id, extra FROM things WHERE game = $1 ORDER BY key",
        )
        .bind(stored(game.0))
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|(key, discord_id, extra)| Thing {
                key,
                discord_id: loaded(discord_id),
                extra,
            })
            .collect())
    }

    /// The game and key of the thing with this id on the platform, where it belongs to a game.
    ///
    /// # Errors
    /// The store's.
    pub async fn whose_thing(
        &self,
        discord_id: u64,
    ) -> Result<Option<(GameId, String)>, StoreFault> {
        let row: Option<(i64, String)> = sqlx::query_as(
            "SELECT game, key FROM things WHERE discord_id = $1 ORDER BY game LIMIT 1",
        )
        .bind(stored(discord_id))
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(|(game, key)| (GameId(loaded(game)), key)))
    }

    /// Notes a thing of the platform, in the place of any with the same key.
    ///
    /// # Errors
    /// The store's.
    pub async fn put_thing(&self, game: GameId, thing: Thing) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO things (game, key, discord_id, extra) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (game, key) \
                         DO UPDATE SET discord_id = excluded.discord_id, extra = excluded.extra",
                    )
                    .bind(stored(game.0))
                    .bind(thing.key)
                    .bind(stored(thing.discord_id))
                    .bind(thing.extra)
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Forgets a thing that is gone from the platform.
    ///
    /// # Errors
    /// The store's.
    pub async fn drop_thing(&self, game: GameId, key: &str) -> Result<(), StoreFault> {
        let key = key.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM things WHERE game = $1 AND key = $2")
                        .bind(stored(game.0))
                        .bind(key)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The boards of a game, retired ones too, by key.
    ///
    /// # Errors
    /// The store's.
    pub async fn boards(&self, game: GameId) -> Result<Vec<BoardRow>, StoreFault> {
        type Columns = (
            String,
            String,
            Option<i64>,
            Option<i64>,
            String,
            Option<i64>,
            String,
            i64,
        );
        let rows: Vec<Columns> = sqlx::query_as(
            "SELECT key, address, channel, message, nonce, attempted, body, retired FROM boards \
             WHERE game = $1 ORDER BY key",
        )
        .bind(stored(game.0))
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(
                |(key, address, channel, message, nonce, attempted, body, retired)| BoardRow {
                    key,
                    address,
                    channel: channel.map(loaded),
                    message: message.map(loaded),
                    nonce,
                    attempted: attempted.map(Time),
                    body,
                    retired: retired != 0,
                },
            )
            .collect())
    }

    /// Notes a board, in the place of any with the same key.
    ///
    /// # Errors
    /// The store's.
    pub async fn put_board(&self, game: GameId, board: BoardRow) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO boards \
                         (game, key, address, channel, message, nonce, attempted, body, retired) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                         ON CONFLICT (game, key) DO UPDATE SET address = excluded.address, \
                         channel = excluded.channel, message = excluded.message, nonce = excluded.nonce, \
                         attempted = excluded.attempted, body = excluded.body, retired = excluded.retired",
                    )
                    .bind(stored(game.0))
                    .bind(board.key)
                    .bind(board.address)
                    .bind(board.channel.map(stored))
                    .bind(board.message.map(stored))
                    .bind(board.nonce)
                    .bind(board.attempted.map(|at| at.0))
                    .bind(board.body)
                    .bind(i64::from(board.retired))
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Forgets a board whose message is gone from the platform.
    ///
    /// # Errors
    /// The store's.
    pub async fn drop_board(&self, game: GameId, key: &str) -> Result<(), StoreFault> {
        let key = key.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM boards WHERE game = $1 AND key = $2")
                        .bind(stored(game.0))
                        .bind(key)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Notes that a board is over.
    ///
    /// # Errors
    /// The store's.
    pub async fn retire_board(&self, game: GameId, key: &str) -> Result<(), StoreFault> {
        let key = key.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE boards SET retired = 1 WHERE game = $1 AND key = $2")
                        .bind(stored(game.0))
                        .bind(key)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// What is set for a server; the defaults where nothing is.
    ///
    /// # Errors
    /// The store's.
    pub async fn guild_settings(&self, guild: u64) -> Result<GuildSettings, StoreFault> {
        let row: Option<(String,)> = sqlx::query_as("SELECT settings FROM guilds WHERE guild = $1")
            .bind(stored(guild))
            .fetch_optional(self.readers())
            .await?;
        match row {
            None => Ok(GuildSettings::default()),
            Some((text,)) => serde_json::from_str(&text)
                .map_err(|error| StoreFault::unreadable("a server's settings", error)),
        }
    }

    /// Sets what is set for a server.
    ///
    /// # Errors
    /// The store's.
    pub async fn put_guild_settings(
        &self,
        guild: u64,
        settings: &GuildSettings,
    ) -> Result<(), StoreFault> {
        let text = serde_json::to_string(settings)
            .map_err(|error| StoreFault::unreadable("a server's settings", error))?;
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO guilds (guild, settings) VALUES ($1, $2) \
                         ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings",
                    )
                    .bind(stored(guild))
                    .bind(text)
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Notes a fault of a game; answers whether it is news (a fault with this key was not standing).
    ///
    /// # Errors
    /// The store's.
    pub async fn note_fault(
        &self,
        game: GameId,
        key: &str,
        words: &str,
    ) -> Result<bool, StoreFault> {
        let (key, words) = (key.to_owned(), words.to_owned());
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    let inserted = sqlx::query(
                        "INSERT INTO faults (game, key, words) VALUES ($1, $2, $3) \
                         ON CONFLICT (game, key) DO NOTHING",
                    )
                    .bind(stored(game.0))
                    .bind(key)
                    .bind(words)
                    .execute(connection)
                    .await?;
                    Ok(inserted.rows_affected() == 1)
                })
            })
            .await
    }

    /// Notes that a fault is over; answers whether it was standing.
    ///
    /// # Errors
    /// The store's.
    pub async fn clear_fault(&self, game: GameId, key: &str) -> Result<bool, StoreFault> {
        let key = key.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    let deleted = sqlx::query("DELETE FROM faults WHERE game = $1 AND key = $2")
                        .bind(stored(game.0))
                        .bind(key)
                        .execute(connection)
                        .await?;
                    Ok(deleted.rows_affected() == 1)
                })
            })
            .await
    }

    /// Notes faults of a game (key and words) and that others (by key) are over, and puts into the outbox what is to be told of
    /// it, all or nothing: so each is told once.
    ///
    /// # Errors
    /// The store's.
    pub async fn change_faults(
        &self,
        game: GameId,
        noted: Vec<(String, String)>,
        over: Vec<String>,
        notices: Vec<OutNotice>,
    ) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    for (key, words) in &noted {
                        sqlx::query(
                            "INSERT INTO faults (game, key, words) VALUES ($1, $2, $3) \
                             ON CONFLICT (game, key) DO NOTHING",
                        )
                        .bind(stored(game.0))
                        .bind(key)
                        .bind(words)
                        .execute(&mut *connection)
                        .await?;
                    }
                    for key in &over {
                        sqlx::query("DELETE FROM faults WHERE game = $1 AND key = $2")
                            .bind(stored(game.0))
                            .bind(key)
                            .execute(&mut *connection)
                            .await?;
                    }
                    outbox::insert(connection, game, &notices).await
                })
            })
            .await
    }

    /// The faults of a game that stand now: key and words.
    ///
    /// # Errors
    /// The store's.
    pub async fn faults(&self, game: GameId) -> Result<Vec<(String, String)>, StoreFault> {
        Ok(
            sqlx::query_as("SELECT key, words FROM faults WHERE game = $1 ORDER BY key")
                .bind(stored(game.0))
                .fetch_all(self.readers())
                .await?,
        )
    }
}

/// Remembers a value, within the open transaction.
pub(super) async fn write_meta(
    connection: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> Result<(), StoreFault> {
    sqlx::query(
        "INSERT INTO meta (key, value) VALUES ($1, $2) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(key)
    .bind(value)
    .execute(connection)
    .await?;
    Ok(())
}
