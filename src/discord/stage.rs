//! The stage: for each live game one worker that brings Discord to where the game is.
//!
//! A worker takes the game as it is now and goes once through everything: rights are taken, boards that are over lose their
//! buttons, what happened is told, rights are given, boards are made or edited. Changes that come meanwhile are taken in the
//! next round. What fails is tried again, ever more slowly; one game's failure is no other's.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use futures::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinHandle;

use crate::games::SessionCommand;
use crate::host::{Clock, Host, Refused, View};
use crate::kernel::game::Actor;
use crate::kernel::ids::{EventNumber, GameId, PlayerId};
use crate::kernel::lobby::{LobbyCommand, Reach};
use crate::kernel::time::Time;
use crate::kill_point::{self, KillPoint};

use super::faults::{Fault, Round};
use super::ground::Ground;
use super::house::House;
use super::scene::Scene;
use super::threads::Seen;
use super::wire::Wire;
use super::{boards, courier, rooms, threads};

/// How long to wait after the first failure; it doubles with each.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait between two tries, and the pace at which repairs by others are looked for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// After so many rounds in which rights could not be taken (a minute or so), what is to be told is told all the same.
const HELD_BACK: u32 = 8;
/// How many games at once are looked through that nobody is known to wait for.
const TURNS: usize = 8;
/// How long is remembered who came or left: longer than a round takes.
const MOVES_KEPT: Duration = Duration::from_secs(600);
/// How often what stands is read again at most: our own changes come back as events as well.
const RECHECK_PACE: Duration = Duration::from_secs(3);

/// The stage; clones share it. When the last one is gone its workers end.
#[derive(Clone)]
pub struct Stage {
    inner: Arc<Inner>,
}

struct Inner {
    host: Host,
    house: House,
    workers: Mutex<BTreeMap<GameId, Worker>>,
    /// For games that can wait.
    turns: Arc<Semaphore>,
    /// The servers from which the bot was sent away, and those that are unavailable.
    gone: Mutex<BTreeSet<u64>>,
    /// Who came to a server or left it (server and user), and when that was heard, for a while.
    moves: Mutex<BTreeMap<(u64, u64), Instant>>,
    listener: Mutex<Option<JoinHandle<()>>>,
    /// Who wants to hear of servers where others have changed rights.
    meddling: OnceLock<Box<dyn Fn(u64) + Send + Sync>>,
}

struct Worker {
    requests: mpsc::UnboundedSender<Request>,
    rung: Arc<AtomicU64>,
    status: watch::Receiver<Status>,
    task: JoinHandle<()>,
}

/// What a worker is asked besides following its game.
#[derive(Debug, Clone, Copy)]
enum Request {
    /// The bot has begun: what stands is to be read once. Nobody is known to wait for it.
    Begin,
    /// Others may have had a hand in what stands, as they may in all games of that server. Nobody is known to wait for it.
    Look,
    /// The game has changed, or there is something new to tell.
    Changed,
    /// Others have had a hand in what stands on Discord.
    Recheck,
    /// Somebody wants to read all threads of a game that is over.
    Open(u64),
    /// Somebody is not in this thread (or in none) any more.
    Left(Option<u64>, u64),
    /// Somebody is in this thread now.
    Came(u64, u64),
    /// This message of the bot's is not there any more.
    Deleted(u64),
}

impl Request {
    /// Whether others go first: thousands of games can be asked for this at once.
    fn can_wait(&self) -> bool {
        matches!(self, Request::Begin | Request::Look)
    }
}

/// How far a worker is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Status {
    /// Requests that were taken into account.
    served: u64,
    /// The next event of the game as of the last round.
    next: EventNumber,
    /// Whether that round left nothing to tell and nothing to make.
    shown: bool,
    /// Whether there is nothing to be read again either, because somebody (or the bot itself) changed something.
    clean: bool,
}

impl Stage {
    /// Begins to follow every live game of this host, as this bot.
    pub fn start(host: Host, wire: &Wire, bot: u64) -> Stage {
        let house = House::new(wire.for_stage(), host.store().clone(), bot);
        let inner = Arc::new(Inner {
            host,
            house,
            workers: Mutex::default(),
            turns: Arc::new(Semaphore::new(TURNS)),
            gone: Mutex::default(),
            moves: Mutex::default(),
            listener: Mutex::default(),
            meddling: OnceLock::new(),
        });
        let mut changes = inner.host.subscribe();
        let listening = Arc::downgrade(&inner);
        let loading = inner.host.clone();
        let listener = tokio::spawn(async move {
            loading.loaded().await;
            drop(loading);
            if let Some(inner) = listening.upgrade() {
                inner.begin().await;
            }
            loop {
                let game = changes.next().await;
                let Some(inner) = listening.upgrade() else {
                    return;
                };
                inner.ask(game, Request::Changed);
            }
        });
        *lock(&inner.listener) = Some(listener);
        Stage { inner }
    }

    /// A message of the bot's in this game was deleted by others: where it was a board, it is put up again.
    pub fn message_deleted(&self, game: GameId, message: u64) {
        self.inner.ask(game, Request::Deleted(message));
    }

    /// Looks again at all that stands of a game, and at what is to be told.
    pub fn recheck(&self, game: GameId) {
        self.inner.ask(game, Request::Recheck);
    }

    /// The bot is on this server (again), or what it may do there has changed: its games are looked at again.
    pub fn recheck_guild(&self, guild: u64) {
        lock(&self.inner.gone).remove(&guild);
        for view in self.inner.host.views() {
            if view.guild == guild {
                self.inner.ask(view.game, Request::Look);
            }
        }
    }

    /// The bot was sent away from this server, or it is unavailable: its games wait, and nothing is tried until it is back.
    pub fn gone(&self, guild: u64) {
        lock(&self.inner.gone).insert(guild);
    }

    /// Somebody changed or deleted this channel or thread: where it is a game's, what stands is looked at again.
    pub async fn touched(&self, channel: u64) {
        if let Ok(Some((game, _))) = self.inner.house.store.whose_thing(channel).await {
            self.recheck(game);
        }
    }

    /// Brings somebody into all threads of a game that is over, so that this person can read them.
    pub fn open_for(&self, game: GameId, user: u64) {
        self.inner.ask(game, Request::Open(user));
    }

    /// Somebody has left this thread, or was taken out of it. Who is still wanted there is brought in again; so tell the
    /// game first where leaving means something in it.
    pub fn left_thread(&self, game: GameId, thread: u64, user: u64) {
        self.inner.ask(game, Request::Left(Some(thread), user));
    }

    /// Somebody was brought into this thread: who is not wanted there is taken out.
    pub async fn came_to_thread(&self, thread: u64, user: u64) {
        if let Ok(Some((game, _))) = self.inner.house.store.whose_thing(thread).await {
            self.inner.ask(game, Request::Came(thread, user));
        }
    }

    /// Somebody came to this server or left it, as Discord says: what a worker has found out about that before is old.
    pub fn moved(&self, guild: u64, user: u64) {
        let now = Instant::now();
        let mut moves = lock(&self.inner.moves);
        moves.retain(|_, heard| now - *heard < MOVES_KEPT);
        moves.insert((guild, user), now);
    }

    /// Somebody came back to this server, whom Discord had taken out of all threads: access is restored (H4).
    pub fn came_back(&self, guild: u64, user: u64) {
        for view in self.inner.host.views() {
            if view.guild == guild && view.session.seat_of(PlayerId(user)).is_some() {
                self.inner.ask(view.game, Request::Left(None, user));
                self.recheck(view.game);
            }
        }
    }

    /// The way to Discord and the store.
    pub(super) fn house(&self) -> &House {
        &self.inner.house
    }

    /// Has this called with the server whenever others turn out to have changed rights in a game's rooms. For one listener.
    pub(super) fn on_meddling(&self, listener: impl Fn(u64) + Send + Sync + 'static) {
        // A second listener would be a mistake of the wiring; the first one stays.
        let _ = self.inner.meddling.set(Box::new(listener));
    }

    /// Waits until everything that this game wants now stands on Discord and nothing is left to tell.
    pub async fn idle(&self, game: GameId) {
        self.wait_until(game, |status| status.clean).await;
    }

    /// Waits as `idle` does, but not until it is known whether others have changed anything since.
    pub async fn shown(&self, game: GameId) {
        self.wait_until(game, |status| status.shown).await;
    }

    async fn wait_until(&self, game: GameId, enough: fn(&Status) -> bool) {
        self.inner.host.loaded().await;
        while let Some(view) = self.inner.host.view(game) {
            let Some((rung, mut status)) = self.inner.watch(game) else {
                return;
            };
            let done = |status: &Status| {
                enough(status) && status.served >= rung && status.next >= view.next
            };
            if status.wait_for(done).await.is_ok() || lock(&self.inner.listener).is_none() {
                return;
            }
            // That worker went home before it had seen all of this; another takes it up.
        }
    }

    /// Stops every worker. What was being sent may have arrived: the next start looks for it.
    pub async fn stop(&self) {
        if let Some(listener) = lock(&self.inner.listener).take() {
            listener.abort();
        }
        let workers = std::mem::take(&mut *lock(&self.inner.workers));
        for worker in workers.into_values() {
            worker.task.abort();
            // An error is the abortion itself.
            let _ = worker.task.await;
        }
    }
}

impl Inner {
    /// Sets every live game's worker to work: those with something to tell at once, the others in their turn.
    async fn begin(self: &Arc<Self>) {
        let waiting = match self.house.store.games_with_news().await {
            Ok(games) => games,
            Err(fault) => {
                tracing::warn!(%fault, "the outbox cannot be looked through; games are taken as they come");
                BTreeSet::new()
            }
        };
        for view in self.host.views() {
            let news = waiting.contains(&view.game);
            self.ask(
                view.game,
                if news {
                    Request::Changed
                } else {
                    Request::Begin
                },
            );
        }
    }

    fn ask(self: &Arc<Self>, game: GameId, request: Request) {
        let mut workers = lock(&self.workers);
        if workers
            .get(&game)
            .is_none_or(|worker| worker.requests.is_closed())
        {
            workers.insert(game, self.hire(game));
        }
        if let Some(worker) = workers.get(&game) {
            worker.rung.fetch_add(1, Ordering::SeqCst);
            // One that goes home right now hands on what is left to it; one that is being stopped wants nothing any more.
            let _ = worker.requests.send(request);
        }
    }

    /// What was asked of a game's worker so far, and how far it is.
    fn watch(self: &Arc<Self>, game: GameId) -> Option<(u64, watch::Receiver<Status>)> {
        let at_work = |worker: &Worker| !worker.requests.is_closed();
        if !lock(&self.workers).get(&game).is_some_and(at_work) {
            self.ask(game, Request::Changed);
        }
        let workers = lock(&self.workers);
        let worker = workers.get(&game)?;
        Some((worker.rung.load(Ordering::SeqCst), worker.status.clone()))
    }

    fn hire(self: &Arc<Self>, game: GameId) -> Worker {
        let (requests, waiting) = mpsc::unbounded_channel();
        let (sender, status) = watch::channel(Status::default());
        let shift = Shift {
            inner: Arc::downgrade(self),
            house: self.house.clone(),
            game,
            ground: Ground::default(),
            failures: 0,
            pending: Vec::new(),
            recheck: false,
            surveyed: Instant::now(),
            pace: RECHECK_PACE,
            status: sender,
        };
        Worker {
            requests,
            rung: Arc::new(AtomicU64::new(0)),
            status,
            task: tokio::spawn(shift.run(waiting)),
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        for worker in lock(&self.workers).values() {
            worker.task.abort();
        }
        if let Some(listener) = lock(&self.listener).take() {
            listener.abort();
        }
    }
}

/// None of these locks is held across a wait, and nothing under them panics half way through a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A worker at work.
struct Shift {
    inner: Weak<Inner>,
    house: House,
    game: GameId,
    ground: Ground,
    failures: u32,
    /// What was asked and could not be done yet.
    pending: Vec<Request>,
    /// Whether what stands is to be read again.
    recheck: bool,
    /// When it was read last.
    surveyed: Instant,
    /// How long to wait before it is read again: longer where somebody keeps changing it back.
    pace: Duration,
    status: watch::Sender<Status>,
}

/// What a worker waits for after a round.
enum Next {
    /// Something new, or this much time.
    Wait(Option<Duration>, Option<Time>),
    /// Nothing: the game is done with.
    Home,
}

impl Shift {
    async fn run(mut self, mut waiting: mpsc::UnboundedReceiver<Request>) {
        let mut served = 0;
        let Some(first) = waiting.recv().await else {
            return;
        };
        let mut requests = vec![first];
        let mut at_rest = true;
        loop {
            while let Ok(request) = waiting.try_recv() {
                requests.push(request);
            }
            let turn = match at_rest {
                true => self.turn(&mut waiting, &mut requests).await,
                false => None,
            };
            served += requests.len() as u64;
            // Held only for the round, so that the stage can end while its workers wait.
            let Some(inner) = self.inner.upgrade() else {
                return;
            };
            // In a box of its own: most workers wait most of the time, and need no room for a round.
            let round = self
                .round(&inner, std::mem::take(&mut requests), served)
                .boxed();
            let next = match AssertUnwindSafe(round).catch_unwind().await {
                Ok(next) => next,
                Err(_) => {
                    tracing::error!(game = %self.game, "a worker fell; it begins anew");
                    self.ground = Ground::default();
                    Next::Wait(Some(self.back_off()), None)
                }
            };
            drop(turn);
            let Next::Wait(pause, until) = next else {
                // What was asked meanwhile is for whoever comes after.
                waiting.close();
                while let Ok(request) = waiting.try_recv() {
                    inner.ask(self.game, request);
                }
                return;
            };
            at_rest = pause.is_none();
            let clock = inner.host.clock().clone();
            drop(inner);
            tokio::select! {
                request = waiting.recv() => match request {
                    Some(request) => requests.push(request),
                    None => return,
                },
                () = pass(pause) => {}
                () = strike(&clock, until) => {}
            }
        }
    }

    /// Waits for this game's turn, as long as all that is asked of it can wait.
    async fn turn(
        &self,
        waiting: &mut mpsc::UnboundedReceiver<Request>,
        requests: &mut Vec<Request>,
    ) -> Option<OwnedSemaphorePermit> {
        let turns = Arc::clone(&self.inner.upgrade()?.turns);
        let mut turn = std::pin::pin!(turns.acquire_owned());
        while !requests.is_empty() && requests.iter().all(Request::can_wait) {
            tokio::select! {
                turn = &mut turn => return turn.ok(),
                // None: the stage is gone, which the caller sees next.
                request = waiting.recv() => requests.push(request?),
            }
        }
        None
    }

    fn back_off(&mut self) -> Duration {
        let wait = FIRST_WAIT
            .saturating_mul(1 << self.failures.min(10))
            .min(LONGEST_WAIT);
        self.failures += 1;
        wait
    }

    async fn round(&mut self, inner: &Arc<Inner>, requests: Vec<Request>, served: u64) -> Next {
        let Some(view) = inner.host.view(self.game) else {
            return Next::Home;
        };
        let now = inner.host.now();
        let Ok(scene) = catch_unwind(AssertUnwindSafe(|| Scene::of(&view, now))) else {
            // What should be true now cannot be said, and would not be the next time either.
            let why = "saying what should be shown broke down";
            inner.host.stand_still(self.game, why).await;
            return Next::Wait(Some(self.back_off()), None);
        };
        if lock(&inner.gone).contains(&scene.guild) {
            // Until the bot is on that server (again) there is nothing to try.
            return Next::Wait(None, None);
        }
        let mut round = Round::default();
        let begun = Instant::now();
        if self.take(&scene, requests, &mut round).await
            && let Some(listener) = inner.meddling.get()
        {
            listener(scene.guild);
        }
        let found = perform(&self.house, &scene, &mut self.ground, &mut round).await;
        self.tell_game(inner, &view, found, begun, &mut round).await;
        let shown = !round.again && !round.blocked && round.slow.is_none();
        let clean = shown && !self.recheck;
        if clean && scene.ended && scene.sweep_at().is_none() {
            match inner.host.settled(self.game, scene.next).await {
                Ok(true) => {
                    self.tell_status(served, scene.next, true, true);
                    return Next::Home;
                }
                Ok(false) => {}
                Err(fault) => round.note(&scene, "the end", &Fault::from(fault)),
            }
        }
        self.tell_status(served, scene.next, shown, clean);
        let pause = if round.again {
            Some(self.back_off().max(round.slow.unwrap_or_default()))
        } else if let Some(slow) = round.slow {
            Some(slow)
        } else {
            self.failures = 0;
            let paced = self
                .recheck
                .then(|| self.pace.saturating_sub(self.surveyed.elapsed()));
            paced.or(round.blocked.then_some(LONGEST_WAIT))
        };
        Next::Wait(pause, scene.sweep_at())
    }

    /// Takes up what is asked. Answers whether others turned out to have changed rights.
    async fn take(&mut self, scene: &Scene, requests: Vec<Request>, round: &mut Round) -> bool {
        self.recheck |= requests
            .iter()
            .any(|request| matches!(request, Request::Recheck | Request::Look));
        self.pending.extend(requests);
        let again = self.recheck && self.surveyed.elapsed() >= self.pace;
        let mut meddled = false;
        if again || !self.ground.surveyed {
            self.surveyed = Instant::now();
            match self.ground.survey(&self.house, scene).await {
                Ok(()) => {
                    self.recheck = false;
                    meddled = self.ground.meddled;
                    self.pace = match meddled {
                        true => self.pace.saturating_mul(2).min(LONGEST_WAIT),
                        false => RECHECK_PACE,
                    };
                }
                Err(fault) => {
                    round.note(scene, "survey", &fault);
                    return false;
                }
            }
        }
        for request in std::mem::take(&mut self.pending) {
            let (house, ground) = (&self.house, &mut self.ground);
            let taken = match request {
                Request::Begin | Request::Look | Request::Changed | Request::Recheck => Ok(()),
                Request::Open(user) => threads::open_for(house, scene, ground, user).await,
                Request::Left(thread, user) => {
                    threads::forget(house, scene, ground, thread, user).await
                }
                Request::Came(thread, user) => {
                    threads::notice(house, scene, ground, thread, user).await
                }
                Request::Deleted(message) => boards::forget(house, scene, ground, message).await,
            };
            if let Err(fault) = taken {
                round.note(scene, "request", &fault);
                self.pending.push(request);
            }
        }
        meddled
    }

    /// Tells the game what turned out: whose DMs are closed (from now on a thread stands in for them), and who has left the
    /// server or is back (H4). What it knows already it refuses.
    async fn tell_game(
        &self,
        inner: &Arc<Inner>,
        view: &View,
        found: Found,
        begun: Instant,
        round: &mut Round,
    ) {
        // Of whom Discord said something meanwhile, what was found before is not told after it.
        let is_old = |user: &u64| {
            let heard = lock(&inner.moves).get(&(view.guild, *user)).copied();
            heard.is_some_and(|heard| heard >= begun)
        };
        let by_thread = |player: PlayerId| {
            SessionCommand::Lobby(LobbyCommand::Reach {
                player,
                reach: Reach::Thread,
            })
        };
        let (mut gone, mut here) = (found.seen.gone, found.seen.here);
        gone.retain(|user| !is_old(user));
        here.retain(|user| !is_old(user));
        let closed = found.closed.into_iter().map(by_thread);
        let left = gone
            .into_iter()
            .filter_map(|user| view.session.left(PlayerId(user)));
        let returned = here
            .into_iter()
            .filter_map(|user| view.session.returned(PlayerId(user)));
        for command in closed.chain(left).chain(returned) {
            match inner
                .host
                .command(self.game, Actor::Clock, command, None)
                .await
            {
                Ok(_) | Err(Refused::Rule(_)) => {}
                Err(_) => round.again = true,
            }
        }
    }

    fn tell_status(&self, served: u64, next: EventNumber, shown: bool, clean: bool) {
        self.status.send_replace(Status {
            served,
            next,
            shown,
            clean,
        });
    }
}

async fn pass(pause: Option<Duration>) {
    match pause {
        Some(pause) => tokio::time::sleep(pause).await,
        None => std::future::pending().await,
    }
}

async fn strike(clock: &Clock, until: Option<Time>) {
    match until {
        Some(until) => clock.sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// What turned out while a game was shown, and the game is to be told.
#[derive(Debug, Default)]
pub struct Found {
    /// Whose DMs are closed.
    pub closed: Vec<PlayerId>,
    /// Who is on the server, and who is not any more.
    pub seen: Seen,
}

/// Goes once through everything that a game wants. Answers what turned out.
///
/// Where rights could not be taken, nothing is told that may depend on it, for a while.
pub async fn perform(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
) -> Found {
    if !ground.surveyed
        && let Err(fault) = ground.survey(house, scene).await
    {
        round.note(scene, "survey", &fault);
        return Found::default();
    }
    let tight = rooms::tighten(house, scene, ground, round).await;
    kill_point::pass(KillPoint::RoundTight);
    boards::retire(house, scene, ground, round).await;
    // What Discord puts off is done in good time: those rounds do not count.
    ground.loose = match (tight, round.slow) {
        (true, _) => 0,
        (false, Some(_)) => ground.loose.max(1),
        (false, None) => ground.loose + 1,
    };
    if (1..HELD_BACK).contains(&ground.loose) {
        round.again = true;
        return Found {
            closed: Vec::new(),
            seen: std::mem::take(&mut ground.seen),
        };
    }
    let mut closed = courier::deliver(house, scene, ground, round).await;
    kill_point::pass(KillPoint::RoundTold);
    rooms::loosen(house, scene, ground, round).await;
    kill_point::pass(KillPoint::RoundLoose);
    let unseen = boards::keep(house, scene, ground, round).await;
    kill_point::pass(KillPoint::RoundShown);
    closed.extend(unseen);
    closed.sort_unstable();
    closed.dedup();
    if !ground.surveyed {
        round.again = true;
    }
    Found {
        closed,
        seen: std::mem::take(&mut ground.seen),
    }
}
