//! The bot with no game, a thousand and ten thousand: how long it takes to start, how much memory it needs, how fast it answers.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::task::JoinSet;

use super::copies::{events, populate};
use super::press::{Pressed, choose, press};
use super::processes::{Bot, StandIn};
use super::table::Row;
use super::village::{Hand, Village};

/// The longest that a start is waited for.
const PATIENCE: Duration = Duration::from_secs(180);
/// How often it is tried whether the bot answers.
const TRY: Duration = Duration::from_millis(50);
/// Memory is read when it has not grown by more than a hundredth in this time.
const STEADY: Duration = Duration::from_secs(5);
/// The memory that the process may have without games, in KB.
const AIM_EMPTY_KB: f64 = 15.0 * 1024.0;
/// What a game may add, in KB.
const AIM_GAME_KB: f64 = 20.0;
/// How long a start may take, in seconds.
const AIM_START: f64 = 3.0;

/// How large the load is.
pub struct Size {
    /// How many live games.
    pub games: Vec<usize>,
    /// With how many of them players press.
    pub pressed: usize,
    /// How often a second.
    pub presses: u32,
    /// For how long.
    pub lasts: Duration,
}

/// Measures all of it.
pub async fn measure(size: &Size) -> anyhow::Result<Vec<Row>> {
    let folder = TempDir::new()?;
    let stand_in = Arc::new(StandIn::start(&[]).await?);
    let began = Instant::now();
    let village = Village::new(&stand_in, folder.path()).await?;
    eprintln!(
        "a village with {} games and {} who can press, made in {:.1} s",
        village.games.len(),
        village.hands.len(),
        began.elapsed().as_secs_f64()
    );
    let mut rows = Vec::new();
    let empty = one_without(&stand_in, &village, &mut rows, folder.path()).await?;
    let mut known = 0;
    for games in &size.games {
        let path = folder.path().join(format!("{games}.db"));
        let began = Instant::now();
        known = populate(&stand_in, &village, &path, *games, known).await?;
        let mb = std::fs::metadata(&path)?.len() as f64 / 1048576.0;
        eprintln!(
            "a database with {games} games ({mb:.0} MB), made in {:.1} s",
            began.elapsed().as_secs_f64()
        );
        let copies = (games / village.games.len()) as u64;
        let hands: Vec<Hand> = (0..copies)
            .flat_map(|copy| village.hands.iter().map(move |hand| hand.copied(copy)))
            .collect();
        let began = Instant::now();
        let bot = Bot::start(&stand_in, &village.token, &path)?;
        let serves = first_served(&stand_in, &village, &hands, began).await?;
        rows.push(Row::at_most(
            format!("start with {games} live games, until the first press is answered"),
            "s",
            serves,
            AIM_START,
        ));
        if let Some((empty, full)) = empty.zip(steady(&bot).await) {
            let each = (full - empty) / *games as f64;
            rows.push(Row::plain(
                format!("memory with {games} live games"),
                "MB",
                full / 1024.0,
            ));
            rows.push(Row::at_most(
                format!("memory of each of {games} live games"),
                "KB",
                each,
                AIM_GAME_KB,
            ));
        }
        let pressed = hands.iter().take(hands.len() * size.pressed / games);
        let before = events(&path).await?;
        let pressed = press(
            &stand_in,
            pressed.cloned().collect(),
            size.presses,
            size.lasts,
            folder.path(),
        )
        .await?;
        let moves = events(&path).await? - before;
        rows.extend(latency(*games, size.presses, &pressed, moves));
        bot.kill().await?;
        std::fs::remove_file(&path)?;
    }
    Ok(rows)
}

/// The memory of a bot that has no game, in KB.
async fn one_without(
    stand_in: &Arc<StandIn>,
    village: &Village,
    rows: &mut Vec<Row>,
    folder: &Path,
) -> anyhow::Result<Option<f64>> {
    let began = Instant::now();
    let bot = Bot::start(stand_in, &village.token, &folder.join("empty.db"))?;
    let serves = first_served(stand_in, village, &village.hands, began).await?;
    rows.push(Row::plain(
        "start without games, until the first press is answered",
        "s",
        serves,
    ));
    let empty = steady(&bot).await;
    if let Some(empty) = empty {
        let (measured, aim) = (empty / 1024.0, AIM_EMPTY_KB / 1024.0);
        rows.push(Row::at_most(
            "memory without games, connected",
            "MB",
            measured,
            aim,
        ));
    }
    bot.kill().await?;
    Ok(empty)
}

/// Presses until one is answered: how many seconds after `began` that was.
async fn first_served(
    stand_in: &Arc<StandIn>,
    village: &Village,
    hands: &[Hand],
    began: Instant,
) -> anyhow::Result<f64> {
    while !stand_in.connected(village.bot).await? {
        anyhow::ensure!(began.elapsed() < PATIENCE, "the bot does not connect");
        tokio::time::sleep(TRY).await;
    }
    let mut under_way = JoinSet::new();
    let mut hands = hands.iter().cycle();
    let mut clock = tokio::time::interval(TRY);
    loop {
        anyhow::ensure!(began.elapsed() < PATIENCE, "the bot does not answer");
        tokio::select! {
            _ = clock.tick() => {
                if let Some(hand) = hands.next().cloned() {
                    let stand_in = Arc::clone(stand_in);
                    under_way.spawn(async move { choose(&stand_in, &hand, &hand.values[0]).await });
                }
            }
            Some(answered) = under_way.join_next(), if !under_way.is_empty() => {
                if answered??.is_some() {
                    return Ok(began.elapsed().as_secs_f64());
                }
            }
        }
    }
}

/// The resident memory in KB, once it does not grow any more.
async fn steady(bot: &Bot) -> Option<f64> {
    let began = Instant::now();
    let mut last = bot.resident_kb()?;
    loop {
        tokio::time::sleep(STEADY).await;
        let now = bot.resident_kb()?;
        if now <= last * 1.01 || began.elapsed() > PATIENCE {
            return Some(now);
        }
        last = now;
    }
}

/// The rows about presses.
fn latency(games: usize, a_second: u32, pressed: &Pressed, moves: i64) -> Vec<Row> {
    let of = format!("{a_second} presses/s in {games} live games");
    let (answers, floor) = (&pressed.answers, &pressed.floor);
    eprintln!(
        "{of}: {} answered, {} late, {moves} events recorded",
        answers.count(),
        pressed.late
    );
    vec![
        Row::plain(
            format!("floor (commit and request), p50, beside {of}"),
            "ms",
            floor.at(0.5),
        ),
        Row::plain(
            format!("floor (commit and request), p99, beside {of}"),
            "ms",
            floor.at(0.99),
        ),
        Row::at_most(
            format!("press to answer, p50, {of}"),
            "ms",
            answers.at(0.5),
            2.0 * floor.at(0.5),
        ),
        Row::at_most(
            format!("press to answer, p99, {of}"),
            "ms",
            answers.at(0.99),
            5.0 * floor.at(0.99),
        ),
        Row::at_most(
            format!("presses put off or not answered, {of}"),
            "",
            pressed.late as f64,
            1.0,
        ),
    ]
}
