//! A server with the bot in a process of its own that is armed to die.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, SqliteConnection};
use tokio::process::{Child, Command};
use tokio::time::{Duration, Instant};
use town_crier::kill_point::{KillPoint, VARIABLE};

use crate::moves::{Edition, Move, SHUT};
use crate::people::{Human, list};
use crate::salem::Salem;
use crate::sight::sight;

/// How long anything may take before it is called a failure.
const PATIENCE: Duration = Duration::from_secs(30);
/// SIGKILL's number.
const SIGKILL: i32 = 9;

/// A kill: at which passing of which point within a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kill {
    /// Which move.
    pub step: usize,
    /// Where.
    pub point: KillPoint,
    /// At which passing of it since it was armed, from 1.
    pub at: usize,
    /// Whether the bot is not killed there but told to stop.
    pub told: bool,
}

/// A server, its people, and the bot.
pub struct Village {
    /// The server.
    pub salem: Salem,
    /// Who plays.
    pub players: Vec<Human>,
    child: Option<Child>,
    orders: PathBuf,
    /// Where the bot's log goes, at the lowest level; nowhere where there is none.
    pub log: Option<PathBuf>,
    /// How many lines of what was passed have been read.
    read: usize,
}

impl Village {
    /// A server on which the bot is not running yet.
    pub async fn new(edition: Edition) -> Village {
        let salem = Salem::asleep().await;
        let mut players = Vec::new();
        for name in &["Ann", "Bob", "Cat", "Dan", "Eve"][..edition.seats()] {
            players.push(salem.member(name).await);
        }
        if matches!(edition, Edition::Forum) {
            players[SHUT].close_dms(true).await;
        }
        Village {
            orders: salem.folder.path().join("orders"),
            players,
            child: None,
            log: None,
            read: 0,
            salem,
        }
    }

    /// All that stands on the server.
    pub fn sight(&self) -> Vec<String> {
        self.salem
            .stand_in
            .shared()
            .read(|world| sight(world, |_| true))
    }

    /// Makes one move until all is as it should be, however often the bot is killed. Answers the kills that were done; or what
    /// is not as it should be.
    pub async fn play(
        &mut self,
        step: &Move,
        expected: &[String],
        kills: &[Kill],
    ) -> Result<Vec<Kill>, String> {
        let before = self.count(EVENTS).await;
        let mut done = Vec::new();
        if matches!(step, Move::Dice) {
            self.stop().await;
            self.salem.load_the_dice().await;
        }
        for armed in kills.iter().map(Some).chain(std::iter::repeat(None)) {
            let order = armed.map_or_else(String::new, |kill| {
                let how = if kill.told { " term" } else { "" };
                format!("{} {}{how}\n", kill.point.name(), kill.at)
            });
            std::fs::write(&self.orders, order).expect("written");
            let mut child = match self.child.take() {
                Some(child) => child,
                None => self.spawn().await,
            };
            let alone = &*self;
            let outcome = tokio::select! {
                biased;
                status = child.wait() => Err(status.expect("it can be waited for")),
                shown = async {
                    alone.connected().await?;
                    alone.make(step, before).await?;
                    alone.stands(expected).await
                } => Ok(shown),
            };
            let status = match outcome {
                // It was told to stop, and had shown everything by then, or the point is not passed any more.
                Ok(Ok(())) if armed.is_some_and(|kill| kill.told) => {
                    tell_to_stop(child).await?;
                    continue;
                }
                Ok(shown) => {
                    self.child = Some(child);
                    return shown.map(|()| done);
                }
                Err(status) => status,
            };
            match armed {
                Some(kill) if kill.told && status.success() => done.push(*kill),
                Some(kill) if !kill.told && killed(status) => done.push(*kill),
                // It passed the point of the move before only when all of that was shown.
                None if killed(status) => {}
                _ => return Err(format!("the bot ended by itself: {status}")),
            }
        }
        unreachable!("without orders the bot is not killed")
    }

    /// Makes a move until it is in the ledger: a bot that has only just come may not answer, or not know the server yet.
    async fn make(&self, step: &Move, before: i64) -> Result<(), String> {
        let patience = Instant::now() + PATIENCE;
        let wanted = before + step.commands();
        while self.count(EVENTS).await < wanted {
            let answer = step.make(&self.salem, &self.players).await;
            let Some(answer) = answer else { return Ok(()) };
            if self.count(EVENTS).await >= wanted {
                break;
            }
            if Instant::now() > patience {
                return Err(format!("it is never recorded: {answer:?}"));
            }
            self.salem.host.listen().await;
        }
        Ok(())
    }

    /// Waits until a bot that runs in this process has nothing left to do: rooms that are to go are gone.
    pub async fn at_rest(&self) {
        let patience = Instant::now() + PATIENCE;
        while self.count(LEFT).await > 0 {
            assert!(Instant::now() < patience, "the bot does not come to rest");
            self.salem.host.listen().await;
        }
    }

    /// Which points were passed since this was asked last, in order.
    pub fn passed(&mut self) -> Vec<KillPoint> {
        let file = self.orders.with_extension("passed");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // The bot may be writing: a line without its end is left for the next time.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let skipped = std::mem::replace(&mut self.read, whole.lines().count());
        let point = |name: &str| {
            let mut all = KillPoint::ALL.iter();
            *all.find(|point| point.name() == name)
                .expect("a known point")
        };
        whole.lines().skip(skipped).map(point).collect()
    }

    /// The bot is told to stop, and does.
    pub async fn stop_in_order(&mut self) {
        let child = self.child.take().expect("it runs");
        let stopped = tell_to_stop(child).await;
        stopped.unwrap_or_else(|finding| panic!("{finding}"));
    }

    /// The bot is killed, and nobody starts it again.
    pub async fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().await.expect("it is killed");
        }
    }

    async fn spawn(&self) -> Child {
        let patience = Instant::now() + PATIENCE;
        while self.is_connected().await {
            assert!(Instant::now() < patience, "the dead bot stays connected");
            self.salem.host.listen().await;
        }
        let folder = self.salem.folder.path();
        let config = folder.join("town-crier.toml");
        let database = folder.join("town-crier.db").display().to_string();
        std::fs::write(
            &config,
            format!(
                "database = {database:?}\nrequests_per_second = {}\n",
                u16::MAX
            ),
        )
        .expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_town-crier"));
        command.env_remove("RUST_LOG").stderr(Stdio::null());
        if let Some(log) = &self.log {
            let log = std::fs::File::create(log).expect("a file for the log");
            command.env("RUST_LOG", "trace").stderr(log);
        }
        command
            .arg("run")
            .arg("--config")
            .arg(&config)
            .env("DISCORD_TOKEN", &self.salem.token)
            .env("TOWN_CRIER_API_BASE", self.salem.stand_in.api_base())
            .env(VARIABLE, &self.orders)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("it starts")
    }

    /// Waits until the bot is there and its commands are known.
    async fn connected(&self) -> Result<(), String> {
        let (host, general) = (&self.salem.host.id, &self.salem.general);
        let commands = format!("/users/{host}/channels/{general}/commands");
        let patience = Instant::now() + PATIENCE;
        loop {
            let known = list(self.salem.control.get(&commands).await);
            if self.is_connected().await && !known.is_empty() {
                return Ok(());
            }
            if Instant::now() > patience {
                return Err("the bot does not connect".to_owned());
            }
            self.salem.host.listen().await;
        }
    }

    async fn is_connected(&self) -> bool {
        let path = format!("/bots/{}/connection", self.salem.bot_id);
        self.salem.control.get(&path).await["connected"] == true
    }

    /// Waits until all that stands is as it should be and the bot has nothing left to do.
    async fn stands(&self, expected: &[String]) -> Result<(), String> {
        let patience = Instant::now() + PATIENCE;
        loop {
            let shared = self.salem.stand_in.shared();
            let left = patience.saturating_duration_since(Instant::now());
            let same = |world: &_| (sight(world, |_| true) == expected).then_some(());
            if shared.wait_for(left, same).await.is_none() {
                return Err(difference(expected, &self.sight()));
            }
            if self.count(LEFT).await == 0 && self.sight() == expected {
                return Ok(());
            }
            if Instant::now() > patience {
                return Err(
                    "all is as it should be, but the bot has put down something as begun".into(),
                );
            }
            self.salem.host.listen().await;
        }
    }

    async fn count(&self, what: &'static str) -> i64 {
        let file = self.salem.folder.path().join("town-crier.db");
        if !file.exists() {
            return 0;
        }
        let address = format!("sqlite://{}?mode=ro", file.display());
        let Ok(mut database) = SqliteConnection::connect(&address).await else {
            return 0;
        };
        // Before the first start there are no tables.
        let found: Result<(i64,), _> = sqlx::query_as(what).fetch_one(&mut database).await;
        found.map_or(0, |(count,)| count)
    }
}

/// How many events there are.
const EVENTS: &str = "SELECT count(*) FROM events";
/// How much is put down as not done: lines to tell, boards and rooms that were begun, games that are over and not at rest.
const LEFT: &str = "SELECT (SELECT count(*) FROM outbox WHERE state = 'pending') \
     + (SELECT count(*) FROM boards WHERE message IS NULL AND retired = 0) \
     + (SELECT count(*) FROM things WHERE discord_id = 0) \
     + (SELECT count(*) FROM games WHERE standing = 'over' AND settled = 0)";

async fn tell_to_stop(mut child: Child) -> Result<(), String> {
    let running = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
    if let Some(id) = running {
        kill_process(id, Signal::TERM).expect("it is told");
    }
    let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
    let status = ended.map_err(|_| "it does not stop".to_owned())?;
    match status.expect("it can be waited for") {
        status if status.success() => Ok(()),
        status => Err(format!("told to stop it ended with {status}")),
    }
}

fn killed(status: ExitStatus) -> bool {
    status.signal() == Some(SIGKILL)
}

/// Which lines are missing and which are too many; or that the order is another one.
fn difference(expected: &[String], found: &[String]) -> String {
    let mut too_many = found.to_vec();
    let mut words = Vec::new();
    for line in expected {
        match too_many.iter().position(|other| other == line) {
            Some(at) => drop(too_many.remove(at)),
            None => words.push(format!("  missing: {line}")),
        }
    }
    words.extend(too_many.iter().map(|line| format!("  too many: {line}")));
    if words.is_empty() {
        let mut both = expected.iter().zip(found);
        let at = both.find(|(one, other)| one != other);
        words.push(format!("  another order: {at:#?}"));
    }
    words.join("\n")
}
