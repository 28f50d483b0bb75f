//! The outbox: what happened once and is still to be told, in order, with a nonce.

use std::collections::BTreeSet;

use rand::RngExt;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::fault::StoreFault;
use super::{Store, loaded, stored};
use crate::kernel::audience::{File, Room};
use crate::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use crate::kernel::time::Time;

/// Where a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Address {
    /// A room of the game's place.
    Room(Room),
    /// A player alone, in the seat that this player had when it was written.
    Player(PlayerId, Seat),
}

/// One message of the platform: rendered, escaped and short enough.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Part {
    /// What it says.
    pub content: String,
    /// Who is pinged by it, and nobody else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ping: Vec<PlayerId>,
    /// A file that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
}

/// A notice on its way into the outbox: a row for each part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutNotice {
    /// Where it goes.
    pub to: Address,
    /// Its messages, in order.
    pub parts: Vec<Part>,
}

/// Which row of which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutboxId {
    /// The game.
    pub game: GameId,
    /// Its place in the game's outbox, from 0.
    pub number: u64,
}

/// A message that has not been told yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// Which one.
    pub id: OutboxId,
    /// The last event of the decision that it tells of.
    pub after: EventNumber,
    /// Where it goes.
    pub to: Address,
    /// What it says.
    pub part: Part,
    /// 24 random digits by which the platform knows it again.
    pub nonce: String,
    /// When sending it was last begun; then it may have arrived although nobody said so.
    pub attempted: Option<Time>,
}

/// 24 random hexadecimal digits: a nonce that counts nothing.
pub fn fresh_nonce() -> String {
    let bytes: [u8; 12] = rand::rng().random();
    crate::kernel::dice::hex(&bytes)
}

impl Store {
    /// What this game has still to tell, in order.
    ///
    /// # Errors
    /// The store's.
    pub async fn outbox(&self, game: GameId) -> Result<Vec<OutboxRow>, StoreFault> {
        let rows: Vec<(i64, i64, String, String, String, Option<i64>)> = sqlx::query_as(
            "SELECT number, after_event, address, part, nonce, attempted FROM outbox \
             WHERE game = $1 AND state = 'pending' ORDER BY number",
        )
        .bind(stored(game.0))
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|(number, after, address, part, nonce, attempted)| {
                Ok(OutboxRow {
                    id: OutboxId {
                        game,
                        number: loaded(number),
                    },
                    after: EventNumber(loaded(after)),
                    to: parse("a message's address", &address)?,
                    part: parse("a message", &part)?,
                    nonce,
                    attempted: attempted.map(Time),
                })
            })
            .collect()
    }

    /// The games that have something left to tell.
    ///
    /// # Errors
    /// The store's.
    pub async fn games_with_news(&self) -> Result<BTreeSet<GameId>, StoreFault> {
        let games: Vec<i64> =
            sqlx::query_scalar("SELECT DISTINCT game FROM outbox WHERE state = 'pending'")
                .fetch_all(self.readers())
                .await?;
        Ok(games.into_iter().map(|game| GameId(loaded(game))).collect())
    }

    /// Puts messages into the outbox that belong to no decision, such as a fault for the host's desk.
    ///
    /// # Errors
    /// The store's.
    pub async fn enqueue(&self, game: GameId, notices: Vec<OutNotice>) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move { insert(connection, game, &notices).await })
            })
            .await
    }

    /// Notes that sending a message is begun; without a time, that it was put off, so that it certainly has not arrived.
    ///
    /// # Errors
    /// The store's.
    pub async fn outbox_attempted(&self, id: OutboxId, at: Option<Time>) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE outbox SET attempted = $3 \
                         WHERE game = $1 AND number = $2 AND state = 'pending'",
                    )
                    .bind(stored(id.game.0))
                    .bind(stored(id.number))
                    .bind(at.map(|at| at.0))
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Notes that a message stands on the platform, under this id.
    ///
    /// # Errors
    /// The store's.
    pub async fn outbox_sent(&self, id: OutboxId, message: u64) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE outbox SET state = 'sent', message = $3 \
                         WHERE game = $1 AND number = $2 AND state = 'pending'",
                    )
                    .bind(stored(id.game.0))
                    .bind(stored(id.number))
                    .bind(stored(message))
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Gives a message up, and notes why.
    ///
    /// # Errors
    /// The store's.
    pub async fn outbox_dropped(&self, id: OutboxId, why: &str) -> Result<(), StoreFault> {
        let why = why.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE outbox SET state = 'dropped', dropped_why = $3 \
                         WHERE game = $1 AND number = $2 AND state = 'pending'",
                    )
                    .bind(stored(id.game.0))
                    .bind(stored(id.number))
                    .bind(why)
                    .execute(connection)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The newest message that was told at this address: what is looked for stands behind it.
    ///
    /// # Errors
    /// The store's.
    pub async fn last_told(&self, game: GameId, to: &Address) -> Result<Option<u64>, StoreFault> {
        let address = serde_json::to_string(to)
            .map_err(|error| StoreFault::unreadable("a message's address", error))?;
        let (newest,): (Option<i64>,) = sqlx::query_as(
            "SELECT MAX(message) FROM outbox WHERE game = $1 AND address = $2 AND state = 'sent'",
        )
        .bind(stored(game.0))
        .bind(address)
        .fetch_one(self.readers())
        .await?;
        Ok(newest.map(loaded))
    }

    /// The game that told a message of the platform, or of which it is a board; none where it is not known.
    ///
    /// # Errors
    /// The store's.
    pub async fn whose_message(&self, message: u64) -> Result<Option<GameId>, StoreFault> {
        let row: Option<(i64,)> = sqlx::query_as(
            "SELECT game FROM outbox WHERE message = $1 \
             UNION ALL SELECT game FROM boards WHERE message = $1 LIMIT 1",
        )
        .bind(stored(message))
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(|(game,)| GameId(loaded(game))))
    }
}

/// Adds rows behind what the game's outbox holds, within the open transaction.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    game: GameId,
    notices: &[OutNotice],
) -> Result<(), StoreFault> {
    let count: usize = notices.iter().map(|notice| notice.parts.len()).sum();
    if count == 0 {
        return Ok(());
    }
    let count = i64::try_from(count).expect("a decision tells few things");
    let found: Option<(i64, i64)> = sqlx::query_as(
        "UPDATE games SET next_message = next_message + $2, settled = 0 WHERE game = $1 \
         RETURNING next_message - $2, next_event",
    )
    .bind(stored(game.0))
    .bind(count)
    .fetch_optional(&mut *connection)
    .await?;
    let (first, next_event) = found.ok_or(StoreFault::UnknownGame(game))?;
    let mut number = first;
    for notice in notices {
        let address = write("a message's address", &notice.to)?;
        for part in &notice.parts {
            sqlx::query(
                "INSERT INTO outbox (game, number, after_event, address, part, nonce, state) \
                 VALUES ($1, $2, $3, $4, $5, $6, 'pending')",
            )
            .bind(stored(game.0))
            .bind(number)
            .bind(next_event.saturating_sub(1).max(0))
            .bind(&address)
            .bind(write("a message", part)?)
            .bind(fresh_nonce())
            .execute(&mut *connection)
            .await?;
            number += 1;
        }
    }
    Ok(())
}

fn parse<T: serde::de::DeserializeOwned>(what: &'static str, text: &str) -> Result<T, StoreFault> {
    serde_json::from_str(text).map_err(|error| StoreFault::unreadable(what, error))
}

fn write<T: Serialize>(what: &'static str, value: &T) -> Result<String, StoreFault> {
    serde_json::to_string(value).map_err(|error| StoreFault::unreadable(what, error))
}
