//! Presses, one after the other and from all sides: how long it takes until the stand-in has the answer; and beside them, in
//! the same seconds, the floor: a bare commit on the same disk and a bare request on loopback.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::task::JoinSet;

use super::processes::StandIn;
use super::village::Hand;

/// How often the floor is measured, for each press.
const FLOOR_EVERY: u32 = 2;
/// About as much as a move writes.
const WRITTEN: usize = 1024;

/// How long things took, in milliseconds, the shortest first.
#[derive(Debug, Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Of all of them, in any order.
    pub fn of(mut times: Vec<f64>) -> Times {
        times.sort_unstable_by(f64::total_cmp);
        Times(times)
    }

    /// So that this part of them (0 to 1) took no longer.
    pub fn at(&self, part: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (last as f64 * part).round() as usize;
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// What came of pressing for a while.
pub struct Pressed {
    /// The answers.
    pub answers: Times,
    /// Commit and request.
    pub floor: Times,
    /// How many were answered with "thinking", or not in time.
    pub late: usize,
}

/// Presses so many times a second for as long, each hand in its turn.
pub async fn press(
    stand_in: &Arc<StandIn>,
    mut hands: Vec<Hand>,
    a_second: u32,
    lasts: Duration,
    folder: &Path,
) -> anyhow::Result<Pressed> {
    hands.shuffle(&mut rand::rng());
    let mut connection = bare(&folder.join("floor.db")).await?;
    let pause = Duration::from_secs(1) / a_second;
    let mut clock = tokio::time::interval(pause);
    let end = Instant::now() + lasts;
    let floor = {
        let stand_in = Arc::clone(stand_in);
        tokio::spawn(async move {
            let mut floor = Vec::new();
            let mut clock = tokio::time::interval(pause * FLOOR_EVERY);
            while Instant::now() < end {
                clock.tick().await;
                floor.push(commit_and_request(&mut connection, &stand_in).await?);
            }
            connection.close().await?;
            Ok::<_, anyhow::Error>(floor)
        })
    };
    let mut under_way = JoinSet::new();
    let mut number = 0;
    while Instant::now() < end {
        clock.tick().await;
        let hand = hands[number % hands.len()].clone();
        let value = hand.values[number / hands.len() % 2].clone();
        number += 1;
        let stand_in = Arc::clone(stand_in);
        under_way.spawn(async move { choose(&stand_in, &hand, &value).await });
    }
    let (mut answers, mut late) = (Vec::new(), 0);
    while let Some(answered) = under_way.join_next().await {
        match answered?? {
            Some(took) => answers.push(took),
            None => late += 1,
        }
    }
    Ok(Pressed {
        answers: Times::of(answers),
        floor: Times::of(floor.await??),
        late,
    })
}

/// One press: how long the bot took to answer it, in milliseconds; none where it did not in time.
pub async fn choose(stand_in: &StandIn, hand: &Hand, value: &str) -> anyhow::Result<Option<f64>> {
    let path = format!(
        "/users/{}/channels/{}/messages/{}/choose",
        hand.user, hand.channel, hand.message
    );
    let body = json!({ "menu": hand.menu, "values": [value] });
    let answer = stand_in.ask("POST", &path, body).await?;
    let took = answer["took_us"].as_f64().map(|us| us / 1000.0);
    Ok(took.filter(|_| answer["kind"] == "message"))
}

/// Somebody asks for the own cards: how long the bot took to answer, in milliseconds; none where it did not in time.
pub async fn ask(stand_in: &StandIn, hand: &Hand) -> anyhow::Result<Option<f64>> {
    let path = format!("/users/{}/channels/{}/command", hand.user, hand.channel);
    let answer = stand_in
        .ask("POST", &path, json!({ "command": "/me" }))
        .await?;
    let took = answer["took_us"].as_f64().map(|us| us / 1000.0);
    Ok(took.filter(|_| answer["kind"] == "message"))
}

/// A database with the same pragmas as the store's, and one table.
async fn bare(path: &Path) -> anyhow::Result<SqliteConnection> {
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging()
        .connect()
        .await?;
    sqlx::query(
        "CREATE TABLE IF NOT EXISTS floor (at INTEGER NOT NULL, words TEXT NOT NULL) STRICT",
    )
    .execute(&mut connection)
    .await?;
    Ok(connection)
}

async fn commit_and_request(
    connection: &mut SqliteConnection,
    stand_in: &StandIn,
) -> anyhow::Result<f64> {
    let began = Instant::now();
    sqlx::query("INSERT INTO floor (at, words) VALUES ($1, $2)")
        .bind(chrono::Utc::now().timestamp_millis())
        .bind("w".repeat(WRITTEN))
        .execute(connection)
        .await?;
    stand_in.knock().await?;
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}
