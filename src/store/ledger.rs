//! The ledger: games and their events. One decision is one append, and an append is all or nothing.

use sqlx::SqliteConnection;

use super::fault::StoreFault;
use super::outbox::{self, OutNotice};
use super::writer::Instance;
use super::{LEASE_MS, Store, loaded, machine_ms, stored};
use crate::kernel::ids::{EventNumber, GameId, PlayerId};
use crate::kernel::time::Time;

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// People come and go.
    SignUp,
    /// It is being played.
    Running,
    /// It has been played to its end.
    Over,
    /// It never began.
    Cancelled,
}

impl Standing {
    /// Whether nothing will be played any more.
    pub fn ended(self) -> bool {
        match self {
            Standing::SignUp | Standing::Running => false,
            Standing::Over | Standing::Cancelled => true,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Standing::SignUp => "sign_up",
            Standing::Running => "running",
            Standing::Over => "over",
            Standing::Cancelled => "cancelled",
        }
    }

    fn parse(word: &str) -> Result<Standing, StoreFault> {
        match word {
            "sign_up" => Ok(Standing::SignUp),
            "running" => Ok(Standing::Running),
            "over" => Ok(Standing::Over),
            "cancelled" => Ok(Standing::Cancelled),
            other => Err(StoreFault::unreadable("a game's standing", other)),
        }
    }
}

/// What never changes about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// Its id.
    pub game: GameId,
    /// The server in which it is played.
    pub guild: u64,
    /// The channel in which it was announced.
    pub channel: u64,
    /// The edition's word.
    pub edition: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its seed, as 64 hexadecimal digits.
    pub seed: String,
    /// Who opened it.
    pub host: PlayerId,
    /// When.
    pub created: Time,
}

/// A game as the store knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub game: GameId,
    /// The server in which it is played.
    pub guild: u64,
    /// The channel in which it was announced.
    pub channel: u64,
    /// The edition's word.
    pub edition: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its seed, as 64 hexadecimal digits.
    pub seed: String,
    /// Who opened it.
    pub host: PlayerId,
    /// When.
    pub created: Time,
    /// Where it stands.
    pub standing: Standing,
    /// When something happens in it by itself.
    pub due: Option<Time>,
    /// The number of its next event.
    pub next: EventNumber,
    /// Why it stands still because of a bug, where it does.
    pub stopped: Option<String>,
    /// Whether the platform shows this ended game as it should stay.
    pub settled: bool,
}

/// One event of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub number: EventNumber,
    /// When the command arrived, or the instant at which what was settled was due.
    pub at: Time,
    /// Who gave the command, as JSON; on the first event of a decision alone.
    pub actor: Option<String>,
    /// The command, as JSON; on the first event of a decision alone.
    pub command: Option<String>,
    /// The event, as JSON.
    pub event: String,
}

/// All that one decision writes.
#[derive(Debug, Clone)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of its first event.
    pub expected_next: EventNumber,
    /// Its events, numbered from there.
    pub entries: Vec<Entry>,
    /// When something happens by itself next.
    pub due: Option<Time>,
    /// Where the game stands after it.
    pub standing: Standing,
    /// What is told of it.
    pub notices: Vec<OutNotice>,
    /// The interaction that asked for it.
    pub interaction: Option<u64>,
    /// What the one who asked is answered; the same again if the same interaction comes again.
    pub answer: String,
    /// That the process was there at this instant.
    pub seen: Option<Time>,
}

/// What became of an append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// It is in the ledger.
    Done,
    /// This interaction's decision was in the ledger already; nothing has changed.
    Repeated {
        /// What was answered then.
        answer: String,
    },
}

type GameColumns = (
    i64,
    i64,
    i64,
    String,
    i64,
    String,
    i64,
    i64,
    String,
    Option<i64>,
    i64,
    Option<String>,
    i64,
);

impl Store {
    /// Records a new game with its first decision.
    ///
    /// # Errors
    /// The store's; then there is no such game.
    pub async fn create_game(&self, game: NewGame, first: Append) -> Result<Appended, StoreFault> {
        let instance = self.instance().clone();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    if let Some(answer) = answered(connection, first.interaction).await? {
                        return Ok(Appended::Repeated { answer });
                    }
                    insert_game(connection, &instance, &game, first.standing).await?;
                    append(connection, &instance, &first).await
                })
            })
            .await
    }

    /// Records a decision.
    ///
    /// # Errors
    /// The store's; then nothing of the decision is recorded.
    pub async fn append(&self, decision: Append) -> Result<Appended, StoreFault> {
        let instance = self.instance().clone();
        self.writer()
            .write(move |connection| {
                Box::pin(async move { append(connection, &instance, &decision).await })
            })
            .await
    }

    /// What was answered to this interaction, if its decision is in the ledger.
    ///
    /// # Errors
    /// The store's.
    pub async fn answered(&self, interaction: u64) -> Result<Option<String>, StoreFault> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT answer FROM interactions WHERE interaction = $1")
                .bind(stored(interaction))
                .fetch_optional(self.readers())
                .await?;
        Ok(row.map(|(answer,)| answer))
    }

    /// The games: all of them, or those about which something is left to do (not ended, with a due time, or not yet
    /// shown as they should stay). One whose row cannot be read is left alone, and the log says so: it is not the others' fault.
    ///
    /// # Errors
    /// The store's.
    pub async fn games(&self, live_only: bool) -> Result<Vec<GameRow>, StoreFault> {
        let rows: Vec<GameColumns> = sqlx::query_as(
            "SELECT game, guild, channel, edition, rules_version, seed, host, created, standing, due, \
             next_event, stopped, settled FROM games \
             WHERE $1 = 0 OR standing IN ('sign_up', 'running') OR due IS NOT NULL OR settled = 0 \
             ORDER BY created, game",
        )
        .bind(i64::from(live_only))
        .fetch_all(self.readers())
        .await?;
        let rows = rows.into_iter().filter_map(|columns| {
            let game = GameId(loaded(columns.0));
            game_row(columns)
                .inspect_err(|fault| tracing::error!(%game, %fault, "a game is left alone"))
                .ok()
        });
        Ok(rows.collect())
    }

    /// One game.
    ///
    /// # Errors
    /// The store's.
    pub async fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreFault> {
        let row: Option<GameColumns> = sqlx::query_as(
            "SELECT game, guild, channel, edition, rules_version, seed, host, created, standing, due, \
             next_event, stopped, settled FROM games WHERE game = $1",
        )
        .bind(stored(game.0))
        .fetch_optional(self.readers())
        .await?;
        row.map(game_row).transpose()
    }

    /// Every event of a game, in order.
    ///
    /// # Errors
    /// The store's.
    pub async fn entries(&self, game: GameId) -> Result<Vec<Entry>, StoreFault> {
        type Columns = (i64, i64, Option<String>, Option<String>, String);
        let rows: Vec<Columns> = sqlx::query_as(
            "SELECT number, at, actor, command, event FROM events WHERE game = $1 ORDER BY number",
        )
        .bind(stored(game.0))
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|(number, at, actor, command, event)| Entry {
                number: EventNumber(loaded(number)),
                at: Time(at),
                actor,
                command,
                event,
            })
            .collect())
    }

    /// Notes that a game stands still because of a bug, and tells so; a game that stands still already stays as it is.
    ///
    /// # Errors
    /// The store's.
    pub async fn stop_game(
        &self,
        game: GameId,
        why: &str,
        notices: Vec<OutNotice>,
    ) -> Result<(), StoreFault> {
        let why = why.to_owned();
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    let stopped = sqlx::query(
                        "UPDATE games SET stopped = $2 WHERE game = $1 AND stopped IS NULL",
                    )
                    .bind(stored(game.0))
                    .bind(why)
                    .execute(&mut *connection)
                    .await?;
                    if stopped.rows_affected() == 0 {
                        return Ok(());
                    }
                    outbox::insert(connection, game, &notices).await
                })
            })
            .await
    }

    /// Notes that a game that stood still goes on.
    ///
    /// # Errors
    /// The store's.
    pub async fn resume_game(&self, game: GameId) -> Result<(), StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET stopped = NULL WHERE game = $1")
                        .bind(stored(game.0))
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Notes that the platform shows an ended game as it should stay, if no event came after `next` was expected and
    /// nothing is left to tell. Answers whether that is so.
    ///
    /// # Errors
    /// The store's.
    pub async fn settle_game(&self, game: GameId, next: EventNumber) -> Result<bool, StoreFault> {
        self.writer()
            .write(move |connection| {
                Box::pin(async move {
                    let settled = sqlx::query(
                        "UPDATE games SET settled = 1 WHERE game = $1 AND next_event = $2 \
                         AND standing IN ('over', 'cancelled') AND NOT EXISTS \
                         (SELECT 1 FROM outbox WHERE outbox.game = games.game AND state = 'pending')",
                    )
                    .bind(stored(game.0))
                    .bind(stored(next.0))
                    .execute(connection)
                    .await?;
                    Ok(settled.rows_affected() == 1)
                })
            })
            .await
    }
}

fn game_row(columns: GameColumns) -> Result<GameRow, StoreFault> {
    let (
        game,
        guild,
        channel,
        edition,
        rules_version,
        seed,
        host,
        created,
        standing,
        due,
        next,
        stopped,
        settled,
    ) = columns;
    Ok(GameRow {
        game: GameId(loaded(game)),
        guild: loaded(guild),
        channel: loaded(channel),
        edition,
        rules_version: u32::try_from(rules_version)
            .map_err(|error| StoreFault::unreadable("a version of rules", error))?,
        seed,
        host: PlayerId(loaded(host)),
        created: Time(created),
        standing: Standing::parse(&standing)?,
        due: due.map(Time),
        next: EventNumber(loaded(next)),
        stopped,
        settled: settled != 0,
    })
}

async fn insert_game(
    connection: &mut SqliteConnection,
    instance: &Instance,
    game: &NewGame,
    standing: Standing,
) -> Result<(), StoreFault> {
    sqlx::query(
        "INSERT INTO games (game, guild, channel, edition, rules_version, seed, host, created, next_event, \
         next_message, standing, owner, lease, epoch) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9, $10, $11, $12)",
    )
    .bind(stored(game.game.0))
    .bind(stored(game.guild))
    .bind(stored(game.channel))
    .bind(&game.edition)
    .bind(i64::from(game.rules_version))
    .bind(&game.seed)
    .bind(stored(game.host.0))
    .bind(game.created.0)
    .bind(standing.word())
    .bind(&instance.owner)
    .bind(machine_ms() + LEASE_MS)
    .bind(instance.epoch)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes a decision within the open transaction.
async fn append(
    connection: &mut SqliteConnection,
    instance: &Instance,
    decision: &Append,
) -> Result<Appended, StoreFault> {
    if let Some(answer) = answered(connection, decision.interaction).await? {
        return Ok(Appended::Repeated { answer });
    }
    let count = i64::try_from(decision.entries.len()).expect("a decision has few events");
    let game = stored(decision.game.0);
    let moved = sqlx::query(
        "UPDATE games SET next_event = next_event + $3, due = $4, standing = $5, settled = 0, lease = $6 \
         WHERE game = $1 AND next_event = $2 AND owner = $7 AND epoch = $8",
    )
    .bind(game)
    .bind(stored(decision.expected_next.0))
    .bind(count)
    .bind(decision.due.map(|due| due.0))
    .bind(decision.standing.word())
    .bind(machine_ms() + LEASE_MS)
    .bind(&instance.owner)
    .bind(instance.epoch)
    .execute(&mut *connection)
    .await?;
    if moved.rows_affected() != 1 {
        return Err(why_not_moved(connection, decision).await?);
    }
    for entry in &decision.entries {
        sqlx::query(
            "INSERT INTO events (game, number, at, actor, command, event) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(game)
        .bind(stored(entry.number.0))
        .bind(entry.at.0)
        .bind(&entry.actor)
        .bind(&entry.command)
        .bind(&entry.event)
        .execute(&mut *connection)
        .await?;
    }
    outbox::insert(connection, decision.game, &decision.notices).await?;
    if let Some(interaction) = decision.interaction {
        sqlx::query(
            "INSERT INTO interactions (interaction, game, answer, written) VALUES ($1, $2, $3, $4)",
        )
        .bind(stored(interaction))
        .bind(game)
        .bind(&decision.answer)
        .bind(machine_ms())
        .execute(&mut *connection)
        .await?;
    }
    if let Some(seen) = decision.seen {
        super::registry::write_meta(connection, super::registry::LAST_SEEN, &seen.0.to_string())
            .await?;
    }
    Ok(Appended::Done)
}

async fn answered(
    connection: &mut SqliteConnection,
    interaction: Option<u64>,
) -> Result<Option<String>, StoreFault> {
    let Some(interaction) = interaction else {
        return Ok(None);
    };
    let row: Option<(String,)> =
        sqlx::query_as("SELECT answer FROM interactions WHERE interaction = $1")
            .bind(stored(interaction))
            .fetch_optional(connection)
            .await?;
    Ok(row.map(|(answer,)| answer))
}

async fn why_not_moved(
    connection: &mut SqliteConnection,
    decision: &Append,
) -> Result<StoreFault, StoreFault> {
    let row: Option<(i64,)> = sqlx::query_as("SELECT next_event FROM games WHERE game = $1")
        .bind(stored(decision.game.0))
        .fetch_optional(connection)
        .await?;
    Ok(match row {
        None => StoreFault::UnknownGame(decision.game),
        Some((found,)) if loaded(found) != decision.expected_next.0 => StoreFault::Conflict {
            game: decision.game,
            expected: decision.expected_next.0,
            found: loaded(found),
        },
        Some(_) => StoreFault::Superseded,
    })
}
