//! Games whose Day begins in the same second, under Discord's limits: how long it takes until everybody has been told and dealt
//! to, and how fast those are answered meanwhile who ask for something.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::copies::populate;
use super::press::{Times, ask};
use super::processes::{Bot, StandIn};
use super::table::Row;
use super::village::{Hand, Village};

/// Discord takes so many requests in a second.
const A_SECOND: f64 = 50.0;
/// How often somebody asks meanwhile.
const ASKED_EVERY: Duration = Duration::from_millis(100);
/// How often it is looked how far the bot is.
const LOOK: Duration = Duration::from_millis(500);
/// All is told when nothing was sent for so long.
const QUIET: Duration = Duration::from_secs(5);
/// The longest that it may take, for each game.
const PATIENCE: Duration = Duration::from_secs(3);

/// Measures it with so many games.
pub async fn measure(games: usize) -> anyhow::Result<Vec<Row>> {
    let folder = TempDir::new()?;
    let stand_in = Arc::new(StandIn::start(&[]).await?);
    let village = Village::new(&stand_in, folder.path()).await?;
    village.begin_days().await?;
    let database = folder.path().join("days.db");
    populate(&stand_in, &village, &database, games, 0).await?;
    let copies = (games / village.games.len()) as u64;
    let hands: Vec<Hand> = (0..copies)
        .flat_map(|copy| village.hands.iter().map(move |hand| hand.copied(copy)))
        .collect();
    let messages = waiting(&database).await?;
    stand_in
        .ask("PUT", "/limits", json!({ "on": true }))
        .await?;
    let bot = Bot::start(&stand_in, &village.token, &database)?;
    let patience = PATIENCE * u32::try_from(games)?;
    let told = told(&stand_in, &database, &hands, patience).await?;
    bot.kill().await?;
    let of = format!("{games} Days at once, {messages} messages");
    eprintln!(
        "{of}: {} requests in {:.1} s, {} of them refused; {} asked meanwhile, {} answered late",
        told.requests,
        told.took,
        told.refused,
        told.answers.count(),
        told.late
    );
    Ok(vec![
        Row::at_most(
            format!("{of}, {} requests, until all are told", told.requests),
            "s",
            told.took,
            1.2 * told.requests as f64 / A_SECOND,
        ),
        Row::plain(
            format!("answer to /me meanwhile, p50, {of}"),
            "ms",
            told.answers.at(0.5),
        ),
        Row::at_most(
            format!("answer to /me meanwhile, p99, {of}"),
            "ms",
            told.answers.at(0.99),
            3_000.0,
        ),
        Row::at_most(
            format!("answered with \"thinking\" or not at all meanwhile, {of}"),
            "",
            told.late as f64,
            1.0,
        ),
    ])
}

/// What came of it.
struct Told {
    /// Seconds from the first request to the last.
    took: f64,
    requests: u64,
    refused: u64,
    answers: Times,
    late: usize,
}

/// Waits until everybody is told, and asks for cards meanwhile.
async fn told(
    stand_in: &Arc<StandIn>,
    database: &Path,
    hands: &[Hand],
    patience: Duration,
) -> anyhow::Result<Told> {
    let began = Instant::now();
    let (mut look, mut asking) = (
        tokio::time::interval(LOOK),
        tokio::time::interval(ASKED_EVERY),
    );
    let mut asked = JoinSet::new();
    let mut hands = hands.iter().cycle();
    let (mut first, mut last, mut requests) = (None, began, 0);
    let refused = loop {
        anyhow::ensure!(began.elapsed() < patience, "not everybody is told in time");
        tokio::select! {
            _ = look.tick() => {
                let limits = stand_in.ask("GET", "/limits", Value::Null).await?;
                let counted = limits["counted"].as_u64().context("a count")?;
                let refused = limits["refused"].as_u64().context("a count")?;
                if counted > requests {
                    (requests, last) = (counted, Instant::now());
                    first.get_or_insert(last);
                }
                if first.is_some() && last.elapsed() > QUIET && waiting(database).await? == 0 {
                    break refused;
                }
            }
            _ = asking.tick(), if first.is_some() => {
                if let Some(hand) = hands.next().cloned() {
                    let stand_in = Arc::clone(stand_in);
                    asked.spawn(async move { ask(&stand_in, &hand).await });
                }
            }
        }
    };
    let (mut answers, mut late) = (Vec::new(), 0);
    while let Some(answered) = asked.join_next().await {
        match answered?? {
            Some(took) => answers.push(took),
            None => late += 1,
        }
    }
    Ok(Told {
        took: (last - first.unwrap_or(last)).as_secs_f64(),
        requests,
        refused,
        answers: Times::of(answers),
        late,
    })
}

/// How many messages are still to be told.
async fn waiting(database: &Path) -> anyhow::Result<i64> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut connection: SqliteConnection = options.read_only(true).connect().await?;
    let pending = "SELECT COUNT(*) FROM outbox WHERE state = 'pending'";
    let count = sqlx::query_scalar(pending)
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(count)
}
