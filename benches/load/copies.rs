//! A database with as many games as wanted: the rows of a village, copied under other ids as the stand-in copies its server.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{
    Column, ConnectOptions, Connection, QueryBuilder, Row, Sqlite, SqliteConnection, TypeInfo,
    ValueRef,
};
use town_crier::kernel::ids::GameId;
use town_crier::rehearsal::stand_in::world::copies::copied;
use town_crier::store::fresh_nonce;

use super::processes::StandIn;
use super::village::{GAMES, Village};

/// The tables that hold rows of games, in an order in which references hold.
const TABLES: [(&str, &str); 5] = [
    ("games", "SELECT * FROM games"),
    ("events", "SELECT * FROM events"),
    ("outbox", "SELECT * FROM outbox"),
    ("things", "SELECT * FROM things"),
    ("boards", "SELECT * FROM boards"),
];
/// No time in milliseconds is greater, and no snowflake of this decade smaller.
const LEAST_SNOWFLAKE: u64 = 1 << 50;
/// How many rows are written at once.
const AT_ONCE: usize = 200;

/// Makes the database at `path` hold this many games, all of them known to the stand-in, where copies up to `known` are
/// there already; answers up to which they are now.
pub async fn populate(
    stand_in: &StandIn,
    village: &Village,
    path: &Path,
    games: usize,
    known: u64,
) -> anyhow::Result<u64> {
    let upto = (games / GAMES).saturating_sub(1) as u64;
    for copy in known + 1..=upto {
        let games = village.games.iter();
        let twin = |game: &GameId| GameId(copied_game(game.0, copy)).to_string();
        let words: BTreeMap<String, String> =
            games.map(|game| (game.to_string(), twin(game))).collect();
        let route = format!("/guilds/{}/copies", village.guild);
        let wanted = json!({ "copy": copy, "words": words });
        stand_in.ask("POST", &route, wanted).await?;
    }
    std::fs::copy(&village.database, path)?;
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Off)
        .synchronous(SqliteSynchronous::Off)
        .foreign_keys(false)
        .disable_statement_logging()
        .connect()
        .await?;
    let mut tables = Vec::new();
    for (table, select) in TABLES {
        let rows = sqlx::query(select).fetch_all(&mut connection).await?;
        tables.push((table, read(&rows, village)?));
    }
    sqlx::query("BEGIN").execute(&mut connection).await?;
    for copy in 1..=upto {
        for (table, rows) in &tables {
            for rows in rows.chunks(AT_ONCE) {
                write(&mut connection, table, rows, village, copy).await?;
            }
        }
    }
    let now = chrono::Utc::now().timestamp_millis().to_string();
    sqlx::query("UPDATE meta SET value = $1 WHERE key = 'last_seen'")
        .bind(now)
        .execute(&mut connection)
        .await?;
    sqlx::query("COMMIT").execute(&mut connection).await?;
    connection.close().await?;
    Ok(upto.max(known))
}

/// A cell of a row, and what of it is another in each copy.
enum Cell {
    Null,
    Number(i64),
    Snowflake(u64),
    Game(u64),
    Nonce,
    Text(Vec<Piece>),
}

/// A piece of a text.
enum Piece {
    Words(String),
    Snowflake(u64),
    Game(u64),
}

/// The id of a game in a copy.
fn copied_game(game: u64, copy: u64) -> u64 {
    game.wrapping_add(copy.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn read(rows: &[SqliteRow], village: &Village) -> anyhow::Result<Vec<Vec<Cell>>> {
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        let mut cells = Vec::with_capacity(row.columns().len());
        for column in row.columns() {
            let index = column.ordinal();
            let value = row.try_get_raw(index)?;
            let (null, kind) = (value.is_null(), value.type_info().name().to_owned());
            cells.push(match (kind.as_str(), column.name()) {
                _ if null => Cell::Null,
                ("TEXT", "nonce") => Cell::Nonce,
                ("TEXT", _) => Cell::Text(pieces(row.try_get(index)?, village)),
                (_, "game") => Cell::Game(row.try_get::<i64, _>(index)?.cast_unsigned()),
                _ => {
                    let number: i64 = row.try_get(index)?;
                    match u64::try_from(number) {
                        Ok(id) if id > LEAST_SNOWFLAKE => Cell::Snowflake(id),
                        _ => Cell::Number(number),
                    }
                }
            });
        }
        read.push(cells);
    }
    Ok(read)
}

/// Takes a text apart at the ids in it.
fn pieces(text: String, village: &Village) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let word = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_alphanumeric())
                .len();
        let Some((word, after)) = rest
            .split_at_checked(word)
            .filter(|(word, _)| !word.is_empty())
        else {
            let next = rest.chars().next().map_or(1, char::len_utf8);
            words.push_str(&rest[..next]);
            rest = &rest[next..];
            continue;
        };
        rest = after;
        let snowflake = word.parse::<u64>().ok().filter(|id| *id > LEAST_SNOWFLAKE);
        let game = word
            .parse::<GameId>()
            .ok()
            .filter(|game| village.games.contains(game));
        let piece = match (game, snowflake) {
            (Some(game), _) => Piece::Game(game.0),
            (None, Some(id)) if id != village.bot => Piece::Snowflake(id),
            _ => {
                words.push_str(word);
                continue;
            }
        };
        pieces.push(Piece::Words(std::mem::take(&mut words)));
        pieces.push(piece);
    }
    pieces.push(Piece::Words(words));
    pieces
}

fn written(pieces: &[Piece], copy: u64) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Words(words) => text.push_str(words),
            Piece::Snowflake(id) => text.push_str(&copied(*id, copy).to_string()),
            Piece::Game(game) => text.push_str(&GameId(copied_game(*game, copy)).to_string()),
        }
    }
    text
}

async fn write(
    connection: &mut SqliteConnection,
    table: &str,
    rows: &[Vec<Cell>],
    village: &Village,
    copy: u64,
) -> anyhow::Result<()> {
    let mut insert: QueryBuilder<Sqlite> = QueryBuilder::new(format!("INSERT INTO {table} "));
    insert.push_values(rows, |mut row, cells| {
        for cell in cells {
            match cell {
                Cell::Null => row.push_bind(None::<i64>),
                Cell::Number(number) => row.push_bind(*number),
                Cell::Snowflake(id) if *id == village.bot => row.push_bind(id.cast_signed()),
                Cell::Snowflake(id) => row.push_bind(copied(*id, copy).cast_signed()),
                Cell::Game(game) => row.push_bind(copied_game(*game, copy).cast_signed()),
                Cell::Nonce => row.push_bind(fresh_nonce()),
                Cell::Text(pieces) => row.push_bind(written(pieces, copy)),
            };
        }
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// How many events the database holds.
pub async fn events(path: &Path) -> anyhow::Result<i64> {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .connect()
        .await?;
    let (events,): (i64,) = sqlx::query_as("SELECT SUM(next_event) FROM games")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(events)
}
