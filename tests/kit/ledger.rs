//! A Moderator on a database of its own, with a clock that the test sets.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::{ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;
use town_crier::games::audit::audit;
use town_crier::games::{AnySettings, Session, SessionCommand, Stand};
use town_crier::host::{Changes, Clock, Done, Host, Opening, Refused, Scribe, View};
use town_crier::kernel::audience::Notice;
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{GameId, PlayerId};
use town_crier::kernel::intent::Person;
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::time::{Length, Time};
use town_crier::store::{Part, Store};

/// When tests begin.
pub const START: Time = Time(1_700_000_000_000);
/// The one who opens games in tests.
pub const HOST: u64 = 900;

/// A folder with a database in it, gone when the test is over.
pub struct Disk {
    folder: TempDir,
}

impl Disk {
    /// An empty one.
    pub fn new() -> Disk {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Disk { folder }
    }

    /// Where the database is or will be.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("town-crier.db")
    }

    /// Opens the store.
    pub async fn store(&self) -> Store {
        Store::open(&self.path()).await.expect("the store opens")
    }

    /// A connection behind the store's back.
    pub async fn tamper(&self) -> SqliteConnection {
        self.at(&self.path()).await
    }

    /// A new database with nothing in it, behind the store's back.
    pub async fn create(&self) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(self.path())
            .create_if_missing(true)
            .connect()
            .await
            .expect("it is made")
    }

    /// A connection to a copy of the database.
    pub async fn at(&self, path: &Path) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(path)
            .connect()
            .await
            .expect("the database opens")
    }

    /// A Moderator whose clock shows this instant.
    pub async fn moderator(&self, at: Time) -> Moderator {
        self.moderator_with(at, plain()).await
    }

    /// The same with another scribe.
    pub async fn moderator_with(&self, at: Time, scribe: Scribe) -> Moderator {
        let clock = Clock::manual(at);
        let host = Host::start(self.store().await, clock.clone(), scribe)
            .await
            .expect("the host starts");
        Moderator { host, clock }
    }
}

/// Changes the database behind the store's back.
pub async fn sql(connection: &mut SqliteConnection, statement: &'static str) {
    sqlx::query(statement)
        .execute(connection)
        .await
        .expect("the statement runs");
}

/// A scribe that leaves names as marks and cuts nothing.
pub fn plain() -> Scribe {
    Arc::new(|_: &Session, notice: &Notice| {
        vec![Part {
            content: notice.text.marked().to_owned(),
            ping: Vec::new(),
            file: notice.file.clone(),
        }]
    })
}

/// A host with its clock.
pub struct Moderator {
    pub host: Host,
    pub clock: Clock,
}

impl Moderator {
    /// Opens a sign-up.
    pub async fn open(&self, name: &str) -> GameId {
        let (game, _) = self.host.open(opening(name, None)).await.expect("it opens");
        game
    }

    /// A game of this edition that has begun, with as many as it usually has.
    pub async fn begun(&self, edition: &str) -> GameId {
        let opening = Opening {
            settings: AnySettings::of(edition).expect("an edition"),
            ..opening("Salem", None)
        };
        let (game, _) = self.host.open(opening).await.expect("it opens");
        for player in 1..=self.view(game).session.lobby.settings.players() as u64 {
            self.join(game, player).await.expect("there is room");
        }
        let start = SessionCommand::Start {
            readers: Default::default(),
        };
        let begun = self.interact(game, HOST, start, None).await;
        begun.expect("it begins");
        game
    }

    /// Waits until nothing is due in this game any more.
    pub async fn settled(&self, game: GameId) {
        let mut changes = self.host.subscribe();
        let settled = || {
            let view = self.view(game);
            let due = view.session.due();
            view.stopped || due.is_none_or(|due| due > self.host.now())
        };
        until(&mut changes, "what is due is settled", settled).await;
    }

    /// Lets time pass until a game is over; its record holds then.
    pub async fn play_on(&self, game: GameId) {
        for _ in 0..2_000 {
            let Some(due) = self.view(game).session.due() else {
                break;
            };
            self.clock.set(due);
            self.settled(game).await;
        }
        let view = self.view(game);
        assert!(!view.stopped);
        assert_eq!(view.session.stand(), Stand::Over);
        let record = self.host.record(game).await.expect("it is over");
        assert_eq!(audit(&record).findings, Vec::new());
    }

    /// Somebody signs up.
    pub async fn join(&self, game: GameId, player: u64) -> Result<Done, Refused> {
        self.interact(game, player, join(player), None).await
    }

    /// Somebody gives a command, by an interaction.
    pub async fn interact(
        &self,
        game: GameId,
        player: u64,
        command: SessionCommand,
        interaction: Option<u64>,
    ) -> Result<Done, Refused> {
        self.host
            .command(game, Actor::Person(person(player)), command, interaction)
            .await
    }

    /// The game as it is now.
    pub fn view(&self, game: GameId) -> Arc<View> {
        self.host.view(game).expect("the game is loaded")
    }

    /// The game's state in words, to be compared.
    pub fn state(&self, game: GameId) -> String {
        let view = self.view(game);
        format!("{} {:?}", view.next.0, view.session)
    }

    /// When something happens in a game by itself.
    pub fn due(&self, game: GameId) -> Time {
        self.view(game).session.due().expect("it is due some day")
    }

    /// The instants of a game's events.
    pub async fn instants(&self, game: GameId) -> Vec<Time> {
        let entries = self.host.store().entries(game).await.expect("read");
        entries.iter().map(|entry| entry.at).collect()
    }

    /// An orderly end: everything closed.
    pub async fn close(self) {
        self.host.close().await;
        self.host.store().close().await;
    }
}

/// A person without powers over the server.
pub fn person(player: u64) -> Person {
    Person {
        id: PlayerId(player),
        manages_server: false,
    }
}

/// The wish to open a sign-up with the usual settings.
pub fn opening(name: &str, interaction: Option<u64>) -> Opening {
    Opening {
        guild: 1,
        channel: 2,
        name: name.to_owned(),
        host: person(HOST),
        host_name: "Hester".to_owned(),
        settings: AnySettings::default(),
        interaction,
    }
}

/// The command to sign up.
pub fn join(player: u64) -> SessionCommand {
    SessionCommand::Lobby(LobbyCommand::Join(Member {
        player: PlayerId(player),
        name: format!("Player {player}"),
        reach: Reach::Dm,
    }))
}

/// The command to close a sign-up.
pub fn cancel() -> SessionCommand {
    SessionCommand::Lobby(LobbyCommand::Cancel)
}

/// A little earlier.
pub fn before(time: Time) -> Time {
    time - Length(1)
}

/// Waits until a change makes this true; fails after ten seconds.
pub async fn until(changes: &mut Changes, what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            changes.next().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), wait)
        .await
        .unwrap_or_else(|_| panic!("waited in vain: {what}"));
}
