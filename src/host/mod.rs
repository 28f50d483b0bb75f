//! The host: runs games. One task for each live game orders its commands; one clock, one alarm.
//!
//! It knows the store and the rules, and nothing of Discord: what is told goes into the outbox, what should be true now is
//! in the views. Memory follows the commit: what is not in the ledger has not happened.

mod alarm;
mod backups;
mod clock;
mod game;
mod load;
mod presence;
mod record;
mod step;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use rand::RngExt;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::games::{AnySettings, Session, SessionCommand, SessionEvent};
use crate::kernel::audience::Notice;
use crate::kernel::dice::Seed;
use crate::kernel::game::Actor;
use crate::kernel::ids::{EventNumber, GameId};
use crate::kernel::intent::Person;
use crate::kernel::lobby::LobbyCommand;
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};
use crate::kill_point::{self, KillPoint};
use crate::store::{Appended, NewGame, Part, Store, StoreFault};

pub use backups::{Backups, keep_backups};
pub use clock::Clock;
pub use presence::ABSENCE;

use alarm::Alarm;
use game::{Keeper, Message};

/// Renders a notice and splits it into messages. It is given by whoever sends them, so that what a message says is fixed at
/// the commit.
pub type Scribe = Arc<dyn Fn(&Session, &Notice) -> Vec<Part> + Send + Sync>;

/// How many changes a slow subscriber may fall behind before it is told to look at every game again.
const CHANGES_KEPT: usize = 1024;

/// A game as it is now; a snapshot that does not change.
#[derive(Debug, Clone)]
pub struct View {
    /// Which game.
    pub game: GameId,
    /// The server in which it is played.
    pub guild: u64,
    /// The channel in which it was announced.
    pub channel: u64,
    /// The game itself. It holds every secret: show only what its own views show.
    pub session: Session,
    /// The number of its next event.
    pub next: EventNumber,
    /// When it was opened.
    pub created: Time,
    /// Whether it stands still because of a bug.
    pub stopped: bool,
}

/// A wish to open a sign-up. Whether this person may (H9) has been judged.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The server.
    pub guild: u64,
    /// The channel in which people sign up.
    pub channel: u64,
    /// The game's name.
    pub name: String,
    /// Who opens it.
    pub host: Person,
    /// The host's name in the server.
    pub host_name: String,
    /// The settings to begin with.
    pub settings: AnySettings,
    /// The interaction that asks for it.
    pub interaction: Option<u64>,
}

/// What came of a command.
#[derive(Debug, Clone)]
pub struct Done {
    /// What the one who gave it is told, privately; empty for the clock.
    pub answer: Text,
    /// What happened.
    pub events: Vec<SessionEvent>,
    /// The game right after it.
    pub view: Arc<View>,
}

/// Why a command came to nothing. Nothing has changed.
#[derive(Debug, Clone)]
pub enum Refused {
    /// The rules refuse; for the one who asked alone.
    Rule(Text),
    /// There is no such game.
    Unknown,
    /// It could not be recorded; it can be tried again.
    Fault(String),
    /// The same interaction has been decided before.
    Repeated {
        /// What was answered then.
        answer: Text,
    },
    /// The game stands still because of a bug; its host has been told.
    Stopped,
}

impl From<StoreFault> for Refused {
    fn from(fault: StoreFault) -> Refused {
        Refused::Fault(fault.to_string())
    }
}

/// The host; clones share it. When the last one is gone its tasks end.
#[derive(Clone)]
pub struct Host {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    mailboxes: Mutex<BTreeMap<GameId, mpsc::Sender<Message>>>,
    /// Held while a game is being loaded on demand, so that none is loaded twice.
    loading: tokio::sync::Mutex<()>,
    /// Held while the Moderator goes or comes back, so that a loss in the middle of a return is a new one.
    turning: tokio::sync::Mutex<()>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Whether every live game is loaded.
    loaded: watch::Sender<bool>,
    /// The servers of the games that were live at the start.
    guilds: BTreeSet<u64>,
}

/// What the tasks of all games share.
struct Shared {
    store: Store,
    clock: Clock,
    scribe: Scribe,
    alarm: Alarm,
    views: RwLock<BTreeMap<GameId, Arc<View>>>,
    changes: broadcast::Sender<GameId>,
    /// Since when the Moderator has been away; none while it is there (H7).
    away: watch::Sender<Option<Time>>,
    /// By how much the clock had jumped when that was looked at last.
    jumped: Mutex<Length>,
}

impl Host {
    /// Loads every live game and is there at once: judges the absence (H7) and settles what is overdue before it returns.
    ///
    /// # Errors
    /// The store's.
    pub async fn start(store: Store, clock: Clock, scribe: Scribe) -> Result<Host, StoreFault> {
        let host = Host::load(store, clock, scribe).await?;
        let now = host.now();
        host.session_back(now).await;
        Ok(host)
    }

    /// Begins to load every live game, and is still away: nothing is settled before `session_back`, so that the time until
    /// there is a session with the platform belongs to the absence as well. Who asks for a game need not wait for the others.
    ///
    /// # Errors
    /// The store's.
    pub async fn load(store: Store, clock: Clock, scribe: Scribe) -> Result<Host, StoreFault> {
        let last_seen = store.last_seen().await?.unwrap_or_else(|| clock.now());
        let rows = store.games(true).await?;
        let shared = Arc::new(Shared {
            jumped: Mutex::new(clock.jumped()),
            store,
            clock,
            scribe,
            alarm: Alarm::default(),
            views: RwLock::default(),
            changes: broadcast::Sender::new(CHANGES_KEPT),
            away: watch::Sender::new(Some(last_seen)),
        });
        let host = Host {
            inner: Arc::new(Inner {
                shared,
                mailboxes: Mutex::default(),
                loading: tokio::sync::Mutex::default(),
                turning: tokio::sync::Mutex::default(),
                tasks: Mutex::default(),
                loaded: watch::Sender::new(false),
                guilds: rows.iter().map(|row| row.guild).collect(),
            }),
        };
        let games = rows.into_iter().map(|row| row.game).collect();
        let tasks = vec![
            tokio::spawn(load::all(Arc::downgrade(&host.inner), games)),
            tokio::spawn(presence::ring(Arc::downgrade(&host.inner))),
            tokio::spawn(presence::beat(Arc::downgrade(host.shared()))),
        ];
        *host.inner.tasks() = tasks;
        Ok(host)
    }

    /// Notes that the process was there until now and stops every task; the store stays open.
    pub async fn close(&self) {
        for task in self.inner.tasks().drain(..) {
            task.abort();
        }
        self.mailboxes().clear();
        let shared = self.shared();
        if shared.away.borrow().is_none()
            && let Err(fault) = shared.store.set_last_seen(shared.clock.now()).await
        {
            tracing::warn!(%fault, "the end of the presence was not noted");
        }
    }

    /// Opens a sign-up.
    ///
    /// # Errors
    /// It was not recorded, or this interaction has opened one already.
    pub async fn open(&self, opening: Opening) -> Result<(GameId, Text), Refused> {
        let game = GameId(rand::rng().random());
        let seed = Seed(rand::rng().random());
        let shared = self.shared();
        let at = shared.clock.now();
        let row = NewGame {
            game,
            guild: opening.guild,
            channel: opening.channel,
            edition: opening.settings.edition().to_owned(),
            rules_version: opening.settings.rules_version(),
            seed: seed.reveal(),
            host: opening.host.id,
            created: at,
        };
        let blank = Arc::new(View {
            game,
            guild: opening.guild,
            channel: opening.channel,
            session: Session::blank(game),
            next: EventNumber(0),
            created: at,
            stopped: false,
        });
        let command = SessionCommand::Lobby(LobbyCommand::Open {
            name: opening.name,
            host: opening.host.id,
            host_name: opening.host_name,
            settings: opening.settings,
        });
        let request = step::Request {
            actor: Actor::Person(opening.host),
            command: &command,
            at,
            interaction: opening.interaction,
        };
        let step = step::decide(&blank, &seed, &request, &shared.scribe)
            .map_err(|_| Refused::Stopped)?
            .map_err(Refused::Rule)?;
        let append = step.append(&request, shared.seen());
        match shared.store.create_game(row.clone(), append).await? {
            Appended::Repeated { answer } => {
                return Err(Refused::Repeated {
                    answer: Text::from(answer),
                });
            }
            Appended::Done => kill_point::pass(KillPoint::SignUpCommitted),
        }
        let answer = step.answer.clone();
        self.keep(Keeper::new(
            Arc::clone(shared),
            seed,
            row.rules_version,
            Arc::new(step.view),
            at,
        ));
        let _ = shared.changes.send(game);
        Ok((game, answer))
    }

    /// Puts a command to a game. It counts as arrived now (F33); what is due before is settled first.
    ///
    /// # Errors
    /// Why nothing has changed.
    pub async fn command(
        &self,
        game: GameId,
        actor: Actor,
        command: SessionCommand,
        interaction: Option<u64>,
    ) -> Result<Done, Refused> {
        self.look_for_a_jump().await;
        let at = self.now();
        let mailbox = self.mailbox(game).await?;
        let (answer, answered) = oneshot::channel();
        let message = Message::Command {
            actor,
            command: Box::new(command),
            at,
            interaction,
            answer,
        };
        mailbox.send(message).await.map_err(|_| Refused::Stopped)?;
        answered.await.map_err(|_| Refused::Stopped)?
    }

    /// A bug was met outside of a decision: this game stands still, its host is told, and it can be ended; others play on.
    pub async fn stand_still(&self, game: GameId, why: &str) {
        if let Ok(mailbox) = self.mailbox(game).await {
            // An error means that the game's task is gone, and with it the game.
            let _ = mailbox.send(Message::Broken(why.to_owned())).await;
        }
    }

    /// A game that is loaded, as it is now. Ended games are, until the platform shows them as they should stay.
    pub fn view(&self, game: GameId) -> Option<Arc<View>> {
        self.shared().view(game)
    }

    /// A game as it is now, also one that ended long ago.
    ///
    /// # Errors
    /// The store's.
    pub async fn recall(&self, game: GameId) -> Result<Option<Arc<View>>, StoreFault> {
        if let Some(view) = self.view(game) {
            return Ok(Some(view));
        }
        match self.mailbox(game).await {
            Ok(_) => Ok(self.view(game)),
            Err(Refused::Fault(why)) => Err(StoreFault::Refused(why)),
            Err(_) => Ok(None),
        }
    }

    /// Every game that is loaded, by id.
    pub fn views(&self) -> Vec<Arc<View>> {
        self.shared().views().values().cloned().collect()
    }

    /// Waits until every live game is loaded.
    pub async fn loaded(&self) {
        let mut loaded = self.inner.loaded.subscribe();
        // The sender lives in this host.
        let _ = loaded.wait_for(|loaded| *loaded).await;
    }

    /// Waits until the Moderator is there: every live game is loaded, and what was overdue is settled.
    pub async fn there(&self) {
        let mut away = self.shared().away.subscribe();
        // The sender lives in this host.
        let _ = away.wait_for(Option::is_none).await;
    }

    /// The servers of the games that were live at the start.
    pub fn guilds(&self) -> &BTreeSet<u64> {
        &self.inner.guilds
    }

    /// Which games change from now on: each after every commit.
    pub fn subscribe(&self) -> Changes {
        let receiver = self.shared().changes.subscribe();
        Changes {
            waiting: VecDeque::new(),
            receiver,
            shared: Arc::clone(self.shared()),
        }
    }

    /// Notes that the platform shows an ended game, as of before event `next`, as it should stay; when nothing is left to
    /// tell and nothing due, it is unloaded. Answers whether it was.
    ///
    /// # Errors
    /// The store's.
    pub async fn settled(&self, game: GameId, next: EventNumber) -> Result<bool, StoreFault> {
        let waits = self
            .view(game)
            .is_none_or(|view| view.session.due().is_some());
        if waits || !self.shared().store.settle_game(game, next).await? {
            return Ok(false);
        }
        let mut views = self.shared().views_mut();
        // Something has come in between: it is to be shown before the game is unloaded.
        if views.get(&game).is_some_and(|view| view.next != next) {
            return Ok(false);
        }
        views.remove(&game);
        drop(views);
        self.mailboxes().remove(&game);
        Ok(true)
    }

    /// What the Moderator's clock shows.
    pub fn now(&self) -> Time {
        self.shared().clock.now()
    }

    /// The Moderator's clock.
    pub fn clock(&self) -> &Clock {
        &self.shared().clock
    }

    /// The store in which the games are.
    pub fn store(&self) -> &Store {
        &self.shared().store
    }

    /// The way to a game's task; one that is not loaded (yet, or because it ended) is loaded.
    async fn mailbox(&self, game: GameId) -> Result<mpsc::Sender<Message>, Refused> {
        if let Some(mailbox) = self.mailboxes().get(&game) {
            return Ok(mailbox.clone());
        }
        let _one_at_a_time = self.inner.loading.lock().await;
        if let Some(mailbox) = self.mailboxes().get(&game) {
            return Ok(mailbox.clone());
        }
        let shared = self.shared();
        let row = shared.store.game(game).await?.ok_or(Refused::Unknown)?;
        let entries = shared.store.entries(game).await?;
        let keeper = load::keeper(shared, row, &entries)
            .await?
            .ok_or(Refused::Stopped)?;
        Ok(self.keep(keeper))
    }

    /// Starts a game's task.
    fn keep(&self, keeper: Keeper) -> mpsc::Sender<Message> {
        let (mailbox, messages) = mpsc::channel(game::MAILBOX);
        let view = keeper.view();
        self.shared()
            .alarm
            .set(view.game, view.session.due().filter(|_| !view.stopped));
        self.shared().views_mut().insert(view.game, view.clone());
        self.mailboxes().insert(view.game, mailbox.clone());
        tokio::spawn(keeper.run(messages));
        mailbox
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.inner.shared
    }

    fn mailboxes(&self) -> MutexGuard<'_, BTreeMap<GameId, mpsc::Sender<Message>>> {
        self.inner.mailboxes()
    }
}

// None of these locks is held across a wait, and nothing under them panics half way through a change.
impl Inner {
    fn mailboxes(&self) -> MutexGuard<'_, BTreeMap<GameId, mpsc::Sender<Message>>> {
        self.mailboxes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn tasks(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        for task in self.tasks().drain(..) {
            task.abort();
        }
    }
}

impl Shared {
    fn view(&self, game: GameId) -> Option<Arc<View>> {
        self.views().get(&game).cloned()
    }

    fn views(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<GameId, Arc<View>>> {
        self.views.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn views_mut(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<GameId, Arc<View>>> {
        self.views.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The instant to be noted as one of presence: none while the Moderator is away.
    fn seen(&self) -> Option<Time> {
        self.away.borrow().is_none().then(|| self.clock.now())
    }

    /// Shows a game as it is now, sets its alarm, and says that it changed.
    fn publish(&self, view: &Arc<View>) {
        // A game that was unloaded while this was being decided is there again, to be shown.
        let mut views = self.views_mut();
        if views
            .get(&view.game)
            .is_none_or(|known| known.next <= view.next)
        {
            views.insert(view.game, Arc::clone(view));
        }
        drop(views);
        self.alarm
            .set(view.game, view.session.due().filter(|_| !view.stopped));
        // Nobody may be listening, which is no fault.
        let _ = self.changes.send(view.game);
    }
}

/// A stream of the games that change.
pub struct Changes {
    waiting: VecDeque<GameId>,
    receiver: broadcast::Receiver<GameId>,
    shared: Arc<Shared>,
}

impl Changes {
    /// The next game that changed. One that falls far behind is given every loaded game again.
    pub async fn next(&mut self) -> GameId {
        loop {
            if let Some(game) = self.waiting.pop_front() {
                return game;
            }
            match self.receiver.recv().await {
                Ok(game) => return game,
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    self.waiting = self.shared.views().keys().copied().collect();
                }
                // `shared` keeps the sender alive.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
